import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { ApiDeps } from '../deps.ts'
import { identifier } from '../plugins/identify.ts'
import { limiter } from '../plugins/rate-limit.ts'
import type { ApiApp } from '../rest/api-app.ts'
import type { SocketDeps } from './admit-socket.ts'
import { type LiveSocket, liveSocket } from './live-socket.ts'
import type { Documents } from './operation.ts'
import { socketChecks } from './socket-checks.ts'
import { SOCKET_OPTIONS, type SocketOptions } from './socket-options.ts'
import { subscriptionServer } from './subscription-server.ts'
import { tenantCounts } from './tenant-counts.ts'

/** A socket has no response headers for the rate limit. */
const NO_REPLY = { header: () => NO_REPLY } as unknown as FastifyReply

/**
 * Subscriptions over the protocol graphql-transport-ws. Public to the gate, because browsers cannot send a credential
 * before its first message; a client that then sends a valid one is counted as its holder.
 */
export function socketRoute(
  app: ApiApp,
  deps: ApiDeps,
  documents: Documents,
  socketOptions: Partial<SocketOptions> = {},
): void {
  const options = { ...SOCKET_OPTIONS, ...socketOptions }
  const limit = limiter(deps)
  const counts = tenantCounts()
  const socketDeps: SocketDeps = {
    identify: identifier(deps),
    count: (principal) => limit.principal(NO_REPLY, principal),
    takePlace: (tenant) => counts.acquire('socket', tenant, options.tenantSocketsMax),
  }
  const server = subscriptionServer(deps, documents, socketDeps, counts, options)
  const open = new Set<LiveSocket>()
  const checkSoon = socketChecks()
  const unsubscribe = deps.accessChanges?.subscribe(({ concerns }) => {
    checkSoon([...open].filter(({ seen: { principal } }) => principal !== null && concerns(principal)))
  })
  app.addHook('onClose', async () => unsubscribe?.())
  app.route({
    method: 'GET',
    url: '/graphql',
    config: { public: true, provesItself: true, subsystem: 'graphql' },
    schema: { hide: true },
    handler: async () => {
      throw new AppError('method_not_allowed', 'send operations by POST, subscriptions over a WebSocket')
    },
    wsHandler: (socket, request) => {
      if (open.size >= options.socketsMax) return socket.close(1013, 'too many sockets')
      liveSocket(server, socket, request, { ...options, log: deps.log, nowMs: deps.nowMs, open })
    },
  })
}
