/** Events and rules as the stream sees them, for whoever reads the lake. */
import { routedByClass } from '../pipeline/detect/class-routes.ts'
import { EventAtHand } from '../pipeline/detect/event-at-hand.ts'
import type { StreamReading } from '../query/lake-sources.ts'

export const streamReading: StreamReading = {
  bodiesOf: routedByClass,
  eventOf(record, mapping, row) {
    const event = new EventAtHand()
    event.take({ tenantId: '', record, mapping, row })
    return event
  },
}
