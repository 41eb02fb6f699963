/**
 * JSON: one object an event, nested as its vendor nests it. A member that an object has twice counts as it stands there
 * last, for rules and for mappings, as everywhere in JSON; the one before it is in the raw text only.
 */
import { isMembers } from '../../platform/members.ts'
import { type Decoded, type DecodeFault, textDecoder } from './decoder.ts'

export const json = textDecoder('json', (text) => jsonRecord(text))

export function jsonRecord(text: string): Decoded {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The reason alone: V8's message quotes the event, which may hold what must not reach a log.
    return 'bad_json' satisfies DecodeFault
  }
  return isMembers(value) ? value : 'not_an_object'
}
