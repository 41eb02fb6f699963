/**
 * Standing approvals: people agree in advance to one kind of action, with its parameters, on a set of targets, for a time and
 * a number of uses. It clears nothing that one of those who agreed asks for.
 */
import { Type } from 'typebox'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import type { Requester } from '../../platform/acting/index.ts'
import { digestOf, type Parameters, type ResponseAction } from './action.ts'
import { fits } from './targets.ts'

export const STANDING_STATES = ['pending', 'active', 'denied', 'over', 'used_up', 'revoked'] as const
export type StandingState = (typeof STANDING_STATES)[number]

export const STANDING = table('StandingApproval', {
  id: column.uuid(),
  action_type: column.text(),
  targets: column.texts({ description: 'values, CIDR blocks, or names with *' }),
  parameters: column.json<Parameters>(Type.Record(Type.String(), Type.String())),
  reason: column.text(),
  from_at: column.time(),
  until_at: column.time(),
  uses_max: column.int(),
  uses: column.int(),
  approval_id: column.uuid({ description: 'approval that decides on it' }),
  created_at: column.time(),
  revoked_at: column.orNull(column.time()),
  revoked_by: column.orNull(column.uuid()),
})
export type Standing = RowOf<typeof STANDING>

/** The action that its approval is bound to. */
export function requestOf({
  action_type,
  targets,
  parameters,
  from_at,
  until_at,
  uses_max,
}: Omit<StandingTerms, 'reason'>) {
  const terms = { from: from_at.toISOString(), until: until_at.toISOString(), uses: String(uses_max) }
  const named = Object.entries(parameters).map(([name, value]) => [`with ${name}`, value])
  return { actionType: action_type, target: targets.join(', '), parameters: { ...terms, ...Object.fromEntries(named) } }
}
export type StandingTerms = Pick<
  Standing,
  'action_type' | 'targets' | 'parameters' | 'reason' | 'from_at' | 'until_at' | 'uses_max'
>

type Wanted = { readonly actionType: string; readonly target: string; readonly parameters: Parameters }

/**
 * The first active standing approval that covers the request, locked until the end of the transaction; null when there
 * is none.
 */
export async function coveringStanding(
  tx: TenantTx,
  { actionType, target, parameters }: Wanted,
  { by, person }: Requester,
  nowMs: number,
): Promise<Standing | null> {
  const sql = /* sql */ `
    SELECT ${STANDING.of('s')}, a.digest FROM standing_approvals s JOIN approvals a ON a.id = s.approval_id
    WHERE s.action_type = $1 AND s.revoked_at IS NULL AND s.from_at <= $2 AND s.until_at > $2 AND s.uses < s.uses_max
      AND a.status = 'approved' AND a.case_id IS NULL AND a.alert_id IS NULL
      AND a.decided_by::text IS DISTINCT FROM $3 AND a.decided_by::text IS DISTINCT FROM $4
      AND NOT EXISTS (SELECT FROM approval_votes v WHERE v.approval_id = a.id AND v.user_id::text IN ($3, $4))
    ORDER BY s.until_at, s.id FOR UPDATE OF s`
  const found = await tx.many((row) => ({ standing: STANDING.read(row), digest: row.digest as Buffer }), sql, [
    actionType,
    new Date(nowMs),
    by,
    person ?? by,
  ])
  const covering = found.find(
    ({ standing, digest }) =>
      isSame(standing.parameters, parameters) &&
      standing.targets.some((pattern) => fits(pattern, target)) &&
      // The terms are those that were agreed to: nothing was written over them since.
      digestOf({ ...requestOf(standing), caseId: null, alertId: null }).equals(digest),
  )
  return covering?.standing ?? null
}

function isSame(a: Parameters, b: Parameters): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

/** Counts a use of an approval that `coveringStanding` locked. Its entry in the audit log follows. */
export async function useStanding(
  tx: TenantTx,
  { id }: Standing,
  { id: actionId, target, requestedBy }: ResponseAction,
  nowMs: number,
): Promise<void> {
  await tx.run(/* sql */ `UPDATE standing_approvals SET uses = uses + 1 WHERE id = $1`, [id])
  const sql = /* sql */ `
    INSERT INTO standing_approval_uses (standing_id, action_id, target, requested_by, used_at) VALUES ($1, $2, $3, $4, $5)`
  await tx.run(sql, [id, actionId, target, requestedBy, new Date(nowMs)])
}
