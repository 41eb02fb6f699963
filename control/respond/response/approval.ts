import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { nullable } from '../../../schemas/wire.ts'
import type { Row } from '../../../stores/postgres/columns.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { ActorKind } from '../../platform/acting/index.ts'
import type { Parameters } from './action.ts'

export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]
export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** The action to be approved. */
export type RequestedAction = { readonly action_type: string; readonly target: string; readonly parameters: Parameters }

const texts = Type.Record(Type.String(), Type.String())
const VOTES = '(SELECT count(*) FROM approval_votes v WHERE v.approval_id = approvals.id AND v.asked = approvals.asked)'

export const APPROVALS = tableInCamelCase('Approval', {
  id: column.uuid(),
  title: column.text(),
  summary: column.text(),
  risk_level: column.word(RISK_LEVELS),
  status: column.word(APPROVAL_STATUSES),
  /** Null: no action follows here, the requester waits for the answer. */
  action: {
    read(row: Row, name: string): RequestedAction | null {
      const action = row[name] as RequestedAction | Record<string, never> // JSON that this context wrote
      return 'action_type' in action ? (action as RequestedAction) : null
    },
    schema: nullable(Type.Object({ action_type: Type.String(), target: Type.String(), parameters: texts })),
  },
  action_id: column.orNull(column.uuid()),
  requested_by: column.text(),
  requested_by_kind: column.json<ActorKind>(Type.String()),
  requested_by_person: column.orNull(
    column.text({ description: 'person behind the request, who cannot approve it through any credential' }),
  ),
  /** Only this user, or their deputy, may decide; null: no user is required. */
  required_user_id: column.orNull(column.uuid()),
  quorum: column.int({ description: 'number of approvals needed' }),
  votes: column.from(VOTES, column.int({ description: 'number of approvals so far' })),
  run_id: column.orNull(column.uuid()),
  case_id: column.orNull(column.uuid()),
  alert_id: column.orNull(column.uuid()),
  decided_by: column.orNull(column.uuid()),
  decided_for: column.orNull(column.uuid({ description: 'person for whom a deputy decided' })),
  decided_at: column.orNull(column.time()),
  decision_comment: column.orNull(column.text()),
  expires_at: column.time(),
  /** Null: not reminded yet. */
  reminded_at: column.orNull(column.time()),
  created_at: column.time(),
  digest: column.hidden(column.bytes()),
  /** Digest of the case and the alert at the request; null when it names neither. */
  evidence_digest: column.hidden(column.orNull(column.bytes())),
  /** Number of requests: a change of the action or its evidence requests it again. */
  asked: column.hidden(column.int()),
})
export type Approval = RowOf<typeof APPROVALS>

/** Binds an approval link to the target, parameters and evidence of the request. */
export function boundOf({ digest, evidenceDigest }: Pick<Approval, 'digest' | 'evidenceDigest'>): string {
  return createHash('sha256')
    .update(digest)
    .update(evidenceDigest ?? '')
    .digest('hex')
}
