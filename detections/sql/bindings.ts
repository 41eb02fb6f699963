/**
 * Columns for the values that conditions test, so that a field is read once however often it is tested. They are layers
 * of one derived table, because the engine parses and computes a repeated expression twice.
 */
import type { FieldPath, FieldView } from '../../schemas/event-view.ts'
import { allLeavesSql, firstLeavesSql, jsonAtSql, leavesSql } from './leaves.ts'
import { READABLE } from './readable.ts'
import { decimalSql, FOLD_CONSTANT, foldConstants, foldSql, textNumberSql } from './text.ts'

const HAS_TEXT = `substring(x, 1, 1) IN ('s', 'n', 'b')`

/**
 * Layers of the nested statement: values at a path, their leaves, leaves of fields with several locations, their texts
 * and numbers, folded texts.
 */
const [PATHS, PLACES, FIELDS, TEXTS, FOLDED] = [0, 1, 2, 3, 4] as const
type Layer = typeof PATHS | typeof PLACES | typeof FIELDS | typeof TEXTS | typeof FOLDED

/** Columns of `events` that conditions may mention. */
const EVENT_COLUMNS = [
  ...['raw', 'mapping', 'source_format', 'event_code', 'class_uid', 'activity_id', 'status_id'],
] as const

/**
 * Columns that several conditions may share. A column may only refer to columns of lower layers, never of its own: the
 * engine would insert a copy of the other there, and copies of copies.
 */
export class Bindings {
  readonly #layers: readonly Map<string, string>[] = [PATHS, PLACES, FIELDS, TEXTS, FOLDED].map(() => new Map())
  #count = 0

  /**
   * A FROM clause: the rows of `events` that `choice` takes (the text after FROM events, over its own columns), with
   * the columns that the conditions mention and `columns`.
   */
  table(columns: readonly string[], choice: string): string {
    const kept = new Set<string>([...columns, ...EVENT_COLUMNS])
    let from = `events ${choice}`
    for (const layer of this.#layers) {
      if (layer.size === 0) continue
      const made = [...layer].map(([sql, name]) => `${sql} AS ${name}`)
      const constants = made.some((sql) => sql.includes(FOLD_CONSTANT)) ? `WITH ${foldConstants().join(', ')} ` : ''
      from = `(${constants}SELECT ${[...kept, ...made].join(', ')} FROM ${from})`
      for (const name of layer.values()) kept.add(name)
    }
    return from
  }

  /**
   * True when SQL can judge an event by these leaves: the engine reads the text as the matcher does, and no array in it
   * is too deep.
   */
  readable(leaves: Iterable<string>): string {
    const deep = [...leaves].sort().map((one) => `NOT has(${one}, 'd')`)
    return this.#named(TEXTS, [this.json(), ...deep].join(' AND '))
  }

  /** True when the engine parses the text as JavaScript does. */
  json(): string {
    return this.#named(PATHS, READABLE)
  }

  /** A condition over columns of `events`, and over `computed` expressions, shared by many rules. */
  rows(condition: string): string {
    return condition === '1' || condition === '0' ? condition : this.#named(FOLDED, `toUInt8(${condition})`)
  }

  /** The JSON text at a path, '' when nothing is there. Arrays on the path are not expanded. */
  jsonAt(path: readonly string[]): string {
    return this.#named(PATHS, jsonAtSql(path))
  }

  /** An expression that is computed from leaves; it may fold texts. */
  computed(sql: string): string {
    return this.#named(TEXTS, sql)
  }

  /** Leaves of a field, as `leaves.ts` writes them. */
  leaves(view: FieldView, field: string): string {
    const places = view.paths(field).map((place) => this.#place(place))
    return places[0] !== undefined && places.length === 1 ? places[0] : this.#named(FIELDS, firstLeavesSql(places))
  }

  everyLeaf(): string {
    return this.#named(PLACES, allLeavesSql())
  }

  /** Texts of the leaves; leaves without a text are left out. */
  texts(leaves: string): string {
    return this.#named(TEXTS, `arrayMap(x -> substring(x, 2), arrayFilter(x -> ${HAS_TEXT}, ${leaves}))`)
  }

  folded(leaves: string): string {
    return this.#named(FOLDED, `arrayMap(x -> ${foldSql('x')}, ${this.texts(leaves)})`)
  }

  /** Only leaves that were strings: an address is never a number. */
  strings(leaves: string): string {
    return this.#named(TEXTS, `arrayMap(x -> substring(x, 2), arrayFilter(x -> startsWith(x, 's'), ${leaves}))`)
  }

  /** Numbers, and strings that are decimal numbers. NULL for all other leaves. */
  numbers(leaves: string): string {
    const kinds = `arrayFilter(x -> substring(x, 1, 1) IN ('s', 'n'), ${leaves})`
    return this.#named(TEXTS, `arrayMap(x -> ${textNumberSql('substring(x, 2)')}, ${kinds})`)
  }

  /** Like `numbers`, as decimal texts; '' for all other leaves. */
  decimals(leaves: string): string {
    const kinds = `arrayFilter(x -> substring(x, 1, 1) IN ('s', 'n'), ${leaves})`
    return this.#named(TEXTS, `arrayMap(x -> ${decimalSql('substring(x, 2)')}, ${kinds})`)
  }

  #place(place: FieldPath): string {
    return this.#named(PLACES, leavesSql(place, place.constant ? '' : this.jsonAt(place.path)))
  }

  #named(at: Layer, sql: string): string {
    const layer = this.#layers[at] as Map<string, string>
    let name = layer.get(sql)
    if (name === undefined) layer.set(sql, (name = `svc_${this.#count++}`))
    return name
  }
}
