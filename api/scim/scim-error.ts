import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ScimFault, type ScimType } from '../../control/identity/accounts/index.ts'
import type { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { logFailure, type Problem, problemOf } from '../plugins/problem.ts'

export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
export const SCIM_JSON = 'application/scim+json'

type ScimError = {
  readonly schemas: readonly [typeof ERROR]
  /** Text, as RFC 7644, section 3.12, has it. */
  readonly status: string
  readonly scimType?: ScimType
  readonly detail: string
}

/** The protocol has them and lets a service leave them out with 501 (RFC 7644, sections 3.4.3, 3.7 and 3.11). */
const LEFT_OUT = /\/scim\/v2\/(?:\.search|Bulk|Me)(?:\?|$)/

/** Every refusal below /scim/v2 in the form of RFC 7644, section 3.12. */
export function answerScimError(log: Log) {
  return (error: FastifyError | AppError | ScimFault, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, scimType, detail, retryAfterSeconds } = refusalOf(error, request.url)
    if (status >= 500 && status !== 501) logFailure(log, request, error, status)
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
    const body: ScimError = {
      schemas: [ERROR],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail,
    }
    return sendScim(reply.code(status), body)
  }
}

/** A URL that cannot be read: it has no route, so no error handler either. */
export function answerBadScimUrl({ statusCode = 400 }: FastifyError, reply: FastifyReply): void {
  sendScim(reply.code(statusCode), { schemas: [ERROR], status: String(statusCode), detail: 'the URL cannot be read' })
}

export function sendScim(reply: FastifyReply, body: unknown): FastifyReply {
  return reply
    .type(SCIM_JSON)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body)
}

type Refusal = {
  readonly status: number
  readonly scimType?: ScimType
  readonly detail: string
  readonly retryAfterSeconds?: number | undefined
}

function refusalOf(error: FastifyError | AppError | ScimFault, url: string): Refusal {
  if (error instanceof ScimFault) {
    const { scimType, message: detail } = error
    return { status: scimType === 'uniqueness' ? 409 : 400, scimType, detail }
  }
  const problem = problemOf(error)
  const { status, retryAfterSeconds } = problem
  const detail = sentenceOf(problem)
  if (status === 404 && LEFT_OUT.test(url)) return { status: 501, detail: 'this service leaves it out' }
  if (status === 422) return { status: 400, scimType: 'invalidValue', detail }
  if (status === 400) return { status, scimType: 'invalidSyntax', detail }
  return { status, detail, retryAfterSeconds }
}

function sentenceOf({ detail }: Problem): string {
  if (typeof detail === 'string') return detail
  return detail.map(({ loc, msg }) => `${loc.slice(1).join('.')} ${msg}`.trim()).join('; ')
}
