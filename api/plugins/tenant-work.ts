/** Turns a request into an audited act: its actor, and the declaration of its route. */
import type { FastifyRequest } from 'fastify'
import {
  type Action,
  type Actor,
  actorOfPrincipal,
  nobodyIn,
  perform,
  type Work,
} from '../../control/platform/acting/index.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { ApiDeps } from '../deps.ts'
import { auditActions, principalOf } from '../route-config.ts'

/** The work of one request in the caller's tenant, with the permission and the audit entry that its route declares. */
export function tenantWork<T>(deps: ApiDeps, request: FastifyRequest, work: Work<T>): Promise<T> {
  return perform(deps, requestActor(request), actionOfRoute(request), work)
}

/** The same where the tenant is proven otherwise than by the request's principal: a sign-in. */
export function workIn<T>(deps: ApiDeps, request: FastifyRequest, tenant: TenantId, work: Work<T>): Promise<T> {
  return perform(deps, signInActor(request, tenant), actionOfRoute(request), work)
}

export function requestActor(request: FastifyRequest): Actor {
  return actorOfPrincipal(principalOf(request), originOf(request))
}

/** The caller of a public route, in the tenant that the secret it showed belongs to. */
function signInActor(request: FastifyRequest, tenant: TenantId): Actor {
  return nobodyIn(tenant, originOf(request))
}

export function originOf({ ip, id }: FastifyRequest) {
  return { ip, requestId: id }
}

function actionOfRoute({ routeOptions: { config } }: FastifyRequest): Action {
  return {
    needs: config.permission ?? 'public',
    records: auditActions(config),
    removesRecords: config.removes === 'records',
  }
}
