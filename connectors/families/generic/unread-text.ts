/** The row of text of no known form. */

import { isMembers } from '../../../platform/members.ts'
import type { EventRow } from '../../../schemas/event-row.ts'
import { timeAround } from '../../formats/around-time.ts'
import type { Fields } from '../../formats/fields.ts'
import { type LeadingTime, leadingTime } from '../../formats/leading-time.ts'
import { severityId } from '../../mapping/severity.ts'
import { textOf } from '../../mapping/text-of.ts'

/** Characters of the text that are its message; all of it is in `raw`. */
const MESSAGE_MAX = 32_768

/**
 * All that is known of such an event is its text, the time and level that it begins with, and what a collector said around
 * it. `timeMs` is NaN when none of them says a time. Gives the name of the zone where that means several, otherwise ''.
 */
export function fillUnreadText(record: Fields, row: EventRow): string {
  const text = textOf(isMembers(record.log) ? record.log.text : '')
  const leading = leadingTime(text, row.receivedMs)
  row.timeMs = timeOf(leading, timeAround(record))
  row.severityId = severityId(leading?.level)
  row.host = textOf(isMembers(record.hec) ? record.hec.host : '')
  row.message = text.slice(0, MESSAGE_MAX)
  row.mapping = 'text/1'
  return leading?.zoneGuess ?? ''
}

/** The line's own time where it says the zone; without one a collector is surer. */
function timeOf(leading: LeadingTime | null, aroundMs: number): number {
  if (leading === null || (!leading.isZoned && !Number.isNaN(aroundMs))) return aroundMs
  return leading.ms
}
