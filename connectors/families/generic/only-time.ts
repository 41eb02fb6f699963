/** The time of a record without a name that means a time: the only member that holds a whole date with a clock. */

import { parseEventTime } from '../../../platform/event-time.ts'
import { isMembers, type Members } from '../../../platform/members.ts'
import { isNoTime } from './names.ts'

/** A whole date with a clock. */
export const STAMP = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/
const STAMP_MAX = 40
/** Number of members that are read. */
const MEMBERS_MAX = 128

/** NaN if there is no such member, or several: then it is unknown which one is the event's time. */
export function onlyTime(record: Readonly<Members>): number {
  const stamps: string[] = []
  let left = MEMBERS_MAX
  const visit = (members: Readonly<Members>, isOutermost: boolean) => {
    for (const name in members) {
      if (left-- <= 0) return
      const value = members[name]
      if (isOutermost && isMembers(value)) visit(value, false)
      else if (typeof value === 'string' && value.length <= STAMP_MAX && STAMP.test(value) && !isNoTime(name))
        stamps.push(value)
    }
  }
  visit(record, true)
  return new Set(stamps).size === 1 ? parseEventTime(stamps[0]) : Number.NaN
}
