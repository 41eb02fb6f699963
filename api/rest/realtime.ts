import { Type } from 'typebox'
import { named } from '../plugins/named-schemas.ts'
import { issueTicket, TICKET_SECONDS } from '../realtime/ticket.ts'
import { principalOf } from '../route-config.ts'
import type { Routes } from './api-app.ts'

const ticketSchema = named(
  'StreamTicket',
  Type.Object({
    token: Type.String({
      description:
        'token for `?token=` of `/realtime/sse` and `/realtime/ws`, on the API or the realtime service; opens one stream',
    }),
    expires_in: Type.Integer({ maximum: TICKET_SECONDS, description: 'seconds' }),
    tenant_id: Type.String(),
  }),
)

export const realtimeRoutes: Routes = (app, deps) => {
  app.post(
    '/realtime/ticket',
    {
      config: { permission: 'signed_in', ofPerson: false, subsystem: 'realtime' },
      schema: { tags: ['realtime'], summary: 'Get a ticket for one stream', response: { 200: ticketSchema } },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const token = await issueTicket(deps.keys, principal, deps.nowMs())
      reply.header('cache-control', 'no-store')
      return { token, expires_in: TICKET_SECONDS, tenant_id: principal.tenantId }
    },
  )
}
