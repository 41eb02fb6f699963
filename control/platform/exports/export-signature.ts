/**
 * The signature of an export: detached, Ed25519 (RFC 8032) over `svc-export-v1`, a line feed, and the canonical JSON
 * (RFC 8785) of the statement.
 */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { Type } from 'typebox'
import { named } from '../../../schemas/wire.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { canonicalJson } from '../audit/index.ts'

const hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description })

export const EXPORT_KINDS = ['alerts', 'audit', 'cases', 'compliance', 'events', 'usage'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

/** The signed members, and nothing else of a signature. */
export const statementSchema = Type.Object({
  tenant_id: Type.String(),
  export_kind: Type.String(),
  content_sha256: hash(
    'SHA-256 of the exported file; for a folder, of its manifest as canonical JSON without the signature',
  ),
  query_digest: hash('SHA-256 of the query as canonical JSON'),
  row_count: Type.Integer({ description: 'number of rows in the file' }),
  is_whole: Type.Boolean({ description: 'false: more rows match than the file holds' }),
  signed_at: Type.String({ format: 'date-time' }),
  key_id: Type.String({ description: 'first 16 bytes of the SHA-256 of the public key, in hexadecimal' }),
})
export type ExportStatement = Type.Static<typeof statementSchema>

export const detachedSchema = named(
  'DetachedExportSignature',
  Type.Object({
    format: Type.Literal('svc-export-v1'),
    statement: statementSchema,
    algorithm: Type.Literal('ed25519'),
    public_key: Type.String({ description: '32 bytes in base64url' }),
    signature: Type.String({
      description: 'base64url, over svc-export-v1, a line feed and the statement as canonical JSON',
    }),
  }),
)
export type DetachedSignature = Type.Static<typeof detachedSchema>

export const EXPORT_SIGNATURES = table('ExportSignature', {
  id: column.uuid(),
  tenant_id: column.text(),
  export_kind: column.text(),
  content_sha256: column.text({ description: 'SHA-256 of the exported file' }),
  query_digest: column.text({ description: 'SHA-256 of the query as canonical JSON' }),
  row_count: column.int(),
  is_whole: column.bool({ description: 'false: more rows match than the file holds' }),
  algorithm: column.word(['ed25519']),
  key_id: column.text(),
  signature: column.text({ description: 'base64url' }),
  exported_by: column.text(),
  signed_at: column.time(),
})
export type ExportSignature = RowOf<typeof EXPORT_SIGNATURES>

const FORMAT = 'svc-export-v1'
const signedBytes = (statement: ExportStatement) => Buffer.from(`${FORMAT}\n${canonicalJson(statement)}`)

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

export function signStatement(statement: ExportStatement, key: KeyObject): string {
  return sign(null, signedBytes(statement), key).toString('base64url')
}

/** Raw bytes of a public key, which its id is made of. */
export function exportKeyIdOf(publicKey: Buffer): string {
  return sha256(publicKey).slice(0, 32)
}

export function detachedOf(row: ExportSignature, publicKey: Buffer): DetachedSignature {
  const { tenant_id, export_kind, content_sha256, query_digest, row_count, is_whole, signed_at, key_id } = row
  const measured = { tenant_id, export_kind, content_sha256, query_digest, row_count, is_whole }
  return {
    format: FORMAT,
    statement: { ...measured, signed_at: signed_at.toISOString(), key_id },
    algorithm: 'ed25519',
    public_key: publicKey.toString('base64url'),
    signature: row.signature,
  }
}

/**
 * Returns why the signature is not valid for a file with this digest; null when it is. `keyIds` are the keys that the
 * reader trusts.
 */
export function signatureFault(
  detached: DetachedSignature,
  contentSha256: string,
  keyIds: readonly string[] | null,
): string | null {
  const { statement, public_key, signature, format, algorithm } = detached
  if (format !== FORMAT || algorithm !== 'ed25519') return 'its signature is of an unknown form'
  const raw = Buffer.from(public_key, 'base64url')
  if (raw.length !== 32 || exportKeyIdOf(raw) !== statement.key_id) return 'the key is not the one that its id names'
  if (keyIds !== null && !keyIds.includes(statement.key_id)) return `key ${statement.key_id} is not one you trust`
  const bytes = Buffer.from(signature, 'base64url')
  // The bits that the last character of base64url has too many are 0, or one signature would have several texts.
  const isOneText = bytes.length === 64 && bytes.toString('base64url') === signature
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' })
  if (!isOneText || !verify(null, signedBytes(statement), key, bytes)) return 'the signature is not valid'
  return statement.content_sha256 === contentSha256 ? null : 'the content is not the one that was signed'
}
