/** Entries of the audit log about sign-ins over identity providers. */
import type { Log } from '../../../../platform/log.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { type MutationDeps, nobodyIn, type Origin, record } from '../../../platform/acting/index.ts'
import type { Entered } from './prove-sign-in.ts'

type RecordDeps = Pick<MutationDeps, 'audit'> & { readonly log: Log }
type Admitted = Extract<Entered, { outcome: 'admitted' }>

/** Records a sign-in, and before it the user or the link that it created. */
export async function recordEntry(
  tx: TenantTx,
  deps: RecordDeps,
  origin: Origin,
  connectionId: string,
  { user, how, roles }: Admitted,
): Promise<void> {
  const about = { resource: 'user', resourceId: user.id, user: { id: user.id, email: user.email } }
  const actor = nobodyIn(tx.tenantId, origin)
  const recorded = (action: string, changes: Readonly<Record<string, unknown>>) =>
    record(tx, deps, actor, action, { ...about, changes })
  const connection_id = connectionId
  if (how === 'provisioned') await recorded('user:provisioned', { connection_id, email: user.email })
  if (how === 'linked') await recorded('user:linked', { connection_id })
  await recorded('auth:sso_login', { connection_id, roles })
}

/** Records a test of a connection, with the person who returned from the provider. */
export async function recordTest(
  tx: TenantTx,
  deps: RecordDeps,
  origin: Origin,
  connectionId: string,
  { roles, reason }: { readonly roles: readonly string[]; readonly reason: string | null },
): Promise<void> {
  const note = { resource: 'sso_connection', resourceId: connectionId, changes: { roles, reason } }
  await record(tx, deps, nobodyIn(tx.tenantId, origin), 'auth:sso_tested', note)
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
  deps: RecordDeps,
  origin: Origin,
  { tenantId, connectionId: connection_id, reason, detail, userId }: RecordedRefusal,
): Promise<void> {
  deps.log.info({ request_id: origin.requestId, tenant: tenantId, connection_id, reason, detail }, 'sign-in refused')
  const about = userId === null ? ['sso_connection', connection_id] : ['user', userId]
  const [resource = '', resourceId] = about
  const note = { resource, resourceId, changes: { connection_id, reason } }
  await record(tx, deps, nobodyIn(tenantId, origin), 'auth:sso_refused', note)
}
