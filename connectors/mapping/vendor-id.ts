/** What a vendor wrote where the id of a record stands, as the identity of the event: '' for what tells no event apart. */
import { known } from './transforms.ts'

const LENGTH_MAX = 256
/** How programs write that there is none: 0, -1, the guid of zeros. */
const NONE = /^(?:[0-]+|-1)$/

/** A number past 2^53 was rounded when it was read: its neighbours have the same one. */
export function vendorIdOf(value: unknown): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : ''
  if (typeof value !== 'string') return ''
  const words = known(value)
  return words.length <= LENGTH_MAX && !NONE.test(words) ? words : ''
}
