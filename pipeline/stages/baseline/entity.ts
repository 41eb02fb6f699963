/**
 * One entity: its usual behaviour, and its last two hours, which are still open. An hour is judged by what was learned
 * up to two hours before it, so the order inside the hour between does not matter. The same events of an entity, each
 * at most an hour behind its newest, give the same profiles and anomalies in any order.
 */
import type { EntityObservation, EntityType } from '../../../schemas/entity-observation.ts'
import { type Expected, expectedOf, learn, newProfile } from './hourly-profile.ts'
import { KnownItems } from './known-items.ts'
import { bytesOfLearned, type Learned, learnedOf } from './learned.ts'
import { ABSENT_HOURS_MAX } from './limits.ts'
import { ATTEMPTS_MIN, METRICS, type Metric } from './metrics.ts'
import { addObservation, newOpenHour, type OpenHour, restoredHours, storedHours } from './open-hour.ts'
import { countOf, type Sketch } from './sketch.ts'

/** The values of a metric in one hour, and the judgement on them. */
export type Judged = {
  readonly place: number
  readonly metric: Metric
  readonly open: OpenHour
  readonly expected: Expected
  readonly value: number
  readonly items: () => readonly string[]
}

/** An entity that is frozen never changes what it has learned. */
const NONE: (Learned | null)[] = []
const NOTHING = Buffer.alloc(0)

const ITEMS_REPORTED = 5
const HOUR_MS = 3_600_000
/** An event's own time is at most a day ahead of its receipt, and the clocks of replicas differ slightly. */
const AHEAD_HOURS_MAX = 25
/** Metrics that only grow within an hour: once such an hour exceeds its bound it stays above it. */
const GROWING: ReadonlySet<string> = new Set(['count', 'distinct'])

export class Entity {
  readonly tenant: string
  readonly type: EntityType
  readonly name: string
  readonly metrics: readonly Metric[]
  #learned: (Learned | null)[]
  #current: OpenHour | null = null
  #previous: OpenHour | null = null
  /** The stored form of the open hours and of what was learned, while the entity is frozen. */
  #frozen: { readonly hours: string; readonly learned: Buffer } | null = null
  /** True while the entity has had an event since the stage last looked for silent ones. */
  isWarm = false
  hour = Number.NEGATIVE_INFINITY
  bornMs = 0
  receivedMs = 0
  /** True when profiles changed since they were stored. */
  hasLearned = false
  /** The entity's newest hour when its baselines were last published. */
  reportedHour = -1

  constructor(tenant: string, type: EntityType, name: string) {
    this.tenant = tenant
    this.type = type
    this.name = name
    this.metrics = METRICS[type]
    this.#learned = this.metrics.map(() => null)
  }

  /** The newest hour seen; null before the first event. */
  get current(): OpenHour | null {
    this.#thaw()
    return this.#current
  }

  /** The hour before `current`. */
  get previous(): OpenHour | null {
    this.#thaw()
    return this.#previous
  }

  /** By index in `metrics`; null when the metric was never seen for the entity. */
  get learned(): readonly (Learned | null)[] {
    this.#thaw()
    return this.#learned
  }

  /** Keeps the open hours and the profiles as they are stored, until they are needed again. */
  freeze(): void {
    if (this.#current === null || this.#previous === null) return
    const isAny = this.#learned.some((one) => one !== null)
    this.freezeAs(
      asOneString(storedHours(this.#current, this.#previous)),
      isAny ? bytesOfLearned(this.#learned) : NOTHING,
    )
  }

  /** `hours` as `storedHours` writes them, `learned` as `bytesOfLearned` does, or nothing. */
  freezeAs(hours: string, learned: Buffer): void {
    this.#frozen = { hours, learned }
    this.#current = null
    this.#previous = null
    this.#learned = NONE
  }

  #thaw(): void {
    if (this.#frozen === null) return
    const { current, previous } = restoredHours(this.#frozen.hours)
    this.#learned = learnedOf(this.metrics, this.#frozen.learned)
    this.#frozen = null
    this.#current = current
    this.#previous = previous
  }

  /** Passes possible anomalies to `judge`; returns false when the hour is closed and the observation came too late. */
  add(observation: EntityObservation, judge: (judged: Judged) => void): boolean {
    const { hour } = observation
    this.#thaw()
    if (this.#current === null) this.bornMs = observation.received_ms
    if (this.#isAhead(observation)) this.#reopenAt(hour)
    if (hour > this.hour) this.#advance(hour, judge)
    const open = this.#openAt(hour)
    if (open === null) return false
    addObservation(open, observation)
    this.receivedMs = Math.max(this.receivedMs, observation.received_ms)
    this.#judge(open, judge, (kind) => GROWING.has(kind))
    return true
  }

  /**
   * True when the entity's newest hour lies further ahead than an event may: a wrong clock set it for events without a
   * time.
   */
  #isAhead({ hour, received_ms }: EntityObservation): boolean {
    const newest = Math.floor(received_ms / HOUR_MS) + AHEAD_HOURS_MAX
    return this.#current !== null && this.hour > newest && hour <= newest
  }

  /** Drops the open hours without learning from them. */
  #reopenAt(hour: number): void {
    this.hour = hour
    this.#previous = newOpenHour(hour - 1, this.#expectedAt(hour - 1))
    this.#current = newOpenHour(hour, this.#expectedAt(hour))
  }

  #openAt(hour: number): OpenHour | null {
    if (hour === this.hour) return this.#current
    return hour === this.hour - 1 ? this.#previous : null
  }

  /**
   * Closes the hours up to two before the new one, in order; an hour's bound is computed before the hour before it is
   * learned.
   */
  #advance(to: number, judge: (judged: Judged) => void): void {
    const { hour } = this
    const [previous, current] = [this.#previous, this.#current]
    this.hour = to
    if (previous) this.#learnFrom(previous, hour - 1, judge)
    if (to === hour + 1) {
      this.#previous = current
      this.#current = newOpenHour(to, this.#expectedAt(to))
      return
    }
    let before = to - 2 <= hour || current === null ? this.#expectedAt(to - 1) : []
    if (current) this.#learnFrom(current, hour, judge)
    for (let absent = Math.max(hour + 1, to - 1 - ABSENT_HOURS_MAX); current && absent <= to - 2; absent++) {
      if (absent === to - 2) before = this.#expectedAt(to - 1)
      this.#learnFrom(null, absent, judge)
    }
    this.#previous = newOpenHour(to - 1, before)
    this.#current = newOpenHour(to, this.#expectedAt(to))
  }

  #expectedAt(hour: number): (Expected | null)[] {
    return this.metrics.map((metric, place) => {
      const known = this.#learned[place]
      if (known) return expectedOf(known.profile, hour)
      const hours = this.#impliedHours(metric)
      return hours === 0 ? null : expectedOf(newProfile(false, hours), hour)
    })
  }

  #impliedHours({ impliedBy }: Metric): number {
    if (impliedBy === null) return 0
    return this.#learned[this.metrics.findIndex(({ name }) => name === impliedBy)]?.profile.hours ?? 0
  }

  #judge(open: OpenHour, judge: (judged: Judged) => void, which: (kind: string) => boolean): void {
    for (const [place, metric] of this.metrics.entries()) {
      if (!which(metric.kind)) continue
      const expected = open.expected[place]
      if (!expected) continue
      const known = this.#learned[place]?.known ?? null
      const value = measuredIn(metric, open, known)
      if (value === null || value < metric.min) continue
      judge({ place, metric, open, expected, value, items: () => itemsOf(metric, open, known) })
    }
  }

  #learnFrom(open: OpenHour | null, hour: number, judge: (judged: Judged) => void): void {
    if (open) this.#judge(open, judge, (kind) => !GROWING.has(kind))
    // Computed before anything is learned: the hours implied by another metric are those known before this hour.
    const implied = this.metrics.map((metric) => this.#impliedHours(metric))
    for (const [place, metric] of this.metrics.entries()) {
      const known = this.#learned[place]
      const value = open ? measuredIn(metric, open, known?.known ?? null) : metric.kind === 'ratio' ? null : 0
      if (value === null || (!known && !isSeen(metric, open))) continue
      const learned = known ?? newLearned(metric, implied[place] as number)
      this.#learned[place] = learned
      learn(learned.profile, hour, Math.log1p(value / metric.unit))
      if (learned.known && open) for (const item of open.items.get(metric.from)?.keys() ?? []) learned.known.add(item)
      this.hasLearned = true
    }
  }
}

/** Copies a concatenated text into one piece: V8 would keep it as a tree of its parts, which takes more memory. */
function asOneString(text: string): string {
  return Buffer.from(text).toString()
}

function newLearned({ kind }: Metric, hoursOfZero: number): Learned {
  const isNovel = kind === 'novel'
  return { profile: newProfile(!isNovel, hoursOfZero), known: isNovel ? new KnownItems() : null }
}

/** Returns null when the metric was not measured in this hour. */
function measuredIn({ kind, from }: Metric, open: OpenHour, known: KnownItems | null): number | null {
  const { counts, items } = open
  if (kind === 'count') return counts.get(from) ?? 0
  if (kind === 'ratio') return ratioOf(counts.get(from) ?? 0, counts.get('logons') ?? 0)
  const sketch = items.get(from)
  if (kind === 'distinct') return sketch ? countOf(sketch) : 0
  if (known?.isFull) return null
  return sketch ? unknownItems(sketch, known).length : 0
}

function ratioOf(failed: number, count: number): number | null {
  const attempts = failed + count
  return attempts < ATTEMPTS_MIN ? null : (100 * failed) / attempts
}

function unknownItems(sketch: Sketch, known: KnownItems | null): string[] {
  return [...sketch].flatMap(([fingerprint, text]) => (known?.has(fingerprint) ? [] : [text]))
}

function itemsOf({ kind, from }: Metric, { items }: OpenHour, known: KnownItems | null): string[] {
  const sketch = items.get(from)
  if (!sketch || kind === 'count' || kind === 'ratio') return []
  const texts = kind === 'novel' ? unknownItems(sketch, known) : [...sketch.values()]
  return texts.sort().slice(0, ITEMS_REPORTED)
}

function isSeen({ kind, from }: Metric, open: OpenHour | null): boolean {
  if (!open) return false
  return kind === 'count' || kind === 'ratio' ? (open.counts.get(from) ?? 0) > 0 : (open.items.get(from)?.size ?? 0) > 0
}
