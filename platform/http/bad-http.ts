import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Node's error for bytes that are no HTTP request. */
export type BadHttp = Error & { readonly code?: string; readonly reason?: unknown }

/** By Node's error code; there is only a socket, and no request yet. */
const BAD_HTTP: Readonly<Record<string, readonly [status: number, code: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'the URL and the headers are larger than 16 KiB together'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'bad_request', 'the request did not come in time'],
}

/** Writes problem details and the members of `more` to the bare socket, and closes it. */
export function answerBadHttp(error: BadHttp, socket: Duplex, more?: (detail: string) => object): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, detail] = BAD_HTTP[error.code ?? ''] ?? [400, 'bad_request', unreadable(error)]
  const title = STATUS_CODES[status]
  const problem = { type: 'about:blank', title, status, detail, instance: 'about:blank', code, ...more?.(detail) }
  const body = JSON.stringify(problem)
  if (!socket.writable) return void socket.destroy(error)
  const head = `HTTP/1.1 ${status} ${title}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

/** The reason is the parser's own text and holds nothing of the sender's bytes. */
function unreadable({ reason }: BadHttp): string {
  const why = typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''
  return `this is no HTTP that can be read${why}`
}
