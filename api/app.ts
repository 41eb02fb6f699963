import { Socket } from 'node:net'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { METHODS } from '../control/platform/acting/index.ts'
import { answerBadHttp } from '../platform/http/bad-http.ts'
import { keepRoom } from '../platform/http/connection-room.ts'
import type { ApiDeps } from './deps.ts'
import { graphqlRoutes } from './graphql/index.ts'
import { isWebSocketRequest } from './graphql/is-websocket-request.ts'
import { icebergRoutes } from './iceberg/index.ts'
import { ICEBERG_PREFIX } from './iceberg/vended-keys.ts'
import { bodyGuardPlugin } from './plugins/body-guard.ts'
import { closeQuery } from './plugins/closed-queries.ts'
import { consoleClientPlugin } from './plugins/console-client.ts'
import { fieldRulesPlugin } from './plugins/field-rules.ts'
import { gatePlugin } from './plugins/gate.ts'
import { readJsonBody } from './plugins/json-body.ts'
import { openapiPlugin } from './plugins/openapi.ts'
import { answerBadUrl, problemPlugin, URL_PARAMETER_MAX } from './plugins/problem.ts'
import { refusedRequestsPlugin } from './plugins/refused-requests.ts'
import { requestIdOf, requestLogPlugin } from './plugins/request-log.ts'
import { discardRestOfBody } from './plugins/rest-of-body.ts'
import { lazySerializers } from './plugins/serialization.ts'
import { validatorCompiler } from './plugins/validation.ts'
import { opensStream } from './realtime/hop/handshake.ts'
import type { ApiApp, Routes } from './rest/api-app.ts'
import { decoyPlugin } from './rest/honeytokens/index.ts'
import { REST_ROUTES } from './rest/index.ts'
import { metricsRoute, statusRoutes } from './rest/status.ts'
import { checkedRoute, type RegisteredRoute } from './route-config.ts'
import { scimRoutes } from './scim/index.ts'
import { answerBadScimUrl } from './scim/scim-error.ts'
import { SCIM_PREFIX } from './scim/views.ts'
import { TAXII_PREFIX, taxiiRoutes } from './taxii/index.ts'
import { withoutVerb } from './verb-paths.ts'

/** Maximum body size of a request, unless its route sets another. */
const BODY_BYTES_MAX = 256 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** Four answers of a model at its longest, as a query that is mended once may need. */
const MODEL_ANSWER_MS_MAX = 4 * 600_000 + REQUEST_TIMEOUT_MS
const HEADERS_TIMEOUT_MS = 15_000
const KEEP_ALIVE_MS = 65_000
const CONNECTIONS_MAX = 10_000
/** Maximum wait of a stop for open requests; the remaining ones are closed. */
const DRAIN_MS = 8_000
const VERSION = '1.0.0'
const REST_PREFIX = '/api/v1'

export type Api = {
  readonly app: ApiApp
  /** Every registered route. */
  readonly routes: readonly RegisteredRoute[]
  /** Resolves with the port. */
  listen(port: number, host: string): Promise<number>
  /** Takes no more connections and lets open requests end. */
  close(): Promise<void>
}

/**
 * The REST API. A request goes through, in this order: headers, the gate (identify, tenant, rate, permission), the body
 * and its validation, the use case, and in its transaction the audit entry. `routes` are those of all resources.
 */
export async function createApi(deps: ApiDeps, routes: readonly Routes[] = REST_ROUTES): Promise<Api> {
  const app = newApp(deps)
  forgetChangedAccess(app, deps)
  const registered: RegisteredRoute[] = []
  await app.register(helmet, {
    contentSecurityPolicy: CONTENT_POLICY,
    crossOriginResourcePolicy: { policy: 'same-site' },
  })
  await app.register(cors, {
    origin: [...deps.corsOrigins],
    methods: [...METHODS],
    exposedHeaders: ['x-request-id', 'retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
    maxAge: 600,
  })
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(`${REST_PREFIX}/`)) closeQuery(route)
    registered.push(...checkedRoute(route))
  })
  consoleClientPlugin(app, deps)
  const problems = problemPlugin(app, deps.log)
  discardRestOfBody(app)
  requestLogPlugin(app, deps)
  refusedRequestsPlugin(app, deps)
  decoyPlugin(app, deps)
  gatePlugin(app, deps)
  fieldRulesPlugin(app, deps)
  problems.refuseUnknown()
  bodyGuardPlugin(app)
  await openapiPlugin(app, VERSION)
  await app.register(async (scope) => metricsRoute(scope, deps))
  await app.register(async (scope) => statusRoutes(scope, deps))
  await app.register(
    async (scope) => {
      statusRoutes(scope, deps)
      for (const route of routes) route(scope, deps)
    },
    { prefix: REST_PREFIX },
  )
  await app.register(async (scope) => scimRoutes(scope, deps), { prefix: SCIM_PREFIX })
  await app.register(async (scope) => icebergRoutes(scope, deps), { prefix: ICEBERG_PREFIX })
  await app.register(async (scope) => taxiiRoutes(scope as unknown as ApiApp, deps), { prefix: TAXII_PREFIX })
  await app.register(async (scope) => graphqlRoutes(scope, deps))
  await app.ready()
  return { app, routes: registered, listen: listenOn(app), close: () => closeApp(app) }
}

/** First of all listeners: whoever identifies a caller after a change reads the database. */
function forgetChangedAccess(app: ApiApp, { accessChanges, principals, keys }: ApiDeps): void {
  const unsubscribe = accessChanges?.subscribe(({ concerns }) => {
    keys.forget()
    principals.forget(concerns)
  })
  app.addHook('onClose', async () => unsubscribe?.())
}

/** The reference page is text and its own style; nothing is loaded, framed or run. */
const CONTENT_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: ["'unsafe-inline'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
}

function newApp({ trustedProxies, log, metrics }: ApiDeps): ApiApp {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: 2 * REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      shouldUpgradeCallback: (request) => isWebSocketRequest(request) || opensStream(request),
    },
    forceCloseConnections: 'idle',
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '' }) => withoutVerb(url),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: URL_PARAMETER_MAX },
    return503OnClosing: true,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
    frameworkErrors: (error, request, reply) => {
      if (request.url.startsWith(`${SCIM_PREFIX}/`)) answerBadScimUrl(error, reply as FastifyReply)
      else answerBadUrl(error, request as FastifyRequest, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) => answerBadHttp(error, socket),
  })
  app.decorate('connectionRoom', keepRoom(app.server, { connectionsMax: CONNECTIONS_MAX, log, metrics }))
  app.setValidatorCompiler(validatorCompiler as never)
  app.removeContentTypeParser('text/plain')
  readJsonBody(app, ['application/json'])
  // Applies until the next request of the connection, when Node sets it again. An injected request has no connection.
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.asksModel && raw.socket instanceof Socket) raw.socket.setTimeout(MODEL_ANSWER_MS_MAX)
  })
  return app as unknown as ApiApp
}

function listenOn(app: ApiApp) {
  return async (port: number, host: string) => {
    await app.listen({ port, host })
    const address = app.server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }
}

async function closeApp(app: ApiApp): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearTimeout(cut)
}
