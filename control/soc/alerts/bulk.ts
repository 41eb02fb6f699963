/**
 * Applies one change to many alerts: to exactly the named ones, or to none when one does not exist. A refusal is
 * reported for its alert only. The change can be undone as a whole; alerts changed since then keep that change.
 */
import { assert } from '../../../platform/assert.ts'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { requireWorker } from '../../identity/accounts/index.ts'
import { NOTHING_HELD } from '../../platform/governance/index.ts'
import type { Actor } from './actor.ts'
import type { Alert } from './alert.ts'
import { type Handling, lockAlerts, updateHandling } from './alert-store.ts'
import { type AlertPatch, changeAlert, snoozeAlert } from './change-alert.ts'
import { noteDone } from './history-store.ts'
import { announceUpdated } from './outbox.ts'
import { type Override, overrideVerdict } from './override-verdict.ts'
import { undoVerdict } from './undo-verdict.ts'
import { requireReasonOf } from './verdict-reasons.ts'

export const BULK_ALERTS_MAX = 500
/** Time within which a change can be undone. */
const KEPT_MS = 24 * 3_600_000

export type BulkChange = Omit<AlertPatch, 'tags'> & {
  readonly addTags?: readonly string[] | undefined
  /** Null wakes. */
  readonly snoozedUntil?: Date | null | undefined
  /** A person's, with its reason, on each. */
  readonly verdict?: Override | undefined
}
export type BulkResult = {
  readonly alertId: string
  /** The reason for which the alert was not changed; null: it was. */
  readonly error: string | null
}
export type BulkDone = { readonly id: string; readonly results: readonly BulkResult[] }

/** Throws 422 when one of the alerts is not there, and for an assignee who is no user of the tenant. */
export async function changeAlerts(
  tx: TenantTx,
  actor: Actor,
  ids: readonly string[],
  change: BulkChange,
  nowMs: number,
): Promise<BulkDone> {
  const alerts = await lockAlerts(tx, ids)
  const known = new Set(alerts.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id.toLowerCase()))
  if (missing.length > 0) throw invalid('alert_ids', `there is no alert ${missing.slice(0, 5).join(', ')}`, 'reference')
  if (change.assignedToId) await requireWorker(tx, change.assignedToId, 'alerts:write', 'change.assigned_to_id')
  if (change.verdict) requireReasonOf(change.verdict.correctedVerdict, change.verdict.reasonCode)
  const results: BulkResult[] = []
  const before: Before[] = []
  for (const alert of alerts) {
    try {
      const { after, verdictId } = await changeOne(tx, actor, alert, change, nowMs)
      const writtenAt = after.updatedAt.toISOString()
      before.push({ id: alert.id, handling: handlingOf(alert), writtenAt, verdictId })
      results.push({ alertId: alert.id, error: null })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      results.push({ alertId: alert.id, error: error.message })
    }
  }
  return { id: await keep(tx, actor, change, before, nowMs), results }
}

/**
 * An alert refuses a change before anything is written; the request has bounded the snooze. The verdict comes last,
 * when the alert has taken the rest.
 */
async function changeOne(
  tx: TenantTx,
  actor: Actor,
  alert: Alert,
  { addTags = [], snoozedUntil, verdict, ...patch }: BulkChange,
  nowMs: number,
): Promise<{ readonly after: Alert; readonly verdictId: string | null }> {
  let after = alert
  if (Object.values(patch).some((value) => value !== undefined) || addTags.length > 0) {
    const tags = addTags.length === 0 ? undefined : [...alert.tags, ...addTags]
    after = await changeAlert(tx, actor, alert.id, { ...patch, tags }, nowMs)
  }
  if (snoozedUntil !== undefined) after = await snoozeAlert(tx, actor, alert.id, snoozedUntil, nowMs)
  if (verdict === undefined) return { after, verdictId: null }
  const decided = await overrideVerdict(tx, actor, alert.id, verdict, nowMs)
  return { after: decided.alert, verdictId: decided.verdict.id }
}

type StoredHandling = Omit<Handling, 'snoozedUntil' | 'resolvedAt'> & {
  readonly snoozedUntil: string | null
  readonly resolvedAt: string | null
}
type Before = {
  readonly id: string
  readonly handling: StoredHandling
  readonly writtenAt: string
  /** The verdict that the change set; null when it set none, and for changes from before verdicts were stored here. */
  readonly verdictId?: string | null
}

function handlingOf(alert: Alert): StoredHandling {
  const { status, priority, severity, tags, assignedToId, snoozedUntil, snoozedById, resolvedAt } = alert
  return {
    ...{ status, priority, severity, tags, assignedToId, snoozedById },
    ...{ snoozedUntil: snoozedUntil?.toISOString() ?? null, resolvedAt: resolvedAt?.toISOString() ?? null },
  }
}

async function keep(tx: TenantTx, actor: Actor, change: BulkChange, before: readonly Before[], nowMs: number) {
  await tx.run(/* sql */ `DELETE FROM alert_bulk_changes WHERE made_at < $1 AND ${NOTHING_HELD}`, [
    new Date(nowMs - KEPT_MS),
  ])
  const sql = /* sql */ `
    INSERT INTO alert_bulk_changes (actor_id, change, before) VALUES ($1, $2, $3) RETURNING id`
  const params = [actor.id, JSON.stringify(change), JSON.stringify(before)]
  return tx.one((row) => text(row, 'id'), sql, params)
}

export type BulkUndone = {
  readonly restored: readonly string[]
  /** Alerts that were changed or deleted since: they are not undone. */
  readonly kept: readonly string[]
}

/**
 * Any user who may change the alerts may undo. Throws `not_found`, `conflict` for one that was undone, `gone` after a
 * day.
 */
export async function undoBulk(tx: TenantTx, actor: Actor, id: string, nowMs: number): Promise<BulkUndone> {
  const sql = /* sql */ `SELECT before, made_at, undone_at FROM alert_bulk_changes WHERE id = $1 FOR UPDATE`
  const made = requireFound(await tx.maybeOne(toMade, sql, [id]), 'change')
  if (made.undoneAt !== null) throw new AppError('conflict', 'this change was undone already')
  if (made.madeAt.getTime() <= nowMs - KEPT_MS) throw new AppError('gone', 'a change can be undone for a day')
  await tx.run(/* sql */ `UPDATE alert_bulk_changes SET undone_at = $2 WHERE id = $1`, [id, new Date(nowMs)])
  const present = new Map(
    (
      await lockAlerts(
        tx,
        made.before.map((one) => one.id),
      )
    ).map((alert) => [alert.id, alert]),
  )
  const restored: string[] = []
  for (const { id: alertId, handling, writtenAt, verdictId = null } of made.before) {
    const alert = present.get(alertId)
    if (alert === undefined || alert.updatedAt.toISOString() !== writtenAt) continue
    if (verdictId !== null) await undoVerdict(tx, actor, alertId, verdictId)
    const back = await updateHandling(tx, alert, {
      ...handling,
      snoozedUntil: handling.snoozedUntil === null ? null : new Date(handling.snoozedUntil),
      resolvedAt: handling.resolvedAt === null ? null : new Date(handling.resolvedAt),
    })
    assert(back !== null, 'a locked alert is there to be changed')
    await announceUpdated(tx, [back])
    await noteDone(tx, alertId, actor, { action: 'bulk_undone', changes: { bulk_id: id } })
    restored.push(alertId)
  }
  const isRestored = new Set(restored)
  return { restored, kept: made.before.flatMap((one) => (isRestored.has(one.id) ? [] : one.id)) }
}

function toMade(row: Row) {
  return {
    before: row.before as readonly Before[], // JSON that this context wrote
    madeAt: time(row, 'made_at'),
    undoneAt: orNull(time, row, 'undone_at'),
  }
}
