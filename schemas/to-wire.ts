/**
 * Converts a value to its schema's form: times become text (RFC 3339), members that the schema lacks are left out, and
 * a member that the wire spells `window_hours` may be spelt `windowHours`, as in older contexts.
 */
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'

type CamelCase<S> = S extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<CamelCase<Rest>>}` : S

/** Values that `toWire` turns into `T`: with times as Date, with more members, and in either spelling, as a whole. */
export type Shown<T> = unknown extends T
  ? T
  : T extends string
    ? T | Date
    : T extends Date
      ? T
      : T extends readonly (infer E)[]
        ? readonly Shown<E>[]
        : T extends object
          ? { readonly [K in keyof T]: Shown<T[K]> } | { readonly [K in keyof T as CamelCase<K>]: Shown<T[K]> }
          : T

export type InCamelCase<T> = { readonly [K in keyof T as CamelCase<K>]: T[K] }

/**
 * Renames received members to the spelling of contexts: `window_hours` becomes `windowHours`. Values stay unchanged.
 */
export function camelMembers<T extends object>(sent: T): InCamelCase<T> {
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [camelCase(key), value])) as InCamelCase<T>
}

type Schema = {
  readonly type?: unknown
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly additionalProperties?: unknown
  readonly patternProperties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
}

export function toWire(schema: TSchema, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, properties, items, patternProperties } = schema as Schema
  if (anyOf !== undefined) return toWire(branchOf(anyOf, value), value)
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => toWire(items, item))
  if (properties === undefined) {
    const [of] = Object.values(patternProperties ?? {})
    return of === undefined ? value : mapped(value, () => of)
  }
  const shown: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(properties)) {
    const member = memberOf(value as Readonly<Record<string, unknown>>, key)
    if (member !== undefined) shown[key] = toWire(schema, member)
  }
  return shown
}

function memberOf(value: Readonly<Record<string, unknown>>, key: string): unknown {
  const name = Object.hasOwn(value, key) ? key : camelCase(key)
  return Object.hasOwn(value, name) ? value[name] : undefined
}

const camelCases = new Map<string, string>()

/** Cached by key: there are as many as schemas have members. */
export function camelCase(key: string): string {
  const known = camelCases.get(key)
  if (known !== undefined) return known
  const camel = key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelCases.set(key, camel)
  return camel
}

function mapped(value: object, schemaOf: (key: string) => TSchema | undefined): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    const schema = schemaOf(key)
    if (schema !== undefined && member !== undefined) shown[key] = toWire(schema, member)
  }
  return shown
}

/** The union branch that the converted value fits; a single branch that is not null needs no check. */
function branchOf(branches: readonly TSchema[], value: object): TSchema {
  const [first, ...others] = branches.filter((branch) => (branch as Schema).type !== 'null')
  if (first === undefined) return {}
  if (others.length === 0) return first
  return [first, ...others].find((branch) => Check(branch, toWire(branch, value))) ?? first
}
