import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import { answerBadHttp } from '../../platform/http/bad-http.ts'
import { keepRoom } from '../../platform/http/connection-room.ts'
import { Authenticator } from './authenticate.ts'
import { BodyPool } from './body-pool.ts'
import { type Context, openContext } from './context.ts'
import { followDelivery } from './delivery.ts'
import type { IngestDeps } from './deps.ts'
import { InFlightBytes } from './in-flight.ts'
import { ingestMetrics } from './ingest-metrics.ts'
import { INGEST_LIMITS, type IngestLimits } from './limits.ts'
import { SenderGone } from './read-body.ts'
import type { PushDeps } from './receive.ts'
import { problem, type Reply, refused } from './reply.ts'
import { RequestMemory } from './request-memory.ts'
import { ingestRoutes, type Matched, MethodNotAllowed, matchRoute, type Route } from './routes.ts'
import { sendReply } from './send-reply.ts'
import { Turns } from './tenant-scheduler.ts'

export type IngestServer = {
  /** The server, not listening yet. */
  readonly server: Server
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
  /** Accepts no more connections, lets open requests end, and cuts the rest after `drainMs`. */
  close(): Promise<void>
}

export function createIngestServer(deps: IngestDeps): IngestServer {
  const limits: IngestLimits = { ...INGEST_LIMITS, ...deps.limits }
  const inFlight = new InFlightBytes(limits.inFlightBytesMax)
  const authenticator = new Authenticator(deps, limits)
  const pool = new BodyPool(deps.appendKeepsNothing ?? false)
  const metrics = ingestMetrics(deps.metrics, inFlight)
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    void answer(ingest, routes, request, response, closing.signal)
  }
  const server = openServer(handler, limits)
  const room = keepRoom(server, { connectionsMax: limits.connectionsMax, log: deps.log, metrics: deps.metrics })
  const ingest: PushDeps = {
    ...{ deps, limits, inFlight, pool, authenticator, metrics, room },
    turns: new Turns(),
    requests: new RequestMemory({ shared: deps.sharedRequests, journal: deps.requestJournal }),
  }
  const routes = ingestRoutes(ingest)
  const closing = new AbortController()
  deps.log.info({ sources: authenticator.sources() }, 'ingest credential sources')
  return {
    server,
    handler,
    close: () => {
      closing.abort()
      return closeServer(server, limits.drainMs)
    },
  }
}

function openServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  limits: IngestLimits,
): Server {
  const server = createServer(
    {
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: limits.headersTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
    },
    handler,
  )
  // A refusal must come before the body when the sender waits for it; `Context.inviteBody` sends the go-ahead.
  server.on('checkContinue', handler)
  server.on('clientError', (error, socket) => answerBadHttp(error, socket, refused))
  // A sender that closes its side after the body still reads, and gets its answer. Node has no option for this.
  Object.assign(server, { httpAllowHalfOpen: true })
  return server
}

async function answer(
  ingest: PushDeps,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): Promise<void> {
  const { deps, limits } = ingest
  const context = openContext(request, response, deps.now())
  const startedAt = performance.now()
  // An error of the socket while the answer is written ends here; it does not change the result of the append.
  response.on('error', (err) => deps.log.debug({ err, request_id: context.requestId }, 'cannot deliver the answer'))
  let matched: Matched | null = null
  let reply: Reply
  try {
    matched = matchRoute(routes, request.method ?? '', request.url ?? '')
    reply = await matched.route.handle(context, matched.parameter)
  } catch (error) {
    if (error instanceof SenderGone) return context.opened?.broken()
    reply = refusal(deps, matched?.route ?? null, error, context)
  }
  ingest.metrics.answered(matched?.route.path ?? 'none', reply.status, (performance.now() - startedAt) / 1000)
  if (context.opened !== null) followDelivery(response, reply.status, context.opened)
  sendReply(context, response, reply, { close: closing.aborted, lingerMs: limits.lingerMs })
}

function refusal(deps: IngestDeps, route: Route | null, error: unknown, context: Context): Reply {
  const reply = (route?.problem ?? problem)(error, context)
  const seen = {
    request_id: context.requestId,
    traceparent: context.traceparent,
    route: route?.path,
    status: reply.status,
  }
  if (!(error instanceof AppError)) deps.log.error({ ...seen, err: error }, 'ingest failed')
  else if (error.status >= 500) deps.log.warn({ ...seen, err: error }, 'ingest unavailable')
  else deps.log.info({ ...seen, reason: error.code }, 'ingest rejected')
  const extra: Record<string, string> = {}
  if (error instanceof MethodNotAllowed) extra.allow = error.allow
  if (reply.status === 401) extra['www-authenticate'] = reply.headers['www-authenticate'] ?? 'Bearer'
  if (reply.status === 415) extra['accept-encoding'] = 'gzip, deflate, zstd'
  return { ...reply, headers: { ...reply.headers, ...extra } }
}

async function closeServer(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(cut)
}
