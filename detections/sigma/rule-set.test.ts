import { describe, expect, test } from 'vitest'
import type { Rule, WindowBody } from '../plan/plan.ts'
import { parseSigma } from './parse.ts'
import { loadRuleSet, resolveRuleSet } from './rule-set.ts'
import { ruleText, truth } from './testing.ts'

const base = (id: string, extra: object = {}) => ruleText({ sel: { f: id }, condition: 'sel' }, { id, ...extra })
const correlation = (id: string, section: object, extra: object = {}) =>
  JSON.stringify({ title: id, id, correlation: { timespan: '5m', ...section }, ...extra })
const load = (...texts: string[]) => loadRuleSet(texts.map((text, i) => ({ file: `${i}.yml`, text })))
const windowOf = (rules: readonly Rule[], id: string): WindowBody | undefined => {
  const body = rules.find((rule) => rule.id === id)?.body
  return body?.kind === 'window' ? body : undefined
}
const count = { type: 'event_count', 'group-by': ['User'], condition: { gte: 10 } }

describe('correlations', () => {
  test('refer to rules by id or name, in any order', () => {
    const { rules, faults } = load(
      correlation('c', { ...count, rules: ['a', 'bee'] }, { generate: true }),
      base('a'),
      base('b', { name: 'bee' }),
    )
    expect(faults).toEqual([])
    expect(windowOf(rules, 'c')).toEqual({
      kind: 'window',
      generate: true,
      window: {
        kind: 'aggregate',
        feeds: [{ rule: 'a' }, { rule: 'b' }],
        groupBy: [{ name: 'User', fields: ['User', 'User'] }],
        windowMs: 300_000,
        measure: { of: 'count' },
        bounds: [{ op: 'gte', value: 10 }],
      },
    })
  })

  test.each<[object, object]>([
    [
      { type: 'value_count', condition: { field: 'User', gt: 1, lte: 9 } },
      {
        measure: { of: 'distinct', fields: ['User'] },
        bounds: [
          { op: 'gt', value: 1 },
          { op: 'lte', value: 9 },
        ],
      },
    ],
    [
      { type: 'value_count', condition: { field: ['a', 'b'], eq: 3 } },
      { measure: { of: 'distinct', fields: ['a', 'b'] } },
    ],
    [{ type: 'value_sum', condition: { field: 'n', gt: 1e6 } }, { measure: { of: 'sum', fields: ['n'] } }],
    [{ type: 'value_avg', condition: { field: 'n', neq: 0.5 } }, { measure: { of: 'avg', fields: ['n'] } }],
    [
      { type: 'value_percentile', condition: { field: 'n', percentile: 95, gte: 1 } },
      { measure: { of: 'percentile', fields: ['n'], percentile: 95 } },
    ],
    [
      { type: 'value_percentile', condition: { field: 'n', lte: 1 } },
      { measure: { of: 'percentile', fields: ['n'], percentile: 50 } },
    ],
    [{ type: 'value_median', condition: { field: 'n', lte: 1 } }, { measure: { of: 'percentile', percentile: 50 } }],
    [{ type: 'temporal' }, { kind: 'temporal', ordered: false, condition: null }],
    [
      { type: 'temporal_ordered', timespan: '2d' },
      { kind: 'temporal', ordered: true, windowMs: 172_800_000 },
    ],
    [
      { type: 'temporal', condition: 'a and not b' },
      {
        condition: {
          kind: 'and',
          of: [
            { kind: 'feed', feed: 0 },
            { kind: 'not', of: { kind: 'feed', feed: 1 } },
          ],
        },
      },
    ],
    [
      { type: 'temporal', condition: { gte: 1 } },
      {
        condition: {
          kind: 'or',
          of: [
            { kind: 'feed', feed: 0 },
            { kind: 'feed', feed: 1 },
          ],
        },
      },
    ],
    [{ type: 'temporal', condition: { gte: 2 } }, { condition: null }],
  ])('%j', (section, window) => {
    const { rules, faults } = load(base('a'), base('b'), correlation('c', { rules: ['a', 'b'], ...section }))
    expect(faults).toEqual([])
    expect(windowOf(rules, 'c')?.window).toMatchObject(window)
  })

  test('an extended condition may name its rules without a list of rules', () => {
    const { rules } = load(base('a'), base('b'), correlation('c', { type: 'temporal', condition: 'b or a and b' }))
    expect(windowOf(rules, 'c')?.window).toMatchObject({ feeds: [{ rule: 'b' }, { rule: 'a' }] })
  })

  test.each<object>([{ condition: 'b and a' }, { condition: { gte: 2 } }])(
    'an ordered window with %j needs all of its rules',
    (section) => {
      const ordered = { type: 'temporal_ordered', rules: ['a', 'b'], ...section }
      const { rules } = load(base('a'), base('b'), correlation('c', ordered))
      expect(windowOf(rules, 'c')?.window).toMatchObject({ ordered: true, condition: null })
    },
  )

  test('an alias stands for a different field of each rule', () => {
    const aliases = { ip: { ay: 'src', b: 'dst' } }
    const section = { type: 'temporal', rules: ['a', 'b'], 'group-by': ['ip', 'User'] }
    const rulesOf = (input: object) =>
      load(base('a', { name: 'ay' }), base('b'), correlation('c', { ...section, aliases: input }))
    expect(windowOf(rulesOf(aliases).rules, 'c')?.window).toMatchObject({
      groupBy: [
        { name: 'ip', fields: ['src', 'dst'] },
        { name: 'User', fields: ['User', 'User'] },
      ],
    })
    expect(rulesOf({ ip: { ay: 'src' } }).faults[0]?.reason).toBe('alias "ip" has no field for rule "b"')
    expect(rulesOf({ ip: { ay: 'src', x: 'y' } }).faults[0]?.reason).toBe('there is no rule "x"')
  })

  test('may form a chain, whose outermost window is the rule', () => {
    const { rules, faults } = load(
      correlation('outer', { type: 'temporal_ordered', rules: ['inner', 'b'] }),
      correlation('inner', { ...count, rules: ['a'] }),
      base('a'),
      base('b'),
    )
    expect(faults).toEqual([])
    expect(rules.map(({ id }) => id)).toEqual(['a', 'b', 'inner', 'outer'])
  })

  test('that refer to themselves are faults, and so are correlations that need them; others are kept', () => {
    const { rules, faults } = load(
      base('a'),
      correlation('x', { ...count, rules: ['y'] }),
      correlation('y', { ...count, rules: ['x'] }),
      correlation('self', { ...count, rules: ['self'] }),
      correlation('needs', { ...count, rules: ['x', 'a'] }),
      correlation('fine', { ...count, rules: ['a'] }),
    )
    expect(rules.map(({ id }) => id)).toEqual(['a', 'fine'])
    expect(faults.map(({ file }) => file)).toEqual(['1.yml', '2.yml', '3.yml', '4.yml'])
    for (const { reason } of faults) expect(reason).toMatch(/itself/)
  })

  test('a chain of thousands is resolved', () => {
    const links = Array.from({ length: 3000 }, (_, i) =>
      correlation(`c${i}`, { ...count, rules: [i === 2999 ? 'a' : `c${i + 1}`] }),
    )
    const files = [0, 1000, 2000].map((from) => links.slice(from, from + 1000).join('\n---\n'))
    const { rules, faults } = load(base('a'), ...files)
    expect([rules.length, faults]).toEqual([3001, []])
  })

  test('that need a faulty rule are faulty', () => {
    const { rules, faults } = load(
      correlation('outer', { ...count, rules: ['inner'] }),
      correlation('inner', { ...count, rules: ['gone'] }),
    )
    expect(rules).toEqual([])
    expect(faults.map(({ reason }) => reason)).toEqual([
      'rule "inner" has a fault of its own',
      'there is no rule "gone"',
    ])
  })

  test.each<[object, RegExp]>([
    [{ type: 'nope', rules: ['a'] }, /is not a type of correlation/],
    [{ ...count }, /no rules/],
    [{ ...count, rules: ['a', 'a'] }, /twice/],
    [{ ...count, rules: ['a', 'ay'] }, /by its id and by its name/],
    [{ ...count, rules: [{}] }, /not a name/],
    [{ ...count, rules: ['a'], timespan: '5 minutes' }, /timespan/],
    [{ ...count, rules: ['a'], group_by: ['Host'] }, /unknown key "group_by"; did you mean group-by/],
    [{ ...count, rules: ['a'], Aliases: {} }, /did you mean aliases/],
    [{ ...count, rules: ['a'], timespan: '0s' }, /timespan/],
    [{ ...count, rules: ['a'], timespan: '400d' }, /30 days/],
    [{ ...count, rules: ['a'], condition: undefined }, /must be a map/],
    [{ ...count, rules: ['a'], condition: {} }, /none of gt/],
    [{ ...count, rules: ['a'], condition: { gte: 'x' } }, /must be a number/],
    [{ ...count, rules: ['a'], condition: { gte: 1, field: 'f' } }, /unknown key "field"/],
    [{ type: 'value_count', rules: ['a'], condition: { gte: 1 } }, /no field to measure/],
    [{ type: 'value_sum', rules: ['a'], condition: { gte: 1, field: ['a', 'b'] } }, /only value_count/],
    [{ type: 'value_percentile', rules: ['a'], condition: { gte: 1, field: 'f', percentile: 101 } }, /0 to 100/],
    [
      { type: 'value_count', rules: ['a'], aliases: { u: { a: 'x' } }, condition: { gte: 1, field: 'u' } },
      /is an alias/,
    ],
    [{ type: 'temporal', rules: ['a'], condition: 'a and b' }, /not among its rules/],
    [{ type: 'temporal', rules: ['a'], condition: 'a and' }, /ends too early/],
    [{ type: 'temporal', rules: ['a'], condition: { gte: 2 } }, /can never be true/],
    [{ type: 'temporal', rules: ['a'], condition: { gte: 0 } }, /always true/],
    [{ type: 'temporal', rules: Array.from({ length: 31 }, (_, i) => `r${i}`) }, /more than 30/],
    [{ ...count, rules: ['a'], 'group-by': Array.from({ length: 17 }, (_, i) => `k${i}`) }, /more than 16/],
    [{ ...count, rules: ['a'], condition: { gte: 100_000 } }, /compared with 16384 or more/],
    [{ type: 'temporal_ordered', rules: ['a', 'b'], condition: { gte: 1 } }, /in order takes all/],
    [{ type: 'temporal_ordered', rules: ['a', 'b'], condition: 'a or b' }, /in order takes all/],
  ])('%j is refused', (section, reason) => {
    const { rules, faults } = load(base('a', { name: 'ay' }), base('b'), correlation('c', section))
    expect(rules.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(faults.map((fault) => fault.reason)).toEqual([expect.stringMatching(reason)])
  })
})

describe('ids and names', () => {
  test('keeps the first of two rules with the same id', () => {
    const { rules, faults } = load(base('a', { title: 'first' }), base('a', { title: 'second' }))
    expect(rules.map(({ title }) => title)).toEqual(['first'])
    expect(faults).toEqual([{ file: '1.yml', line: 1, reason: 'id "a" is taken by 0.yml:1' }])
  })

  test('a name that several rules share cannot be referenced', () => {
    const twins = [base('a', { name: 'n' }), base('b', { name: 'n' })]
    expect(load(...twins).faults).toEqual([])
    expect(load(...twins, correlation('c', { ...count, rules: ['n'] })).faults[0]?.reason).toBe('2 rules are named "n"')
  })
})

describe('filters', () => {
  const filter = (section: object, extra: object = {}) =>
    JSON.stringify({
      title: 'keep out',
      logsource: { product: 'windows' },
      filter: { rules: ['a'], selection: { User: 'adm' }, condition: 'not selection', ...section },
      ...extra,
    })
  /** True when rule `a` holds for an event that it matches, by that user. */
  const holds = (text: string, user: string): boolean => {
    const body = load(base('a'), text).rules[0]?.body
    if (body?.kind !== 'event') throw new Error('no rule')
    return truth(
      body.where,
      (leaf) => leaf.kind === 'field' && (leaf.field === 'f' || (leaf.test.op === 'equals' && leaf.test.text === user)),
    )
  }

  test.each(['not selection', 'selection', 'not 1 of sel*', ['selection']])(
    'with %j excludes the described events',
    (condition) => {
      expect(holds(filter({ condition }), 'adm')).toBe(false)
      expect(holds(filter({ condition }), 'eve')).toBe(true)
    },
  )

  test('apply to rules of their log source only', () => {
    const others = [base('a'), base('b', { logsource: { product: 'linux' } })]
    const any = load(...others, filter({ rules: 'any' }))
    expect(any.rules.map(({ body }) => body.kind === 'event' && body.where.kind)).toEqual(['and', 'field'])
    const wrong = load(...others, filter({ rules: ['b'] }))
    expect(wrong.faults.map(({ reason }) => reason)).toEqual(['filter "keep out": "b" has another log source'])
    expect(wrong.rules).toHaveLength(2)
  })

  test('may name a rule from another file, with any log source', () => {
    const known = [{ id: 'far', name: 'away', file: 'far.yml', line: 1 }]
    const parsed = [parseSigma(filter({ rules: ['far', 'away', 'gone'] }), '0.yml'), parseSigma(base('far'), '1.yml')]
    const { rules, faults } = resolveRuleSet(parsed, known)
    expect(rules).toEqual([])
    expect(faults.map(({ reason }) => reason)).toEqual([
      'filter "keep out": there is no rule "gone"',
      'id "far" is taken by far.yml:1',
    ])
  })

  test('that name an unknown rule are faults, and apply to the other rules', () => {
    const set = load(base('a'), correlation('c', { ...count, rules: ['a'] }), filter({ rules: ['gone', 'c', 'a'] }))
    expect(set.faults.map(({ reason }) => reason)).toEqual([
      'filter "keep out": there is no rule "gone"',
      'filter "keep out": "c" is a correlation',
    ])
    expect(set.rules[0]?.body).toMatchObject({ where: { kind: 'and' } })
  })

  test.each([
    [{ condition: undefined }, /condition is missing/],
    [{ rules: [5] }, /ids or names/],
    [{ rules: undefined }, /names no rules/],
    [{ rules: null }, /names no rules/],
    [{ rules: [] }, /names no rules/],
    [{ selection: { 'a|nope': 1 } }, /unknown modifier/],
  ])('%j is refused', (section, reason) => {
    expect(load(base('a'), filter(section)).faults[0]?.reason).toMatch(reason)
  })
})
