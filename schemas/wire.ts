/**
 * Building blocks for schemas of requests and answers: operations, entities, REST. `named` gives a schema a name that
 * clients see.
 */
import { type TProperties, type TSchema, Type } from 'typebox'

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const uuid = Type.String({ format: 'uuid' })
export const time = Type.String({ format: 'date-time' })
/** Makes a schema refuse members that it does not list. */
export const closed = { additionalProperties: false }

/** Text without U+0000, which Postgres cannot store. */
export function plainText(maxLength: number, minLength = 1) {
  return Type.String({ minLength, maxLength, pattern: '^[^\\u0000]*$' })
}

export function oneOf<T extends string>(words: readonly T[], options: { readonly description?: string } = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...words], ...options })
}

const NAME = /^[A-Z][A-Za-z0-9]*$/

/**
 * Names a newly made schema by its `title`, which in JSON Schema does not constrain the value. The OpenAPI document
 * then contains it once, under `components/schemas`.
 */
export function named<T extends TSchema>(name: string, schema: T): T {
  const { title } = schema as { title?: string }
  if (!NAME.test(name)) throw new Error(`${name} is no name of a schema: letters and digits, the first one capital`)
  if (title !== undefined && title !== name) throw new Error(`the schema ${title} cannot be named ${name} as well`)
  return Object.assign(schema, { title: name })
}

/** A request body with its name in the OpenAPI document; members that it does not list are refused. */
export function sent<P extends TProperties>(name: string, members: P, options: { minProperties?: number } = {}) {
  return named(name, Type.Object(members, { ...closed, ...options }))
}

export function nameOf(schema: TSchema): string | undefined {
  return (schema as { title?: string }).title
}

export const LIMIT_DEFAULT = 50
/** @bound items in a page of the API = {LIMIT_DEFAULT} by default, {} at most -> 422 */
export const LIMIT_MAX = 500

/** Query parameters of every list. */
export const pageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
}

/** Query parameters of a page with filters, for a list that its operation pages itself. */
export function pageQueryOf<P extends TProperties>(filters: P) {
  return Type.Object({ ...pageQuery, ...filters }, closed)
}

/** A page of a named schema is named too: `UserPage`, unless another name is given. */
export function pageOf<T extends TSchema>(item: T, name = nameOf(item) && `${nameOf(item)}Page`) {
  const schema = Type.Object({ items: Type.Array(item), next_cursor: Type.Optional(Type.String()) })
  return name === undefined ? schema : named(name, schema)
}
