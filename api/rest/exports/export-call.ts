import type { FastifyRequest } from 'fastify'
import type { Work } from '../../../control/platform/acting/index.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'

/** A request of a route that is written by hand, as exports know calls of operations. */
export function exportCall(deps: ApiDeps, request: FastifyRequest) {
  const actor = requestActor(request)
  return {
    ...{ actor, deps, nowMs: deps.nowMs() },
    work: <T>(work: Work<T>) => tenantWork(deps, request, work),
    read: <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(deps.pool, actor.tenantId, work),
  }
}
