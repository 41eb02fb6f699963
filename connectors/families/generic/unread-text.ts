/** The row for a text of unknown format. */

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
 * Fills the row from the text, the time and level at its start, and the collector's fields around it. `timeMs` is NaN
 * when none of them has a time. Returns the abbreviation of an ambiguous zone, otherwise ''.
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

/** The line's own time if it has a zone; without one the collector's time is more reliable. */
function timeOf(leading: LeadingTime | null, aroundMs: number): number {
  if (leading === null || (!leading.isZoned && !Number.isNaN(aroundMs))) return aroundMs
  return leading.ms
}
