import { AppError } from '../../../platform/errors.ts'
import type { CaseStatus } from './words.ts'

/** All status transitions except reopening, which has its own use case. */
export const CASE_TRANSITIONS: Readonly<Record<CaseStatus, readonly CaseStatus[]>> = {
  open: ['in_progress', 'resolved', 'closed'],
  in_progress: ['resolved', 'closed'],
  resolved: ['closed'],
  closed: [],
}

export function isDone(status: CaseStatus): boolean {
  return status === 'resolved' || status === 'closed'
}

/** Throws `conflict` with what is allowed. */
export function checkCaseTransition(from: CaseStatus, to: CaseStatus): void {
  const allowed = CASE_TRANSITIONS[from]
  if (allowed.includes(to)) return
  const can = allowed.length > 0 ? `can become ${allowed.join(', ')}` : 'changes no more'
  const reopen = isDone(from) && !isDone(to) ? '; POST /cases/{id}/reopen reopens it, with a reason' : ''
  throw new AppError('conflict', `a case that is ${from} ${can}, not ${to}${reopen}`)
}
