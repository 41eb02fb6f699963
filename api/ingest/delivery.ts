/** Learns whether an answer reached its sender, as far as the connection says. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenRequest } from './request-memory.ts'

/** The request that each connection was answered last, while the connection may still turn out to be broken. */
const lastAnswered = new WeakMap<Socket, OpenRequest>()

/** Call it before the answer is written. A refusal is followed by the same request, whatever became of the answer. */
export function followDelivery(response: ServerResponse, status: number, request: OpenRequest): void {
  const { socket } = response
  if (status >= 300 || socket === null || socket.destroyed) return request.broken()
  let isWritten = false
  response.once('finish', () => {
    // A sender that closed its side before the answer has mostly stopped waiting for it.
    if (socket.readableEnded) return
    isWritten = true
    request.answered()
    rememberOn(socket, request)
  })
  response.once('close', () => {
    if (!isWritten) request.broken()
  })
}

/** A reset that comes after the answer was written says that it may not have been read. */
function rememberOn(socket: Socket, request: OpenRequest): void {
  if (!lastAnswered.has(socket)) socket.once('error', () => lastAnswered.get(socket)?.broken())
  lastAnswered.set(socket, request)
}
