/** `/sse?channels=alerts,insights`: the same frames as Server-Sent Events (HTML standard, 9.2); the id of one is its cursor. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { admit, mayConnect, queryOf } from './admit.ts'
import type { RealtimeDeps } from './deps.ts'
import type { Frame } from './frames.ts'
import { openStream, type Streams } from './open-stream.ts'
import type { Outlet } from './stream.ts'

/** A peer that does not take the rest is cut after so long. */
const CLOSE_MS = 2_000

export function sseRoute(app: FastifyInstance, deps: RealtimeDeps, streams: Streams): void {
  app.get('/sse', async (request, reply) => {
    if (!(await mayConnect(deps, request)))
      throw new AppError('rate_limited', 'too many connections from this address', { retryAfterSeconds: 60 })
    const { 'last-event-id': lastId } = request.headers
    const cursor = queryOf(request, 'cursor') ?? (typeof lastId === 'string' && lastId !== '' ? lastId : null)
    const admitted = await admit(deps, request, queryOf(request, 'channels') ?? 'all', cursor)
    streams.hub.requireRoom(admitted.bearer.tenant)
    app.connectionRoom.proven(request.raw.socket, admitted.bearer.tenant)
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, headersFor(request, deps.corsOrigins))
    const stream = openStream(streams, admitted, outletOf(raw))
    raw.on('error', () => undefined) // 'close' follows and is handled
    raw.on('close', () => streams.hub.remove(stream))
    // The client may have disconnected while its ticket was checked.
    if (raw.destroyed) streams.hub.remove(stream)
  })
}

function headersFor({ headers: { origin } }: FastifyRequest, corsOrigins: readonly string[]): Record<string, string> {
  const shared = origin !== undefined && corsOrigins.includes(origin)
  return {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // proxies would buffer events
    'x-content-type-options': 'nosniff',
    ...(shared ? { 'access-control-allow-origin': origin, vary: 'origin' } : {}),
  }
}

function outletOf(raw: ServerResponse): Outlet {
  return {
    send: (frame, done) => void raw.write(eventOf(frame), () => done()),
    close(code, reason) {
      raw.end(`event: close\ndata: ${JSON.stringify({ type: 'close', code, reason })}\n\n`)
      setTimeout(() => raw.destroy(), CLOSE_MS).unref()
    },
    // TCP reports a disconnected peer once something is sent to it.
    probe: () => !raw.destroyed,
  }
}

/** JSON has no line breaks, so one `data` line holds it. */
function eventOf({ text, cursor }: Frame): string {
  return `${cursor === null ? '' : `id: ${cursor}\n`}data: ${text}\n\n`
}
