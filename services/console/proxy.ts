/** Passes a request on to the API as it came, and the answer back as it comes: streams as well. */
// biome-ignore lint/style/noRestrictedImports: the API is a part of this installation, as its stores are
import { type IncomingMessage, request as plainRequest, type RequestOptions, type ServerResponse } from 'node:http'
// biome-ignore lint/style/noRestrictedImports: the same over TLS
import { request as tlsRequest } from 'node:https'
import { CONSOLE_TOKEN_HEADER } from '../../api/plugins/console-client.ts'
import { problem } from './problem.ts'

/** Hop-by-hop headers, which a proxy does not forward (RFC 9110, 7.6.1). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'host'],
])

export type Api = {
  readonly apiUrl: string
  /** Proves to the API that this service names the client; null: the API sees the service's address alone. */
  readonly token: string | null
  /** Path at the API; that of the request when absent. */
  readonly path?: string
}

/**
 * Answers 502 when the API does not; an answer that breaks off breaks off here. `proven` is called when the API
 * accepted a credential or a ticket of the client.
 */
export function passOn(
  { apiUrl, token, path = '' }: Api,
  request: IncomingMessage,
  response: ServerResponse,
  proven: () => void,
): void {
  // Passed on unparsed: a URL parser would turn `/api/../x` into a path that was not checked.
  const { protocol, hostname, port } = new URL(apiUrl)
  const options: RequestOptions = {
    ...{ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: path || request.url || '/', agent: false },
    ...{ method: request.method ?? 'GET', headers: headersOf(request, token) },
  }
  const sent = (protocol === 'https:' ? tlsRequest : plainRequest)(options)
  sent.on('response', (answer) => {
    if (tookCredential(request, answer)) proven()
    response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers))
    response.flushHeaders()
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  sent.on('error', () => {
    if (response.headersSent) response.destroy()
    else problem(response, 502, 'the API does not answer')
  })
  response.on('close', () => sent.destroy())
  request.pipe(sent)
}

function tookCredential({ headers: shown }: IncomingMessage, { statusCode = 0, headers }: IncomingMessage): boolean {
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true
  return statusCode < 400 && (isStream || shown.authorization !== undefined)
}

function headersOf({ headers, socket }: IncomingMessage, token: string | null): NodeJS.Dict<string | string[]> {
  const before = headers['x-forwarded-for']
  const from = socket.remoteAddress ?? ''
  const { [CONSOLE_TOKEN_HEADER]: _, ...passed } = withoutHops(headers)
  return {
    ...passed,
    ...(token === null ? {} : { [CONSOLE_TOKEN_HEADER]: token }),
    'x-forwarded-for': before === undefined ? from : `${before}, ${from}`,
    ...(headers.host === undefined ? {} : { 'x-forwarded-host': headers.host }),
  }
}

function withoutHops(headers: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)))
}
