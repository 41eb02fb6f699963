import { placed, type Row, text } from '../../../../stores/postgres/columns.ts'
import type { SystemTx, TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../user-store.ts'
import { SSO_CONNECTIONS, type SsoConnection, type SsoProvider } from './connection.ts'

export type NewConnection = Omit<SsoConnection, 'tenantId' | 'createdAt' | 'updatedAt'> & { readonly issuerKey: string }

/** Null when the issuer is claimed, by whomever. */
export function insertConnection(tx: TenantTx, of: NewConnection): Promise<SsoConnection | null> {
  const sql = /* sql */ `
    INSERT INTO sso_connections (id, provider, issuer, issuer_key, display_name, enabled, default_role,
      group_role_mapping, groups_claim, client_id, client_secret, metadata_url, metadata_xml, ceiling)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    ON CONFLICT DO NOTHING RETURNING ${SSO_CONNECTIONS.columns}`
  const { id, provider, issuer, issuerKey } = of
  return tx.maybeOne(SSO_CONNECTIONS.read, sql, [id, provider, issuer, issuerKey, ...settingsOf(of)])
}

export function updateConnection(tx: TenantTx, of: Omit<NewConnection, 'issuerKey'>): Promise<SsoConnection | null> {
  const sql = /* sql */ `
    UPDATE sso_connections SET display_name = $2, enabled = $3, default_role = $4, group_role_mapping = $5,
      groups_claim = $6, client_id = $7, client_secret = $8, metadata_url = $9, metadata_xml = $10, ceiling = $11,
      updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${SSO_CONNECTIONS.columns}`
  return tx.maybeOne(SSO_CONNECTIONS.read, sql, [of.id, ...settingsOf(of)])
}

function settingsOf(of: Omit<NewConnection, 'issuerKey'>): unknown[] {
  const { displayName, enabled, defaultRole, groupRoleMapping, groupsClaim } = of
  const trust = [of.clientId, of.clientSecret, of.metadataUrl, of.metadataXml, of.ceiling]
  return [displayName, enabled, defaultRole, JSON.stringify(groupRoleMapping), groupsClaim, ...trust]
}

export function connectionById(tx: TenantTx, id: string): Promise<SsoConnection | null> {
  return tx.maybeOne(
    SSO_CONNECTIONS.read,
    /* sql */ `SELECT ${SSO_CONNECTIONS.columns} FROM sso_connections WHERE id = $1`,
    [id],
  )
}

/** Reads and locks the connection: until this transaction ends nobody changes it or signs in through it. */
export function lockConnection(tx: TenantTx, id: string): Promise<SsoConnection | null> {
  return tx.maybeOne(
    SSO_CONNECTIONS.read,
    /* sql */ `SELECT ${SSO_CONNECTIONS.columns} FROM sso_connections WHERE id = $1 FOR UPDATE`,
    [id],
  )
}

/** Newest first. */
export function connectionsPage(
  tx: TenantTx,
  limit: number,
  after: Position | null,
): Promise<readonly Placed<SsoConnection>[]> {
  const sql = /* sql */ `
    SELECT ${SSO_CONNECTIONS.columns}, created_at::text AS position FROM sso_connections
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(SSO_CONNECTIONS.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null])
}

export async function countConnections(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `SELECT count(*)::text AS n FROM sso_connections`
  return (await tx.maybeOne((row) => Number(text(row, 'n')), sql)) ?? 0
}

/** Identities and roles that came of it go with it. */
export async function deleteConnection(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM sso_connections WHERE id = $1`, [id])) === 1
}

export type ConnectionPlace = { readonly tenant: string; readonly id: string }

/** Finds an enabled connection by id or issuer, before any tenant is known. */
export function findConnection(
  tx: SystemTx,
  provider: SsoProvider,
  by: { readonly id: string } | { readonly issuerKey: string },
): Promise<ConnectionPlace | null> {
  const sql = /* sql */ `SELECT tenant_id, id FROM svc_sso_connection($1, $2, $3)`
  const toPlace = (row: Row) => ({ tenant: text(row, 'tenant_id'), id: text(row, 'id') })
  const wanted = 'id' in by ? [by.id, null] : [null, by.issuerKey]
  return tx.maybeOne(toPlace, sql, [provider, ...wanted])
}
