import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { holdOver, insertHold, lockHold, markReleased, type NewHold } from './hold-store.ts'
import type { HoldSubject, LegalHold } from './legal-hold.ts'
import { GOVERNANCE_LIMITS } from './limits.ts'

/** Throws 422 for another tenant than one's own, `conflict` past the bound. */
export async function placeHold(tx: TenantTx, hold: NewHold): Promise<LegalHold> {
  const isOther = hold.subject_kind === 'tenant' && hold.subject_value.toLowerCase() !== tx.tenantId
  if (isOther) throw invalid('subject_value', `of a tenant is ${tx.tenantId}, its own id`)
  const placed = await insertHold(tx, hold)
  if (placed === null) throw new AppError('conflict', `a tenant has at most ${GOVERNANCE_LIMITS.holds} legal holds`)
  return placed
}

/** Throws `not_found`, and `conflict` for one that is released. */
export async function releaseHold(tx: TenantTx, id: string, by: string, reason: string): Promise<LegalHold> {
  const found = requireFound(await lockHold(tx, id), 'legal hold', id)
  if (found.released_at !== null) throw new AppError('conflict', `${found.name} is released already`)
  return (await markReleased(tx, id, by, reason)) ?? found
}

/** The hold that protects these records from deletion and change; null when there is none. */
export function holdKeeping(tx: TenantTx, subjects: readonly HoldSubject[]): Promise<LegalHold | null> {
  return holdOver(tx, subjects)
}

/** SQL: no hold of the tenant is in force. Retention of any kind stops while one is, as in the lake. */
export const NOTHING_HELD = 'NOT EXISTS (SELECT FROM legal_holds WHERE released_at IS NULL)'

/** Before anything is deleted: throws `conflict` that names the hold. */
export async function refuseWhenHeld(tx: TenantTx, subjects: readonly HoldSubject[]): Promise<void> {
  const hold = await holdOver(tx, subjects)
  if (hold !== null) throw kept(hold)
}

/**
 * Called before records are moved out of these cases, where a hold over a case would no longer find them. Throws
 * `conflict`.
 */
export async function refuseLeaving(tx: TenantTx, caseIds: readonly string[]): Promise<void> {
  const subjects = caseIds.map((value) => ({ kind: 'case' as const, value }))
  const hold = await holdOver(tx, subjects, { tenant: false })
  if (hold !== null) throw kept(hold)
}

function kept(hold: LegalHold): AppError {
  return new AppError('conflict', `the legal hold ${hold.name} (${hold.id}) over ${hold.subject_kind} covers this`)
}
