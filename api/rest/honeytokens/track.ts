/**
 * The address of a decoy, for every method and body. The answer reveals nothing: every id, known or not, gets the same
 * answer after the same time. AWS clients get AWS's answer for an unknown key, clients of Kubernetes that of a cluster to a
 * wrong token, all others a picture. The touch is
 * handled after that answer.
 */

import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  HONEYTOKEN_LIMITS,
  isClusterPath,
  openTouchBuffer,
  type TouchBuffer,
  type TouchSeen,
} from '../../../control/detect/honeytokens/index.ts'
import { METHODS } from '../../../control/platform/acting/index.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import type { ApiDeps } from '../../deps.ts'
import type { ApiApp, Routes } from '../api-app.ts'
import { awsAnswerTo } from './aws-answer.ts'
import { type AwsRequest, awsRequestOf } from './aws-request.ts'

const ANSWER_MS = 150
/** A picture of one transparent point. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** These headers hold secrets of others; the details of a touch keep the rest of a signature. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  ...['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-amz-security-token'],
])
/** Bytes of a body that contain the operation and the key of a form. */
const BODY_BYTES_READ = 16 * 1024
/** A client that uploads reads its answer behind its body; past this the connection is closed. */
const BODY_BYTES_MAX = 1024 * 1024

declare module 'fastify' {
  interface FastifyInstance {
    touches: TouchBuffer
  }
  interface FastifyRequest {
    /** Time when a touch arrived: its body may take as long as its sender likes. */
    receivedMs: number
  }
}

/** Not rate limited, so that every touch counts: handling one costs no more than its answer. */
const OPEN = { public: true, unlimited: true, anyQuery: true, removes: 'mark' } as const
const METHODS_OF_TOUCHES = [...METHODS, 'HEAD', 'OPTIONS'] as const

/**
 * Some clients leave out the path of their endpoint, or put a bucket before its host: a request that is signed for AWS
 * and matches no route is a touch, by its key. Register it before the hooks that count requests.
 */
export function decoyPlugin(app: ApiApp, deps: ApiDeps): void {
  const buffer = openTouchBuffer(deps)
  app.decorate('touches', buffer)
  app.addHook('onClose', () => buffer.close())
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const awsRequest = awsRequestOf(partsOf(request, ''))
    if (awsRequest === null || awsRequest.accessKeyId === null) return
    buffer.note(awsRequest.accessKeyId, seenIn(deps, request, awsRequest), deps.nowMs())
    await delay(ANSWER_MS)
    return answer(request, reply, awsRequest)
  })
}

export const trackRoutes: Routes = (app, deps) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.decorateRequest('receivedMs', 0)
    scope.addHook('onRequest', async (request) => {
      request.receivedMs = deps.nowMs()
    })
    scope.addContentTypeParser('*', (_request: FastifyRequest, payload: Readable) => startOf(payload))
    // A profile of a cloud has the decoy as its endpoint, and its clients put paths behind it.
    for (const behind of ['', '/*'])
      for (const method of METHODS_OF_TOUCHES)
        scope.route({
          ...{ method, url: `/honeytokens/track/:token_id${behind}`, config: OPEN, exposeHeadRoute: false },
          schema: {
            ...{
              hide: true,
              tags: ['honeytokens'],
              summary: 'A decoy is touched',
              params: Type.Object({ token_id: Type.String() }),
            },
            description: 'The same answer for every id. Nobody with a reason comes here.',
            produces: ['image/gif'],
          },
          // A touch may hold what the API refuses elsewhere, such as characters that no store keeps.
          errorHandler: (_, request, reply) => void track(deps, scope.touches, request, reply),
          handler: (request, reply) => track(deps, scope.touches, request, reply),
        })
  })
}

async function track(deps: ApiDeps, buffer: TouchBuffer, request: FastifyRequest, reply: FastifyReply) {
  const { token_id: id } = request.params as { token_id: string }
  const awsRequest = awsRequestOf(partsOf(request, typeof request.body === 'string' ? request.body : ''))
  const seen = seenIn(deps, request, awsRequest)
  if (isUuid(id)) buffer.note(id.toLowerCase(), seen, request.receivedMs)
  else if (awsRequest !== null && awsRequest.accessKeyId !== null)
    buffer.note(awsRequest.accessKeyId, seen, request.receivedMs)
  await delay(ANSWER_MS)
  return answer(request, reply, awsRequest)
}

function answer(request: FastifyRequest, reply: FastifyReply, awsRequest: AwsRequest | null): FastifyReply {
  if (!request.raw.complete) reply.header('connection', 'close')
  const isOfCluster = awsRequest === null && isClusterPath(behindOf(request))
  if (awsRequest === null && !isOfCluster)
    return reply.code(200).type('image/gif').header('cache-control', 'no-store').send(PICTURE)
  const { status, headers, body } = awsRequest === null ? UNKNOWN_TO_CLUSTER : awsAnswerTo(awsRequest)
  for (const name of Object.keys(reply.getHeaders())) if (name !== 'connection') reply.removeHeader(name)
  reply.code(status).headers(headers)
  return request.method === 'HEAD' ? reply.send() : reply.send(body)
}

/** The answer of a cluster to a token that it does not know. */
const UNKNOWN_TO_CLUSTER = {
  status: 401,
  headers: { 'cache-control': 'no-cache, private', 'content-type': 'application/json' },
  body: JSON.stringify({
    ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' },
    ...{ message: 'Unauthorized', reason: 'Unauthorized', code: 401 },
  }),
}

/** The path behind the decoy's address. */
function behindOf({ params }: FastifyRequest): string {
  return (params as { '*'?: string })['*'] ?? ''
}

/** The beginning, as Latin-1. A body that breaks off is as much as came of it. */
async function startOf(payload: Readable): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      if (bytes < BODY_BYTES_READ) kept.push((chunk as Buffer).subarray(0, BODY_BYTES_READ - bytes))
      bytes += (chunk as Buffer).length
      if (bytes > BODY_BYTES_MAX) break
    }
  } catch {
    // The touch counts even if its sender broke off.
  }
  return Buffer.concat(kept).toString('latin1')
}

function partsOf({ method, url, headers }: FastifyRequest, body: string) {
  return { method, url, headers, body }
}

function seenIn(deps: ApiDeps, request: FastifyRequest, awsRequest: AwsRequest | null): TouchSeen {
  return {
    sourceIp: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, HONEYTOKEN_LIMITS.headerChars) ?? null,
    method: request.method,
    headers: headersOf(request),
    details: detailsOf(request, awsRequest),
    isNotified: deps.tellsTouches === true,
    selfTest: selfTestIn(request.query),
  }
}

/** The word of a self-test; a request with several is no self-test. */
function selfTestIn(query: unknown): string | null {
  const { self_test: word } = (query ?? {}) as { readonly self_test?: unknown }
  return typeof word === 'string' && /^[A-Za-z0-9_-]{24}$/.test(word) ? word : null
}

/** `resource` is behind the decoy's address: the path of a cloud client, or the host on which a copy of a site runs. */
function detailsOf(request: FastifyRequest, awsRequest: AwsRequest | null): TouchSeen['details'] {
  const behind = behindOf(request)
  const resource = behind === '' ? null : kept(behind)
  const { service = null, region = null, operation = null, accessKeyId = null } = awsRequest ?? {}
  const all = {
    aws_service: service,
    aws_region: region,
    aws_operation: operation,
    access_key_id: accessKeyId,
    resource,
  }
  return Object.fromEntries(Object.entries(all).filter((one): one is [string, string] => one[1] !== null))
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name))
  return Object.fromEntries(
    others.slice(0, HONEYTOKEN_LIMITS.headers).map(([name, value]) => [name, kept(String(value))]),
  )
}

/** The text as Postgres can store it. */
function kept(text: string): string {
  return text.replaceAll('\0', '').slice(0, HONEYTOKEN_LIMITS.headerChars).toWellFormed()
}
