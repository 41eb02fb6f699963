/** Data as tables of a query: records that were fetched, events as they are matched. */
import type { MatchEvent } from '../../../schemas/event-view.ts'
import { fieldValue } from '../../plan/evaluate-expr.ts'
import { TIME_COLUMNS } from '../look-back.ts'
import { KQL_TABLES } from '../tables.ts'
import { INGESTION_TIME } from './compile-expression.ts'
import { RUN_LIMITS } from './limits.ts'
import type { KqlSource } from './scope.ts'
import type { Column } from './value.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Records with their members as columns: those of `columns` have types, the others are dynamic. A column that no record
 * has is null everywhere; of more than the limit of columns those that come later have to be asked for by name.
 */
export function recordTable(records: readonly Fields[], columns: readonly Column[] = []): KqlSource {
  const names = new Set(columns.map(({ name }) => name))
  const found: Column[] = [...columns]
  for (const record of records) {
    for (const name of Object.keys(record)) {
      if (names.has(name) || found.length >= RUN_LIMITS.columns / 2) continue
      names.add(name)
      found.push({ name, type: 'dynamic' })
    }
  }
  const read = (record: Fields, column: string): unknown => (Object.hasOwn(record, column) ? record[column] : null)
  return { columns: found, open: true, records, read: read as KqlSource['read'] }
}

const TIMES: readonly Column[] = [...TIME_COLUMNS, INGESTION_TIME].flatMap((name): Column[] =>
  name === 'ingestion_time' ? [] : [{ name, type: 'datetime' }],
)

/**
 * Events as a table of Microsoft's schema: a column is the field that a rule over this table would look at. The time of
 * an event stands in both of the schemas' time columns, and for the time at which it came in.
 */
export function eventTable(name: string, events: readonly MatchEvent[]): KqlSource {
  const fields = Object.hasOwn(KQL_TABLES, name) ? (KQL_TABLES[name]?.columns ?? {}) : {}
  const isTime = new Set(TIMES.map((column) => column.name))
  const read = (event: MatchEvent, column: string): unknown => {
    if (isTime.has(column)) return event.timeMs === null ? null : new Date(event.timeMs)
    return fieldValue(event, Object.hasOwn(fields, column) ? (fields[column] ?? column) : column)
  }
  return { columns: TIMES, open: true, records: events, read: read as KqlSource['read'] }
}
