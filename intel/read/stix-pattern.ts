/**
 * Reads STIX patterns (STIX 2.1, section 9) that a single value decides: comparisons with `=`, `IN`, `ISSUBSET` of
 * observable paths that name a value, joined by OR in one or several observations. A pattern over several values
 * together (AND, FOLLOWEDBY, LIKE, MATCHES, ranges) is not an indicator of one value, and is reported as such.
 */
import type { Kind } from '../indicator.ts'

export type PatternValue = { readonly kind: Kind; readonly value: string }
export type PatternResult = { readonly values: readonly PatternValue[] } | { readonly reason: string }

const PATTERN_LENGTH_MAX = 65_536
const TOKENS_MAX = 20_000
const TOKEN =
  /\s+|(?<text>[a-z]?'(?:[^'\\]|\\.)*')|(?<number>[+-]?\d+(?:\.\d+)?)|(?<path>[A-Za-z][A-Za-z0-9_-]*:(?:[A-Za-z0-9_.[\]*-]|'(?:[^'\\]|\\.)*')+)|(?<word>[A-Za-z]+)|(?<sign>!=|<>|>=|<=|==|[=<>()[\],])/y

/** Paths whose value alone is an indicator. */
const PATHS: readonly (readonly [RegExp, Kind])[] = [
  [/^(?:ipv4-addr|ipv6-addr):value$/, 'ip'],
  [/^network-traffic:(?:src|dst)_ref\.value$/, 'ip'],
  [/^domain-name:value$/, 'domain'],
  [/^network-traffic:(?:src|dst)_ref\.domain_name$/, 'domain'],
  [/^url:value$/, 'url'],
  [/^email-addr:value$/, 'email'],
  [/^email-message:(?:from|sender)_ref\.value$/, 'email'],
  [/^(?:file|directory):name$/, 'filename'],
  [/^(?:file|artifact|x509-certificate|process)[^']*hashes\.'?"?md5'?"?$/i, 'md5'],
  [/^(?:file|artifact|x509-certificate|process)[^']*hashes\.'?"?sha-?1'?"?$/i, 'sha1'],
  [/^(?:file|artifact|x509-certificate|process)[^']*hashes\.'?"?sha-?256'?"?$/i, 'sha256'],
  [/^network-traffic:extensions\.'http-request-ext'\.request_header\.'User-Agent'$/i, 'user_agent'],
  [/^(?:network-traffic|x-[a-z-]+):.*ja3[^s4]*$/i, 'ja3'],
]

type Token = { readonly kind: 'text' | 'number' | 'path' | 'word' | 'sign'; readonly text: string }

/** The type of an end beside its value adds nothing: only such a value has this form. */
const TYPE_OF_END =
  /network-traffic:(src|dst)_ref\.type\s{0,8}==?\s{0,8}'(?:ipv4-addr|ipv6-addr|domain-name)'\s{1,8}AND\s{1,8}(?=network-traffic:\1_ref\.value)/g

/** A port or a protocol beside an end: the value is matched without them, as one in a list of addresses and ports is. */
const PORT = String.raw`network-traffic:(?:(?:src|dst)_port\s{0,8}==?\s{0,8}\d{1,5}|protocols\[(?:\*|\d)\]\s{0,8}==?\s{0,8}'\w{1,16}')`
const PORT_BEHIND = new RegExp(String.raw`\s{1,8}AND\s{1,8}${PORT}`, 'g')
const PORT_BEFORE = new RegExp(String.raw`(?<=\[\s{0,8})${PORT}\s{1,8}AND\s{1,8}`, 'g')

export function valuesOfPattern(pattern: string): PatternResult {
  if (pattern.length > PATTERN_LENGTH_MAX) return { reason: `a pattern of more than ${PATTERN_LENGTH_MAX} characters` }
  const bare = pattern.replaceAll(TYPE_OF_END, '').replaceAll(PORT_BEHIND, '').replaceAll(PORT_BEFORE, '')
  const tokens = tokensOf(bare)
  if (tokens === null) return { reason: 'not a STIX pattern' }
  return new Reader(tokens).read()
}

function tokensOf(pattern: string): Token[] | null {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < pattern.length) {
    const groups = TOKEN.exec(pattern)?.groups
    if (groups === undefined || tokens.length > TOKENS_MAX) return null
    for (const kind of ['text', 'number', 'path', 'word', 'sign'] as const) {
      const text = groups[kind]
      if (text !== undefined) tokens.push({ kind, text })
    }
  }
  return tokens
}

/** A flat reader without recursion: where only OR joins, brackets change nothing. */
class Reader {
  readonly #tokens: readonly Token[]
  readonly #values: PatternValue[] = []
  #at = 0
  #depth = 0
  #observations = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  read(): PatternResult {
    let expectsOperand = true
    while (this.#at < this.#tokens.length) {
      const { kind, text } = this.#tokens[this.#at] as Token
      const word = kind === 'word' ? text.toUpperCase() : text
      if (word === '(' || word === '[') {
        if (!expectsOperand) return MALFORMED
        this.#depth++
        if (word === '[') this.#observations++
        this.#at++
      } else if (word === ')' || word === ']') {
        if (expectsOperand || --this.#depth < 0) return MALFORMED
        this.#at++
      } else if (word === 'OR') {
        if (expectsOperand) return MALFORMED
        expectsOperand = true
        this.#at++
      } else if (kind === 'path') {
        if (!expectsOperand) return MALFORMED
        const fault = this.#comparison(text)
        if (fault !== null) return fault
        expectsOperand = false
      } else if (COMBINES.has(word)) return { reason: `${word} needs several values together` }
      else if (QUALIFIES.has(word)) return { reason: `${word} counts or times observations` }
      else return MALFORMED
    }
    if (expectsOperand || this.#depth !== 0 || this.#observations === 0) return MALFORMED
    return { values: this.#values }
  }

  #comparison(path: string): { reason: string } | null {
    this.#at++
    const operator = this.#next()?.toUpperCase()
    if (operator === 'NOT' || operator === '!=' || operator === '<>') return { reason: 'a negated comparison' }
    if (operator !== '=' && operator !== '==' && operator !== 'IN' && operator !== 'ISSUBSET')
      return operator !== undefined && COMPARES.has(operator) ? { reason: `the comparison ${operator}` } : MALFORMED
    const values = operator === 'IN' ? this.#list() : this.#single()
    if (values === null) return MALFORMED
    const kind = PATHS.find(([pattern]) => pattern.test(path))?.[1]
    if (kind === undefined) return { reason: `${path.slice(0, 80)} is no value that is matched` }
    for (const value of values) this.#values.push({ kind, value })
    return null
  }

  #single(): string[] | null {
    const token = this.#tokens[this.#at++]
    return token?.kind === 'text' ? [unquoted(token.text)] : null
  }

  #list(): string[] | null {
    if (this.#next() !== '(') return null
    const values: string[] = []
    for (;;) {
      const [value] = this.#single() ?? []
      if (value === undefined) return null
      values.push(value)
      const sign = this.#next()
      if (sign === ')') return values
      if (sign !== ',') return null
    }
  }

  #next(): string | undefined {
    return this.#tokens[this.#at++]?.text
  }
}

const MALFORMED = { reason: 'not a STIX pattern' } as const
const COMBINES: ReadonlySet<string> = new Set(['AND', 'FOLLOWEDBY'])
const QUALIFIES: ReadonlySet<string> = new Set(['WITHIN', 'START', 'REPEATS', 'STOP'])
const COMPARES: ReadonlySet<string> = new Set(['LIKE', 'MATCHES', 'ISSUPERSET', '<', '>', '<=', '>=', 'EXISTS'])

/** Removes the quotes, and the letter with which a literal of another type than text begins. */
function unquoted(text: string): string {
  return text.slice(text.indexOf("'") + 1, -1).replace(/\\(.)/g, '$1')
}
