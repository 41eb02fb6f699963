/** `/ws` and `/ws/{alerts,insights,all}`: JSON text frames to the client; messages of the client are ignored. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { type Admitted, admit, mayConnect, queryOf } from './admit.ts'
import type { RealtimeDeps } from './deps.ts'
import { openStream, type Streams } from './open-stream.ts'
import { CLOSE, type Outlet } from './stream.ts'

/** A peer that does not answer our close is cut after so long. */
const CLOSE_MS = 2_000
const MINUTE_MS = 60_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The bearer and channels of a stream. Null: the address connected too often. */
    admitted: Admitted | null
  }
}

export function wsRoutes(app: FastifyInstance, deps: RealtimeDeps, streams: Streams): void {
  app.decorateRequest('admitted', null)
  const preValidation = async (request: FastifyRequest) => {
    // The error is sent as a close code, because a page cannot read the status of a failed handshake.
    if (!(await mayConnect(deps, request))) return
    const { channel = 'all' } = request.params as { channel?: string }
    request.admitted = await admit(deps, request, channel, queryOf(request, 'cursor'))
    streams.hub.requireRoom(request.admitted.bearer.tenant)
    app.connectionRoom.proven(request.raw.socket, request.admitted.bearer.tenant)
  }
  const follow = (socket: WebSocket, { admitted }: FastifyRequest) => {
    if (admitted === null) return socket.close(CLOSE.policy, 'too many connections from this address in a minute')
    const { outlet, alive } = outletOf(socket)
    const stream = openStream(streams, admitted, outlet)
    socket.on('close', () => streams.hub.remove(stream))
    boundFrames(socket, deps.limits.framesPerMinute, () => stream.close(CLOSE.policy, 'too many frames'))
    socket.on('pong', alive)
  }
  for (const url of ['/ws', '/ws/:channel']) app.get(url, { websocket: true, preValidation }, follow)
}

function outletOf(socket: WebSocket): { outlet: Outlet; alive: () => void } {
  let isAlive = true
  const outlet: Outlet = {
    send: ({ text }, done) => socket.send(text, () => done()),
    close(code, reason) {
      socket.close(code, reason)
      setTimeout(() => socket.terminate(), CLOSE_MS).unref()
    },
    probe() {
      const answered = isAlive
      isAlive = false
      if (socket.readyState === socket.OPEN) socket.ping()
      return answered
    },
  }
  const alive = () => {
    isAlive = true
  }
  return { outlet, alive }
}

/**
 * Counts the frames of a client without reading them; a frame that is too large ends the stream before it gets here.
 */
function boundFrames(socket: WebSocket, perMinute: number, tooMany: () => void): void {
  let count = 0
  let untilMs = 0
  const counted = () => {
    const nowMs = performance.now()
    if (nowMs >= untilMs) {
      count = 0
      untilMs = nowMs + MINUTE_MS
    }
    if (++count > perMinute) tooMany()
  }
  socket.on('message', (_: RawData) => counted())
  socket.on('ping', counted)
}
