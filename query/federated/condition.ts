/** The test that a leaf of a search makes on one column, in a form shared by every dialect and by rows in memory. */
import { isIP } from 'node:net'
import type { Bound, Leaf, Piece } from '../search/ast.ts'
import { plainText } from '../search/ast.ts'
import { rangeOfCidr } from '../search/cidr.ts'
import { timeValue } from '../search/time-value.ts'
import { type FederatedKind, type FederatedName, kindOf } from './names.ts'

export type NumberBound = { readonly value: number; readonly isIncluded: boolean }

export type Test =
  | { readonly kind: 'exists' }
  /** The whole value, whatever the case of its letters. */
  | { readonly kind: 'equals'; readonly pattern: readonly Piece[] }
  /** Matches a part of the value. */
  | { readonly kind: 'contains'; readonly pattern: readonly Piece[] }
  /** An address block; a single address is a block of its full width. */
  | { readonly kind: 'within'; readonly cidr: string }
  /** Numbers; times in Unix milliseconds. */
  | { readonly kind: 'between'; readonly from: NumberBound | null; readonly to: NumberBound | null }

/** `why`: the reason why this cannot be sent to another SIEM. */
export type FederatedTest = Test | { readonly kind: 'nothing'; readonly why: string }

export function testOf(leaf: Leaf, name: FederatedName, nowMs: number): FederatedTest {
  const kind = kindOf(name)
  if (leaf.kind === 'exists') return { kind: 'exists' }
  if (leaf.kind === 'range') {
    if (leaf.from === null && leaf.to === null) return { kind: 'exists' }
    if (kind !== 'number' && kind !== 'time')
      return { kind: 'nothing', why: `ranges of ${name} are asked of our own lake only` }
    return between(kind, leaf.from, leaf.to, nowMs)
  }
  const text = plainText(leaf.pattern)
  if (kind === 'ip') return address(text)
  if (kind === 'number' || kind === 'time') {
    if (text === null) return { kind: 'nothing', why: `${name} takes no wildcards` }
    const bound = { value: text, isIncluded: true }
    return between(kind, bound, bound, nowMs)
  }
  return { kind: kind === 'text' ? 'contains' : 'equals', pattern: leaf.pattern }
}

function between(kind: FederatedKind, from: Bound | null, to: Bound | null, nowMs: number): FederatedTest {
  const ends: (NumberBound | null)[] = []
  for (const bound of [from, to]) {
    if (bound === null) ends.push(null)
    else {
      const value = kind === 'time' ? timeValue(bound.value, nowMs) : numberOf(bound.value)
      if (value === null) return { kind: 'nothing', why: `${bound.value} is no ${kind}` }
      ends.push({ value, isIncluded: bound.isIncluded })
    }
  }
  return { kind: 'between', from: ends[0] ?? null, to: ends[1] ?? null }
}

const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)

function address(text: string | null): FederatedTest {
  const version = text === null || text.includes('%') ? 0 : isIP(text)
  if (version !== 0) return { kind: 'within', cidr: `${text}/${version === 4 ? 32 : 128}` }
  if (text !== null && rangeOfCidr(text) !== null) return { kind: 'within', cidr: text }
  return { kind: 'nothing', why: `${text ?? 'a wildcard'} is no address and no block of them` }
}
