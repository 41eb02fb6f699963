/** Turns the values of a form into a request: blank fields are left out, and a change has only the changed fields. */
import type { FieldSchema } from 'virtual:requests'
import { UUIDS } from './uuid.ts'

export type Values = Readonly<Record<string, unknown>>

export type FieldKind =
  | 'text'
  | 'long'
  | 'secret'
  | 'number'
  | 'switch'
  | 'one'
  | 'some'
  | 'words'
  | 'numbers'
  | 'pairs'
  | 'rows'
  | 'object'
  | 'json'
  | 'moment'
  | 'date'
  | 'clock'

const LONG_TEXT = 300
/** Shown on one line, whatever the maximum length. */
const ONE_LINE = /(?:^|_)(?:url|link|issuer|id|claim|name|email)$/
const SECRET = /^(password|client_secret|secret|api_key|hmac_secret)$/

/** The schema of a nullable value without null. */
export function present(schema: FieldSchema): FieldSchema {
  if (schema.anyOf === undefined) return schema
  const others = schema.anyOf.filter(({ type }) => type !== 'null')
  if (others.length > 0 && others.every((one) => one.const !== undefined))
    return { type: 'string', enum: others.map((one) => one.const as string), description: schema.description }
  const [first = {}] = others
  return { ...first, description: schema.description ?? first.description }
}

export const mayBeNull = (schema: FieldSchema): boolean => schema.anyOf?.some(({ type }) => type === 'null') ?? false

export function kindOf(name: string, schema: FieldSchema): FieldKind {
  if (schema.enum) return 'one'
  switch (schema.type) {
    case 'boolean':
      return 'switch'
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return kindOfList(schema.items ?? {})
    case 'object':
      return kindOfObject(schema)
    case 'string':
      return kindOfText(name, schema)
    default:
      return 'json'
  }
}

function kindOfList(items: FieldSchema): FieldKind {
  if (items.enum) return 'some'
  if (items.type === 'string') return 'words'
  if (items.type === 'integer' || items.type === 'number') return 'numbers'
  return items.properties ? 'rows' : 'json'
}

function kindOfObject({ properties, additionalProperties }: FieldSchema): FieldKind {
  if (properties && Object.keys(properties).length > 0) return 'object'
  return typeof additionalProperties === 'object' && additionalProperties.type === 'string' ? 'pairs' : 'json'
}

function kindOfText(name: string, { format, pattern = '', maxLength = 0 }: FieldSchema): FieldKind {
  if (SECRET.test(name)) return 'secret'
  if (format === 'date-time') return 'moment'
  if (pattern.startsWith('^[0-9]{4}-')) return 'date'
  if (pattern.startsWith('^([01][0-9]')) return 'clock'
  return maxLength > LONG_TEXT && !ONE_LINE.test(name) ? 'long' : 'text'
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The body of a request. `before` has the current fields of a change, which then has only the differences. An emptied
 * field is null if the schema allows null, otherwise its empty value. Throws for invalid JSON.
 */
export function bodyFrom(schema: FieldSchema, values: Values, before?: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const value = sent(name, present(member), values[name])
    if (before !== undefined && same(value, before[name])) continue
    const isRequired = schema.required?.includes(name) ?? false
    if (!isBlank(value) || (isRequired && value !== undefined)) body[name] = value
    else if (before !== undefined && !isBlank(before[name])) body[name] = mayBeNull(member) ? null : (value ?? '')
  }
  return body
}

/**
 * The body of an operation's form. A PUT replaces the whole entity, so untouched fields are sent unchanged: a field
 * that is left out would be lost.
 */
export function bodyOf(operation: string, schema: FieldSchema, values: Values, before?: Values) {
  const changed = bodyFrom(schema, values, before)
  if (before === undefined || !operation.startsWith('PUT ')) return changed
  const names = Object.keys(schema.properties ?? {}).filter((name) => before[name] !== undefined)
  return { ...Object.fromEntries(names.map((name) => [name, before[name]])), ...changed }
}

function sent(name: string, schema: FieldSchema, value: unknown): unknown {
  switch (kindOf(name, schema)) {
    case 'number':
      return value === '' || value === undefined || value === null ? undefined : Number(value)
    case 'numbers':
      return Array.isArray(value) ? value.map(Number) : value
    case 'moment':
      return typeof value === 'string' && value !== '' ? new Date(value).toISOString() : value
    case 'json':
      return typeof value === 'string' ? parsed(name, value) : value
    case 'object':
      return value === undefined ? undefined : bodyFrom(schema, value as Values)
    case 'rows':
      return Array.isArray(value) ? value.map((row) => bodyFrom(schema.items ?? {}, row as Values)) : value
    case 'text':
    case 'long':
      return typeof value === 'string' ? (idIn(schema, value) ?? value.trim()) : value
    default:
      return value
  }
}

/** The id in the pasted address of a page, for fields that hold an id. */
function idIn({ format }: FieldSchema, text: string): string | undefined {
  return format === 'uuid' ? text.match(UUIDS)?.[0] : undefined
}

function parsed(name: string, text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${name} is not valid JSON`)
  }
}

/** An API time as the browser's input shows it: local, to the minute. */
export function localMoment(at: unknown): string {
  if (typeof at !== 'string' || at === '') return ''
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
