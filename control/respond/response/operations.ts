/** Operations of standing approvals and of campaigns over several tenants. */
import { Type } from 'typebox'
import type { Sealer } from '../../../platform/seal.ts'
import { closed, named, oneOf, plainText, time } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { getCase } from '../../soc/cases/index.ts'
import { RESPONSE_LIMITS } from './limits.ts'
import { askForStanding, revokeStanding, STANDING_LIMITS, standingApprovalsPage } from './manage-standing.ts'
import { STANDING, STANDING_STATES } from './standing.ts'
import { makeTicketHook } from './ticket-hooks.ts'
import { TICKETS, ticketsPage } from './tickets.ts'

export { ACTION_OPERATIONS } from './action-operations.ts'
export { APPROVAL_OPERATIONS } from './approval-operations.ts'
export { RESPONSE_SETTING_OPERATIONS } from './setting-operations.ts'

const operation = operationsOf<{ readonly sealer: Sealer }>()

const parameters = Type.Record(
  Type.String({ maxLength: 60 }),
  Type.String({ maxLength: RESPONSE_LIMITS.parameterChars }),
  { maxProperties: 20 },
)
const shownStanding = named(
  'StandingApprovalState',
  Type.Intersect([STANDING.schema, Type.Object({ state: oneOf(STANDING_STATES) })]),
)

const list = operation.page({
  name: 'standing_approvals.list',
  summary: 'Standing approvals, newest first',
  permission: 'actions:read',
  path: 'GET /standing-approvals',
  item: shownStanding,
  run: ({ tx, nowMs }, _, { rows, after }) => standingApprovalsPage(tx, nowMs, rows, after),
})

const HOURS_TO_DECIDE = 24

const ask = operation({
  name: 'standing_approvals.ask',
  summary: 'Request a standing approval of an action for a set of targets',
  description:
    'Another person decides on it, as on every approval. Once approved, the action on one of the targets with exactly these parameters needs no further approval, except when its approver requests it.',
  permission: 'actions:write',
  audit: 'standing_approval:requested',
  path: 'POST /standing-approvals',
  status: 201,
  body: named(
    'StandingApprovalAsk',
    Type.Object(
      {
        action_type: Type.String({ minLength: 1, maxLength: 60 }),
        targets: Type.Array(plainText(STANDING_LIMITS.targetChars), { minItems: 1, maxItems: STANDING_LIMITS.targets }),
        parameters: Type.Optional(parameters),
        reason: plainText(2_000),
        from: Type.Optional({ ...time, description: 'default: now' }),
        until: time,
        uses_max: Type.Optional(Type.Integer({ minimum: 1, maximum: STANDING_LIMITS.uses, default: 100 })),
        quorum: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      },
      closed,
    ),
  ),
  output: STANDING.schema,
  async run({ tx, actor, nowMs, note }, { action_type, targets, reason, from, until, ...rest }) {
    const { standing, approval } = await askForStanding(
      tx,
      actor,
      {
        ...{ action_type, targets, reason, parameters: rest.parameters ?? {}, quorum: rest.quorum ?? 1 },
        ...{ from_at: from === undefined ? new Date(nowMs) : new Date(from), until_at: new Date(until) },
        ...{ uses_max: rest.uses_max ?? 100, decideBy: new Date(nowMs + HOURS_TO_DECIDE * 3_600_000) },
      },
      nowMs,
    )
    const changes = { action_type, targets, until, uses_max: standing.uses_max, approval_id: approval.id }
    note({ resource: 'standing_approval', resourceId: standing.id, changes })
    return standing
  },
})

const revoke = operation({
  name: 'standing_approvals.revoke',
  summary: 'Revoke a standing approval; each action needs an approval again',
  permission: 'actions:write',
  audit: 'standing_approval:revoked',
  path: 'POST /standing-approvals/:id/revoke',
  output: STANDING.schema,
  async run({ tx, actor, nowMs, note }, { id }) {
    const { found, isNew } = await revokeStanding(tx, actor, id, nowMs)
    note(isNew ? { resource: 'standing_approval', resourceId: id, changes: { uses: found.uses } } : null)
    return found
  },
})

const tickets = operation.page({
  name: 'cases.tickets',
  summary: 'Tickets of a case with their status in the ticket system',
  permission: 'cases:read',
  path: 'GET /cases/:id/tickets',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 60 }) }),
  item: TICKETS.schema,
  run: async ({ tx }, { id }, { rows, after }) => ticketsPage(tx, (await getCase(tx, id)).id, rows, after),
})

const ticketHook = operation({
  name: 'response.ticket_hook',
  summary: 'Create a webhook address and secret for ticket changes in Jira or ServiceNow; replaces the previous one',
  description:
    'Jira signs with the secret (X-Hub-Signature); a business rule of ServiceNow sends it as Authorization: Bearer with {"number": ...}.',
  permission: 'settings:write',
  audit: 'response_executor:hook_made',
  path: 'POST /response/executors/:executor_id/ticket-hook',
  status: 201,
  output: named('TicketHook', Type.Object({ path: Type.String(), secret: Type.String() })),
  async run({ tx, deps, note }, { executor_id: id }) {
    const { token, secret } = await makeTicketHook(tx, deps.sealer, id)
    note({ resource: 'response_executor', resourceId: id })
    return { path: `/api/v1/ticket-hooks/${token}`, secret }
  },
})

export const RESPONSE_OPERATIONS = [list, ask, revoke, tickets, ticketHook]
