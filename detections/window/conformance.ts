/**
 * A conformance suite for correlation in event time: small timelines and the alerts that they must give. It works with
 * any `Correlator`. Every case is run in order and, unless arrival itself is its subject, also backwards, shuffled,
 * with every event twice, flushed after each event, and, where the engine supports it, restarted after each flush. All
 * runs must give the same alerts.
 */
import { describe, expect, test } from 'vitest'
import { CASES, type Case, msOf } from './conformance-cases.ts'
import type { Alert, WindowRule } from './window.ts'

export type CorrelatedEvent = {
  readonly timeMs: number
  readonly uid: string
  /** Names of the base rules that it matched. */
  readonly matched: readonly string[]
  readonly fields: Readonly<Record<string, string>>
}

export interface Correlator {
  event(event: CorrelatedEvent): void
  /** From now on no event is older than this minus the lateness. */
  advance(seenMs: number): void
  /** Alerts since the last call. An alert with an earlier alert's id replaces it. */
  flush(): readonly Alert[]
  /** Number of late events so far. */
  late(): number
  /** Returns a new correlator with only the state of the last flush. */
  restarted?(): Correlator
}

export type OpenCorrelator = (rules: readonly WindowRule[], latenessMs: number) => Correlator

export function correlationConformance(name: string, open: OpenCorrelator): void {
  describe(`correlation conformance: ${name}`, () => {
    for (const one of CASES) test(one.name, () => holdTo(one, open))
  })
}

/** Longer than any window of the cases, so that events in any order are on time, unless a case makes them late. */
const PATIENT_MS = msOf('4d')

function holdTo(one: Case, open: OpenCorrelator): void {
  const events = one.events.flatMap(eventsIn)
  const ways =
    one.latenessMs === undefined ? WAYS : { 'in order': (correlatedEvents: CorrelatedEvent[]) => correlatedEvents }
  for (const [way, arrange] of Object.entries(ways)) {
    for (const cut of ['one flush', 'a flush an event', 'a restart an event'] as const) {
      const result = run(one, open, arrange(events), cut)
      expect(result.alerts, `${way}, ${cut}`).toEqual(one.alerts)
      if (one.late !== undefined) expect(result.late, `late events, ${cut}`).toBe(one.late)
    }
  }
}

const WAYS: Readonly<Record<string, (events: CorrelatedEvent[]) => CorrelatedEvent[]>> = {
  'in order': (events) => events,
  backwards: (events) => events.toReversed(),
  twice: (events) => [...events, ...events],
  shuffled: (events) => shuffled(events, 1),
  'shuffled again': (events) => shuffled([...events, ...events], 2),
}

type Cut = 'one flush' | 'a flush an event' | 'a restart an event'

function run(one: Case, open: OpenCorrelator, events: readonly CorrelatedEvent[], cut: Cut) {
  const alerts = new Map<string, Alert>()
  let late = 0
  let engine = open(one.rules, one.latenessMs ?? PATIENT_MS)
  const flush = () => {
    for (const alert of engine.flush()) alerts.set(alert.id, alert)
    if (cut !== 'a restart an event' || !engine.restarted) return
    late += engine.late()
    engine = engine.restarted()
  }
  for (const event of events) {
    if (event.matched.length > 0) engine.event(event)
    engine.advance(event.timeMs)
    if (cut !== 'one flush') flush()
  }
  if (!one.stayOpen) engine.advance(msOf('60d'))
  flush()
  return { alerts: shown([...alerts.values()]), late: late + engine.late() }
}

/** `rule key at time: members = figure`, by time; an alert among the members is `rule@time`. */
function shown(alerts: readonly Alert[]): string[] {
  const names = new Map(alerts.map(({ id, ruleId, timeMs }) => [id, `${ruleId}@${timeMs / 1000}s`]))
  const lines = alerts.map(({ ruleId, key, timeMs, figure, members, continues }) => {
    const uids = members.map(({ uid }) => names.get(uid) ?? uid).join(' ')
    const of = figure === null ? '' : ` = ${figure}`
    return {
      timeMs,
      text: `${ruleId} ${key.join('/')} at ${timeMs / 1000}s: ${uids}${of}${continues ? ' continues' : ''}`,
    }
  })
  lines.sort((a, b) => a.timeMs - b.timeMs || (a.text < b.text ? -1 : 1))
  return lines.map(({ text }) => text)
}

/** `10s a login user=ann host=x`: time, uid, matched rules (`a,b`, or `-` for none), fields. */
function eventsIn(text: string): CorrelatedEvent[] {
  const [time = '', uid = '', matched = '', ...fields] = text.trim().split(/\s+/)
  const pairs = fields.map((field) => field.split('=') as [string, string])
  const names = matched === '-' ? [] : matched.split(',')
  return [{ timeMs: msOf(time), uid, matched: names, fields: Object.fromEntries(pairs) }]
}

/** Fisher-Yates over a linear congruential generator (Numerical Recipes' constants). */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const out = [...items]
  let state = seed
  for (let i = out.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const j = state % (i + 1)
    const [a, b] = [out[i], out[j]]
    out[i] = b as T
    out[j] = a as T
  }
  return out
}
