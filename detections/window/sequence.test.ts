/** Sequences whose alerts are given at once, and their changes when matches arrive out of order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequence } from './conformance-rules.ts'
import { WindowsCorrelator } from './fixture.ts'
import type { Alert } from './window.ts'

type Arrival = { readonly uid: string; readonly timeMs: number; readonly matched: readonly string[] }
const event = (uid: string, timeMs: number, ...matched: string[]): Arrival => ({ uid, timeMs, matched })
const arrive = (engine: WindowsCorrelator, { uid, timeMs, matched }: Arrival) =>
  engine.event({ uid, timeMs, matched: [...matched], fields: { user: 'ann' } })
const eventsOf = ({ members }: Alert) => members.map(({ uid }) => uid).join(' ')
const pair = (text = 'a b') => new WindowsCorrelator([sequence('seq', text, 'user', '10s')])

/** The alerts that a process would send: the new ones, flush by flush. */
function findingsOf(engine: WindowsCorrelator): string[] {
  const { alerts, again } = engine.windows.flush()
  return alerts.filter(({ id }) => !again.has(id)).map(eventsOf)
}

test('a sequence in order gives one signal, at its last event', () => {
  const engine = pair('a b*2')
  arrive(engine, event('a1', 1_000, 'a'))
  arrive(engine, event('b1', 2_000, 'b'))
  expect(findingsOf(engine)).toEqual([])
  arrive(engine, event('b2', 3_000, 'b'))
  expect(findingsOf(engine)).toEqual(['a1 b1 b2'])
  expect(findingsOf(engine)).toEqual([])
  engine.advance(1_000_000)
  expect(findingsOf(engine)).toEqual([])
})

test('gives no second signal after a restart before its time has passed', () => {
  const engine = pair()
  arrive(engine, event('a1', 1_000, 'a'))
  arrive(engine, event('b1', 2_000, 'b'))
  expect(engine.flush().map(eventsOf)).toEqual(['a1 b1'])
  const again = engine.restarted()
  arrive(again, event('a2', 3_000, 'a'))
  expect(findingsOf(again)).toEqual([])
  arrive(again, event('b2', 4_000, 'b'))
  expect(findingsOf(again)).toEqual(['a2 b2'])
  again.advance(1_000_000)
  expect(findingsOf(again)).toEqual([])
})

test('a late event completes a sequence at once, and changes its members but not the number of sequences', () => {
  const engine = pair()
  arrive(engine, event('b1', 5_000, 'b'))
  expect(findingsOf(engine)).toEqual([])
  arrive(engine, event('a1', 2_000, 'a'))
  expect(findingsOf(engine)).toEqual(['a1 b1'])
  arrive(engine, event('a2', 4_000, 'a'))
  const [changed] = engine.flush()
  expect(changed && eventsOf(changed)).toBe('a2 b1')
  engine.advance(1_000_000)
  const final = engine.windows.flush()
  expect([final.alerts.map(({ id }) => id), [...final.again]]).toEqual([[changed?.id], [changed?.id]])
})

test('a sequence that a later event could still invalidate waits until that is impossible', () => {
  for (const text of ['a b | stop', 'a !x b', 'a b !x']) {
    const engine = pair(text)
    arrive(engine, event('a1', 1_000, 'a'))
    arrive(engine, event('b1', 2_000, 'b'))
    expect([text, findingsOf(engine)]).toEqual([text, []])
    engine.advance(1_000_000)
    expect([text, findingsOf(engine)]).toEqual([text, ['a1 b1']])
  }
})

const arrivals = fc
  .array(fc.record({ half: fc.nat(60), matched: fc.subarray(['a', 'b', 'c'], { minLength: 1 }) }), { maxLength: 30 })
  .map((items) => items.map(({ half, matched }, n) => event(`e${n}`, half * 500, ...matched)))

test.each(['a b', 'a b*2', 'a b c'])(
  'in-order alerts of %j are the settled ones, however the input is split',
  (text) => {
    fc.assert(
      fc.property(arrivals, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (events, cuts) => {
        const ordered = events.toSorted((x, y) => x.timeMs - y.timeMs)
        // Events of one instant arrive together: their order follows from the steps that they match.
        const isCut = (n: number) => cuts[n] === true && ordered[n]?.timeMs !== ordered[n + 1]?.timeMs
        const whole = pair(text)
        for (const one of ordered) arrive(whole, one)
        whole.advance(1_000_000)
        const early = pair(text)
        const found: string[] = []
        for (const [n, one] of ordered.entries()) {
          arrive(early, one)
          if (isCut(n)) found.push(...findingsOf(early))
        }
        early.advance(1_000_000)
        found.push(...findingsOf(early))
        expect(found.toSorted()).toEqual(findingsOf(whole).toSorted())
      }),
      { numRuns: 200 },
    )
  },
)

test.each(['a b', 'a b c'])(
  'out of order every settled chain of %j is reported under one id, and changed alerts keep it',
  (text) => {
    fc.assert(
      fc.property(arrivals, (events) => {
        const whole = pair(text)
        for (const one of events) arrive(whole, one)
        whole.advance(1_000_000)
        const early = pair(text)
        const byId = new Map<string, string>()
        const flush = () => {
          for (const alert of early.flush()) byId.set(alert.id, eventsOf(alert))
        }
        for (const one of events) {
          arrive(early, one)
          flush()
        }
        early.advance(1_000_000)
        flush()
        const settled = findingsOf(whole)
        expect([...byId.values()]).toEqual(expect.arrayContaining(settled))
      }),
      { numRuns: 200 },
    )
  },
)
