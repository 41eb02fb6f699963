/** REST routes of declared operations. */
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { FileAnswer, Operation } from '../../control/platform/acting/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { ApiDeps } from '../deps.ts'
import type { ApiApp, Routes } from '../rest/api-app.ts'
import type { RouteConfig } from '../route-config.ts'
import { type AfterResponse, openAfterResponse } from './after-response.ts'
import { formFile } from './form-file.ts'
import { repeatableOf } from './idempotency.ts'
import { originOf, requestActor } from './tenant-work.ts'
import { validatorCompiler } from './validation.ts'

export function operationRoutes(operations: readonly Operation<ApiDeps>[]): Routes {
  return (app, deps) => {
    const afterResponse = openAfterResponse(deps.log)
    app.addHook('onClose', () => afterResponse.drained())
    const means = { deps, afterResponse }
    for (const operation of operations)
      if (operation.upload === undefined) registerOperation(app, means, operation)
      else registerUpload(app, means, operation, operation.upload.bytesMax)
  }
}

type Means = { readonly deps: ApiDeps; readonly afterResponse: AfterResponse }

/**
 * Registers an upload in a scope of its own, because no other route accepts multipart bodies. Exactly one file and no
 * other field.
 */
function registerUpload(app: ApiApp, means: Means, operation: Operation<ApiDeps>, fileSize: number): void {
  app.register(async (scope: ApiApp) => {
    const limits = { fileSize, files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 20 }
    await scope.register(multipart, { limits })
    registerOperation(scope, means, operation)
  })
}

/** Bytes of a form around its file. */
const FORM_BYTES = 16_384

/** The schema of the body describes the form: the route reads its parts, and not by this schema. */
function uploadOptions(bytesMax: number): Pick<RouteShorthandOptions, 'bodyLimit' | 'validatorCompiler'> {
  return {
    bodyLimit: bytesMax + FORM_BYTES,
    validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : (validatorCompiler(part as never) as never)),
  }
}

/** Aborted when the connection ends before the answer. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new AppError('unavailable', 'the client disconnected'))
  })
  return gone.signal
}

function sendFile(request: FastifyRequest, reply: FastifyReply, answer: FileAnswer): FastifyReply {
  if ('json' in answer) return reply.send(answer.json)
  const { type, body, headers = {}, etag } = answer
  if (etag !== undefined) reply.header('etag', etag)
  if (etag !== undefined && request.headers['if-none-match'] === etag)
    return reply
      .headers({ ...headers })
      .code(304)
      .send(null)
  return reply
    .headers({ ...headers })
    .type(type)
    .send(body instanceof Uint8Array ? Buffer.from(body) : body)
}

function registerOperation(app: ApiApp, means: Means, operation: Operation<ApiDeps>): void {
  const { method, url, bodyBytes, upload, receive } = operation
  app.route({
    method,
    url,
    ...(upload === undefined ? {} : uploadOptions(upload.bytesMax)),
    ...(bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }),
    config: configOf(operation),
    ...(receive === undefined
      ? {}
      : {
          preValidation: async (request: FastifyRequest) => {
            request.body = receive(request.body)
          },
        }),
    schema: schemaOf(operation),
    handler: async (request, reply) => {
      const call = callOf(means, operation, request, reply)
      const answer = await operation.invoke(means.deps, call, await inputOf(operation, request))
      return send(operation, request, reply, answer)
    },
  })
}

function configOf(operation: Operation<ApiDeps>): RouteConfig {
  const { permission, ofPerson, audit, removes, idempotent, takesEvents, asksModel, provesItself, anyQuery } = operation
  return {
    ...(permission === 'public' ? { public: true as const } : { permission }),
    ...(ofPerson === undefined ? {} : { ofPerson }),
    ...(removes === undefined ? {} : { removes }),
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(takesEvents === undefined ? {} : { takesEvents }),
    ...(asksModel === undefined ? {} : { asksModel }),
    ...(provesItself === undefined ? {} : { provesItself }),
    ...(anyQuery === undefined ? {} : { anyQuery }),
    ...(audit.length === 0 ? {} : { audit: audit.length === 1 ? audit[0] : audit }),
  }
}

function schemaOf(operation: Operation<ApiDeps>) {
  const { tag, summary, description, params, query, body, upload } = operation
  return {
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(params === null ? {} : { params }),
    ...(query === null ? {} : { querystring: query }),
    ...(body === null ? {} : { body }),
    ...(upload === undefined ? {} : { consumes: ['multipart/form-data'] }),
    response: responsesOf(operation),
  }
}

/** A public operation runs as an anonymous caller, any other one as the caller that the gate has authenticated. */
function callOf(
  { deps, afterResponse }: Means,
  { permission, idempotent }: Operation<ApiDeps>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const shared = {
    nowMs: deps.nowMs(),
    deps,
    gone: goneOf(reply),
    afterResponse: (what: string, work: () => Promise<void>) => afterResponse.run(reply, what, work),
  }
  if (permission === 'public') return { ...shared, origin: originOf(request) }
  const repeatable = idempotent === true ? repeatableOf(request) : undefined
  return { ...shared, actor: requestActor(request), repeatable }
}

async function inputOf({ upload }: Operation<ApiDeps>, request: FastifyRequest): Promise<object> {
  const sent =
    upload === undefined ? (request.body as object | undefined) : { file: await formFile(request, upload.what) }
  return { ...(request.query as object), ...sent, ...(request.params as object) }
}

function send(
  { holdsSecret, file, headers, status }: Operation<ApiDeps>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): FastifyReply {
  if (holdsSecret === true) reply.header('cache-control', 'no-store')
  if (file !== undefined) return sendFile(request, reply, answer as FileAnswer)
  if (headers !== undefined) reply.headers({ ...headers(answer as never) })
  if (status === 204) return reply.code(status).send(null)
  // Sent as null itself it would be an answer without a body.
  if (answer === null) return reply.code(status).type('application/json; charset=utf-8').send('null')
  return reply.code(status).send(answer)
}

function responsesOf({ status, file, output }: Operation<ApiDeps>) {
  if (file === undefined) return { [status]: output }
  const { unchanged, ...content } = file
  return { [status]: content, ...(unchanged === undefined ? {} : { 304: unchanged }) }
}
