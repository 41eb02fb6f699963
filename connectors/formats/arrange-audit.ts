/**
 * Puts the lines of interleaved audit events beside each other: two processors write their records into one log, and an
 * event is one range of its body. Ingest does this before it counts, so that the stored events are the counted ones.
 */
import { auditStamp } from './cut-text.ts'
import { splitLines } from './framing.ts'

/**
 * The body itself when no group is interrupted, or when there are more than `groupsMax`; otherwise a copy with groups in
 * order of their first lines.
 */
export function arrangeAudit(body: Buffer, groupsMax: number): Buffer {
  const groups = new Map<string, number[]>()
  let isInterrupted = false
  let last = ''
  let lone = 0
  splitLines(body, (start, end) => {
    const stamp = auditStamp(body, start, end)
    // A line without a stamp is a group of its own; no stamp has this form.
    const key = stamp === '' ? `#${lone++}` : stamp
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [start, end])
    else known.push(start, end)
    isInterrupted ||= known !== undefined && last !== key
    last = key
    return groups.size <= groupsMax
  })
  return isInterrupted && groups.size <= groupsMax ? joined(body, groups.values()) : body
}

function joined(body: Buffer, groups: Iterable<readonly number[]>): Buffer {
  const pieces: Buffer[] = []
  const lineEnd = Buffer.from('\n')
  for (const ranges of groups) {
    for (let i = 0; i < ranges.length; i += 2) pieces.push(body.subarray(ranges[i], ranges[i + 1]), lineEnd)
  }
  return Buffer.concat(pieces)
}
