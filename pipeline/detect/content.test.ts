/** Every rule that comes with the product, against the events it is there for and those it must let pass. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtInRules, FIXTURES_DIR, readContent } from '../../detections/content/load.ts'
import { RuleBook } from './rule-book.ts'
import { eventOf, findings } from './testing.ts'

type Fixture = {
  readonly format: string
  readonly matches: readonly Record<string, unknown>[]
  readonly misses: readonly Record<string, unknown>[]
}

const { rules, faults } = readContent()
const book = new RuleBook(rules)
const fixtureOf = (file: string): Fixture =>
  JSON.parse(readFileSync(join(FIXTURES_DIR, file.replace(/(\.eql)?\.yml$/, '.json')), 'utf8')) as Fixture
const idsFor = (record: Record<string, unknown>, format: string) =>
  findings(book, eventOf(structuredClone(record), format)).map(({ rule }) => rule.id)

test('all of it can be read, each rule has its fixture and each fixture its rule', () => {
  expect(faults).toEqual([])
  expect(rules.length).toBeGreaterThanOrEqual(10)
  expect(builtInRules().map(({ id }) => id)).toEqual(rules.map(({ id }) => id))
  const fixtures = readdirSync(FIXTURES_DIR, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.json'))
  const expected = rules.map(({ file }) => file.replace(/(\.eql)?\.yml$/, '.json'))
  expect(fixtures.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(expected.sort())
})

describe.each(rules.map((rule) => ({ rule, name: rule.file })))('$name', ({ rule }) => {
  const { format, matches, misses } = fixtureOf(rule.file)

  test('is about a technique and a tactic, and says who may set it off by mistake', () => {
    expect(rule.tags.some((tag) => /^attack\.t\d{4}/.test(tag))).toBe(true)
    expect(rule.tags.some((tag) => /^attack\.[a-su-z]|^attack\.t[a-z]/.test(tag))).toBe(true)
    expect(rule.falsePositives.length).toBeGreaterThan(0)
  })

  test('finds what it is there for', () => {
    expect(matches.length).toBeGreaterThan(0)
    for (const record of matches) expect(idsFor(record, format)).toContain(rule.id)
  })

  test('lets pass what is like it and harmless', () => {
    expect(misses.length).toBeGreaterThan(0)
    for (const record of misses) expect(idsFor(record, format)).not.toContain(rule.id)
  })
})
