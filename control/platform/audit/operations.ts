/**
 * Operations of signed heads and proofs of the audit log. Heads, keys and proofs between heads say nothing of an entry, so
 * that only a proof of one is recorded as a read.
 */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { closed, named, time } from '../../../schemas/wire.ts'
import { auditReader, operationsOf } from '../acting/index.ts'
import { AUDIT_EXPORT_OPERATIONS } from './export-operations.ts'
import { type AuditLog, latestHead, proveConsistency, publicSigningKeys } from './index.ts'
import { AUDIT_LOG_OPERATIONS, auditLogOf } from './log-operations.ts'

/** Operations that read entries answer 503 where there is none. */
type Deps = { readonly auditLog?: AuditLog | undefined }

const operation = operationsOf<Deps>({ tag: 'audit' })
const hash = Type.String({ description: 'SHA-256, hexadecimal' })
const path = Type.Array(hash, { description: 'hashes from the leaf up' })
const size = Type.Integer({ minimum: 1, description: 'of a signed head' })

const headSchema = named(
  'AuditHead',
  Type.Object(
    {
      tenant_id: Type.String(),
      size: Type.Integer({ description: 'number of entries that the head covers' }),
      time_ms: Type.Integer(),
      root: Type.String({ description: 'Merkle tree hash of RFC 6962 over the hashes of the entries, hexadecimal' }),
      key_id: Type.String(),
      signature: Type.String({ description: 'Ed25519, base64url' }),
    },
    { description: 'signed over "svc-audit-head-v1", a line feed, and the other members as canonical JSON (RFC 8785)' },
  ),
)

const head = operation({
  name: 'audit.head',
  summary: 'Latest signed head; with a copy elsewhere, nothing before it can be rewritten undetected',
  permission: 'audit_log:read',
  path: 'GET /audit/head',
  output: headSchema,
  async run({ tx }) {
    const found = await latestHead(tx)
    if (found === null) throw new AppError('not_found', 'no head of this log was signed yet')
    return found
  },
})

const keys = operation.list({
  name: 'audit.keys',
  summary: 'Public keys of present and past heads, oldest first',
  permission: 'audit_log:read',
  path: 'GET /audit/keys',
  item: named(
    'AuditKey',
    Type.Object({
      key_id: Type.String({ description: 'first 16 bytes of the SHA-256 of the public key, hexadecimal' }),
      public_key: Type.String({ description: 'Ed25519, 32 bytes, base64url' }),
      created_at: time,
      retired_at: Type.Union([time, Type.Null()], { description: 'null: the key signs heads now' }),
    }),
  ),
  run: async ({ tx }) =>
    (await publicSigningKeys(tx)).map((key) => ({ ...key, publicKey: key.publicKey.toString('base64url') })),
  keyOf: ({ keyId }) => keyId,
})

const inclusion = operation.outside({
  name: 'audit.prove_entry',
  summary: 'Proof that the log of the latest head includes an entry (RFC 6962, 2.1.1)',
  permission: 'audit_log:read',
  path: 'GET /audit/entries/:id/proof',
  output: named(
    'AuditInclusionProof',
    Type.Object({
      seq: Type.Integer({ description: 'it is leaf seq - 1 of the tree' }),
      document: Type.String({ description: 'the entry as it was hashed: canonical JSON, personal fields sealed' }),
      prev: hash,
      hash: Type.String({
        description: 'SHA-256 of "svc-audit-entry-v1", a line feed, seq as 64 bits big-endian, prev, and the document',
      }),
      head: headSchema,
      path,
    }),
  ),
  run({ actor, deps }, { id }) {
    return auditLogOf(deps).proveEntry(actor.tenantId, auditReader(actor), id)
  },
})

const consistency = operation({
  name: 'audit.prove_consistency',
  summary: 'Proof that the log was only appended to between two signed heads (RFC 6962, 2.1.2)',
  permission: 'audit_log:read',
  path: 'GET /audit/consistency',
  query: Type.Object({ older: size, newer: size }, closed),
  output: named('AuditConsistencyProof', Type.Object({ older: headSchema, newer: headSchema, path })),
  run: ({ tx }, { older, newer }) => proveConsistency(tx, older, newer),
})

export const AUDIT_OPERATIONS = [
  ...AUDIT_LOG_OPERATIONS,
  ...AUDIT_EXPORT_OPERATIONS,
  head,
  keys,
  inclusion,
  consistency,
]
