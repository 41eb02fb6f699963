import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AppError } from '../../../platform/errors.ts'
import { failureOf, sendFailure } from './http-errors.ts'
import { type HandlerDeps, handleQuery } from './query-handler.ts'

/** Largest request line: a ClickHouse server accepts a megabyte, because statements and parameters come in the URL. */
const ADDRESS_MAX_BYTES = 1024 * 1024
const KEEP_ALIVE_MS = 30_000

/** The HTTP face of the engine. Every request but `/ping` needs the password: any page in a browser can reach a local port. */
export function createFace(deps: HandlerDeps & { readonly password: string }): Server {
  const server = createServer({ maxHeaderSize: ADDRESS_MAX_BYTES, keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 })
  server.on('request', (request, response) => {
    void handle(deps, request, response).catch((error: unknown) => {
      const failure = failureOf(error)
      if (response.headersSent || response.destroyed) response.destroy()
      else sendFailure(response, failure)
    })
  })
  return server
}

async function handle(
  deps: HandlerDeps & { readonly password: string },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname === '/ping') return void response.end('Ok.\n')
  if (url.pathname !== '/') throw new AppError('not_found', `there is no ${url.pathname}`)
  if (request.method !== 'GET' && request.method !== 'POST') throw new AppError('method_not_allowed', 'use GET or POST')
  if (!isKnown(request, url, deps.password)) throw new AppError('no_credential', 'the password is missing or wrong')
  if (request.method === 'GET' && !url.searchParams.has('query')) return void response.end('Ok.\n')
  return handleQuery(deps, request, response, url)
}

function isKnown(request: IncomingMessage, url: URL, password: string): boolean {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const settings = [
    Buffer.from(basic, 'base64')
      .toString()
      .replace(/^[^:]*:/, ''),
    String(request.headers['x-clickhouse-key'] ?? ''),
    url.searchParams.get('password') ?? '',
  ]
  return settings.some((text) => isSame(text, password))
}

function isSame(text: string, password: string): boolean {
  const [a, b] = [Buffer.from(text), Buffer.from(password)]
  return a.length === b.length && timingSafeEqual(a, b)
}
