/** `/health`, `/healthz` and `/metrics` of a role that serves little or nothing else. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Checks, type Figures, openHealth } from '../../platform/health.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** `metrics` returns the Prometheus text at each scrape. */
export function statusServer(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  log: Log,
  checks: Checks,
  figures: Figures = {},
  /** Answers requests of operations that the role has beside its health; false: it has no such operation. */
  operations: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Server {
  const health = openHealth({ checks, figures, nowMs: Date.now, log })
  return createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    if (operations(request, response)) return
    if (!PATHS.has(path)) refuse(response, 404, 'no such resource')
    else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      refuse(response, 405, 'this resource is read-only')
    } else if (path === '/metrics' || path === '/internal/metrics') {
      void metrics.text().then(
        (text) => response.setHeader('Content-Type', metrics.contentType).end(text),
        () => refuse(response, 503, 'a thread that counts has ended'),
      )
    } else {
      void health().then((body) => {
        response.writeHead(body.status === 'ok' ? 200 : 503, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify(body))
      })
    }
  })
}

const PATHS: ReadonlySet<string> = new Set(['/health', '/healthz', '/metrics', '/internal/metrics'])

function refuse(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { 'Content-Type': 'application/problem+json' })
  response.end(JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail }))
}

export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}
