/**
 * fast-check arbitraries for values that a JSON schema of the OpenAPI document accepts, as far as its keywords describe
 * them.
 */
import fc from 'fast-check'

type Schema = { readonly [keyword: string]: unknown }

/** Longer values say nothing that these do not, and cost time. */
const ITEMS_MAX = 4
const TEXT_MAX = 40
const NAMES: readonly string[] = ['a', 'theme', '1', 'Ärger', 'a.b']
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  'date-time': fc.constantFrom('2026-01-31T08:00:00Z', '2026-01-31T08:00:00.123456+14:00', '1999-12-31T23:59:60Z'),
}

/** Values that a schema cannot describe, so that some of the requests get through to the work behind it. */
export type Known = {
  /** Ids of existing objects, used for schemas of UUIDs. */
  readonly ids: readonly string[]
  /** Good values of members by their name. */
  readonly members: Readonly<Record<string, readonly unknown[]>>
}

export function valuesOf(schema: unknown, known: Known): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, enum: words, const: only, type } = schema as Schema
  const among = (anyOf ?? oneOf) as readonly unknown[] | undefined
  if (among !== undefined) return fc.oneof(...among.map((one) => valuesOf(one, known)))
  if (Array.isArray(words)) return fc.constantFrom(...words)
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...(schema as Schema), type: one }, known)))
  return ofType(schema as Schema, known)
}

function ofType(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return texts(schema, known)
    case 'integer':
      return fc.integer({ min: number(schema.minimum, -1e9), max: number(schema.maximum, 1e9) })
    case 'number':
      return fc.double({ min: number(schema.minimum, -1e9), max: number(schema.maximum, 1e9), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return lists(schema, known)
    case 'object':
      return objects(schema, known)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function texts({ format, pattern, minLength, maxLength }: Schema, known: Known): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.constantFrom(...known.ids)
  const formatted = FORMATS[String(format)]
  if (formatted !== undefined) return formatted
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  const least = number(minLength, 0)
  return fc.string({
    unit: 'grapheme',
    minLength: least,
    maxLength: Math.min(number(maxLength, 1e9), least + TEXT_MAX),
  })
}

function lists({ items, minItems, maxItems, uniqueItems }: Schema, known: Known): fc.Arbitrary<unknown[]> {
  const minLength = number(minItems, 0)
  const size = { minLength, maxLength: Math.min(number(maxItems, 1e9), minLength + ITEMS_MAX) }
  const item = valuesOf(items ?? {}, known)
  return uniqueItems === true
    ? fc.uniqueArray(item, { ...size, selector: (value) => JSON.stringify(value) })
    : fc.array(item, size)
}

function objects(schema: Schema, known: Known): fc.Arbitrary<object> {
  const { properties = {}, patternProperties = {}, required = [] } = schema
  const members = Object.entries(properties as Readonly<Record<string, Schema>>).filter(
    ([, { not }]) => not === undefined,
  )
  const named = Object.fromEntries(members.map(([name, member]) => [name, memberOf(name, member, known)]))
  const closed = fc.record(named, { requiredKeys: required as never[] })
  const [others] = Object.values(patternProperties as Schema)
  const free = others ?? (schema.additionalProperties === false ? undefined : {})
  if (free === undefined) return closed
  const more = fc.dictionary(fc.constantFrom(...NAMES), valuesOf(free, known), { maxKeys: 3 })
  return fc.tuple(more, closed).map(([some, rest]) => ({ ...some, ...rest }))
}

/** Values of a member or a parameter with this name. */
export function memberOf(name: string, schema: unknown, known: Known): fc.Arbitrary<unknown> {
  const values = valuesOf(schema, known)
  const good = known.members[name]
  return good === undefined ? values : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...good) }, values)
}

function number(bound: unknown, otherwise: number): number {
  return typeof bound === 'number' ? bound : otherwise
}
