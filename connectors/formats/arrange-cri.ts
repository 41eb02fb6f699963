/**
 * Puts the parts of a container's line beside each other: a runtime writes two streams into one file, and a line of one
 * stream may stand between the parts of a line of the other. Ingest does this before it counts, so that the stored
 * events are the counted ones.
 */
import { criPart } from './cut-text.ts'
import { splitLines } from './framing.ts'

/** Maximum number of parts of one line that are held back; a line with more parts is passed on as it stands. */
const PARTS_MAX = 1024

/** The body itself when no line is interrupted; otherwise a copy with each line's parts where its last one stood. */
export function arrangeCri(body: Buffer): Buffer {
  const open = new Map<string, number[]>()
  const order: number[] = []
  let isInterrupted = false
  splitLines(body, (start, end) => {
    const { stream, isPart } = criPart(body, start, end)
    const parts = open.get(stream)
    isInterrupted ||= open.size > (parts === undefined ? 0 : 1)
    if (isPart && (parts === undefined || parts.length < 2 * PARTS_MAX)) {
      if (parts === undefined) open.set(stream, [start, end])
      else parts.push(start, end)
      return true
    }
    order.push(...(parts ?? []), start, end)
    open.delete(stream)
    return true
  })
  if (!isInterrupted) return body
  for (const parts of open.values()) order.push(...parts)
  const pieces: Buffer[] = []
  for (let i = 0; i < order.length; i += 2) pieces.push(body.subarray(order[i], order[i + 1]), LINE_END)
  return Buffer.concat(pieces)
}

const LINE_END = Buffer.from('\n')
