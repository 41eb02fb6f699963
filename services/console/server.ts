/** The console's files and, under `/api/`, the API: a browser knows one origin and needs no CORS. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { keepRoom } from '../../platform/http/connection-room.ts'
import type { Log } from '../../platform/log.ts'
import type { BuiltFile } from './files.ts'
import { problem } from './problem.ts'
import { type Api, passOn } from './proxy.ts'

export type ConsoleDeps = Api & {
  /** Resolves with the built files; called again after a failure. */
  readonly files: () => Promise<ReadonlyMap<string, BuiltFile>>
  readonly log: Log
}

const CONNECTIONS_MAX = 10_000
const HEADERS_TIMEOUT_MS = 15_000
/** Replaced in each answer; vite writes it into the page. */
const NONCE = /__CSP_NONCE__/g
const YEAR_SECONDS = 31_536_000
/** The phone app for on-call responders, a separate page. */
const RESPONDER = '/responder.html'
const PAGES: ReadonlySet<string> = new Set(['/index.html', RESPONDER])
/** Files that browsers request by themselves: answering them with the page would look like a valid file. */
const FILE_NAME = /^\/[^/]+\.(?:js|mjs|json|webmanifest|png|ico|svg|css|map|txt|xml)$/

const isResponder = (pathname: string): boolean => pathname === '/responder' || pathname.startsWith('/responder/')

export function consoleServer(deps: ConsoleDeps): Server {
  const server = createServer((request, response): void => {
    const [pathname = '/'] = (request.url ?? '/').split('?', 1)
    if (pathname.startsWith('/api/'))
      return passOn(deps, request, response, () => room.proven(request.socket, 'people'))
    secure(response)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return problem(response, 405, 'this resource is read-only')
    }
    if (pathname === '/healthz' || pathname === '/health') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end('{"status":"ok"}')
    }
    deps.files().then(
      (files) => answer(files, pathname, request, response),
      (err) => {
        deps.log.error({ err }, 'cannot serve the console')
        problem(response, 503, err instanceof Error ? err.message : 'the console is not built')
      },
    )
  })
  const room = keepRoom(server, { connectionsMax: CONNECTIONS_MAX, log: deps.log })
  server.headersTimeout = HEADERS_TIMEOUT_MS
  return server
}

function secure(response: ServerResponse): void {
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('x-frame-options', 'DENY')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=()')
}

/** Every path that is no file is a page of the console, which knows its own paths; what looks like a file is missing. */
function answer(
  files: ReadonlyMap<string, BuiltFile>,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const file = PAGES.has(pathname) ? undefined : files.get(pathname)
  const isAsset = pathname.startsWith('/assets/')
  // The name of an asset has its hash; a service worker and a manifest keep theirs when they change.
  if (file) return send(request, response, file, isAsset ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
  const page = files.get(isResponder(pathname) ? RESPONDER : '/index.html')
  if (page === undefined || isAsset || FILE_NAME.test(pathname)) return problem(response, 404, 'no such resource')
  const nonce = randomBytes(18).toString('base64')
  response.setHeader('content-security-policy', contentPolicy(nonce))
  const body = Buffer.from(page.body.toString('utf8').replaceAll(NONCE, nonce))
  send(request, response, { ...page, body, packed: body }, 'no-store')
}

function send({ headers, method }: IncomingMessage, response: ServerResponse, file: BuiltFile, caching: string): void {
  const isPacked = file.packed.length < file.body.length && /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
  const body = isPacked ? file.packed : file.body
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    'cache-control': caching,
    vary: 'accept-encoding',
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
  })
  response.end(method === 'HEAD' ? undefined : body)
}

/** The nonce is for style elements that components make (`__CSP_NONCE__` in index.html); scripts are files alone. */
function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
