/**
 * fuse: signals of one story become one alert. Which signals those are stands in `stories.ts`, what the alert is worth in
 * `score.ts`; nothing here talks to a database.
 *
 * key     tenant: a story may be about any of its entities, and two signals that share one must meet
 * state   what `tenant-stories.ts` holds, see `limits.ts` for its bounds; a slot each for what changed in a commit
 * time    of the events decides what belongs together, of their receipt when a story is let go of
 * late    evidence refines the alert that is there, also when it is older than all of it. Two alerts that turn out to be
 *         one story become one, which says what it absorbs
 * loses   nothing but at a bound, which is counted; alerts of informational rules alone are not made
 */
import { partitionOf } from '../../../platform/hash.ts'
import { type AlertDraft, encodeAlertDrafts } from '../../../schemas/alert-draft.ts'
import { decodeSignals } from '../../../schemas/signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord, Output } from '../../../stream/driver.ts'
import type { Flushed, Stage, StageTask } from '../../../stream/stage.ts'
import { draftsOf } from './drafts.ts'
import { FUSE_LIMITS, type FuseLimits, HOUR_MS } from './limits.ts'
import { hourOf } from './part.ts'
import { changesOf, restoreSwept, restoreTenants, STORE, sweptChange } from './slots.ts'
import { OUTCOMES, type SignalOutcome, TenantStories } from './tenant-stories.ts'
import { SHIPPED, type Weights } from './weights.ts'

export type FuseConfig = {
  /** Partitions of `svc.alert_drafts`. */
  readonly draftPartitions: number
  /** True for a rule whose signals start a story; false for signals about a rule itself, not about an event. */
  readonly isStory: (ruleId: string) => boolean
  readonly weightsOf?: (tenant: string) => Weights
  readonly limits?: FuseLimits
}

export const FUSE = 'fuse'

export function fuseStage(config: FuseConfig): Stage {
  return {
    name: FUSE,
    inputs: [TOPICS.signals.name],
    stores: [STORE],
    open: () => new FuseTask(config),
  }
}

class FuseTask implements StageTask {
  readonly #config: FuseConfig
  readonly #limits: FuseLimits
  #tenants = new Map<string, TenantStories>()
  readonly #touched = new Set<TenantStories>()
  #counts = new Map<SignalOutcome, number>()
  /** Time of the newest record since the last flush. */
  #newestMs = 0
  #drafts: AlertDraft[] = []
  /** The hour in which finished stories were last removed. */
  #sweptHour = 0
  #isSwept = false

  constructor(config: FuseConfig) {
    this.#config = config
    this.#limits = config.limits ?? FUSE_LIMITS
  }

  restore(slots: readonly { slot: string; payload: Buffer }[]): void {
    this.#tenants = restoreTenants(slots, this.#limits)
    this.#sweptHour = restoreSwept(slots)
  }

  step(record: LogRecord): void {
    this.#newestMs = Math.max(this.#newestMs, record.timestampMs)
    this.#sweep(hourOf(record.timestampMs))
    for (const signal of decodeSignals(record.value)) {
      if (!this.#config.isStory(signal.rule_id)) continue
      const stories = this.#storiesOf(signal.tenant_id)
      const outcome = stories.add(signal, record.timestampMs)
      this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1)
      this.#touched.add(stories)
    }
  }

  flush(): Flushed {
    this.#emitDrafts()
    const changes = [...this.#touched].flatMap((stories) => {
      const changed = changesOf(stories)
      stories.stored()
      return changed
    })
    if (this.#isSwept) changes.push(sweptChange(this.#sweptHour))
    this.#touched.clear()
    this.#isSwept = false
    const outputs = this.#outputs()
    this.#newestMs = 0
    return {
      outputs,
      changes,
      figures: { outcomes: this.#outcomes(), state: this.#size(), rows: 0 },
    }
  }

  #storiesOf(tenant: string): TenantStories {
    const known = this.#tenants.get(tenant)
    if (known) return known
    const made = new TenantStories(tenant, this.#limits)
    this.#tenants.set(tenant, made)
    return made
  }

  #weightsOf(tenant: string): Weights {
    return this.#config.weightsOf?.(tenant) ?? SHIPPED
  }

  #emitDrafts(): void {
    for (const stories of this.#touched) this.#drafts.push(...draftsOf(stories, this.#weightsOf(stories.tenant)))
  }

  /** Runs in every hour of the log's own time, before the first record of that hour, independent of commits. */
  #sweep(hour: number): void {
    if (hour <= this.#sweptHour) return
    this.#emitDrafts()
    for (const stories of this.#tenants.values()) {
      stories.expire(hour - this.#limits.keepMs / HOUR_MS)
      this.#touched.add(stories)
    }
    this.#sweptHour = hour
    this.#isSwept = true
  }

  #outputs(): Output[] {
    const { draftPartitions } = this.#config
    const byPartition = Map.groupBy(this.#drafts, ({ tenant_id }) => partitionOf(tenant_id, draftPartitions))
    this.#drafts = []
    return [...byPartition].map(([partition, lane]) => ({
      ...{ topic: TOPICS.alertDrafts.name, partition, timestampMs: this.#newestMs, key: '' },
      value: [encodeAlertDrafts(lane)],
    }))
  }

  #outcomes(): Flushed['figures']['outcomes'] {
    const counts = this.#counts
    this.#counts = new Map()
    return OUTCOMES.flatMap((reason) => {
      const events = counts.get(reason) ?? 0
      if (events === 0) return []
      const outcome = reason === 'accepted' || reason === 'repeat' ? reason : 'not_linked'
      return [{ outcome, reason: outcome === reason ? '' : reason, events }]
    })
  }

  #size(): Record<string, number> {
    const sum = { tenants: this.#tenants.size, parts: 0, entities: 0, signal_ids: 0 }
    for (const { parts, entities, seen } of this.#tenants.values()) {
      sum.parts += parts.size
      sum.entities += entities.size
      sum.signal_ids += seen.size
    }
    return sum
  }
}
