import { AppError } from '../../platform/errors.ts'
import { type Context, pathOf } from './context.ts'
import { healthRoute } from './health.ts'
import { hec, hecProblem } from './hec-route.ts'
import { cef, email, inbox } from './inbox-routes.ts'
import { k8sAudit } from './k8s-route.ts'
import { push } from './push-route.ts'
import type { Door } from './receive.ts'
import { problem, type Reply } from './reply.ts'

export type Route = {
  /** The path with its parameters named, never filled in: it is what logs and metrics see. */
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly handle: (context: Context, parameter: string) => Promise<Reply>
  readonly problem?: (error: unknown, context: Context) => Reply
}

export function ingestRoutes(door: Door): readonly Route[] {
  const health = healthRoute(door.deps, door.limits)
  const metrics = async () => metricsReply(door)
  return [
    { path: '/v1/ingest', method: 'POST', handle: (context) => push(door, context) },
    { path: '/v1/ingest/batch', method: 'POST', handle: (context) => push(door, context) },
    {
      path: '/v1/ingest/k8s-audit/:tenant',
      method: 'POST',
      handle: (context, tenant) => k8sAudit(door, context, tenant),
    },
    { path: '/v1/inbox/cef', method: 'POST', handle: (context) => cef(door, context) },
    { path: '/v1/inbox/hec', method: 'POST', handle: (context) => hec(door, context), problem: hecProblem },
    { path: '/v1/inbox/email/:token', method: 'POST', handle: (context, token) => email(door, context, token) },
    { path: '/v1/inbox/:token', method: 'POST', handle: (context, token) => inbox(door, context, token) },
    { path: '/health', method: 'GET', handle: health },
    { path: '/healthz', method: 'GET', handle: health },
    { path: '/metrics', method: 'GET', handle: metrics },
    { path: '/internal/metrics', method: 'GET', handle: metrics },
  ]
}

async function metricsReply(door: Door): Promise<Reply> {
  const { metrics } = door.deps
  return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() }
}

/** What answers when no route does. Its errors look like those of the routes. */
export const NO_ROUTE = { path: 'none', problem } as const

export type Matched = { readonly route: Route; readonly parameter: string }

/** The first route whose path fits, so fixed paths stand before those with a parameter. Throws 404 and 405. */
export function matchRoute(routes: readonly Route[], method: string, url: string): Matched {
  const segments = pathOf(url)
  for (const route of routes) {
    const parameter = parameterOf(route.path, segments)
    if (parameter === null) continue
    if (method === route.method || (method === 'HEAD' && route.method === 'GET')) return { route, parameter }
    throw new MethodNotAllowed(route)
  }
  throw new AppError('not_found', 'no such route')
}

export class MethodNotAllowed extends AppError {
  readonly allow: string

  constructor(route: Route) {
    const allow = route.method === 'GET' ? 'GET, HEAD' : route.method
    super('method_not_allowed', `this route takes ${allow}`)
    this.allow = allow
  }
}

/** The text in the place of the parameter, empty when there is none; null when the path is another one. */
function parameterOf(path: string, segments: readonly string[]): string | null {
  const wanted = path.split('/')
  if (wanted.length !== segments.length) return null
  let parameter = ''
  for (const [i, word] of wanted.entries()) {
    const given = segments[i] ?? ''
    if (word.startsWith(':') && given !== '') parameter = given
    else if (word !== given) return null
  }
  return parameter
}
