import { expect, test } from 'vitest'
import { parseKqlRules } from './load.ts'
import { parseKqlQueries } from './load-queries.ts'

const ANALYTIC = `id: 11111111-2222-3333-4444-555555555555
name: Many failed sign-ins
severity: High
queryPeriod: 1h
triggerOperator: gt
triggerThreshold: 0
tactics: [CredentialAccess]
relevantTechniques:
  - T1110.003
query: |
  SigninLogs
  | where ResultType == 50126
  | summarize c = count() by UserPrincipalName
  | where c > 20
`

test('an analytic rule counts within its period', () => {
  const { rules, faults } = parseKqlRules(ANALYTIC, 'a.yaml')
  expect(faults).toEqual([])
  expect(rules).toMatchObject([
    {
      id: '11111111-2222-3333-4444-555555555555',
      title: 'Many failed sign-ins',
      severity: 'high',
      language: 'kql',
      tags: ['attack.credential-access', 'attack.t1110.003'],
      body: { kind: 'window', window: { windowMs: 3_600_000, bounds: [{ op: 'gt', value: 20 }] } },
    },
  ])
})

test('a threshold above zero counts the events that the query finds', () => {
  const text = 'name: a\nqueryPeriod: 10m\ntriggerThreshold: 5\nquery: SigninLogs | where ResultType == 1\n'
  expect(parseKqlRules(text, 'a.yaml').rules).toMatchObject([
    { body: { kind: 'window', window: { groupBy: [], windowMs: 600_000, bounds: [{ op: 'gt', value: 5 }] } } },
  ])
})

/** Each column names the one before it. */
const chain = Array.from({ length: 200 }, (_, i) => ` | extend c${i + 1} = ((c${i} or B == ${i}) and C == 1)`).join('')

test('a chain of conditions is compiled without nesting', () => {
  const many = Array.from({ length: 400 }, (_, i) => `A == "${i}"`).join(' or ')
  const [rule] = parseKqlRules(`SecurityEvent | where ${many}`, 'a.kql').rules
  expect(rule?.body).toMatchObject({ where: { kind: 'or', of: { length: 400 } } })
})

test('a .kql file is one rule, and its first comment is the title', () => {
  const { rules } = parseKqlRules('// Cleared log\nSecurityEvent | where EventID == 1102', 'x/clear.kql')
  expect(rules).toMatchObject([{ title: 'Cleared log', body: { kind: 'event' }, line: 1 }])
  expect(rules[0]?.id).toMatch(/^kql-[0-9a-f]{32}$/)
})

test.each([
  ['name: a\nquery: |\n  SecurityEvent\n  | where A ==\n', 'a.yaml', 4, 'Missing expression'],
  ['name: a\nquery: [1]\n', 'a.yaml', 1, 'query is not a text'],
  ['name: a\nseverity: Bad\nquery: SigninLogs\n', 'a.yaml', 1, 'severity is none of'],
  ['name: a\ntriggerThreshold: 3\nquery: SigninLogs\n', 'a.yaml', 1, 'queryPeriod'],
  ['- 1\n', 'a.yaml', 1, 'a map of fields'],
  ['SecurityEvent\n| join (SigninLogs) on A', 'a.kql', 2, 'a rule cannot use join'],
  [`SecurityEvent | extend c0 = A == 1${chain} | where c200`, 'a.kql', 1, 'nested more than 256'],
])('%.60s is refused with its place', (text, file, line, reason) => {
  const { rules, faults } = parseKqlRules(text, file)
  expect(rules).toEqual([])
  expect(faults).toMatchObject([{ file, line }])
  expect(faults[0]?.reason).toContain(reason)
})

test('a query that no rule plan can express is kept as a query, with the places of its faults', () => {
  const join = ANALYTIC.replace(
    '| where c > 20',
    '| join kind=inner AuditLogs on $left.UserPrincipalName == $right.Identity',
  )
  const text = `${ANALYTIC}---\n${join}`
  expect(parseKqlRules(text, 'a.yaml').rules).toHaveLength(1)
  const { queries, faults } = parseKqlQueries(text, 'a.yaml')
  expect(faults).toEqual([])
  expect(queries).toMatchObject([{ title: 'Many failed sign-ins', line: 16, trigger: { op: 'gt', value: 0 } }])
  const [query] = queries
  expect(query?.faultOf({ line: 4, column: 3, reason: 'x' })).toEqual({
    file: 'a.yaml',
    line: 29,
    column: 3,
    reason: 'query: x',
  })
  expect(
    parseKqlQueries('SigninLogs | join', 'b.kql').queries[0]?.faultOf({ line: 1, column: 13, reason: 'x' }),
  ).toEqual({
    ...{ file: 'b.kql', line: 1, column: 13, reason: 'x' },
  })
  expect(parseKqlQueries('query: 5', 'c.yaml')).toMatchObject({
    queries: [],
    faults: [{ reason: 'query is not a text' }],
  })
})
