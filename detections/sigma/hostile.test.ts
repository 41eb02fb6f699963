import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { parseSigma } from './parse.ts'
import { loadRuleSet } from './rule-set.ts'
import { sizeOf } from './size.ts'
import { ruleText } from './testing.ts'

const HEAD = 'title: t\nlogsource: {product: windows}\ndetection:\n  condition: sel\n  sel:\n'
const nested = (levels: number) =>
  Array.from({ length: levels }, (_, i) => `x${i}: &a${i} [${i === 0 ? 'f' : Array(9).fill(`*a${i - 1}`)}]`)
const keys = (count: number, key: (i: number) => string) => Array.from({ length: count }, (_, i) => key(i)).join('\n')

describe('unbounded multiplication is a fault', () => {
  test.each<[string, string]>([
    ['aliases of aliases', `${nested(12).join('\n')}\n${HEAD}    f: 1\n    g: *a11`],
    [
      'keywords of aliases',
      `${nested(12).join('\n')}\ntitle: t\nlogsource: {}\ndetection: {sel: *a11, condition: sel}`,
    ],
    ['a list within itself', 'title: t\nlogsource: {}\ndetection: {sel: &a [*a, *a], condition: sel}'],
    ['a map within itself', 'title: t\nlogsource: {}\ndetection: &d {sel: {f: *d}, condition: sel}'],
    ['thousands of aliases', `${HEAD}    f: &a x\n    g: [${'*a, '.repeat(LIMITS.yamlAliases + 1)}]`],
    ['deep nesting', `${HEAD}    f: ${'['.repeat(200)}${']'.repeat(200)}`],
    ['more alternatives than a rule may have', `${HEAD}    f: [${'a,'.repeat(LIMITS.tests + 1)}]`],
    ['flags that windash multiplies', `${HEAD}    f|windash: ' -a -b -c -d -e -f'`],
    ['windash of many long values', `${HEAD}    f|windash: [${`' -a -b -c -d ${'y'.repeat(900)}',`.repeat(40)}]`],
    [
      'a condition that repeats a large selection',
      `${HEAD.replace('condition: sel', `condition: sel${' or sel'.repeat(1500)}`)}    f: [${'a,'.repeat(5000)}]`,
    ],
    ['regular expressions without end', `${HEAD}    f|re: [${`'${'(a*)*'.repeat(200)}',`.repeat(100)}]`],
    ['a regular expression of a megabyte', `${HEAD}    f|re: '${'a'.repeat(900_000)}'`],
    ['repeats of repeats', `${HEAD}    f|re: '((((a{100}){100}){100}){100})'`],
    ['a number that is none, at length', `${HEAD}    f|lt: '${'1'.repeat(900_000)}x'`],
    ['a level that cannot be shown', `${HEAD}    f: 1\nlevel: {toString: 1}`],
    ['an action that cannot be shown', 'action: {toString: 1}'],
    ['a correlation that cannot be shown', 'title: t\ncorrelation: {type: {toString: 1}}'],
    ['repeats in a named group', `${HEAD}    f|re: '(?P<n>${'.{1000}'.repeat(1000)})'`],
    ['repeats side by side', `${HEAD}    f|re: '${'.{1000}'.repeat(1000)}'`],
    [
      'a common part of many tests',
      `action: global\n${HEAD}    f: [${'a,'.repeat(60_000)}]\n${'---\nid: x\n'.repeat(1000)}`,
    ],
    ['a common part of many keys', `action: global\n${keys(5000, (i) => `k${i}: 1`)}\n${'---\nid: x\n'.repeat(1000)}`],
    [
      'a key of half a megabyte, many times',
      `${HEAD}    - &m {${'k'.repeat(500_000)}: 1}\n${'    - *m\n'.repeat(900)}`,
    ],
    ['documents without end', '---\na: 1\n'.repeat(LIMITS.documents + 1)],
    ['broken documents without end', "---\na: '\n".repeat(LIMITS.documents + 1)],
    [
      'merges of merges',
      `${keys(300, (i) => `m${i}: &m${i} {${i === 0 ? keys(50, (k) => `k${k}: 1,`).replaceAll('\n', '') : `<<: *m${i - 1}`}}`)}\n${HEAD}    f: 1`,
    ],
  ])('%s', (_, text) => {
    const { rules, faults } = parseSigma(text.slice(0, LIMITS.fileBytes), 'a.yml')
    expect(rules.length).toBeLessThan(LIMITS.rulesWorthOfFile + 1)
    expect(faults.length).toBeGreaterThan(0)
    for (const { reason } of faults) expect(reason.length).toBeLessThan(400)
  })
})

test('accepts a rule with the maximum number of alternatives', () => {
  const values = Array.from({ length: LIMITS.tests - 1 }, (_, i) => `v${i}`)
  const { rules, faults } = parseSigma(ruleText({ sel: { f: values }, condition: 'sel' }), 'a.yml')
  expect(faults).toEqual([])
  expect(rules[0]?.body).toHaveProperty('where.of.length', LIMITS.tests - 1)
})

/** Texts that are nearly rules: lines of real ones, moved, doubled and damaged. */
const LINES = [
  'title: t',
  'id: a',
  'name: n',
  'level: high',
  'action: global',
  'action: repeat',
  'action: reset',
  '---',
  '...',
  'logsource:',
  '  product: windows',
  '  category: 5',
  'detection:',
  '  sel:',
  '    f: a',
  '    f|contains|all: [a, b]',
  '    - g|re: "(a+)+"',
  '    - kw*',
  '    f|expand: "%x%"',
  '    f|cidr: 10.0.0.0/8',
  '    f|windash: -a',
  "    f|base64offset: 'xyz'",
  '    f|fieldref: g',
  '    f|hour: 5',
  '    f|lt: 5',
  '    f: null',
  '    f|exists: yes',
  '  condition: sel',
  '  condition: 1 of sel*',
  '  condition: [sel, not sel]',
  'correlation:',
  '  type: event_count',
  '  type: temporal',
  '  rules: [a, n]',
  '  group-by: [u]',
  '  timespan: 5m',
  '  condition: {gte: 2}',
  '  condition: a and n',
  '  aliases: {u: {a: x}}',
  'filter:',
  '  rules: any',
  '  selection: {u: v}',
  '  condition: not selection',
  '&a',
  '*a',
  '<<: *a',
  '? x',
  '- ',
  '\t',
  '"',
  "'",
  '|',
  '>',
  '[',
  '{',
  '# c',
  '%YAML 1.2',
  '!!int x',
]

describe('any text', () => {
  const nearly = fc
    .array(
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...LINES) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      ),
      { maxLength: 40 },
    )
    .map((lines) => lines.join('\n'))

  test('gives rules, or faults of that file, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary', maxLength: 300 })), (text) => {
        const { rules, faults } = loadRuleSet([{ file: 'a.yml', text }])
        const lines = text.split('\n').length
        for (const { file, line, reason } of faults) {
          expect([file, reason === '']).toEqual(['a.yml', false])
          expect(line).toBeGreaterThanOrEqual(0)
          expect(line).toBeLessThanOrEqual(lines + 1)
        }
        for (const { body, line } of rules) {
          expect(line).toBeGreaterThan(0)
          if (body.kind === 'event') expect(sizeOf(body.where)).toBeLessThanOrEqual(LIMITS.tests)
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('any detection gives a rule or one fault', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('%x%', 'a*', '\\', '10.0.0.0/8', '(a'),
    )
    const modifier = fc.constantFrom(
      'contains',
      'startswith',
      'endswith',
      'all',
      'cased',
      're',
      'i',
      'cidr',
      'windash',
      'base64',
      'base64offset',
      'wide',
      'utf16',
      'exists',
      'lt',
      'expand',
      'fieldref',
      'neq',
      'hour',
      'x',
    )
    const key = fc
      .tuple(fc.constantFrom('f', 'g', ''), fc.array(modifier, { maxLength: 3 }))
      .map(([f, m]) => [f, ...m].join('|'))
    const map = fc.dictionary(key, fc.oneof(value, fc.array(value, { maxLength: 4 }), fc.dictionary(key, value)))
    const selection = fc.oneof(map, fc.array(fc.oneof(map, value)), value)
    const detection = fc.dictionary(fc.constantFrom('sel', '_b', 'selection2', 'timeframe'), selection)
    fc.assert(
      fc.property(detection, fc.constantFrom('sel', '1 of sel*', 'not sel', 'all of them'), (sels, condition) => {
        const { rules, faults } = parseSigma(ruleText({ ...sels, condition }), 'a.yml')
        expect(rules.length + faults.length).toBe(1)
      }),
      { numRuns: 1000 },
    )
  })
})

test('a megabyte of empty lines inside a text is parsed in linear time', () => {
  const text = `title: t\ndescription: |\n  a${'\n'.repeat(900_000)}  b\nlogsource:\n  product: windows\ndetection:\n  sel:\n    f: 1\n  condition: sel\n`
  expect(parseSigma(text, 'a.yml').rules).toHaveLength(1)
})
