/** The certificate of an erasure: places searched, data changed, data that remains and why. Signed with Ed25519. */
import { Type } from 'typebox'
import { named } from '../../../../schemas/wire.ts'

const left = Type.Object({
  where: Type.String({ description: 'a table, or a place outside of tables' }),
  rows: Type.Union([Type.Integer(), Type.Null()], {
    description: 'number of rows that name the subject; null: not counted',
  }),
  why: Type.String(),
})
const counts = Type.Record(Type.String(), Type.Integer())

export const certificateSchema = named(
  'ErasureCertificate',
  Type.Object({
    statement: Type.Object({
      deletion_id: Type.String(),
      tenant_id: Type.String(),
      subject_kind: Type.String(),
      subject_sha256: Type.String({
        description: 'SHA-256 of the value in lower case, so that the certificate does not name the subject',
      }),
      requested_at: Type.String(),
      completed_at: Type.String(),
      searched: Type.Array(Type.String(), { description: 'names of the searched tables' }),
      changed: counts,
      remains: Type.Array(left),
    }),
    algorithm: Type.Literal('ed25519'),
    key_id: Type.String({ description: 'id of a key from GET /audit/keys' }),
    signature: Type.String({
      description: 'base64, over the statement as JSON with its members in the order of their names',
    }),
  }),
)
export type Left = { readonly where: string; readonly rows: number | null; readonly why: string }
export type Certificate = Type.Static<typeof certificateSchema>

export const proofSchema = named(
  'ErasureProof',
  Type.Object({
    deletion_id: Type.String(),
    asked_at: Type.String({ format: 'date-time' }),
    is_clean: Type.Boolean({
      description: 'true when the subject is not found in anything that this answer has searched',
    }),
    searched: Type.Array(Type.String()),
    found: counts,
    remains: Type.Array(left, { description: 'remaining records that the certificate lists, counted now' }),
    next_file: Type.Optional(
      Type.String({ description: 'more files are to be read: send it as after_file with the next request' }),
    ),
  }),
)
