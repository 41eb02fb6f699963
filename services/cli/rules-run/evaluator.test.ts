/** Rules of all kinds in one set: each matches what it matches alone, and only events that need it are mapped. */
import { expect, test, vi } from 'vitest'
import { parseSource } from '../../../detections/content/rule-source.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import type { Evaluator } from './evaluation.ts'
import { openEvaluator } from './evaluator.ts'

const CALC = sigma('calc', 'windows', "Image|endswith: '\\calc.exe'")
const LATER = sigma('later', 'windows', 'EventID: 1')
/** Asks for a name that only ECS has a place for. */
const HOSTS = sigma('hosts', 'qualys', 'event.category: host')
const STARTS = eql('starts', 'process where event.type == "start"')

function sigma(id: string, product: string, test: string): Rule {
  const detection = `detection:\n  sel:\n    ${test}\n  condition: sel\n`
  return ruleIn('sigma', `title: ${id}\nid: ${id}\nlogsource: {product: ${product}}\n${detection}`)
}

function eql(id: string, query: string): Rule {
  return ruleIn('eql', `title: ${id}\nid: ${id}\nlanguage: eql\nquery: ${JSON.stringify(query)}\n`)
}

function ruleIn(language: 'sigma' | 'eql', text: string): Rule {
  const parsed = parseSource({ language, file: 'r.yml', text })
  const [rule] = parsed.language === 'sigma' ? parsed.sigma.rules : parsed.language === 'eql' ? parsed.eql.rules : []
  if (!rule) throw new Error(JSON.stringify(parsed))
  return rule
}

const never = (_: number, error: Error) => {
  throw error
}
const CHANNEL = 'Microsoft-Windows-Sysmon/Operational'
const START = { Channel: CHANNEL, EventID: 1, Image: 'C:\\x\\calc.exe', Computer: 'h' }

function idsIn(rules: readonly Rule[], evaluator: Evaluator, record: Record<string, unknown>, isText: boolean) {
  const ids: string[] = []
  const onMatch = (rule: number) => void ids.push(rules[rule]?.id ?? '')
  const body = Buffer.from(JSON.stringify(record))
  if (!isText) evaluator.match({ ...record }, onMatch)
  else expect(evaluator.matchJson?.({ body, start: 0, end: body.length }, onMatch)).toBe(true)
  return ids
}

test.each([false, true])(
  'matches keep the order of the rules, whatever fields the rules read (as text: %s)',
  async (isText) => {
    const rules = [CALC, STARTS, HOSTS, LATER]
    const evaluator = await openEvaluator(rules, 'windows', false, never)
    expect(idsIn(rules, evaluator, START, isText)).toEqual(['calc', 'starts', 'later'])
    expect(evaluator.mapped()?.row.classUid).toBe(1007)
    expect(idsIn(rules, evaluator, { ...START, EventID: 5 }, isText)).toEqual(['calc'])
  },
)

test.each([false, true])('a rule for other log sources has no event mapped (as text: %s)', async (isText) => {
  const rules = [HOSTS, LATER, CALC]
  const evaluator = await openEvaluator(rules, 'windows', false, never)
  expect(idsIn(rules, evaluator, START, isText)).toEqual(['later', 'calc'])
  expect(evaluator.mapped()).toBeNull()
})

test('the full scan covers plain rules, beside rules that need the mapping', async () => {
  const rules = [STARTS, LATER]
  const evaluator = await openEvaluator(rules, 'windows', true, never)
  expect(evaluator.matchJson).toBeNull()
  expect(idsIn(rules, evaluator, START, false)).toEqual(['starts', 'later'])
})

test('events of a named format without a vendor get no vendor, whatever they look like', async () => {
  const rules = [LATER]
  const found: string[][] = []
  for (const format of ['auto', 'windows', 'generic'])
    found.push(idsIn(rules, await openEvaluator(rules, format, false, never), START, true))
  expect(found).toEqual([['later'], ['later'], []])
})

test.each<[string, Record<string, unknown>]>([
  ['nxlog', { ...START, UtcTime: '2026-01-01', Message: 'Process Create:\r\nImage: x' }],
  ['nxlog, PowerShell', { Channel: 'Windows PowerShell', EventID: 800, Message: 'Details:\nStatus: x' }],
  ['winlogbeat 6', { log_name: CHANNEL, event_id: 1, message: 'Process Create:\nx', event_data: { Image: 'x' } }],
  ['winlogbeat 7', { message: 'a\nb', winlog: { channel: CHANNEL, event_id: 1, event_data: { Image: 'x' } } }],
  ['XML as JSON', { Event: { System: { Channel: CHANNEL, EventID: 1 }, EventData: { Image: 'x' } } }],
])('an event like others before is matched without being parsed: %s', async (_, record) => {
  const evaluator = await openEvaluator([CALC, LATER], 'windows', false, never)
  const found = (text: string) => {
    const ids: number[] = []
    const body = Buffer.from(text)
    evaluator.matchJson?.({ body, start: 0, end: body.length }, (rule) => ids.push(rule))
    return ids
  }
  const texts = [0, 1, 2].map((i) => JSON.stringify(record).replace('\\n', `\\n${`${i}`.repeat(500)}`))
  const expected = texts.map(found)
  const parse = vi.spyOn(JSON, 'parse')
  expect(texts.map(found)).toEqual(expected)
  expect(texts.map((text) => found(text.replace('"x"', '"C:\\\\calc.exe"')))).toHaveLength(3)
  expect(parse.mock.calls.filter(([text]) => text.startsWith('{'))).toEqual([])
  parse.mockRestore()
})
