import { expect, test } from 'vitest'
import type { MatchEvent } from '../../schemas/event-view.ts'
import { parseSource, resolveSources } from '../content/rule-source.ts'
import { CompiledRules } from './compiled-rules.ts'

const STARTS = `title: Starts
id: starts
logsource: { product: qualys }
detection:
  sel: { event.type: start }
  condition: sel
`

const COUNTED = `title: Counted
id: counted
correlation:
  type: event_count
  rules: [starts]
  group-by: [event.category]
  timespan: 1m
  condition: { gte: 2 }
`

function compiled(...texts: readonly string[]): CompiledRules {
  const parsed = texts.map((text, i) => parseSource({ language: 'sigma', file: `${i}.yml`, text }))
  const { rules, faults } = resolveSources(parsed)
  expect(faults).toEqual([])
  return new CompiledRules(rules, () => undefined)
}

/** True when an event of the product added its facts. */
function wantsFacts(rules: CompiledRules, product: string): boolean {
  let isProvided = false
  const event: MatchEvent & { provideFacts(): void } = {
    record: {},
    logSource: { product, service: '', categories: [] },
    view: { name: 'plain', paths: () => [] },
    timeMs: 0,
    provideFacts: () => (isProvided = true),
  }
  rules.match(event)
  return isProvided
}

test("collects an event's facts only if a rule for its log source needs them", () => {
  const rules = compiled(STARTS)
  expect([wantsFacts(rules, 'qualys'), wantsFacts(rules, 'windows')]).toEqual([true, false])
})

test('reads the group-by fields of every event', () => {
  const rules = compiled(STARTS, COUNTED)
  expect([wantsFacts(rules, 'qualys'), wantsFacts(rules, 'windows')]).toEqual([true, true])
})
