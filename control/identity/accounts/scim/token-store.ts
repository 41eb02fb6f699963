import { int, orNull, placed, type Row, text, time } from '../../../../stores/postgres/columns.ts'
import type { SystemTx, TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../user-store.ts'
import { SCIM_TOKENS, type ScimToken } from './token.ts'

export type NewToken = {
  readonly name: string
  readonly prefix: string
  readonly digest: Buffer
  readonly lifetimeDays: number | null
  readonly expiresAt: Date | null
  readonly rotatedFromId: string | null
}

/** Null when the token it is rotated from has a successor. */
export function insertToken(tx: TenantTx, token: NewToken): Promise<ScimToken | null> {
  const sql = /* sql */ `
    INSERT INTO scim_tokens (name, prefix, token_digest, lifetime_days, expires_at, rotated_from_id)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id, rotated_from_id) DO NOTHING RETURNING ${SCIM_TOKENS.columns}`
  const { name, prefix, digest, lifetimeDays, expiresAt, rotatedFromId } = token
  return tx.maybeOne(SCIM_TOKENS.read, sql, [name, prefix, digest, lifetimeDays, expiresAt, rotatedFromId])
}

export type LockedToken = ScimToken & { readonly lifetimeDays: number | null }

export function lockToken(tx: TenantTx, id: string): Promise<LockedToken | null> {
  const sql = /* sql */ `SELECT ${SCIM_TOKENS.columns}, lifetime_days FROM scim_tokens WHERE id = $1 FOR UPDATE`
  const toLocked = (row: Row) => ({ ...SCIM_TOKENS.read(row), lifetimeDays: orNull(int, row, 'lifetime_days') })
  return tx.maybeOne(toLocked, sql, [id])
}

export function tokensPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<ScimToken>[]> {
  const sql = /* sql */ `
    SELECT ${SCIM_TOKENS.columns}, created_at::text AS position FROM scim_tokens
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(SCIM_TOKENS.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null])
}

export async function countActive(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `
    SELECT count(*)::int AS n FROM scim_tokens WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`
  return (await tx.maybeOne((row) => int(row, 'n'), sql)) ?? 0
}

/** A token that ended already keeps its end. */
export async function endAt(tx: TenantTx, id: string, at: Date): Promise<void> {
  await tx.run(/* sql */ `UPDATE scim_tokens SET expires_at = least(expires_at, $2) WHERE id = $1`, [id, at])
}

/** False when it was revoked before. */
export async function markRevoked(tx: TenantTx, id: string): Promise<boolean> {
  const sql = /* sql */ `UPDATE scim_tokens SET revoked_at = clock_timestamp() WHERE id = $1 AND revoked_at IS NULL`
  return (await tx.run(sql, [id])) === 1
}

export function tokenByDigest(tx: SystemTx, digest: Buffer): Promise<{ tenant: string; id: string } | null> {
  const toFound = (row: Row) => ({ tenant: text(row, 'tenant_id'), id: text(row, 'id') })
  return tx.maybeOne(toFound, /* sql */ `SELECT tenant_id, id FROM svc_scim_token_by_digest($1)`, [digest])
}

export type UsableToken = { readonly prefix: string; readonly expiresAt: Date | null; readonly lastUsedAt: Date | null }

/** Null for a token that is revoked or expired, or whose tenant is not active. */
export function usableToken(tx: TenantTx, id: string): Promise<UsableToken | null> {
  const sql = /* sql */ `
    SELECT t.prefix, t.expires_at, t.last_used_at FROM scim_tokens t JOIN tenants n ON n.id = t.tenant_id
    WHERE t.id = $1 AND t.revoked_at IS NULL AND n.status = 'active' AND (t.expires_at IS NULL OR t.expires_at > now())`
  const toUsable = (row: Row) => ({
    prefix: text(row, 'prefix'),
    expiresAt: orNull(time, row, 'expires_at'),
    lastUsedAt: orNull(time, row, 'last_used_at'),
  })
  return tx.maybeOne(toUsable, sql, [id])
}

export async function touchToken(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE scim_tokens SET last_used_at = clock_timestamp() WHERE id = $1`, [id])
}
