import { orNull, placed, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { SystemTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { API_KEYS, type ApiKey } from './api-key.ts'
import { STATIC_ROLES } from './static-roles.ts'
import type { Placed, Position } from './user-store.ts'

export type NewKey = {
  readonly ownerId: string
  readonly name: string
  readonly prefix: string
  readonly digest: Buffer
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  readonly madeBy: readonly string[]
}

export function insertKey(tx: TenantTx, key: NewKey): Promise<ApiKey | null> {
  const sql = /* sql */ `
    INSERT INTO api_keys (owner_id, name, prefix, key_digest, scopes, expires_at, made_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${API_KEYS.columns}`
  const { ownerId, name, prefix, digest, scopes, expiresAt, madeBy } = key
  return tx.maybeOne(API_KEYS.read, sql, [ownerId, name, prefix, digest, scopes, expiresAt, madeBy])
}

/** Locks in a fixed order, so that two changes of the same keys wait for each other instead of deadlocking. */
export async function lockKeys(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, ApiKey>> {
  const sql = /* sql */ `SELECT ${API_KEYS.columns} FROM api_keys WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`
  const keys = await tx.many(API_KEYS.read, sql, [ids])
  return new Map(keys.map((key) => [key.id, key]))
}

/** Returns the earliest expiry of some keys; null when none of them expires. */
export function firstEndOf(tx: TenantTx, ids: readonly string[]): Promise<Date | null> {
  const sql = /* sql */ `SELECT min(expires_at) AS first_end FROM api_keys WHERE id = ANY($1::uuid[])`
  return tx.maybeOne((row) => orNull(time, row, 'first_end'), sql, [ids])
}

export function keysPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<ApiKey>[]> {
  const sql = /* sql */ `
    SELECT ${API_KEYS.columns}, created_at::text AS position FROM api_keys
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(API_KEYS.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null])
}

export function updateKey(tx: TenantTx, key: Pick<ApiKey, 'id' | 'name' | 'scopes' | 'expiresAt' | 'madeBy'>) {
  const sql = /* sql */ `
    UPDATE api_keys SET name = $2, scopes = $3, expires_at = $4, made_by = $5 WHERE id = $1 RETURNING ${API_KEYS.columns}`
  return tx.maybeOne(API_KEYS.read, sql, [key.id, key.name, key.scopes, key.expiresAt, key.madeBy])
}

/** Returns null for an unknown key id. */
export function ownerOfKey(tx: TenantTx, id: string): Promise<string | null> {
  return tx.maybeOne((row) => text(row, 'owner_id'), /* sql */ `SELECT owner_id FROM api_keys WHERE id::text = $1`, [
    id,
  ])
}

/** Deactivates a key and every key that it created. False when it was inactive before, or there is no such key. */
export async function deactivateKey(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `UPDATE api_keys SET is_active = false WHERE id = $1 AND is_active`, [id])) === 1
}

/** Answers with how many worked until now; keys that are past their end are switched off as well and do not count. */
export async function deactivateKeysOf(tx: TenantTx, ownerId: string): Promise<number> {
  const sql = /* sql */ `
    UPDATE api_keys SET is_active = false WHERE owner_id = $1 AND is_active
    RETURNING expires_at IS NULL OR expires_at > now() AS worked`
  return (await tx.many((row) => row.worked === true, sql, [ownerId])).filter(Boolean).length
}

export function keyByDigest(tx: SystemTx, digest: Buffer): Promise<{ tenant: string; id: string } | null> {
  const toFound = (row: Row) => ({ tenant: text(row, 'tenant_id'), id: text(row, 'id') })
  return tx.maybeOne(toFound, /* sql */ `SELECT tenant_id, id FROM svc_api_key_by_digest($1)`, [digest])
}

const USABLE_KEYS = tableInCamelCase('UsableKey', {
  prefix: column.text(),
  scopes: column.texts(),
  owner_id: column.text(),
  email: column.text(),
  role: column.word(STATIC_ROLES),
  expires_at: column.orNull(column.time()),
  last_used_at: column.orNull(column.time()),
})
export type UsableKey = RowOf<typeof USABLE_KEYS>

/** Null for a key that is inactive or expired, or whose owner or tenant is not active. */
export function usableKey(tx: TenantTx, id: string): Promise<UsableKey | null> {
  const sql = /* sql */ `
    SELECT k.prefix, k.scopes, k.owner_id, u.email, u.role, k.expires_at, k.last_used_at
    FROM api_keys k JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.owner_id
      JOIN tenants n ON n.id = k.tenant_id
    WHERE k.id = $1 AND k.is_active AND u.is_active AND n.status = 'active'
      AND (k.expires_at IS NULL OR k.expires_at > now())`
  return tx.maybeOne(USABLE_KEYS.read, sql, [id])
}

export async function touchKey(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE api_keys SET last_used_at = clock_timestamp() WHERE id = $1`, [id])
}
