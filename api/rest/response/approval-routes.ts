/** Routes of approvals that wait for a decision, and of the decisions. */
import { type Static, Type } from 'typebox'
import {
  APPROVAL_STATUSES,
  approvalById,
  approvalsPage,
  decide,
  RESPONSE_LIMITS,
  RISK_LEVELS,
  requestApproval,
} from '../../../control/response/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { named } from '../../plugins/named-schemas.ts'
import { page, pageOf, pageQuery, positionOf } from '../../plugins/paging.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import { approvalSchema, approvalView, tags } from './views.ts'

const createBody = named(
  'ApprovalCreate',
  Type.Object(
    {
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
    },
    closed,
  ),
)
const decisionBody = named(
  'ApprovalDecision',
  Type.Object({ comment: Type.Optional(nullable(plainText(2000))) }, closed),
)
const params = Type.Object({ approval_id: uuid })

export const approvalRoutes: Routes = (app, deps) => {
  app.get(
    '/approvals',
    {
      config: { permission: 'actions:read' },
      schema: {
        tags,
        summary: 'Approvals, newest first; those that wait for a decision without a status',
        querystring: Type.Object(
          {
            ...pageQuery,
            status: Type.Optional(oneOf(APPROVAL_STATUSES)),
            risk_level: Type.Optional(oneOf(RISK_LEVELS)),
            mine: Type.Optional(Type.Boolean({ description: 'that the caller may decide' })),
          },
          closed,
        ),
        response: { 200: pageOf(approvalSchema) },
      },
    },
    (request) => {
      const { limit, cursor, status = 'pending', risk_level: riskLevel, mine = false } = request.query
      const after = positionOf(cursor)
      const filter = { status, riskLevel, mine: mine ? principalOf(request).id : undefined, nowMs: deps.nowMs() }
      return tenantWork(deps, request, async (tx) =>
        page(await approvalsPage(tx, filter, limit + 1, after), limit, approvalView),
      )
    },
  )

  app.post(
    '/approvals',
    {
      config: { permission: 'actions:write', audit: 'approval:requested' },
      schema: {
        tags,
        summary: 'Ask people to agree to something that the caller does itself',
        body: createBody,
        response: { 201: approvalSchema },
      },
    },
    async (request, reply) => {
      const view = await tenantWork(deps, request, async (tx, note) => {
        const approval = await requestApproval(tx, requestActor(request), requestOf(request.body), deps.nowMs())
        note({ resource: 'approval', resourceId: approval.id, changes: request.body })
        return approvalView(approval)
      })
      return reply.code(201).send(view)
    },
  )

  app.get(
    '/approvals/:approval_id',
    {
      config: { permission: 'actions:read' },
      schema: { tags, summary: 'One approval', params, response: { 200: approvalSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const found = await approvalById(tx, request.params.approval_id)
        if (found === null) throw new AppError('not_found', 'there is no such approval')
        return approvalView(found)
      }),
  )

  for (const [verb, verdict, summary] of [
    ['approve', 'approved', 'Agree; whoever asked may not. Also as {approval_id}:approve'],
    ['reject', 'denied', 'Deny. Also as {approval_id}:reject'],
  ] as const)
    app.post(
      `/approvals/:approval_id/${verb}`,
      {
        config: { permission: 'actions:read', audit: `approval:${verdict}` },
        schema: { tags, summary, params, body: decisionBody, response: { 200: approvalSchema } },
      },
      (request) =>
        tenantWork(deps, request, async (tx, note) => {
          const { approval_id: id } = request.params
          const { comment = null } = request.body
          const decided = await decide(tx, requestActor(request), id, { verdict, comment }, deps.nowMs())
          note({
            resource: 'approval',
            resourceId: id,
            changes: { status: decided.status, votes: decided.votes, comment, on_behalf_of: decided.decidedFor },
          })
          return approvalView(decided)
        }),
    )
}

function requestOf(body: Static<typeof createBody>) {
  const { title, summary = '', risk_level: riskLevel, action, expires_at: expiresAt } = body
  const { required_user_id: requiredUserId = null, quorum = 1, case_id: caseId = null, alert_id: alertId = null } = body
  return {
    ...{ title, summary, riskLevel, requiredUserId, quorum, caseId, alertId, expiresAt: new Date(expiresAt) },
    action: action
      ? { actionType: action.action_type, target: action.target ?? '', parameters: action.parameters ?? {} }
      : null,
  }
}
