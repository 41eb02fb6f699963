import type { RetainedEvent } from './retained-event.ts'

export type EventsRead = {
  /** Ordered by time, then uid. */
  readonly events: readonly RetainedEvent[]
  /** Memory that they take, in characters. */
  readonly characters: number
  /** Events of the tenant in that time, of all sources. */
  readonly scanned: number
  /** Events that cannot be decoded, so it is unknown whether they belong to the table. */
  readonly unjudged: number
}
