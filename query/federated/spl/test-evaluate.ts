/**
 * For tests: the part of SPL's search command that is written here, over rows in memory. Conditions beside each other are
 * joined by AND, `*` is any text, the case of letters does not count, a field that is not there equals nothing, and an
 * address of a block is equal to the block.
 * Source: Splunk Search Reference, search command.
 */
import { isIP } from 'node:net'
import { addressNumber, rangeOfCidr } from '../../search/cidr.ts'

export type SplRow = Readonly<Record<string, string | number>>

/** Rows of `search ... | sort 0 - _time | head N`. */
export function evaluateSpl(statement: string, rows: readonly SplRow[]): readonly SplRow[] {
  const [, head = '', count = ''] = /^search (.*) \| sort 0 - _time \| head (\d+)$/s.exec(statement) ?? []
  const parser = new Parser(head)
  const test = parser.all()
  const found = rows.filter((row) => test({ index: 'main', ...row }))
  return found.sort((a, b) => Number(b._time) - Number(a._time)).slice(0, Number(count))
}

type Holds = (row: SplRow) => boolean

class Parser {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.match(/\(|\)|[\w.]+(?:>=|<=|=|>|<)(?:"(?:\\.|[^"\\])*"|[^\s()]+)|\w+/gs) ?? []
  }

  all(): Holds {
    const either = [this.#both()]
    while (this.#accept('OR')) either.push(this.#both())
    return (row) => either.some((one) => one(row))
  }

  #both(): Holds {
    const every = [this.#one()]
    while (this.#at < this.#tokens.length && !['OR', ')'].includes(this.#tokens[this.#at] ?? '')) {
      this.#accept('AND')
      every.push(this.#one())
    }
    return (row) => every.every((one) => one(row))
  }

  #one(): Holds {
    if (this.#accept('NOT')) {
      const of = this.#one()
      return (row) => !of(row)
    }
    if (this.#accept('(')) {
      const inner = this.all()
      if (!this.#accept(')')) throw new Error('an open parenthesis')
      return inner
    }
    return comparison(this.#tokens[this.#at++] ?? '')
  }

  #accept(word: string): boolean {
    if (this.#tokens[this.#at] !== word) return false
    this.#at++
    return true
  }
}

function comparison(token: string): Holds {
  const [, field = '', sign = '', written = ''] = /^([\w.]+)(>=|<=|=|>|<)(.*)$/s.exec(token) ?? []
  if (field === '') throw new Error(`no comparison: ${token}`)
  if (field === 'earliest') return (row) => Number(row._time) >= Number(written)
  if (field === 'latest') return (row) => Number(row._time) < Number(written)
  const text = written.startsWith('"') ? written.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : written
  return (row) => {
    const value = row[field]
    if (value === undefined || value === '') return false
    if (sign !== '=') return compare(Number(value), sign, Number(text))
    const range = rangeOfCidr(text)
    if (range !== null) {
      const version = isIP(String(value))
      if (version === 0 || version !== isIP(range.first)) return false
      const number = (one: string) => addressNumber(one, version === 4 ? 4 : 6)
      return number(String(value)) >= number(range.first) && number(String(value)) <= number(range.last)
    }
    const source = text.split('*').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    return new RegExp(`^${source.join('.*')}$`, 'isu').test(String(value))
  }
}

function compare(a: number, sign: string, b: number): boolean {
  if (sign === '>=') return a >= b
  if (sign === '<=') return a <= b
  return sign === '>' ? a > b : a < b
}
