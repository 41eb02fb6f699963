import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requirePermission } from '../../control/platform/acting/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { ApiDeps } from '../deps.ts'
import type { RouteConfig } from '../route-config.ts'
import { type Identify, identifier } from './identify.ts'
import { type Limiter, limiter } from './rate-limit.ts'

/** Checks every request before its body is read: the caller, the rate, and the permission, in this order. */
export function gatePlugin(app: FastifyInstance, deps: ApiDeps): void {
  const identify = identifier(deps)
  const limit = limiter(deps)
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions
    if (config.unlimited) return
    if (request.is404) await limit.address(reply, request.ip, 'unknown')
    else if (config.public) await countPublic(request, reply, limit)
    else await admit(request, reply, identify, limit)
    requireSubsystem(deps, config)
  })
}

async function countPublic({ routeOptions, ip }: FastifyRequest, reply: FastifyReply, limit: Limiter): Promise<void> {
  if (!routeOptions.config.provesItself) await limit.address(reply, ip, `${routeOptions.method} ${routeOptions.url}`)
}

async function admit(request: FastifyRequest, reply: FastifyReply, identify: Identify, limit: Limiter): Promise<void> {
  try {
    request.principal = await identify(request)
  } catch (error) {
    request.refusal = error instanceof Error ? error : null // a scope may have its own error format
    await limit.address(reply, request.ip, 'refused')
    throw error
  }
  const { principal } = request
  request.server.connectionRoom.proven(request.raw.socket, principal.tenantId)
  await limit.principal(reply, principal)
  const { permission = 'public', ofPerson } = request.routeOptions.config
  requirePermission(principal, permission)
  if (ofPerson === true && (principal.kind !== 'user' || principal.sessionId === null))
    throw new AppError('forbidden', 'this needs a person who is signed in: an API key cannot do it')
}

function requireSubsystem({ disabled }: ApiDeps, { subsystem }: RouteConfig): void {
  if (subsystem === undefined || !disabled.has(subsystem)) return
  throw new AppError('unavailable', `${subsystem} is switched off in this installation`)
}
