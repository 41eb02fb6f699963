import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSource, resolveSources } from '../../../detections/content/rule-source.ts'
import { RULE_KIND } from '../../../detections/tenant/documents.ts'
import { RuleBook } from '../../../detections/tenant/rule-book.ts'
import { WindowPlan } from '../../../detections/tenant/window-plan.ts'
import { WINDOW_LIMITS } from '../../../detections/window/window.ts'
import { encodeRuleMatches, type RuleMatch, type RuleMatches } from '../../../schemas/rule-matches.ts'
import { decodeSignals, type Signal } from '../../../schemas/signal.ts'
import { encodeTimeMarks, type TimeMark } from '../../../schemas/time-marks.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import type { Flushed } from '../../../stream/stage.ts'
import { TimedTask } from '../../../stream/time/timed-task.ts'
import { assertCompliant } from '../../contract/compliance.ts'
import { CORRELATE } from '../../topology.ts'
import { correlateStage } from './stage.ts'

const base = (id: string) => `title: ${id}\nid: ${id}\nlogsource: {}\ndetection: { a: { x: 1 }, condition: a }\n`
const correlation = (id: string, type: string, rules: string, condition: string, level = 'high') =>
  [
    ...[
      `title: About ${id}`,
      `id: ${id}`,
      `level: ${level}`,
      'tags: [attack.t1110]',
      'correlation:',
      `  type: ${type}`,
    ],
    ...[`  rules: [${rules}]`, '  group-by: [user]', '  timespan: 1m', condition],
  ].join('\n')

const rulesOf = (...texts: readonly string[]) => {
  const set = resolveSources(texts.map((text, n) => parseSource({ language: 'sigma', file: `${n}.yml`, text })))
  expect(set.faults).toEqual([])
  return set.rules
}
const COUNT = correlation('many', 'event_count', 'a', '  condition: { gte: 3 }')
const ABSENT = correlation('lone', 'temporal', 'a, b', '  condition: a and not b')
const CHAIN = correlation('then', 'temporal_ordered', 'many, b', '')
const rules = rulesOf(base('a'), base('b'), COUNT, ABSENT)
const book = new RuleBook(rules)
const BEGIN_MS = Date.UTC(2026, 0, 7)
const INPUTS = 2

const stageOf = (of = book) =>
  correlateStage({ book: of, signalPartitions: 2, limits: { ...WINDOW_LIMITS, foldAfter: 2 } })
const open = (of = book) => new TimedTask(stageOf(of), 0, () => INPUTS)

/** The record that intake writes for matches of a base rule. */
function matchesOf(base: string, of: readonly RuleMatch[], tenant = 'acme', all = rules): RuleMatches {
  const feeds = new WindowPlan(all).feedsOf(base)
  return { feeds: feeds.map(({ window, feed }) => ({ tenant_id: tenant, window, feed, matches: of })) }
}

const event = (uid: number, seconds: number, user = 'ann', host = 'h1'): RuleMatch => ({
  event_uid: `00000000-0000-8000-8000-${String(uid).padStart(12, '0')}`,
  time_ms: BEGIN_MS + seconds * 1000,
  received_ms: BEGIN_MS + seconds * 1000,
  ...{ source: 'edr', class_uid: 3002, host, user, src_ip: '192.0.2.7', key: [user], values: [], carry: [] },
})

type Notice = RuleMatches | readonly TimeMark[]
const marks = (seconds: number, ...partitions: readonly number[]): readonly TimeMark[] =>
  partitions.map((partition) => ({ partition, received_ms: BEGIN_MS + seconds * 1000, behind: [] }))

const record = (at: number, notice: Notice): LogRecord => ({
  ...{ topic: 'svc.rule_matches', partition: 0, offset: at, timestampMs: BEGIN_MS, key: '' },
  value: 'feeds' in notice ? encodeRuleMatches(notice) : encodeTimeMarks(notice),
})

let offset = 0
function step(task: TimedTask, ...args: readonly Notice[]): readonly Signal[] {
  for (const one of args) task.step(record(offset++, one))
  return signalsOf(task.flush().outputs)
}

const signalsOf = (outputs: Flushed['outputs']) => outputs.flatMap(({ value }) => decodeSignals(Buffer.concat(value)))
const idsOf = (signals: readonly Signal[]) => signals.map(({ rule_id }) => rule_id)

test('a reached count makes one signal with its group, its events and their common fields', () => {
  const task = open()
  const [signal, ...rest] = step(task, matchesOf('a', [event(1, 0), event(2, 1), event(3, 2, 'ann', 'h2')]))
  expect(rest).toEqual([])
  expect(signal).toMatchObject({
    ...{ tenant_id: 'acme', rule_id: 'many', rule_title: 'About many', severity_id: 4, techniques: ['T1110'] },
    ...{ time_ms: BEGIN_MS + 2000, received_ms: BEGIN_MS + 2000, user: 'ann', host: '', src_ip: '192.0.2.7' },
    event_uids: [event(1, 0), event(2, 0), event(3, 0)].map(({ event_uid }) => event_uid),
    matched: [
      { field: 'user', value: 'ann' },
      { field: 'count', value: '3' },
    ],
  })
  expect(step(task, matchesOf('a', [event(3, 2), event(4, 3)])), 'the same affair is not told again').toEqual([])
})

test('a signal names no optional key that its events lack', () => {
  const query = 'sequence by ?session, user with maxspan=1m [any where x == 1] [any where x == 2]'
  const text = `title: eql\nid: eql\nlanguage: eql\nquery: ${JSON.stringify(query)}\n`
  const { rules: all } = resolveSources([parseSource({ language: 'eql', file: 'e.yml', text })])
  const task = open(new RuleBook(all))
  const feeding = (feed: number, uid: number, key: readonly string[]) =>
    matchesOf(`eql\0${feed}`, [{ ...event(uid, uid), key }], 'acme', all)
  const keys = [
    ['', 'ann'],
    ['=7', 'ann'],
  ].map((key, at) => [feeding(0, at + 1, key), feeding(1, at + 3, key)])
  const signals = step(task, ...keys.flat(), marks(200, 0, 1))
  expect(signals.map(({ matched }) => matched)).toMatchObject([
    [{ field: 'user', value: 'ann' }],
    [
      { field: 'session', value: '7' },
      { field: 'user', value: 'ann' },
    ],
  ])
})

test('an absence fires only when every partition of intake has passed it', () => {
  const task = open()
  expect(step(task, matchesOf('a', [event(1, 0)]))).toEqual([])
  expect(step(task, marks(1000, 0))).toEqual([])
  expect(step(task, marks(119, 1))).toEqual([])
  expect(idsOf(step(task, marks(121, 1)))).toEqual(['lone'])
})

test('a lagging partition of intake delays the time, so its events are not late', () => {
  const task = open()
  expect(step(task, matchesOf('a', [event(1, 0)]), marks(600, 0), marks(30, 1))).toEqual([])
  expect(step(task, matchesOf('b', [event(2, 40)]), marks(600, 1))).toEqual([])
})

describe('a clock that jumped', () => {
  const DAYS = 40 * 86_400
  /** Time marks of both partitions, every two seconds from `from` on. */
  const ticking = (from: number, n: number) => Array.from({ length: n }, (_, i) => marks(from + 2 * i, 0, 1))
  const three = (uid: number, seconds: number, user?: string) =>
    matchesOf('a', [event(uid, seconds, user), event(uid + 1, seconds + 1, user), event(uid + 2, seconds + 2, user)])
  const received = (of: RuleMatches, by: number): RuleMatches => ({
    feeds: of.feeds.map((feed) => ({
      ...feed,
      matches: feed.matches.map((match) => ({ ...match, received_ms: match.received_ms + by * 1000 })),
    })),
  })

  test.each([2 * 3600, -3600, DAYS])('by %i s and was corrected: later matches are found', (by) => {
    const task = open()
    expect(idsOf(step(task, ...ticking(0, 10), three(1, 19)))).toEqual(['many'])
    step(task, ...ticking(20 + by, 7), received(three(11, 22, 'bob'), by), ...ticking(34 + by, 2))
    const late = idsOf(step(task, received(three(21, 40, 'cyd'), by)))
    step(task, ...ticking(40, 4))
    expect(idsOf(step(task, three(31, 50, 'dan'))), `late before: ${late}`).toEqual(['many'])
    // `many`, and one window later the absence of `b` after `a`.
    expect(idsOf(step(task, ...ticking(60, 70)))).toContain('lone')
  })

  test('and made the stage crash: corrected after the restart too', () => {
    const records = [
      ...ticking(0, 5),
      ...ticking(DAYS, 3),
      received(three(1, DAYS, 'ann'), 0),
      ...ticking(20, 5),
      three(11, 31),
      ...ticking(40, 60),
    ].map((report, at) => record(at, report))
    for (let crashAt = 0; crashAt < records.length; crashAt += 3)
      for (const commitEvery of [1, 4, 100])
        assertCompliant(CORRELATE, stageOf, records, { crashAt, commitEvery, partitionsOf: () => INPUTS })
  })

  test('drops groups that exist only at its wrong time, and keeps earlier ones', () => {
    const task = open()
    step(task, ...ticking(0, 3), matchesOf('a', [event(1, 5), event(2, 6)]))
    step(task, ...ticking(7200, 3), matchesOf('a', [event(3, 7205, 'bob'), event(4, 7206, 'bob')]))
    step(task, ...ticking(8, 4))
    expect(idsOf(step(task, matchesOf('a', [event(5, 16, 'bob')])))).toEqual([])
  })

  test('needs several low marks: one old mark of a suspended process sets nothing back', () => {
    const task = open()
    step(task, ...ticking(1000, 3), marks(10, 0, 1), ...ticking(1006, 2), marks(12, 0, 1), marks(1012, 0, 1))
    const { figures } = task.flush()
    expect(figures.state).toMatchObject({ time_ms: BEGIN_MS + 1_012_000, time_set_backs: 0 })
  })
})

test('a window belongs to the tenant of its events', () => {
  const task = open()
  expect(step(task, matchesOf('a', [event(1, 0), event(2, 1)]), matchesOf('a', [event(3, 2)], 'globex'))).toEqual([])
  const [acme, globex] = [
    step(task, matchesOf('a', [event(4, 3)])),
    step(task, matchesOf('a', [event(5, 3), event(6, 4)], 'globex')),
  ]
  expect([acme[0]?.tenant_id, globex[0]?.tenant_id]).toEqual(['acme', 'globex'])
  expect(acme[0]?.signal_id).not.toBe(globex[0]?.signal_id)
})

test('a window over windows names the events, and its component windows emit no signals', () => {
  const all = rulesOf(base('a'), base('b'), COUNT, CHAIN)
  const task = open(new RuleBook(all))
  const found = step(task, matchesOf('a', [event(1, 0), event(2, 1), event(3, 2)], 'acme', all))
  expect(found).toEqual([])
  const [signal, ...rest] = step(task, matchesOf('b', [event(4, 5)], 'acme', all), marks(200, 0, 1))
  expect([signal?.rule_id, rest]).toEqual(['then', []])
  expect(signal?.event_uids.map((uid) => Number(uid.slice(-4))).sort()).toEqual([1, 2, 3, 4])
})

test('counts dropped matches: late ones, and those of an unknown window', () => {
  const task = open()
  step(task, matchesOf('a', [event(1, 0)]), marks(600, 0, 1))
  step(task, marks(600, 0, 1), matchesOf('a', [event(2, 601)]), marks(900, 0, 1))
  const gone = { tenant_id: 'acme', window: 'nobody', feed: 0, matches: [event(3, 0)] }
  task.step(record(9, { feeds: [gone, ...matchesOf('a', [event(4, 0)]).feeds] }))
  expect(task.flush().figures.outcomes).toEqual([
    { outcome: 'not_counted', reason: 'late', events: 2 },
    { outcome: 'not_counted', reason: 'unknown_window', events: 1 },
  ])
})

test('a changed rule starts empty, an unchanged one keeps its state, a removed one does not fire', async () => {
  const own = new RuleBook(rulesOf(base('a'), base('b'), COUNT))
  const set = async (text: string | null) => {
    const document = text === null ? undefined : { language: 'sigma' as const, file: 'own.yml', text }
    own.change('acme', RULE_KIND, '1', document)
    await own.settled()
    return own.windowsOf('acme')
  }
  const task = open(own)
  const first = await set(correlation('own', 'event_count', 'a', '  condition: { gte: 2 }'))
  expect(step(task, matchesOf('a', [event(1, 0)], 'acme', first))).toEqual([])
  const second = await set(correlation('own', 'event_count', 'a', '  condition: { gte: 2, lte: 9 }'))
  expect(step(task, matchesOf('a', [event(2, 1)], 'acme', second))).toEqual([])
  const found = step(task, matchesOf('a', [event(3, 2)], 'acme', second))
  expect(idsOf(found), 'the built-in count knows all three').toEqual(['many'])
  await set(null)
  expect(step(task, marks(900, 0, 1))).toEqual([])
})

type Slots = Map<string, { store: string; slot: string; payload: Buffer }>

function keep(slots: Slots, { changes }: Flushed): void {
  for (const { store, slot, payload } of changes) {
    if (payload.length === 0) slots.delete(slot)
    else slots.set(slot, { store, slot, payload: Buffer.from(payload) })
  }
}

const feedings = fc.array(
  fc.record({
    base: fc.constantFrom('a', 'b'),
    seconds: fc.nat(300),
    user: fc.constantFrom('ann', 'bob'),
    tenant: fc.constantFrom('acme', 'globex'),
    next: fc.constantFrom('nothing', 'commit', 'crash'),
  }),
  { maxLength: 30 },
)

test('commits and crashes at any point change no signal', () => {
  const run = (all: readonly (typeof feedings extends fc.Arbitrary<(infer T)[]> ? T : never)[], isQuiet: boolean) => {
    const found = new Set<string>()
    const slots: Slots = new Map()
    let task = open()
    const commit = () => {
      const flushed = task.flush()
      keep(slots, flushed)
      for (const { signal_id, rule_id, tenant_id } of signalsOf(flushed.outputs)) {
        expect(found.has(signal_id), 'once').toBe(false)
        found.add(signal_id)
        expect([rule_id, tenant_id]).not.toContain('')
      }
    }
    for (const [uid, { base, seconds, user, tenant, next }] of all.entries()) {
      task.step(record(uid, matchesOf(base, [event(uid, seconds, user)], tenant)))
      if (isQuiet || next === 'nothing') continue
      commit()
      if (next === 'commit') continue
      task = open()
      task.restore([...slots.values()], undefined)
    }
    task.step(record(all.length, marks(100_000, 0, 1)))
    commit()
    return [...found].sort()
  }
  fc.assert(
    fc.property(feedings, (all) => {
      expect(run(all, false)).toEqual(run(all, true))
    }),
    { numRuns: 100 },
  )
})

type TestArrival = typeof arrivals extends fc.Arbitrary<(infer T)[]> ? T : never
const arrivals = fc.array(
  fc.oneof(
    fc.record({ user: fc.constantFrom('ann', 'bob'), base: fc.constantFrom('a', 'b'), seconds: fc.nat(300) }),
    fc.record({ marked: fc.nat(600), partition: fc.nat(INPUTS - 1), behind: fc.subarray(['acme', 'globex']) }),
  ),
  { maxLength: 40 },
)

test('keeps the contract of a stage, whichever tenants are behind and for how long', () => {
  const recordOf = (one: TestArrival, at: number) => {
    const tenant = at % 2 === 0 ? 'acme' : 'globex'
    if (!('marked' in one)) return record(at, matchesOf(one.base, [event(at, one.seconds, one.user)], tenant))
    return record(at, [{ partition: one.partition, behind: one.behind, received_ms: BEGIN_MS + one.marked * 1000 }])
  }
  fc.assert(
    fc.property(arrivals, fc.nat(40), fc.integer({ min: 1, max: 4 }), (all, crashAt, commitEvery) => {
      assertCompliant(CORRELATE, stageOf, all.map(recordOf), { crashAt, commitEvery, partitionsOf: () => INPUTS })
    }),
    { numRuns: 300 },
  )
})

test('a tenant that is behind waits alone, and continues from its own time', () => {
  const task = open()
  step(task, marks(10, 0, 1), matchesOf('a', [event(1, 5)]), matchesOf('a', [event(2, 5)], 'globex'))
  const ahead = { partition: 1, received_ms: BEGIN_MS + 600_000, behind: ['acme'] }
  const found = step(task, marks(600, 0), [ahead])
  expect(found.map(({ tenant_id }) => tenant_id)).toEqual(['globex'])
  expect(step(task, matchesOf('b', [event(3, 40)])), 'what it brings is not late').toEqual([])
  expect(step(task, marks(900, 0, 1))).toEqual([])
})
