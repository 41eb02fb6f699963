import { tenantId } from '../../../platform/tenant.ts'
import { bytes, int, type Row, text } from '../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../stores/postgres/jobs.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { ACTIONS, type ActionReason, type ActionStatus, type Outcome, type ResponseAction } from './action.ts'
import { MESSAGE_TYPES } from './catalogue.ts'
import { RESPONSE_LIMITS } from './limits.ts'

export type NewAction = Pick<
  ResponseAction,
  | 'actionType'
  | 'target'
  | 'parameters'
  | 'rationale'
  | 'blastRadius'
  | 'requestedBy'
  | 'requestedByKind'
  | 'requestedByPerson'
  | 'caseId'
  | 'alertId'
  | 'runId'
  | 'rollbackAfterSeconds'
> & {
  readonly status: 'awaiting_approval' | 'approved'
  readonly idempotencyKey: string | null
  readonly deadline: Date
  /** True when a grant cleared the action, and no person. */
  readonly byGrant: boolean
}

/** Null when this idempotency key was used: see `actionByKey`. */
export function insertAction(tx: TenantTx, newAction: NewAction): Promise<ResponseAction | null> {
  const sql = /* sql */ `
    INSERT INTO response_actions (action_type, target, parameters, rationale, blast_radius, status, requested_by,
      requested_by_kind, case_id, alert_id, run_id, idempotency_key, deadline, rollback_after_seconds, requested_by_person,
      by_grant)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    ON CONFLICT (tenant_id, idempotency_key) DO NOTHING RETURNING ${ACTIONS.columns}`
  return tx.maybeOne(ACTIONS.read, sql, [
    ...[
      newAction.actionType,
      newAction.target,
      JSON.stringify(newAction.parameters),
      newAction.rationale,
      newAction.blastRadius,
    ],
    ...[
      newAction.status,
      newAction.requestedBy,
      newAction.requestedByKind,
      newAction.caseId,
      newAction.alertId,
      newAction.runId,
    ],
    ...[
      newAction.idempotencyKey,
      newAction.deadline,
      newAction.rollbackAfterSeconds,
      newAction.requestedByPerson,
      newAction.byGrant,
    ],
  ])
}

export function actionByKey(tx: TenantTx, key: string): Promise<ResponseAction | null> {
  return tx.maybeOne(
    ACTIONS.read,
    /* sql */ `SELECT ${ACTIONS.columns} FROM response_actions WHERE idempotency_key = $1`,
    [key],
  )
}

export function lockAction(tx: TenantTx, id: string): Promise<ResponseAction | null> {
  return tx.maybeOne(
    ACTIONS.read,
    /* sql */ `SELECT ${ACTIONS.columns} FROM response_actions WHERE id = $1 FOR UPDATE`,
    [id],
  )
}

/**
 * Requests within the hour: of this kind on this target, of this kind, and of all kinds that are no messages. What
 * automation asked for in shadow mode takes nothing from the bounds of people.
 */
export async function recentRequests(tx: TenantTx, actionType: string, target: string, withShadow: boolean) {
  const sql = /* sql */ `
    SELECT count(*) FILTER (WHERE action_type <> ALL ($3)) AS total, count(*) FILTER (WHERE action_type = $1) AS kind,
      count(*) FILTER (WHERE action_type = $1 AND target = $2) AS alike FROM response_actions
    WHERE created_at > clock_timestamp() - interval '1 hour' AND ($4 OR reason IS DISTINCT FROM 'shadow_mode')`
  const toCounts = (row: Row) => ({ total: int(row, 'total'), kind: int(row, 'kind'), alike: int(row, 'alike') })
  return tx.one(toCounts, sql, [actionType, target, MESSAGE_TYPES, withShadow])
}

export type ActionFilter = {
  readonly status?: ActionStatus | undefined
  readonly caseId?: string | undefined
  readonly alertId?: string | undefined
}

/** Newest first. */
export function actionsPage(
  tx: TenantTx,
  filter: ActionFilter,
  limit: number,
  after: Position | null,
): Promise<Placed<ResponseAction>[]> {
  const sql = /* sql */ `
    SELECT ${ACTIONS.columns}, created_at::text AS placed_at FROM response_actions
    WHERE ($1::text IS NULL OR status = $1) AND ($2::uuid IS NULL OR case_id = $2) AND ($3::uuid IS NULL OR alert_id = $3)
      AND ($4::timestamptz IS NULL OR (created_at, id) < ($4::timestamptz, $5::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $6`
  const { status = null, caseId = null, alertId = null } = filter
  const place = (row: Row): Placed<ResponseAction> => {
    return { item: ACTIONS.read(row), position: [text(row, 'placed_at'), text(row, 'id')] }
  }
  return tx.many(place, sql, [status, caseId, alertId, after?.[0] ?? null, after?.[1] ?? null, limit])
}

/** Actions of a run that have not started, or that wait for a retry. */
export function openActionsOfRun(tx: TenantTx, runId: string): Promise<ResponseAction[]> {
  const sql = /* sql */ `
    SELECT ${ACTIONS.columns} FROM response_actions
    WHERE run_id = $1 AND (status = 'approved' OR (status = 'running' AND lease IS NULL)) ORDER BY id FOR UPDATE`
  return tx.many(ACTIONS.read, sql, [runId])
}

/** Tries that are under way end; no other one begins. */
export async function endTriesOfRun(tx: TenantTx, runId: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE response_actions SET cancel_asked = true, updated_at = clock_timestamp()
    WHERE run_id = $1 AND status = 'running' AND NOT cancel_asked`
  await tx.run(sql, [runId])
}

export type ActionChange = {
  readonly status: ActionStatus
  readonly outcome?: Outcome | null
  readonly executor?: string | null
  readonly executorRef?: string | null
  readonly detail?: string | null
  readonly reason?: ActionReason | null
  /** Left out: the action is at its end. */
  readonly deadline?: Date
  /** True when the action was just done, so that the time until its rollback starts. */
  readonly startsRollback?: boolean
  /** The try broke off without an answer. */
  readonly effectUnknown?: boolean
}

/** Changes an action under `lease`: null when another process has taken it over. */
export function changeAction(
  tx: TenantTx,
  id: string,
  change: ActionChange,
  lease?: string,
): Promise<ResponseAction | null> {
  const sql = /* sql */ `
    UPDATE response_actions SET status = $2, outcome = coalesce($3, outcome), executor = coalesce($4, executor),
      executor_ref = coalesce($5, executor_ref), detail = coalesce($6, detail), deadline = $7::timestamptz,
      ended_at = CASE WHEN $7::timestamptz IS NULL THEN clock_timestamp() END, updated_at = clock_timestamp(),
      lease = NULL, reason = $10, effect_unknown = $11, rollback_at = CASE WHEN $8
        THEN clock_timestamp() + make_interval(secs => rollback_after_seconds::double precision) END
    WHERE id = $1 AND ($9::uuid IS NULL OR lease = $9) RETURNING ${ACTIONS.columns}`
  const { status, outcome = null, executor = null, executorRef = null, detail = null, deadline = null } = change
  const { startsRollback = false, reason = null, effectUnknown = false } = change
  return tx.maybeOne(ACTIONS.read, sql, [
    ...[id, status, outcome, executor, executorRef, detail, deadline, startsRollback, lease ?? null, reason],
    effectUnknown,
  ])
}

export type Claimed = ResponseAction &
  Lease & {
    readonly digest: Buffer | null
    /** An earlier try broke off before its executor answered. */
    readonly wasEffectUnknown: boolean
    readonly isCancelRequested: boolean
  }

/**
 * Actions to carry out or to take back, oldest first, under a lease that ends with their deadline. A try is counted before
 * anything is done: the next try after a crash looks for the effect first.
 */
export const DUE_ACTIONS = jobs({
  table: 'response_actions',
  until: 'deadline',
  lease: 'lease',
  seconds: RESPONSE_LIMITS.tryMs / 1000,
  tries: 'attempts',
  due: `((j.status = 'approved' AND NOT (j.by_grant AND svc_autonomy_stop(j.tenant_id) IS NOT NULL))
        OR (j.status = 'rolling_back' AND j.lease IS NULL)
        OR (j.status IN ('running', 'rolling_back') AND j.deadline < ${NOW}))`,
  order: 'j.created_at, j.id',
  since: 'updated_at',
  before: ['effect_unknown'],
  set: `effect_unknown = true, updated_at = clock_timestamp(),
      status = CASE WHEN j.status = 'rolling_back' THEN 'rolling_back' ELSE 'running' END`,
  returning: `was_effect_unknown, cancel_asked, (SELECT p.digest FROM approvals p WHERE p.tenant_id = j.tenant_id
      AND p.action_id = j.id AND p.status = 'approved') AS digest, ${ACTIONS.columns}`,
  read: (row: Row) => ({
    ...ACTIONS.read(row),
    digest: row.digest === null ? null : bytes(row, 'digest'),
    wasEffectUnknown: row.was_effect_unknown === true,
    isCancelRequested: row.cancel_asked === true,
  }),
})

/** Actions whose timed rollback is due. */
export function dueRollbacks(tx: OperatorTx, limit: number) {
  const sql = /* sql */ `
    SELECT tenant_id, id FROM response_actions WHERE rollback_at <= clock_timestamp() AND status = 'completed'
    ORDER BY rollback_at LIMIT $1`
  return tx.many((row) => ({ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }), sql, [limit])
}
