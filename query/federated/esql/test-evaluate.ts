/**
 * For tests: evaluates the subset of ES|QL that is generated here, over rows in memory. A condition on null is null,
 * AND and OR are three-valued, and WHERE keeps rows that are true. Source: Elasticsearch ES|QL reference: operators,
 * LIKE, COALESCE, CIDR_MATCH, TO_LOWER.
 */
import { isIP } from 'node:net'
import { addressNumber, rangeOfCidr } from '../../search/cidr.ts'

export type EsqlRow = Readonly<Record<string, string | number>>
type Value = string | number | boolean | null
type Expression = (row: EsqlRow) => Value

export function evaluateEsql(statement: string, rows: readonly EsqlRow[]): readonly EsqlRow[] {
  const shape =
    /^FROM \S+ METADATA _source \| WHERE (.*) \| SORT @timestamp DESC \| LIMIT (\d+) \| KEEP @timestamp, _source$/s
  const [, where = '', limit = ''] = shape.exec(statement) ?? []
  const parser = new Parser(where)
  const holds = parser.either()
  if (!parser.isAtEnd()) throw new Error(`more than a condition: ${where}`)
  const found = rows.filter((row) => holds(row) === true)
  return found.sort((a, b) => String(b['@timestamp']).localeCompare(String(a['@timestamp']))).slice(0, Number(limit))
}

const TOKENS = /\s*("(?:\\.|[^"\\])*"|==|>=|<=|>|<|\(|\)|,|[@\w][\w.@]*)/gsy

class Parser {
  readonly #tokens: string[] = []
  #at = 0

  constructor(text: string) {
    TOKENS.lastIndex = 0
    for (let found = TOKENS.exec(text); found !== null; found = TOKENS.exec(text)) this.#tokens.push(found[1] ?? '')
  }

  isAtEnd = () => this.#at >= this.#tokens.length

  either(): Expression {
    let left = this.#both()
    while (this.#accept('OR')) {
      const [a, b] = [left, this.#both()]
      left = (row) => {
        const [x, y] = [a(row), b(row)]
        if (x === true || y === true) return true
        return x === null || y === null ? null : false
      }
    }
    return left
  }

  #both(): Expression {
    let left = this.#not()
    while (this.#accept('AND')) {
      const [a, b] = [left, this.#not()]
      left = (row) => {
        const [x, y] = [a(row), b(row)]
        if (x === false || y === false) return false
        return x === null || y === null ? null : true
      }
    }
    return left
  }

  #not(): Expression {
    if (!this.#accept('NOT')) return this.#compared()
    const of = this.#not()
    return (row) => {
      const value = of(row)
      return value === null ? null : !value
    }
  }

  #compared(): Expression {
    const left = this.#value()
    if (this.#accept('IS')) {
      if (!this.#accept('NOT') || !this.#accept('NULL')) throw new Error('IS NOT NULL')
      return (row) => left(row) !== null
    }
    const sign = ['==', '>=', '<=', '>', '<', 'LIKE'].find((one) => this.#accept(one))
    if (sign === undefined) return left
    const right = this.#value()
    return (row) => {
      const [a, b] = [left(row), right(row)]
      if (a === null || b === null) return null
      if (sign === 'LIKE') return likeRegex(String(b)).test(String(a))
      if (sign === '==') return a === b
      if (sign === '>=') return a >= b
      if (sign === '<=') return a <= b
      return sign === '>' ? a > b : a < b
    }
  }

  #value(): Expression {
    if (this.#accept('(')) {
      const inner = this.either()
      this.#expect(')')
      return inner
    }
    const token = this.#tokens[this.#at++] ?? ''
    if (token.startsWith('"')) {
      const text = token
        .slice(1, -1)
        .replaceAll(/\\(.)/gs, (_, char: string) => ({ n: '\n', r: '\r', t: '\t' })[char] ?? char)
      return () => text
    }
    if (/^\d+$/.test(token)) return () => Number(token)
    if (token === 'false') return () => false
    if (this.#accept('(')) return this.#call(token)
    return (row) => row[token] ?? null
  }

  #call(name: string): Expression {
    const args = [this.either()]
    while (this.#accept(',')) args.push(this.either())
    this.#expect(')')
    const [first = () => null, second = () => null] = args
    if (name === 'TO_LOWER') {
      return (row) => {
        const value = first(row)
        return value === null ? null : String(value).toLowerCase()
      }
    }
    if (name === 'COALESCE') return (row) => first(row) ?? second(row)
    if (name !== 'CIDR_MATCH') throw new Error(`no function ${name}`)
    return (row) => {
      const value = first(row)
      const range = rangeOfCidr(String(second(row)))
      if (value === null || range === null) return null
      const version = isIP(String(value))
      if (version === 0 || version !== isIP(range.first)) return false
      const number = (one: string) => addressNumber(one, version === 4 ? 4 : 6)
      return number(String(value)) >= number(range.first) && number(String(value)) <= number(range.last)
    }
  }

  #accept(word: string): boolean {
    if (this.#tokens[this.#at] !== word) return false
    this.#at++
    return true
  }

  #expect(word: string): void {
    if (!this.#accept(word)) throw new Error(`${word} is missing at ${this.#tokens.slice(this.#at).join(' ')}`)
  }
}

function likeRegex(pattern: string): RegExp {
  const source = pattern.replaceAll(/\\(.)|([*?])|([\s\S])/g, (_, escaped?: string, wild?: string, plain?: string) => {
    if (wild !== undefined) return wild === '*' ? '.*' : '.'
    return (escaped ?? plain ?? '').replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  })
  return new RegExp(`^${source}$`, 'su')
}
