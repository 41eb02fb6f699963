/** Evaluates a search in memory, on a row that another SIEM returned. */
import { isIP } from 'node:net'
import type { Leaf, Piece, SearchQuery } from '../search/ast.ts'
import { addressNumber, rangeOfCidr } from '../search/cidr.ts'
import { type Test, testOf } from './condition.ts'
import { type FederatedName, federatedNames } from './names.ts'

/** Values by our field names; a missing value has no member. `time` is in Unix milliseconds. */
export type FederatedFields = Readonly<Partial<Record<FederatedName, string | number | readonly (string | number)[]>>>

/** `query` must be translatable. */
export function holds(query: SearchQuery, row: FederatedFields, nowMs: number): boolean {
  switch (query.kind) {
    case 'all':
      return true
    case 'not':
      return !holds(query.of, row, nowMs)
    case 'and':
      return query.of.every((one) => holds(one, row, nowMs))
    case 'or':
      return query.of.some((one) => holds(one, row, nowMs))
    default:
      return (federatedNames(query.field) ?? []).some((name) => leafHolds(query, name, row, nowMs))
  }
}

function leafHolds(leaf: Leaf, name: FederatedName, row: FederatedFields, nowMs: number): boolean {
  const test = testOf(leaf, name, nowMs)
  if (test.kind === 'nothing') return false
  const values = [row[name] ?? []].flat().filter((value) => value !== '')
  return values.some((value) => passes(test, value))
}

function passes(test: Test, value: string | number): boolean {
  switch (test.kind) {
    case 'exists':
      return true
    case 'equals':
      return regexOf(test.pattern, true).test(String(value))
    case 'contains':
      return regexOf(test.pattern, false).test(String(value))
    case 'within':
      return isWithin(test.cidr, String(value))
    case 'between': {
      const number = Number(value)
      const { from, to } = test
      if (from !== null && !(from.isIncluded ? number >= from.value : number > from.value)) return false
      return to === null || (to.isIncluded ? number <= to.value : number < to.value)
    }
  }
}

function isWithin(cidr: string, text: string): boolean {
  const range = rangeOfCidr(cidr)
  const version = isIP(text)
  if (range === null || version === 0 || version !== isIP(range.first)) return false
  const [number, first, last] = [text, range.first, range.last].map((one) => addressNumber(one, version === 4 ? 4 : 6))
  return number !== undefined && first !== undefined && last !== undefined && number >= first && number <= last
}

/** Every `*` becomes a lazy wildcard: values are short, and a pattern has at most sixteen. */
function regexOf(pattern: readonly Piece[], isWhole: boolean): RegExp {
  const source = pattern.map(sourceOf).join('')
  return new RegExp(isWhole ? `^(?:${source})$` : source, 'isu')
}

export function sourceOf(piece: Piece): string {
  if (typeof piece === 'string') return piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return piece.wild === '*' ? '.*' : '.'
}
