import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { corporaDir } from '../../test/corpora/config.ts'
import { type Engine, openEngine } from './engine.ts'
import { KNOWN_DIFFERENCES } from './known-differences.ts'
import { YARA_LIMITS } from './limits.ts'

const open = (...texts: readonly string[]): Engine => openEngine(texts.map((text, i) => ({ file: `${i}.yar`, text })))
const rulesIn = (engine: Engine, data: string): readonly string[] =>
  engine
    .scan(Buffer.from(data, 'latin1'))
    .map(({ file, rule }) => `${file}:${rule}`)
    .sort()

test('a match has its rule, tags, meta and strings', () => {
  const engine = open(`rule evil : apt dropper {
    meta: author = "someone" score = 70 live = true old = false
    strings: $a = "abc" $b = { 58 ?? 5A } $c = /q[0-9]{2,}/
    condition: all of them }`)
  expect(engine.scan(Buffer.from('..abc XYZ q123'))).toEqual([
    {
      file: '0.yar',
      rule: 'evil',
      tags: ['apt', 'dropper'],
      meta: { author: 'someone', score: 70, live: true, old: false },
      strings: [
        { identifier: '$a', offset: 2, length: 3, text: 'abc' },
        { identifier: '$b', offset: 6, length: 3, text: 'XYZ' },
        { identifier: '$c', offset: 10, length: 4, text: 'q123' },
      ],
    },
  ])
})

test('a bad rule only affects itself and the rules that depend on it', () => {
  const engine = open(
    'rule good { condition: true }\nrule bad {\n  condition: nope }\nrule rests { condition: bad }\nrule also { condition: true }',
    'rule other { condition: true }',
    'rule broken { condition: ',
  )
  expect(rulesIn(engine, '')).toEqual(['0.yar:also', '0.yar:good', '1.yar:other'])
  expect(engine.rules).toBe(3)
  expect(engine.faults.map(({ file, line }) => `${file}:${line}`)).toEqual(
    expect.arrayContaining(['0.yar:3', '0.yar:4', '2.yar:1']),
  )
  expect(engine.faults[0]?.reason).toContain('unknown identifier `nope`')
})

test('each file is a namespace: names may repeat, and a global rule applies only to its own file', () => {
  const engine = open(
    'rule same { strings: $a = "one" condition: $a }',
    'rule same { strings: $a = "two" condition: $a }',
    'global rule never { condition: false } rule bound { condition: true }',
    'private rule hidden { condition: true } rule seen { condition: hidden }',
  )
  expect(rulesIn(engine, 'one')).toEqual(['0.yar:same', '3.yar:seen'])
  expect(rulesIn(engine, 'two')).toEqual(['1.yar:same', '3.yar:seen'])
})

test('rules cannot read files or loop endlessly; variables of file scanners exist and are empty', () => {
  const engine = open(
    'include "/etc/passwd"\nrule a { condition: true }',
    'rule b { condition: for all i in (0..1000000000000) : (i >= 0) }',
    'rule c { condition: filename == "" and filepath == "" and extension == "" and owner == "" and filetype == "" }',
  )
  expect(rulesIn(engine, '')).toEqual(['2.yar:c'])
  expect(engine.faults.map(({ file }) => file)).toEqual(['0.yar', '1.yar'])
})

test('a loop over the matches of a pattern runs, however many there are', () => {
  const engine = open('rule far { strings: $a = "x" condition: for any i in (1..#a) : (@a[i] > 3) }')
  expect(engine.faults).toEqual([])
  expect([rulesIn(engine, 'x..x'), rulesIn(engine, 'x...x')]).toEqual([[], ['0.yar:far']])
})

test('reported matches are limited, but the count of matches is not', () => {
  const engine = open('rule many { strings: $a = "x" condition: #a == 500 }')
  const [match] = engine.scan(Buffer.from('x'.repeat(500)))
  expect(match?.strings).toHaveLength(YARA_LIMITS.matchesOfString)
})

test('any text gives an engine and faults', () => {
  const source = 'rule a { meta: x = true strings: $a = "b" condition: $a }\nrule c { condition: true }\n'
  const broken = fc
    .tuple(fc.nat(source.length), fc.nat(4), fc.string())
    .map(([at, cut, put]) => source.slice(0, at) + put + source.slice(at + cut))
  fc.assert(
    fc.property(fc.oneof(fc.string(), broken), (text) => {
      const engine = open(text)
      engine.scan(Buffer.from('b'))
      for (const { reason } of engine.faults) expect(reason).not.toBe('')
    }),
    { numRuns: 150 },
  )
})

type Assertion = { readonly kind: string; readonly rule: string; readonly args: readonly unknown[] }

/** `unknown`: the collection does not hold the rule or the data of the assertion. */
function judge({ kind, rule, args }: Assertion): 'holds' | 'differs' | 'unknown' {
  const [data = null, expected] = args
  if (kind === 'error' || kind === 'regexp_syntax_error')
    return open(ruleText(kind, rule)).rules === 0 ? 'holds' : 'differs'
  if (kind === 'match_count') return countOf(rule) === Number((expected as { expr: string }).expr) ? 'holds' : 'differs'
  const isData = data === null || typeof data === 'string'
  if (rule === '' || !isData || !/^(true|false)_(rule(_blob)?|regexp)$|^(no_)?warning/.test(kind)) return 'unknown'
  const engine = open(ruleText(kind, rule))
  if (engine.rules === 0) return 'differs'
  if (/warning/.test(kind)) return 'holds'
  const matches = engine.scan(Buffer.from(data ?? '', 'latin1'))
  const isRight =
    kind === 'true_regexp' ? matches[0]?.strings[0]?.text === expected : matches.length > 0 === kind.startsWith('true')
  return isRight ? 'holds' : 'differs'
}

function countOf(rule: string): number {
  const engine = open(rule)
  return engine.faults.length === 0 ? engine.scan(Buffer.alloc(0)).length : -1
}

const ruleText = (kind: string, rule: string): string =>
  kind.includes('regexp') ? `rule test { strings: $a = /${rule}/ condition: $a }` : rule

const file = join(corporaDir() ?? '', 'yara', 'yara-c-tests.ndjson')

describe.skipIf(!existsSync(file))('assertions of libyara (SVC_CORPORA_DIR)', () => {
  test('all rules that can be checked match, except the known differences', () => {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const verdicts = lines.map((line) => judge(JSON.parse(line)))
    const differing = verdicts.flatMap((verdict, i) => (verdict === 'differs' ? [i + 1] : []))
    expect(differing).toEqual([...KNOWN_DIFFERENCES.values()].flat().sort((a, b) => a - b))
    expect(verdicts.filter((verdict) => verdict === 'holds').length).toBeGreaterThan(450)
  })
})
