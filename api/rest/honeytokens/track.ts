/**
 * Where a decoy leads. Whoever asks learns nothing: every id, known or not, is answered with the same bytes after the same
 * time, and what is done about it is done behind that.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  HONEYTOKEN_LIMITS,
  openTouchBuffer,
  type TouchBuffer,
  type TouchSeen,
} from '../../../control/honeytokens/index.ts'
import type { ApiDeps } from '../../deps.ts'
import type { Routes } from '../api-app.ts'

const ANSWER_MS = 150
/** A picture of one transparent point. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Of somebody else, and none of our business. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key'])

/** Each touch counts, also those of a source that is over the rate of an address: they cost no more than their answer. */
const OPEN = { public: true, unlimited: true } as const

export const trackRoutes: Routes = (app, deps) => {
  const buffer = openTouchBuffer(deps)
  app.addHook('onClose', () => buffer.close())
  // A profile of a cloud has the decoy as its endpoint, and its clients put paths behind it.
  for (const behind of ['', '/*'])
    for (const method of ['GET', 'POST'] as const)
      app.route({
        ...{ method, url: `/honeytokens/track/:token_id${behind}`, config: OPEN },
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
        handler: (request, reply) => track(deps, buffer, request, reply),
      })
}

async function track(deps: ApiDeps, buffer: TouchBuffer, request: FastifyRequest, reply: FastifyReply) {
  const { token_id: id } = request.params as { token_id: string }
  if (UUID.test(id)) buffer.note(id.toLowerCase(), seenIn(deps, request), deps.nowMs())
  await delay(ANSWER_MS)
  return reply.header('content-type', 'image/gif').header('cache-control', 'no-store').send(PICTURE)
}

function seenIn(deps: ApiDeps, request: FastifyRequest): TouchSeen {
  return {
    sourceIp: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, HONEYTOKEN_LIMITS.headerChars) ?? null,
    method: request.method,
    headers: headersOf(request),
    isTold: deps.tellsTouches === true,
  }
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name))
  const texts = kept.slice(0, HONEYTOKEN_LIMITS.headers).map(([name, value]) => {
    return [name, String(value).replaceAll('\0', '').slice(0, HONEYTOKEN_LIMITS.headerChars)]
  })
  return Object.fromEntries(texts)
}
