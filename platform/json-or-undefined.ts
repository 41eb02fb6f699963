import { storable } from './storable.ts'

/** The value of a JSON text of another machine, without characters that no store keeps; undefined when it is none. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return storable(JSON.parse(text))
  } catch {
    return undefined
  }
}
