/** Learns whether an answer reached its sender, as far as the connection says. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenRequest } from './request-memory.ts'

type Answered = { readonly request: OpenRequest; readonly at: number }

/** The request that each connection was answered last, while the connection may still turn out to be broken. */
const lastAnswered = new WeakMap<Socket, Answered | null>()

/** The reset of an answer that nobody reads comes with the next round trip; one that comes later says nothing of it. */
const RESET_MS_MAX = 10_000

/** Call it before the events are appended: a sender that goes away meanwhile may be back before they are. */
export function followSender({ socket }: IncomingMessage, request: OpenRequest): void {
  // A sender that sends the next request on a connection has read the answer to the one before.
  if (lastAnswered.has(socket)) lastAnswered.set(socket, null)
  if (socket.readableEnded || socket.destroyed) return request.broken()
  socket.once('end', request.broken)
  socket.once('close', request.broken)
}

/** Call it before the answer is written. A refusal is followed by the same request, whatever became of the answer. */
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

/** A reset that comes after the answer was written says that it may not have been read. */
function rememberOn(socket: Socket, request: OpenRequest): void {
  const isFollowed = lastAnswered.has(socket)
  lastAnswered.set(socket, { request, at: performance.now() })
  if (!isFollowed) socket.once('error', () => breakLast(socket))
}

function breakLast(socket: Socket): void {
  const last = lastAnswered.get(socket)
  if (last && performance.now() - last.at <= RESET_MS_MAX) last.request.broken()
}
