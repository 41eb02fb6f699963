/** Rules over several simulated events, one for each kind of window. Events of `events.ts` name a user and a host. */
import { parseSource, resolveSources } from '../../detections/content/rule-source.ts'
import type { Rule } from '../../detections/plan/plan.ts'
import { RuleBook } from '../../detections/tenant/rule-book.ts'
import { assert } from '../../platform/assert.ts'

const base = (name: string, user: number) =>
  `title: ${name}\nname: ${name}\nid: ${name}\nlogsource: {}\ndetection: { a: { user: user ${user} }, condition: a }\n`

const correlation = (id: string, type: string, rules: string, timespan: string, condition: string) =>
  [
    ...[`title: ${id}`, `id: ${id}`, `name: ${id}`, 'correlation:', `  type: ${type}`, `  rules: [${rules}]`],
    ...['  group-by: [host]', `  timespan: ${timespan}`, condition === '' ? '' : `  condition: ${condition}`],
  ].join('\n')

const eql = (id: string, query: string) => `title: ${id}\nid: ${id}\nlanguage: eql\nquery: ${JSON.stringify(query)}\n`
const step = (user: number) => `[any where user == "user ${user}"]`

const SIGMA = [
  ...[base('a', 0), base('b', 1), base('c', 2)],
  correlation('count', 'event_count', 'a', '4s', '{ gte: 2 }'),
  correlation('distinct', 'value_count', 'a, b, c', '4s', '{ field: user, gte: 3 }'),
  correlation('average', 'value_avg', 'a, b', '4s', '{ field: n, gte: 0 }'),
  correlation('ordered', 'temporal_ordered', 'a, b', '4s', ''),
  correlation('absent', 'temporal', 'a, b', '2s', 'a and not b'),
  correlation('many', 'event_count', 'c', '4s', '{ gte: 2 }'),
  correlation('chained', 'temporal_ordered', 'many, a', '8s', ''),
]
const EQL = [
  eql('sequence', `sequence by host with maxspan=4s ${step(0)} ${step(1)} ${step(2)}`),
  eql('missing', `sequence by host with maxspan=3s ${step(1)} ![any where user == "user 0"]`),
]

export const WINDOW_MS = { count: 4_000, absent: 2_000 }
/** Windows that emit their signal as soon as the condition holds: later events may change its content, but not withdraw it. */
export const EARLY: ReadonlySet<string> = new Set(['count', 'distinct', 'ordered'])

/** A sequence that no later event can invalidate: its signal is emitted at its last event. */
export const EARLY_SEQUENCE = 'sequence'

function rules(): readonly Rule[] {
  const parsed = [
    ...SIGMA.map((text, n) => parseSource({ language: 'sigma', file: `${n}.yml`, text })),
    ...EQL.map((text, n) => parseSource({ language: 'eql', file: `${n}.eql.yml`, text })),
  ]
  const set = resolveSources(parsed)
  assert(set.faults.length === 0, `simulated rules are sound: ${JSON.stringify(set.faults)}`)
  return set.rules
}

/** The simulated tenants have no rules of their own, so one book serves all worlds. */
export const BOOK = new RuleBook(rules())
