/** The windows of one owner's rules, and the feeds of an event that matched a rule. */

import type { MatchEvent } from '../../schemas/event-view.ts'
import type { EventBody, Rule, WindowBody } from '../plan/plan.ts'
import { isWindowed, type WindowedRule } from '../plan/windowed-rule.ts'
import { OWN_CARRIED, planWindows, tapsOf } from '../window/chains.ts'
import { keysOf, measuredText } from '../window/event-keys.ts'
import { type Fault, type Tap, WINDOW_LIMITS } from '../window/window.ts'
import type { Fed, FeedPlace, RuleHead } from './detector.ts'
import { headOf } from './rule-head.ts'

type Point = { readonly place: FeedPlace; readonly rule: RuleHead; readonly tap: Tap }

export class WindowPlan {
  readonly rules: readonly WindowedRule[]
  readonly faults: readonly Fault[]
  readonly heads: ReadonlyMap<string, RuleHead>
  readonly #points = new Map<string, Point[]>()

  constructor(rules: readonly Rule[]) {
    const { planned, faults } = planWindows(rules.filter(isWindowed), WINDOW_LIMITS)
    const sound = new Set(planned.map(({ rule }) => rule.id))
    this.rules = rules.filter(isWindowed).filter(({ id }) => sound.has(id))
    this.faults = faults
    this.heads = new Map(this.rules.map((rule) => [rule.id, headOf(rule)]))
    for (const tap of tapsOf(planned)) this.#add(tap)
  }

  /** True when a window is fed by the rule, or by this own condition of a window. */
  isFedBy(source: string): boolean {
    return this.#points.has(source)
  }

  feedsOf(source: string): readonly FeedPlace[] {
    return (this.#points.get(source) ?? NONE).map(({ place }) => place)
  }

  /** `isPassed` says whether the event counts for a window's rule. Returns the number of groups that were not fed. */
  feed(source: string, event: MatchEvent, isPassed: (rule: RuleHead) => boolean, fed: Fed): number {
    let omitted = 0
    for (const { place, rule, tap } of this.#points.get(source) ?? NONE) {
      if (!isPassed(rule)) continue
      const { keys, count } = keysOf(event, tap)
      omitted += count - keys.length
      if (keys.length === 0) continue
      const values = tap.values.map((field) => measuredText(event, field))
      const carry = tap.carry.slice(OWN_CARRIED).map((field) => measuredText(event, field))
      for (const key of keys) fed(place, key, values, carry)
    }
    return omitted
  }

  #add(tap: Tap): void {
    const { digest, feed, lane, isAlone, ruleId } = tap
    const rule = this.heads.get(ruleId)
    if (rule === undefined) return
    const source = 'rule' in tap.source ? tap.source.rule : conditionSource(ruleId, feed)
    const points = this.#points.get(source) ?? []
    points.push({ place: { window: digest, feed, lane, isAlone }, rule, tap })
    this.#points.set(source, points)
  }
}

const NONE: readonly Point[] = []

/** The key of a window's own condition, in place of the id of a rule. */
export function conditionSource(ruleId: string, feed: number): string {
  return `${ruleId}\0${feed}`
}

/** The conditions that a window has of its own, each with its number among the feeds. */
export function conditionsOf({ window }: WindowBody): readonly { readonly feed: number; readonly body: EventBody }[] {
  const steps = window.kind === 'sequence' ? [...window.steps, ...(window.until ? [window.until] : [])] : []
  const feeds = window.kind === 'sequence' ? steps.map(({ feed }) => feed) : window.feeds
  return feeds.flatMap((body, feed) => ('rule' in body ? [] : [{ feed, body }]))
}
