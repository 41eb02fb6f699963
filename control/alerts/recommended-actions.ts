import type { Alert } from './alert.ts'
import { severityRank } from './words.ts'

export type RecommendedAction = {
  /** 1 is first. */
  readonly priority: number
  readonly action: string
  readonly rationale: string
  readonly risk: 'low' | 'medium' | 'high'
}

/** Where an agent named no order. */
const PRIORITY_DEFAULT = 99

type Advice = Omit<RecommendedAction, 'priority'> & { readonly fits: (alert: Alert) => boolean }

const isAtLeast = (rank: number) => (alert: Alert) => severityRank(alert.severity) >= rank
const HIGH = 4

/** In the order in which they make sense: look before acting, the reversible before the disruptive. */
const ADVICE: readonly Advice[] = [
  {
    fits: ({ assignedToId }) => assignedToId === null,
    action: 'Claim the alert',
    rationale: 'Nobody is assigned to it.',
    risk: 'low',
  },
  {
    fits: ({ affectedUsers }) => affectedUsers.length > 0,
    action: 'Ask the affected users whether the activity was theirs',
    rationale: 'The events name users, and their answer settles most such alerts.',
    risk: 'low',
  },
  {
    fits: ({ affectedIps }) => affectedIps.length > 0,
    action: 'Look the addresses up in threat intelligence',
    rationale: 'The events name addresses.',
    risk: 'low',
  },
  {
    fits: ({ affectedHosts }) => affectedHosts.length > 0,
    action: 'Review what else the hosts did around that time',
    rationale: 'The events name hosts.',
    risk: 'low',
  },
  {
    fits: (alert) => isAtLeast(HIGH)(alert) && alert.caseId === null,
    action: 'Open a case',
    rationale: 'The severity is high or critical, and no case holds the alert.',
    risk: 'low',
  },
  {
    fits: (alert) => isAtLeast(HIGH)(alert) && alert.affectedUsers.length > 0,
    action: 'Revoke the sessions of the affected users',
    rationale: 'A severe alert names them; signing in again undoes it.',
    risk: 'medium',
  },
  {
    fits: (alert) => isAtLeast(HIGH + 1)(alert) && alert.affectedHosts.length > 0,
    action: 'Isolate the affected hosts',
    rationale: 'The severity is critical; what runs there stops being reachable.',
    risk: 'high',
  },
]

/** Advice that follows from the alert as it stands, and after it what an agent recommended. Nothing for a resolved one. */
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
