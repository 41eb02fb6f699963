/** Evidence as the API and the export of a framework show it. */
import { Type } from 'typebox'
import { named, nullable, oneOf, time, uuid } from '../../../schemas/wire.ts'
import { EVIDENCE_KINDS, EVIDENCE_STATES, type Evidence } from './evidence.ts'

const hex = Type.String({ pattern: '^[0-9a-f]{64}$' })

const fileSchema = named(
  'ComplianceEvidenceFile',
  Type.Object({
    id: uuid,
    name: Type.String(),
    size_bytes: Type.Integer(),
    sha256: hex,
    added_by: Type.String(),
  }),
)

export const evidenceSchema = named(
  'ComplianceEvidence',
  Type.Object({
    id: uuid,
    seq: Type.Integer(),
    framework: Type.String(),
    control_id: Type.String(),
    evidence_kind: oneOf(EVIDENCE_KINDS),
    summary: Type.String(),
    link: nullable(Type.String()),
    digest: nullable(hex),
    raw_payload: nullable(Type.Record(Type.String(), Type.Unknown())),
    case_id: nullable(uuid),
    payload_hash: hex,
    prev_hash: hex,
    collected_at: time,
    collected_by: Type.String(),
    status: oneOf(EVIDENCE_STATES),
    reviewed_by: nullable(Type.String()),
    reviewed_at: nullable(time),
    review_note: nullable(Type.String()),
    erased_at: nullable(time),
    files: Type.Array(fileSchema, { description: 'oldest first; they are downloaded one by one' }),
  }),
)

export function evidenceView({ kind: evidenceKind, payload: rawPayload, state: status, ...rest }: Evidence) {
  return { ...rest, evidenceKind, rawPayload, status }
}
