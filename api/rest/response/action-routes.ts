/** Response actions: what there is, what was asked for, and the way back. */
import { Type } from 'typebox'
import {
  ACTION_STATUSES,
  ACTION_TYPES,
  actionById,
  actionsPage,
  planAction,
  RESPONSE_LIMITS,
  requestAction,
  undoAction,
} from '../../../control/response/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { named } from '../../plugins/named-schemas.ts'
import { page, pageOf, pageOfList, pageQuery, positionOf } from '../../plugins/paging.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import {
  actionSchema,
  actionTypeName,
  actionTypeSchema,
  actionTypeView,
  actionView,
  approvalSchema,
  approvalView,
  tags,
} from './views.ts'

const requestMembers = {
  action_type: actionTypeName,
  target: Type.Optional(plainText(500, 0)),
  parameters: Type.Optional(
    Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: RESPONSE_LIMITS.parameterChars }), {
      maxProperties: 20,
    }),
  ),
  rationale: plainText(2000),
  case_id: Type.Optional(nullable(uuid)),
  alert_id: Type.Optional(nullable(uuid)),
  rollback_after_seconds: Type.Optional(
    nullable(Type.Integer({ minimum: 60, maximum: RESPONSE_LIMITS.rollbackSecondsMax })),
  ),
}
const requestBody = named(
  'ResponseActionRequest',
  Type.Object(
    {
      ...requestMembers,
      idempotency_key: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'the same key again is the same action' }),
      ),
      approval_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: RESPONSE_LIMITS.approvalMsMax / 1000 })),
      quorum: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, description: 'how many have to agree' })),
    },
    closed,
  ),
)
const dryRunBody = named('ResponseActionDryRun', Type.Object(requestMembers, closed))
const requestedSchema = named(
  'ResponseActionRequested',
  Type.Object({ action: actionSchema, approval: nullable(approvalSchema) }),
)
const planSchema = named(
  'ResponseActionPlan',
  Type.Object({
    target: Type.String(),
    blast_radius: Type.String(),
    permission: Type.String(),
    approval_because: nullable(Type.String({ description: 'why somebody else has to agree; null: nobody has to' })),
    executor: nullable(Type.String({ description: 'null: nobody is connected who can do it' })),
    is_simulated: Type.Boolean(),
    is_reversible: Type.Boolean(),
    recent: Type.Integer({ description: 'requests of this kind within the hour: on this target, of messages all' }),
    recent_max: Type.Integer(),
    checked: Type.Array(Type.String()),
    not_checked: Type.Array(Type.String()),
  }),
)
const params = Type.Object({ action_id: uuid })

type Body = {
  readonly action_type: string
  readonly target?: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly rationale: string
  readonly case_id?: string | null
  readonly alert_id?: string | null
  readonly rollback_after_seconds?: number | null
}

function requestOf({ action_type: actionType, target = '', parameters = {}, rationale, ...more }: Body) {
  const { case_id: caseId = null, alert_id: alertId = null, rollback_after_seconds: rollbackAfterSeconds = null } = more
  return { actionType, target, parameters, rationale, caseId, alertId, rollbackAfterSeconds }
}

export const actionRoutes: Routes = (app, deps) => {
  app.get(
    '/actions/types',
    {
      config: { permission: 'actions:read' },
      schema: {
        tags,
        summary: 'What can be done, how far it reaches and who has to agree',
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(actionTypeSchema) },
      },
    },
    async (request) => pageOfList(ACTION_TYPES, request.query, ({ name }) => name, actionTypeView),
  )

  app.get(
    '/actions',
    {
      config: { permission: 'actions:read' },
      schema: {
        tags,
        summary: 'Actions, newest first',
        querystring: Type.Object(
          {
            ...pageQuery,
            status: Type.Optional(oneOf(ACTION_STATUSES)),
            case_id: Type.Optional(uuid),
            alert_id: Type.Optional(uuid),
          },
          closed,
        ),
        response: { 200: pageOf(actionSchema) },
      },
    },
    (request) => {
      const { limit, cursor, status, case_id: caseId, alert_id: alertId } = request.query
      const after = positionOf(cursor)
      const filter = { status, caseId, alertId }
      return tenantWork(deps, request, async (tx) =>
        page(await actionsPage(tx, filter, limit + 1, after), limit, actionView),
      )
    },
  )

  app.post(
    '/actions',
    {
      config: { permission: 'actions:write', audit: 'action:requested' },
      schema: {
        tags,
        summary: 'Ask for an action: it is done, or held until somebody else agrees',
        body: requestBody,
        response: { 202: requestedSchema },
      },
    },
    async (request, reply) => {
      const { idempotency_key: key, approval_seconds: seconds, quorum = 1 } = request.body
      const done = await tenantWork(deps, request, async (tx, note) => {
        const requestedAction = {
          ...requestOf(request.body),
          ...{ quorum, idempotencyKey: key === undefined ? null : `api/${key}` },
          ...(seconds === undefined ? {} : { approvalMs: seconds * 1000 }),
        }
        const { action, approval } = await requestAction(tx, requestActor(request), requestedAction, deps.nowMs())
        note({ resource: 'action', resourceId: action.id, changes: { ...request.body, status: action.status } })
        return { action: actionView(action), approval: approval && approvalView(approval) }
      })
      return reply.code(202).send(done)
    },
  )

  app.post(
    '/actions/dry-run',
    {
      config: { permission: 'actions:write' },
      schema: {
        tags,
        summary: 'What would become of an action, and what was not looked at to say so',
        body: dryRunBody,
        response: { 200: planSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const plan = await planAction(
          tx,
          requestActor(request),
          deps.vault,
          requestOf(request.body),
          deps.nowMs(),
          deps.verify ?? null,
        )
        return {
          ...{ target: plan.target, blast_radius: plan.blastRadius, permission: plan.permission },
          ...{ approval_because: plan.approvalBecause, executor: plan.executor, is_simulated: plan.isSimulated },
          ...{ is_reversible: plan.isReversible, recent: plan.recent, recent_max: plan.recentMax },
          ...{ checked: [...plan.checked], not_checked: [...plan.notChecked] },
        }
      }),
  )

  app.get(
    '/actions/:action_id',
    {
      config: { permission: 'actions:read' },
      schema: { tags, summary: 'How an action stands', params, response: { 200: actionSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const action = await actionById(tx, request.params.action_id)
        if (action === null) throw new AppError('not_found', 'there is no such action')
        return actionView(action)
      }),
  )

  app.post(
    '/actions/:action_id/undo',
    {
      config: { permission: 'actions:execute', audit: 'action:undo_requested' },
      schema: { tags, summary: 'Take back what was done', params, response: { 202: actionSchema } },
    },
    async (request, reply) => {
      const view = await tenantWork(deps, request, async (tx, note) => {
        const action = await undoAction(tx, request.params.action_id, requestActor(request), deps.nowMs())
        note({ resource: 'action', resourceId: action.id })
        return actionView(action)
      })
      return reply.code(202).send(view)
    },
  )
}
