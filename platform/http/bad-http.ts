import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** The error of Node for bytes that are no HTTP request. */
export type BadHttp = Error & { readonly code?: string; readonly reason?: unknown }

/** By the code of Node; there is no request yet, only a socket. */
const BAD_HTTP: Readonly<Record<string, readonly [status: number, code: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'the URL and the headers are larger than 16 KiB together'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'bad_request', 'the request did not come in time'],
}

/** Answers on the bare socket, with problem details and what `more` says beside the sentence, and closes it. */
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

/** The reason is a text of the parser's own, nothing of the sender's. */
function unreadable({ reason }: BadHttp): string {
  const why = typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''
  return `this is no HTTP that can be read${why}`
}
