/** Finds the client of a request: the peer of the connection, or the client that a forwarding API names. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { sourceOf } from '../../platform/http/source-address.ts'
import { sameSecret } from '../../platform/same-secret.ts'
import type { RealtimeDeps } from './deps.ts'
import { TOKEN_HEADER } from './hop/token-header.ts'

/** Address of a client, and the host name of its request. Only its ticket identifies the user. */
export type HopClient = { readonly ip: string; readonly host: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** The client behind a forwarding API; null where the request came from the client itself. */
    hopClient: HopClient | null
  }
}

/**
 * Reads the internal token of every request. A wrong token is refused; without a token the forwarded client address is
 * ignored, and when no token is configured the header has no effect.
 */
export function hopClientPlugin(app: FastifyInstance, deps: RealtimeDeps): void {
  app.decorateRequest('hopClient', null)
  const tellOnce = onlyOnce(() =>
    deps.log.warn(
      'REALTIME_INTERNAL_TOKEN is not set, but a request has one: all streams that an API passes on count for its address',
    ),
  )
  app.addHook('onRequest', async (request, reply) => {
    const shown = request.headers[TOKEN_HEADER]
    if (shown === undefined) return
    if (deps.internalToken === null) return tellOnce()
    if (!sameSecret(String(shown), deps.internalToken)) throw await refused(deps, request, reply)
    request.hopClient = forwardedOf(request)
    request.server.connectionRoom.proven(request.raw.socket, 'streams of the API')
  })
}

export function clientOfStream({ hopClient, ip, host }: FastifyRequest): HopClient {
  return hopClient ?? { ip, host }
}

function forwardedOf(request: FastifyRequest): HopClient {
  // The first address is the client's: proxies between the API and here add themselves behind it.
  const [forwarded = ''] = textOf(request, 'x-forwarded-for').split(',')
  return { ip: forwarded.trim() || request.ip, host: textOf(request, 'x-forwarded-host') || request.host }
}

/** The header tells the API that its own token is wrong, and not its client's ticket. */
async function refused({ windows, limits }: RealtimeDeps, { ip }: FastifyRequest, reply: FastifyReply) {
  reply.header(TOKEN_HEADER, 'refused')
  const { count, resetSeconds } = await windows.count(`realtime-hop:${sourceOf(ip)}`)
  return count > limits.wrongTokensPerMinute
    ? new AppError('rate_limited', 'too many wrong tokens from this address', { retryAfterSeconds: resetSeconds })
    : new AppError('bad_credential', 'the internal token is not valid')
}

function textOf({ headers }: FastifyRequest, name: string): string {
  return String(headers[name] ?? '')
}

function onlyOnce(tell: () => void): () => void {
  let isReported = false
  return () => {
    if (!isReported) tell()
    isReported = true
  }
}
