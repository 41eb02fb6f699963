import { ScimFault } from './fault.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
/** Under the names of a schema only, never under names that were sent. */
export type Document = { [name: string]: Json }

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws `invalidSyntax` unless the value is an object. */
export function objectOf(value: unknown, what: string): { readonly [name: string]: unknown } {
  if (!isObject(value)) throw new ScimFault('invalidSyntax', `${what} is an object`)
  return value
}

/** A member by its name in any case (RFC 7643, section 2.1). */
export function memberOf(object: { readonly [name: string]: unknown }, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name]
  const folded = name.toLowerCase()
  const found = Object.keys(object).find((key) => key.toLowerCase() === folded)
  return found === undefined ? undefined : object[found]
}

/** Characters that Postgres does not keep: U+0000, and half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** A text that is no UUID is the id of nothing here, and no column of ids takes it. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Shortens a value for an error message. */
export function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
