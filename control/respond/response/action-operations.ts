/** Operations of response actions: the catalogue, requests, and the way back. */
import { Type } from 'typebox'
import { requireFound } from '../../../platform/errors.ts'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { named, nullable, oneOf, plainText, sent, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { ACTION_STATUSES, ACTIONS } from './action.ts'
import { actionsPage, lockAction } from './action-store.ts'
import { APPROVALS } from './approval.ts'
import { ACTION_TYPE_NAMES, ACTION_TYPES, BLAST_RADII, TARGET_KINDS } from './catalogue.ts'
import { RESPONSE_LIMITS } from './limits.ts'
import { planAction, undoAction } from './plan-action.ts'
import { requestAction } from './request-action.ts'
import type { VerifySettings } from './verify-settings.ts'

type Deps = { readonly vault: Vault; readonly verify?: VerifySettings | undefined }

const operation = operationsOf<Deps>({ tag: 'response' })

const requestMembers = {
  action_type: oneOf(ACTION_TYPE_NAMES),
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
const DEFAULTS = { target: '', parameters: {}, case_id: null, alert_id: null, rollback_after_seconds: null }

const types = operation.list({
  name: 'actions.types',
  summary: 'Action types with their reach and required approvers',
  permission: 'actions:read',
  path: 'GET /actions/types',
  item: named(
    'ResponseActionType',
    Type.Object({
      name: Type.String(),
      about: Type.String(),
      target: oneOf(TARGET_KINDS),
      blast_radius: oneOf(BLAST_RADII),
      always_approved: Type.Boolean({ description: 'true: always needs the approval of another person' }),
      is_reversible: Type.Boolean(),
      parameters: Type.Record(Type.String(), Type.Union([Type.Literal('required'), Type.Literal('optional')])),
    }),
  ),
  run: async () => ACTION_TYPES,
  keyOf: ({ name }) => name,
})

const list = operation.page({
  name: 'actions.list',
  summary: 'Actions, newest first',
  permission: 'actions:read',
  path: 'GET /actions',
  filters: {
    status: Type.Optional(oneOf(ACTION_STATUSES)),
    case_id: Type.Optional(uuid),
    alert_id: Type.Optional(uuid),
  },
  item: ACTIONS.schema,
  run: ({ tx }, { status, case_id: caseId, alert_id: alertId }, { rows, after }) =>
    actionsPage(tx, { status, caseId, alertId }, rows, after),
})

const request = operation({
  name: 'actions.request',
  summary: 'Request an action: it is executed, or held until another person approves it',
  permission: 'actions:write',
  audit: 'action:requested',
  path: 'POST /actions',
  status: 202,
  body: sent('ResponseActionRequest', {
    ...requestMembers,
    idempotency_key: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'a repeated key returns the first action' }),
    ),
    approval_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: RESPONSE_LIMITS.approvalMsMax / 1000 })),
    quorum: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, description: 'number of approvals needed' })),
  }),
  output: named(
    'ResponseActionRequested',
    Type.Object({ action: ACTIONS.schema, approval: nullable(APPROVALS.schema) }),
  ),
  async run({ tx, note, actor, nowMs }, input) {
    const { idempotency_key: key, approval_seconds: seconds, quorum = 1, ...members } = input
    const wanted = {
      ...camelMembers({ ...DEFAULTS, ...members }),
      quorum,
      idempotencyKey: key === undefined ? null : `api/${key}`,
      ...(seconds === undefined ? {} : { approvalMs: seconds * 1000 }),
    }
    const { action, approval } = await requestAction(tx, actor, wanted, nowMs)
    note({ resource: 'action', resourceId: action.id, changes: { ...input, status: action.status } })
    return { action, approval }
  },
})

const dryRun = operation({
  name: 'actions.dry_run',
  summary: 'Preview the effect of an action, with the checks that were not made',
  permission: 'actions:write',
  isRead: true,
  path: 'POST /actions/dry-run',
  body: sent('ResponseActionDryRun', requestMembers),
  output: named(
    'ResponseActionPlan',
    Type.Object({
      target: Type.String(),
      blast_radius: Type.String(),
      permission: Type.String(),
      approval_because: nullable(Type.String({ description: 'reason why an approval is needed; null: none is' })),
      executor: nullable(Type.String({ description: 'null: no connected executor supports the action' })),
      is_simulated: Type.Boolean(),
      is_reversible: Type.Boolean(),
      recent: Type.Integer({
        description: 'requests of this kind within the last hour: on this target; for messages, in total',
      }),
      recent_max: Type.Integer(),
      checked: Type.Array(Type.String()),
      not_checked: Type.Array(Type.String()),
    }),
  ),
  run: ({ tx, actor, nowMs, deps }, input) =>
    planAction(tx, actor, deps.vault, camelMembers({ ...DEFAULTS, ...input }), nowMs, deps.verify ?? null),
})

const get = operation({
  name: 'actions.get',
  summary: 'Show the state of an action',
  permission: 'actions:read',
  path: 'GET /actions/:action_id',
  output: ACTIONS.schema,
  async run({ tx }, { action_id }) {
    return requireFound(await lockAction(tx, action_id), 'action')
  },
})

const undo = operation({
  name: 'actions.undo',
  summary: 'Undo an executed action',
  permission: 'actions:execute',
  audit: 'action:undo_requested',
  path: 'POST /actions/:action_id/undo',
  status: 202,
  output: ACTIONS.schema,
  async run({ tx, note, actor, nowMs }, { action_id }) {
    const action = await undoAction(tx, action_id, actor, nowMs)
    note({ resource: 'action', resourceId: action.id })
    return action
  },
})

export const ACTION_OPERATIONS = [types, list, request, dryRun, get, undo]
