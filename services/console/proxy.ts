/** A request of the browser passed on to the API as it came, and the answer passed back as it comes: streams as well. */
// biome-ignore lint/style/noRestrictedImports: the API is a part of this installation, as its stores are
import { type IncomingMessage, request as plainRequest, type RequestOptions, type ServerResponse } from 'node:http'
// biome-ignore lint/style/noRestrictedImports: the same over TLS
import { request as tlsRequest } from 'node:https'
import { problem } from './problem.ts'

/** Of one connection, not of what is sent over it (RFC 9110, 7.6.1). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'host'],
])

/** Answers 502 when the API does not; an answer that breaks off breaks off here. */
export function passOn(apiUrl: string, request: IncomingMessage, response: ServerResponse): void {
  // As it came: parsed as a URL, `/api/../x` would be another path than the one that was let through.
  const { protocol, hostname, port } = new URL(apiUrl)
  const options: RequestOptions = {
    ...{ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: request.url ?? '/', agent: false },
    ...{ method: request.method ?? 'GET', headers: headersOf(request) },
  }
  const sent = (protocol === 'https:' ? tlsRequest : plainRequest)(options)
  sent.on('response', (answer) => {
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

function headersOf({ headers, socket }: IncomingMessage): NodeJS.Dict<string | string[]> {
  const before = headers['x-forwarded-for']
  const from = socket.remoteAddress ?? ''
  return {
    ...withoutHops(headers),
    'x-forwarded-for': before === undefined ? from : `${before}, ${from}`,
    ...(headers.host === undefined ? {} : { 'x-forwarded-host': headers.host }),
  }
}

function withoutHops(headers: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)))
}
