/**
 * Envelopes of Splunk's HTTP Event Collector whose `event` is null, empty or white space: Splunk refuses them with code
 * 13 ("Event field cannot be blank"), because they record no event. An event without members, and an envelope without any,
 * record none either.
 */
import { isMembers } from '../../platform/members.ts'

/** May match deeper in an event or inside a text too, so a match still has to be checked. */
const BLANK = /"event"\s*:\s*(?:null|"(?:\s|\\[nrt])*"|\{\s*\}|\[\s*\])|(?:^|[\s}])\{\s*\}/

/** False when no envelope in the body can be blank; true when each has to be checked. */
export function mayHoldBlank(body: Buffer): boolean {
  return BLANK.test(body.latin1Slice())
}

export function isBlankEnvelope(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  if (!BLANK.test(text)) return false
  try {
    const envelope: Record<string, unknown> = asMembers(JSON.parse(text))
    const { event } = envelope
    if (typeof event === 'object' && event !== null) return Object.keys(event).length === 0
    return event === null || (typeof event === 'string' && event.trim() === '') || Object.keys(envelope).length === 0
  } catch {
    return false // The decoder refuses broken JSON.
  }
}

function asMembers(value: unknown): Record<string, unknown> {
  return isMembers(value) ? value : {}
}
