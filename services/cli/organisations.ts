import { addTenant, createOrganisation, kindOf, removeTenant } from '../../control/organisations/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, type Postgres } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'

export type OrganisationOptions = { name: string; home: string; kind: string }
export type MemberOptions = { name: string; tenant: string }

/** Prints the id of the organisation. */
export async function runCreateOrganisation({ name, home, kind }: OrganisationOptions): Promise<void> {
  const given = { name, kind: kindOf(kind), homeTenant: tenantId(home) }
  console.log((await withOwner((pool) => createOrganisation(pool, given))).id)
}

export function runAddTenant({ name, tenant }: MemberOptions): Promise<void> {
  return withOwner((pool) => addTenant(pool, name, tenantId(tenant)))
}

export function runRemoveTenant({ name, tenant }: MemberOptions): Promise<void> {
  return withOwner((pool) => removeTenant(pool, name, tenantId(tenant)))
}

async function withOwner<T>(work: (pool: Postgres) => Promise<T>): Promise<T> {
  const pool = openPostgres({ url: targets().databaseUrl, poolSize: 2 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
