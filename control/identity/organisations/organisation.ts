import { AppError, noSuch, requireFound } from '../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { asTenant, type OperatorTx, type Postgres, type TenantTx, withOperator } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

const ORGANISATION_KINDS = ['mssp', 'enterprise'] as const
export type OrganisationKind = (typeof ORGANISATION_KINDS)[number]

/** A provider and the tenants it looks after. Its home tenant is the provider's own, where its people are users. */
const ORGANISATIONS = tableInCamelCase('StoredOrganisation', {
  id: column.uuid(),
  name: column.text(),
  kind: column.word(ORGANISATION_KINDS),
  home_tenant: column.tenant(),
  created_at: column.time(),
})
export type Organisation = RowOf<typeof ORGANISATIONS>

/** Throws `bad_request` for any other word. */
export function kindOf(word: string): OrganisationKind {
  if (word === 'mssp' || word === 'enterprise') return word
  throw new AppError('bad_request', 'an organisation is an mssp or an enterprise')
}

/** Writes the audit entry of a tenant that a change is about, in the transaction of the change. */
export type RecordOrganisation = (tx: TenantTx, about: Organisation) => Promise<void>

const unrecorded: RecordOrganisation = async () => undefined

/** The operator sets organisations up, with a pool that signs in as the owner. Throws `conflict`, `bad_request`. */
export function createOrganisation(
  pool: Postgres,
  input: { readonly name: string; readonly kind: OrganisationKind; readonly homeTenant: TenantId },
  record = unrecorded,
): Promise<Organisation> {
  if (input.name.length < 1 || input.name.length > 200)
    throw new AppError('bad_request', "an organisation's name has 1 to 200 characters")
  return withOperator(pool, 'create organisation', async (tx) => {
    await requireTenant(tx, input.homeTenant)
    const sql = /* sql */ `
      INSERT INTO organisations (name, kind, home_tenant) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
      RETURNING ${ORGANISATIONS.columns}`
    const made = await tx.maybeOne(ORGANISATIONS.read, sql, [input.name, input.kind, input.homeTenant])
    if (!made) throw new AppError('conflict', 'the name is in use, or the tenant is already home to an organisation')
    await asTenant(tx, made.homeTenant, (bound) => record(bound, made))
    return made
  })
}

/**
 * Recorded for the tenant and its provider. Throws `not_found`, and `conflict` for a tenant that belongs to an
 * organisation.
 */
export function addTenant(
  pool: Postgres,
  organisationName: string,
  tenant: TenantId,
  record = unrecorded,
): Promise<void> {
  return withOperator(pool, 'add tenant to organisation', async (tx) => {
    await requireTenant(tx, tenant)
    const organisation = await byName(tx, organisationName)
    if (organisation.homeTenant === tenant)
      throw new AppError('conflict', 'an organisation does not look after its home')
    const sql = /* sql */ `
      INSERT INTO organisation_tenants (tenant_id, organisation_id, home_tenant) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING`
    if ((await tx.run(sql, [tenant, organisation.id, organisation.homeTenant])) === 0)
      throw new AppError('conflict', `tenant ${tenant} belongs to an organisation already`)
    for (const audience of [tenant, organisation.homeTenant])
      await asTenant(tx, audience, (bound) => record(bound, organisation))
  })
}

/** Takes back the delegations to its provider as well. Recorded for both. Throws `not_found`. */
export function removeTenant(
  pool: Postgres,
  organisationName: string,
  tenant: TenantId,
  record = unrecorded,
): Promise<void> {
  return withOperator(pool, 'remove tenant from organisation', async (tx) => {
    const organisation = await byName(tx, organisationName)
    const { id, homeTenant } = organisation
    const sql = /* sql */ `DELETE FROM organisation_tenants WHERE tenant_id = $1 AND organisation_id = $2`
    if ((await tx.run(sql, [tenant, id])) === 0) throw new AppError('not_found', `tenant ${tenant} is not among them`)
    const revoke = /* sql */ `
      UPDATE delegations SET revoked_at = clock_timestamp()
      WHERE tenant_id = $1 AND home_tenant = $2 AND revoked_at IS NULL`
    await tx.run(revoke, [tenant, homeTenant])
    for (const audience of [tenant, homeTenant]) await asTenant(tx, audience, (bound) => record(bound, organisation))
  })
}

async function byName(tx: OperatorTx, name: string): Promise<Organisation> {
  const sql = /* sql */ `SELECT ${ORGANISATIONS.columns} FROM organisations WHERE name = $1`
  return requireFound(await tx.maybeOne(ORGANISATIONS.read, sql, [name]), 'organisation', name)
}

async function requireTenant(tx: OperatorTx, id: TenantId): Promise<void> {
  const found = await tx.maybeOne(() => true, /* sql */ `SELECT id FROM tenants WHERE id = $1`, [id])
  if (found === null) throw noSuch('tenant', id)
}

/** The organisation the bound tenant belongs to or is home of; a home's own comes first. Null without one. */
export async function ownOrganisation(tx: TenantTx): Promise<Organisation | null> {
  const sql = /* sql */ `SELECT ${ORGANISATIONS.columns} FROM organisations ORDER BY (home_tenant = svc_tenant()) DESC LIMIT 1`
  return tx.maybeOne(ORGANISATIONS.read, sql)
}

/** The tenants the bound tenant looks after, by id; none for a member, which sees itself only. */
export function lookedAfter(tx: TenantTx, limit: number, after: string): Promise<TenantId[]> {
  const sql = /* sql */ `
    SELECT tenant_id FROM organisation_tenants
    WHERE home_tenant = svc_tenant() AND tenant_id > $2 ORDER BY tenant_id LIMIT $1`
  return tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [limit, after])
}
