/** API views of the audit log and their schemas. */
import { type Static, Type } from 'typebox'
import type {
  AuditView,
  ConsistencyProof,
  ProvenEntry,
  PublicSigningKey,
  SignedHead,
} from '../../../control/audit/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { nullable, time, uuid } from '../views.ts'

export const tags = ['audit']
const nullableText = nullable(Type.String())
const hash = Type.String({ description: 'SHA-256, hexadecimal' })

export const entrySchema = named(
  'AuditEntry',
  Type.Object({
    id: uuid,
    seq: Type.Union([Type.Integer(), Type.Null()], { description: 'place in the chain; null until it is chained' }),
    tenant_id: Type.String(),
    actor_kind: Type.String({ description: 'user, api_key, service, agent, playbook, rule, platform or anonymous' }),
    actor_id: nullableText,
    actor_email: nullableText,
    actor_ip: nullableText,
    action: Type.String(),
    resource: Type.String(),
    resource_id: nullableText,
    changes: Type.Unknown(),
    created_at: time,
    api_key_prefix: nullableText,
  }),
)

export function entryView(entry: AuditView): Static<typeof entrySchema> {
  return { ...entry }
}

export const headSchema = named(
  'AuditHead',
  Type.Object(
    {
      tenant_id: Type.String(),
      size: Type.Integer({ description: 'entries it covers' }),
      time_ms: Type.Integer(),
      root: Type.String({ description: 'Merkle tree hash of RFC 6962 over the hashes of the entries, hexadecimal' }),
      key_id: Type.String(),
      signature: Type.String({ description: 'Ed25519, base64url' }),
    },
    { description: 'signed over "svc-audit-head-v1", a line feed, and the other members as canonical JSON (RFC 8785)' },
  ),
)

export function headView(head: SignedHead): Static<typeof headSchema> {
  return { ...head }
}

export const keySchema = named(
  'AuditKey',
  Type.Object({
    key_id: Type.String({ description: 'first 16 bytes of the SHA-256 of the public key, hexadecimal' }),
    public_key: Type.String({ description: 'Ed25519, 32 bytes, base64url' }),
    created_at: time,
    retired_at: Type.Union([time, Type.Null()], { description: 'null: heads are signed with it now' }),
  }),
)

export function keyView({ keyId, publicKey, createdAt, retiredAt }: PublicSigningKey): Static<typeof keySchema> {
  return {
    key_id: keyId,
    public_key: publicKey.toString('base64url'),
    created_at: createdAt.toISOString(),
    retired_at: retiredAt?.toISOString() ?? null,
  }
}

const path = Type.Array(hash, { description: 'from the leaf up' })

export const inclusionSchema = named(
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
)

export function inclusionView({ head, path: hashes, ...entry }: ProvenEntry): Static<typeof inclusionSchema> {
  return { ...entry, head: headView(head), path: [...hashes] }
}

export const consistencySchema = named(
  'AuditConsistencyProof',
  Type.Object({ older: headSchema, newer: headSchema, path }),
)

export function consistencyView(proof: ConsistencyProof): Static<typeof consistencySchema> {
  return { older: headView(proof.older), newer: headView(proof.newer), path: [...proof.path] }
}
