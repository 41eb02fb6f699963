import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type Anomaly, type BaselineSnapshot, decodeAnomalies } from '../../../schemas/anomaly.ts'
import { type EntityObservation, encodeObservations } from '../../../schemas/entity-observation.ts'
import { decodeSignals, type Signal } from '../../../schemas/signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import type { StageTask } from '../../../stream/stage.ts'
import { assertCompliant } from '../../contract/compliance.ts'
import { BASELINE } from '../../topology.ts'
import { Entity, type Judged } from './entity.ts'
import { BASELINE_LIMITS, type BaselineLimits, DAY_MS, HOUR_MS } from './limits.ts'
import { changesOf, restoreEntities } from './slots.ts'
import { type BaselineConfig, baselineStage, REFUSED } from './stage.ts'
import { logons, observation, referenceEntity } from './testing.ts'

const WEEK = 168
/** Limits that report early, so that short simulations have anomalies. */
const EAGER: BaselineLimits = { ...BASELINE_LIMITS, readyHours: 4, probabilities: [0.01, 1e-4, 1e-6] }

class Run {
  readonly anomalies: Anomaly[] = []
  readonly snapshots: BaselineSnapshot[] = []
  readonly signals: Signal[] = []
  readonly slots = new Map<string, Buffer>()
  readonly outcomeCounts: Record<string, number> = {}
  readonly #config: Partial<BaselineConfig>
  #task: StageTask
  #offset = 0

  constructor(config: Partial<BaselineConfig> = {}) {
    this.#config = config
    this.#task = this.#open()
  }

  #open(): StageTask {
    const task = baselineStage({ anomalyPartitions: 1, signalPartitions: 1, ...this.#config }).open(0)
    task.restore([...this.slots].map(([slot, payload]) => ({ store: 'habits', slot, payload })))
    return task
  }

  add(...observations: EntityObservation[]): this {
    const timestampMs = Math.max(...observations.map(({ received_ms }) => received_ms))
    this.#task.step({ ...recordOf(observations, this.#offset++), timestampMs })
    return this
  }

  commit(): this {
    const { outputs, changes, figures } = this.#task.flush()
    for (const { topic, value } of outputs) {
      if (topic === TOPICS.signals.name) this.signals.push(...decodeSignals(Buffer.concat(value)))
      else {
        const { anomalies, baselines } = decodeAnomalies(Buffer.concat(value))
        this.anomalies.push(...anomalies)
        this.snapshots.push(...baselines)
      }
    }
    for (const { slot, payload } of changes) {
      if (payload.length === 0) this.slots.delete(slot)
      else this.slots.set(slot, payload)
    }
    for (const { outcome, events } of figures.outcomes)
      this.outcomeCounts[outcome] = (this.outcomeCounts[outcome] ?? 0) + events
    return this
  }

  reopen(): this {
    this.#task = this.#open()
    return this
  }
}

function recordOf(observations: readonly EntityObservation[], offset: number): LogRecord {
  const timestampMs = Math.max(0, ...observations.map(({ received_ms }) => received_ms))
  const value = encodeObservations(observations)
  return { topic: TOPICS.entityObservations.name, partition: 0, offset, timestampMs, key: '', value }
}

/** Logons at work: five an hour by day, starting on a Thursday. */
function* office(weeks: number, more: Partial<EntityObservation> = {}): Generator<EntityObservation> {
  for (let hour = 0; hour < weeks * WEEK; hour++)
    if (hour % 24 >= 8 && hour % 24 < 18) yield logons(hour, 4 + (hour % 3), more)
}

function trained(config: Partial<BaselineConfig> = {}, more: Partial<EntityObservation> = {}): Run {
  const run = new Run(config)
  for (const one of office(4, more)) run.add(one)
  return run.commit()
}

test('reports a change of behaviour as an anomaly and a signal, and nothing for usual behaviour', () => {
  const run = trained()
  expect(run.anomalies).toEqual([])
  const hour = 4 * WEEK + 10
  run.add(observation(hour, { counts: [{ metric: 'failed_logons', value: 60 }] })).commit()
  expect(run.anomalies).toMatchObject([
    { metric: 'failed_logons', entity: 'alice', observed: 60, mean: 0, severity_id: 5, time_ms: hour * HOUR_MS },
  ])
  const [{ z_score, mean, stddev, tail_probability }] = run.anomalies as [Anomaly]
  expect(z_score).toBeCloseTo((60 - mean) / stddev, 9)
  expect(tail_probability).toBeLessThan(BASELINE_LIMITS.probabilities[2])
  expect(run.signals).toMatchObject([
    {
      rule_id: 'ueba/failed_logons',
      language: 'anomaly',
      user: 'alice',
      severity_id: 5,
      tactics: ['credential-access'],
    },
  ])
})

test('activity that is usual by day is an anomaly at night', () => {
  const run = trained()
  run.add(logons(4 * WEEK + 27, 30)).commit()
  expect(run.anomalies.map(({ metric }) => metric)).toEqual(['logons'])
  expect(
    trained()
      .add(logons(4 * WEEK + 34, 12))
      .commit().anomalies,
  ).toEqual([])
})

test('reports a growing anomaly again with a higher severity, under the same id', () => {
  const run = trained()
  for (let n = 0; n < 40; n++) run.add(logons(4 * WEEK + 27, 3))
  run.commit()
  expect(run.anomalies.map(({ severity_id }) => severity_id)).toEqual([3, 4, 5])
  expect(new Set(run.anomalies.map(({ anomaly_id }) => anomaly_id)).size).toBe(1)
  expect(new Set(run.anomalies.map(({ row_id }) => row_id)).size).toBe(3)
  expect(run.add(logons(4 * WEEK + 27, 3)).commit().anomalies).toHaveLength(3)
})

test('reports nothing for an entity that is still being learned', () => {
  const run = new Run()
  for (let hour = 0; hour < WEEK - 10; hour++) run.add(logons(hour, 5))
  expect(run.add(logons(WEEK - 10, 5_000)).commit().anomalies).toEqual([])
})

test('an hour with few attempts has no ratio, not a ratio of zero', () => {
  const run = new Run()
  const hourOf = (hour: number, failed: number, count: number) =>
    observation(hour, {
      counts: [
        { metric: 'failed_logons', value: failed },
        { metric: 'logons', value: count },
      ],
    })
  for (let hour = 0; hour < 4 * WEEK; hour++) run.add(hourOf(hour, 1, 2))
  run.commit()
  expect(run.snapshots.some(({ metric }) => metric === 'failed_ratio')).toBe(false)
  for (let hour = 4 * WEEK; hour < 6 * WEEK; hour++) run.add(hourOf(hour, 1, 20))
  run.commit()
  const learned = run.snapshots.filter(({ metric }) => metric === 'failed_ratio')
  expect(learned.at(-1)?.samples).toBeGreaterThan(WEEK)
  expect(learned.at(-1)?.mean).toBeGreaterThan(2)
})

test('reports programs that are new for a host, by name, once the hour is closed', () => {
  const run = new Run()
  const host = { entity_type: 'host', entity: 'web-1' } as const
  const ran = (hour: number, ...names: string[]) =>
    observation(hour, { ...host, items: names.map((text) => ({ metric: 'processes', text })) })
  for (let hour = 0; hour < 3 * WEEK; hour++) run.add(ran(hour, 'nginx', 'cron', hour % 24 === 3 ? 'logrotate' : 'sh'))
  expect(run.commit().anomalies).toEqual([])
  const hour = 3 * WEEK
  const tools = ['whoami', 'nc', 'curl', 'mimikatz', 'psexec', 'rclone', 'procdump', 'adfind']
  run.add(ran(hour, 'nginx', ...tools)).add(ran(hour + 1, 'nginx'))
  expect(run.commit().anomalies).toEqual([])
  run.add(ran(hour + 2, 'nginx')).commit()
  expect(run.anomalies).toMatchObject([{ metric: 'new_processes', observed: 8, items: tools.sort().slice(0, 5) }])
  run
    .add(ran(hour + 3, ...tools))
    .add(ran(hour + 6, 'nginx'))
    .commit()
  expect(run.anomalies).toHaveLength(1)
})

test('reports a key that another program uses, and a key that is used at night', () => {
  const run = new Run()
  const used = (hour: number, agent: string, calls = 20) =>
    observation(hour, {
      counts: [{ metric: 'key_calls', value: calls }],
      items: [{ metric: 'key_agents', text: `AKIA > ${agent}` }],
    })
  const isWork = (hour: number) => hour % 24 >= 9 && hour % 24 < 17
  for (let hour = 0; hour < 6 * WEEK; hour++) if (isWork(hour)) run.add(used(hour, 'aws-cli/#'))
  expect(run.commit().anomalies).toEqual([])
  const morning = 6 * WEEK + 9
  run
    .add(used(morning, 'aws-cli/#'))
    .add(used(morning + 1, 'curl/#'))
    .add(used(morning + 3, 'aws-cli/#'))
    .commit()
  expect(run.anomalies).toMatchObject([{ metric: 'new_key_agents', observed: 1, items: ['AKIA > curl/#'] }])
  expect(run.signals).toMatchObject([{ rule_id: 'ueba/new_key_agents', user: 'alice', techniques: ['T1550.001'] }])
  run.add(used(morning + 16, 'aws-cli/#')).commit()
  expect(run.anomalies.slice(1)).toMatchObject([{ metric: 'key_calls', time_ms: (morning + 16) * HOUR_MS }])
})

test('restores profiles that were stored before a metric existed', () => {
  const whole = new Entity('acme', 'user', 'alice')
  const judge = () => undefined
  for (let hour = 0; hour < 10; hour++) whole.add(logons(hour, 5), judge)
  const slots = changesOf(whole).map((change) =>
    change.slot.startsWith('h ') ? { ...change, payload: change.payload.subarray(0, -3) } : change,
  )
  const [restored] = restoreEntities(slots)
  expect(restored?.learned).toEqual(whole.learned)
})

test('an entity storm affects only its tenant, which is notified', () => {
  const limits = { ...BASELINE_LIMITS, entitiesMax: 20 }
  const run = new Run({ limits })
  for (let n = 0; n < 200; n++) run.add(logons(1, 1, { entity: `u${n}` }))
  run.add(logons(1, 1, { tenant_id: 'bolt' })).commit()
  expect(run.outcomeCounts).toEqual({ accepted: 21, refused: 180 })
  expect(run.snapshots).toMatchObject([{ tenant_id: 'acme', entity: '', metric: REFUSED, samples: 20 }])
  run
    .reopen()
    .add(logons(2, 1, { entity: 'u199' }))
    .commit()
  expect(run.snapshots).toHaveLength(1)
  expect(run.add(logons(26, 1, { entity: 'u199' })).commit().snapshots).toHaveLength(2)
})

test('baselines agree with the anomalies after weeks that were pushed at once', () => {
  const run = new Run()
  const receivedMs = 23 * 24 * HOUR_MS
  const pushed = (hour: number, count: number) => ({ ...logons(hour, count), received_ms: receivedMs })
  // In one record and one commit, as when old events are back-filled.
  run.add(...Array.from({ length: 22 * 24 }, (_, hour) => pushed(hour, 5 + (hour % 3))))
  run.add(pushed(22 * 24, 900)).commit()
  const newest = (metric: string) => run.snapshots.filter((one) => one.metric === metric).at(-1)
  const [anomaly] = run.anomalies
  expect(anomaly?.metric).toBe('logons')
  expect(newest('logons')).toMatchObject({ samples: anomaly?.samples, received_ms: receivedMs })
  expect(newest('logons')?.time_ms).toBeGreaterThanOrEqual(21 * 24 * HOUR_MS)
  // A day of events publishes baselines once, also without an anomaly, and not again after a restart.
  const snapshotIds = run.snapshots.filter(({ metric }) => metric === 'logons').map(({ row_id }) => row_id)
  expect([snapshotIds.length >= 22, new Set(snapshotIds).size]).toEqual([true, snapshotIds.length])
  const before = run.snapshots.length
  run
    .reopen()
    .add(pushed(22 * 24, 950))
    .commit()
  expect(run.snapshots).toHaveLength(before)
})

test('removes an entity without events, with its slots', () => {
  const run = trained()
  expect([...run.slots.keys()].filter((slot) => slot.startsWith('h '))).toHaveLength(1)
  const later = 4 * WEEK + 40 * 24
  run
    .add(logons(later, 1, { entity: 'bob' }))
    .add(logons(later + 24, 1, { entity: 'cyd' }))
    .commit()
  expect([...run.slots.keys()].map((slot) => slot[0]).sort()).toEqual(['o', 'o', 's'])
})

test('a reset starts learning again and ignores events that were received before it', () => {
  const resets = new Map<string, number>()
  const run = trained({ resetMs: (tenant, type, entity) => resets.get(`${tenant} ${type} ${entity}`) ?? 0 })
  const at = 4 * WEEK + 2
  resets.set('acme user alice', at * HOUR_MS)
  run
    .add(logons(at - 3, 500))
    .add(logons(at + 3, 500))
    .commit()
  expect(run.anomalies).toEqual([])
  expect(run.outcomeCounts).toMatchObject({ reset: 1 })
  run.add(logons(at + 30, 1)).commit()
  expect(run.snapshots.at(-1)?.samples).toBeLessThan(48)
})

const few = fc.record({
  hour: fc.nat(60),
  what: fc.constantFrom('logons', 'failed_logons', 'activity'),
  value: fc.constantFrom(1, 2, 3, 40, 900),
  item: fc.constantFrom('', 'h1', 'h2', 'h3', 'h4'),
})
const made = ({ hour, what, value, item }: { hour: number; what: string; value: number; item: string }) =>
  observation(hour, {
    counts: [{ metric: what, value }],
    items: item === '' ? [] : [{ metric: 'hosts', text: item }],
  })

/** A shuffle in which each event comes at most an hour after the newest. */
function jumbled(all: readonly EntityObservation[], seed: number): EntityObservation[] {
  const rank = (at: number) => (Math.imul(seed ^ (at * 2_654_435_761), 40_503) >>> 0) / 2 ** 32
  return [...all.entries()]
    .map(([at, one]) => ({ one, key: one.hour + rank(at) * 1.999 }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

test('any order within the lateness gives the same profiles and anomalies as the reference', () => {
  fc.assert(
    fc.property(fc.array(few, { minLength: 1, maxLength: 80 }), fc.integer(), (all, seed) => {
      const observations = all.map(made)
      const expected = referenceEntity(observations)
      const entity = new Entity('acme', 'user', 'alice')
      const over = new Set<string>()
      const judge = ({ metric, open }: Judged) => void over.add(`${metric.name} ${open.hour}`)
      for (const one of jumbled(observations, seed)) expect(entity.add(one, judge)).toBe(true)
      expect(entity.learned).toEqual(expected.entity.learned)
      expect(entity.current?.expected).toEqual(expected.entity.current?.expected)
      expect(over).toEqual(expected.over)
    }),
    { numRuns: 400 },
  )
})

test('freezing silent entities changes no output and no stored state', () => {
  const any = fc.record({
    one: few,
    entity: fc.constantFrom('a', 'b', 'c', 'ü"\\,"current":'),
    minute: fc.nat(59),
    clock: fc.constantFrom(0, 0, 0, 0, 30 * 24, -5),
  })
  const frozen = vi.spyOn(Entity.prototype, 'freeze')
  const flushesOf = (silentMs: number, records: readonly LogRecord[], commitEvery: number) => {
    const limits = { ...EAGER, silentMs }
    const task = baselineStage({ anomalyPartitions: 1, signalPartitions: 2, limits }).open(0)
    return records.flatMap((record, at) => {
      task.step(record)
      return (at + 1) % commitEvery === 0 || at === records.length - 1 ? [task.flush()] : []
    })
  }
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 60 }),
      fc.integer(),
      fc.integer({ min: 1, max: 7 }),
      (all, seed, commitEvery) => {
        const observations = all.map(({ one, entity, minute, clock }) => {
          const observed = made({ ...one, hour: Math.max(0, one.hour + clock) })
          return { ...observed, entity, received_ms: observed.received_ms + minute * 60_000 }
        })
        const records = jumbled(observations, seed).map((one, offset) => recordOf([one], offset))
        const live = flushesOf(Number.MAX_SAFE_INTEGER, records, commitEvery)
        expect(flushesOf(HOUR_MS / 4, records, commitEvery)).toEqual(live)
      },
    ),
    { numRuns: 200 },
  )
  // Also when a fifth of the values is tried.
  expect(frozen.mock.calls.length).toBeGreaterThan(40)
  frozen.mockRestore()
})

test('an entity that was silent is frozen, and its next event thaws it as it was', () => {
  const frozen = vi.spyOn(Entity.prototype, 'freeze')
  const limits = { ...BASELINE_LIMITS, silentMs: 5 * 60_000 }
  const run = new Run({ limits })
  const at = (minute: number, entity: string) => ({ ...logons(10, 1, { entity }), received_ms: minute * 60_000 })
  run.add(at(0, 'alice')).commit()
  const isFrozen = () => frozen.mock.contexts.map((entity) => (entity as Entity).name)
  run.add(at(6, 'bob')).commit()
  expect(isFrozen()).toEqual([])
  run.add(at(12, 'bob')).commit()
  expect(isFrozen()).toEqual(['alice'])
  const before = new Map(run.slots)
  run.add(at(12, 'alice')).commit()
  const [slot = ''] = [...run.slots.keys()].filter((one) => run.slots.get(one) !== before.get(one))
  const count = (slots: Map<string, Buffer>) => (JSON.parse(String(slots.get(slot))) as Counted).current.counts
  expect([count(before), count(run.slots)]).toEqual([[['logons', 1]], [['logons', 2]]])
  frozen.mockRestore()
})

type Counted = { readonly current: { readonly counts: readonly (readonly [string, number])[] } }

test('counts late observations and ignores them', () => {
  const run = trained()
  const before = new Map(run.slots)
  run.add(logons(3 * WEEK, 1_000, { received_ms: (4 * WEEK - 6) * HOUR_MS })).commit()
  expect(run.outcomeCounts).toMatchObject({ late: 1 })
  expect(run.slots).toEqual(before)
})

test('drops hours that a clock ahead of time opened, once the clock is right again', () => {
  const run = trained()
  const jump = 40 * 24
  run.add(logons(4 * WEEK + jump, 5)).commit()
  const hour = 4 * WEEK + 10
  run.add(logons(hour, 5)).commit()
  run.add(observation(hour, { counts: [{ metric: 'failed_logons', value: 60 }] })).commit()
  expect(run.outcomeCounts).not.toHaveProperty('late')
  expect(run.anomalies).toMatchObject([{ metric: 'failed_logons', observed: 60, time_ms: hour * HOUR_MS }])
})

test('keeps the contract of a stage', () => {
  const any = fc.record({
    one: few,
    entity: fc.constantFrom('a', 'b', 'c', 'd'),
    tenant: fc.constantFrom('acme', 'bolt'),
  })
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 60 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 7 }),
      (all, crashAt, commitEvery) => {
        const sorted = [...all].sort((a, b) => a.one.hour - b.one.hour)
        const records = sorted.map(({ one, entity, tenant }, offset) =>
          recordOf([{ ...made(one), entity, tenant_id: tenant }], offset),
        )
        const limits = { ...EAGER, entitiesMax: 3, keepMs: DAY_MS }
        const make = () => baselineStage({ anomalyPartitions: 1, signalPartitions: 2, limits })
        assertCompliant(BASELINE, make, records, { crashAt, commitEvery, partitionsOf: () => 2 })
      },
    ),
    { numRuns: 100 },
  )
})
