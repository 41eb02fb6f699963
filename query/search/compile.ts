/**
 * Compiles a search to a condition over `events`. Every value of the query becomes a parameter of the statement; the
 * condition's text consists of names and operators from this folder only. Conditions are never NULL, so that NOT
 * inverts them.
 */

import { plainAddress } from '../../platform/ip-address.ts'
import { isUuid } from '../../platform/uuid-text.ts'
import type { Bound, Leaf, Piece, SearchQuery } from './ast.ts'
import { plainText } from './ast.ts'
import { rangeOfCidr } from './cidr.ts'
import { SearchFault } from './fault.ts'
import {
  type ColumnField,
  columnOf,
  type Field,
  fieldOf,
  OTHER_ADDRESSES,
  type PathField,
  type Step,
  suggestion,
} from './fields.ts'
import { isListed, pathValues } from './path-values.ts'
import { severityId } from './severity.ts'
import { nearSql } from './text-prefilter.ts'
import { timeValue } from './time-value.ts'

export type Condition = { readonly sql: string; readonly params: Readonly<Record<string, unknown>> }

/** `text` is the original query, for error messages. Throws `SearchFault`. */
export function compileSearch(query: SearchQuery, text: string, nowMs: number): Condition {
  const compiler = new Compiler(text, nowMs)
  const sql = compiler.condition(query)
  return { sql, params: compiler.params }
}

class Compiler {
  readonly params: Record<string, unknown> = {}
  readonly #text: string
  readonly #nowMs: number
  #count = 0

  constructor(text: string, nowMs: number) {
    this.#text = text
    this.#nowMs = nowMs
  }

  condition(query: SearchQuery): string {
    switch (query.kind) {
      case 'all':
        return '1'
      case 'not':
        return `NOT (${this.condition(query.of)})`
      case 'and':
      case 'or':
        return query.of.map((one) => `(${this.condition(one)})`).join(query.kind === 'and' ? ' AND ' : ' OR ')
      default:
        return this.#leaf(query)
    }
  }

  #leaf(leaf: Leaf): string {
    const { field: name } = leaf
    if (name === null) return this.#rawContains(leaf.kind === 'match' ? leaf.pattern : [])
    const field = fieldOf(name)
    if (field === null) throw this.#fault(leaf, `there is no field ${name}${suggestion(name)}`)
    const isOpen = leaf.kind === 'range' && leaf.from === null && leaf.to === null
    const test = leaf.kind === 'exists' || isOpen ? null : leaf
    if (field.kind === 'path') return this.#path(field, test)
    return anyOf(
      field.sql.map((sql) => (sql === OTHER_ADDRESSES ? this.#listed(test) : this.#column(field, sql, test))),
    )
  }

  /** A list of addresses matches when one of them does; the list's index supports whole addresses only. */
  #listed(test: Tested | null): string {
    if (test === null) return `notEmpty(${OTHER_ADDRESSES})`
    const text = test.kind === 'match' ? plainText(test.pattern) : null
    const plain = text === null || text.includes('%') ? '' : plainAddress(text)
    if (plain !== '') return `has(${OTHER_ADDRESSES}, toIPv6(${this.#put(plain)}))`
    return `arrayExists(one -> ${this.#ip('one', test)}, ${OTHER_ADDRESSES})`
  }

  /** `test` null: the field has a value. */
  #column(field: ColumnField, sql: string, test: Tested | null): string {
    const { kind } = field
    if (test === null) return existsSql(field, sql)
    if (kind === 'ip') return this.#ip(sql, test)
    if (kind === 'number') return this.#number(field.name, sql, test)
    if (kind === 'time') return this.#time(field.name, sql, test)
    if (kind === 'severity') return this.#severity(sql, test)
    if (test.kind === 'range')
      throw this.#fault(test, `${field.name} holds text: ranges are for numbers, times and addresses`)
    if (kind === 'uuid') return this.#uuid(field.name, sql, test)
    const column = columnOf(sql)
    // Only the column itself has an index. Where the expression is not its value it is empty, which no text matches.
    if (column !== sql && hasText(test.pattern))
      return `(${this.#textual(kind, column, test)} AND ${this.#textual(kind, sql, test)})`
    return this.#textual(kind, sql, test)
  }

  #textual(kind: ColumnField['kind'], sql: string, test: Matched): string {
    if (sql === 'raw') return this.#rawContains(test.pattern)
    if (kind === 'text') return this.#contains(sql, test.pattern, false)
    if (kind === 'hash') return this.#hash(sql, test)
    return this.#equals(sql, test.pattern)
  }

  #rawContains(pattern: readonly Piece[]): string {
    return this.#contains('raw', pattern, true)
  }

  /**
   * Case-insensitive. With `orInJson` it also matches the JSON notation, in which a backslash or a quotation mark has a
   * backslash before it.
   */
  #contains(sql: string, pattern: readonly Piece[], orInJson: boolean): string {
    const inJson = pattern.map((piece) => (typeof piece === 'string' ? JSON.stringify(piece).slice(1, -1) : piece))
    const isOther = orInJson && JSON.stringify(inJson) !== JSON.stringify(pattern)
    return anyOf((isOther ? [pattern, inJson] : [pattern]).map((one) => this.#containsAsIs(sql, one)))
  }

  /** The lower-case text is what the indexes of texts hold, so a condition on it skips granules without the pattern. */
  #containsAsIs(sql: string, pattern: readonly Piece[]): string {
    const like = likeOf(pattern)
    if (like === '') return '1'
    if (isAscii(like)) return `lower(${sql}) LIKE ${this.#put(`%${like.toLowerCase()}%`)}`
    const runs = pattern.flatMap((piece) => (typeof piece === 'string' ? (piece.match(SAFE_RUN) ?? []) : []))
    const near = runs.map((run) => `lower(${sql}) LIKE ${this.#put(`%${likeOf([run.toLowerCase()])}%`)} AND `)
    return `(${near.join('')}${sql} ILIKE ${this.#put(`%${like}%`)})`
  }

  #equals(sql: string, pattern: readonly Piece[]): string {
    const text = plainText(pattern)
    if (text === null) return `${sql} ILIKE ${this.#put(likeOf(pattern))}`
    return `lowerUTF8(${sql}) = lowerUTF8(${this.#put(text)})`
  }

  /** Compares both the upper and lower case of a hash: the index holds values as they were stored. */
  #hash(sql: string, { pattern }: Matched): string {
    const text = plainText(pattern)
    if (text === null) return this.#equals(sql, pattern)
    return `${sql} IN (${this.#put(text.toLowerCase())}, ${this.#put(text.toUpperCase())})`
  }

  #uuid(name: string, sql: string, test: Matched): string {
    const text = plainText(test.pattern)
    if (text === null || !isUuid(text)) throw this.#fault(test, `${name} is a UUID, without wildcards`)
    return `${sql} = toUUID(${this.#put(text)})`
  }

  #number(name: string, sql: string, test: Tested): string {
    const number = (text: string | null) => {
      if (text === null || !/^\d{1,15}$/.test(text)) throw this.#fault(test, `${name} is a whole number`)
      return this.#put(Number(text), 'UInt64')
    }
    if (test.kind === 'match') return `${sql} = ${number(plainText(test.pattern))}`
    return rangeSql(sql, test, ({ value }) => number(value))
  }

  #time(name: string, sql: string, test: Tested): string {
    const time = (text: string | null) => {
      const ms = text === null ? null : timeValue(text, this.#nowMs)
      if (ms === null) throw this.#fault(test, `${name} is a time such as 2026-01-31T08:00:00Z, or now-2h`)
      return `fromUnixTimestamp64Milli(${this.#put(ms, 'Int64')})`
    }
    if (test.kind === 'match') return `${sql} = ${time(plainText(test.pattern))}`
    return rangeSql(sql, test, ({ value }) => time(value))
  }

  #severity(sql: string, test: Tested): string {
    const id = (text: string | null) => {
      const found = text === null ? null : severityId(text)
      if (found === null)
        throw this.#fault(test, 'severity is unknown, informational, low, medium, high, critical or fatal')
      return this.#put(found, 'UInt8')
    }
    if (test.kind === 'match') return `${sql} = ${id(plainText(test.pattern))}`
    return rangeSql(sql, test, ({ value }) => id(value))
  }

  /** An IPv4 address is stored in IPv6 form, and compared as IPv4. */
  #ip(sql: string, test: Tested): string {
    const address = (text: string | null) => {
      const plain = text === null || text.includes('%') ? '' : plainAddress(text)
      if (plain === '') throw this.#fault(test, `${text} is no address`)
      return `toIPv6(${this.#put(plain)})`
    }
    if (test.kind === 'range') return rangeSql(sql, test, ({ value }) => address(value))
    const text = plainText(test.pattern)
    if (text === null) return `${addressText(sql)} ILIKE ${this.#put(likeOf(test.pattern))}`
    if (!text.includes('/')) return `${sql} = ${address(text)}`
    const range = rangeOfCidr(text)
    if (range === null) throw this.#fault(test, `${text} is no block of addresses such as 10.0.0.0/8`)
    return `(${sql} >= ${address(range.first)} AND ${sql} <= ${address(range.last)})`
  }

  #path(field: PathField, test: Tested | null): string {
    const { name, document, ways } = field
    const leaf = (text: string) => this.#pathLeaf(name, text, test)
    const near = nearSql(field, test?.kind === 'match' ? test.pattern : null, (text) => this.#put(text))
    const listed = test?.kind === 'match' ? this.#listedValue(field, plainText(test.pattern)) : null
    const narrow = listed === null ? near : near === null ? listed : `(${near} AND ${listed})`
    if (listed !== null && document === 'raw') return narrow ?? listed
    const whole = anyOf(ways.map((steps) => this.#inDocument(document, steps, leaf, 0)))
    // The list of values decides, except for an event that arrived as OCSF or cannot be parsed: of these the whole event does.
    const holds = listed === null ? whole : `if(mapping = 'ocsf' OR ocsf_rest_kind = 'broken', ${whole}, 1)`
    // Without `if` the engine would evaluate the expensive condition first, on every row of the granules that it reads.
    return narrow === null ? holds : `(${narrow} AND if(${narrow}, ${holds}, 0))`
  }

  /** One whole value in a form that an index supports; null when there is none. */
  #listedValue(field: PathField, text: string | null): string | null {
    if (text === null || !isListed(text)) return null
    const values = pathValues(field, (name) => this.#put(name))
    if (values === null) return null
    return `hasAny(${values}, [lowerUTF8(${this.#put(JSON.stringify(text))}), lowerUTF8(${this.#put(text)})])`
  }

  /** A condition on a list matches when it matches one element. */
  #inDocument(document: string, steps: readonly Step[], leaf: (text: string) => string, depth: number): string {
    const listed = steps.findIndex(({ isArray }) => isArray)
    const end = listed === -1 ? steps.length : listed + 1
    const members = steps.slice(0, end).map(({ member }) => this.#put(member))
    const at = [document, ...members].join(', ')
    const element = `e${depth}`
    const rest = steps.slice(end)
    const holds = rest.length === 0 ? leaf(jsonText(element)) : this.#inDocument(element, rest, leaf, depth + 1)
    const elements =
      listed === -1 || rest.length === 0
        ? `if(JSONType(${at}) = 'Array', JSONExtractArrayRaw(${at}), [JSONExtractRaw(${at})])`
        : `JSONExtractArrayRaw(${at})`
    return `arrayExists(${element} -> ${holds}, ${elements})`
  }

  #pathLeaf(name: string, text: string, test: Tested | null): string {
    if (test === null) return `${text} NOT IN ('', 'null')`
    if (test.kind === 'match') return this.#equals(text, test.pattern)
    const number = ({ value }: Bound) => {
      const ms = /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : timeValue(value, this.#nowMs)
      if (ms === null) throw this.#fault(test, `ranges of ${name} have numbers or times as ends`)
      return this.#put(ms, 'Float64')
    }
    return `ifNull(${rangeSql(`toFloat64OrNull(${text})`, test, number)}, 0)`
  }

  #put(value: string | number, type = 'String'): string {
    const name = `s${this.#count++}`
    this.params[name] = value
    return `{${name}:${type}}`
  }

  #fault({ at }: Leaf, reason: string): SearchFault {
    return new SearchFault(this.#text, at, reason)
  }
}

type Matched = Extract<Leaf, { kind: 'match' }>
type Ranged = Extract<Leaf, { kind: 'range' }>
type Tested = Matched | Ranged

/**
 * Part of a text that a match contains literally, apart from the case of its letters, beside letters that are not
 * ASCII: to `k` and `s` others fold as well. Shorter ones have no entry in the indexes of texts.
 */
const SAFE_RUN = /[ -JL-RT-jl-rt-~]{5,}/g

const isAscii = (text: string) => [...text].every((character) => character < '\x80')
const hasText = (pattern: readonly Piece[]) => pattern.some((piece) => typeof piece === 'string' && piece !== '')

function existsSql({ kind, zeroIsNone }: ColumnField, sql: string): string {
  if (kind === 'ip') return `${sql} != toIPv6('::')`
  if (kind === 'number' || kind === 'severity') return zeroIsNone ? `${sql} != 0` : '1'
  return kind === 'time' || kind === 'uuid' ? '1' : `${sql} != ''`
}

function rangeSql(sql: string, { from, to }: Ranged, value: (bound: Bound) => string): string {
  const ends = [
    from && `${sql} ${from.isIncluded ? '>=' : '>'} ${value(from)}`,
    to && `${sql} ${to.isIncluded ? '<=' : '<'} ${value(to)}`,
  ]
  return `(${ends.filter((end) => end !== null).join(' AND ')})`
}

const anyOf = (conditions: readonly string[]) =>
  conditions.length === 1 ? (conditions[0] ?? '0') : `(${conditions.join(' OR ')})`

function likeOf(pattern: readonly Piece[]): string {
  const written = (piece: Piece) => {
    if (typeof piece === 'string') return piece.replaceAll(/[\\%_]/g, '\\$&')
    return piece.wild === '*' ? '%' : '_'
  }
  return pattern.map(written).join('')
}

/** A JSON string without its quotation marks, any other value as its JSON text. */
function jsonText(json: string): string {
  return `if(startsWith(${json}, '"'), JSONExtractString(${json}), ${json})`
}

/** An address as text; '' when there is none. */
export function addressText(sql: string): string {
  return `if(${sql} = toIPv6('::'), '', replaceOne(toString(${sql}), '::ffff:', ''))`
}

/** A field's value as text, as it is shown and counted; '' when there is none. Null for a field with several values. */
export function valueSql(field: Field, put: (value: string) => string): string | null {
  if (field.kind === 'path') return pathValueSql(field, put)
  const [sql] = field.sql
  if (sql === undefined || field.sql.length > 1) return null
  if (field.kind === 'ip') return addressText(sql)
  if (field.kind === 'time') return `toString(toUnixTimestamp64Milli(${sql}))`
  if (field.kind === 'number' && field.zeroIsNone) return `if(${sql} = 0, '', toString(${sql}))`
  if (field.kind === 'number' || field.kind === 'severity' || field.kind === 'uuid') return `toString(${sql})`
  return `toValidUTF8(toString(${sql}))`
}

function pathValueSql({ document, ways }: PathField, put: (value: string) => string): string | null {
  const values = ways.map((steps) => {
    if (steps.slice(0, -1).some(({ isArray }) => isArray)) return null
    return `JSONExtractRaw(${[document, ...steps.map(({ member }) => put(member))].join(', ')})`
  })
  const [first, second] = values
  if (first === undefined || first === null) return null
  const raw = second === undefined || second === null ? first : `if(${first} = '', ${second}, ${first})`
  return jsonText(raw)
}
