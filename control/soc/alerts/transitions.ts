import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { AlertStatus } from './words.ts'

/** Every change of status there is. */
export const TRANSITIONS: Readonly<Record<AlertStatus, readonly AlertStatus[]>> = {
  new: ['triaged', 'in_progress', 'resolved', 'closed'],
  triaged: ['in_progress', 'resolved', 'closed'],
  in_progress: ['triaged', 'resolved', 'closed'], // back to triaged: released
  resolved: ['in_progress', 'closed'], // back to in progress: reopened
  closed: ['in_progress'],
}

export function isResolved(status: AlertStatus): boolean {
  return status === 'resolved' || status === 'closed'
}

/** Throws `conflict` with what is allowed, and 422 for reopening without a reason. */
export function checkTransition(from: AlertStatus, to: AlertStatus, reason: string | null): void {
  const allowed = TRANSITIONS[from]
  if (!allowed.includes(to))
    throw new AppError('conflict', `an alert that is ${from} can become ${allowed.join(', ')}, not ${to}`)
  const isReopened = isResolved(from) && !isResolved(to)
  if (isReopened && reason === null) throw invalid('reason', 'is needed to reopen an alert', 'required')
}
