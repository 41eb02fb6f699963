/** Sends one request to the realtime service for a client of the API. */
// biome-ignore lint/style/noRestrictedImports: the realtime service is a part of this installation, as its stores are
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
// biome-ignore lint/style/noRestrictedImports: the same over TLS
import { request as tlsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { isHandshake } from './handshake.ts'
import { TOKEN_HEADER } from './token-header.ts'

/** Address and token by which the API connects to the realtime service. */
export type RealtimeHop = {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly token: string
  /** Streams that one API passes on; past it 503. */
  readonly streamsMax: number
}

/** The answer of the realtime service; with `socket` it is a WebSocket from here on. */
export type RealtimeAnswer = { readonly answer: IncomingMessage; readonly socket: Socket | null }

/**
 * Time until the answer begins. A client that leaves its handshake before is not noticed: nothing reads its socket.
 * @bound time that an API waits for the realtime service -> 503
 */
const ANSWER_MS = 10_000
/**
 * Client headers that a stream needs. All others are dropped, above all those by which a client could forge its
 * address.
 */
const PASSED = [
  ...['accept', 'last-event-id', 'origin', 'user-agent'],
  ...['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol', 'sec-websocket-extensions'],
]

/** Resolves with any response. Throws `unavailable` without a response, and when the signal was aborted. */
export function connectToRealtime(
  hop: RealtimeHop,
  path: string,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<RealtimeAnswer> {
  const url = new URL(`${hop.baseUrl}${path}${queryOf(request)}`)
  // A separate connection: it becomes a stream and is never reused.
  const options: RequestOptions = { agent: false, headers: headersOf(hop, request), signal }
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, options)
    const late = setTimeout(() => sent.destroy(new Error('no answer in time')), ANSWER_MS)
    const answered = (answer: IncomingMessage, socket: Socket | null) => {
      clearTimeout(late)
      resolve({ answer, socket })
    }
    sent.once('response', (answer) => answered(answer, null))
    sent.once('upgrade', (answer, socket, head) => {
      if (head.length > 0) socket.unshift(head)
      answered(answer, socket as Socket)
    })
    // Stays: an answer that has begun may break off, which its own reader sees.
    sent.on('error', (cause) => {
      clearTimeout(late)
      reject(new AppError('unavailable', 'the realtime service does not answer', { cause, retryAfterSeconds: 1 }))
    })
    sent.end()
  })
}

function headersOf({ token }: RealtimeHop, request: FastifyRequest): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return {
    ...Object.fromEntries(passed),
    ...(isHandshake(request.raw) ? { connection: 'Upgrade', upgrade: 'websocket' } : {}),
    [TOKEN_HEADER]: token,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-request-id': request.id,
  }
}

/** The query as it came: the ticket is in it. */
function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}
