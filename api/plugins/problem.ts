import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, noSuch } from '../../platform/errors.ts'
import { type InputFault, InvalidInput } from '../../platform/invalid-input.ts'
import type { Log } from '../../platform/log.ts'
import { overBounds } from '../../stores/clickhouse/engine-calls.ts'
import { openKnownPaths } from './known-paths.ts'
import { faultsOf } from './validation.ts'

export type Problem = {
  readonly status: number
  readonly code: string
  readonly detail: string | readonly InputFault[]
  readonly retryAfterSeconds?: number | undefined
}

/** Maximum characters of a path parameter; a longer one matches no route. */
export const URL_PARAMETER_MAX = 200

export type Problems = {
  /** Answers unknown paths before their body is read. Register it after the hooks that count requests. */
  refuseUnknown(): void
}

/**
 * Sends every error as problem details (RFC 9457); `detail` is a sentence, or the list of faults of a 422. An internal
 * error reveals only the request id, which finds it in the log. Must be registered before the routes: a known path with
 * an unsupported method is 405 and not 404.
 */
export function problemPlugin(app: FastifyInstance, log: Log): Problems {
  const paths = openKnownPaths(URL_PARAMETER_MAX)
  app.addHook('onRoute', paths.note)
  const pathOf = ({ url }: FastifyRequest) => url.split(/[?#]/, 1)[0] ?? ''
  const methodsOf = (request: FastifyRequest) => paths.methodsOf(pathOf(request))
  const allow = (request: FastifyRequest, reply: FastifyReply) =>
    void reply.header('allow', methodsOf(request).join(', '))
  /** The router takes `stats` for an id where only a route with a parameter has the method. */
  const isMistaken = (request: FastifyRequest) =>
    request.routeOptions.url?.includes(':') === true && paths.isFixed(pathOf(request))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    request.refusal = error
    const problem = problemOf(error)
    if (problem.status >= 500) logFailure(log, request, error, problem.status)
    if (problem.status === 405) allow(request, reply)
    return sendProblem(request, reply, problem)
  })
  return {
    refuseUnknown() {
      app.addHook('onRequest', async (request, reply) => {
        if (!request.is404 && !isMistaken(request)) return
        if (methodsOf(request).length === 0) throw noSuch('resource')
        // Set here as well, because a scope may have its own error format.
        allow(request, reply)
        throw new AppError('method_not_allowed', 'this resource does not support the method')
      })
    },
  }
}

/** A URL that cannot be read: it has no route, so no error handler either. */
export function answerBadUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 400
  sendProblem(request, reply, { status, code: SENT_WRONG[status] ?? 'bad_request', detail: 'the URL cannot be read' })
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, code, detail, retryAfterSeconds } = problem
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // Serialized here: the schema of an answer is that of its success.
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    instance: `urn:request:${request.id}`,
    code,
  }
  return reply
    .code(status)
    .type('application/problem+json')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body)
}

/** Fastify's codes for faults of the sender, with our error codes. */
const SENT_WRONG: Readonly<Record<number, string>> = { 413: 'too_large', 415: 'unsupported_media' }

export function problemOf(error: FastifyError | AppError): Problem {
  if (error instanceof InvalidInput) return { status: 422, code: 'invalid', detail: error.faults }
  if (error instanceof AppError) {
    const { status, code, message, retryable, retryAfterSeconds } = error
    return { status, code, detail: message, retryAfterSeconds: retryable ? (retryAfterSeconds ?? 1) : undefined }
  }
  if (error.validation) return { status: 422, code: 'invalid', detail: faultsOf(error) }
  const tooMuch = overBounds(error)
  if (tooMuch !== null) return problemOf(tooMuch)
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return { status, code: SENT_WRONG[status] ?? 'bad_request', detail: error.message }
  return { status: 500, code: 'internal', detail: 'the API failed; the request id finds the reason in its log' }
}

export function logFailure(log: Log, request: FastifyRequest, err: Error, status: number): void {
  const seen = { err, request_id: request.id, route: request.routeOptions.url, status }
  if (status === 503) log.warn(seen, 'request failed: a dependency is unavailable')
  else log.error(seen, 'request failed')
}
