import type { FastifyRequest } from 'fastify'
import type { Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { checkAtEndMs } from '../../control/identity/accounts/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Socket } from './admit-socket.ts'
import { MESSAGES_MAX, PINGS_MAX } from './limits.ts'

type Options = {
  readonly recheckMs: number
  readonly bufferedBytesMax: number
  readonly log: Log
  readonly nowMs: () => number
  /** Sockets that are checked at once when access changes. */
  readonly open: Set<LiveSocket>
}

/** A socket whose credential can be checked. */
export type LiveSocket = { readonly seen: Socket; readonly check: () => Promise<void> }

/**
 * One WebSocket of the protocol: it passes messages, checks that the client is alive and still authorised, and closes
 * the connection of a client that sends without reading.
 */
export function liveSocket(
  server: Server<Socket>,
  socket: WebSocket,
  request: FastifyRequest,
  { recheckMs, bufferedBytesMax, log, nowMs, open }: Options,
): void {
  const seen: Socket = { socket, request, principal: null, recheck: null, ends: new Set() }
  const isFlooded = () => socket.bufferedAmount > bufferedBytesMax
  const failed = (err: unknown) => {
    log.error({ err, request_id: request.id }, 'GraphQL socket failed')
    socket.close(1011, 'the API failed')
  }
  let ending: NodeJS.Timeout | undefined
  /** Checks once more when the credential ends by itself, if that comes before the next regular check. */
  const checkAtEnd = () => {
    clearTimeout(ending)
    const pauseMs = checkAtEndMs(seen.principal?.expiresMs ?? null, nowMs(), recheckMs)
    if (pauseMs !== null && socket.readyState === socket.OPEN) ending = setTimeout(check, pauseMs)
  }
  const check = async () => {
    await seen.recheck?.().catch(failed)
    checkAtEnd()
  }
  const live = { seen, check }
  open.add(live)
  let messages = 0
  const isTooMuch = () => {
    if (isFlooded()) socket.terminate()
    else if (++messages > MESSAGES_MAX) socket.close(1008, 'too many messages')
    else return false
    return true
  }
  socket.on('ping', isTooMuch)
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (text) => sendText(socket, text),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (onText) =>
        socket.on('message', (data) => {
          if (!isTooMuch()) onText(String(data)).then(ending === undefined ? checkAtEnd : undefined, failed)
        }),
    },
    seen,
  )
  let unanswered = 0
  socket.on('pong', () => {
    unanswered = 0
  })
  const timer = setInterval(() => {
    if (isFlooded() || ++unanswered > PINGS_MAX) return socket.terminate()
    messages = 0
    socket.ping()
    void check()
  }, recheckMs)
  socket.once('close', (code, reason) => {
    clearInterval(timer)
    clearTimeout(ending)
    open.delete(live)
    for (const end of seen.ends) end()
    closed(code, String(reason)).catch((err) => log.error({ err }, 'GraphQL socket failed at its end'))
  })
}

/** Resolves when the text has left the process, so that a slow reader slows the sender. */
function sendText(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.readyState !== socket.OPEN) return resolve()
    socket.send(text, (error) => (error ? reject(error) : resolve()))
  })
}
