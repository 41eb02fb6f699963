/** Sources whose closed findings can be read. A new one is its table under `vendors/` and its line here. */
import type { PollTable } from '../polling/table.ts'
import { ELASTIC_CLOSURES } from '../vendors/elastic/closures.ts'
import { DEFENDER_CLOSURES } from '../vendors/microsoft365/closures.ts'
import { QRADAR_CLOSURES } from '../vendors/qradar/closures.ts'
import { SENTINEL_CLOSURES } from '../vendors/sentinel/closures.ts'
import { SPLUNK_CLOSURES } from '../vendors/splunk/closures.ts'
import type { Label } from './closures.ts'

/** Paths as in `PollTable`. */
export type ClosureTable = {
  /** How one signs in, and the settings. */
  readonly source: PollTable
  /** The request that is made instead; pages come oldest first, by `time`. */
  readonly asked: Pick<PollTable, 'request' | 'time'> & Partial<Pick<PollTable, 'paging' | 'events' | 'unwrap'>>
  /** The vendor's id of the finding: where it stands in a closed one, and in an event as it was polled. */
  readonly id: string
  readonly polledId: string
  readonly closedAt: readonly string[]
  readonly closedBy: string | null
  readonly word: string | null
  /** By the vendor's word in lower case. What is not here says neither. */
  readonly labels: Readonly<Record<string, Label>>
}

export const CLOSURE_TABLES: Readonly<Record<string, ClosureTable>> = {
  [SPLUNK_CLOSURES.source.type]: SPLUNK_CLOSURES,
  [SENTINEL_CLOSURES.source.type]: SENTINEL_CLOSURES,
  [ELASTIC_CLOSURES.source.type]: ELASTIC_CLOSURES,
  [QRADAR_CLOSURES.source.type]: QRADAR_CLOSURES,
  [DEFENDER_CLOSURES.source.type]: DEFENDER_CLOSURES,
}
