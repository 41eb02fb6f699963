/** The row of text of no known form. */
import { timeAround } from '../../../connectors/formats/around-time.ts'
import type { Fields } from '../../../connectors/formats/fields.ts'
import { textOf } from '../../../connectors/text-of.ts'
import { isMembers } from '../../../platform/members.ts'
import type { EventRow } from '../../../schemas/event-row.ts'

/** Characters of the text that are its message; all of it is in `raw`. */
const MESSAGE_MAX = 32_768

/** All that is known of such an event is its text and what a collector said around it. `timeMs` is NaN when it said no time. */
export function fillUnreadText(record: Fields, row: EventRow): void {
  row.timeMs = timeAround(record)
  row.host = textOf(isMembers(record.hec) ? record.hec.host : '')
  row.message = textOf(isMembers(record.log) ? record.log.text : '').slice(0, MESSAGE_MAX)
  row.mapping = 'text/1'
}
