/** JSON: one object an event, nested as its vendor nests it. */
import { type Decoded, type DecodeFault, type Fields, textDecoder } from './decoder.ts'

export const json = textDecoder('json', (text) => jsonRecord(text))

export function jsonRecord(text: string): Decoded {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The reason alone: V8's message quotes the event, which may hold what must not reach a log.
    return 'bad_json' satisfies DecodeFault
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Fields) : 'not_an_object'
}
