/** Actions, approvals, target lists and executors, as they are shown. */
import { type Static, Type } from 'typebox'
import {
  ACTION_REASONS,
  ACTION_STATUSES,
  ACTION_TYPE_NAMES,
  type ActionType,
  APPROVAL_STATUSES,
  type Approval,
  BLAST_RADII,
  OUTCOMES,
  type ResponseAction,
  RISK_LEVELS,
  type StoredExecutor,
  TARGET_KINDS,
  TARGET_LISTS,
  type TargetRule,
  VENDOR_NAMES,
} from '../../../control/response/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { oneOf } from '../alerts/inputs.ts'
import { nullable, time, uuid } from '../views.ts'

export const tags = ['response']
const nullableText = nullable(Type.String())
const texts = Type.Record(Type.String(), Type.String())
export const actionTypeName = oneOf(ACTION_TYPE_NAMES)

export const actionSchema = named(
  'ResponseAction',
  Type.Object({
    id: uuid,
    action_type: Type.String(),
    target: Type.String(),
    parameters: texts,
    rationale: Type.String(),
    blast_radius: oneOf(BLAST_RADII),
    status: oneOf(ACTION_STATUSES),
    outcome: nullable(
      oneOf(OUTCOMES, { description: 'whether the effect was seen; null: nothing was done, or not yet' }),
    ),
    executor: nullableText,
    executor_ref: nullableText,
    detail: nullableText,
    reason: nullable(
      oneOf(ACTION_REASONS, {
        description: 'why it was rejected, failed or could not be taken back; null: nothing of the kind',
      }),
    ),
    requested_by: Type.String(),
    requested_by_kind: Type.String(),
    requested_by_person: nullable(
      Type.String({ description: 'behind a key, a playbook run or a delegation; null: no person is' }),
    ),
    case_id: nullable(uuid),
    alert_id: nullable(uuid),
    run_id: nullable(uuid),
    attempts: Type.Integer(),
    rollback_after_seconds: nullable(Type.Integer({ description: 'counted from the execution' })),
    rollback_at: nullable(time),
    created_at: time,
    updated_at: time,
    ended_at: nullable(time),
  }),
)

export function actionView(action: ResponseAction): Static<typeof actionSchema> {
  return {
    id: action.id,
    action_type: action.actionType,
    target: action.target,
    parameters: { ...action.parameters },
    rationale: action.rationale,
    blast_radius: action.blastRadius,
    status: action.status,
    outcome: action.outcome,
    executor: action.executor,
    executor_ref: action.executorRef,
    detail: action.detail,
    reason: action.reason,
    requested_by: action.requestedBy,
    requested_by_kind: action.requestedByKind,
    requested_by_person: action.requestedByPerson,
    case_id: action.caseId,
    alert_id: action.alertId,
    run_id: action.runId,
    attempts: action.attempts,
    rollback_after_seconds: action.rollbackAfterSeconds,
    rollback_at: action.rollbackAt?.toISOString() ?? null,
    created_at: action.createdAt.toISOString(),
    updated_at: action.updatedAt.toISOString(),
    ended_at: action.endedAt?.toISOString() ?? null,
  }
}

export const approvalSchema = named(
  'Approval',
  Type.Object({
    id: uuid,
    title: Type.String(),
    summary: Type.String(),
    risk_level: oneOf(RISK_LEVELS),
    status: oneOf(APPROVAL_STATUSES),
    action: nullable(Type.Object({ action_type: Type.String(), target: Type.String(), parameters: texts })),
    action_id: nullable(uuid),
    requested_by: Type.String(),
    requested_by_kind: Type.String(),
    requested_by_person: nullable(Type.String({ description: 'who may not agree, by whatever credential they asked' })),
    required_user_id: nullable(uuid),
    quorum: Type.Integer({ description: 'how many have to agree' }),
    votes: Type.Integer({ description: 'how many do' }),
    run_id: nullable(uuid),
    case_id: nullable(uuid),
    alert_id: nullable(uuid),
    decided_by: nullable(uuid),
    decided_for: nullable(Type.String({ format: 'uuid', description: 'on whose behalf a deputy decided' })),
    decided_at: nullable(time),
    decision_comment: nullableText,
    expires_at: time,
    reminded_at: nullable(time),
    created_at: time,
  }),
)

export function approvalView(approval: Approval): Static<typeof approvalSchema> {
  const { action } = approval
  return {
    id: approval.id,
    title: approval.title,
    summary: approval.summary,
    risk_level: approval.riskLevel,
    status: approval.status,
    action: action === null ? null : { ...action, parameters: { ...action.parameters } },
    action_id: approval.actionId,
    requested_by: approval.requestedBy,
    requested_by_kind: approval.requestedByKind,
    requested_by_person: approval.requestedByPerson,
    required_user_id: approval.requiredUserId,
    quorum: approval.quorum,
    votes: approval.votes,
    run_id: approval.runId,
    case_id: approval.caseId,
    alert_id: approval.alertId,
    decided_by: approval.decidedBy,
    decided_for: approval.decidedFor,
    decided_at: approval.decidedAt?.toISOString() ?? null,
    decision_comment: approval.comment,
    expires_at: approval.expiresAt.toISOString(),
    reminded_at: approval.remindedAt?.toISOString() ?? null,
    created_at: approval.createdAt.toISOString(),
  }
}

export const actionTypeSchema = named(
  'ResponseActionType',
  Type.Object({
    name: Type.String(),
    about: Type.String(),
    target: oneOf(TARGET_KINDS),
    blast_radius: oneOf(BLAST_RADII),
    always_approved: Type.Boolean({ description: 'whoever asks: somebody else has to agree' }),
    is_reversible: Type.Boolean(),
    parameters: Type.Record(Type.String(), Type.Union([Type.Literal('required'), Type.Literal('optional')])),
  }),
)

export function actionTypeView(type: ActionType): Static<typeof actionTypeSchema> {
  const { name, about, target, blastRadius, alwaysApproved, isReversible, parameters } = type
  return {
    ...{ name, about, target, blast_radius: blastRadius, always_approved: alwaysApproved, is_reversible: isReversible },
    parameters: { ...parameters },
  }
}

export const targetRuleSchema = named(
  'ResponseTargetRule',
  Type.Object({
    id: uuid,
    list: oneOf(TARGET_LISTS),
    action_type: Type.String({ description: '* for all' }),
    pattern: Type.String({ description: 'a value, a block of addresses, or a name with *' }),
    reason: Type.String(),
    created_by: Type.String(),
    created_at: time,
  }),
)

export function targetRuleView(rule: TargetRule): Static<typeof targetRuleSchema> {
  const { id, list, actionType, pattern, reason, createdBy, createdAt } = rule
  const by = { created_by: createdBy, created_at: createdAt.toISOString() }
  return { id, list, action_type: actionType, pattern, reason, ...by }
}

export const executorSchema = named(
  'ResponseExecutor',
  Type.Object({
    id: uuid,
    name: Type.String(),
    vendor: oneOf(VENDOR_NAMES),
    capabilities: Type.Array(Type.String()),
    base_url: Type.String(),
    settings: texts,
    has_secret: Type.Boolean(),
    enabled: Type.Boolean(),
    created_at: time,
  }),
)

export function executorView(executor: StoredExecutor): Static<typeof executorSchema> {
  return {
    id: executor.id,
    name: executor.name,
    vendor: executor.vendor,
    capabilities: [...executor.capabilities],
    base_url: executor.baseUrl,
    settings: { ...executor.settings },
    has_secret: executor.secret !== null,
    enabled: executor.enabled,
    created_at: executor.createdAt.toISOString(),
  }
}
