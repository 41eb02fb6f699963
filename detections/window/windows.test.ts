import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { CorrelatedEvent } from './conformance.ts'
import { aggregate, count, distinct, sequence, temporal } from './conformance-rules.ts'
import { keep, type Slots, WindowsCorrelator } from './fixture.ts'
import { entriesOf, firings } from './oracle.ts'
import { SlidingJudge } from './sliding.ts'
import { type Alert, WINDOW_LIMITS, type WindowRule } from './window.ts'
import { Windows } from './windows.ts'

const LATENESS_MS = 20_000
const RUNS = 300
const byUser = { by: 'user', in: '10s' }
const n = ['n']
const notC = { kind: 'not', of: { kind: 'feed', feed: 2 } } as const

/** One of each kind; those with one key and no sequence are also held to the oracle. */
const plain: readonly WindowRule[] = [
  count('count', 'a', byUser, { gte: 3 }),
  count('either', 'a b', byUser, { gt: 3 }),
  count('range', 'a', byUser, { gt: 1, lte: 3 }),
  distinct('distinct', 'b', n, byUser, { gte: 3 }),
  aggregate('sum', 'a', { of: 'sum', fields: n }, byUser, { gte: 0.7 }),
  aggregate('avg', 'a', { of: 'avg', fields: n }, byUser, { gt: 0.2 }),
  aggregate('max', 'c', { of: 'max', fields: n }, byUser, { gte: 0.3 }),
  aggregate('min', 'c', { of: 'min', fields: n }, byUser, { gte: 0.1 }),
  aggregate('p75', 'c', { of: 'percentile', fields: n, percentile: 75 }, byUser, { gte: 0.2 }),
  temporal('together', 'a b c', byUser),
  temporal('not-c', 'a b c', byUser, { condition: { kind: 'and', of: [{ kind: 'feed', feed: 0 }, notC] } }),
]
const rest: readonly WindowRule[] = [
  temporal('ordered', 'a b c', byUser, { ordered: true }),
  sequence('seq', 'a b | c', 'user', '10s'),
  sequence('runs', 'a*2 !c b', 'user', '10s'),
  sequence('absent', '!b a !c', 'user', '5s'),
  temporal('chain', 'count b', byUser, { ordered: true }),
  count('chained', 'avg count', { in: '20s' }, { gte: 2 }),
]

type Arrival = { readonly event: CorrelatedEvent; readonly delayMs: number; readonly again: boolean; readonly cut: Cut }
type Cut = 'none' | 'flush' | 'restart'

const arrivals: fc.Arbitrary<Arrival[]> = fc
  .array(
    fc.record({
      half: fc.nat(120),
      matched: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
      user: fc.constantFrom('ann', 'bob'),
      n: fc.constantFrom('0', '0.1', '0.2', '0.3'),
      delayMs: fc.oneof(fc.constant(0), fc.nat(LATENESS_MS)),
      again: fc.boolean(),
      cut: fc.constantFrom<Cut>('none', 'none', 'flush', 'restart'),
    }),
    { maxLength: 40 },
  )
  .map((items) =>
    items.map(({ half, matched, user, n, delayMs, again, cut }, i) => {
      const event = { timeMs: half * 500, uid: `e${i}`, matched, fields: { user, n } }
      return { event, delayMs, again, cut }
    }),
  )

/** The alerts that hold in the end, by id. */
function outcome(rules: readonly WindowRule[], arrivals: readonly Arrival[], foldAfter = 3): Alert[] {
  const alerts = new Map<string, Alert>()
  let engine = new WindowsCorrelator(rules, { latenessMs: LATENESS_MS, foldAfter })
  const flush = () => {
    for (const alert of engine.flush()) alerts.set(alert.id, alert)
  }
  for (const { event, again, cut } of arrivals) {
    engine.event(event)
    if (again) engine.event(event)
    engine.advance(event.timeMs)
    if (cut !== 'none') flush()
    if (cut === 'restart') engine = engine.restarted()
  }
  engine.advance(1e9)
  flush()
  expect(engine.late(), 'late events').toBe(0)
  return [...alerts.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function onTime(value: readonly Arrival[]): Arrival[] {
  const quiet = value.map((one): Arrival => ({ ...one, again: false, cut: 'none' }))
  return quiet.sort((a, b) => a.event.timeMs - b.event.timeMs)
}

function asTheyCame(arrivals: readonly Arrival[]): Arrival[] {
  return [...arrivals].sort((a, b) => a.event.timeMs + a.delayMs - b.event.timeMs - b.delayMs)
}

test('gives the alerts of an on-time run when matches are late or repeated, with flushes and restarts at any point', () => {
  const rules = [...plain, ...rest]
  const holds = (arrivals: Arrival[]) => {
    expect(outcome(rules, asTheyCame(arrivals))).toEqual(outcome(rules, onTime(arrivals)))
  }
  fc.assert(fc.property(arrivals, holds), { numRuns: RUNS })
})

test('a window that gets the alerts of an hour at once counts the same as one by one', () => {
  const [each, many] = [
    count('each', 'a', { by: 'user', in: '1s' }, { gte: 1 }),
    count('many', 'each', { in: '30s' }, { gte: 25 }),
  ]
  const arrivals = Array.from({ length: 3600 }, (_, i): Arrival => {
    const event = { timeMs: i * 1000, uid: `e${i}`, matched: ['a'], fields: { user: 'ann' } }
    return { event, delayMs: 0, again: false, cut: 'none' }
  })
  const atOnce = outcome([each, many], arrivals)
  expect(atOnce.filter(({ ruleId }) => ruleId === 'many').length).toBeGreaterThan(100)
  expect(
    outcome(
      [each, many],
      arrivals.map((one, i) => ({ ...one, cut: i % 7 === 0 ? 'flush' : 'none' })),
    ),
  ).toEqual(atOnce)
})

test('windows fire exactly as their definitions require', () => {
  const holds = (arrivals: Arrival[]) => {
    const found = outcome([...plain], asTheyCame(arrivals))
    for (const rule of plain) {
      for (const user of ['ann', 'bob']) {
        const times = found
          .filter(({ ruleId, key }) => ruleId === rule.id && key[0] === user)
          .map(({ timeMs }) => timeMs)
        expect(
          times.sort((a, b) => a - b),
          `${rule.id} ${user}`,
        ).toEqual(expected(rule, arrivals, user))
      }
    }
  }
  fc.assert(fc.property(arrivals, holds), { numRuns: RUNS })
})

/** The oracle lets ties stand in any order, the windows in that of their feeds: for one feed an event they agree. */
test('finds an ordering exactly when one exists', () => {
  const rule = temporal('ordered', 'a b c', byUser, { ordered: true })
  const holds = (arrivals: Arrival[]) => {
    const single = arrivals.map((one) => ({ ...one, event: { ...one.event, matched: one.event.matched.slice(0, 1) } }))
    for (const user of ['ann', 'bob']) {
      const found = outcome([rule], asTheyCame(single)).filter(({ key }) => key[0] === user)
      expect(found.map(({ timeMs }) => timeMs).sort((a, b) => a - b)).toEqual(expected(rule, single, user))
      for (const { members } of found) expect(members.map(({ feed }) => feed)).toEqual([0, 1, 2])
    }
  }
  fc.assert(fc.property(arrivals, holds), { numRuns: RUNS })
})

function expected(rule: WindowRule, arrivals: readonly Arrival[], user: string): number[] {
  const { window } = rule.body
  if (window.kind === 'sequence') throw new Error('no oracle')
  const events = arrivals.map(({ event }) => event).filter(({ fields }) => fields.user === user)
  const feeds = window.feeds.map((feed) => ('rule' in feed ? feed.rule : ''))
  return firings(
    window,
    entriesOf(events, feeds, window.kind === 'aggregate' && window.measure.of !== 'count' ? 'n' : null),
  )
}

test('early alerts are never withdrawn: every alert of a flush is in the final result', () => {
  const rules = plain.filter(({ id }) => ['count', 'either', 'distinct', 'sum', 'max', 'together'].includes(id))
  const holds = (arrivals: Arrival[]) => {
    const engine = new WindowsCorrelator(rules, { latenessMs: LATENESS_MS })
    const early = new Set<string>()
    for (const { event } of asTheyCame(arrivals)) {
      engine.event(event)
      engine.advance(event.timeMs)
      for (const { id } of engine.flush()) early.add(id)
    }
    const ids = new Set(outcome(rules, onTime(arrivals)).map(({ id }) => id))
    expect([...early].filter((id) => !ids.has(id))).toEqual([])
  }
  fc.assert(fc.property(arrivals, holds), { numRuns: RUNS })
})

const login = (uid: string, timeMs: number, user: string, n = '1'): CorrelatedEvent => {
  return { timeMs, uid, matched: ['a'], fields: { user, n } }
}

test('a group above its bound drops the oldest entries, counts them, and still fires', () => {
  const engine = new WindowsCorrelator([count('many', 'a', byUser, { gte: 5 })], { entriesMax: 6 })
  for (let i = 0; i < 20; i++) engine.event(login(`e${i}`, i, 'ann'))
  const { alerts, counts } = engine.windows.flush()
  expect(alerts.map(({ timeMs, figure }) => [timeMs, figure])).toEqual([[4, 5]])
  expect(counts.entries_evicted).toBe(14)
})

test('a group at its bound is not evaluated again for every match out of order', () => {
  const entriesMax = 512
  const judged = vi.spyOn(SlidingJudge.prototype, 'judge')
  const engine = new WindowsCorrelator([count('many', 'a', byUser, { gte: 5 })], { entriesMax })
  for (let i = 0; i < 8 * entriesMax; i++) engine.event(login(`e${i}`, (i * 1009) % 9001, 'ann'))
  expect(judged.mock.calls.length).toBeLessThan(8 * 8)
  judged.mockRestore()
  const { alerts, counts } = engine.windows.flush()
  expect(alerts).not.toEqual([])
  expect(counts.entries_evicted).toBeGreaterThan(6 * entriesMax)
})

test('a distinct count over evicted entries does not count them', () => {
  const engine = new WindowsCorrelator([distinct('many', 'a', ['n'], byUser, { gte: 5 })], { entriesMax: 6 })
  for (let i = 0; i < 20; i++) engine.event(login(`e${i}`, i, 'ann', String(i % 4)))
  engine.event(login('last', 20, 'ann', '9'))
  expect(engine.windows.flush().alerts.map(({ timeMs, figure }) => [timeMs, figure])).toEqual([[20, 5]])
})

test('above the bound of groups, a window evaluates and drops the group that was silent longest', () => {
  const engine = new WindowsCorrelator([count('pair', 'a', byUser, { gte: 2 })], { groupsMax: 2 })
  for (const [i, user] of ['ann', 'ann', 'bob', 'cat', 'dan', 'bob'].entries()) engine.event(login(`e${i}`, i, user))
  const { alerts, counts } = engine.windows.flush()
  expect(alerts.map(({ key }) => key)).toEqual([['ann']])
  expect(counts.groups_evicted).toBe(3)
  expect(engine.windows.stats().groups).toBe(2)
})

test('above the bound of bytes, the largest window drops entries', () => {
  const rules = [count('loud', 'a', byUser, { gte: 50 }), count('quiet', 'b', byUser, { gte: 2 })]
  const engine = new WindowsCorrelator(rules, { bytesMax: 20_000 })
  engine.event({ ...login('q1', 0, 'ann'), matched: ['b'] })
  for (let i = 0; i < 200; i++) engine.event(login(`e${i}`, i, `user${i}`))
  const { counts } = engine.windows.flush()
  expect(counts.groups_evicted).toBeGreaterThan(100)
  expect(engine.windows.stats().bytes).toBeLessThanOrEqual(20_000)
  engine.event({ ...login('q2', 300, 'ann'), matched: ['b'] })
  expect(engine.windows.flush().alerts.map(({ ruleId }) => ruleId)).toEqual(['quiet'])
})

test('ended groups are dropped, and their slots removed with the next fold', () => {
  const slots: Slots = new Map()
  let engine = new WindowsCorrelator([...plain, ...rest], { latenessMs: 0, foldAfter: 1 }, slots)
  for (let i = 0; i < 50; i++) engine.event(login(`e${i}`, 1000 + i, `user${i % 7}`))
  engine.flush()
  engine.advance(2000)
  engine.flush()
  expect([...slots.keys()].filter((slot) => slot.startsWith('g ')).length).toBeGreaterThan(7)
  engine = engine.restarted()
  for (const timeMs of [1e6, 2e6, 3e6, 4e6]) {
    engine.advance(timeMs)
    engine.flush()
  }
  expect(engine.windows.stats()).toEqual({ groups: 0, bytes: 0 })
  expect([...slots.keys()].filter((slot) => slot.startsWith('g '))).toEqual([])
})

test('a group below its bound also drops matches whose window is over', () => {
  const driver = new WindowsCorrelator([count('many', 'a', byUser, { gte: 1000 })])
  for (let i = 0; i < 3000; i++) {
    driver.event({ timeMs: i * 1000, uid: `e${i}`, matched: ['a'], fields: { user: 'ann' } })
    driver.advance(i * 1000)
    expect(driver.flush()).toEqual([])
  }
  const secondsHeld = 10 + WINDOW_LIMITS.latenessMs / 1000
  expect(driver.windows.stats().bytes).toBeLessThan(2 * secondsHeld * 100)
})

test('a window that ended by time is not evaluated again after a restart', () => {
  const rules = [aggregate('avg', 'a', { of: 'avg', fields: n }, byUser, { gt: 0 })]
  const engine = new WindowsCorrelator(rules, { latenessMs: 0, foldAfter: 0 })
  engine.event(login('x', 1, 'ann'))
  expect(engine.flush()).toEqual([])
  engine.advance(10_000)
  expect(engine.flush().length).toBe(1)
  const again = engine.restarted()
  again.advance(10_001)
  expect(again.flush()).toEqual([])
})

test('counts dropped matches by their reason', () => {
  const rules = [aggregate('sum', 'a', { of: 'sum', fields: n }, byUser, { gte: 3 })]
  const engine = new WindowsCorrelator(rules, { latenessMs: 0 })
  engine.event(login('x', 5, 'ann'))
  engine.event(login('x', 5, 'ann'))
  engine.event(login('y', 5, 'ann', '-1'))
  engine.event({ timeMs: 5, uid: 'z', matched: ['a'], fields: { n: '1' } })
  engine.advance(10)
  engine.event(login('w', 9, 'ann'))
  expect(engine.windows.flush().counts).toMatchObject({ repeated: 1, unmeasured: 1, keyless: 1, late: 1 })
  expect(engine.windows.flush().counts).toMatchObject({ repeated: 0, unmeasured: 0, keyless: 0, late: 0 })
})

test('an unchanged window keeps its state when other rules change', () => {
  const windows = new Windows(WINDOW_LIMITS)
  const kept = count('kept', 'a', byUser, { gte: 2 })
  const feed = (timeMs: number) => {
    for (const [tap] of windows.taps().entries()) {
      windows.feed({ tap, timeMs, uid: `e${timeMs}`, key: ['ann'], values: [], carry: [] })
    }
  }
  windows.define([kept, count('changed', 'a', byUser, { gte: 2 })])
  feed(1)
  windows.flush()
  windows.define([count('changed', 'a', byUser, { gte: 2, lt: 9 }), kept, count('follows', 'kept', byUser, { gte: 1 })])
  feed(2)
  expect(windows.flush().alerts.map(({ ruleId }) => ruleId)).toEqual(['kept'])
})

test('a removed window comes back empty, also after a restart', () => {
  const slots: Slots = new Map()
  const rule = count('pair', 'a', byUser, { gte: 2 })
  const windows = new Windows(WINDOW_LIMITS)
  windows.define([rule])
  windows.feed({ tap: 0, timeMs: 1, uid: 'x', key: ['ann'], values: [], carry: [] })
  keep(slots, windows.flush().changes)
  windows.define([])
  keep(slots, windows.flush().changes)
  const again = new WindowsCorrelator([rule], {}, slots)
  again.event(login('y', 2, 'ann'))
  expect(again.flush()).toEqual([])
})

test('a long key and a long value are stored as hashes', () => {
  const engine = new WindowsCorrelator([distinct('long', 'a', n, byUser, { gte: 2 })])
  const user = 'u'.repeat(5000)
  engine.event(login('x', 1, user, `${'v'.repeat(9000)}1`))
  engine.event(login('y', 2, user, `${'v'.repeat(9000)}2`))
  const [alert] = engine.flush()
  expect(alert?.figure).toBe(2)
  expect(alert?.key[0]?.length).toBe(256)
  expect(engine.windows.stats().bytes).toBeLessThan(4000)
})

test('shows the newest members, some of each feed, and counts the others', () => {
  const engine = new WindowsCorrelator([temporal('both', 'a b', byUser)], { membersMax: 3 })
  engine.event({ ...login('only', 0, 'ann'), matched: ['b'] })
  for (let i = 1; i < 9; i++) engine.event(login(`e${i}`, 0, 'ann'))
  const [alert] = engine.flush()
  expect(alert?.members.map(({ uid }) => uid)).toEqual(['e7', 'e8', 'only'])
  expect(alert?.membersOmitted).toBe(6)
})
