/** Every built-in rule, against the events that it must match and those that it must not. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTactic, isTechnique } from './attack.ts'
import { builtInRules, CONTENT_DIR, contentSources, FIXTURES_DIR, readContent } from './load.ts'
import { ContentUnderTest, type FixtureEvent, fixtureName, fixtureOf } from './testing.ts'

const { rules, faults } = readContent()
const content = new ContentUnderTest(rules)
const asList = (entry: FixtureEvent | readonly FixtureEvent[]) => (Array.isArray(entry) ? entry : [entry])

test('at least 120 built-in rules exist, and all are valid', () => {
  expect(faults).toEqual([])
  expect(rules.length).toBeGreaterThanOrEqual(120)
  expect(contentSources().map(({ file }) => file)).toHaveLength(rules.length)
  expect(builtInRules().map(({ id }) => id)).toEqual(rules.map(({ id }) => id))
})

test('each rule has a fixture and each fixture a rule', () => {
  const fixtures = readdirSync(FIXTURES_DIR, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.json'))
  const expected = rules.map(({ file }) => fixtureName(file))
  expect(fixtures.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(expected.sort())
})

test('ids, names and titles are unique', () => {
  // Read from the files, because a rule with a duplicate id is not loaded.
  const written = contentSources().map(({ text }) => /^id: (\S+)$/m.exec(text)?.[1])
  expect(new Set(written).size).toBe(written.length)
  expect(new Set(rules.map(({ title }) => title.toLowerCase())).size).toBe(rules.length)
  const names = rules.flatMap(({ name }) => name ?? [])
  expect(new Set(names).size).toBe(names.length)
})

describe.each(rules.map((rule) => ({ rule, name: rule.file })))('$name', ({ rule }) => {
  const { format, matches, misses } = fixtureOf(rule.file)

  test('has a description and its known false positives', () => {
    expect(rule.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(rule.author).toBe('svc')
    expect(rule.description).not.toBe('')
    expect(rule.falsePositives.length).toBeGreaterThan(0)
    expect(rule.tags.some(isTactic)).toBe(true)
    expect(rule.tags.some(isTechnique)).toBe(true)
    expect(rule.tags.filter((tag) => !isTactic(tag) && !isTechnique(tag))).toEqual([])
    expect(rule.references.filter((url) => !url.startsWith('https://attack.mitre.org/techniques/'))).toEqual([])
    expect(readFileSync(join(CONTENT_DIR, rule.file), 'utf8')).toMatch(/^(level|severity): \w/m)
  })

  test('matches its positive fixtures', () => {
    expect(matches.length).toBeGreaterThan(0)
    for (const entry of matches) expect(content.holding(asList(entry), format)).toContain(rule.id)
  })

  test('does not match its harmless fixtures', () => {
    expect(misses.length).toBeGreaterThan(0)
    for (const entry of misses) expect(content.holding(asList(entry), format)).not.toContain(rule.id)
  })
})
