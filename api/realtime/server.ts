import type { Socket } from 'node:net'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance } from 'fastify'
import { AppError, noSuch } from '../../platform/errors.ts'
import { answerBadHttp } from '../../platform/http/bad-http.ts'
import { keepRoom } from '../../platform/http/connection-room.ts'
import { tenantId } from '../../platform/tenant.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { answerBadUrl, problemPlugin, URL_PARAMETER_MAX } from '../plugins/problem.ts'
import { requestIdOf } from '../plugins/request-log.ts'
import type { ApiApp } from '../rest/api-app.ts'
import { metricsRoute, statusRoutes } from '../rest/status.ts'
import { identifyBearer } from './admit.ts'
import { followChanges } from './change-tail.ts'
import { holdsAll } from './channels.ts'
import type { RealtimeDeps } from './deps.ts'
import { openChangeFrames } from './frames.ts'
import { hopClientPlugin } from './hop-client.ts'
import { Hub } from './hub.ts'
import { endCursor, type Streams } from './open-stream.ts'
import { RecentChanges } from './recent-changes.ts'
import { sseRoute } from './sse-route.ts'
import { wsRoutes } from './ws-routes.ts'

const HEADERS_TIMEOUT_MS = 15_000
const HANDSHAKE_MS = 10_000
/** Time that a stop waits for clients to take their close; the connections that are left are cut. */
const DRAIN_MS = 3_000

export type Realtime = {
  readonly app: FastifyInstance
  readonly hub: Hub
  /** Resolves with the port after the recent changes for resuming streams were read. */
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
}

/** The realtime service: streams of what happens in a tenant, over WebSocket and Server-Sent Events. */
export async function createRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const stop = new AbortController()
  const streams = streamsOf(deps)
  const { recent, hub } = streams
  const tail = followChanges({
    driver: deps.driver,
    log: deps.log,
    stop: stop.signal,
    before: deps.limits.recentMax,
    onChange(change, partition) {
      recent.add(change, partition)
      hub.tell(tenantId(change.tenant_id))
    },
  })
  const unsubscribe = deps.accessChanges?.subscribe(({ concerns }) => {
    deps.identify.keys.forget()
    void hub.recheck(({ tenant, kind, subject }) =>
      concerns({ tenantId: tenant, userId: kind === 'user' ? subject : null }),
    )
  })
  deps.metrics.observed('svc_realtime_streams', 'open streams', () => hub.size)
  const app = newApp(deps)
  const { log, metrics } = deps
  app.decorate('connectionRoom', keepRoom(app.server, { connectionsMax: 2 * deps.limits.streamsMax, log, metrics }))
  const cutAll = trackSockets(app)
  await app.register(websocket, {
    options: { maxPayload: deps.limits.frameBytesMax, perMessageDeflate: false },
    // A client that broke the protocol, or went without a word, was closed by the library already.
    errorHandler: (_, socket) => socket.terminate(),
  })
  boundHandshakes(app)
  const problems = problemPlugin(app, deps.log)
  hopClientPlugin(app, deps)
  problems.refuseUnknown()
  statusRoutes(app as unknown as ApiApp, deps)
  metricsRoute(app as unknown as ApiApp, deps)
  await app.register(async (scope) => {
    wsRoutes(scope, deps, streams)
    sseRoute(scope, deps, streams)
  })
  await app.ready()
  return {
    app,
    hub,
    async listen(port, host) {
      await tail.caughtUp
      await app.listen({ port, host })
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    async close() {
      stop.abort()
      unsubscribe?.()
      hub.close()
      const cut = setTimeout(cutAll, DRAIN_MS)
      await app.close()
      clearTimeout(cut)
      await tail.ended
    },
  }
}

/** Cuts a connection that does not become a WebSocket soon: a refused handshake leaves a socket that nothing reads. */
function boundHandshakes(app: FastifyInstance): void {
  // A finished handshake takes the timeout off again (ws does).
  app.server.on('upgrade', (_, socket: Socket) => void socket.setTimeout(HANDSHAKE_MS, () => socket.destroy()))
  app.addHook('preValidation', async (request) => {
    if (request.ws && !request.routeOptions.url?.startsWith('/ws')) throw noSuch('stream')
  })
}

/** Returns what cuts every connection; the server itself forgets those that became WebSockets, or tried to. */
function trackSockets(app: FastifyInstance): () => void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

function streamsOf(deps: RealtimeDeps): Streams {
  const { limits, log, nowMs, sealer } = deps
  const recent = new RecentChanges(limits)
  const partitions = deps.driver.partitions(TOPICS.entityChanges.name)
  const position = { recent, partitions, sealer }
  const hub = new Hub({
    limits,
    log,
    nowMs,
    cursorOf: (tenant) => endCursor(position, tenant),
    async check(bearer, channels) {
      const { permissions, hidden, expiresMs } = await identifyBearer(deps.identify, bearer)
      if (!holdsAll(permissions, channels)) throw new AppError('forbidden', 'access to the stream was withdrawn')
      return { hidden, expiresMs }
    },
  })
  return { ...position, hub, frameOf: openChangeFrames(sealer), limits, nowMs }
}

function newApp({ trustedProxies }: RealtimeDeps): FastifyInstance {
  return fastify({
    logger: false,
    bodyLimit: 1_024, // no route takes a body
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    requestTimeout: HEADERS_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    genReqId: requestIdOf,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: URL_PARAMETER_MAX },
    return503OnClosing: true,
    frameworkErrors: answerBadUrl,
    clientErrorHandler: (error, socket) => answerBadHttp(error, socket),
  }) as unknown as FastifyInstance
}
