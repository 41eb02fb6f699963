/** Sources whose closed findings can be read. A new one is its table under `vendors/` and its line here. */

import { ELASTIC_CLOSURES } from '../vendors/elastic/closures.ts'
import { DEFENDER_CLOSURES } from '../vendors/microsoft365/closures.ts'
import { QRADAR_CLOSURES } from '../vendors/qradar/closures.ts'
import { SENTINEL_CLOSURES } from '../vendors/sentinel/closures.ts'
import { SPLUNK_CLOSURES } from '../vendors/splunk/closures.ts'
import type { ClosureTable } from './closure-table.ts'

export const CLOSURE_TABLES: Readonly<Record<string, ClosureTable>> = {
  [SPLUNK_CLOSURES.source.type]: SPLUNK_CLOSURES,
  [SENTINEL_CLOSURES.source.type]: SENTINEL_CLOSURES,
  [ELASTIC_CLOSURES.source.type]: ELASTIC_CLOSURES,
  [QRADAR_CLOSURES.source.type]: QRADAR_CLOSURES,
  [DEFENDER_CLOSURES.source.type]: DEFENDER_CLOSURES,
}
