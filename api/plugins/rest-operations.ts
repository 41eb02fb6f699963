/** REST routes of declared operations. */
import type { Operation } from '../../control/platform/acting/index.ts'
import type { ApiDeps } from '../deps.ts'
import type { ApiApp, Routes } from '../rest/api-app.ts'
import { repeatableOf } from './idempotency.ts'
import { requestActor } from './tenant-work.ts'

export function operationRoutes(operations: readonly Operation<ApiDeps>[]): Routes {
  return (app, deps) => {
    for (const operation of operations) registerOperation(app, deps, operation)
  }
}

function registerOperation(app: ApiApp, deps: ApiDeps, operation: Operation<ApiDeps>): void {
  const {
    method,
    url,
    permission,
    ofPerson,
    audit,
    removes,
    summary,
    description,
    params,
    query,
    body,
    bodyBytes,
    idempotent,
    holdsSecret,
    takesEvents,
    asksModel,
    tag,
    output,
    status,
  } = operation
  app.route({
    method,
    url,
    ...(bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }),
    config: {
      ...(permission === 'public' ? { public: true as const } : { permission }),
      ...(ofPerson === undefined ? {} : { ofPerson }),
      ...(removes === undefined ? {} : { removes }),
      ...(idempotent === undefined ? {} : { idempotent }),
      ...(takesEvents === undefined ? {} : { takesEvents }),
      ...(asksModel === undefined ? {} : { asksModel }),
      ...(audit.length === 0 ? {} : { audit: audit.length === 1 ? audit[0] : audit }),
    },
    schema: {
      tags: [tag],
      summary,
      ...(description === undefined ? {} : { description }),
      ...(params === null ? {} : { params }),
      ...(query === null ? {} : { querystring: query }),
      ...(body === null ? {} : { body }),
      response: { [status]: output },
    },
    handler: async (request, reply) => {
      const repeatable = idempotent === true ? repeatableOf(request) : undefined
      const call = { actor: requestActor(request), nowMs: deps.nowMs(), deps, repeatable }
      const input = {
        ...(request.query as object),
        ...(request.body as object | undefined),
        ...(request.params as object),
      }
      const answer = await operation.invoke(deps, call, input)
      if (holdsSecret === true) reply.header('cache-control', 'no-store')
      if (status === 204) return reply.code(status).send(null)
      // Sent as null itself it would be an answer without a body.
      if (answer === null) return reply.code(status).type('application/json; charset=utf-8').send('null')
      return reply.code(status).send(answer)
    },
  })
}
