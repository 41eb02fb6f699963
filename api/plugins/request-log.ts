import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { safeRequestId } from '../../platform/request-id.ts'
import type { ApiDeps } from '../deps.ts'

const SECONDS = [0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]

/** The caller's own id when it is well formed, so that one id finds both sides' logs. */
export const requestIdOf = ({ headers }: IncomingMessage): string => safeRequestId(headers['x-request-id'])

/**
 * Writes one log line and two metrics for each request. They contain the route instead of the URL, so that no caller's
 * input is logged.
 */
export function requestLogPlugin(app: FastifyInstance, { log, metrics }: ApiDeps): void {
  const answered = metrics.counter('svc_api_requests_total', 'requests answered', ['method', 'route', 'status'])
  const seconds = metrics.histogram('svc_api_request_seconds', 'time to the answer', SECONDS, ['route'])
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { principal, id } = request
    const route = request.routeOptions.url ?? 'none'
    const ms = reply.elapsedTime
    answered.inc(1, { method: request.method, route, status: String(reply.statusCode) })
    seconds.observe(ms / 1000, { route })
    const who = principal && { tenant: principal.tenantId, actor_kind: principal.kind, actor: principal.id }
    const line = { request_id: id, method: request.method, route, status: reply.statusCode, ms: Math.round(ms), ...who }
    log.info({ ...line, ip: request.ip }, 'request completed')
  })
}
