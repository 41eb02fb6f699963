/**
 * The query language of event search, Lucene as people write it: `field:value`, `field:"a phrase"`, `field:[1 TO 5}`,
 * `field:>=5`, `field:*`, wildcards, AND OR NOT && || ! + -, parentheses, and words without a field, which the raw text
 * must contain. Unlike Lucene, adjacent conditions must all match, and there are no regular expressions, boosts or
 * fuzzy terms: `/`, `^` and `~` are ordinary characters.
 *
 * A backslash removes the meaning of a special character (`\*`, `\"`, `\:`, `\\`) and is an ordinary character
 * elsewhere.
 */
import { type Bound, joined, type Piece, type SearchQuery } from './ast.ts'
import { SearchFault } from './fault.ts'
import { SEARCH_LIMITS } from './limits.ts'

/** Throws `SearchFault`. */
export function parseSearch(text: string): SearchQuery {
  if (text.length > SEARCH_LIMITS.queryChars)
    throw new SearchFault(
      text,
      SEARCH_LIMITS.queryChars,
      `the query has more than ${SEARCH_LIMITS.queryChars} characters`,
    )
  if (!text.isWellFormed()) throw new SearchFault(text, 0, 'the query has half of a character')
  const parser = new Parser(text)
  const query = parser.isAtEnd() ? ({ kind: 'all' } as const) : parser.either(null)
  if (!parser.isAtEnd()) throw parser.fault('a closing parenthesis without an opening one')
  return query
}

/** Characters with a special meaning in some position. All others are ordinary everywhere. */
export const SPECIAL = /[\s()[\]{}"\\*?:<>=!+\-&|]/
const FIELD = /[\p{L}_@][\p{L}\p{N}_@.\-[\]]*(?=\s*(?::|[<>]))/uy
const SPACE = /\s/
/** Characters that end an unquoted value; within brackets the closing ones do too. */
const ENDS = /[\s()"]/
const ENDS_BOUND = /[\s\]}"]/

class Parser {
  readonly #text: string
  #at = 0
  #depth = 0
  #terms = 0

  constructor(text: string) {
    this.#text = text
  }

  fault(reason: string, at = this.#at): SearchFault {
    return new SearchFault(this.#text, at, reason)
  }

  isAtEnd(): boolean {
    this.#skipSpace()
    return this.#at >= this.#text.length
  }

  /** Parses `a OR b`; `field` is the field before a group. */
  either(field: string | null): SearchQuery {
    const of = [this.#all(field)]
    while (this.#takeWord('OR') || this.#accept('||')) of.push(this.#all(field))
    return joined('or', of)
  }

  /** Parses `a AND b`, or `a b`. */
  #all(field: string | null): SearchQuery {
    const of = [this.#signed(field)]
    while (true) {
      const isAnd = this.#takeWord('AND') || this.#accept('&&')
      if (!isAnd && (this.isAtEnd() || this.#peek() === ')' || this.#isOr())) return joined('and', of)
      of.push(this.#signed(field))
    }
  }

  #isOr(): boolean {
    const at = this.#at
    const isOr = this.#takeWord('OR') || this.#accept('||')
    this.#at = at
    return isOr
  }

  #signed(field: string | null): SearchQuery {
    if (this.isAtEnd()) throw this.fault('a condition is missing here')
    if (this.#takeWord('NOT') || this.#accept('!') || this.#takeSign('-'))
      return this.#nested(() => ({ kind: 'not', of: this.#signed(field) }))
    this.#takeSign('+')
    if (this.#accept('(')) return this.#group(field)
    return this.#condition(field)
  }

  #group(field: string | null): SearchQuery {
    const at = this.#at - 1
    return this.#nested(() => {
      const of = this.either(field)
      if (!this.#accept(')')) throw this.fault('the parenthesis is not closed', at)
      return of
    })
  }

  #condition(field: string | null): SearchQuery {
    const at = this.#at
    if (++this.#terms > SEARCH_LIMITS.terms)
      throw this.fault(`the query has more than ${SEARCH_LIMITS.terms} conditions`)
    const own = field === null ? this.#field() : null
    if (own === null) return this.#value(field, at)
    this.#skipSpace()
    if (this.#peek() === ':') this.#at++
    if (this.isAtEnd()) throw this.fault(`${own} has no value`, at)
    if (own === '*') return this.#value(null, at)
    if (!this.#accept('(')) return this.#value(own, at)
    this.#terms--
    return this.#group(own)
  }

  /** Parses a field name with the colon or operator after it. */
  #field(): string | null {
    if (this.#text.startsWith('*:', this.#at)) {
      this.#at++
      return '*'
    }
    FIELD.lastIndex = this.#at
    const name = FIELD.exec(this.#text)?.[0]
    if (name === undefined) return null
    if (name.split('.').length > SEARCH_LIMITS.pathSteps)
      throw this.fault(`the path of a field has more than ${SEARCH_LIMITS.pathSteps} steps`)
    this.#at += name.length
    return name
  }

  #value(field: string | null, at: number): SearchQuery {
    const next = this.#peek()
    if (next === '[' || next === '{') return this.#range(field, at)
    if (next === '>' || next === '<') return this.#compared(field, at)
    const pattern = next === '"' ? [this.#quoted()] : this.#plain(ENDS)
    const [only] = pattern
    if (pattern.length === 1 && typeof only === 'object' && only.wild === '*')
      return field === null ? { kind: 'all' } : { kind: 'exists', field, at }
    if (field === null && pattern.every((piece) => piece === '')) throw this.fault('the text to look for is empty', at)
    return { kind: 'match', field, pattern, at }
  }

  #compared(field: string | null, at: number): SearchQuery {
    if (field === null) throw this.fault('a comparison needs a field before it', at)
    const isLower = this.#text[this.#at++] === '>'
    const isIncluded = this.#text[this.#at] === '='
    if (isIncluded) this.#at++
    if (this.isAtEnd()) throw this.fault(`${field} has no value`, at)
    const value = this.#peek() === '"' ? this.#quoted() : this.#bound(ENDS)
    const bound: Bound = { value, isIncluded }
    return { kind: 'range', field, from: isLower ? bound : null, to: isLower ? null : bound, at }
  }

  #range(field: string | null, at: number): SearchQuery {
    if (field === null) throw this.fault('a range needs a field before it', at)
    const opened = this.#at
    const isFromIncluded = this.#text[this.#at++] === '['
    const from = this.#end(opened)
    if (!this.#takeWord('TO')) throw this.fault('a range is written [from TO to]')
    const to = this.#end(opened)
    this.#skipSpace()
    const close = this.#peek()
    if (close !== ']' && close !== '}') throw this.fault('the range is not closed', opened)
    this.#at++
    const bound = (value: string | null, isIncluded: boolean) => (value === null ? null : { value, isIncluded })
    return { kind: 'range', field, from: bound(from, isFromIncluded), to: bound(to, close === ']'), at }
  }

  /** Reads one end of a range; null for `*`. */
  #end(opened: number): string | null {
    if (this.isAtEnd()) throw this.fault('the range is not closed', opened)
    if (this.#peek() === '"') return this.#quoted()
    if (this.#peek() === '*' && ENDS_BOUND.test(this.#text[this.#at + 1] ?? ' ')) {
      this.#at++
      return null
    }
    return this.#bound(ENDS_BOUND)
  }

  #bound(ends: RegExp): string {
    const at = this.#at
    const pattern = this.#plain(ends)
    const [text] = pattern
    if (pattern.length !== 1 || typeof text !== 'string') throw this.fault('the end of a range has no wildcards', at)
    return text
  }

  #quoted(): string {
    const opened = this.#at++
    let text = ''
    for (let next = this.#text[this.#at]; next !== '"'; next = this.#text[this.#at]) {
      if (next === undefined) throw this.fault('the quotation mark is not closed', opened)
      text += this.#character(next)
    }
    this.#at++
    return text
  }

  #plain(ends: RegExp): readonly Piece[] {
    const at = this.#at
    const pieces: Piece[] = []
    let text = ''
    for (let next = this.#text[this.#at]; next !== undefined && !ends.test(next); next = this.#text[this.#at]) {
      if (next !== '*' && next !== '?') {
        text += this.#character(next)
        continue
      }
      if (text !== '') pieces.push(text)
      text = ''
      const last = pieces.at(-1)
      if (next === '?' || typeof last !== 'object' || last.wild !== '*') pieces.push({ wild: next })
      this.#at++
    }
    if (text !== '') pieces.push(text)
    if (pieces.length === 0)
      throw this.fault(this.#peek() === ')' ? 'a condition is missing here' : 'a value is missing here', at)
    if (pieces.filter((piece) => typeof piece === 'object').length > SEARCH_LIMITS.wildcards)
      throw this.fault(`a value has more than ${SEARCH_LIMITS.wildcards} wildcards`, at)
    return pieces
  }

  #character(next: string): string {
    const after = this.#text[this.#at + 1]
    const isEscape = next === '\\' && after !== undefined && SPECIAL.test(after)
    this.#at += isEscape ? 2 : 1
    return isEscape ? after : next
  }

  #nested<T>(parse: () => T): T {
    if (++this.#depth > SEARCH_LIMITS.depth)
      throw this.fault(`parentheses and NOT stand more than ${SEARCH_LIMITS.depth} deep in one another`)
    const parsed = parse()
    this.#depth--
    return parsed
  }

  #peek(): string | undefined {
    return this.#text[this.#at]
  }

  #skipSpace(): void {
    while (SPACE.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #accept(sign: string): boolean {
    this.#skipSpace()
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  /** Only when something follows: `a - b` searches for a dash. */
  #takeSign(sign: '+' | '-'): boolean {
    const after = this.#text[this.#at + 1]
    if (this.#peek() !== sign || after === undefined || SPACE.test(after)) return false
    this.#at++
    return true
  }

  /** A keyword, which must be in capitals, as in Lucene. */
  #takeWord(word: 'AND' | 'OR' | 'NOT' | 'TO'): boolean {
    this.#skipSpace()
    const after = this.#text[this.#at + word.length]
    if (!this.#text.startsWith(word, this.#at) || (after !== undefined && !/[\s()"[\]{}]/.test(after))) return false
    this.#at += word.length
    return true
  }
}
