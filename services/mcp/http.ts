/** Streamable HTTP: one session for each client, with the credential that the client sends. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { Client, type ClientOptions } from '../../sdk/typescript/src/index.ts'
import { openMcpServer } from './server.ts'

/** Sessions at once; the one that was silent longest makes room. */
const SESSIONS_MAX = 200
const BODY_BYTES_MAX = 4 * 1024 * 1024

type Session = { readonly transport: StreamableHTTPServerTransport; readonly credential: string; lastMs: number }
export type McpHttpOptions = { readonly host: string; readonly port: number; readonly client: ClientOptions }
export type McpHttp = { readonly url: string; close(): Promise<void> }

/**
 * Callers send their own key (`X-API-Key` or a bearer token). On a loopback address, callers without a key use the key
 * of this process; callers from other machines never do.
 */
export async function serveMcpHttp({ host, port, client }: McpHttpOptions): Promise<McpHttp> {
  const sessions = new Map<string, Session>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) refuse(response, 500, error instanceof Error ? error.message : 'failed')
      else response.destroy()
    })
  })
  const isLocal = LOOPBACK.has(host)
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (new URL(request.url ?? '/', 'http://local').pathname !== '/mcp')
      return refuse(response, 404, 'the address is /mcp')
    // A web page may reach a loopback address under its own host name (DNS rebinding).
    if (isLocal && !isOwnName(request)) return refuse(response, 403, 'host name not allowed by this server')
    const own = credentialOf(request)
    if (own === null && (!isLocal || client.apiKey === undefined)) return refuse(response, 401, 'an API key is needed')
    const credential = own === null ? '' : JSON.stringify(own)
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? sessions.get(id) : undefined
    if (id !== undefined && (!known || known.credential !== credential)) return refuse(response, 404, 'unknown session')
    if (known) known.lastMs = performance.now()
    const body = request.method === 'POST' ? await bodyOf(request) : undefined
    if (body === null) return refuse(response, 413, `at most ${BODY_BYTES_MAX} bytes`)
    const session = known ?? (await open(own ?? { apiKey: client.apiKey }, credential))
    await session.transport.handleRequest(request, response, body)
  }
  async function open(own: ClientOptions, credential: string): Promise<Session> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        makeRoom(sessions)
        sessions.set(id, session)
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    const session: Session = { transport, credential, lastMs: performance.now() }
    const mcp = openMcpServer(new Client({ ...own, baseUrl: client.baseUrl }))
    // The types of the transport are not written for exactOptionalPropertyTypes.
    await mcp.connect(transport as Parameters<typeof mcp.connect>[0])
    return session
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      for (const { transport } of sessions.values()) await transport.close()
      await closed(server)
    },
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

function isOwnName({ headers }: IncomingMessage): boolean {
  const name = (text: string) => text.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  const origin =
    headers.origin === undefined ? undefined : URL.canParse(headers.origin) ? new URL(headers.origin).hostname : ''
  return LOOPBACK.has(name(headers.host ?? '')) && (origin === undefined || LOOPBACK.has(name(origin)))
}

function credentialOf({ headers }: IncomingMessage): ClientOptions | null {
  const key = headers['x-api-key']
  if (typeof key === 'string' && key !== '') return { apiKey: key }
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined) return null
  return token.startsWith('svc_') ? { apiKey: token } : { accessToken: token }
}

function makeRoom(sessions: Map<string, Session>): void {
  if (sessions.size < SESSIONS_MAX) return
  const [oldest] = [...sessions].sort(([, a], [, b]) => a.lastMs - b.lastMs)
  if (!oldest) return
  sessions.delete(oldest[0])
  void oldest[1].transport.close()
}

/** Null when the body is too large. Undefined when it is not JSON; the transport then answers. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_BYTES_MAX) return null
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString()) ?? {}
  } catch {
    return {}
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null })
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
