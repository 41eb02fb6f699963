/** `/health`, `/healthz` and `/metrics` of a role that serves nothing else. */
import { createServer, type Server } from 'node:http'
import { withDeadline } from '../platform/deadline.ts'
import type { Metrics } from '../platform/metrics.ts'

/** A subsystem that says nothing for so long is down. */
const CHECK_MS = 5_000

export type Subsystems = Readonly<Record<string, () => Promise<unknown>>>

export function statusServer(metrics: Metrics, subsystems: Subsystems): Server {
  return createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path === '/metrics' || path === '/internal/metrics') {
      void metrics.text().then((text) => response.setHeader('Content-Type', metrics.contentType).end(text))
    } else if (path === '/health' || path === '/healthz') {
      void checkAll(subsystems).then((body) => {
        response.writeHead(body.status === 'ok' ? 200 : 503, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify(body))
      })
    } else {
      response.writeHead(404, { 'Content-Type': 'application/problem+json' })
      response.end(JSON.stringify({ type: 'about:blank', title: 'Not Found', status: 404, detail: 'no such resource' }))
    }
  })
}

async function checkAll(
  subsystems: Subsystems,
): Promise<{ status: 'ok' | 'degraded'; subsystems: Record<string, 'ok' | 'down'> }> {
  const checks = Object.entries(subsystems).map(
    async ([name, check]) =>
      [
        name,
        await withDeadline(check(), CHECK_MS, () => new Error('no answer in time')).then(
          () => 'ok' as const,
          () => 'down' as const,
        ),
      ] as const,
  )
  const states = Object.fromEntries(await Promise.all(checks))
  return { status: Object.values(states).includes('down') ? 'degraded' : 'ok', subsystems: states }
}

export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
}
