import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../control/identity/index.ts'
import { assert } from '../../platform/assert.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { type TenantTx, withTenant } from '../../stores/postgres/pool.ts'
import type { ApiDeps, AuditEntry } from '../deps.ts'
import { auditActions, principalOf } from '../route-config.ts'

/** What a route adds to its audit entry. */
export type AuditNote = {
  readonly resource: string
  /** Which it was, of a route that declares several. */
  readonly action?: string | undefined
  readonly resourceId?: string | null | undefined
  /** Never a secret. */
  readonly changes?: Readonly<Record<string, unknown>> | undefined
  /** Who did it, where the request has no principal yet: a sign-in. */
  readonly user?: { readonly id: string; readonly email: string } | undefined
}

/** Null: nothing was done, a repeated request got its first answer, so nothing is recorded. */
export type NoteAudit = (about: AuditNote | null) => void

export type Work<T> = (tx: TenantTx, note: NoteAudit) => Promise<T>

/**
 * The work of one request in the caller's tenant, and the audit entry that its route declares, in one transaction: none
 * is there without the other. `note` says what it was done to; without it the action's own resource stands.
 */
export function tenantWork<T>(deps: ApiDeps, request: FastifyRequest, work: Work<T>): Promise<T> {
  return workIn(deps, request, principalOf(request).tenantId, work)
}

/** The same where the tenant is proven otherwise than by the request's principal: a sign-in. */
export function workIn<T>(deps: ApiDeps, request: FastifyRequest, tenant: TenantId, work: Work<T>): Promise<T> {
  const actions = auditActions(request.routeOptions.config)
  return withTenant(deps.pool, tenant, async (tx) => {
    let about: AuditNote | null | undefined
    const done = await work(tx, (noted) => {
      about = noted
    })
    if (actions.length > 0 && about !== null)
      await deps.audit(tx, auditEntry(request, tenant, actionOf(actions, about), about))
    return done
  })
}

function actionOf(actions: readonly string[], about: AuditNote | undefined): string {
  const found = actions.length === 1 ? actions[0] : actions.find((action) => action === about?.action)
  assert(found !== undefined, 'the work says which of the actions of its route it was')
  return found
}

export function auditEntry(request: FastifyRequest, tenantId: TenantId, action: string, about?: AuditNote): AuditEntry {
  return {
    tenantId,
    ...actorOf(request.principal),
    ...(about?.user ? { actorId: about.user.id, actorKind: 'user', actorEmail: about.user.email } : {}),
    actorIp: request.ip,
    action,
    resource: about?.resource ?? action.slice(0, action.search(/[:.]/)),
    resourceId: about?.resourceId ?? null,
    changes: about?.changes ?? null,
    requestId: request.id,
  }
}

function actorOf(principal: Principal | null) {
  return {
    actorId: principal?.id ?? null,
    actorKind: principal?.kind ?? ('nobody' as const),
    actorEmail: principal?.email ?? null,
    apiKeyPrefix: principal?.keyPrefix ?? null,
    delegationId: principal?.delegationId ?? null,
  }
}
