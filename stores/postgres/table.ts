/**
 * Declares an entity once: its columns give the list for SELECT and RETURNING, the parser of a row, the row's type, and
 * the schema of the API. SQL stays written by hand.
 */
import { type TSchema, type TUnsafe, Type } from 'typebox'
import { assert } from '../../platform/assert.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { camelCase, type InCamelCase } from '../../schemas/to-wire.ts'
import { named, nullable, oneOf } from '../../schemas/wire.ts'
import type { Row } from './columns.ts'
import * as read from './columns.ts'

export type Column<T, S extends TSchema | null = TSchema> = {
  readonly read: (row: Row, name: string) => T
  /** Schema of the value on the wire, where a time is text. Null for a column that is not shown. */
  readonly schema: S
  /** The column's name in the table when it differs; null for a derived column without one. */
  readonly source?: string | null
}

type Described = { readonly description?: string }
type Bounded = Described & { readonly minimum?: number; readonly maximum?: number }

/** Kinds of columns. `description` explains a value whose name is not enough. */
export const column = {
  text: (described: Described = {}): Column<string> => ({ read: read.text, schema: Type.String(described) }),
  tenant: (): Column<TenantId> => {
    return { read: (row, name) => tenantId(read.text(row, name)), schema: Type.Unsafe<TenantId>(Type.String()) }
  },
  uuid: (described: Described = {}): Column<string> => {
    return { read: read.text, schema: Type.String({ format: 'uuid', ...described }) }
  },
  time: (described: Described = {}): Column<Date> => {
    return { read: read.time, schema: Type.String({ format: 'date-time', ...described }) }
  },
  int: (described: Bounded = {}): Column<number> => ({ read: read.int, schema: Type.Integer(described) }),
  /** `numeric` and other numbers that the driver returns as text. */
  numeric: (described: Bounded = {}): Column<number> => {
    return { read: (row, name) => Number(row[name]), schema: Type.Number(described) }
  },
  number: (described: Bounded = {}): Column<number> => ({ read: number, schema: Type.Number(described) }),
  bool: (described: Described = {}): Column<boolean> => {
    return { read: (row, name) => row[name] === true, schema: Type.Boolean(described) }
  },
  /** One of `words`, which a CHECK constraint of the table enforces. */
  word: <const W extends string>(words: readonly W[], described: Described = {}): Column<W> => ({
    read(row, name) {
      const value = read.text(row, name)
      const found = words.find((word) => word === value)
      assert(found !== undefined, `column ${name} holds one of its words`)
      return found
    },
    schema: oneOf(words, described),
  }),
  texts: (described: Described = {}): Column<readonly string[]> => ({
    read(row, name) {
      const value = row[name]
      assert(Array.isArray(value), `column ${name} holds a list`)
      return value as string[]
    },
    schema: Type.Array(Type.String(), described),
  }),
  /** Bytes, which have no form on the wire: use with `hidden`. */
  bytes: (): Column<Buffer> => ({ read: read.bytes, schema: Type.String() }),
  /** JSON or a word that the context wrote itself, in the shape of `schema`; without one for a column that is not shown. */
  json: <T>(schema: TSchema = Type.Unknown()): Column<T> => ({ read: (row, name) => row[name] as T, schema }),
  orNull: <T>(of: Column<T>): Column<T | null> => ({
    ...of,
    read: (row, name) => read.orNull(of.read, row, name),
    schema: nullable(of.schema),
  }),
  /** A column whose name in the table differs from that in rows and the API. */
  from: <T, S extends TSchema | null>(source: string, of: Column<T, S>): Column<T, S> => ({ ...of, source }),
  /** Computed from other columns of the row, by their names in the row. */
  derived: <T>(schema: TSchema, of: (row: Row) => T): Column<T> => ({ read: of, schema, source: null }),
  /** Read, but never shown. */
  hidden: <T>(of: Column<T>): Column<T, null> => ({ ...of, schema: null }),
} as const

function number(row: Row, name: string): number {
  const value = row[name]
  assert(typeof value === 'number', `column ${name} holds a number`)
  return value
}

type Columns = Readonly<Record<string, Column<unknown, TSchema | null>>>
type ValueOf<C> = C extends Column<infer T, TSchema | null> ? T : never
type RowOfColumns<C extends Columns> = { readonly [K in keyof C]: ValueOf<C[K]> }
type ShownOfColumns<C extends Columns> = {
  readonly [K in keyof C as C[K]['schema'] extends null ? never : K]: ValueOf<C[K]>
}

export type Table<C extends Columns> = {
  /** For SELECT and RETURNING: `id, name, test_id AS atomic_test_id`. */
  readonly columns: string
  /** The same with an alias: `h.id, h.name, h.test_id AS atomic_test_id`. */
  readonly of: (alias: string) => string
  readonly read: (row: Row) => RowOfColumns<C>
  /** Schema of the columns that are shown, under the name of the entity. */
  readonly schema: TUnsafe<ShownOfColumns<C>>
  /** The same member by member, for a view that has more members than the row: `Type.Object({ ...HUNTS.members, … })`. */
  readonly members: { readonly [K in keyof ShownOfColumns<C>]: TUnsafe<ShownOfColumns<C>[K]> }
}

/** Type of a row: `RowOf<typeof LEGAL_HOLDS>`. */
export type RowOf<T> = T extends { readonly read: (row: Row) => infer R } ? R : never

export type CamelCaseTable<C extends Columns> = Omit<Table<C>, 'read'> & {
  readonly read: (row: Row) => InCamelCase<RowOfColumns<C>>
}

/** The same for a context whose rows use camel case (`windowHours`); columns and the wire keep snake case. */
export function tableInCamelCase<const C extends Columns>(name: string, columns: C): CamelCaseTable<C> {
  const members = Object.entries(columns).map(([key, { read: of }]) => [key, camelCase(key), of] as const)
  return { ...table(name, columns), read: readerOf<InCamelCase<RowOfColumns<C>>>(members) }
}

type Members = readonly (readonly [key: string, member: string, read: Column<unknown>['read']])[]

/** A loop instead of `Object.fromEntries`: a page has up to 500 rows. */
function readerOf<T>(members: Members): (row: Row) => T {
  return (row) => {
    const found: Record<string, unknown> = {}
    for (const [key, member, of] of members) found[member] = of(row, key)
    return found as T
  }
}

/** `name` is that of the entity in the OpenAPI document, such as `LegalHold`. */
export function table<const C extends Columns>(name: string, columns: C): Table<C> {
  const entries = Object.entries(columns)
  const stored = entries.flatMap(([key, { source = key }]) => (source === null ? [] : [{ key, source }]))
  const shown = entries.flatMap(([key, { schema }]) => (schema === null ? [] : [[key, schema] as const]))
  const members = Object.fromEntries(shown) as Table<C>['members']
  const listOf = (prefix: string) =>
    stored.map(({ key, source }) => `${prefix}${source}${source === key ? '' : ` AS ${key}`}`).join(', ')
  return {
    columns: listOf(''),
    of: (alias) => listOf(`${alias}.`),
    read: readerOf(entries.map(([key, { read: of }]) => [key, key, of])),
    schema: named(name, Type.Unsafe<ShownOfColumns<C>>(Type.Object(members))),
    members,
  }
}
