import { bytes, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { SystemTx, TenantTx } from '../../../stores/postgres/pool.ts'

export type NewToken = {
  readonly id: string
  readonly templateId: string
  readonly label: string
  readonly digest: Buffer
  readonly sealed: Buffer
  readonly hmacSealed: Buffer | null
  readonly fingerprint: string
}

export type SealedToken = { readonly id: string; readonly sealed: Buffer; readonly hmacSealed: Buffer | null }

export async function insertToken(tx: TenantTx, token: NewToken): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO inbox_tokens (id, template_id, label, token_digest, token_sealed, hmac_secret_sealed, fingerprint)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`
  const { id, templateId, label, digest, sealed, hmacSealed, fingerprint } = token
  await tx.run(sql, [id, templateId, label, digest, sealed, hmacSealed, fingerprint])
}

/**
 * The oldest live token of the template and label. The rows of tokens are read by hand, as the ingest service reads them
 * and must not load what `table` needs.
 */
export function liveToken(tx: TenantTx, templateId: string, label: string): Promise<SealedToken | null> {
  const sql = /* sql */ `
    SELECT id, token_sealed, hmac_secret_sealed FROM inbox_tokens
    WHERE template_id = $1 AND label = $2 AND revoked_at IS NULL ORDER BY created_at, id LIMIT 1`
  const toSealed = (row: Row) => ({
    id: text(row, 'id'),
    sealed: bytes(row, 'token_sealed'),
    hmacSealed: orNull(bytes, row, 'hmac_secret_sealed'),
  })
  return tx.maybeOne(toSealed, sql, [templateId, label])
}

/** Revokes all live tokens of the template and label, and returns their number. */
export function revokeLive(tx: TenantTx, templateId: string, label: string): Promise<number> {
  const sql = /* sql */ `
    UPDATE inbox_tokens SET revoked_at = clock_timestamp() WHERE template_id = $1 AND label = $2 AND revoked_at IS NULL`
  return tx.run(sql, [templateId, label])
}

/** False when it was revoked before, and keeps its time; null when there is no such token. */
export function revokeById(tx: TenantTx, id: string): Promise<boolean | null> {
  const sql = /* sql */ `
    UPDATE inbox_tokens SET revoked_at = coalesce(revoked_at, clock_timestamp())
    FROM (SELECT id AS old_id, revoked_at IS NULL AS is_new FROM inbox_tokens WHERE id::text = $1 FOR UPDATE) old
    WHERE id = old_id RETURNING is_new`
  return tx.maybeOne((row) => row.is_new === true, sql, [id])
}

/** Skips tokens that were updated less than `minGapMs` ago. */
export function touchTokens(tx: TenantTx, uses: ReadonlyMap<string, number>, minGapMs: number): Promise<number> {
  const sql = /* sql */ `
    UPDATE inbox_tokens t SET last_used_at = u.used_at
    FROM unnest($1::uuid[], $2::timestamptz[]) AS u (id, used_at)
    WHERE t.id = u.id
      AND (t.last_used_at IS NULL OR t.last_used_at <= u.used_at - $3 * interval '1 millisecond')`
  return tx.run(sql, [[...uses.keys()], [...uses.values()].map((ms) => new Date(ms)), minGapMs])
}

export type StoredCredential = {
  readonly tenant: string
  readonly id: string
  readonly templateId: string
  readonly label: string
  readonly hmacSealed: Buffer | null
  readonly revokedAt: Date | null
  readonly tenantStatus: string
}

export function credentialByDigest(tx: SystemTx, digest: Buffer): Promise<StoredCredential | null> {
  const sql = /* sql */ `
    SELECT tenant_id, id, template_id, label, hmac_secret_sealed, revoked_at, tenant_status
    FROM svc_token_by_digest($1)`
  const toCredential = (row: Row) => ({
    tenant: text(row, 'tenant_id'),
    id: text(row, 'id'),
    templateId: text(row, 'template_id'),
    label: text(row, 'label'),
    hmacSealed: orNull(bytes, row, 'hmac_secret_sealed'),
    revokedAt: orNull(time, row, 'revoked_at'),
    tenantStatus: text(row, 'tenant_status'),
  })
  return tx.maybeOne(toCredential, sql, [digest])
}
