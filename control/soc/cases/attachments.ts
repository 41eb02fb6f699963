/** Files of a case: hashed, bounded, sealed, and given back as they were sent; nothing here looks into them. */

import { createHash, randomUUID } from 'node:crypto'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { fileName, oneLine } from '../../../platform/one-line.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { bytes, int, placed, type Row } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { refuseWhenHeld } from '../../platform/governance/index.ts'
import { CASE_ATTACHMENT } from '../../platform/vault/index.ts'
import type { CaseActor } from './case-actor.ts'
import { familyOf, subjectsOfCases } from './case-store.ts'
import { announceTouched } from './comment-on-case.ts'
import { getCase, lockedCase } from './find-case.ts'
import { insertEvent } from './record-store.ts'

/** @bound size of a case's file -> 413 */
export const ATTACHMENT_BYTES_MAX = 5 * 1024 * 1024
/** @bound files of a case -> 409 */
export const ATTACHMENTS_MAX = 50

export const ATTACHMENTS = tableInCamelCase('Attachment', {
  id: column.text(),
  case_id: column.text(),
  name: column.text(),
  size_bytes: column.int(),
  /** SHA-256 of the bytes as they were sent, in hex. */
  sha256: column.text(),
  added_by: column.text(),
  at: column.from('created_at', column.time()),
})
export type Attachment = RowOf<typeof ATTACHMENTS>

/** Throws `not_found`, `conflict` for a merged case and one file too many, 422 for an empty file. */
export async function addAttachment(
  tx: TenantTx,
  sealer: Sealer,
  actor: CaseActor,
  ref: string,
  file: { readonly name: string; readonly bytes: Buffer },
  nowMs: number,
): Promise<Attachment> {
  const found = await lockedCase(tx, ref)
  if (file.bytes.length === 0) throw invalid('file', 'is empty')
  const count = /* sql */ `SELECT count(*) AS files FROM case_attachments WHERE case_id = $1`
  if (((await tx.maybeOne((row) => int(row, 'files'), count, [found.id])) ?? 0) >= ATTACHMENTS_MAX)
    throw new AppError('conflict', `a case has at most ${ATTACHMENTS_MAX} files`)
  const at = new Date(nowMs)
  const attachment: Attachment = {
    id: randomUUID(),
    caseId: found.id,
    name: fileName(file.name),
    sizeBytes: file.bytes.length,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    addedBy: actor.id,
    at,
  }
  const sealed = sealer.seal(
    file.bytes.toString('base64'),
    CASE_ATTACHMENT.context({ tenant_id: tx.tenantId, id: attachment.id }),
  )
  const sql = /* sql */ `
    INSERT INTO case_attachments (id, case_id, name, size_bytes, sha256, added_by, created_at, sealed)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
  const { id, name, sizeBytes, sha256, addedBy } = attachment
  await tx.run(sql, [id, found.id, name, sizeBytes, sha256, addedBy, at, sealed])
  const event = {
    type: 'attachment' as const,
    title: oneLine(`file added: ${name}`, 300),
    description: `SHA-256 ${sha256}`,
    at,
  }
  await insertEvent(tx, found.id, actor, event, at)
  await announceTouched(tx, found)
  return attachment
}

/** Throws `not_found`, `secret_unreadable` when the bytes are not those that were sent. */
export async function readAttachment(
  tx: TenantTx,
  sealer: Sealer,
  ref: string,
  id: string,
): Promise<{ readonly attachment: Attachment; readonly bytes: Buffer }> {
  const { id: caseId } = await getCase(tx, ref)
  const sql = /* sql */ `SELECT ${ATTACHMENTS.columns}, sealed FROM case_attachments WHERE id = $1 AND case_id = ANY($2)`
  const toFound = (row: Row) => ({ attachment: ATTACHMENTS.read(row), sealed: bytes(row, 'sealed') })
  const found = requireFound(await tx.maybeOne(toFound, sql, [id, await familyOf(tx, caseId)]), 'file', id)
  return {
    attachment: found.attachment,
    bytes: Buffer.from(sealer.open(found.sealed, CASE_ATTACHMENT.context({ tenant_id: tx.tenantId, id })), 'base64'),
  }
}

/** Throws `not_found`. */
export async function removeAttachment(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  id: string,
  nowMs: number,
): Promise<Attachment> {
  const found = await lockedCase(tx, ref)
  const family = await familyOf(tx, found.id)
  await refuseWhenHeld(tx, subjectsOfCases(family))
  const sql = /* sql */ `DELETE FROM case_attachments WHERE id = $1 AND case_id = ANY($2) RETURNING ${ATTACHMENTS.columns}`
  const gone = requireFound(await tx.maybeOne(ATTACHMENTS.read, sql, [id, family]), 'file', id)
  const at = new Date(nowMs)
  const title = oneLine(`file removed: ${gone.name}`, 300)
  await insertEvent(tx, found.id, actor, { type: 'attachment', title, description: `SHA-256 ${gone.sha256}`, at }, at)
  await announceTouched(tx, found)
  return gone
}

/** Newest first. */
export function attachmentsPage(
  tx: TenantTx,
  caseIds: readonly string[],
  limit: number,
  after: Position | null,
): Promise<Placed<Attachment>[]> {
  const sql = /* sql */ `
    SELECT ${ATTACHMENTS.columns}, created_at::text AS position FROM case_attachments
    WHERE case_id = ANY($1) AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(ATTACHMENTS.read), sql, [caseIds, limit, after?.[0] ?? null, after?.[1] ?? null])
}
