/** Refusals of routes that change something go into the audit log of the tenant that they are about. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { EndedCredential } from '../../control/identity/accounts/index.ts'
import { tenantByIdOrSlug } from '../../control/identity/tenants/index.ts'
import { type Actor, nobodyIn, type RefusalLog } from '../../control/platform/acting/index.ts'
import { sourceOf } from '../../platform/http/source-address.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import { isUuid } from '../../platform/uuid-text.ts'
import type { ApiDeps } from '../deps.ts'
import { requestActor } from './tenant-work.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that refused the request, where a handler has noted it. */
    refusal: Error | null
  }
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const IDS_MAX = 5

export function refusedRequestsPlugin(app: FastifyInstance, deps: ApiDeps): void {
  app.decorateRequest('refusal', null)
  const { refusals } = deps
  if (refusals === undefined) return
  app.addHook('onResponse', async (request, reply) => {
    const { config } = request.routeOptions
    if (READING.has(request.method) || request.is404 || config.public) return
    if (isRefusal(reply.statusCode, request.refusal)) await note(deps, refusals, request, reply.statusCode)
  })
}

/** An id of another tenant is 404 in a path, and in a body a fault of the kind `reference`. */
export function isRefusal(status: number, refusal: Error | null): boolean {
  if (status === 422) return refusal instanceof InvalidInput && refusal.faults.some(({ type }) => type === 'reference')
  return status === 401 || status === 403 || status === 404
}

async function note(deps: ApiDeps, refusals: RefusalLog, request: FastifyRequest, status: number): Promise<void> {
  const actor = await actorOf(deps, request)
  if (actor === null) return
  const { url = '' } = request.routeOptions
  const ids = Object.values((request.params ?? {}) as Record<string, string>).filter(isUuid)
  refusals.note({
    ...{ actor, by: countedUnder(actor, request), status },
    ...{ route: `${request.method} ${url}`, ids: ids.slice(0, IDS_MAX) },
  })
}

/** The same of one mutation of the query interface. */
export function noteRefusedField(deps: ApiDeps, request: FastifyRequest, field: string, status: number): void {
  const actor = requestActor(request)
  deps.refusals?.note({ actor, by: countedUnder(actor, request), status, route: field, ids: [] })
}

function countedUnder({ kind, id }: Actor, request: FastifyRequest): string {
  return id === null ? sourceOf(request.ip) : `${kind} ${id}`
}

/**
 * The caller, or the owner of a credential that has ended. An unknown caller gets the tenant that the request declares;
 * without one, no audit log is the right one, and only the log of the process and the metrics record it.
 */
async function actorOf(deps: ApiDeps, request: FastifyRequest): Promise<Actor | null> {
  if (request.principal !== null) return requestActor(request)
  const origin = { ip: request.ip, requestId: request.id }
  if (request.refusal instanceof EndedCredential) {
    const { tenantId, kind, id, keyPrefix } = request.refusal.of
    return { ...nobodyIn(tenantId, origin), kind, id, keyPrefix }
  }
  const declared = request.headers['x-tenant-id']
  if (typeof declared !== 'string') return null
  const tenant = await tenantByIdOrSlug(deps.pool, declared).catch(() => null)
  return tenant?.status === 'active' ? nobodyIn(tenant.id, origin) : null
}
