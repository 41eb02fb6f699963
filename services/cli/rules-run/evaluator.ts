/** All rules against one record at a time: by the index, or rule by rule as the check on it. */
import type { SourceMapping } from '../../../connectors/mapping.ts'
import { isOcsf } from '../../../connectors/ocsf/mapping.ts'
import { detectSource, sourceOf } from '../../../connectors/sources.ts'
import { genericLogSource, genericView } from '../../../connectors/views/generic.ts'
import { ocsfLogSource, ocsfView } from '../../../connectors/views/ocsf.ts'
import { JsonMatcher } from '../../../detections/match/json-matcher.ts'
import { compileMatcher } from '../../../detections/match/matcher.ts'
import type { Routed } from '../../../detections/match/route-memo.ts'
import { type Judge, scanRule } from '../../../detections/match/scan.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { routedByClass } from '../../../pipeline/detect/class-routes.ts'
import { ruleAsksFacts } from '../../../pipeline/detect/ecs-facts.ts'
import type { MatchEvent } from '../../../schemas/event-view.ts'
import { openClassEvaluator } from './class-evaluator.ts'
import type { Evaluator, Fields, OnFault, OnMatch } from './evaluation.ts'

/** A rule that cannot be compiled, throws or takes too long is told of once and left out. */
export function openEvaluator(
  rules: readonly Rule[],
  format: string,
  isFullScan: boolean,
  onFault: OnFault,
): Evaluator {
  if (rules.some((rule) => rule.body.kind === 'event' && (routedByClass(rule.body).length > 1 || ruleAsksFacts(rule))))
    return openClassEvaluator(rules, format, onFault)
  const routes = new Routes(format)
  const eventOf = (record: Fields): MatchEvent => ({ record, ...routes.of(record), timeMs: Number.NaN })
  if (isFullScan) {
    const scan = scanAll(rules, onFault)
    return { match: (record, onMatch) => scan(eventOf(record), onMatch), matchJson: null, mapper: null }
  }
  const matcher = compileMatcher(rules, { onFault })
  const texts = new JsonMatcher(matcher)
  return {
    match: (record, onMatch) => matcher.match(eventOf(record), onMatch),
    matchJson(text, onMatch) {
      const routed = texts.match(text, routes.next, onMatch)
      routes.follow(routed)
      return routed !== null
    },
    mapper: null,
  }
}

function scanAll(rules: readonly Rule[], onFault: OnFault): (event: MatchEvent, onMatch: OnMatch) => void {
  const judges = rules.map(({ body }, rule): Judge | null => {
    if (body.kind !== 'event') return null
    return orFault(rule, onFault, () => scanRule(body))
  })
  return (event, onMatch) => {
    for (const [rule, judge] of judges.entries()) {
      if (judge === null) continue
      const isMatch = orFault(rule, onFault, () => judge(event))
      if (isMatch === null) judges[rule] = null
      else if (isMatch) onMatch(rule)
    }
  }
}

function orFault<T>(rule: number, onFault: OnFault, work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    onFault(rule, error instanceof Error ? error : new Error(String(error)))
    return null
  }
}

type SourceRouted = Routed & { readonly source: SourceMapping | null }

/**
 * Where a record belongs: to the source that its format names, to the one it shows itself to be of, to OCSF, or to none,
 * under its own names. Neighbours are alike, so the source of the last record is asked first: a route for each source.
 */
class Routes {
  next: (record: Fields) => SourceRouted
  private readonly named: SourceMapping | null
  private readonly guessing = new Map<SourceMapping | null, (record: Fields) => SourceRouted>()

  constructor(format: string) {
    this.named = sourceOf(format)
    this.next = this.after(this.named)
  }

  of(record: Fields): SourceRouted {
    const routed = this.next(record)
    this.follow(routed)
    return routed
  }

  follow(routed: SourceRouted | null): void {
    if (this.named === null && routed?.source) this.next = this.after(routed.source)
  }

  private after(guess: SourceMapping | null): (record: Fields) => SourceRouted {
    const known = this.guessing.get(guess)
    if (known) return known
    const { named } = this
    const route = (record: Fields): SourceRouted => {
      if (named === null && isOcsf(record)) return { logSource: ocsfLogSource(record), view: ocsfView, source: null }
      const source = named ?? detectSource(record, guess)
      if (source === null) return { logSource: genericLogSource, view: genericView, source }
      return { logSource: source.logSourceOf(record), view: source.viewOf(record), source }
    }
    this.guessing.set(guess, route)
    return route
  }
}
