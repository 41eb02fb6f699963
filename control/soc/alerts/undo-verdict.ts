/** Undoes a verdict together with its copies on similar alerts: a joint decision is undone as one. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Actor } from './actor.ts'
import { lockAlerts, updateDisposition } from './alert-store.ts'
import { lockedAlert } from './find-alert.ts'
import { noteDone } from './history-store.ts'
import { announceUpdated } from './outbox.ts'
import { lockUnit, markUndone, standingVerdicts, type Verdict } from './verdict-store.ts'

export type Undone = {
  /** Alerts whose earlier verdict was restored. */
  readonly restored: readonly string[]
  /** Alerts that got another verdict since, which stays. */
  readonly keptLater: readonly string[]
}

/**
 * Undoes the verdict `verdictId` of the alert and its copies. Throws `not_found` for a verdict of another alert,
 * `conflict` for a copy (undo the original instead) and for one that was undone before.
 */
export async function undoVerdict(tx: TenantTx, actor: Actor, id: string, verdictId: string): Promise<Undone> {
  await lockedAlert(tx, id)
  const unit = await lockUnit(tx, verdictId)
  const decided = unit.find((verdict) => verdict.id === verdictId)
  if (decided?.alertId !== id) throw new AppError('not_found', 'the alert has no such verdict')
  if (decided.copiedFromId !== null)
    throw new AppError('conflict', `this verdict repeats ${decided.copiedFromId}: undo that one, and all go back`)
  if (decided.undoneAt !== null) throw new AppError('conflict', 'this verdict was undone already')
  const alertIds = unit.map(({ alertId }) => alertId)
  const present = new Set((await lockAlerts(tx, alertIds)).map((alert) => alert.id))
  const standing = await standingVerdicts(tx, alertIds)
  const stands = (verdict: Verdict) => present.has(verdict.alertId) && standing.get(verdict.alertId) === verdict.id
  const back = unit.filter(stands)
  await markUndone(tx, actor, unit)
  // Alerts go back in groups that had the same verdict before.
  for (const [before, own] of Map.groupBy(back, ({ originalVerdict }) => originalVerdict)) {
    const ids = own.map(({ alertId }) => alertId)
    await announceUpdated(tx, await updateDisposition(tx, ids, before))
  }
  for (const { alertId, originalVerdict: to, correctedVerdict: from } of back)
    await noteDone(tx, alertId, actor, { action: 'verdict_undone', changes: { from, to, verdict_id: verdictId } })
  return {
    restored: back.map(({ alertId }) => alertId),
    keptLater: unit.filter((verdict) => present.has(verdict.alertId) && !stands(verdict)).map(({ alertId }) => alertId),
  }
}
