/**
 * baseline: learns what each user, host, address and domain of a tenant usually does in an hour, and reports hours
 * with far more. `hourly-profile.ts` describes how a profile is learned, `metrics.ts` which metrics are.
 *
 * key     tenant + entity type + entity
 * state   an entity's profiles (208 bytes a metric, 296 with known items) and two open hours, of a silent entity as text;
 *         `limits.ts` bounds the entities of a tenant, `sketch.ts` the items of an hour
 * late    hours are of event time: an hour stays open until the second one after it begins for that entity; later
 *         events are counted and ignored. Entities expire by time of receipt
 * loses   entities beyond their tenant's bound, which are counted and reported to the tenant; sums are reported as they
 *         cross a bound, ratios and new items when their hour closes
 */
import { partitionOf } from '../../../platform/hash.ts'
import { type Anomaly, type BaselineSnapshot, encodeAnomalies } from '../../../schemas/anomaly.ts'
import { decodeObservations, type EntityObservation, type EntityType } from '../../../schemas/entity-observation.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord, Output } from '../../../stream/driver.ts'
import type { Flushed, Stage, StageTask } from '../../../stream/stage.ts'
import { idOf } from '../../signal-id.ts'
import { SignalLanes } from '../../signal-lanes.ts'
import { anomalyOf, severityOf, signalOf, snapshotsOf } from './anomaly.ts'
import { Entity, type Judged } from './entity.ts'
import { BASELINE_LIMITS, type BaselineLimits, DAY_MS, HOUR_MS } from './limits.ts'
import { reportSeverity } from './open-hour.ts'
import { changesOf, removalsOf, restoreEntities, STORE } from './slots.ts'

export type BaselineConfig = {
  readonly anomalyPartitions: number
  readonly signalPartitions: number
  /** Milliseconds of the last request to learn an entity anew; 0 when there was none. */
  readonly resetMs?: (tenant: string, type: EntityType, entity: string) => number
  readonly limits?: BaselineLimits
}

export const BASELINE = 'baseline'
/** Metric of rows in `baselines` without an entity: they report that a tenant has no room for more entities. */
export const REFUSED = 'entities_refused'
const OUTCOMES = ['accepted', 'late', 'refused', 'reset'] as const
type ObservationOutcome = (typeof OUTCOMES)[number]

export function baselineStage(config: BaselineConfig): Stage {
  return {
    ...{ name: BASELINE, inputs: [TOPICS.entityObservations.name], stores: [STORE] },
    open: () => new BaselineTask(config),
  }
}

type Tenant = { readonly entities: Map<string, Entity>; refusedDay: number }

/** A jump of up to this many days is normal, because a partition may receive nothing for days. */
const LEAP_DAYS = 7

class BaselineTask implements StageTask {
  readonly #config: BaselineConfig
  readonly #limits: BaselineLimits
  readonly #tenants = new Map<string, Tenant>()
  readonly #touched = new Set<Entity>()
  /** Entities whose open hours are not frozen. */
  readonly #awake = new Set<Entity>()
  readonly #removed = new Map<string, Entity>()
  readonly #refused = new Set<string>()
  readonly #signals: SignalLanes
  #anomalies: Anomaly[] = []
  #snapshots: BaselineSnapshot[] = []
  #counts = new Map<ObservationOutcome, number>()
  #newestMs = 0
  #sweptDay = 0
  #isSwept = false
  #silentPeriod = Number.NEGATIVE_INFINITY

  constructor(config: BaselineConfig) {
    this.#config = config
    this.#limits = config.limits ?? BASELINE_LIMITS
    this.#signals = new SignalLanes(config.signalPartitions)
  }

  restore(slots: readonly { slot: string; payload: Buffer }[]): void {
    for (const entity of restoreEntities(slots)) this.#tenantOf(entity.tenant).entities.set(keyOf(entity), entity)
    for (const { slot, payload } of slots) {
      if (slot === 'swept') this.#sweptDay = payload.readUInt32LE()
      if (slot.startsWith('t ')) this.#tenantOf(slot.slice(2)).refusedDay = payload.readUInt32LE()
    }
  }

  step({ value, timestampMs }: LogRecord): void {
    this.#newestMs = timestampMs
    this.#sweep(timestampMs)
    this.#freezeSilent(timestampMs)
    for (const observation of decodeObservations(value)) {
      const outcome = this.#observe(observation)
      this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1)
    }
  }

  #observe(observation: EntityObservation): ObservationOutcome {
    const { tenant_id: tenant, entity_type: type, entity: name, received_ms: receivedMs } = observation
    const resetMs = this.#config.resetMs?.(tenant, type, name) ?? 0
    if (receivedMs < resetMs) return 'reset'
    const { entities } = this.#tenantOf(tenant)
    const key = keyOf({ type, name })
    let entity = entities.get(key)
    if (entity && entity.bornMs < resetMs) {
      this.#forget(entity)
      entity = undefined
    }
    if (!entity) {
      if (entities.size >= this.#limits.entitiesMax) return this.#refuse(tenant, receivedMs)
      entity = new Entity(tenant, type, name)
      entities.set(key, entity)
    }
    const one = entity
    this.#awake.add(one) // also for a late observation, which thaws it
    if (!one.add(observation, (judged) => this.#judge(one, judged))) return 'late'
    this.#touched.add(one)
    one.isWarm = true
    if (one.hasLearned && dayOf(one.hour) > dayOf(one.reportedHour)) this.#report(one)
    return 'accepted'
  }

  /**
   * Publishes baselines once an hour of the entity: on each day that has events, whenever they are received, and with
   * its anomalies.
   */
  #report(entity: Entity): void {
    if (entity.hour <= entity.reportedHour) return
    const snapshots = snapshotsOf(entity, entity.receivedMs)
    this.#snapshots.push(...snapshots)
    if (snapshots.length > 0) entity.reportedHour = entity.hour
  }

  #judge(entity: Entity, judged: Judged): void {
    const severityId = severityOf(judged, this.#limits)
    const reportedSeverity = judged.open.reported[judged.place] as number
    if (severityId <= reportedSeverity) return
    reportSeverity(judged.open, judged.place, severityId)
    const anomaly = anomalyOf(entity, judged, severityId)
    this.#anomalies.push(anomaly)
    this.#signals.add(signalOf(anomaly, judged.metric))
    this.#report(entity)
  }

  /** Reported once a day. */
  #refuse(tenant: string, receivedMs: number): ObservationOutcome {
    const of = this.#tenantOf(tenant)
    const day = Math.floor(this.#newestMs / DAY_MS)
    if (day > of.refusedDay) {
      of.refusedDay = day
      this.#refused.add(tenant)
      const none = { entity_type: '' as EntityType, entity: '', mean: 0, stddev: 0, samples: of.entities.size }
      const row = { tenant_id: tenant, metric: REFUSED, time_ms: day * DAY_MS, received_ms: receivedMs, ...none }
      this.#snapshots.push({ row_id: idOf('baseline', tenant, REFUSED, String(day)), ...row })
    }
    return 'refused'
  }

  /** Runs on every day of the log's own time, before the first record of that day, independent of commits. */
  #sweep(nowMs: number): void {
    const day = Math.floor(nowMs / DAY_MS)
    const days = day - this.#sweptDay
    // Records around midnight may come in either order.
    if (days === 0 || days === -1) return
    this.#sweptDay = day
    this.#isSwept = true
    // A larger jump may be a clock that is wrong for a while, which must not delete what was learned; the next day
    // decides.
    if (days < 0 || days > LEAP_DAYS) return
    const goneMs = nowMs - this.#limits.keepMs
    for (const { entities } of this.#tenants.values())
      for (const entity of entities.values()) if (entity.receivedMs < goneMs) this.#forget(entity)
  }

  /**
   * Runs once in each `silentMs` of the log's own time. Freezing changes neither outputs nor stored state, so it does not
   * matter when it happens.
   */
  #freezeSilent(nowMs: number): void {
    const period = Math.floor(nowMs / this.#limits.silentMs)
    // Records around the begin of a period may come in either order; a clock that was set back begins again.
    if (period === this.#silentPeriod || period === this.#silentPeriod - 1) return
    const isForward = period > this.#silentPeriod
    this.#silentPeriod = period
    if (!isForward) return
    for (const entity of this.#awake) {
      if (entity.isWarm || this.#touched.has(entity)) {
        entity.isWarm = false
        continue
      }
      entity.freeze()
      this.#awake.delete(entity)
    }
  }

  #forget(entity: Entity): void {
    this.#awake.delete(entity)
    this.#tenantOf(entity.tenant).entities.delete(keyOf(entity))
    this.#touched.delete(entity)
    this.#removed.set(`${entity.tenant}\0${keyOf(entity)}`, entity)
  }

  #tenantOf(tenant: string): Tenant {
    const known = this.#tenants.get(tenant)
    if (known) return known
    const made = { entities: new Map<string, Entity>(), refusedDay: -1 }
    this.#tenants.set(tenant, made)
    return made
  }

  flush(): Flushed {
    const outputs = this.#outputs()
    const changes = [...this.#touched].flatMap(changesOf)
    if (this.#removed.size > 0) {
      // An entity that was removed and came back uses the same slot names.
      const kept = new Set(changes.map(({ slot }) => slot))
      changes.push(...[...this.#removed.values()].flatMap(removalsOf).filter(({ slot }) => !kept.has(slot)))
    }
    for (const tenant of this.#refused)
      changes.push({ store: STORE, slot: `t ${tenant}`, payload: u32(this.#tenantOf(tenant).refusedDay) })
    if (this.#isSwept) changes.push({ store: STORE, slot: 'swept', payload: u32(this.#sweptDay) })
    for (const set of [this.#removed, this.#touched, this.#refused]) set.clear()
    this.#isSwept = false
    return { outputs, changes, figures: { outcomes: this.#outcomes(), state: this.#size(), rows: 0 } }
  }

  #outputs(): Output[] {
    const outputs = this.#signals.drain(this.#newestMs)
    const [anomalies, baselines] = [this.#anomalies, this.#snapshots]
    this.#anomalies = []
    this.#snapshots = []
    if (anomalies.length + baselines.length === 0) return outputs
    const tenants = new Set([...anomalies, ...baselines].map(({ tenant_id }) => tenant_id))
    const lanes = Map.groupBy(tenants, (tenant) => partitionOf(tenant, this.#config.anomalyPartitions))
    for (const [partition, own] of lanes) {
      const isOwn = ({ tenant_id }: { tenant_id: string }) => own.includes(tenant_id)
      const value = encodeAnomalies({ anomalies: anomalies.filter(isOwn), baselines: baselines.filter(isOwn) })
      outputs.push({ topic: TOPICS.anomalies.name, partition, timestampMs: this.#newestMs, key: '', value: [value] })
    }
    return outputs
  }

  #outcomes(): Flushed['figures']['outcomes'] {
    const counts = this.#counts
    this.#counts = new Map()
    return OUTCOMES.flatMap((outcome) => {
      const events = counts.get(outcome) ?? 0
      return events === 0 ? [] : [{ outcome, reason: '', events }]
    })
  }

  #size(): Record<string, number> {
    const sum = { tenants: this.#tenants.size, entities: 0 }
    for (const { entities } of this.#tenants.values()) sum.entities += entities.size
    return sum
  }
}

function dayOf(hour: number): number {
  return Math.floor((hour * HOUR_MS) / DAY_MS)
}

function keyOf({ type, name }: Pick<Entity, 'type' | 'name'>): string {
  return `${type}\0${name}`
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
