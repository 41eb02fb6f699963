import { expect, test } from 'vitest'
import { parseSigma } from './parse.ts'
import { loadRuleSet } from './rule-set.ts'

const GLOBAL = `action: global
title: common
logsource: {product: windows}
level: high
detection:
  condition: sel
`

test('a global document applies to every later document until a reset', () => {
  const { rules, faults } = parseSigma(
    `${GLOBAL}---
detection: {sel: {a: 1}}
---
title: own
logsource: {service: system}
detection: {sel: {a: 2}}
---
action: reset
---
detection: {sel: {a: 3}}
`,
    'a.yml',
  )
  expect(rules.map(({ title, severity, line }) => [title, severity, line])).toEqual([
    ['common', 'high', 8],
    ['own', 'high', 10],
  ])
  expect(rules[1]?.body).toMatchObject({ logSource: { product: 'windows', service: 'system', category: null } })
  expect(faults).toEqual([{ file: 'a.yml', line: 16, reason: expect.stringContaining('logsource is missing') }])
})

test('`repeat` is the previous document with the given changes', () => {
  const { rules } = parseSigma(
    `${GLOBAL}---
id: one
detection: {sel: {a: 1, b: 2}}
---
action: repeat
id: two
detection: {sel: {b: 3}}
---
action: repeat
id: three
level: low
`,
    'a.yml',
  )
  const [, second, third] = rules
  const both = [
    { field: 'a', test: { value: 1 } },
    { field: 'b', test: { value: 3 } },
  ]
  expect(rules.map(({ id, severity }) => [id, severity])).toEqual([
    ['one', 'high'],
    ['two', 'high'],
    ['three', 'low'],
  ])
  expect(second?.body).toMatchObject({ where: { kind: 'and', of: both } })
  expect(third?.body).toMatchObject({ where: { kind: 'and', of: both } })
})

test.each([
  ['action: repeat\ntitle: a', /needs a document before it/],
  ['action: explode', /unknown action "explode"/],
  ['- a list', /not a map/],
  ['just text', /not a map/],
  ['', /the file is empty/],
])('%j is a fault', (text, reason) => {
  expect(parseSigma(text, 'a.yml')).toMatchObject({ rules: [], faults: [{ reason: expect.stringMatching(reason) }] })
})

test('a global id gets a number from the second document on, and a document may have its own', () => {
  const text = `${GLOBAL.replace('title: common', 'title: common\nid: x')}---
detection: {sel: {a: 1}}
---
detection: {sel: {a: 2}}
---
id: y
detection: {sel: {a: 3}}
---
action: repeat
detection: {sel: {a: 4}}
---
detection: {sel: {a: 5}}
`
  const { rules, faults } = loadRuleSet([{ file: 'a.yml', text }])
  expect(faults).toEqual([])
  expect(rules.map(({ id }) => id)).toEqual(['x', 'x-2', 'y', 'y-2', 'x-3'])
})
