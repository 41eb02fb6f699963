/**
 * The streams of the realtime service under the origin of the API: `/realtime/sse`, `/realtime/ws` and
 * `/realtime/ws/{channel}`. Public to the gate: the ticket contains the permissions, and the realtime service checks it
 * as for a direct client.
 */
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import type { ApiDeps } from '../../deps.ts'
import { sendProblem } from '../../plugins/problem.ts'
import type { Routes } from '../../rest/api-app.ts'
import { connectToRealtime } from './connect-to-realtime.ts'
import { acceptHandshake, endHandshake, guardHandshakes, isHandshake } from './handshake.ts'
import { PassedStreams } from './passed-streams.ts'
import { refusalOf } from './refusal.ts'
import { IDLE_MS, joinSockets } from './tunnel.ts'

/** Headers of an event stream that are passed to the client; the API sets the others itself. */
const PASSED_HEADERS = ['content-type', 'cache-control', 'x-accel-buffering']
const config = { public: true, provesItself: true, anyQuery: true, subsystem: 'realtime' } as const
const eventsSchema = {
  tags: ['realtime'],
  summary: 'Stream the events of a tenant as Server-Sent Events',
  description:
    'Public: the ticket identifies the caller. `/api/v1/realtime/ws` and `/api/v1/realtime/ws/{channel}` send the same over a WebSocket.',
  querystring: Type.Object({
    token: Type.Optional(Type.String({ description: 'ticket of `POST /realtime/ticket`; opens one stream' })),
    channels: Type.Optional(Type.String({ description: 'channels, separated by commas; default: all permitted ones' })),
    cursor: Type.Optional(Type.String({ description: 'id of the last event seen, to continue after it' })),
  }),
  response: { 200: { description: 'Events.', content: { 'text/event-stream': { schema: Type.String() } } } },
} as const

export const realtimeHopRoutes: Routes = (app, deps) => {
  const streams = new PassedStreams(deps.realtimeHop)
  deps.metrics.observed('svc_api_realtime_streams', 'streams passed on to clients', () => streams.size)
  guardHandshakes(app.server)
  app.addHook('preClose', async () => streams.stop())
  const refuse = async (answer: IncomingMessage, request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(request, reply, await refusalOf(answer, request, deps.log))
  app.get('/realtime/sse', { config, schema: eventsSchema, exposeHeadRoute: false }, async (request, reply) => {
    const place = streams.open(reply.raw)
    const { answer } = await connectToRealtime(place.hop, '/sse', request, place.signal)
    if (!isEventStream(answer)) return refuse(answer, request, reply)
    place.stop = () => answer.destroy()
    proven(request)
    request.raw.socket.setTimeout(IDLE_MS) // Node destroys it then
    for (const name of PASSED_HEADERS) reply.header(name, answer.headers[name])
    return reply.send(bodyOf(answer) as never) // its schema is that of the text
  })
  const follow = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    if (!isHandshake(request.raw)) throw new AppError('bad_request', 'a WebSocket is opened by an upgrade to websocket')
    const place = streams.open(request.raw.socket)
    const { answer, socket } = await connectToRealtime(place.hop, path, request, place.signal)
    if (socket === null) return refuse(answer, request, reply)
    place.stop = joinSockets(acceptHandshake(request, reply, answer), socket)
    proven(request)
    logPassed(deps, request)
    return reply
  }
  const options = { config, schema: { hide: true }, exposeHeadRoute: false, onResponse: endHandshake }
  app.get('/realtime/ws', options, (request, reply) => follow('/ws', request, reply))
  app.get('/realtime/ws/:channel', options, (request, reply) => {
    const { channel } = request.params as { channel: string }
    return follow(`/ws/${encodeURIComponent(channel)}`, request, reply)
  })
}

/** The realtime service took its ticket; of which tenant that is, only that service knows. */
function proven({ raw, server }: FastifyRequest): void {
  server.connectionRoom.proven(raw.socket, 'streams')
}

/** The line of a request is written when it is answered, which a stream is only at its end. */
function logPassed({ log }: ApiDeps, { id, ip, routeOptions }: FastifyRequest): void {
  log.info({ request_id: id, route: routeOptions.url, ip }, 'a stream is passed on')
}

function isEventStream({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 200 && headers['content-type']?.startsWith('text/event-stream') === true
}

/** Ends as a whole body, however the answer ended: clients come back with the last cursor either way. */
function bodyOf(answer: IncomingMessage): PassThrough {
  const body = new PassThrough()
  answer.on('error', () => undefined) // 'close' follows and is handled
  answer.once('close', () => body.end())
  answer.pipe(body, { end: false })
  return body
}
