/**
 * Applies the tenant's changes to rules (overlays) to the matches of a hunt; `control/` implements it as the stream
 * does.
 */
import type { EventRow } from '../schemas/event-row.ts'
import type { MatchEvent } from '../schemas/event-view.ts'

/** Reasons are those of the stream's metric of suppressed matches. */
export type HuntOverlays = {
  /** Why this rule's matches are suppressed for every event, or null when they are not. */
  mutes(ruleId: string): string | null
  /** True when `bars` excludes some events from the rule. */
  asksEvents(ruleId: string): boolean
  /** Why the event does not count for the rule, or for rules built on it; null when it counts. */
  bars(ruleId: string, event: MatchEvent, row: EventRow): string | null
}
