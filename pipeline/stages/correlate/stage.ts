/**
 * correlate: events that windows of rules are made of become signals of those rules. What a window means and when it fires
 * stands in `detections/window`; nothing here judges.
 *
 * key     tenant + window + group, or tenant + windows that feed each other; written by intake
 * state   groups with their entries and the clocks of windows, see `WINDOW_LIMITS` for their bounds; one change a commit
 *         that holds what was taken in
 * time    of receipt, as the records say it: the time that every partition of intake has come to; for a tenant that is
 *         behind in one, what it has come to itself. Windows that can only grow are judged with each commit, all others
 *         when their time has passed
 * late    an event slower than the fastest of its window by more than `latenessMs` is not taken in, and counted
 * loses   nothing but at a bound, which is counted; an event for a window that this process does not have (any more)
 */

import type { WindowBook } from '../../../detections/tenant/detector.ts'
import { STORE } from '../../../detections/window/journal.ts'
import type { WindowLimits } from '../../../detections/window/window.ts'
import { type Alert, COUNTS, type Counts, WINDOW_LIMITS } from '../../../detections/window/window.ts'
import { Windows } from '../../../detections/window/windows.ts'
import { decodeRuleMatches, type FeedMatches } from '../../../schemas/rule-matches.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import type { Flushed, Stage, StageTask } from '../../../stream/stage.ts'
import type { Time } from '../../../stream/time/stream-time.ts'
import { SignalLanes } from '../../signal-lanes.ts'
import { signalOf } from './alert-signal.ts'
import { Scopes } from './scopes.ts'
import { shownText } from './shown.ts'

export type CorrelateConfig = {
  readonly book: WindowBook
  /** Partitions of `svc.signals`. */
  readonly signalPartitions: number
  readonly limits?: WindowLimits
}

export function correlateStage(config: CorrelateConfig): Stage {
  return {
    name: 'correlate',
    inputs: [TOPICS.ruleMatches.name],
    stores: [STORE],
    timeFrom: TOPICS.securityEvents.name,
    open: () => new CorrelateTask(config),
  }
}

class CorrelateTask implements StageTask {
  readonly #book: WindowBook
  readonly #windows: Windows
  readonly #scopes: Scopes
  readonly #signals: SignalLanes
  #newestMs = 0
  #accepted = 0
  #unknown = 0

  constructor({ book, signalPartitions, limits = WINDOW_LIMITS }: CorrelateConfig) {
    this.#book = book
    this.#windows = new Windows(limits, (tenant) => this.#scopes.begin(tenant))
    this.#scopes = new Scopes(book, this.#windows)
    this.#signals = new SignalLanes(signalPartitions)
  }

  restore(slots: readonly { slot: string; payload: Buffer }[]): void {
    this.#windows.restore(slots)
  }

  advance({ receivedMs, behind }: Time): void {
    this.#newestMs = Math.max(this.#newestMs, receivedMs)
    this.#windows.advance(receivedMs, behind)
  }

  setBack({ receivedMs }: Time): void {
    this.#newestMs = receivedMs
    this.#windows.setBack(receivedMs)
  }

  step(record: LogRecord): void {
    this.#newestMs = Math.max(this.#newestMs, record.timestampMs)
    for (const feed of decodeRuleMatches(record.value).feeds) this.#feed(feed)
  }

  flush(): Flushed {
    this.#scopes.refresh()
    const { alerts, again, changes, counts } = this.#windows.flush()
    for (const alert of alerts) if (!again.has(alert.id)) this.#signal(alert)
    const outcomes = outcomesOf({ ...counts, unknown_window: this.#unknown }, this.#accepted)
    this.#accepted = 0
    this.#unknown = 0
    return {
      outputs: this.#signals.drain(this.#newestMs),
      changes,
      figures: { outcomes, state: this.#windows.stats(), rows: 0 },
    }
  }

  #feed({ tenant_id, window: digest, feed, matches }: FeedMatches): void {
    this.#scopes.use(tenant_id)
    for (const match of matches) {
      const { event_uid: uid, time_ms: timeMs, received_ms: receivedMs, key, values } = match
      const carry = [shownText(match), null, ...match.carry]
      const outcome = this.#windows.feedTo(tenant_id, { digest, feed }, { timeMs, receivedMs, uid, key, values, carry })
      if (outcome === 'accepted') this.#accepted++
      if (outcome === 'unknown') this.#unknown++
    }
  }

  #signal(alert: Alert): void {
    const rule = this.#scopes.ruleOf(alert.scope, alert.ruleId)
    const head = this.#book.headOf(alert.scope, alert.ruleId)
    if (rule && head) this.#signals.add(signalOf(alert, rule, head))
  }
}

type Dropped = Counts & { readonly unknown_window: number }

function outcomesOf(dropped: Dropped, accepted: number): Flushed['figures']['outcomes'] {
  const reasons = [...COUNTS, 'unknown_window'] as const
  const counted = reasons.map((reason) => ({ outcome: 'not_counted', reason, events: dropped[reason] }))
  return [{ outcome: 'accepted', reason: '', events: accepted }, ...counted].filter(({ events }) => events > 0)
}
