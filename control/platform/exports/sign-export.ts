/** Signs exports with the key of their tenant, which is made at first use, and keeps a row for each. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { assert } from '../../../platform/assert.ts'
import type { Placed, Position } from '../../../platform/paging.ts'
import { bytes, placed, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { canonicalJson } from '../audit/index.ts'
import type { Vault, VaultUse } from '../vault/index.ts'
import {
  type DetachedSignature,
  detachedOf,
  EXPORT_SIGNATURES,
  type ExportKind,
  type ExportSignature,
  exportKeyIdOf,
  sha256,
  signStatement,
} from './export-signature.ts'

export type ExportedContent = {
  readonly kind: ExportKind
  readonly contentSha256: string
  /** The question that was answered: its digest is signed, and the query itself is not. */
  readonly query: object
  readonly rows: number
  readonly isWhole: boolean
  /** Id of the person or program that exports. */
  readonly by: string
  readonly nowMs: number
}

export async function signExport(tx: TenantTx, vault: Vault, content: ExportedContent) {
  const { keyId, publicKey, key } = await signingKey(tx, vault)
  const statement = {
    tenant_id: tx.tenantId as string,
    export_kind: content.kind as string,
    content_sha256: content.contentSha256,
    query_digest: sha256(canonicalJson({ ...content.query })),
    row_count: content.rows,
    is_whole: content.isWhole,
    signed_at: new Date(content.nowMs).toISOString(),
    key_id: keyId,
  }
  const sql = /* sql */ `
    INSERT INTO export_signatures
      (export_kind, content_sha256, query_digest, row_count, is_whole, key_id, signature, exported_by, signed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${EXPORT_SIGNATURES.columns}`
  const row = await tx.one(EXPORT_SIGNATURES.read, sql, [
    ...[content.kind, content.contentSha256, statement.query_digest, content.rows, content.isWhole, keyId],
    ...[signStatement(statement, key), content.by, statement.signed_at],
  ])
  return { id: row.id, detached: detachedOf(row, publicKey) }
}

/** Newest first. */
export function exportSignaturesPage(
  tx: TenantTx,
  limit: number,
  after: Position | null,
): Promise<Placed<ExportSignature>[]> {
  const sql = /* sql */ `
    SELECT ${EXPORT_SIGNATURES.columns}, signed_at::text AS position FROM export_signatures
    WHERE ($1::timestamptz IS NULL OR (signed_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY signed_at DESC, id DESC LIMIT $3`
  return tx.many(placed(EXPORT_SIGNATURES.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

export async function exportSignature(tx: TenantTx, id: string): Promise<DetachedSignature | null> {
  const sql = /* sql */ `SELECT ${EXPORT_SIGNATURES.columns} FROM export_signatures WHERE id = $1`
  const row = await tx.maybeOne(EXPORT_SIGNATURES.read, sql, [id])
  if (row === null) return null
  const key = await tx.maybeOne(
    (found) => bytes(found, 'public_key'),
    /* sql */ `SELECT public_key FROM export_signing_keys WHERE key_id = $1`,
    [row.key_id],
  )
  assert(key !== null, 'the key of a signature stays')
  return detachedOf(row, key)
}

type SigningKey = { readonly keyId: string; readonly publicKey: Buffer; readonly key: KeyObject }

/** When two processes create the key at once, the second uses that of the first. */
async function signingKey(tx: TenantTx, vault: Vault): Promise<SigningKey> {
  const use: VaultUse = { tenantId: tx.tenantId, connectorId: 'exports', caller: 'export:sign' }
  const select = /* sql */ `SELECT key_id, public_key, private_sealed FROM export_signing_keys`
  const toKey = (row: Row): SigningKey => {
    const der = Buffer.from(vault.decrypt(text(row, 'private_sealed'), use), 'base64')
    return {
      keyId: text(row, 'key_id'),
      publicKey: bytes(row, 'public_key'),
      key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    }
  }
  const known = await tx.maybeOne(toKey, select)
  if (known !== null) return known
  const { privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url')
  const sealed = vault.encrypt(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), use)
  const insert = /* sql */ `
    INSERT INTO export_signing_keys (key_id, public_key, private_sealed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
  await tx.run(insert, [exportKeyIdOf(raw), raw, sealed])
  const made = await tx.maybeOne(toKey, select)
  assert(made !== null, 'a tenant has its key by now')
  return made
}
