/**
 * The tables of one query over the lake. Reading one that is not here gives no rows and is remembered: whoever runs the
 * query fetches what it asked for and runs it again.
 */

import { isOfTable } from '../../detections/kql/own-table.ts'
import { type Narrowing, narrowingOf } from '../../detections/kql/run/narrow.ts'
import type { Condition, Database, KqlSource } from '../../detections/kql/run/scope.ts'
import { eventReader, isTimeColumn, TIME_COLUMN } from '../../detections/kql/run/source.ts'
import type { Column } from '../../detections/kql/run/value.ts'
import { KQL_TABLES, type KqlTable } from '../../detections/kql/tables.ts'
import type { LogSource } from '../../detections/plan/plan.ts'
import type { MatchEvent } from '../../schemas/event-view.ts'
import { KQL_HUNT_LIMITS } from './limits.ts'

/** Events of one log source, as the conditions behind a table narrow them. */
export type Read = {
  /** The first table that asked for it. */
  readonly table: string
  readonly logSource: LogSource
  readonly narrowing: Narrowing
}

type Reader = ReturnType<typeof eventReader>

export class LakeTables implements Database {
  readonly names: readonly string[] = Object.keys(KQL_TABLES)
  /** Tables show all columns that their events are known to have, and not only those that the query names. */
  isWhole = false
  readonly #held = new Map<string, readonly MatchEvent[]>()
  readonly #own = new Map<string, readonly MatchEvent[]>()
  readonly #missing = new Map<string, Read>()
  /** What was read of a table. */
  readonly #readsOf = new Map<string, Set<string>>()
  readonly #readers = new Map<string, Reader>()
  /** Whether an event of a table has a column, until more events are known. */
  readonly #has = new Map<string, boolean>()
  readonly #columns = new Map<string, readonly Column[]>()
  /** Tables with more columns than are shown. */
  readonly cut = new Set<string>()

  table(name: string): KqlSource | null {
    const known = Object.hasOwn(KQL_TABLES, name) ? KQL_TABLES[name] : undefined
    if (!known) return null
    const read = this.#readerOf(name)
    return {
      columns: this.isWhole ? this.#allColumns(name, known) : [TIME_COLUMN],
      open: true,
      typeOf: (column) => (isTimeColumn(column) ? 'datetime' : this.#hasColumn(name, known, column) ? 'dynamic' : null),
      records: [],
      recordsFor: (conditions) => this.#read(name, known, conditions),
      read: read as KqlSource['read'],
    }
  }

  /** By the names that `put` takes; none of them is missing any more. */
  takeMissing(): readonly (readonly [key: string, read: Read])[] {
    const missing = [...this.#missing]
    this.#missing.clear()
    return missing
  }

  put(key: string, events: readonly MatchEvent[]): void {
    this.#held.set(key, events)
    this.#own.clear()
    this.#has.clear()
    this.#columns.clear()
  }

  #read(table: string, known: KqlTable, conditions: readonly Condition[]): readonly MatchEvent[] {
    const narrowing = narrowingOf(conditions, known)
    const key = JSON.stringify([known.logSource, narrowing])
    const reads = this.#readsOf.get(table) ?? new Set()
    this.#readsOf.set(table, reads.add(key))
    if (this.#held.has(key)) return this.#ownEvents(table, key)
    if (!this.#missing.has(key)) this.#missing.set(key, { table, logSource: known.logSource, narrowing })
    return []
  }

  #readerOf(table: string): Reader {
    const known = this.#readers.get(table)
    if (known) return known
    const reader = eventReader(table)
    this.#readers.set(table, reader)
    return reader
  }

  *#eventsOf(table: string): Iterable<MatchEvent> {
    for (const key of this.#readsOf.get(table) ?? []) yield* this.#ownEvents(table, key)
  }

  /** Tables of one log share what was read of it. */
  #ownEvents(table: string, key: string): readonly MatchEvent[] {
    const name = `${table} ${key}`
    const known = this.#own.get(name)
    if (known) return known
    const own = (this.#held.get(key) ?? []).filter(({ record }) => isOfTable(table, record))
    this.#own.set(name, own)
    return own
  }

  /** A table has the columns of its schema that are named here, and those that one of its events has. */
  #hasColumn(table: string, { columns }: KqlTable, column: string): boolean {
    if (Object.hasOwn(columns, column)) return true
    const name = `${table} ${column}`
    const known = this.#has.get(name)
    if (known !== undefined) return known
    const has = this.#isUnread(table) || this.#isFound(table, column)
    this.#has.set(name, has)
    return has
  }

  #isUnread(table: string): boolean {
    return ![...(this.#readsOf.get(table) ?? [])].some((key) => this.#held.has(key))
  }

  #isFound(table: string, column: string): boolean {
    const read = this.#readerOf(table)
    for (const event of this.#eventsOf(table)) if (read(event, column) !== null) return true
    return false
  }

  /** The time, then what the schema names, then members of the events in the order in which they are met. */
  #allColumns(table: string, { columns }: KqlTable): readonly Column[] {
    const known = this.#columns.get(table)
    if (known) return known
    const names = new Set([TIME_COLUMN.name, ...Object.keys(columns).filter((name) => this.#isFound(table, name))])
    for (const { record } of this.#eventsOf(table)) {
      for (const name of Object.keys(record)) {
        if (names.size < KQL_HUNT_LIMITS.columnsShown || names.has(name)) names.add(name)
        else this.cut.add(table)
      }
    }
    const all = [...names].map((name): Column => ({ name, type: isTimeColumn(name) ? 'datetime' : 'dynamic' }))
    this.#columns.set(table, all)
    return all
  }
}
