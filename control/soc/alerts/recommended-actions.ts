import type { Alert } from './alert.ts'
import { confidenceLabel } from './words.ts'

export type RecommendedAction = {
  /** 1 is first. */
  readonly priority: number
  readonly action: string
  readonly rationale: string
  readonly risk: 'low' | 'medium' | 'high'
}

/** Priority where an agent named no order. */
const PRIORITY_DEFAULT = 99

type Advice = Omit<RecommendedAction, 'priority'> & { readonly fits: (alert: Alert) => boolean }

/** Signals from which on an exception to a rule is worth more than another look. */
const MANY = 100

/** In the order in which they make sense: look before deciding. Each can be done here. */
const ADVICE: readonly Advice[] = [
  {
    fits: ({ assignedToId }) => assignedToId === null,
    action: 'Claim the alert',
    rationale: 'Nobody is assigned to it.',
    risk: 'low',
  },
  {
    fits: ({ signalCount }) => signalCount !== null,
    action: 'Read the events that its evidence names',
    rationale: 'Each link of the chain has their uids, and the lake keeps every event whole.',
    risk: 'low',
  },
  {
    fits: ({ affectedUsers, affectedHosts, affectedIps }) =>
      affectedUsers.length + affectedHosts.length + affectedIps.length > 0,
    action: 'Look at the other alerts of the same entities',
    rationale: 'Each related entity has a link to them.',
    risk: 'low',
  },
  {
    fits: ({ ruleId }) => ruleId !== null,
    action: 'See how often the rule fired before',
    rationale: 'A backtest runs it over what is stored; one that fires every day says little.',
    risk: 'low',
  },
  {
    fits: ({ severity, confidence }) => severity !== 'critical' && confidenceLabel(confidence) === 'high',
    action: 'Escalate the alert',
    rationale: 'The confidence is high, and its severity is not the highest.',
    risk: 'low',
  },
  {
    fits: ({ signalCount, ruleCount }) => (signalCount ?? 0) >= MANY && ruleCount === 1,
    action: 'Write an exception to the rule',
    rationale: 'One rule alone fired very often; what it should not find can be left out for this tenant.',
    risk: 'medium',
  },
  {
    fits: ({ disposition }) => disposition === null,
    action: 'Record a verdict',
    rationale: 'It can be confirmed for all look-alikes at once, and tells how far the score can be trusted.',
    risk: 'low',
  },
]

/** Advice from the present alert, followed by the recommendations of an agent. Empty for a resolved alert. */
export function recommendedActions(alert: Alert): RecommendedAction[] {
  if (alert.resolvedAt !== null) return []
  const ours = ADVICE.filter(({ fits }) => fits(alert)).map(({ action, rationale, risk }, i) => {
    return { priority: i + 1, action, rationale, risk }
  })
  const theirs = alert.aiRecommendations.map((action) => {
    return { priority: PRIORITY_DEFAULT, action, rationale: 'Recommended by triage.', risk: 'medium' as const }
  })
  return [...ours, ...theirs]
}
