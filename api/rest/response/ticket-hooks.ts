/** The route that Jira and ServiceNow call when a ticket changes. */
import { Type } from 'typebox'
import { isSignedBy, lookAtTicket, openTicketHook, ticketIn } from '../../../control/respond/response/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { takeBodiesAsText } from '../../plugins/text-body.ts'
import type { Routes } from '../api-app.ts'

/** Jira sends the whole issue. */
const BODY_BYTES_MAX = 2 << 20
const CALLS_A_MINUTE = 600
const params = Type.Object({ token: Type.String({ maxLength: 800 }) })

export const ticketHookRoutes: Routes = (app, deps) => {
  app.register(async (scope) => {
    takeBodiesAsText(scope, ['application/json'], BODY_BYTES_MAX)
    scope.post(
      '/ticket-hooks/:token',
      {
        config: { public: true },
        schema: { tags: ['response'], params, hide: true, summary: 'A ticket changed on the other side' },
      },
      async (request) => {
        const hook = openTicketHook(deps.sealer, (request.params as { token: string }).token)
        const body = String(request.body ?? '')
        const signature = String(request.headers['x-hub-signature'] ?? '')
        const authorization = String(request.headers.authorization ?? '')
        if (!isSignedBy(hook.secret, body, { signature, authorization }))
          throw new AppError('bad_credential', 'the signature does not match the secret of the hook')
        const { count, resetSeconds } = await deps.windows.count(`ticket-hook:${hook.executorId}`)
        if (count > CALLS_A_MINUTE)
          throw new AppError('rate_limited', 'too many calls of this hook', { retryAfterSeconds: resetSeconds })
        const tickets = await withTenant(deps.pool, hook.tenant, (tx) =>
          lookAtTicket(tx, hook, ticketIn(body), deps.nowMs()),
        )
        return { tickets }
      },
    )
  })
}
