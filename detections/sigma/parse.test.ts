import { describe, expect, test } from 'vitest'
import { parseSigma } from './parse.ts'
import { ruleText } from './testing.ts'

const RULE = `title: Whoami Execution
id: 929a690e-bef0-4204-a928-ef5e620d6fcc
name: whoami
status: test
description: Detects a whoami.exe execution
references:
  - https://example.com/a
author: Somebody
date: 2019-10-23
tags: [attack.t1033]
logsource:
  category: Process_Creation
  product: windows
detection:
  selection:
    Image: 'C:\\Windows\\System32\\whoami.exe'
  condition: selection
fields: [Image]
falsepositives: Unlikely
level: high
`

test('a rule keeps its metadata', () => {
  expect(parseSigma(`# a comment\n---\n${RULE}`, 'dir/a.yml').rules).toEqual([
    {
      id: '929a690e-bef0-4204-a928-ef5e620d6fcc',
      name: 'whoami',
      title: 'Whoami Execution',
      description: 'Detects a whoami.exe execution',
      language: 'sigma',
      severity: 'high',
      status: 'test',
      author: 'Somebody',
      tags: ['attack.t1033'],
      references: ['https://example.com/a'],
      falsePositives: ['Unlikely'],
      fields: ['Image'],
      file: 'dir/a.yml',
      line: 3,
      body: {
        kind: 'event',
        logSource: { category: 'process_creation', product: 'windows', service: null },
        where: {
          kind: 'field',
          field: 'Image',
          test: { op: 'equals', text: 'C:\\Windows\\System32\\whoami.exe', cased: false },
        },
      },
    },
  ])
})

describe('a missing id', () => {
  const idOf = (detection: object, extra: object = {}) => parseSigma(ruleText(detection, extra), 'a.yml').rules[0]?.id
  const detection = { sel: { a: 1 }, condition: 'sel' }

  test('is derived from the detection of the rule', () => {
    expect(idOf(detection)).toMatch(/^sigma-[0-9a-f]{32}$/)
    expect(idOf(detection, { author: 'another', level: 'low' })).toBe(idOf(detection))
    expect(idOf({ ...detection, sel: { a: 2 } })).not.toBe(idOf(detection))
  })
})

describe('faults name the line', () => {
  test.each([
    [RULE.replace('Image:', 'Image|nope:'), 16, /unknown modifier "nope"/],
    [RULE.replace('condition: selection', 'condition: selections'), 17, /no search identifier "selections"/],
    [RULE.replace('level: high', 'level: severe'), 20, /level "severe"/],
    [RULE.replace('title: Whoami Execution', ''), 2, /title is missing/],
    [RULE.replace('product: windows', 'product: [a]'), 13, /product is not a text/],
    [RULE.replace('id: 929', 'id: [929').replace('fcc', 'fcc]'), 2, /id is not a text/],
    [RULE.replace("'C:", "\n      - a\n      - [b]\n      - 'C:"), 18, /not a list/],
    [RULE.replace('detection:', 'detections:'), 1, /no detection/],
    [RULE.replace('logsource:', 'source:'), 1, /logsource is missing/],
    [`${RULE}title: again\n`, 21, /not YAML: duplicated mapping key/],
    [RULE.replace("whoami.exe'", 'whoami.exe'), 17, /not YAML/],
  ])('case %#', (text, line, reason) => {
    const { rules, faults } = parseSigma(text, 'a.yml')
    expect(rules).toEqual([])
    expect(faults).toEqual([{ file: 'a.yml', line, reason: expect.stringMatching(reason) }])
  })

  test('of the faulty document, and other documents are kept', () => {
    const other = RULE.replace('id: 9', 'id: 8')
    const { rules, faults } = parseSigma(`${RULE}---\ntitle: 'broken\n---\n${other}---\ntitle: empty\n`, 'a.yml')
    expect(rules.map(({ id, line }) => [id.slice(0, 3), line])).toEqual([
      ['929', 1],
      ['829', 24],
    ])
    expect(faults.map(({ line, reason }) => [line, reason])).toEqual([
      [expect.any(Number), expect.stringMatching(/not YAML/)],
      [45, 'the document has no detection, correlation or filter'],
    ])
    expect(faults[0]?.line).toBeGreaterThanOrEqual(22)
    expect(faults[0]?.line).toBeLessThanOrEqual(24)
  })
})

test('lists the placeholders of a rule without a value', () => {
  const text = ruleText({ sel: { 'a|expand': '%nobody%' }, condition: 'sel' })
  expect(parseSigma(text, 'a.yml').unresolved).toEqual([{ file: 'a.yml', line: 1, names: ['nobody'] }])
  expect(parseSigma(text, 'a.yml', { placeholders: new Map([['nobody', ['x']]]) }).unresolved).toEqual([])
})

test('keys that every JavaScript object has are ordinary fields', () => {
  const text = `title: t
logsource: {product: windows}
detection:
  __proto__: {constructor: 1, __proto__|contains: a}
  condition: __proto__
`
  expect(parseSigma(text, 'a.yml').rules[0]?.body).toMatchObject({
    where: { kind: 'and', of: [{ field: 'constructor' }, { field: '__proto__' }] },
  })
})
