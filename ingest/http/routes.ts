import { AppError } from '../../platform/errors.ts'
import { type Context, pathOf } from './context.ts'
import { healthRoute } from './health.ts'
import { collectorProblem, hec, hecAcks, hecHealth, hecProblem, hecRaw } from './hec-route.ts'
import { answerInbox, cef, email, inbox } from './inbox-routes.ts'
import { k8sAudit } from './k8s-route.ts'
import { otlp, otlpProblem } from './otlp-route.ts'
import { push, pushProblem } from './push-route.ts'
import type { PushDeps } from './receive.ts'
import type { Reply } from './reply.ts'

export type Route = {
  /** The path with parameter names instead of values, for logs and metrics. */
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly handle: Handle
  readonly problem?: (error: unknown, context: Context) => Reply
}

type Handle = (context: Context, parameter: string) => Promise<Reply>
type Entry = Omit<Route, 'handle'> & { readonly open: (ingest: PushDeps) => Handle }

const TABLE: readonly Entry[] = [
  { path: '/v1/ingest', method: 'POST', open: withDeps(push), problem: pushProblem },
  { path: '/v1/ingest/batch', method: 'POST', open: withDeps(push), problem: pushProblem },
  { path: '/v1/logs', method: 'POST', open: withDeps(otlp), problem: otlpProblem },
  { path: '/v1/ingest/k8s-audit/:tenant', method: 'POST', open: withDeps(k8sAudit) },
  { path: '/v1/inbox/cef', method: 'POST', open: withDeps(cef) },
  { path: '/v1/inbox/hec', method: 'POST', open: withDeps(hec), problem: hecProblem },
  ...atAll(['', '/event', '/event/1.0'], { method: 'POST', open: withDeps(hec), problem: collectorProblem }),
  ...atAll(['/raw', '/raw/1.0'], { method: 'POST', open: withDeps(hecRaw), problem: collectorProblem }),
  ...atAll(['/ack', '/ack/1.0'], { method: 'POST', open: withDeps(hecAcks), problem: collectorProblem }),
  ...atAll(['/health', '/health/1.0'], { method: 'GET', open: hecHealth }),
  { path: '/v1/inbox/email/:token', method: 'POST', open: withDeps(email) },
  { path: '/v1/inbox/:token', method: 'POST', open: withDeps(inbox) },
  { path: '/v1/inbox/:token', method: 'GET', open: withDeps(answerInbox) },
  { path: '/health', method: 'GET', open: openHealth },
  { path: '/healthz', method: 'GET', open: openHealth },
  { path: '/metrics', method: 'GET', open: withDeps(metricsReply) },
  { path: '/internal/metrics', method: 'GET', open: withDeps(metricsReply) },
]

/** Every route by its name, for tests and tools that visit all of them. */
export const INGEST_ROUTES: readonly string[] = TABLE.map(({ method, path }) => `${method} ${path}`)

export function ingestRoutes(ingest: PushDeps): readonly Route[] {
  return TABLE.map(({ open, ...route }) => ({ ...route, handle: open(ingest) }))
}

/** Paths of a Splunk HTTP Event Collector: most of its clients take a host and append these. */
function atAll(paths: readonly string[], entry: Omit<Entry, 'path'>): Entry[] {
  return paths.map((path) => ({ path: `/services/collector${path}`, ...entry }))
}

function withDeps(handle: (ingest: PushDeps, context: Context, parameter: string) => Promise<Reply>) {
  return (ingest: PushDeps): Handle =>
    (context, parameter) =>
      handle(ingest, context, parameter)
}

function openHealth(ingest: PushDeps): Handle {
  return healthRoute(ingest.deps, ingest.limits)
}

async function metricsReply(ingest: PushDeps): Promise<Reply> {
  const { metrics } = ingest.deps
  return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() }
}

export type Matched = { readonly route: Route; readonly parameter: string }

/**
 * The first matching path, so fixed paths come before those with a parameter. Throws 404, and 405 for another method.
 */
export function matchRoute(routes: readonly Route[], method: string, url: string): Matched {
  const segments = pathOf(url)
  const first = routes.find(({ path }) => parameterOf(path, segments) !== null)
  if (!first) throw new AppError('not_found', 'no such route')
  const parameter = parameterOf(first.path, segments) ?? ''
  const there = routes.filter(({ path }) => path === first.path)
  const routedMethod = method === 'HEAD' ? 'GET' : method
  const route = there.find((one) => one.method === routedMethod)
  if (route) return { route, parameter }
  const allow = [...new Set(there.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : one.method))), 'OPTIONS']
  if (method !== 'OPTIONS') throw new MethodNotAllowed(allow.join(', '))
  // Answered without a credential, like a wrong method: some clients use it to see whether they may send.
  return {
    route: { ...first, handle: async () => ({ status: 200, headers: { allow: allow.join(', ') }, body: '' }) },
    parameter,
  }
}

export class MethodNotAllowed extends AppError {
  readonly allow: string

  constructor(allow: string) {
    super('method_not_allowed', `this route takes ${allow}`)
    this.allow = allow
  }
}

/** The text in place of the parameter, empty when the path has none; null when the path differs. */
function parameterOf(path: string, segments: readonly string[]): string | null {
  const wanted = path.split('/')
  if (wanted.length !== segments.length) return null
  let parameter = ''
  for (const [i, word] of wanted.entries()) {
    const segment = segments[i] ?? ''
    if (word.startsWith(':') && segment !== '') parameter = segment
    else if (word !== segment) return null
  }
  return parameter
}
