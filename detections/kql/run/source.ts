/** Data as tables of a query: fetched records, and events. */
import { derived } from '../../../schemas/derive-value.ts'
import type { FieldPath, FieldView, MatchEvent } from '../../../schemas/event-view.ts'
import { type Getter, readExactly } from '../../match/read-field.ts'
import { TIME_COLUMNS } from '../look-back.ts'
import { KQL_TABLES, type KqlTable } from '../tables.ts'
import { INGESTION_TIME } from './compile-expression.ts'
import { RUN_LIMITS } from './limits.ts'
import type { KqlSource } from './scope.ts'
import type { Column } from './value.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Records with their members as columns: those of `columns` have types, the others are dynamic. Of more than the limit of columns those that come later have to be asked for by name.
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
  const typeOf = (column: string) => (records.some((record) => Object.hasOwn(record, column)) ? 'dynamic' : null)
  const read = (record: Fields, column: string): unknown => (Object.hasOwn(record, column) ? record[column] : null)
  return { columns: found, open: true, typeOf, records, read: read as KqlSource['read'] }
}

/** Always shown; the schema's other time columns exist when they are requested. */
export const TIME_COLUMN: Column = { name: 'TimeGenerated', type: 'datetime' }
const TIMES: ReadonlySet<string> = new Set([...TIME_COLUMNS, INGESTION_TIME])

/** True when a column is the time of the event: one of the time columns of both schemas, or the time of receipt. */
export const isTimeColumn = (column: string): boolean => TIMES.has(column)

/** Events as a table of Microsoft's schema. */
export function eventTable(name: string, events: readonly MatchEvent[]): KqlSource {
  return {
    columns: [TIME_COLUMN],
    open: true,
    typeOf: (column) => (isTimeColumn(column) ? 'datetime' : 'dynamic'),
    records: events,
    read: eventReader(name) as KqlSource['read'],
  }
}

/** The values of columns of a table. */
function eventReader(table: string): (event: MatchEvent, column: string) => unknown {
  const known = Object.hasOwn(KQL_TABLES, table) ? KQL_TABLES[table] : undefined
  const read = fieldReader()
  return (event, column) => {
    if (isTimeColumn(column)) return new Date(event.timeMs)
    return read(event, known ? fieldOfColumn(known, column) : column)
  }
}

/** A column is the field that a rule over this table would look at. */
export function fieldOfColumn({ columns }: KqlTable, column: string): string {
  return Object.hasOwn(columns, column) ? (columns[column] ?? column) : column
}

/** The values of fields, with lists, objects and all digits of numbers as in the event; null when there is none. */
export function fieldReader(): (event: MatchEvent, field: string) => unknown {
  const getters = new WeakMap<FieldView, Map<string, Getter>>()
  return (event, field) => {
    let known = getters.get(event.view)
    if (!known) getters.set(event.view, (known = new Map()))
    let get = known.get(field)
    if (!get) known.set(field, (get = getterOf(event.view.paths(field))))
    return readExactly(get, event)
  }
}

const getterOf =
  (places: readonly FieldPath[]): Getter =>
  (record) =>
    firstValue(record, places)

/** The first location with a value is used. */
function firstValue(record: unknown, places: readonly FieldPath[]): unknown {
  for (const { path, derive, constant } of places) {
    if (constant) return constant.length === 1 ? constant[0] : constant
    const found = follow(record, path, 0)
    const value = derive === undefined ? found : derived(found, derive)
    if (value !== undefined && value !== null) return value
  }
  return null
}

/** Below the top level a member's name may contain dots; the longest matching name is used. */
function followDotted(at: object, path: readonly string[], from: number): unknown {
  for (let to = path.length; to > from + 1; to--) {
    const name = path.slice(from, to).join('.')
    const found = Object.hasOwn(at, name) ? follow((at as Fields)[name], path, to) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** A list on the path gives the members of all its elements. */
function follow(value: unknown, path: readonly string[], from: number): unknown {
  let at = value
  for (let i = from; i < path.length; i++) {
    if (Array.isArray(at)) {
      const found = at.map((element) => follow(element, path, i)).filter((one) => one !== undefined)
      return found.length === 0 ? undefined : found
    }
    if (typeof at !== 'object' || at === null) return undefined
    const dotted = i > 0 && i + 1 < path.length ? followDotted(at, path, i) : undefined
    if (dotted !== undefined) return dotted
    const name = path[i] ?? ''
    if (!Object.hasOwn(at, name)) return undefined
    at = (at as Fields)[name]
  }
  return at
}
