/** Refusals of the catalogue in the form of its specification (`IcebergErrorResponse`). */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { logFailure, problemOf } from '../plugins/problem.ts'

/** Clients recognise a missing table or namespace by this type. */
export class IcebergFault extends AppError {
  readonly type: 'NoSuchNamespaceException' | 'NoSuchTableException'

  constructor(type: IcebergFault['type'], detail: string) {
    super('not_found', detail)
    this.type = type
  }
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'BadRequestException',
  401: 'NotAuthorizedException',
  403: 'ForbiddenException',
  404: 'NotFoundException',
  405: 'UnsupportedOperationException',
  422: 'BadRequestException',
  429: 'TooManyRequestsException',
  503: 'ServiceUnavailableException',
}

export function answerIcebergError(log: Log) {
  return (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    request.refusal = error
    const { status, detail, retryAfterSeconds } = problemOf(error)
    if (status >= 500) logFailure(log, request, error, status)
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
    const type = error instanceof IcebergFault ? error.type : (TYPES[status] ?? 'InternalServerError')
    const message =
      typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.slice(1).join('.')} ${msg}`).join('; ')
    return reply
      .code(status)
      .type('application/json')
      .serializer((value: unknown) => JSON.stringify(value))
      .send({ error: { message, type, code: status } })
  }
}
