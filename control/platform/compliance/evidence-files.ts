/**
 * Files of evidence: a row of the chain with the name and the digest, and the sealed bytes in a table of their own.
 * They are never changed or removed, and nothing here looks into them.
 */
import { createHash, randomUUID } from 'node:crypto'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { fileName } from '../../../platform/one-line.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { bytes, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, isSamePerson } from '../acting/index.ts'
import { EVIDENCE_FILE } from '../vault/index.ts'
import { append, type Evidence, fileOfDocument, lockChain, requireEvidence } from './evidence.ts'
import { COMPLIANCE_LIMITS } from './limits.ts'

type SentFile = { readonly name: string; readonly bytes: Buffer }

/**
 * Adds a file to evidence that nobody has reviewed. Only the person who attached the evidence may: who adds to it may
 * not also review it. Throws `not_found`, `conflict`, 422 for an empty file.
 */
export async function addEvidenceFile(
  tx: TenantTx,
  sealer: Sealer,
  actor: Actor,
  evidenceId: string,
  file: SentFile,
  nowMs: number,
): Promise<Evidence> {
  await lockChain(tx)
  const { state, files, framework, controlId, ...evidence } = await requireEvidence(tx, evidenceId)
  if (state !== 'pending') throw new AppError('conflict', `this evidence is ${state} already`)
  const collector = { by: evidence.collectedBy, person: evidence.collectedByPerson ?? null }
  if (!isSamePerson(actor, collector)) throw new AppError('conflict', 'only the person who attached it adds files')
  if (file.bytes.length === 0) throw invalid('file', 'is empty')
  if (files.length >= COMPLIANCE_LIMITS.files)
    throw new AppError('conflict', `evidence has at most ${COMPLIANCE_LIMITS.files} files`)
  const id = randomUUID()
  const row = { id, kind: 'file', of: evidenceId, framework, controlId, at: new Date(nowMs) } as const
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  await append(tx, row, { name: fileName(file.name), sizeBytes: file.bytes.length, sha256, addedBy: actor.id })
  const context = EVIDENCE_FILE.context({ tenant_id: tx.tenantId, id })
  const sealed = sealer.seal(file.bytes.toString('base64'), context)
  await tx.run(/* sql */ `INSERT INTO compliance_evidence_files (id, sealed) VALUES ($1, $2)`, [id, sealed])
  return requireEvidence(tx, evidenceId)
}

/** Throws `not_found`, `secret_unreadable` when the bytes are not those of the chain. */
export async function readEvidenceFile(
  tx: TenantTx,
  sealer: Sealer,
  evidenceId: string,
  id: string,
): Promise<{ readonly name: string; readonly sha256: string; readonly bytes: Buffer }> {
  const sql = /* sql */ `
    SELECT e.document, f.sealed FROM compliance_evidence e JOIN compliance_evidence_files f ON f.id = e.id
    WHERE e.id = $1 AND e.file_of = $2`
  const toFound = (row: Row) => ({ file: fileOfDocument(text(row, 'document')), sealed: bytes(row, 'sealed') })
  const { file, sealed } = requireFound(await tx.maybeOne(toFound, sql, [id, evidenceId]), 'file', id)
  const context = EVIDENCE_FILE.context({ tenant_id: tx.tenantId, id })
  const content = Buffer.from(sealer.open(sealed, context), 'base64')
  if (createHash('sha256').update(content).digest('hex') !== file.sha256)
    throw new AppError('secret_unreadable', 'these bytes are not those whose digest the chain of evidence has')
  return { name: file.name, sha256: file.sha256, bytes: content }
}
