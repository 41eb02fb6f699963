/**
 * Changes many cases in two steps: the first shows the cases and returns a token; the token confirms exactly those,
 * once, within fifteen minutes, by the same person.
 */
import { randomBytes } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { sha256 } from '../../../platform/sha256.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Severity } from '../alerts/index.ts'
import { caseNumber } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { lockCases } from './case-store.ts'
import { changeLocked } from './change-case.ts'
import { requireAssignee } from './open-case.ts'
import { requireQueue } from './queues/manage-queues.ts'
import type { CaseStatus } from './words.ts'

/** @bound cases in a bulk change -> 422 */
export const BULK_CASES_MAX = 500
const OFFER_MS = 15 * 60_000

export type BulkChange = {
  readonly status?: CaseStatus | undefined
  readonly reason?: string | undefined
  readonly severity?: Severity | undefined
  readonly assigneeId?: string | null | undefined
  readonly queueId?: string | null | undefined
  readonly addTags?: readonly string[] | undefined
}

export type BulkOffer = {
  readonly token: string
  readonly caseIds: readonly string[]
  readonly expiresAt: Date
}

/** Throws 422 for an unknown or merged case, and for an unknown assignee or queue. */
export async function offerBulk(
  tx: TenantTx,
  actor: CaseActor,
  ids: readonly string[],
  change: BulkChange,
  nowMs: number,
): Promise<BulkOffer> {
  const found = await lockCases(tx, [...new Set(ids)])
  const known = new Set(found.filter(({ mergedIntoId }) => mergedIntoId === null).map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id.toLowerCase()))
  if (missing.length > 0)
    throw invalid('case_ids', `there is no case ${missing.slice(0, 5).join(', ')} to change`, 'reference')
  if (change.assigneeId) await requireAssignee(tx, change.assigneeId, 'change.assignee_id')
  if (change.queueId) await requireQueue(tx, change.queueId)
  const token = randomBytes(24).toString('base64url')
  const offer = { token, caseIds: [...known], expiresAt: new Date(nowMs + OFFER_MS) }
  await tx.run(/* sql */ `DELETE FROM case_bulk_offers WHERE expires_at < $1`, [new Date(nowMs)])
  const sql = /* sql */ `
    INSERT INTO case_bulk_offers (token_digest, actor_id, case_ids, change, expires_at) VALUES ($1, $2, $3, $4, $5)`
  await tx.run(sql, [sha256(token), actor.id, offer.caseIds, JSON.stringify(change), offer.expiresAt])
  return offer
}

export type BulkResult = {
  readonly caseId: string
  readonly caseNumber: string
  /** Why this one was not changed; null: it was. */
  readonly error: string | null
}

const BULK_OFFERS = tableInCamelCase('CaseBulkOffer', {
  id: column.text(),
  actor_id: column.text(),
  case_ids: column.texts(),
  change: column.json<BulkChange>(),
  expires_at: column.time(),
  used_at: column.orNull(column.time()),
})

/**
 * Changes exactly the cases that were shown; a refusal is reported for its case only. Throws `not_found` for an unknown
 * token or one of another person, `conflict` when it was used or has expired, 422 for other cases than those shown.
 */
export async function confirmBulk(
  tx: TenantTx,
  actor: CaseActor,
  { token, caseIds }: { readonly token: string; readonly caseIds: readonly string[] },
  nowMs: number,
): Promise<BulkResult[]> {
  const sql = /* sql */ `
    SELECT ${BULK_OFFERS.columns} FROM case_bulk_offers WHERE token_digest = $1 FOR UPDATE`
  const offer = await tx.maybeOne(BULK_OFFERS.read, sql, [sha256(token)])
  if (offer === null || offer.actorId !== actor.id) throw new AppError('not_found', 'no change waits for this token')
  if (offer.usedAt !== null || offer.expiresAt.getTime() <= nowMs)
    throw new AppError('conflict', 'the token was used, or has ended: ask for the change again')
  const isExact = new Set(caseIds).size === offer.caseIds.length && offer.caseIds.every((id) => caseIds.includes(id))
  if (!isExact) throw invalid('case_ids', 'are exactly those that were shown')
  await tx.run(/* sql */ `UPDATE case_bulk_offers SET used_at = $2 WHERE id = $1`, [offer.id, new Date(nowMs)])
  const { addTags = [], ...patch } = offer.change
  const results: BulkResult[] = []
  for (const found of await lockCases(tx, offer.caseIds)) {
    const tags = addTags.length === 0 ? undefined : [...found.tags, ...addTags]
    const merged = found.mergedIntoId === null ? null : 'it was merged since'
    const error = merged ?? (await refusalOf(() => changeLocked(tx, actor, found, { ...patch, tags }, nowMs)))
    results.push({ caseId: found.id, caseNumber: caseNumber(found.number), error })
  }
  return results
}

/** A case refuses a change before anything is written. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message
    throw error
  }
}
