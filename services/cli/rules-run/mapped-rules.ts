/**
 * Matches rules that need more than an event's record: its class, as EQL's categories do, or other columns of its row.
 * The event is mapped to OCSF for them as in the pipeline, which takes several times as long as matching; so only
 * events of the rules' log sources are mapped. An event that the pipeline would reject has no class and is still
 * matched.
 */
import { LogSourceSet } from '../../../detections/match/log-source-set.ts'
import { compileMatcher, type Matcher } from '../../../detections/match/matcher.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { routedByClass } from '../../../detections/tenant/class-routes.ts'
import { ruleAsksFacts } from '../../../detections/tenant/ecs-facts.ts'
import { assert } from '../../../platform/assert.ts'
import type { Members } from '../../../platform/members.ts'
import type { EventLogSource } from '../../../schemas/event-view.ts'
import type { OnFault, OnMatch, ReadAgain } from './evaluation.ts'
import type { EventMapper } from './event-mapper.ts'

/** True when the rule needs mapped events. */
export function isMapped(rule: Rule): boolean {
  return rule.body.kind === 'event' && (routedByClass(rule.body).length > 1 || ruleAsksFacts(rule))
}

export class MappedRules {
  /** Null while no event can be of these rules' log sources. */
  mapper: EventMapper | null = null
  private readonly matcher: Matcher
  /** Rule numbers by the matcher's number: at most one copy of a rule of a class is for an event. */
  private readonly numbers: readonly number[]
  private readonly logSources: LogSourceSet

  /** `rules`: by the numbers that matches report. */
  constructor(rules: ReadonlyMap<number, Rule>, onFault: OnFault) {
    const routed = [...rules].flatMap(([number, rule]) =>
      rule.body.kind === 'event' ? routedByClass(rule.body).map((body) => ({ number, rule: { ...rule, body } })) : [],
    )
    this.numbers = routed.map(({ number }) => number)
    this.logSources = new LogSourceSet(
      [...rules.values()].flatMap(({ body }) => (body.kind === 'event' ? [body.logSource] : [])),
    )
    this.matcher = compileMatcher(
      routed.map(({ rule }) => rule),
      { onFault: (at, error) => onFault(this.numbers[at] as number, error) },
    )
  }

  useMapper(mapper: EventMapper): void {
    this.mapper = mapper
  }

  /** True when a rule is for events of the log source, whatever their class. */
  covers(source: EventLogSource): boolean {
    return this.logSources.covers(source)
  }

  /** May write to the record, as mappings may. */
  match(record: Members, onMatch: OnMatch, exact?: ReadAgain): void {
    const { mapper } = this
    assert(mapper !== null, 'events of these log sources were expected')
    mapper.map(record, exact)
    this.matcher.match(mapper.event, (at) => onMatch(this.numbers[at] as number))
  }
}
