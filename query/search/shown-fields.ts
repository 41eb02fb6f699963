/** Reads fields of an event for a page. */
import { AppError } from '../../platform/errors.ts'
import { addressText, valueSql } from './compile.ts'
import {
  type ColumnField,
  type Field,
  fieldOf,
  OTHER_ADDRESSES,
  type PathField,
  type Step,
  suggestion,
} from './fields.ts'
import { SEARCH_LIMITS } from './limits.ts'
import { severityName } from './severity.ts'

/** The whole event, which can be shown but not searched. */
const WHOLE = 'ocsf'
const WHOLE_BYTES_MAX = 65_536

export const DEFAULT_FIELDS: readonly string[] = [
  ...['time', 'source', 'class_uid', 'severity', 'host', 'user', 'process_name', 'src_ip', 'dst_ip', 'message'],
]

export type ShownField = {
  readonly name: string
  readonly sql: string
  /** Parses the engine's text. A `Cut` when the value is longer than a page shows. */
  value(text: string): unknown
}

/** A value that is longer than a page shows: the beginning of a text, null for anything else. */
export class Cut {
  readonly beginning: string | null

  constructor(beginning: string | null = null) {
    this.beginning = beginning
  }
}

export type Put = (value: string) => string

/** Throws `bad_request` for an unknown name. */
export function shownFields(names: readonly string[], put: Put): readonly ShownField[] {
  return names.map((name) => {
    if (name === WHOLE) return wholeEvent()
    const field = fieldOf(name)
    if (field === null) throw new AppError('bad_request', `there is no field ${name}${suggestion(name)}`)
    return field.kind === 'path' ? shownPath(field, put) : shownColumn(field)
  })
}

function wholeEvent(): ShownField {
  const sql = `if(length(ocsf) > ${WHOLE_BYTES_MAX}, '', ocsf)`
  return { name: WHOLE, sql, value: (text) => (text === '' ? new Cut() : JSON.parse(text)) }
}

function shownColumn(field: ColumnField): ShownField {
  const { name, kind } = field
  if (kind === 'ip' && field.sql.length > 1) {
    const parts = field.sql.map((one) =>
      one === OTHER_ADDRESSES ? `arrayMap(one -> ${addressText('one')}, ${one})` : `[${addressText(one)}]`,
    )
    const sql = `toJSONString(arrayConcat(${parts.join(', ')}))`
    return { name, sql, value: (text) => (JSON.parse(text) as string[]).filter((one) => one !== '') }
  }
  const sql = valueSql(field, String) ?? "''"
  if (kind === 'time') return { name, sql, value: (text) => new Date(Number(text)).toISOString() }
  if (kind === 'number') return { name, sql, value: (text) => (text === '' ? null : Number(text)) }
  if (kind === 'severity') return { name, sql, value: (text) => severityName(Number(text)) }
  const cutSql = kind === 'text' ? `toValidUTF8(substring(${field.sql[0]}, 1, ${SEARCH_LIMITS.valueChars + 1}))` : sql
  return { name, sql: cutSql, value: (text) => (text === '' ? null : isLong(text) ? beginningOf(text) : text) }
}

/** True for a text that is longer than a page shows: SQL cuts it one byte beyond that length. */
function isLong(text: string): boolean {
  return Buffer.byteLength(text) > SEARCH_LIMITS.valueChars
}

/** Without the mark that the engine puts in the place of a character that was cut in two. */
function beginningOf(text: string): Cut {
  return new Cut(text.replace(/\uFFFD$/, ''))
}

/** SQL reads the path up to the first list; the values inside the list are found here. */
function shownPath({ name, document, ways }: PathField, put: Put): ShownField {
  const [way = [], other] = ways
  const listed = way.findIndex(({ isArray }) => isArray)
  const end = listed === -1 ? way.length : listed + 1
  const rawOf = (steps: readonly Step[]) =>
    `JSONExtractRaw(${[document, ...steps.map(({ member }) => put(member))].join(', ')})`
  const first = rawOf(way.slice(0, end))
  const sql = other === undefined ? first : `if(${first} = '', ${rawOf(other)}, ${first})`
  const rest = way.slice(end).map(({ member }) => member)
  const cutSql = `substring(${sql}, 1, ${SEARCH_LIMITS.valueChars + 1})`
  return { name, sql: cutSql, value: (text) => jsonValue(text, rest) }
}

function jsonValue(text: string, rest: readonly string[]): unknown {
  if (text === '') return null
  if (isLong(text)) return new Cut()
  // JavaScript would round a whole number beyond 2^53.
  if (/^-?\d{16,}$/.test(text)) return text
  return membersOf(JSON.parse(text), rest)
}

function membersOf(value: unknown, path: readonly string[]): unknown {
  const [member, ...rest] = path
  if (member === undefined) return value
  if (Array.isArray(value)) return value.flatMap((one) => membersOf(one, path) ?? [])
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return null
  return membersOf((value as Record<string, unknown>)[member], rest)
}

/** The value for counting; null for a field with several values, or with long texts. */
export function countedSql(field: Field, put: Put): string | null {
  return field.kind !== 'path' && field.sql[0] === 'raw' ? null : valueSql(field, put)
}
