/** Events and rules as the stream sees them, for whoever reads the lake. */
import { isMadeName } from '../connectors/views/ecs.ts'
import { routedByClass } from '../pipeline/detect/class-routes.ts'
import { asksFacts, bodyAsksFacts } from '../pipeline/detect/ecs-facts.ts'
import { EventAtHand } from '../pipeline/detect/event-at-hand.ts'
import type { StreamReading } from '../query/lake-sources.ts'

export const streamReading: StreamReading = {
  bodiesOf: routedByClass,
  bodyAsksFacts,
  asksFacts,
  isMade: (field) => isMadeName(field) || asksFacts([field]),
  eventOf(read, hasFacts = false) {
    const event = new EventAtHand()
    event.take({ tenantId: '', ...read })
    if (hasFacts) event.tellFacts()
    return event
  },
}
