import { AppError, noSuch } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Case, caseNumber } from './case.ts'
import { caseByRef, casesByIds } from './case-store.ts'

/** By id or number. Throws `not_found`. */
export async function getCase(tx: TenantTx, ref: string): Promise<Case> {
  return foundCase(ref, await caseByRef(tx, ref, 'read'))
}

/**
 * Finds and locks a case until this transaction ends. Throws `conflict` for a merged case, naming the case that work
 * continues in.
 */
export async function lockedCase(tx: TenantTx, ref: string): Promise<Case> {
  const found = foundCase(ref, await caseByRef(tx, ref, 'lock'))
  if (found.mergedIntoId === null) return found
  const into = (await casesByIds(tx, [found.mergedIntoId])).get(found.mergedIntoId)
  const name = into === undefined ? found.mergedIntoId : caseNumber(into.number)
  throw new AppError('conflict', `${caseNumber(found.number)} was merged into ${name}: change that one`)
}

export function foundCase(ref: string, found: Case | null): Case {
  if (found === null) throw noSuch('case', ref)
  return found
}
