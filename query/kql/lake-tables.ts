/**
 * The tables of one query over the lake. Reading a table that was not fetched gives no rows and is recorded: the caller
 * fetches it and runs the query again.
 */

import { isOfTable } from '../../detections/kql/own-table.ts'
import type { Fold } from '../../detections/kql/run/fold.ts'
import { type Narrowing, narrowingOf, timeBoundsOf } from '../../detections/kql/run/narrow.ts'
import type { Condition, Database, KqlSource } from '../../detections/kql/run/scope.ts'
import { fieldOfColumn, fieldReader, isTimeColumn, TIME_COLUMN } from '../../detections/kql/run/source.ts'
import type { Column } from '../../detections/kql/run/value.ts'
import { KQL_TABLES, type KqlTable } from '../../detections/kql/tables.ts'
import type { LogSource } from '../../detections/plan/plan.ts'
import { planKey } from '../../detections/plan/plan-key.ts'
import { KQL_HUNT_LIMITS } from './limits.ts'
import type { RetainedEvent } from './retained-event.ts'

/** Events of one log source, narrowed by the conditions behind the table. */
export type Read = {
  /** The first table that requested it. */
  readonly table: string
  readonly logSource: LogSource
  readonly narrowing: Narrowing
  /** Event fields that the query uses; null for all of them. */
  readonly fields: readonly string[] | null
  /** How the engine may count events instead of returning each; null when each is needed. */
  readonly fold: EventFold | null
}

/** `boundsMs`: times with which the query compares an event's time. */
export type EventFold = Fold & { readonly boundsMs: readonly number[] }

type TableEvents = {
  readonly events: readonly RetainedEvent[]
  /** Index of each field in `values`; null when whole events are kept. */
  readonly places: ReadonlyMap<string, number> | null
  readonly characters: number
}

/** Events and characters for which there is still room. */
export type Room = { events: number; characters: number }

/** A row of a table, whose values are looked up in the kept event. */
type Row = { readonly event: RetainedEvent; readonly held: TableEvents }

type Wanted = Omit<Read, 'fields'>

export class LakeTables implements Database {
  readonly names: readonly string[] = Object.keys(KQL_TABLES)
  /**
   * True when tables show all fields that their events are known to have, and not only the columns that the query
   * names.
   */
  isWhole = false
  /** Tables with more columns than are shown. */
  readonly cut = new Set<string>()
  readonly #isMade: (field: string) => boolean
  readonly #fold: Fold | null
  readonly #readField = fieldReader()
  readonly #held = new Map<string, TableEvents>()
  readonly #missing = new Map<string, Wanted>()
  /** Keys of a table's reads, and its requested fields. */
  readonly #readsOf = new Map<string, Set<string>>()
  readonly #fieldsOf = new Map<string, Set<string>>()
  /** Cached rows of the tables, until more events are kept. */
  readonly #rows = new Map<string, readonly Row[]>()
  readonly #has = new Map<string, boolean>()
  readonly #columns = new Map<string, readonly Column[]>()

  /** `isMade` is that of `event-view-of-stored.ts`. */
  constructor(isMade: (field: string) => boolean, fold: Fold | null) {
    this.#isMade = isMade
    this.#fold = fold
  }

  table(name: string): KqlSource | null {
    const known = Object.hasOwn(KQL_TABLES, name) ? KQL_TABLES[name] : undefined
    if (!known) return null
    const read = (row: Row, column: string) => this.#valueOf(row, column, known)
    return {
      columns: this.isWhole ? this.#allColumns(name, known) : [TIME_COLUMN],
      open: true,
      typeOf: (column) => this.#typeOf(name, known, column),
      records: [],
      recordsFor: (conditions) => this.#read(name, known, conditions),
      read: read as KqlSource['read'],
    }
  }

  /** Returns the missing reads by the keys that `put` takes, and forgets what was kept for them. */
  takeMissing(): readonly (readonly [key: string, read: Read])[] {
    const missing = [...this.#missing].map(([key, wanted]) => {
      return [key, { ...wanted, fields: this.isWhole ? null : this.#fieldsOfRead(key) }] as const
    })
    for (const [key] of missing) this.#held.delete(key)
    this.#missing.clear()
    return missing
  }

  put(key: string, { fields }: Read, events: readonly RetainedEvent[], characters: number): void {
    const places = fields && new Map(fields.map((field, at) => [field, at]))
    this.#held.set(key, { events, places, characters })
    for (const known of [this.#rows, this.#has, this.#columns]) known.clear()
  }

  room(): Room {
    const held = [...this.#held.values()]
    return {
      events: KQL_HUNT_LIMITS.events - held.reduce((sum, { events }) => sum + events.length, 0),
      characters: KQL_HUNT_LIMITS.characters - held.reduce((sum, one) => sum + one.characters, 0),
    }
  }

  #read(table: string, known: KqlTable, conditions: readonly Condition[]): Iterable<Row> {
    const narrowing = narrowingOf(conditions, known, this.#isMade)
    const key = planKey([known.logSource, narrowing])
    added(this.#readsOf, table, key)
    if (this.#isEnough(key)) return eachOf(this.#rowsOf(table, key))
    if (!this.#missing.has(key)) {
      const boundsMs = this.#fold && timeBoundsOf(conditions)
      const fold = this.#fold && boundsMs && { ...this.#fold, boundsMs }
      this.#missing.set(key, { table, logSource: known.logSource, narrowing, fold })
    }
    return []
  }

  #fieldsOfRead(key: string): readonly string[] {
    const tables = [...this.#readsOf].flatMap(([table, keys]) => (keys.has(key) ? [table] : []))
    return [...new Set(tables.flatMap((table) => [...(this.#fieldsOf.get(table) ?? [])]))]
  }

  /** False when the query now uses more fields than were fetched: the events are then fetched again. */
  #isEnough(key: string): boolean {
    const held = this.#held.get(key)
    if (!held || held.places === null) return held !== undefined
    return !this.isWhole && this.#fieldsOfRead(key).every((field) => held.places?.has(field))
  }

  /** Tables of one log share the events that were read. */
  #rowsOf(table: string, key: string): readonly Row[] {
    const name = `${table} ${key}`
    const known = this.#rows.get(name)
    if (known) return known
    const held = this.#held.get(key)
    if (!held) return []
    const rows = held.events.flatMap((event) => (isOfTable(table, event.named) ? [{ event, held }] : []))
    this.#rows.set(name, rows)
    return rows
  }

  *#allRows(table: string): Iterable<Row> {
    for (const key of this.#readsOf.get(table) ?? []) yield* this.#rowsOf(table, key)
  }

  #valueOf({ event, held }: Row, column: string, known: KqlTable): unknown {
    if (isTimeColumn(column)) return new Date(event.timeMs)
    const field = fieldOfColumn(known, column)
    if (event.whole) return this.#readField(event.whole, field)
    return event.values[held.places?.get(field) ?? -1] ?? null
  }

  /** A column exists when the query names it and the schema has it, or when one of the events has it. */
  #typeOf(table: string, known: KqlTable, column: string): 'datetime' | 'dynamic' | null {
    if (isTimeColumn(column)) return 'datetime'
    added(this.#fieldsOf, table, fieldOfColumn(known, column))
    const name = `${table} ${column}`
    const has = this.#has.get(name) ?? (Object.hasOwn(known.columns, column) || this.#mayHave(table, known, column))
    this.#has.set(name, has)
    return has ? 'dynamic' : null
  }

  /** True while the table, or that column of it, was not read yet, so nothing is known about it. */
  #mayHave(table: string, known: KqlTable, column: string): boolean {
    const keys = [...(this.#readsOf.get(table) ?? [])]
    if (keys.length === 0 || !keys.every((key) => this.#isEnough(key))) return true
    return this.#isFound(table, known, column)
  }

  #isFound(table: string, known: KqlTable, column: string): boolean {
    for (const row of this.#allRows(table)) if (this.#valueOf(row, column, known) !== null) return true
    return false
  }

  /** The time, then columns of the schema, then members of events in the order of their appearance. */
  #allColumns(table: string, known: KqlTable): readonly Column[] {
    const found = this.#columns.get(table)
    if (found) return found
    const named = Object.keys(known.columns).filter((name) => this.#isFound(table, known, name))
    const names = new Set([TIME_COLUMN.name, ...named])
    for (const { event } of this.#allRows(table)) {
      for (const name of Object.keys(event.whole?.record ?? {})) {
        if (names.size < KQL_HUNT_LIMITS.columnsShown || names.has(name)) names.add(name)
        else this.cut.add(table)
      }
    }
    const all = [...names].map((name): Column => ({ name, type: isTimeColumn(name) ? 'datetime' : 'dynamic' }))
    this.#columns.set(table, all)
    return all
  }
}

/** Yields each event as often as it was counted: the first at its own time, the others at the time of the last. */
function* eachOf(rows: readonly Row[]): Iterable<Row> {
  for (const row of rows) {
    yield row
    const { alike } = row.event
    if (alike === undefined) continue
    const last = { ...row, event: { ...row.event, timeMs: alike.lastMs } }
    for (let more = 1; more < alike.count; more++) yield last
  }
}

function added(sets: Map<string, Set<string>>, name: string, value: string): void {
  const known = sets.get(name)
  if (known) known.add(value)
  else sets.set(name, new Set([value]))
}
