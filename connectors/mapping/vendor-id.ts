/** The vendor's record id as the identity of the event: '' for a value that identifies no event. */
import { known } from './transforms.ts'

const LENGTH_MAX = 256
/** Values that programs write for no id: 0, -1, the guid of zeros. */
const NONE = /^(?:[0-]+|-1)$/

/** A number past 2^53 was rounded when it was read: its neighbours share the rounded value. */
export function vendorIdOf(value: unknown): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : ''
  if (typeof value !== 'string') return ''
  const words = known(value)
  return words.length <= LENGTH_MAX && !NONE.test(words) ? words : ''
}
