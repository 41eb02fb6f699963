import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Expr } from '../plan/expr.ts'
import { parseSigma } from './parse.ts'
import { ruleText, truth } from './testing.ts'

const SELECTIONS = { sel_a: { f: 'a' }, sel_b: { f: 'b' }, filter_c: { f: 'c' }, _hidden: { f: 'd' } }

function where(condition: unknown): Expr | string {
  const { rules, faults } = parseSigma(ruleText({ ...SELECTIONS, condition }), 'a.yml')
  const body = rules[0]?.body
  return body?.kind === 'event' ? body.where : (faults[0]?.reason ?? 'neither rule nor fault')
}

/** True when the condition holds while only the selections with these values do. */
function holds(condition: unknown, values: string): boolean {
  const expr = where(condition)
  if (typeof expr === 'string') throw new Error(expr)
  return truth(expr, (leaf) => leaf.kind === 'field' && leaf.test.op === 'equals' && values.includes(leaf.test.text))
}

describe('conditions', () => {
  test.each<[string, string, boolean]>([
    ['sel_a or sel_b and filter_c', 'a', true],
    ['(sel_a or sel_b) and filter_c', 'a', false],
    ['not sel_a and sel_b', 'b', true],
    ['not (sel_a and sel_b)', 'b', true],
    ['not not sel_a', 'a', true],
    ['sel_a AND NOT sel_b', 'a', true],
    ['1 of sel_*', 'b', true],
    ['all of sel_*', 'b', false],
    ['all of sel_*', 'ab', true],
    ['any of *_a', 'a', true],
    ['1 of *e*_*', 'c', true],
    ['not 1 of filter_*', 'c', false],
    ['1 of them', 'd', false],
    ['all of them', 'abc', true],
    ['1 of _*', 'd', true],
    ['_hidden', 'd', true],
    ['sel_a and 1 of filter_* or sel_b', 'b', true],
  ])('%s with %s is %s', (condition, values, expected) => {
    expect(holds(condition, values)).toBe(expected)
  })

  test('a list of conditions holds when one of them holds', () => {
    expect(holds(['sel_a', 'sel_b'], 'b')).toBe(true)
  })

  test.each<[unknown, RegExp]>([
    [undefined, /condition is missing/],
    [5, /a text or a list/],
    ['', /ends too early/],
    ['sel_a and', /ends too early/],
    ['sel_a sel_b', /"sel_b" is not expected/],
    ['(sel_a', /ends too early/],
    ['sel_a)', /"\)" is not expected/],
    ['and sel_a', /"and" is not expected/],
    ['sel_x', /no search identifier "sel_x"/],
    ['1 of nothing*', /no search identifier matches/],
    ['2 of sel_*', /only "1 of"/],
    ['1 of', /ends too early/],
    ['sel_a | count() by f > 5', /an aggregation.*correlation rule/],
    ['sel_a | near sel_b', /near.*correlation rule/],
    ['count(f) per g > 3', /an aggregation.*correlation rule/],
    [`${'('.repeat(65)}sel_a${')'.repeat(65)}`, /parentheses/],
    [`sel_a${' or sel_a'.repeat(3000)}`, /characters/],
  ])('%j is refused', (condition, reason) => {
    expect(where(condition)).toMatch(reason)
  })

  test('any expression, printed with the fewest parentheses, keeps its truth value', () => {
    type Tree = string | { not: Tree } | { op: 'and' | 'or'; of: [Tree, Tree] }
    const tree = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('sel_a', 'sel_b', 'filter_c'),
        tie('tree').map((not) => ({ not })),
        fc.record({ op: fc.constantFrom('and' as const, 'or' as const), of: fc.tuple(tie('tree'), tie('tree')) }),
      ),
    })).tree
    const rank = (t: Tree): number => (typeof t === 'string' ? 3 : 'not' in t ? 2 : t.op === 'and' ? 1 : 0)
    const write = (t: Tree, outer = 0): string => {
      const inner =
        typeof t === 'string'
          ? t
          : 'not' in t
            ? `not ${write(t.not, 2)}`
            : `${write(t.of[0], rank(t))} ${t.op} ${write(t.of[1], rank(t))}`
      return rank(t) < outer ? `(${inner})` : inner
    }
    const value = (t: Tree, on: string): boolean => {
      if (typeof t === 'string') return on.includes(t.at(-1) ?? '')
      if ('not' in t) return !value(t.not, on)
      return t.op === 'and' ? value(t.of[0], on) && value(t.of[1], on) : value(t.of[0], on) || value(t.of[1], on)
    }
    fc.assert(
      fc.property(tree, (t) => {
        for (const on of ['', 'a', 'b', 'c', 'ab', 'ac', 'bc', 'abc'])
          expect(holds(write(t), on), write(t)).toBe(value(t, on))
      }),
      { numRuns: 200 },
    )
  })
})

describe('search identifiers', () => {
  test('a map needs all of its fields, and a list of maps needs one item', () => {
    const rule = ruleText({ sel: [{ f: 'a', g: 'b' }, { f: 'c' }], condition: 'sel' })
    const body = parseSigma(rule, 'a.yml').rules[0]?.body
    const expr = body?.kind === 'event' ? body.where : null
    const on = (values: string) =>
      expr &&
      truth(expr, (leaf) => leaf.kind === 'field' && leaf.test.op === 'equals' && values.includes(leaf.test.text))
    expect([on('a'), on('ab'), on('c')]).toEqual([false, true, true])
  })

  test.each([
    [{}, /map is empty/],
    [[], /list is empty/],
    [null, /null cannot be a keyword/],
    [[[]], /list is empty/],
  ])('%j is refused', (sel, reason) => {
    expect(parseSigma(ruleText({ sel, condition: 'sel' }), 'a.yml').faults[0]?.reason).toMatch(reason)
  })
})
