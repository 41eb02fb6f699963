import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEql } from './load.ts'

const RULE = `title: Evil
id: 0f1e2d3c
description: Why
severity: high
status: test
author: someone
tags: [attack.t1059.001, attack.execution]
references:
  - https://example.org
false_positives: None
language: eql
query: |
  process where
    process.name : "evil.exe"
`

test('a document becomes a rule with all of its metadata', () => {
  const { rules, faults } = parseEql(RULE, 'a.yml')
  expect(faults).toEqual([])
  expect(rules).toMatchObject([
    {
      id: '0f1e2d3c',
      title: 'Evil',
      severity: 'high',
      status: 'test',
      author: 'someone',
      tags: ['attack.t1059.001', 'attack.execution'],
      references: ['https://example.org'],
      falsePositives: ['None'],
      language: 'eql',
      file: 'a.yml',
      line: 1,
    },
  ])
})

test('a fault has its line in the file and affects only its document', () => {
  const { rules, faults } = parseEql(`${RULE.replace(' : ', ' = ')}---\n${RULE}`, 'a.yml')
  expect(rules).toHaveLength(1)
  expect(faults).toEqual([{ file: 'a.yml', line: 14, column: 18, reason: expect.stringContaining("'='") }])
})

test('a bare query is a rule with the name of its file and an id from its content', () => {
  const one = parseEql('any where true', 'dir/some_rule.eql').rules[0]
  const other = parseEql('any where true\n', 'b.eql').rules[0]
  expect(one?.title).toBe('some_rule')
  expect(one?.severity).toBe('medium')
  expect(other?.id).toBe(one?.id)
  expect(parseEql('any where false', 'b.eql').rules[0]?.id).not.toBe(one?.id)
})

test('reports the parts of a query that the rule leaves out', () => {
  const { notes } = parseEql('any where true\n| head 5', 'a.eql')
  expect(notes).toEqual([{ file: 'a.eql', line: 2, column: 3, reason: expect.stringContaining('"head"') }])
})

test.each([
  ['language: sigma\nquery: any where true', "language is not 'eql'"],
  ['language: eql', 'query is not a text'],
  ['language: eql\nquery: any where true\nseverity: extreme', 'severity is none of'],
  ['language: eql\nquery: any where true\ntags: {a: b}', 'tags is not a list of texts'],
  ['language: eql\nquery: any where true\ntitle: [[a]]', ''],
  ['- a\n- b', 'the rule must be a map'],
  ['a: [', 'not YAML'],
  ['a: 1\na: 2', 'not YAML'],
  [`language: eql\nquery: any where true\nx: ${'['.repeat(100_000)}`, 'YAML'],
  ['a: &a [x, x]\nb: &b [*a, *a]\nlanguage: eql\nquery: any where true\ntags: *b', 'tags is not a list'],
  ['x'.repeat(2_000_000), 'file is longer'],
])('%.60s', (text, reason) => {
  const { rules, faults } = parseEql(text, 'a.yml')
  if (reason === '') expect(rules).toHaveLength(1)
  else expect([rules, faults[0]?.reason]).toEqual([[], expect.stringContaining(reason)])
})

test('any text gives rules or faults', () => {
  const broken = fc
    .tuple(fc.nat(RULE.length), fc.nat(5), fc.string())
    .map(([at, cut, put]) => RULE.slice(0, at) + put + RULE.slice(at + cut))
  fc.assert(
    fc.property(fc.oneof(fc.string(), broken), (text) => {
      const { rules, faults } = parseEql(text, 'a.yml')
      for (const fault of faults) expect(fault.reason).not.toBe('')
      expect(rules.length).toBeLessThanOrEqual(2)
    }),
  )
})
