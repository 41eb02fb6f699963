import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { ApiDeps } from '../deps.ts'
import { identifier } from '../plugins/identify.ts'
import { limiter } from '../plugins/rate-limit.ts'
import type { ApiApp } from '../rest/api-app.ts'
import type { Door } from './admit-socket.ts'
import {
  BUFFERED_BYTES_MAX,
  INIT_MS,
  RECHECK_MS,
  SOCKETS_MAX,
  TENANT_SOCKETS_MAX,
  TENANT_SUBSCRIPTIONS_MAX,
  WAITING_MAX,
} from './limits.ts'
import { liveSocket } from './live-socket.ts'
import type { Documents } from './operation.ts'
import { subscriptionServer } from './subscription-server.ts'
import { tenantCounts } from './tenant-counts.ts'

/** Tests make the bounds small. */
export type SocketOptions = {
  readonly recheckMs: number
  readonly initMs: number
  readonly waitingMax: number
  readonly bufferedBytesMax: number
  readonly socketsMax: number
  readonly tenantSocketsMax: number
  readonly tenantSubscriptionsMax: number
}

const OPTIONS: SocketOptions = {
  recheckMs: RECHECK_MS,
  initMs: INIT_MS,
  waitingMax: WAITING_MAX,
  bufferedBytesMax: BUFFERED_BYTES_MAX,
  socketsMax: SOCKETS_MAX,
  tenantSocketsMax: TENANT_SOCKETS_MAX,
  tenantSubscriptionsMax: TENANT_SUBSCRIPTIONS_MAX,
}

/** A socket cannot be told in headers how much of its rate is left. */
const NO_REPLY = { header: () => NO_REPLY } as unknown as FastifyReply

/**
 * Subscriptions by the protocol graphql-transport-ws. Public to the gate, which counts who opens sockets by address:
 * browsers cannot send a credential before the first message of it.
 */
export function socketRoute(
  app: ApiApp,
  deps: ApiDeps,
  documents: Documents,
  given: Partial<SocketOptions> = {},
): void {
  const options = { ...OPTIONS, ...given }
  const limit = limiter(deps)
  const counts = tenantCounts()
  const door: Door = {
    identify: identifier(deps),
    count: (principal) => limit.principal(NO_REPLY, principal),
    takePlace: (tenant) => counts.take('socket', tenant, options.tenantSocketsMax),
  }
  const server = subscriptionServer(deps, documents, door, counts, options)
  let open = 0
  app.route({
    method: 'GET',
    url: '/graphql',
    config: { public: true, subsystem: 'graphql' },
    schema: { hide: true },
    handler: async () => {
      throw new AppError('method_not_allowed', 'operations are asked for by POST, subscriptions over a WebSocket')
    },
    wsHandler: (socket, request) => {
      if (open >= options.socketsMax) return socket.close(1013, 'too many sockets')
      open++
      socket.once('close', () => open--)
      liveSocket(server, socket, request, { ...options, log: deps.log })
    },
  })
}
