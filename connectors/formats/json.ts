/**
 * JSON: each event is one object, nested as its vendor nests it. Of repeated members the last one counts, for rules and
 * for mappings, as usual in JSON; the earlier one is only in the raw text.
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
    // Returns only the reason: V8's message quotes the event, which may hold secrets that must not reach a log.
    return 'bad_json' satisfies DecodeFault
  }
  return isMembers(value) ? value : 'not_an_object'
}

/** Numbers that `JSON.stringify` may write differently: those with many digits, with a point or an exponent, and -0. */
const ODD_NUMBER = /\d{16}|[:,[]\s*-?\d+[.eE]|[:,[]\s*-0/

/** Like `jsonRecord`, for text that `JSON.stringify` writes again: its numbers stay unchanged, even past 2^53. */
export function writtenRecord(text: string): Decoded {
  const record = jsonRecord(text)
  if (typeof record === 'string' || !ODD_NUMBER.test(text)) return record
  return parseAsWritten(text) as Members
}
