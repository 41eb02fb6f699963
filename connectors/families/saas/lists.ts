/** Lists of objects that tables address by members of the objects, which paths cannot do. */
import type { Members } from '../../../platform/members.ts'

/** Maximum number of objects of one list; the record keeps the others. */
const ITEMS_MAX = 100

/**
 * Adds a member to the record that holds objects or values of a list by name. It is not enumerable, so serialisers do
 * not see it, and is made once: views of one record read it again.
 */
export function addressed(
  record: Members,
  member: string,
  list: unknown,
  name: (item: Members) => [unknown, unknown],
): void {
  if (record[member] !== undefined || !Array.isArray(list)) return
  const value: Members = Object.create(null)
  for (const item of list.slice(0, ITEMS_MAX)) {
    if (typeof item !== 'object' || item === null) continue
    const [key, memberValue] = name(item as Members)
    if (typeof key === 'string') value[key] ??= memberValue
  }
  Object.defineProperty(record, member, { value, enumerable: false, writable: true, configurable: true })
}
