import { createHash } from 'node:crypto'
import { int, orNull, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { ActorKind } from '../acting/index.ts'
import type { BlastRadius } from './catalogue.ts'

export const ACTION_STATUSES = [
  ...['awaiting_approval', 'approved', 'rejected', 'running', 'completed', 'failed', 'rolling_back', 'rolled_back'],
] as const
export type ActionStatus =
  | 'awaiting_approval'
  | 'approved'
  | 'rejected'
  | 'running'
  | 'completed'
  | 'failed'
  | 'rolling_back'
  | 'rolled_back'

/** verified: the effect was seen; not_verified: nobody could look; contradicted: it was said to be done and is not there. */
export const OUTCOMES = ['verified', 'not_verified', 'contradicted', 'simulated'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The reason for which an action was rejected, failed, or stayed done although it was to be taken back. */
export const ACTION_REASONS = [
  'denied',
  'expired',
  /** The requester withdrew the action: the run of its playbook ended. */
  'cancelled',
  'no_integration',
  /** The executor answered that it does not do it. */
  'refused',
  /** The executor could not be reached, or said that it cannot now, in every try. */
  'unavailable',
  /** A try broke off, and its effect cannot be looked for. */
  'unknown_effect',
  'contradicted',
  /** The action is no longer the one that was agreed to. */
  'altered',
  'given_up',
  'not_taken_back',
  /** Automation would have done it: its verb is in shadow mode. */
  'shadow_mode',
] as const
export type ActionReason = (typeof ACTION_REASONS)[number]

export type Parameters = Readonly<Record<string, string>>

export type ResponseAction = {
  readonly id: string
  readonly actionType: string
  readonly target: string
  readonly parameters: Parameters
  readonly rationale: string
  readonly blastRadius: BlastRadius
  readonly status: ActionStatus
  readonly outcome: Outcome | null
  readonly executor: string | null
  readonly executorRef: string | null
  readonly detail: string | null
  readonly reason: ActionReason | null
  readonly requestedBy: string
  readonly requestedByKind: ActorKind
  /** The person behind the requester: see `personBehind`. */
  readonly requestedByPerson: string | null
  readonly caseId: string | null
  readonly alertId: string | null
  readonly runId: string | null
  readonly attempts: number
  /** Counts from the execution. */
  readonly rollbackAfterSeconds: number | null
  /** Null until it was done. */
  readonly rollbackAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly endedAt: Date | null
}

export const ACTION_COLUMNS = `id, action_type, target, parameters, rationale, blast_radius, status, outcome, executor,
  executor_ref, detail, reason, requested_by, requested_by_kind, requested_by_person, case_id, alert_id, run_id, attempts,
  rollback_after_seconds, rollback_at, created_at, updated_at, ended_at`

export function toAction(row: Row): ResponseAction {
  return {
    id: text(row, 'id'),
    actionType: text(row, 'action_type'),
    target: text(row, 'target'),
    parameters: row.parameters as Parameters, // words and JSON that this context wrote
    rationale: text(row, 'rationale'),
    blastRadius: row.blast_radius as BlastRadius,
    status: row.status as ActionStatus,
    outcome: row.outcome as Outcome | null,
    executor: orNull(text, row, 'executor'),
    executorRef: orNull(text, row, 'executor_ref'),
    detail: orNull(text, row, 'detail'),
    reason: row.reason as ActionReason | null,
    requestedBy: text(row, 'requested_by'),
    requestedByKind: row.requested_by_kind as ActorKind,
    requestedByPerson: orNull(text, row, 'requested_by_person'),
    caseId: orNull(text, row, 'case_id'),
    alertId: orNull(text, row, 'alert_id'),
    runId: orNull(text, row, 'run_id'),
    attempts: int(row, 'attempts'),
    rollbackAfterSeconds: orNull(int, row, 'rollback_after_seconds'),
    rollbackAt: orNull(time, row, 'rollback_at'),
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
    endedAt: orNull(time, row, 'ended_at'),
  }
}

/**
 * Digest of the action that an approval covers: another target, other parameters or other evidence make the approval
 * void.
 */
export function digestOf(
  responseAction: Pick<ResponseAction, 'actionType' | 'target' | 'parameters' | 'caseId' | 'alertId'>,
): Buffer {
  const { actionType, target, parameters, caseId, alertId } = responseAction
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([actionType, target, sorted, caseId, alertId]))
    .digest()
}
