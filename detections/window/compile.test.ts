import { expect, test } from 'vitest'
import { aggregate, count, sequence, temporal } from './conformance-rules.ts'
import { DETAIL, EVIDENCE, type WindowRule } from './window.ts'
import { Windows } from './windows.ts'

const byUser = { by: 'user', in: '10s' }
const good = count('good', 'a', byUser, { gte: 2 })

/** Reasons by rule, and which windows take matches. */
function define(rules: readonly WindowRule[]) {
  const windows = new Windows()
  const faults = windows.define(rules)
  return { faults: faults.map(({ ruleId, reason }) => `${ruleId}: ${reason}`), taps: windows.taps() }
}

test('a rule that cannot run is reported with its reason, and other rules still run', () => {
  const bad = [
    count('no bound', 'a', byUser, {}),
    count('too many', 'a', byUser, { gte: 1e9 }),
    count('no time', 'a', { by: 'user', in: '0s' }, { gte: 1 }),
    aggregate('two fields', 'a', { of: 'sum', fields: ['x', 'y'] }, byUser, { gte: 1 }),
    aggregate('percent', 'a', { of: 'percentile', fields: ['x'], percentile: 101 }, byUser, { gte: 1 }),
    temporal('odd', 'a b', byUser, { condition: { kind: 'feed', feed: 2 } }),
    temporal('order', 'a b', byUser, { ordered: true, condition: { kind: 'feed', feed: 0 } }),
    sequence('absent', '!a', 'user', '10s'),
    sequence('endless', 'a !b', 'user', null),
    sequence('runs', 'a*2000', 'user', '10s'),
    sequence('sample', 'a*2 b', 'user', null, false),
  ]
  const { faults, taps } = define([good, ...bad])
  expect(faults.map((fault) => fault.split(':')[0])).toEqual(bad.map(({ id }) => id))
  expect(new Set(faults.map((fault) => fault.split(':')[1])).size).toBe(bad.length)
  expect(taps.map(({ ruleId }) => ruleId)).toEqual(['good'])
})

test('windows in a feeding cycle are faults, and so are the windows that depend on them', () => {
  const { faults } = define([
    count('self', 'self', byUser, { gte: 1 }),
    count('x', 'y', byUser, { gte: 1 }),
    count('y', 'x', byUser, { gte: 1 }),
    count('above', 'x', byUser, { gte: 1 }),
    good,
  ])
  expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual(['above', 'self', 'x', 'y'])
})

test('a chain of windows has a maximum depth', () => {
  const chain = Array.from({ length: 100 }, (_, i) => count(`w${i}`, i === 0 ? 'a' : `w${i - 1}`, byUser, { gte: 1 }))
  for (const rules of [chain, chain.toReversed(), [...chain.slice(50), ...chain.slice(0, 50)]]) {
    const { faults, taps } = define(rules)
    expect(faults).toHaveLength(92)
    expect(faults).toContain('w8: it ends a chain of more than 8 windows')
    expect(faults).toContain('w9: it is fed by w8, which has a fault')
    expect(taps.map(({ ruleId }) => ruleId)).toEqual(['w0'])
  }
})

test('an endless chain of windows is a fault, not a stack overflow', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => count(`w${i}`, `w${i + 1}`, byUser, { gte: 1 }))
  expect(define(chain).faults).toHaveLength(19_992)
})

test('a window is identified only by its id: its name may be used by another rule', () => {
  const { faults, taps } = define([
    count('many', 'a', byUser, { gte: 1 }),
    count('odd', 'many_name', byUser, { gte: 1 }),
  ])
  expect([faults, taps.map(({ source }) => source)]).toEqual([[], [{ rule: 'a' }, { rule: 'many_name' }]])
})

test('an endlessly nested condition is a fault, not a stack overflow', () => {
  let condition: Parameters<typeof temporal>[3] = { condition: { kind: 'feed', feed: 0 } }
  for (let i = 0; i < 5000; i++)
    condition = { condition: { kind: 'not', of: condition.condition ?? { kind: 'feed', feed: 0 } } }
  expect(define([temporal('deep', 'a', byUser, condition)]).faults).toEqual([
    'deep: the condition is nested deeper than 64',
  ])
})

test('a tap lists the fields to read from an event, those for later windows included', () => {
  const spray = aggregate('spray', 'fail', { of: 'distinct', fields: ['user'] }, { by: 'host', in: '10s' }, { gte: 3 })
  const { taps } = define([temporal('breach', 'spray ok', { by: 'user', in: '1h' }, { ordered: true }), spray])
  const own = [DETAIL, EVIDENCE]
  expect(taps).toMatchObject([
    { ruleId: 'spray', feed: 0, source: { rule: 'fail' }, key: ['host'], values: ['user'], carry: [...own, 'user'] },
    { ruleId: 'breach', feed: 1, source: { rule: 'ok' }, key: ['user'], values: [], carry: own },
  ])
})
