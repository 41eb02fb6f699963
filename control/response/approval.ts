import { createHash } from 'node:crypto'
import { bytes, int, orNull, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { ActorKind } from '../acting/index.ts'
import type { Parameters } from './action.ts'

export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]
export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** The action that somebody is asked to agree to. */
export type AskedFor = { readonly action_type: string; readonly target: string; readonly parameters: Parameters }

export type Approval = {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly riskLevel: RiskLevel
  /** Null: no action follows here, the requester waits for the answer. */
  readonly actionId: string | null
  readonly digest: Buffer
  /** Digest of the case and the alert as they were when it was asked; null: it names neither. */
  readonly evidenceDigest: Buffer | null
  /** Number of times it was asked: a change of the action or its evidence asks again. */
  readonly asked: number
  readonly action: AskedFor | null
  readonly requestedBy: string
  readonly requestedByKind: ActorKind
  /** The person behind the requester: see `personBehind`. */
  readonly requestedByPerson: string | null
  /** Only this user, or their deputy, may decide; null: no user is required. */
  readonly requiredUserId: string | null
  readonly quorum: number
  readonly votes: number
  readonly runId: string | null
  readonly caseId: string | null
  readonly alertId: string | null
  readonly status: ApprovalStatus
  readonly decidedBy: string | null
  /** The user on whose behalf a deputy decided. */
  readonly decidedFor: string | null
  readonly decidedAt: Date | null
  readonly comment: string | null
  readonly expiresAt: Date
  /** Null: nobody was, yet. */
  readonly remindedAt: Date | null
  readonly createdAt: Date
}

export const APPROVAL_COLUMNS = `id, title, summary, risk_level, action_id, digest, evidence_digest, asked, action, requested_by,
  requested_by_kind, requested_by_person, required_user_id, quorum, run_id, case_id, alert_id, status, decided_by, decided_for, decided_at,
  decision_comment, expires_at, reminded_at, created_at,
  (SELECT count(*) FROM approval_votes v WHERE v.approval_id = approvals.id AND v.asked = approvals.asked) AS votes`

export function toApproval(row: Row): Approval {
  const action = row.action as AskedFor | Record<string, never> // JSON and words that this context wrote
  return {
    id: text(row, 'id'),
    title: text(row, 'title'),
    summary: text(row, 'summary'),
    riskLevel: row.risk_level as RiskLevel,
    actionId: orNull(text, row, 'action_id'),
    digest: bytes(row, 'digest'),
    evidenceDigest: orNull(bytes, row, 'evidence_digest'),
    asked: int(row, 'asked'),
    action: 'action_type' in action ? (action as AskedFor) : null,
    requestedBy: text(row, 'requested_by'),
    requestedByKind: row.requested_by_kind as ActorKind,
    requestedByPerson: orNull(text, row, 'requested_by_person'),
    requiredUserId: orNull(text, row, 'required_user_id'),
    quorum: int(row, 'quorum'),
    votes: int(row, 'votes'),
    runId: orNull(text, row, 'run_id'),
    caseId: orNull(text, row, 'case_id'),
    alertId: orNull(text, row, 'alert_id'),
    status: row.status as ApprovalStatus,
    decidedBy: orNull(text, row, 'decided_by'),
    decidedFor: orNull(text, row, 'decided_for'),
    decidedAt: orNull(time, row, 'decided_at'),
    comment: orNull(text, row, 'decision_comment'),
    expiresAt: time(row, 'expires_at'),
    remindedAt: orNull(time, row, 'reminded_at'),
    createdAt: time(row, 'created_at'),
  }
}

/** Binds a link that decides to the target, parameters and evidence of the question, as it was asked. */
export function boundOf({ digest, evidenceDigest }: Pick<Approval, 'digest' | 'evidenceDigest'>): string {
  return createHash('sha256')
    .update(digest)
    .update(evidenceDigest ?? '')
    .digest('hex')
}
