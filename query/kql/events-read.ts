import type { HeldEvent } from './held-event.ts'

export type EventsRead = {
  /** In the order of time, then of their uids. */
  readonly events: readonly HeldEvent[]
  /** Characters of the room that they take. */
  readonly characters: number
  /** Events of the tenant in that time, of whatever source. */
  readonly scanned: number
  /** Events that cannot be read back, so that nobody knows whether they are of the table. */
  readonly unjudged: number
}
