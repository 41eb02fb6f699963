/**
 * Statements that read the events which a table of a query needs. They exclude only rows that cannot belong to the
 * table.
 */

import { genericLineLogSource, genericLogSource } from '../../connectors/mapping/views/generic.ts'
import { nameOf, SOURCES } from '../../connectors/registry.ts'
import { coversLogSource } from '../../detections/match/scan.ts'
import type { LogSource } from '../../detections/plan/plan.ts'
import type { EventLogSource } from '../../schemas/event-view.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { hoursSql } from '../event-hours.ts'
import { needlesSql } from '../raw-needles.ts'
import { STORED_SQL, UNKNOWN_TEXT } from '../stored-event.ts'
import { timeSql } from '../time-slices.ts'
import type { Read } from './lake-tables.ts'

/** Event time, Unix milliseconds; `toMs` is exclusive. */
export type TimeRange = { readonly fromMs: number; readonly toMs: number }

/** Rows of `StoredEvent`. */
export function eventsSql(read: Read, range: TimeRange): string {
  return /* sql */ `SELECT ${STORED_SQL} FROM events WHERE ${choiceSql(read, range)}`
}

/** True for every event that the table may contain, and for some others. */
export function choiceSql({ logSource, narrowing }: Read, range: TimeRange): string {
  return [rangeSql(range), mappingsSql(logSource), ...narrowing.texts.map(needlesSql)].join(' AND ')
}

export function countSql(range: TimeRange): string {
  return /* sql */ `SELECT toString(count()) AS events FROM events WHERE ${rangeSql(range)}`
}

export const rangeSql = ({ fromMs, toMs }: TimeRange): string =>
  `time >= ${timeSql(fromMs)} AND time < ${timeSql(toMs)}${hoursSql({ fromMs, toMs })}`

/** Rows of unknown mappings are included, and later counted as unreadable. */
function mappingsSql(wanted: LogSource): string {
  const others = logSources().flatMap(([name, sources]) =>
    sources.some((source) => coversLogSource(wanted, source)) ? [] : [name],
  )
  return `replaceRegexpOne(mapping, '/[^/]*$', '') NOT IN (${others.map(quoteText).join(', ')})`
}

let known: readonly (readonly [name: string, sources: readonly EventLogSource[]])[] | null = null

/**
 * Log sources by mapping name, whatever its version. OCSF events may belong to any log source, text of unknown form to
 * none.
 */
function logSources() {
  known ??= [
    ...SOURCES.map(([source]) => [nameOf(source.id), source.logSources()] as const),
    ['generic', [genericLogSource, genericLineLogSource]],
    [nameOf(UNKNOWN_TEXT), []],
  ]
  return known
}
