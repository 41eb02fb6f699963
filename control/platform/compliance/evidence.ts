/**
 * Evidence: a record attached to a control, its files, and its review by another person. All are rows that are never
 * changed. The hash of a row is SHA-256 of `prev_hash`, a line feed and its document, in hexadecimal; the next row holds it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { ownerOfKey } from '../../identity/accounts/index.ts'
import { type Actor, requireSecondPerson } from '../acting/index.ts'
import { canonicalJson } from '../audit/index.ts'
import { requireReferences } from '../references/index.ts'
import { frameworkById } from './frameworks/catalogue.ts'
import { COMPLIANCE_LIMITS } from './limits.ts'

export const EVIDENCE_KINDS = ['alert', 'log', 'screenshot', 'attestation', 'policy', 'runbook', 'other'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]
export const DECISIONS = ['accepted', 'rejected'] as const
export type Decision = (typeof DECISIONS)[number]
export const EVIDENCE_STATES = ['pending', 'accepted', 'rejected'] as const
export type EvidenceState = (typeof EVIDENCE_STATES)[number]

export type EvidenceInput = {
  readonly framework: string
  readonly controlId: string
  readonly kind: EvidenceKind
  readonly summary: string
  /** Address of the evidence; the product does not read it. */
  readonly link: string | null
  /** SHA-256 of the linked content, in hexadecimal. */
  readonly digest: string | null
  readonly payload: Readonly<Record<string, unknown>> | null
  readonly caseId: string | null
  readonly collectedBy: string
  /** The person behind the credential that attached it. Absent from evidence that is older than this field. */
  readonly collectedByPerson?: string | null
}

/** Name and digest of a file, as the chain has them. */
type EvidenceFile = {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
  /** SHA-256 of the uploaded bytes, in hexadecimal. */
  readonly sha256: string
  readonly addedBy: string
}

export type Evidence = EvidenceInput & {
  readonly id: string
  readonly seq: number
  readonly payloadHash: string
  readonly prevHash: string
  readonly collectedAt: Date
  readonly state: EvidenceState
  readonly reviewedBy: string | null
  readonly reviewedAt: Date | null
  readonly reviewNote: string | null
  /** Time at which an erasure took a value out of the record: its text no longer gives its hash. */
  readonly erasedAt: Date | null
  /** Oldest first. */
  readonly files: readonly EvidenceFile[]
}

const ZEROS = '0'.repeat(64)
const hashOf = (previous: string, document: string) =>
  createHash('sha256').update(`${previous}\n${document}`).digest('hex')

/** Throws `not_found` for an unknown control, 422 for a payload that is too long, `conflict` past the bound. */
export async function attachEvidence(tx: TenantTx, evidence: EvidenceInput, nowMs: number): Promise<Evidence> {
  const { framework, controlId, payload } = evidence
  if (!frameworkById(framework).controls.some(({ id }) => id === controlId))
    throw new AppError('not_found', 'this framework has no such control here')
  if (Buffer.byteLength(JSON.stringify(payload)) > COMPLIANCE_LIMITS.payloadBytes)
    throw invalid('raw_payload', `is longer than ${COMPLIANCE_LIMITS.payloadBytes} bytes`)
  await requireReferences(tx, [{ member: 'case_id', kind: 'case', ids: [evidence.caseId] }])
  const [id, at] = [randomUUID(), new Date(nowMs)]
  await append(tx, { id, kind: 'record', of: null, framework, controlId, at }, { ...evidence })
  return requireEvidence(tx, id)
}

/** A review happens once, and by another person than the collector. Throws `not_found`, `conflict`. */
export async function reviewEvidence(
  tx: TenantTx,
  id: string,
  actor: Actor,
  input: { readonly decision: Decision; readonly note: string | null },
  nowMs: number,
): Promise<Evidence> {
  await lockChain(tx)
  const { state, collectedBy, collectedByPerson, framework, controlId } = await requireEvidence(tx, id)
  if (state !== 'pending') throw new AppError('conflict', `this evidence is ${state} already`)
  const person = collectedByPerson ?? (await ownerOfKey(tx, collectedBy))
  requireSecondPerson(actor, { by: collectedBy, person }, 'who attached it does not review it', 'conflict')
  const row = { id: randomUUID(), kind: 'review', of: id, framework, controlId, at: new Date(nowMs) } as const
  await append(tx, row, { ...input, reviewer: actor.id })
  return requireEvidence(tx, id)
}

type NewRow = {
  readonly id: string
  readonly kind: 'record' | 'review' | 'file'
  /** The evidence of a review or a file. */
  readonly of: string | null
  readonly framework: string
  readonly controlId: string
  readonly at: Date
}

/** Concurrent writers wait for each other, so that the chain has no gap and no branch. */
export async function append(tx: TenantTx, row: NewRow, members: Readonly<Record<string, unknown>>): Promise<void> {
  await lockChain(tx)
  const last = /* sql */ `SELECT seq, payload_hash FROM compliance_evidence ORDER BY seq DESC LIMIT 1`
  const before = await tx.maybeOne((r) => ({ seq: int(r, 'seq'), hash: text(r, 'payload_hash') }), last)
  const [seq, previous] = [(before?.seq ?? 0) + 1, before?.hash ?? ZEROS]
  if (seq > COMPLIANCE_LIMITS.evidence)
    throw new AppError('conflict', `a tenant has at most ${COMPLIANCE_LIMITS.evidence} records, files and reviews`)
  const { id, kind, of, framework, controlId, at } = row
  const [reviews, fileOf] = [kind === 'review' ? of : null, kind === 'file' ? of : null]
  const document = canonicalJson({
    ...{ seq, id, kind, reviews, framework, control_id: controlId },
    ...(fileOf === null ? {} : { file_of: fileOf }),
    at: at.toISOString(),
    said: members,
  })
  const sql = /* sql */ `
    INSERT INTO compliance_evidence (seq, id, kind, reviews, document, payload_hash, prev_hash, framework, control_id,
      collected_at, file_of)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
  const hash = hashOf(previous, document)
  await tx.run(sql, [seq, id, kind, reviews, document, hash, previous, framework, controlId, at, fileOf])
}

export async function lockChain(tx: TenantTx): Promise<void> {
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('compliance:' || svc_tenant(), 0))`)
}

export type EvidenceFilter = { readonly framework?: string | undefined; readonly controlId?: string | undefined }

const SELECT = /* sql */ `
  SELECT e.seq, e.id, e.document, e.payload_hash, e.prev_hash, e.collected_at, e.erased_at, r.document AS review,
    r.collected_at AS reviewed_at, ARRAY(
      SELECT f.document FROM compliance_evidence f WHERE f.file_of = e.id ORDER BY f.seq) AS files
  FROM compliance_evidence e LEFT JOIN compliance_evidence r ON r.reviews = e.id WHERE e.kind = 'record'`

/** Newest first: those before the one of `beforeSeq`. */
export function evidencePage(
  tx: TenantTx,
  { framework, controlId }: EvidenceFilter,
  limit: number,
  beforeSeq: number | null,
): Promise<Evidence[]> {
  const sql = /* sql */ `${SELECT}
    AND ($1::text IS NULL OR e.framework = $1) AND ($2::text IS NULL OR e.control_id = $2)
    AND ($4::bigint IS NULL OR e.seq < $4) ORDER BY e.seq DESC LIMIT $3`
  return tx.many(toEvidence, sql, [framework ?? null, controlId ?? null, limit, beforeSeq])
}

/** Evidence of the framework that is not too old to count, newest first. */
export function currentEvidence(tx: TenantTx, framework: string, nowMs: number): Promise<Evidence[]> {
  const sql = /* sql */ `${SELECT} AND e.framework = $1 AND e.collected_at >= $2 ORDER BY e.seq DESC`
  return tx.many(toEvidence, sql, [framework, new Date(nowMs - COMPLIANCE_LIMITS.evidenceDays * 86_400_000)])
}

export async function requireEvidence(tx: TenantTx, id: string): Promise<Evidence> {
  return requireFound(await tx.maybeOne(toEvidence, /* sql */ `${SELECT} AND e.id = $1`, [id]), 'evidence')
}

/**
 * The place of the first row that was changed; null when none was. A row from which an erasure took a value no longer gives
 * its hash, and counts as intact while the rows around it link to it.
 */
export async function evidenceFault(tx: TenantTx): Promise<number | null> {
  const sql = /* sql */ `SELECT seq, document, payload_hash, prev_hash, erased_at FROM compliance_evidence ORDER BY seq`
  const rows = await tx.many(
    (row) => ({
      ...{ seq: int(row, 'seq'), document: text(row, 'document') },
      ...{ hash: text(row, 'payload_hash'), previous: text(row, 'prev_hash'), isErased: row.erased_at !== null },
    }),
    sql,
  )
  let previous = ZEROS
  for (const [at, row] of rows.entries()) {
    if (row.seq !== at + 1 || row.previous !== previous) return at + 1
    if (!row.isErased && hashOf(previous, row.document) !== row.hash) return at + 1
    previous = row.hash
  }
  return null
}

/** The shown text is the text that was hashed. */
function toEvidence(row: Row): Evidence {
  const { said } = JSON.parse(text(row, 'document')) as { said: EvidenceInput } // JSON that this context wrote
  const review = orNull(text, row, 'review')
  const reviewed =
    review === null
      ? null
      : (JSON.parse(review) as { said: { decision: Decision; note: string | null; reviewer: string } })
  return {
    ...said,
    ...{ id: text(row, 'id'), seq: int(row, 'seq') },
    ...{ payloadHash: text(row, 'payload_hash'), prevHash: text(row, 'prev_hash') },
    collectedAt: time(row, 'collected_at'),
    state: reviewed?.said.decision ?? 'pending',
    reviewedBy: reviewed?.said.reviewer ?? null,
    reviewedAt: orNull(time, row, 'reviewed_at'),
    reviewNote: reviewed?.said.note ?? null,
    erasedAt: orNull(time, row, 'erased_at'),
    files: (row.files as readonly string[]).map(fileOfDocument),
  }
}

export function fileOfDocument(document: string): EvidenceFile {
  const { id, said } = JSON.parse(document) as { id: string; said: Omit<EvidenceFile, 'id'> } // JSON that this context wrote
  return { ...said, id }
}
