/** What a mapping owes the intake stage. A source is a folder; `index.ts` lists them. */
import type { EventRow } from '../schemas/event-row.ts'

/** Why an event that parses cannot be stored; a metric label and the reason on its dead letter. */
export type Refusal = 'too_deep' | 'time_out_of_range'

export type Mapping = {
  /** Name and version, stored with each event. */
  readonly id: string
  /** Fills the row from a parsed record; null when it is filled. Sets `timeMs` to NaN when the record names no time. */
  fill(record: Record<string, unknown>, row: EventRow): Refusal | null
  /** The vendor's own id of the event where it has one that is unique within the source; '' otherwise. */
  vendorId(record: Record<string, unknown>): string
}
