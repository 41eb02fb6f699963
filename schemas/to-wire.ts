/** Makes of a value what its schema shows: times become text (RFC 3339), members that the schema lacks are left out. */
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'

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
  return mapped(value, (key) => (Object.hasOwn(properties, key) ? properties[key] : undefined))
}

function mapped(value: object, schemaOf: (key: string) => TSchema | undefined): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    const schema = schemaOf(key)
    if (schema !== undefined && member !== undefined) shown[key] = toWire(schema, member)
  }
  return shown
}

/** The branch that the value fits once it is made; the only one that is no null needs no trial. */
function branchOf(branches: readonly TSchema[], value: object): TSchema {
  const [first, ...others] = branches.filter((branch) => (branch as Schema).type !== 'null')
  if (first === undefined) return {}
  if (others.length === 0) return first
  return [first, ...others].find((branch) => Check(branch, toWire(branch, value))) ?? first
}
