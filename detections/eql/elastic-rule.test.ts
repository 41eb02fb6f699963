import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EQL_LIMITS } from './limits.ts'
import { parseEql } from './load.ts'

const RULE = `[metadata]
creation_date = "2024/05/14"
maturity = "production"

[rule]
author = ["Ann", "Bob"]
description = """
Somebody asks who they are
and then leaves.
"""
false_positives = ["Administrators."]
from = "now-9m"
index = ["logs-example-*"]
interval = "5m"
language = "eql"
name = "Asked and gone"
note = "query = 'none of it'"
references = ["https://example.com/a"]
risk_score = 73
rule_id = "6f1c9f0e-0000-4000-8000-000000000001"
severity = "high"
tags = ["Domain: Endpoint"]
timestamp_override = "event.ingested"
type = "eql"

query = '''
process where
  process.name == "whoami.exe"
'''

[rule.investigation_fields]
field_names = ["process.command_line", "user.name"]

[[rule.threat]]
framework = "MITRE ATT&CK"
[[rule.threat.technique]]
id = "T1110"
name = "Brute Force"
[[rule.threat.technique.subtechnique]]
id = "T1110.003"
name = "Password Spraying"

[rule.threat.tactic]
id = "TA0006"
name = "Credential Access"

[[rule.threat]]
framework = "MITRE ATLAS"
[rule.threat.tactic]
id = "AML.TA0002"
name = "Another"
`
const SEQUENCE = `sequence by host.name\n  [process where process.name == "a"]\n  [file where true]\n`

const withQuery = (query: string) => RULE.replace(/query = '''[^']*'''/, `query = '''\n${query}'''`)
const loaded = (text: string) => parseEql(text, 'a.toml')
const windowOf = (text: string) => {
  const body = loaded(text).rules[0]?.body
  return body?.kind === 'window' && body.window.kind === 'sequence' ? body.window : null
}

test('a rule has the metadata of its file, with ATT&CK as tags', () => {
  const { rules, faults } = loaded(RULE)
  expect(faults).toEqual([])
  expect(rules).toEqual([
    {
      id: '6f1c9f0e-0000-4000-8000-000000000001',
      name: null,
      title: 'Asked and gone',
      description: 'Somebody asks who they are\nand then leaves.',
      language: 'eql',
      severity: 'high',
      status: 'production',
      author: 'Ann, Bob',
      tags: ['Domain: Endpoint', 'attack.credential-access', 'attack.t1110', 'attack.t1110.003'],
      references: ['https://example.com/a'],
      falsePositives: ['Administrators.'],
      fields: ['process.command_line', 'user.name'],
      body: expect.objectContaining({ kind: 'event' }),
      file: 'a.toml',
      line: 1,
    },
  ])
})

test('the query has the same meaning as in other files', () => {
  const [fromToml] = loaded(RULE).rules
  const [fromText] = parseEql('process where process.name == "whoami.exe"', 'a.eql').rules
  expect(fromToml?.body).toEqual(fromText?.body)
})

test.each([
  [0, 'low'],
  [21, 'low'],
  [47, 'medium'],
  [73, 'high'],
  [99, 'critical'],
])('a score of %d without a severity is %s', (score, severity) => {
  const text = RULE.replace('severity = "high"\n', '').replace('risk_score = 73', `risk_score = ${score}`)
  expect(loaded(text).rules[0]?.severity).toBe(severity)
})

test('a sequence without maxspan uses the look-back of its searches', () => {
  const minutes = (text: string) => (windowOf(text)?.maxSpanMs ?? Number.NaN) / 60_000
  expect(minutes(withQuery(SEQUENCE))).toBe(9)
  expect(minutes(withQuery(SEQUENCE).replace('from = "now-9m"\n', ''))).toBe(6)
  expect(minutes(withQuery(SEQUENCE).replace('now-9m', 'now-2h/h'))).toBe(120)
  expect(minutes(withQuery(SEQUENCE.replace('host.name\n', 'host.name with maxspan=1m\n')))).toBe(1)
  expect(windowOf(withQuery(SEQUENCE).replace('now-9m', 'now-90d'))?.maxSpanMs).toBeNull()
})

test('a missing event needs a maxspan in the query itself, as in Elastic', () => {
  const { faults } = loaded(withQuery(SEQUENCE.replace('[file', '![file')))
  expect(faults[0]?.reason).toMatch(/needs maxspan/)
})

test('a fault of the query has its position in the file', () => {
  const text = withQuery('process where\n  process.name = "x"\n')
  const line = text.split('\n').findIndex((one) => one.includes('process.name =')) + 1
  expect(loaded(text).faults).toEqual([{ file: 'a.toml', line, column: 16, reason: expect.stringMatching(/'='/) }])
  expect(loaded('rule.type = "eql"\n').faults).toMatchObject([{ line: 0, reason: 'query is not a text' }])
  const single = `[rule]\ntype = "eql"\nquery = "process where x ="\n`
  expect(loaded(single).faults).toMatchObject([{ line: 3, column: 26 }])
})

test.each([
  ['type = "query"', 'a rule of type "query", in "kuery", is not read'],
  ['type = "threshold"', 'a rule of type "threshold", about how many hits a query has, is not read'],
  ['type = "new_terms"', 'values that were not seen before'],
  ['type = "machine_learning"', 'an anomaly job'],
  ['type = "esql"', 'a query in ES|QL'],
  ['type = "threat_match"', 'an index of indicators'],
  ['type = "constructor"', 'a rule of type "constructor" is not read'],
  ['type = 1', 'a rule of type something that is no text is not read'],
  ['', 'a rule of type none is not read'],
])('%s is a fault of the file with its reason', (type, reason) => {
  const language = type.includes('query') ? 'language = "kuery"' : ''
  const text = RULE.replace('type = "eql"', type).replace('language = "eql"', language)
  expect(loaded(text)).toMatchObject({
    rules: [],
    faults: [{ file: 'a.toml', reason: expect.stringContaining(reason) }],
  })
})

test.each([
  ['type = "eql"', 'type = "eql"\nevent_category_override = "event.kind"', 'categories in the field "event.kind"'],
  ['language = "eql"', 'language = "kuery"', 'in the language "kuery"'],
  ['now-9m', 'yesterday', 'from is "yesterday"'],
  ['"now-9m"', '9', 'from is something that is no text'],
  ['[rule.investigation_fields]', '[[rule.filters]]\n[rule.investigation_fields]', 'filters beside the query'],
  ['severity = "high"', 'severity = "extreme"', 'severity is none of'],
  ['name = "Asked', 'name.x = "Asked', 'title is not a text'],
  ['[rule]', '[rule', 'not TOML: illegal character in key'],
  ['[rule]', '[metadata]', 'not TOML: trying to redefine'],
])('%s -> %s is a fault', (from, to, reason) => {
  const { rules, faults } = loaded(RULE.replace(from, to))
  expect(rules).toEqual([])
  expect(faults[0]?.reason).toContain(reason)
})

test('a file without a rule is a fault that says so', () => {
  expect(loaded('[metadata]\nmaturity = "production"\n').faults[0]?.reason).toBe('the file has no [rule] table')
  expect(loaded('').faults[0]?.reason).toBe('the file has no [rule] table')
})

test('a broken file is reported with its line', () => {
  expect(loaded('a = 1\nb = \n').faults[0]).toMatchObject({ line: 2, column: 5 })
})

test('hostile files give a fault quickly', () => {
  const nested = `[rule]\ntype = "eql"\nx = ${'['.repeat(200_000)}`
  expect(loaded(nested).faults[0]?.reason).toMatch(/nested/)
  const dotted = `[rule]\ntype = "eql"\n${'a.'.repeat(200_000)}b = 1\nquery = "any where true"`
  expect(loaded(dotted).rules).toHaveLength(1)
  expect(loaded('x'.repeat(EQL_LIMITS.fileChars + 1)).faults[0]?.reason).toMatch(/longer than/)
  const many = `${"query = '''\n".repeat(2)}`.repeat(20_000)
  expect(loaded(`note = """${many.replaceAll('"""', '')}"""\n${RULE}`).rules).toHaveLength(1)
  const proto = RULE.replace('[rule.investigation_fields]', '[rule.__proto__]\nx = 1\n[rule.investigation_fields]')
  expect(loaded(proto).rules).toHaveLength(1)
  const threat = RULE.replace('id = "T1110"', 'id = "T1110; DROP"').replace('"Credential Access"', '"x\\u0000y"')
  expect(loaded(threat).rules[0]?.tags).toEqual(['Domain: Endpoint', 'attack.t1110.003'])
})

test('any text gives a rule or faults', () => {
  const broken = fc
    .tuple(fc.nat(RULE.length), fc.nat(20), fc.string())
    .map(([at, cut, put]) => RULE.slice(0, at) + put + RULE.slice(at + cut))
  fc.assert(
    fc.property(fc.oneof(fc.string(), broken), (text) => {
      const { rules, faults } = loaded(text)
      expect(rules.length + faults.length).toBe(1)
      for (const fault of faults) expect(fault.reason).not.toBe('')
    }),
  )
})
