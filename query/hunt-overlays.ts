/** What a tenant has changed about rules, asked of what a hunt finds: `control/` answers as the stream would. */
import type { EventRow } from '../schemas/event-row.ts'
import type { MatchEvent } from '../schemas/event-view.ts'

/** Reasons are those of the stream's metric of suppressed matches. */
export type HuntOverlays = {
  /** Why nothing is told of the rule, whatever the event; null: it is. */
  mutes(ruleId: string): string | null
  /** Whether `bars` says of some events that they are none of the rule's. */
  asksEvents(ruleId: string): boolean
  /** Why the event does not count for the rule, nor for what is made of it; null: it does. */
  bars(ruleId: string, event: MatchEvent, row: EventRow): string | null
}
