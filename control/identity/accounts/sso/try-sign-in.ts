import { requireFound } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { withTenant } from '../../../../stores/postgres/pool.ts'
import { type Admission, admit } from './admit.ts'
import { type Begun, beginAt } from './begin-sign-in.ts'
import { connectionById, lockConnection } from './connection-store.ts'
import type { Tested } from './prove-sign-in.ts'
import type { SsoDeps } from './sso-deps.ts'

/** Begins a test of a connection, enabled or not: it signs no one in. Throws `not_found`. */
export async function beginTest(deps: SsoDeps, tenant: TenantId, id: string): Promise<Begun> {
  const connection = requireFound(
    await withTenant(deps.pool, tenant, (tx) => connectionById(tx, id)),
    'sign-in connection',
    id,
  )
  return beginAt(deps, connection, true)
}

/** Thrown by a rehearsal, so that its transaction is rolled back. */
class Rehearsed extends Error {
  override readonly name = 'Rehearsed'
  readonly admission: Admission
  constructor(admission: Admission) {
    super('a test sign-in changes nothing')
    this.admission = admission
  }
}

/** Performs a sign-in of the person, returns its result, and rolls back everything that it wrote. */
export async function rehearse(
  { pool }: Pick<SsoDeps, 'pool'>,
  { tenantId, connectionId, person }: Tested,
): Promise<Admission> {
  try {
    return await withTenant(pool, tenantId, async (tx): Promise<never> => {
      const connection = await lockConnection(tx, connectionId)
      if (connection === null) throw new Rehearsed({ outcome: 'refused', reason: 'connection_gone', userId: null })
      throw new Rehearsed(await admit(tx, connection, person))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.admission
    throw error
  }
}
