/** Conditions on texts in SQL as the engine formats it, and a condition with an index that holds wherever one of them does. */
import { requiredLiterals } from '../../detections/match/required-literals.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import type { Token } from '../../stores/clickhouse/sql-lexer.ts'
import { nearSql } from '../search/text-prefilter.ts'

export type Word = Token & { readonly text: string }

export type TextPredicate = {
  /** Index of the first word after it. */
  readonly end: number
  readonly column: string
  /** Null when no index answers it. */
  readonly filter: string | null
  /** True when the filter means the same as the condition. */
  readonly isSame: boolean
  /** Its value is a number, not 0 or 1. */
  readonly isNumber: boolean
  /** It parses JSON. */
  readonly isDear: boolean
}

/** Columns whose lower-case texts have filters of runs of five characters. */
const GRAMS = new Set(['raw', 'cmd_line', 'file_path', 'url', 'reg_path', 'message'])
/** Columns whose lower-case values have a filter of whole values. */
const NAMES = new Set(['host', 'user', 'target_user', 'process_name', 'parent_name', 'domain'])
const DOCUMENTS = new Set(['raw', 'ocsf'])
/** Columns that are long, so that reading them for every event is worth a word to whoever wrote the statement. */
export const TEXT_COLUMNS: ReadonlySet<string> = new Set([...GRAMS, ...DOCUMENTS])

const RUN_MIN = 5
const RUNS_MAX = 3

const CONTAINS = new Set([
  ...['position', 'positionUTF8', 'positionCaseInsensitive', 'positionCaseInsensitiveUTF8'],
  ...['hasToken', 'hasTokenCaseInsensitive', 'startsWith', 'endsWith'],
  ...['multiSearchAny', 'multiSearchAnyUTF8', 'multiSearchAnyCaseInsensitive', 'multiSearchAnyCaseInsensitiveUTF8'],
])
/** True for the operators that ignore the case of letters. */
const LIKES = new Map([
  ['LIKE', false],
  ['like', false],
  ['ILIKE', true],
  ['ilike', true],
])
/** Functions that a column may stand in. Those for UTF-8 may turn another letter into an `i`. */
const AROUND = new Set(['lower', 'upper'])
const EXTRACTS = new Set(['JSONExtractString', 'simpleJSONExtractString', 'visitParamExtractString'])

/** `renamed` are names that mean other values in the statement. */
export function predicateAt(words: readonly Word[], at: number, renamed: ReadonlySet<string>): TextPredicate | null {
  const reader = new Reader(words, at, renamed)
  return reader.compared() ?? reader.called() ?? reader.extracted()
}

type Column = { readonly name: string; readonly sql: string; readonly around: string }

class Reader {
  readonly #words: readonly Word[]
  readonly #renamed: ReadonlySet<string>
  readonly #from: number
  #at: number

  constructor(words: readonly Word[], at: number, renamed: ReadonlySet<string>) {
    this.#words = words
    this.#from = at
    this.#at = at
    this.#renamed = renamed
  }

  /** `raw LIKE '…'`, `host = '…'`, `lower(host) IN ('…')`. */
  compared(): TextPredicate | null {
    this.#at = this.#from
    const column = this.#columnOrAround()
    if (column === null) return null
    const operator = this.#next()
    if (LIKES.has(operator)) {
      const text = this.#literal()
      return text === null ? null : this.#like(column, operator, text)
    }
    const values = operator === '=' ? [this.#literal()] : operator === 'IN' ? this.#list('(', ')') : null
    if (values === null || values.some((value) => value === null)) return null
    return this.#found(column, equalFilter(column, values as string[]))
  }

  /** `hasToken(raw, '…')`, `position(raw, '…') > 0`, `match(raw, '…')`. */
  called(): TextPredicate | null {
    this.#at = this.#from
    const name = this.#next()
    const isKnown = CONTAINS.has(name) || LIKES.has(name) || name === 'match'
    if (!isKnown || !this.#accept('(')) return null
    const column = this.#columnOrAround()
    if (column === null || !this.#accept(',')) return null
    const texts = name.startsWith('multi') ? this.#list('[', ']') : [this.#literal()]
    if (texts === null || texts.some((text) => text === null) || !this.#accept(')')) return null
    const isNumber = name.startsWith('position') && !this.#isFound()
    const [text = ''] = texts as string[]
    if (name === 'match') return this.#found(column, matchFilter(column, text))
    if (LIKES.has(name)) return this.#like(column, name, text)
    return this.#found(column, containsFilter(column, (texts as string[]).map(runsOf)), isNumber)
  }

  /** `JSONExtractString(raw, 'a', 'b') = '…'`, of `raw` or of the OCSF event. */
  extracted(): TextPredicate | null {
    this.#at = this.#from
    if (!EXTRACTS.has(this.#next()) || !this.#accept('(')) return null
    const column = this.#column(DOCUMENTS)
    if (column === null) return null
    const members: string[] = []
    while (this.#accept(',')) {
      const member = this.#literal()
      if (member === null) return null
      members.push(member)
    }
    if (members.length === 0 || !this.#accept(')') || !this.#accept('=')) return null
    const value = this.#literal()
    if (value === null) return null
    return { ...this.#found(column, extractFilter(column, members, value)), isDear: true }
  }

  #like(column: Column, operator: string, pattern: string): TextPredicate {
    const filter = likeFilter(column, pattern)
    const isIndexed = filter !== null && GRAMS.has(column.name)
    const isLower = LIKES.get(operator) === true || column.around === 'lower'
    if (!isIndexed || !isLower || !/^[\x20-\x7e]*$/.test(pattern)) return this.#found(column, filter)
    // The index looks up all runs of the whole pattern, and the texts are searched once.
    const whole = LIKES.get(operator) === true ? pattern.toLowerCase() : pattern
    return { ...this.#found(column, `lower(${column.sql}) LIKE ${quoteText(whole)}`), isSame: true }
  }

  #found({ name }: Column, filter: string | null, isNumber = false): TextPredicate {
    return { end: this.#at, column: name, filter, isSame: false, isNumber, isDear: false }
  }

  #columnOrAround(): Column | null {
    const around = this.#words[this.#at]?.text ?? ''
    if (!AROUND.has(around) || this.#words[this.#at + 1]?.text !== '(') return this.#column(null)
    this.#at += 2
    const column = this.#column(null)
    return column !== null && this.#accept(')') ? { ...column, around } : null
  }

  /** A column with a filter, perhaps behind its table's name. */
  #column(allowed: ReadonlySet<string> | null): Column | null {
    const start = this.#at
    while (this.#words[this.#at + 1]?.text === '.') this.#at += 2
    const word = this.#words[this.#at++]
    if (word === undefined || (word.kind !== 'word' && word.kind !== 'name')) return null
    const name = word.text.replaceAll('`', '')
    const isKnown = allowed === null ? GRAMS.has(name) || NAMES.has(name) : allowed.has(name)
    if (!isKnown || this.#renamed.has(name)) return null
    const sql = this.#words.slice(start, this.#at).map(({ text }) => text)
    return { name, sql: sql.join(''), around: '' }
  }

  /** A text, a bound parameter (`CAST('…', 'String')`), or these put together. */
  #literal(): string | null {
    const { kind, text } = this.#words[this.#at++] ?? { kind: 'sign', text: '' }
    if (kind === 'text') return unquoted(text)
    if (text === 'CAST' && this.#accept('(')) {
      const value = this.#literal()
      return this.#accept(',') && this.#accept("'String'") && this.#accept(')') ? value : null
    }
    if (text !== 'concat') return null
    const parts = this.#list('(', ')')
    return parts === null || parts.some((part) => part === null) ? null : parts.join('')
  }

  #list(open: string, close: string): readonly (string | null)[] | null {
    if (!this.#accept(open)) return null
    const values = [this.#literal()]
    while (this.#accept(',')) values.push(this.#literal())
    return this.#accept(close) ? values : null
  }

  /** True for a comparison with 0 that holds where something was found. */
  #isFound(): boolean {
    const signs = [0, 1, 2].map((ahead) => this.#words[this.#at + ahead]?.text ?? '')
    for (const comparison of [
      ['>', '0'],
      ['!', '=', '0'],
      ['>', '=', '1'],
    ]) {
      if (comparison.some((sign, ahead) => signs[ahead] !== sign)) continue
      this.#at += comparison.length
      return true
    }
    return false
  }

  #next(): string {
    return this.#words[this.#at++]?.text ?? ''
  }

  #accept(text: string): boolean {
    if (this.#words[this.#at]?.text !== text) return false
    this.#at++
    return true
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' }

/** Null for an escape that the engine's formatting does not write. */
function unquoted(text: string): string | null {
  let isKnown = true
  const value = text.slice(1, -1).replaceAll(/\\(.)/gs, (_, char: string) => {
    if (char === '\\' || char === "'") return char
    isKnown &&= ESCAPES[char] !== undefined
    return ESCAPES[char] ?? ''
  })
  return isKnown && text.startsWith("'") ? value : null
}

/** Runs of characters that a text which contains `text` also contains, apart from the case of their ASCII letters. */
function runsOf(text: string): readonly string[] {
  const long = (text.match(/[ -~]+/g) ?? []).filter((run) => run.length >= RUN_MIN)
  return long.sort((a, b) => b.length - a.length).map((run) => run.toLowerCase())
}

/** A condition that one of the texts is there, of each of which the runs are known; null when one of them has none. */
function containsFilter({ name, sql }: Column, texts: readonly (readonly string[])[]): string | null {
  if (!GRAMS.has(name) || texts.length === 0 || texts.some((runs) => runs.length === 0)) return null
  if (texts.length > 1)
    return `multiSearchAny(lower(${sql}), [${texts.map(([longest = '']) => quoteText(longest)).join(', ')}])`
  const all = texts.flatMap((runs) => runs.slice(0, RUNS_MAX).map((run) => `lower(${sql}) LIKE ${likeText(run)}`))
  return all.join(' AND ')
}

const likeText = (run: string) => quoteText(`%${run.replaceAll(/[\\%_]/g, '\\$&')}%`)

function likeFilter(column: Column, pattern: string): string | null {
  const runs = piecesOf(pattern).flatMap(runsOf)
  if (isName(column)) return /[%_\\s]/i.test(pattern) || column.around !== '' ? null : nameFilter(column, [pattern])
  return containsFilter(column, [runs])
}

/** The literal texts between the wildcards of a pattern. */
function piecesOf(pattern: string): readonly string[] {
  const pieces = ['']
  for (const [, escaped, literal] of pattern.matchAll(/\\([%_\\])|([^\\%_]+)|[\s\S]/g)) {
    const text = escaped ?? literal
    // A backslash before another character stands for itself or for nothing: neither is part of a run.
    if (text === undefined) pieces.push('')
    else pieces[pieces.length - 1] += text
  }
  return pieces
}

function equalFilter(column: Column, values: readonly string[]): string | null {
  if (isName(column)) return column.around === 'upper' ? null : nameFilter(column, values)
  return containsFilter(column, values.map(runsOf))
}

const isName = ({ name }: Column) => NAMES.has(name)

const nameFilter = ({ sql }: Column, values: readonly string[]) =>
  values.length === 1
    ? `lowerUTF8(${sql}) = lowerUTF8(${quoteText(values[0] ?? '')})`
    : `lowerUTF8(${sql}) IN (${values.map((value) => `lowerUTF8(${quoteText(value)})`).join(', ')})`

function matchFilter(column: Column, pattern: string): string | null {
  // Letters that are not ASCII may be folded to one that is.
  if (!/^[\x20-\x7e]*$/.test(pattern) || /\\[xpP]/.test(pattern)) return null
  const { anyOf } = requiredLiterals(pattern)
  return containsFilter(column, (anyOf ?? []).map(runsOf))
}

function extractFilter({ name, sql }: Column, members: readonly string[], value: string): string | null {
  // The members of an event are those of the lake's own table.
  if (sql !== name || value === '') return null
  const ofVendor = name === 'ocsf' && members[0] === 'unmapped'
  const path = (ofVendor ? members.slice(1) : members).map((member) => ({ member, isArray: false }))
  const document = ofVendor ? 'raw' : (name as 'raw' | 'ocsf')
  if (path.length === 0) return null
  return nearSql({ name, kind: 'path', document, ways: [path] }, [value], quoteText)
}
