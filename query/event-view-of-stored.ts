/** How the stream reads events and rules; queries over the lake use the same code. */
import { isMadeName } from '../connectors/mapping/views/ecs.ts'
import { asksFacts } from '../detections/tenant/ecs-facts.ts'
import { RuleEvent } from '../detections/tenant/rule-event.ts'
import type { MatchEvent } from '../schemas/event-view.ts'
import type { ReadEvent } from './read-event.ts'

/** True when a field's value may be missing from the raw text, so that a text filter must not be used. */
export function isMade(field: string): boolean {
  return isMadeName(field) || asksFacts([field])
}

/**
 * A new object for each call. It reads class and time of the row, and with `hasFacts` also the row's other facts about
 * the kind of event, to which the view then applies.
 */
export function eventRead(read: ReadEvent, hasFacts = false): MatchEvent {
  const event = new RuleEvent()
  event.load({ tenantId: '', ...read })
  if (hasFacts) event.provideFacts()
  return event
}
