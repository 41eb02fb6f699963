/** The row of text of no known form. */
import type { Fields } from '../../connectors/formats/fields.ts'
import { textOf } from '../../connectors/text-of.ts'
import { parseEventTime } from '../../platform/event-time.ts'
import { isMembers } from '../../platform/members.ts'
import type { EventRow } from '../../schemas/event-row.ts'

/** All that is known of such an event is what a collector said around it. `timeMs` is NaN when it said no time. */
export function fillUnreadText({ hec }: Fields, row: EventRow): void {
  const around: Fields = isMembers(hec) ? hec : {}
  row.timeMs = parseEventTime(around.time)
  row.host = textOf(around.host)
  row.mapping = 'text/1'
}
