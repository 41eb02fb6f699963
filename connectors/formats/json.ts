/**
 * JSON: one object an event, nested as its vendor nests it. A member that an object has twice counts as it stands there
 * last, for rules and for mappings, as everywhere in JSON; the one before it is in the raw text only.
 */
import { parseAsWritten, parseExactly } from '../../platform/exact-json.ts'
import { isMembers, type Members } from '../../platform/members.ts'
import { type DecodeContext, type Decoded, type DecodeFault, textDecoder } from './decoder.ts'

export const json = textDecoder('json', jsonRecord)

export function jsonRecord(text: string, context?: Pick<DecodeContext, 'isExact'>): Decoded {
  let value: unknown
  try {
    value = context?.isExact ? parseExactly(text) : JSON.parse(text)
  } catch {
    // The reason alone: V8's message quotes the event, which may hold what must not reach a log.
    return 'bad_json' satisfies DecodeFault
  }
  return isMembers(value) ? value : 'not_an_object'
}

/** Numbers that may be written otherwise than the engine writes them: of many digits, with a point or an exponent, -0. */
const ODD_NUMBER = /\d{16}|[:,[]\s*-?\d+[.eE]|[:,[]\s*-0/

/** `jsonRecord` of what is to be written again by `JSON.stringify`: its numbers are then as they were, past 2^53 too. */
export function writtenRecord(text: string): Decoded {
  const record = jsonRecord(text)
  if (typeof record === 'string' || !ODD_NUMBER.test(text)) return record
  return parseAsWritten(text) as Members
}
