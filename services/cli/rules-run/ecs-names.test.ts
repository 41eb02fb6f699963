/** Rules that need a fact of the row: `rules run` and the explanation of a rule answer as the stream does. */
import { expect, test } from 'vitest'
import { triedOf, tryRules } from '../../../control/detect/detections/index.ts'
import { parseEql } from '../../../detections/eql/load.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { CompiledRules } from '../../../detections/tenant/compiled-rules.ts'
import { RuleEvent } from '../../../detections/tenant/rule-event.ts'
import { eventOf } from '../../../detections/tenant/testing.ts'
import { openEvaluator } from './evaluator.ts'

const QUERIES = [
  'process where host.os.type == "windows" and event.type == "start"',
  'process where host.os.type == "linux" and event.type == "start"',
  'process where event.type != "start"',
  'any where event.category == "process" and event.action : ("exec", "end")',
  'any where event.outcome == "failure"',
  'any where host.os.type == "windows"',
]
const RULES = QUERIES.map((query, at) => ruleOf(`r${at}`, query))

function ruleOf(id: string, query: string): Rule {
  const { rules, faults } = parseEql(`title: r\nid: ${id}\nlanguage: eql\nquery: ${JSON.stringify(query)}\n`, 'r.yml')
  expect(faults).toEqual([])
  return rules[0] as Rule
}

const CHANNEL = 'Microsoft-Windows-Sysmon/Operational'
const records = () => [
  { Channel: CHANNEL, EventID: 1, Image: 'C:\\x\\a.exe', Computer: 'h' },
  { Channel: CHANNEL, EventID: 5, Image: 'C:\\x\\a.exe', Computer: 'h' },
  { Channel: 'Security', EventID: 4625, TargetUserName: 'ann', LogonType: 3, Keywords: 'AUDIT_FAILURE' },
]
/** The rules that each record matches. */
const EXPECTED = [
  ['r0', 'r3', 'r5'],
  ['r2', 'r3', 'r5'],
  ['r4', 'r5'],
]

const never = (_: unknown, error: Error) => {
  throw error
}

test('the stream', () => {
  const rules = new CompiledRules(RULES, never)
  const event = new RuleEvent()
  const found = records().map((record) => {
    event.load(eventOf(record, 'windows'))
    return rules.match(event).map((number) => rules.rule(number).rule.id)
  })
  expect(found).toEqual(EXPECTED)
})

test('rules run', async () => {
  const evaluator = await openEvaluator(RULES, 'windows', false, never)
  const found = records().map((record) => {
    const ids: string[] = []
    evaluator.match(record, (rule) => void ids.push(RULES[rule]?.id ?? ''))
    return ids.sort()
  })
  expect(found).toEqual(EXPECTED)
})

test('why a rule matches', async () => {
  const rules = RULES.flatMap((rule) => triedOf(rule, () => undefined))
  const tried = await tryRules(rules, records(), { format: 'windows', isExplained: true })
  expect(tried.map(({ matches }) => matches)).toEqual(EXPECTED)
  expect(JSON.stringify(tried[0]?.explanations[0])).toContain('"field":"event.type"')
  expect(JSON.stringify(tried[0]?.explanations[0])).toContain('"value":"start"')
})

test('an event of which rules read only fields has the view of its source', () => {
  const plain = new CompiledRules([ruleOf('plain', 'process where process.name : "a.exe"')], never)
  const [asking, event] = [new CompiledRules(RULES, never), new RuleEvent()]
  event.load(eventOf(records()[0] ?? {}, 'windows'))
  const { view } = event
  plain.match(event)
  expect(event.view).toBe(view)
  asking.match(event)
  const { view: ecsView } = event
  expect(ecsView).not.toBe(view)
  event.load(eventOf(records()[0] ?? {}, 'windows'))
  asking.match(event)
  expect(event.view, 'one for all that are alike').toBe(ecsView)
})
