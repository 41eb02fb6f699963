import type { TenantId } from '../../../platform/tenant.ts'
import { placed, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../accounts/index.ts'

/** The right of one user of the provider to work in a customer's tenant, until it expires or is taken back. */
export const DELEGATIONS = tableInCamelCase('Delegation', {
  id: column.text(),
  /** The customer's. */
  tenant_id: column.tenant(),
  home_tenant: column.tenant(),
  delegate_id: column.text(),
  role: column.text(),
  reason: column.text(),
  granted_by: column.text(),
  created_at: column.time(),
  expires_at: column.time(),
  revoked_at: column.orNull(column.time()),
})
export type Delegation = RowOf<typeof DELEGATIONS>

export type NewDelegation = Pick<
  Delegation,
  'homeTenant' | 'delegateId' | 'role' | 'reason' | 'grantedBy' | 'createdAt' | 'expiresAt'
>

export function insertDelegation(tx: TenantTx, newDelegation: NewDelegation): Promise<Delegation | null> {
  const sql = /* sql */ `
    INSERT INTO delegations (home_tenant, delegate_id, role, reason, granted_by, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${DELEGATIONS.columns}`
  const { homeTenant, delegateId, role, reason, grantedBy, createdAt, expiresAt } = newDelegation
  return tx.maybeOne(DELEGATIONS.read, sql, [homeTenant, delegateId, role, reason, grantedBy, createdAt, expiresAt])
}

/** Delegations that the customer gave, those of one user of the provider, or of all its users. Newest first. */
export async function delegationsPage(
  tx: TenantTx,
  as: { readonly byCustomer: true } | { readonly receivedBy: string } | { readonly byProvider: true },
  limit: number,
  after: Position | null,
): Promise<Placed<Delegation>[]> {
  const sql = /* sql */ `
    SELECT ${DELEGATIONS.columns}, created_at::text AS position FROM delegations
    WHERE CASE WHEN $5 THEN tenant_id = svc_tenant()
        ELSE home_tenant = svc_tenant() AND ($4::uuid IS NULL OR delegate_id = $4) END
      AND ($2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $1`
  const receivedBy = 'receivedBy' in as ? as.receivedBy : null
  const place = [after?.[0] ?? null, after?.[1] ?? null]
  return tx.many(placed(DELEGATIONS.read), sql, [limit, ...place, receivedBy, 'byCustomer' in as])
}

/** A delegation of either side: row security shows it to the customer and to the provider. */
export function delegationById(tx: TenantTx, id: string): Promise<Delegation | null> {
  return tx.maybeOne(DELEGATIONS.read, /* sql */ `SELECT ${DELEGATIONS.columns} FROM delegations WHERE id = $1`, [id])
}

/**
 * The delegation by which a user of the bound tenant may work in a customer's now; of several the one that ends last.
 * Null for none.
 */
export function delegationInto(tx: TenantTx, userId: string, customer: TenantId, now: Date): Promise<string | null> {
  const sql = /* sql */ `
    SELECT id FROM delegations
    WHERE home_tenant = svc_tenant() AND delegate_id = $1 AND tenant_id = $2 AND revoked_at IS NULL AND expires_at > $3
    ORDER BY expires_at DESC, id LIMIT 1`
  return tx.maybeOne((row) => text(row, 'id'), sql, [userId, customer, now])
}

/**
 * Delegations in force of a user of the bound tenant, by the customer's id; for each customer the one that ends last.
 */
export function delegationsInForce(
  tx: TenantTx,
  userId: string,
  now: Date,
  limit: number,
  wanted: readonly string[] | null = null,
): Promise<Delegation[]> {
  const sql = /* sql */ `
    SELECT DISTINCT ON (tenant_id) ${DELEGATIONS.columns} FROM delegations
    WHERE home_tenant = svc_tenant() AND delegate_id = $1 AND revoked_at IS NULL AND expires_at > $2
      AND ($4::text[] IS NULL OR tenant_id = ANY ($4))
    ORDER BY tenant_id, expires_at DESC, id LIMIT $3`
  return tx.many(DELEGATIONS.read, sql, [userId, now, limit, wanted])
}

/** False when it was revoked before, and keeps its time; null when the bound tenant gave no such delegation. */
export function markRevoked(tx: TenantTx, id: string): Promise<boolean | null> {
  const sql = /* sql */ `
    UPDATE delegations SET revoked_at = coalesce(revoked_at, clock_timestamp())
    FROM (SELECT id AS old_id, revoked_at IS NULL AS is_new FROM delegations
      WHERE id = $1 AND tenant_id = svc_tenant() FOR UPDATE) old
    WHERE id = old_id RETURNING is_new`
  return tx.maybeOne((row) => row.is_new === true, sql, [id])
}
