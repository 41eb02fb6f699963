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
import { codesOfClassesSql, type EventsOfClass, otherCodesSql, WINDOWS } from './codes-sql.ts'
import type { Read } from './lake-tables.ts'

/** Event time, Unix milliseconds; `toMs` is exclusive. */
export type TimeRange = { readonly fromMs: number; readonly toMs: number }

/** Rows of `StoredEvent`. */
export function eventsSql(read: Read, range: TimeRange): string {
  return /* sql */ `SELECT ${STORED_SQL} FROM events WHERE ${choiceSql(read, range)}`
}

/** True for every event that the table may contain, and for some others. */
export function choiceSql({ logSource, narrowing }: Read, range: TimeRange): string {
  const parts = [rangeSql(range), mappingsSql(logSource, otherCodesSql(narrowing.where))]
  return [...parts, ...narrowing.texts.map(needlesSql)].join(' AND ')
}

export function countSql(range: TimeRange): string {
  return /* sql */ `SELECT toString(count()) AS events FROM events WHERE ${rangeSql(range)}`
}

export const rangeSql = ({ fromMs, toMs }: TimeRange): string =>
  `time >= ${timeSql(fromMs)} AND time < ${timeSql(toMs)}${hoursSql({ fromMs, toMs })}`

/**
 * Excludes mappings that have no event of the table, and of the others the classes and codes that have none. A row is only read by
 * a mapping that gives its class and code (`readStored`). Rows of unknown mappings are included, and later counted as unreadable.
 */
function mappingsSql(wanted: LogSource, otherCodes: string | null): string {
  const excluded: string[] = []
  const limited: { readonly name: string; readonly others: readonly string[] }[] = []
  for (const [name, events] of eventsOfMappings()) {
    const covered = events.filter(({ logSource }) => coversLogSource(wanted, logSource))
    const rest = events.filter((one) => !covered.includes(one))
    if (covered.length === 0) excluded.push(name)
    const classes = covered.flatMap(({ classUid }) => (classUid === null ? [] : [classUid]))
    const isLimited = classes.length === covered.length && new Set(classes).size < classCount(events)
    const others = [
      ...(isLimited ? [`class_uid NOT IN (${[...new Set(classes)].sort((a, b) => a - b).join(', ')})`] : []),
      ...(name === WINDOWS ? [otherCodes, codesOfClassesSql(covered, rest)] : []).filter((sql) => sql !== null),
    ]
    if (covered.length > 0 && others.length > 0) limited.push({ name, others })
  }
  const ofTable = `replaceRegexpOne(mapping, '/[^/]*$', '') NOT IN (${excluded.map(quoteText).join(', ')})`
  // The engine reads archive files twice by a condition on a tuple of mapping and class, or by two that begin alike.
  const ofClass = limited.map(({ name, others }) => {
    const other = others.length === 1 ? others[0] : `(${others.join(' OR ')})`
    return `NOT (startsWith(mapping, ${quoteText(`${name}/`)}) AND ${other})`
  })
  return [ofTable, ...ofClass].join(' AND ')
}

type MappedEvents = readonly (EventsOfClass & { readonly logSource: EventLogSource })[]

const classCount = (events: MappedEvents) => new Set(events.map(({ classUid }) => classUid)).size

let known: readonly (readonly [name: string, events: MappedEvents])[] | null = null

/** Events by mapping name; OCSF events may belong to any log source. */
function eventsOfMappings() {
  known ??= [
    ...SOURCES.map(([source]) => [nameOf(source.id), source.classesOfLogSources()] as const),
    ...['generic', nameOf(UNKNOWN_TEXT)].map((name) => {
      const events = [genericLogSource, genericLineLogSource].map((logSource) => ({
        logSource,
        classUid: null,
        when: {},
      }))
      return [name, events] as const
    }),
  ]
  return known
}
