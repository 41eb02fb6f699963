/** Turns letters of one origin into bodies that ingest takes. */
import { arrangedBody, cutText } from '../../../connectors/formats/body.ts'
import { textFormat } from '../../../connectors/formats/formats.ts'
import { EVENT_BYTES_MAX } from '../../../connectors/formats/framing.ts'
import { joined, jsonList } from '../../../connectors/formats/joined-texts.ts'
import type { Letter, Origin } from './letters.ts'

/** Limits of one request; a single letter may be larger. */
const BYTES_MAX = 4 * 2 ** 20
const LETTERS_MAX = 500
/** Maximum origins with letters that wait to be sent together. */
const ORIGINS_MAX = 64

export type LetterBatch = { readonly origin: Origin; readonly letters: readonly Letter[] }

/** Letters of one origin together, each origin in its order. */
export async function* batched(letters: AsyncIterable<Letter>): AsyncGenerator<LetterBatch> {
  const open = new Map<string, { origin: Origin; letters: Letter[]; bytes: number }>()
  for await (const letter of letters) {
    const key = Object.values(letter.origin).join('\0')
    const batch = open.get(key) ?? { origin: letter.origin, letters: [], bytes: 0 }
    const isFull = batch.letters.length >= LETTERS_MAX || batch.bytes + letter.bytes > BYTES_MAX
    if (isFull && batch.letters.length > 0) {
      yield { origin: batch.origin, letters: batch.letters }
      batch.letters = []
      batch.bytes = 0
    }
    batch.letters.push(letter)
    batch.bytes += letter.bytes
    open.delete(key)
    open.set(key, batch) // move to the end, so that the one that waits longest is first
    const [oldestKey, oldest] = [...open][0] ?? []
    if (open.size > ORIGINS_MAX && oldestKey !== undefined && oldest) {
      open.delete(oldestKey)
      yield oldest
    }
  }
  yield* open.values()
}

/** A body of so many letters, and its content type. */
export type LettersBody = { readonly body: Buffer; readonly type: string; readonly letters: number }

const LF = '\n'

/**
 * Letters of one origin, as few bodies as keep each letter the one event it was. Text goes behind the header lines of
 * its letters; a letter that would merge with others has a body of its own. JSON of one line goes as lines, whatever is
 * in it; JSON over several lines was an element of a valid JSON body, and goes as an element of a list. Only a mail may
 * be larger than an event, and has a body of its own.
 */
export function bodiesOf(texts: readonly Buffer[], sourceFormat: string): LettersBody[] {
  if (sourceFormat === 'text' || textFormat(sourceFormat) !== null) return textBodies(texts, sourceFormat)
  const isLarge = (text: Buffer) => text.length > EVENT_BYTES_MAX
  const lines = texts.filter((text) => !isLarge(text) && !text.includes(0x0a))
  const values = texts.filter((text) => !isLarge(text) && text.includes(0x0a))
  const bodies: LettersBody[] = texts.filter(isLarge).map((body) => ({ body, type: 'application/json', letters: 1 }))
  if (lines.length > 0) bodies.push(linesOf(lines))
  if (values.length > 0) {
    bodies.push({ body: jsonList(values), type: 'application/json', letters: values.length })
  }
  return bodies
}

function textBodies(texts: readonly Buffer[], sourceFormat: string): LettersBody[] {
  return [...byHeader(texts, sourceFormat)].flatMap(([header, events]) => {
    const behind = (rows: readonly Buffer[]) => Buffer.concat([Buffer.from(header, 'latin1'), joined(rows, LF)])
    const together = { ...linesOf(events), body: behind(events) }
    if (eventsIn(together.body, sourceFormat) === events.length) return [together]
    return events.map((event) => ({ ...linesOf([event]), body: behind([event]) }))
  })
}

/** Events by the header lines before them, in the order of their letters. */
function byHeader(texts: readonly Buffer[], sourceFormat: string): Map<string, Buffer[]> {
  const groups = new Map<string, Buffer[]>()
  for (const text of texts) {
    const at = firstEvent(text, sourceFormat)
    const header = text.toString('latin1', 0, at)
    const group = groups.get(header)
    if (group) group.push(text.subarray(at))
    else groups.set(header, [text.subarray(at)])
  }
  return groups
}

/** Offset of the event; 0 for a form without header lines, and for a letter whose header lines were not kept. */
function firstEvent(text: Buffer, sourceFormat: string): number {
  if (textFormat(sourceFormat)?.decoder.headers === undefined) return 0
  let at = 0
  cutText(text, sourceFormat, (start) => {
    at = start
    return false
  })
  return at
}

function eventsIn(body: Buffer, sourceFormat: string): number {
  let events = 0
  cutText(arrangedBody(body, sourceFormat), sourceFormat, () => {
    events++
    return true
  })
  return events
}

function linesOf(events: readonly Buffer[]): LettersBody {
  return { body: joined(events, LF), type: 'application/x-ndjson', letters: events.length }
}
