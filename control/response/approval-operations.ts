/** Operations of approvals that wait for a decision, and of the decisions. */
import { Type } from 'typebox'
import { AppError } from '../../platform/errors.ts'
import { camelMembers } from '../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, plainText, sent, time, uuid } from '../../schemas/wire.ts'
import { idOf, operationsOf } from '../acting/index.ts'
import { APPROVAL_STATUSES, type Approval, RISK_LEVELS } from './approval.ts'
import { approvalsPage, lockApproval } from './approval-store.ts'
import { decide, requestApproval } from './decide.ts'
import { RESPONSE_LIMITS } from './limits.ts'

const operation = operationsOf<unknown>({ tag: 'response' })
const texts = Type.Record(Type.String(), Type.String())

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
    decision_comment: nullable(Type.String()),
    expires_at: time,
    reminded_at: nullable(time),
    created_at: time,
  }),
)
export const approvalView = ({ comment, ...approval }: Approval) => ({ ...approval, decisionComment: comment })

const list = operation.page({
  name: 'approvals.list',
  summary: 'Approvals, newest first; those that wait for a decision without a status',
  permission: 'actions:read',
  path: 'GET /approvals',
  filters: {
    status: Type.Optional(oneOf(APPROVAL_STATUSES)),
    risk_level: Type.Optional(oneOf(RISK_LEVELS)),
    mine: Type.Optional(Type.Boolean({ description: 'that the caller may decide' })),
  },
  item: approvalSchema,
  async run({ tx, actor, nowMs }, { status = 'pending', risk_level: riskLevel, mine = false }, { rows, after }) {
    const filter = { status, riskLevel, mine: mine ? idOf(actor) : undefined, nowMs }
    const found = await approvalsPage(tx, filter, rows, after)
    return found.map(({ item, position }) => ({ item: approvalView(item), position }))
  },
})

const request = operation({
  name: 'approvals.request',
  summary: 'Ask people to agree to something that the caller does itself',
  permission: 'actions:write',
  audit: 'approval:requested',
  path: 'POST /approvals',
  status: 201,
  body: sent('ApprovalCreate', {
    title: plainText(200),
    summary: Type.Optional(plainText(5000)),
    risk_level: oneOf(RISK_LEVELS),
    action: Type.Optional(
      Type.Object(
        {
          action_type: Type.String({ minLength: 1, maxLength: 60 }),
          target: Type.Optional(plainText(500)),
          parameters: Type.Optional(
            Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: RESPONSE_LIMITS.parameterChars }), {
              maxProperties: 20,
            }),
          ),
        },
        closed,
      ),
    ),
    required_user_id: Type.Optional(nullable(uuid)),
    quorum: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    case_id: Type.Optional(nullable(uuid)),
    alert_id: Type.Optional(nullable(uuid)),
    expires_at: Type.String({ format: 'date-time', description: 'within the next seven days' }),
  }),
  output: approvalSchema,
  async run({ tx, note, actor, nowMs }, input) {
    const { action, expires_at, ...members } = input
    const unsaid = { summary: '', required_user_id: null, quorum: 1, case_id: null, alert_id: null }
    const wanted = {
      ...camelMembers({ ...unsaid, ...members }),
      expiresAt: new Date(expires_at),
      action: action ? camelMembers({ target: '', parameters: {}, ...action }) : null,
    }
    const approval = await requestApproval(tx, actor, wanted, nowMs)
    note({ resource: 'approval', resourceId: approval.id, changes: input })
    return approvalView(approval)
  },
})

const get = operation({
  name: 'approvals.get',
  summary: 'One approval',
  permission: 'actions:read',
  path: 'GET /approvals/:approval_id',
  output: approvalSchema,
  async run({ tx }, { approval_id }) {
    const found = await lockApproval(tx, approval_id)
    if (found === null) throw new AppError('not_found', 'there is no such approval')
    return approvalView(found)
  },
})

const decisionBody = sent('ApprovalDecision', { comment: Type.Optional(nullable(plainText(2000))) })

function deciding(verb: 'approve' | 'reject', verdict: 'approved' | 'denied', summary: string) {
  return operation({
    name: `approvals.${verb}`,
    summary,
    permission: 'actions:read',
    audit: `approval:${verdict}`,
    path: `POST /approvals/:approval_id/${verb}`,
    body: decisionBody,
    output: approvalSchema,
    async run({ tx, note, actor, nowMs }, { approval_id: id, comment = null }) {
      const decided = await decide(tx, actor, id, { verdict, comment }, nowMs)
      const changes = { status: decided.status, votes: decided.votes, comment, on_behalf_of: decided.decidedFor }
      note({ resource: 'approval', resourceId: id, changes })
      return approvalView(decided)
    },
  })
}

export const APPROVAL_OPERATIONS = [
  list,
  request,
  get,
  deciding('approve', 'approved', 'Agree; whoever asked may not. Also as {approval_id}:approve'),
  deciding('reject', 'denied', 'Deny. Also as {approval_id}:reject'),
]
