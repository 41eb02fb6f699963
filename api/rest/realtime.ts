/** The ticket of a stream. The streams themselves are routes by hand (`api/realtime`), because they keep a connection open. */
import { Type } from 'typebox'
import type { SigningKeys } from '../../control/identity/accounts/index.ts'
import { operationsOf } from '../../control/platform/acting/index.ts'
import { named } from '../../schemas/wire.ts'
import { issueTicket, TICKET_SECONDS } from '../realtime/ticket.ts'

const operation = operationsOf<{ readonly keys: SigningKeys }>({ tag: 'realtime' })

const ticket = operation.outside({
  name: 'realtime.ticket',
  summary: 'Get a ticket for one stream',
  permission: 'signed_in',
  ofPerson: false,
  isRead: true,
  path: 'POST /realtime/ticket',
  holdsSecret: true,
  output: named(
    'StreamTicket',
    Type.Object({
      token: Type.String({
        description:
          'token for `?token=` of `/realtime/sse` and `/realtime/ws`, on the API or the realtime service; opens one stream',
      }),
      expires_in: Type.Integer({ maximum: TICKET_SECONDS, description: 'seconds' }),
      tenant_id: Type.String(),
    }),
  ),
  async run({ actor, deps, nowMs }) {
    const token = await issueTicket(deps.keys, actor, nowMs)
    return { token, expires_in: TICKET_SECONDS, tenant_id: actor.tenantId }
  },
})

export const REALTIME_OPERATIONS = [ticket]
