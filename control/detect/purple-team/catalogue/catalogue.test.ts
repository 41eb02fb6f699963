import { describe, expect, test } from 'vitest'
import { intakeOf } from '../../../../connectors/index.ts'
import { isSourceFormat } from '../../../../connectors/source-formats.ts'
import { isTactic } from '../../../../detections/content/attack.ts'
import { builtInRules } from '../../../../detections/content/load.ts'
import { triedOf, tryRules } from '../../detections/index.ts'
import { SPAN_SECONDS, sceneOf } from '../atomic-test.ts'
import { ATOMIC_TESTS } from './catalogue.ts'

const AT_MS = Date.UTC(2026, 0, 2, 3, 4, 5)
const scene = sceneOf('5f09746d-2213-41eb-ad64-a7e5a0a8ce4f', AT_MS)

test('every test has an id of its own, a technique and a tactic', () => {
  expect(ATOMIC_TESTS.length).toBeGreaterThanOrEqual(30)
  expect(new Set(ATOMIC_TESTS.map(({ id }) => id)).size).toBe(ATOMIC_TESTS.length)
  for (const { id, technique, tactic } of ATOMIC_TESTS) {
    expect(id).toMatch(/^[a-z0-9-]{1,80}$/)
    expect(technique).toMatch(/^T\d{4}(\.\d{3})?$/)
    expect(isTactic(`attack.${tactic}`), tactic).toBe(true)
  }
})

describe.each(ATOMIC_TESTS.map((one) => [one.id, one] as const))('%s', (_, { events, format }) => {
  test('has events that intake takes, that name the execution, and that end when it begins', async () => {
    expect(isSourceFormat(format) && intakeOf(format) !== null).toBe(true)
    const made = events(scene)
    expect(made).toEqual(events(scene))
    const texts = made.map((event) => JSON.stringify(event))
    expect(texts.filter((text) => !text.includes(scene.marker))).toEqual([])
    expect(new Set(texts).size).toBe(texts.length)
    const tried = await tryRules([], made, { format, isExplained: false })
    expect(tried.map(({ refusal }) => refusal)).toEqual(made.map(() => null))
    const last = sceneOf('5f09746d-2213-41eb-ad64-a7e5a0a8ce4f', AT_MS - SPAN_SECONDS * 1000)
    for (const text of events(last).map((event) => JSON.stringify(event)))
      for (const [time] of text.matchAll(/2026-01-02T[\d:.]+/g))
        expect(Date.parse(`${time}Z`)).toBeLessThanOrEqual(AT_MS)
  })
})

test('two executions share no name', () => {
  const other = sceneOf('6f09746d-2213-41eb-ad64-a7e5a0a8ce4f', AT_MS)
  expect(other.marker).not.toBe(scene.marker)
  for (const { events } of ATOMIC_TESTS) expect(JSON.stringify(events(other))).not.toContain(scene.marker)
})

/** Their rules count events over a time. */
const WITH_WINDOWS = ['windows-password-guessing', 'windows-password-spraying']

test('the tests are found by the rules that come with the product, over one or two events, but those of windows', async () => {
  const rules = builtInRules()
  const single = rules.flatMap((rule) => triedOf(rule, () => undefined)).filter(({ step }) => step === null)
  const found: string[] = []
  for (const { id, technique, format, events } of ATOMIC_TESTS) {
    const tried = await tryRules(single, events(scene).slice(0, 2), { format, isExplained: false })
    const named = tried.flatMap(({ matches }) => matches ?? [])
    const tag = `attack.${technique.toLowerCase()}`
    if (rules.some((rule) => named.includes(rule.id) && rule.tags.includes(tag))) found.push(id)
  }
  const left = ATOMIC_TESTS.filter(({ id }) => !found.includes(id)).map(({ id }) => id)
  expect(left, 'tests that need more events, or time').toEqual(WITH_WINDOWS)
})
