/** Operations of approvals that wait for a decision, and of the decisions. */
import { Type } from 'typebox'
import { requireFound } from '../../../platform/errors.ts'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, nullable, oneOf, plainText, sent, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { APPROVAL_STATUSES, APPROVALS, RISK_LEVELS } from './approval.ts'
import { approvalsPage, lockApproval } from './approval-store.ts'
import { decide, requestApproval } from './decide.ts'
import { RESPONSE_LIMITS } from './limits.ts'

const operation = operationsOf<unknown>({ tag: 'response' })
const list = operation.page({
  name: 'approvals.list',
  summary: 'Approvals, newest first; pending ones without a status',
  permission: 'actions:read',
  path: 'GET /approvals',
  filters: {
    status: Type.Optional(oneOf(APPROVAL_STATUSES)),
    risk_level: Type.Optional(oneOf(RISK_LEVELS)),
    mine: Type.Optional(Type.Boolean({ description: 'only approvals the caller may decide' })),
  },
  item: APPROVALS.schema,
  run({ tx, actor, nowMs }, { status = 'pending', risk_level: riskLevel, mine = false }, { rows, after }) {
    const filter = { status, riskLevel, mine: mine ? idOf(actor) : undefined, nowMs }
    return approvalsPage(tx, filter, rows, after)
  },
})

const request = operation({
  name: 'approvals.request',
  summary: 'Request an approval for something the caller carries out itself',
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
  output: APPROVALS.schema,
  async run({ tx, note, actor, nowMs }, input) {
    const { action, expires_at, ...members } = input
    const defaults = { summary: '', required_user_id: null, quorum: 1, case_id: null, alert_id: null }
    const wanted = {
      ...camelMembers({ ...defaults, ...members }),
      expiresAt: new Date(expires_at),
      action: action ? camelMembers({ target: '', parameters: {}, ...action }) : null,
    }
    const approval = await requestApproval(tx, actor, wanted, nowMs)
    note({ resource: 'approval', resourceId: approval.id, changes: input })
    return approval
  },
})

const get = operation({
  name: 'approvals.get',
  summary: 'One approval',
  permission: 'actions:read',
  path: 'GET /approvals/:approval_id',
  output: APPROVALS.schema,
  async run({ tx }, { approval_id }) {
    return requireFound(await lockApproval(tx, approval_id), 'approval')
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
    output: APPROVALS.schema,
    async run({ tx, note, actor, nowMs }, { approval_id: id, comment = null }) {
      const { approval: decided, isNew } = await decide(tx, actor, id, { verdict, comment }, nowMs)
      const changes = { status: decided.status, votes: decided.votes, comment, on_behalf_of: decided.decidedFor }
      note(isNew ? { resource: 'approval', resourceId: id, changes } : null)
      return decided
    },
  })
}

export const APPROVAL_OPERATIONS = [
  list,
  request,
  get,
  deciding('approve', 'approved', 'Approve; the requester may not. Also as {approval_id}:approve'),
  deciding('reject', 'denied', 'Deny. Also as {approval_id}:reject'),
]
