import type { Schemas } from '../api/client.ts'

export type Activity = Schemas['RuleActivity']

export type RuleActivityOf = {
  /** Null where it is unknown. */
  readonly hits: number | null
  readonly last: string | null
  /** Mean microseconds of an evaluation; null if unknown. */
  readonly meanUs: number | null
  readonly verdicts: {
    readonly alerts: number
    readonly truePositive: number
    readonly benign: number
    readonly falsePositive: number
  }
}

/** The activity of all rules of one text, by the ids that their signals have. */
export function activityOf(activity: Activity | undefined, ruleIds: readonly string[]): RuleActivityOf {
  const own = activity?.hits?.filter(({ rule_id: id }) => ruleIds.includes(id)) ?? []
  const verdicts = activity?.verdicts.filter(({ rule_id: id }) => ruleIds.includes(id)) ?? []
  const costs = activity?.costs?.filter(({ rule_id: id }) => ruleIds.includes(id)) ?? []
  const timed = costs.flatMap(({ evaluations, mean_us: us }) => (us === null ? [] : [{ evaluations, us }]))
  const evaluated = timed.reduce((all, { evaluations }) => all + evaluations, 0)
  const sum = (of: (one: Activity['verdicts'][number]) => number) => verdicts.reduce((all, one) => all + of(one), 0)
  // If the list has only the rules with the most hits, the hits of a missing rule are unknown.
  const isKnown = activity !== undefined && activity.hits !== null && (own.length > 0 || activity.hits_complete)
  return {
    hits: isKnown ? own.reduce((all, { hits }) => all + hits, 0) : null,
    last:
      own
        .map(({ last_hit: at }) => at)
        .sort()
        .at(-1) ?? null,
    meanUs: evaluated === 0 ? null : timed.reduce((all, { evaluations, us }) => all + evaluations * us, 0) / evaluated,
    verdicts: {
      alerts: sum(({ alerts }) => alerts),
      truePositive: sum(({ true_positive: count }) => count),
      benign: sum(({ benign }) => benign),
      falsePositive: sum(({ false_positive: count }) => count),
    },
  }
}
