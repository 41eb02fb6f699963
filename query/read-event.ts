import type { Mapping } from '../connectors/mapping/source-mapping.ts'
import type { EventRow } from '../schemas/event-row.ts'

/** `exact` returns the record with all digits of whole numbers beyond 2^53. */
export type ReadEvent = {
  readonly record: Readonly<Record<string, unknown>>
  readonly mapping: Mapping
  readonly row: EventRow
  readonly exact?: () => Record<string, unknown> | null
}
