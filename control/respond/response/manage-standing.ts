/** Asking for standing approvals, taking them back, and the audit of their uses. */
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { Placed, Position } from '../../../platform/paging.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { type Ended, endedWith, placed, text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type Actor, idOf, platformIn, type RecordAct, record } from '../../platform/acting/index.ts'
import type { Approval } from './approval.ts'
import { actionTypeOf, inWords } from './catalogue.ts'
import { requestApproval } from './decide.ts'
import { checkParameters, RISKS } from './request-action.ts'
import { requestOf, STANDING, type Standing, type StandingState, type StandingTerms } from './standing.ts'
import { checkedTarget, checkPattern } from './targets.ts'

/**
 * @bound standing approvals of a tenant; targets of one; its uses; its time = {ofTenant}; {targets}; {uses}; {days} ->
 * 409; 422; 422; 422
 */
export const STANDING_LIMITS = { days: 30, targets: 200, targetChars: 253, uses: 1_000, ofTenant: 200 } as const
const DAY_MS = 86_400_000

export type StandingRequest = { readonly standing: Standing; readonly approval: Approval }

/**
 * Throws 422 for an unknown action, a target that matches almost everything, and a period that is over or too long;
 * `conflict` above the tenant's limit.
 */
export async function askForStanding(
  tx: TenantTx,
  actor: Actor,
  input: StandingTerms & { readonly quorum: number; readonly decideBy: Date },
  nowMs: number,
): Promise<StandingRequest> {
  const type = actionTypeOf(input.action_type)
  if (type === null) throw invalid('action_type', `${input.action_type} is no action`)
  if (type.target === 'message') throw invalid('action_type', `${type.name} waits for nobody: it is a message`)
  checkParameters(type, input.parameters)
  for (const target of input.targets) checkPattern(target)
  const targets = input.targets.map((target) => (/[*/]/.test(target) ? target : checkedTarget(type, target)))
  const { from_at: from, until_at: until } = input
  const beginsMs = Math.max(from.getTime(), nowMs)
  if (until.getTime() <= beginsMs) throw invalid('until', 'is after the beginning, and not over yet')
  if (until.getTime() - beginsMs > STANDING_LIMITS.days * DAY_MS)
    throw invalid('until', `is within ${STANDING_LIMITS.days} days of the beginning`)
  const terms = { ...input, targets, action_type: type.name }
  const approval = await requestApproval(
    tx,
    actor,
    {
      title: `Standing approval: ${type.about.toLowerCase()}, ${input.targets.length} targets`.slice(0, 200),
      summary: `${input.reason}\n\nUntil ${until.toISOString()}, ${inWords(type)} is then done to any of these targets without asking, at most ${input.uses_max} times.`,
      ...{
        riskLevel: RISKS[type.blastRadius],
        action: requestOf(terms),
        quorum: input.quorum,
        expiresAt: input.decideBy,
      },
    },
    nowMs,
  )
  const sql = /* sql */ `
    INSERT INTO standing_approvals (action_type, targets, parameters, reason, from_at, until_at, uses_max, approval_id,
      created_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
    WHERE (SELECT count(*) FROM standing_approvals WHERE revoked_at IS NULL AND until_at > $9) < $10
    RETURNING ${STANDING.columns}`
  const standing = await tx.maybeOne(STANDING.read, sql, [
    ...[type.name, targets, JSON.stringify(input.parameters), input.reason, from, until, input.uses_max],
    ...[approval.id, new Date(nowMs), STANDING_LIMITS.ofTenant],
  ])
  if (standing === null)
    throw new AppError('conflict', `a tenant has at most ${STANDING_LIMITS.ofTenant} standing approvals`)
  return { standing, approval }
}

export type ShownStanding = Standing & { readonly state: StandingState }

/** Newest first. */
export async function standingApprovalsPage(
  tx: TenantTx,
  nowMs: number,
  limit: number,
  after: Position | null,
): Promise<Placed<ShownStanding>[]> {
  const sql = /* sql */ `
    SELECT ${STANDING.of('s')}, a.status, s.created_at::text AS position
    FROM standing_approvals s JOIN approvals a ON a.id = s.approval_id
    WHERE $1::timestamptz IS NULL OR (s.created_at, s.id) < ($1::timestamptz, $2::uuid)
    ORDER BY s.created_at DESC, s.id DESC LIMIT $3`
  const read = placed((row) => shown(STANDING.read(row), text(row, 'status'), nowMs))
  return tx.many(read, sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

function shown(standing: Standing, approval: string, nowMs: number): ShownStanding {
  return { ...standing, state: stateOf(standing, approval, nowMs) }
}

function stateOf({ revoked_at, until_at, uses, uses_max }: Standing, approval: string, nowMs: number): StandingState {
  if (revoked_at !== null) return 'revoked'
  if (until_at.getTime() <= nowMs) return 'over'
  if (uses >= uses_max) return 'used_up'
  if (approval === 'approved') return 'active'
  return approval === 'pending' ? 'pending' : 'denied'
}

/** Revokes the approval: actions that it has cleared are still done, and no more are cleared. Throws `not_found`. */
export async function revokeStanding(tx: TenantTx, actor: Actor, id: string, nowMs: number): Promise<Ended<Standing>> {
  const sql = /* sql */ `
    UPDATE standing_approvals SET revoked_at = coalesce(revoked_at, $2), revoked_by = coalesce(revoked_by, $3)
    FROM (SELECT id AS old_id, revoked_at IS NULL AS is_new FROM standing_approvals WHERE id = $1 FOR UPDATE) old
    WHERE id = old_id RETURNING is_new, ${STANDING.columns}`
  return requireFound(
    await tx.maybeOne(endedWith(STANDING.read), sql, [id, new Date(nowMs), actor.personId ?? idOf(actor)]),
    'standing approval',
  )
}

const AT_ONCE = 500

/** Writes an entry to the audit log for each use, by people, playbooks or chats. True when there were many. */
export async function auditStandingUses({ pool, audit }: { readonly pool: Postgres; readonly audit: RecordAct }) {
  const sql = /* sql */ `
    SELECT tenant_id, count(*) AS n FROM (SELECT tenant_id FROM standing_approval_uses WHERE NOT is_audited LIMIT $1) u
    GROUP BY tenant_id`
  const tenants = await withOperator(pool, 'uses of standing approvals', (tx) =>
    tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [AT_ONCE]),
  )
  for (const tenant of tenants) await withTenant(pool, tenant, (tx) => auditUses(tx, audit, tenant))
  return tenants.length > 0
}

async function auditUses(tx: TenantTx, audit: RecordAct, tenant: TenantId): Promise<void> {
  const sql = /* sql */ `
    UPDATE standing_approval_uses u SET is_audited = true
    FROM standing_approvals s, approvals a
    WHERE NOT u.is_audited AND s.id = u.standing_id AND a.id = s.approval_id
    RETURNING u.standing_id, u.action_id, u.target, u.requested_by, s.action_type, a.decided_by`
  const used = await tx.many((row) => row, sql)
  for (const row of used)
    await record(tx, { audit }, platformIn(tenant, 'approvals'), 'standing_approval:used', {
      resource: 'standing_approval',
      resourceId: text(row, 'standing_id'),
      changes: {
        ...{ action_id: row.action_id, action_type: row.action_type, target: row.target },
        ...{ requested_by: row.requested_by, approved_by: row.decided_by },
      },
    })
}
