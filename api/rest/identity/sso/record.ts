import type { FastifyRequest } from 'fastify'
import type { Entered } from '../../../../control/identity/accounts/index.ts'
import { record } from '../../../../control/platform/acting/index.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../../deps.ts'
import { signInActor } from '../../../plugins/tenant-work.ts'

type Admitted = Extract<Entered, { outcome: 'admitted' }>

/** A sign-in, and before it what it made: a user, or a link of a user to what the provider calls them. */
export async function recordEntry(
  tx: TenantTx,
  deps: ApiDeps,
  request: FastifyRequest,
  connectionId: string,
  { user, how, roles }: Admitted,
): Promise<void> {
  const about = { resource: 'user', resourceId: user.id, user: { id: user.id, email: user.email } }
  const actor = signInActor(request, tx.tenantId)
  const recorded = (action: string, changes: Readonly<Record<string, unknown>>) =>
    record(tx, deps, actor, action, { ...about, changes })
  const connection_id = connectionId
  if (how === 'provisioned') await recorded('user:provisioned', { connection_id, email: user.email })
  if (how === 'linked') await recorded('user:linked', { connection_id })
  await recorded('auth:sso_login', { connection_id, roles })
}

/** A test of a connection, by whoever came back from the provider. */
export async function recordTest(
  tx: TenantTx,
  deps: ApiDeps,
  request: FastifyRequest,
  connectionId: string,
  { roles, reason }: { readonly roles: readonly string[]; readonly reason: string | null },
): Promise<void> {
  const note = { resource: 'sso_connection', resourceId: connectionId, changes: { roles, reason } }
  await record(tx, deps, signInActor(request, tx.tenantId), 'auth:sso_tested', note)
}

export type RecordedRefusal = {
  readonly tenantId: TenantId
  readonly connectionId: string
  readonly reason: string
  readonly detail: string | null
  readonly userId: string | null
}

/** Only the log and the tenant's audit log get the reason. */
export async function recordRefusal(
  tx: TenantTx,
  deps: ApiDeps,
  request: FastifyRequest,
  { tenantId, connectionId: connection_id, reason, detail, userId }: RecordedRefusal,
): Promise<void> {
  deps.log.info({ request_id: request.id, tenant: tenantId, connection_id, reason, detail }, 'sign-in refused')
  const about = userId === null ? ['sso_connection', connection_id] : ['user', userId]
  const [resource = '', resourceId] = about
  const note = { resource, resourceId, changes: { connection_id, reason } }
  await record(tx, deps, signInActor(request, tenantId), 'auth:sso_refused', note)
}
