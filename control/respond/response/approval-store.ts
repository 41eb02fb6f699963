import { assert } from '../../../platform/assert.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { int, type Row, text } from '../../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { notify, notifySubscribers } from '../../soc/notify/index.ts'
import { announcePush } from '../../soc/web-push/index.ts'
import { APPROVALS, type Approval, type ApprovalStatus, boundOf, type RiskLevel } from './approval.ts'
import { actionTypeOf } from './catalogue.ts'
import { evidenceDigest } from './evidence.ts'

export type NewApproval = Pick<
  Approval,
  | 'title'
  | 'summary'
  | 'riskLevel'
  | 'actionId'
  | 'digest'
  | 'action'
  | 'requestedBy'
  | 'requestedByKind'
  | 'requestedByPerson'
  | 'requiredUserId'
  | 'quorum'
  | 'runId'
  | 'caseId'
  | 'alertId'
  | 'expiresAt'
>

export async function insertApproval(tx: TenantTx, newApproval: NewApproval, nowMs: number): Promise<Approval> {
  const sql = /* sql */ `
    INSERT INTO approvals (title, summary, risk_level, action_id, digest, action, requested_by, requested_by_kind,
      required_user_id, quorum, run_id, case_id, alert_id, status, expires_at, requested_by_person, evidence_digest)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'pending', $14, $15, $16) RETURNING ${APPROVALS.columns}`
  const made = await tx.one(APPROVALS.read, sql, [
    ...[
      newApproval.title,
      newApproval.summary,
      newApproval.riskLevel,
      newApproval.actionId,
      newApproval.digest,
      JSON.stringify(newApproval.action ?? {}),
    ],
    ...[
      newApproval.requestedBy,
      newApproval.requestedByKind,
      newApproval.requiredUserId,
      newApproval.quorum,
      newApproval.runId,
      newApproval.caseId,
    ],
    ...[
      newApproval.alertId,
      newApproval.expiresAt,
      newApproval.requestedByPerson,
      await evidenceDigest(tx, newApproval),
    ],
  ])
  await announceApproval(tx, made, 'Approval')
  await notifyApprovers(tx, made, 'Approval', nowMs)
  return made
}

type AskWord = 'Approval' | 'Still to approve' | 'Changed, approve again'
const TAGS: Readonly<Record<AskWord, string>> = {
  Approval: '',
  'Still to approve': '-reminder',
  'Changed, approve again': '-again',
}

/** Announces an approval to the required approver, and to people who subscribed. */
async function announceApproval(tx: TenantTx, approval: Approval, word: AskWord): Promise<void> {
  const { id, title, summary, riskLevel, requiredUserId, alertId, caseId } = approval
  const tag = `approval-${id}${TAGS[word]}`
  await announcePush(tx, [
    {
      ...{ topic: 'agent_approval', title: `${word}: ${title}`, body: summary, severity: riskLevel },
      ...{ tag, url: '/response', to: requiredUserId, alertId, caseId, approvalId: id },
    },
  ])
}

/** Mails the required user, or those who follow approvals that anybody may decide. Each gets a link of their own. */
async function notifyApprovers(tx: TenantTx, approval: Approval, word: AskWord, nowMs: number): Promise<void> {
  const { id, title, summary, riskLevel, requiredUserId, action, expiresAt, asked } = approval
  const what =
    action === null ? [] : [`${actionTypeOf(action.action_type)?.about ?? action.action_type}: ${action.target}`]
  const notification = {
    kind: 'approval',
    ...{ title: `${word}: ${title}`, severity: riskLevel, path: '/response', isPushedByTopic: true },
    ...{ about: { kind: 'approval', id }, dedupeKey: `approval/${id}/${asked}${TAGS[word]}` },
    ...({ answer: 'approve', bound: boundOf(approval) } as const),
    body: [summary, ...what, `Decide it by ${expiresAt.toISOString()}, signed in as yourself.`].join('\n'),
  } as const
  if (requiredUserId === null) await notifySubscribers(tx, notification, nowMs)
  else await notify(tx, notification, [{ kind: 'users', userIds: [requiredUserId], label: 'approver' }], nowMs)
}

export function lockApproval(tx: TenantTx, id: string): Promise<Approval | null> {
  return tx.maybeOne(APPROVALS.read, /* sql */ `SELECT ${APPROVALS.columns} FROM approvals WHERE id = $1 FOR UPDATE`, [
    id,
  ])
}

export function approvalOfAction(tx: TenantTx, actionId: string): Promise<Approval | null> {
  const sql = /* sql */ `SELECT ${APPROVALS.columns} FROM approvals WHERE action_id = $1 ORDER BY created_at DESC LIMIT 1`
  return tx.maybeOne(APPROVALS.read, sql, [actionId])
}

export type ApprovalFilter = {
  readonly status?: ApprovalStatus | undefined
  readonly riskLevel?: RiskLevel | undefined
  /** Approvals that require this user or a user they are a deputy of, and those that require no particular person. */
  readonly mine?: string | undefined
  readonly nowMs: number
}

/** Newest first. */
export function approvalsPage(
  tx: TenantTx,
  { status, riskLevel, mine, nowMs }: ApprovalFilter,
  limit: number,
  after: Position | null,
): Promise<Placed<Approval>[]> {
  const sql = /* sql */ `
    SELECT ${APPROVALS.columns}, created_at::text AS placed_at FROM approvals
    WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR risk_level = $2)
      AND ($3::text IS NULL OR (requested_by <> $3 AND requested_by_person::text IS DISTINCT FROM $3 AND (required_user_id IS NULL OR required_user_id::text = $3
        OR EXISTS (SELECT FROM deputies d WHERE d.user_id = required_user_id AND d.deputy_id::text = $3
          AND d.ended_at IS NULL AND d.from_at <= $7 AND d.until_at > $7
          AND d.created_by IS DISTINCT FROM requested_by_person))))
      AND ($4::timestamptz IS NULL OR (created_at, id) < ($4::timestamptz, $5::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $6`
  const place = (row: Row): Placed<Approval> => {
    return { item: APPROVALS.read(row), position: [text(row, 'placed_at'), text(row, 'id')] }
  }
  const params = [status ?? null, riskLevel ?? null, mine ?? null, after?.[0] ?? null, after?.[1] ?? null, limit]
  return tx.many(place, sql, [...params, new Date(nowMs)])
}

/** Counts a vote, and gives how many agree now. A second vote of one user does not count. */
/** `isNew` is false for a repeated vote of one person, which changes nothing. */
export async function vote(
  tx: TenantTx,
  { id, asked }: Approval,
  userId: string,
): Promise<{ readonly votes: number; readonly isNew: boolean }> {
  const sql = /* sql */ `
    INSERT INTO approval_votes (approval_id, user_id, asked) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
  const isNew = (await tx.run(sql, [id, userId, asked])) > 0
  const count = /* sql */ `SELECT count(*) AS n FROM approval_votes WHERE approval_id = $1 AND asked = $2`
  return { votes: await tx.one((row) => int(row, 'n'), count, [id, asked]), isNew }
}

export async function decideApproval(
  tx: TenantTx,
  id: string,
  to: 'approved' | 'denied' | 'expired' | 'cancelled',
  by: string | null,
  comment: string | null,
  onBehalfOf: string | null = null,
): Promise<Approval> {
  const sql = /* sql */ `
    UPDATE approvals SET status = $2, decided_by = $3, decided_at = clock_timestamp(), decision_comment = $4,
      decided_for = $5
    WHERE id = $1 RETURNING ${APPROVALS.columns}`
  const decided = await tx.maybeOne(APPROVALS.read, sql, [id, to, by, comment, onBehalfOf])
  assert(decided !== null, 'a locked approval is there to be decided')
  return decided
}

/** Approvals of a run that wait for a decision. */
export function pendingOfRun(tx: TenantTx, runId: string): Promise<Approval[]> {
  const sql = /* sql */ `
    SELECT ${APPROVALS.columns} FROM approvals WHERE run_id = $1 AND status = 'pending' ORDER BY id FOR UPDATE`
  return tx.many(APPROVALS.read, sql, [runId])
}

/** Expired approvals of all tenants. */
export function dueApprovals(tx: OperatorTx, limit: number) {
  const sql = /* sql */ `
    SELECT tenant_id, id FROM approvals WHERE status = 'pending' AND expires_at <= clock_timestamp()
    ORDER BY expires_at LIMIT $1`
  return tx.many((row) => ({ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }), sql, [limit])
}

/** Approvals of all tenants past half of their time without a reminder. */
export function approvalsToRemind(tx: OperatorTx, limit: number) {
  const sql = /* sql */ `
    SELECT tenant_id, id FROM approvals
    WHERE status = 'pending' AND reminded_at IS NULL AND expires_at > clock_timestamp()
      AND created_at + (expires_at - created_at) / 2 <= clock_timestamp()
    ORDER BY expires_at LIMIT $1`
  return tx.many((row) => ({ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }), sql, [limit])
}

/** Reminds once an approval, by whichever replica is first. Null when it is decided by now, or was reminded of. */
export async function remindOfApproval(tx: TenantTx, id: string, nowMs: number): Promise<Approval | null> {
  const sql = /* sql */ `
    UPDATE approvals SET reminded_at = clock_timestamp() WHERE id = $1 AND status = 'pending' AND reminded_at IS NULL
    RETURNING ${APPROVALS.columns}`
  const approval = await tx.maybeOne(APPROVALS.read, sql, [id])
  if (approval === null) return null
  await announceApproval(tx, approval, 'Still to approve')
  await notifyApprovers(tx, approval, 'Still to approve', nowMs)
  return approval
}

/** Requests the approval again after the action or its evidence changed, and voids earlier votes. */
export async function askAgain(
  tx: TenantTx,
  { id }: Approval,
  { digest, evidence, action }: { readonly digest: Buffer; readonly evidence: Buffer | null; readonly action: unknown },
  nowMs: number,
): Promise<Approval> {
  const sql = /* sql */ `
    UPDATE approvals SET digest = $2, evidence_digest = $3, action = $4, asked = asked + 1 WHERE id = $1
    RETURNING ${APPROVALS.columns}`
  const renewed = await tx.maybeOne(APPROVALS.read, sql, [id, digest, evidence, JSON.stringify(action ?? {})])
  assert(renewed !== null, 'a locked approval is there to be asked again')
  await announceApproval(tx, renewed, 'Changed, approve again')
  await notifyApprovers(tx, renewed, 'Changed, approve again', nowMs)
  return renewed
}

/** Approvals of all tenants that rest on something that can change; at most `limit` of them, others each time. */
export function restingApprovals(tx: OperatorTx, limit: number) {
  const sql = /* sql */ `
    SELECT tenant_id, id FROM approvals
    WHERE status = 'pending' AND (evidence_digest IS NOT NULL OR action_id IS NOT NULL) AND expires_at > clock_timestamp()
    ORDER BY random() LIMIT $1`
  return tx.many((row) => ({ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }), sql, [limit])
}
