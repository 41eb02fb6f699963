import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { oneOf } from '../../../schemas/wire.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { ActorKind } from '../../platform/acting/index.ts'
import { BLAST_RADII } from './catalogue.ts'

export const ACTION_STATUSES = [
  'awaiting_approval',
  'approved',
  'rejected',
  'running',
  'completed',
  'failed',
  'rolling_back',
  'rolled_back',
] as const
export type ActionStatus = (typeof ACTION_STATUSES)[number]

/**
 * `verified`: the effect was seen; `not_verified`: it cannot be checked; `contradicted`: the executor reported it, but
 * the effect is not there.
 */
export const OUTCOMES = ['verified', 'not_verified', 'contradicted', 'simulated'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Why an action was rejected or failed, or was not rolled back although that was due. */
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

export const ACTIONS = tableInCamelCase('ResponseAction', {
  id: column.uuid(),
  action_type: column.text(),
  target: column.text(),
  parameters: column.json<Parameters>(Type.Record(Type.String(), Type.String())),
  rationale: column.text(),
  blast_radius: column.word(BLAST_RADII),
  status: column.word(ACTION_STATUSES),
  outcome: column.orNull(
    column.word(OUTCOMES, {
      description: 'whether the effect was verified; null: nothing was done, or not verified yet',
    }),
  ),
  executor: column.orNull(column.text()),
  executor_ref: column.orNull(column.text()),
  detail: column.orNull(column.text()),
  reason: column.orNull(
    column.json<ActionReason>(
      oneOf(ACTION_REASONS, {
        description: 'reason of a rejection, failure or failed rollback; null: none of these',
      }),
    ),
  ),
  requested_by: column.text(),
  requested_by_kind: column.json<ActorKind>(Type.String()),
  requested_by_person: column.orNull(
    column.text({ description: 'person behind an API key, playbook run or delegation; null: no person' }),
  ),
  case_id: column.orNull(column.uuid()),
  alert_id: column.orNull(column.uuid()),
  run_id: column.orNull(column.uuid()),
  attempts: column.int(),
  rollback_after_seconds: column.orNull(column.int({ description: 'seconds after the execution' })),
  rollback_at: column.orNull(column.time()),
  created_at: column.time(),
  updated_at: column.time(),
  ended_at: column.orNull(column.time()),
})
export type ResponseAction = RowOf<typeof ACTIONS>

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
