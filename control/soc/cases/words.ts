/** The closed sets of words that cases are described with. */
export const CASE_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]
/** States in which a case still needs work. */
export const UNRESOLVED_CASES: readonly CaseStatus[] = ['open', 'in_progress']

export const TASK_STATUSES = ['todo', 'in_progress', 'done'] as const

export const TASK_CATEGORIES = [
  'triage',
  'containment',
  'eradication',
  'recovery',
  'comms',
  'evidence',
  'escalation',
  'other',
] as const
export type TaskCategory = (typeof TASK_CATEGORIES)[number]

export const OBSERVABLE_KINDS = ['ip', 'user', 'host', 'domain', 'hash', 'file', 'process', 'alert'] as const
export type ObservableKind = (typeof OBSERVABLE_KINDS)[number]
