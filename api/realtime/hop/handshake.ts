/** Turns a request for a WebSocket into two joined sockets. */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Time after which a handshake without a stream or a refusal is cut: nothing reads its socket any more. */
const HANDSHAKE_MS = 15_000
const PATH = /^\/api\/v1\/realtime\/ws(\/[^/?]+)?(\?|$)/
/** Headers of the realtime service's answer that the client needs (RFC 6455, 4.2.2). */
const ANSWERED = ['sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions']

/** True when the request may become a socket; any other offer to upgrade is answered as a plain request. */
export function opensStream({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return PATH.test(url ?? '') && headers.upgrade?.toLowerCase() === 'websocket'
}

/** True when the request came with a socket to upgrade: Node sets this member, its types do not have it. */
export function isHandshake(raw: IncomingMessage): boolean {
  return 'upgrade' in raw && raw.upgrade === true
}

/** Register it before what routes upgrades (`@fastify/websocket`): that keeps to itself what came behind the request. */
export function guardHandshakes(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!opensStream(request)) return
    if (head.length > 0) socket.unshift(head)
    socket.on('error', () => undefined) // 'close' follows and is handled
    socket.setTimeout(HANDSHAKE_MS, () => socket.destroy())
  })
}

/** The socket of a request that is a stream from now on, and no business of HTTP. */
export function acceptHandshake(request: FastifyRequest, reply: FastifyReply, answer: IncomingMessage): Socket {
  const { socket } = request.raw
  reply.hijack()
  reply.raw.detachSocket(socket)
  const headers = ANSWERED.flatMap((name) => {
    const value = answer.headers[name]
    return typeof value === 'string' ? [`${name}: ${value}`] : []
  })
  const lines = ['upgrade: websocket', 'connection: Upgrade', `x-request-id: ${request.id}`, ...headers]
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

/** Sends a refusal and closes the socket. */
export async function endHandshake({ raw }: FastifyRequest): Promise<void> {
  if (isHandshake(raw)) raw.socket.destroySoon()
}
