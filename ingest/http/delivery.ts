/** Finds out whether an answer reached its sender, as far as the connection shows it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenRequest } from './request-memory.ts'

type Answered = { readonly request: OpenRequest; readonly at: number }

/** The last answered request of each connection, while a reset may still show that the answer was lost. */
const lastAnswered = new WeakMap<Socket, Answered | null>()

/** When the answer is not read, the reset arrives with the next round trip; a later one has another cause. */
const RESET_MS_MAX = 10_000

/** Call it before the events are appended: a sender that disconnects meanwhile may send again before they are. */
export function followSender({ socket }: IncomingMessage, request: OpenRequest): void {
  // A sender that sends the next request on a connection has read the answer before it.
  if (lastAnswered.has(socket)) lastAnswered.set(socket, null)
  if (socket.readableEnded || socket.destroyed) return request.broken()
  socket.once('end', request.broken)
  socket.once('close', request.broken)
}

/**
 * Call it before the answer is written. After a refusal the sender repeats the request, whether it read the answer or
 * not.
 */
export function followDelivery(response: ServerResponse, status: number, request: OpenRequest): void {
  const { socket } = response
  if (status >= 300 || socket === null) {
    unfollow(socket, request)
    return request.broken()
  }
  response.once('finish', () => {
    unfollow(socket, request)
    request.answered()
    rememberOn(socket, request)
  })
}

function unfollow(socket: Socket | null, { broken }: OpenRequest): void {
  socket?.off('end', broken)
  socket?.off('close', broken)
}

/** A reset after the answer was written means that the sender may not have read it. */
function rememberOn(socket: Socket, request: OpenRequest): void {
  const isFollowed = lastAnswered.has(socket)
  lastAnswered.set(socket, { request, at: performance.now() })
  if (!isFollowed) socket.once('error', () => breakLast(socket))
}

function breakLast(socket: Socket): void {
  const last = lastAnswered.get(socket)
  if (last && performance.now() - last.at <= RESET_MS_MAX) last.request.broken()
}
