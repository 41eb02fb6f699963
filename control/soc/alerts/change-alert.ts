import { assert } from '../../../platform/assert.ts'
import { defined } from '../../../platform/defined.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { oneLine } from '../../../platform/one-line.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { requireWorker } from '../../identity/accounts/index.ts'
import { refuseWhenHeld, type SubjectKind } from '../../platform/governance/index.ts'
import { type Actor, ownIdOf } from './actor.ts'
import type { Alert } from './alert.ts'
import { claimUnassigned, countDeleted, deleteAlertRow, type Handling, updateHandling } from './alert-store.ts'
import { TAG_MAX, TAGS_BYTES_MAX, TAGS_MAX } from './alert-text.ts'
import { found, getAlert, lockedAlert } from './find-alert.ts'
import { noteDone, noteTransition } from './history-store.ts'
import { announceDeleted, announceUpdated } from './outbox.ts'
import { FOR_EVER, succeed } from './successors.ts'
import { checkTransition, isResolved } from './transitions.ts'
import { type AlertStatus, PRIORITIES, severityOfRank, severityRank } from './words.ts'

export type AlertPatch = {
  readonly status?: AlertStatus | undefined
  readonly priority?: number | undefined
  readonly tags?: readonly string[] | undefined
  /** Null releases. */
  readonly assignedToId?: string | null | undefined
  /** Reason for the change of status. */
  readonly reason?: string | undefined
}

/**
 * Applies a change by an analyst. A change to the present status does nothing. Throws `not_found`; `conflict` for a
 * status transition that is not allowed; 422 for reopening without a reason, tags out of bounds, and an assignee who
 * may not work on alerts here.
 */
export async function changeAlert(
  tx: TenantTx,
  actor: Actor,
  id: string,
  patch: AlertPatch,
  nowMs: number,
): Promise<Alert> {
  const alert = await lockedAlert(tx, id)
  const { reason = null, status = alert.status, ...rest } = patch
  const move = status === alert.status ? null : { from: alert.status, to: status, reason }
  if (move) checkTransition(move.from, move.to, reason)
  if (rest.assignedToId) await requireWorker(tx, rest.assignedToId, 'alerts:write', 'assigned_to_id')
  const changes = defined({ ...rest, tags: rest.tags && checkedTags(rest.tags) })
  const resolvedAt = move ? (isResolved(status) ? (alert.resolvedAt ?? new Date(nowMs)) : null) : alert.resolvedAt
  const changed = await write(tx, alert, { ...changes, status, resolvedAt })
  if (move) await noteTransition(tx, id, actor, move)
  if (Object.keys(changes).length > 0) await noteDone(tx, id, actor, { action: 'changed', changes: changes })
  return changed
}

/** Assigns an alert; null releases it. Throws `not_found`, and 422 for a person who may not work on alerts here. */
export async function assignAlert(tx: TenantTx, actor: Actor, id: string, userId: string | null): Promise<Alert> {
  const alert = await lockedAlert(tx, id)
  if (userId !== null) await requireWorker(tx, userId, 'alerts:write', 'assigned_to_id')
  const changed = await write(tx, alert, { assignedToId: userId })
  await noteDone(tx, id, actor, { action: 'assigned', changes: { from: alert.assignedToId, to: userId } })
  return changed
}

/** `isNew` is false when the caller had the alert already: nothing changed. */
export type Claimed = { readonly alert: Alert; readonly isNew: boolean }

/**
 * Assigns an unassigned alert to the caller; repeating it changes nothing. Throws `conflict` when another person has
 * it.
 */
export async function claimAlert(tx: TenantTx, actor: Actor, id: string): Promise<Claimed> {
  const present = await getAlert(tx, id)
  const me = ownIdOf(actor)
  if (present.assignedToId === me) return { alert: present, isNew: false }
  const claimed = await claimUnassigned(tx, id, me)
  if (!claimed) throw new AppError('conflict', 'another person has this alert')
  await announceUpdated(tx, [claimed])
  await noteDone(tx, id, actor, { action: 'claimed', changes: { to: me } })
  return { alert: claimed, isNew: true }
}

export const SNOOZE_MINUTES_MAX = 43_200

/**
 * Takes the alert out of the queue until then; null wakes it. Throws 422 for a time that is past or more than 30 days
 * ahead.
 */
export async function snoozeAlert(
  tx: TenantTx,
  actor: Actor,
  id: string,
  until: Date | null,
  nowMs: number,
): Promise<Alert> {
  const alert = await lockedAlert(tx, id)
  const aheadMs = until === null ? 1 : until.getTime() - nowMs
  if (!(aheadMs > 0 && aheadMs <= SNOOZE_MINUTES_MAX * 60_000))
    throw invalid('until', 'is after now and within 30 days of it')
  const snoozedById = until === null ? null : actor.ownId
  const changed = await write(tx, alert, { snoozedUntil: until, snoozedById })
  await noteDone(tx, id, actor, { action: until === null ? 'woken' : 'snoozed', changes: { until } })
  return changed
}

/** Raises the severity one step, and the priority to at least that of the step. Throws `conflict` at its top. */
export async function escalateAlert(tx: TenantTx, actor: Actor, id: string, reason: string | null): Promise<Alert> {
  const alert = await lockedAlert(tx, id)
  if (alert.severity === 'critical')
    throw new AppError('conflict', 'the alert is critical already, the highest severity')
  const severity = severityOfRank(severityRank(alert.severity) + 1)
  const changed = await write(tx, alert, { severity, priority: Math.max(alert.priority, PRIORITIES[severity]) })
  await noteDone(tx, id, actor, { action: 'escalated', reason, changes: { from: alert.severity, to: severity } })
  return changed
}

/**
 * Deletes an alert permanently, with its history and verdicts. A submitted alert returns under the same id when it is
 * sent again; a fused one does not, whatever else is found.
 */
export async function deleteAlert(tx: TenantTx, id: string): Promise<void> {
  const alert = await lockedAlert(tx, id)
  await refuseWhenHeld(tx, holdSubjectsOf(alert))
  await countDeleted(tx, id)
  found(id, (await deleteAlertRow(tx, id)) ? id : null)
  await succeed(tx, id, null, FOR_EVER)
  await announceDeleted(tx, id)
}

/** Subjects of a legal hold that cover an alert. */
export function holdSubjectsOf({ id, caseId, affectedUsers, affectedHosts, affectedIps }: Alert) {
  const of = (kind: SubjectKind, values: readonly string[]) => values.map((value) => ({ kind, value }))
  return [
    ...[...of('alert', [id]), ...of('case', caseId === null ? [] : [caseId])],
    ...[...of('user', affectedUsers), ...of('host', affectedHosts), ...of('ip', affectedIps)],
  ]
}

/** Trimmed, each once. Throws 422 past 30 tags, 64 characters of one or 700 bytes of all. */
export function checkedTags(tags: readonly string[]): readonly string[] {
  const checked = [...new Set(tags.map((tag) => tag.trim()))]
  if (checked.length > TAGS_MAX) throw invalid('tags', `are at most ${TAGS_MAX}`)
  if (checked.some((tag) => tag === '' || tag.length > TAG_MAX || oneLine(tag, TAG_MAX) !== tag))
    throw invalid('tags', `have 1 to ${TAG_MAX} printable characters each`)
  if (Buffer.byteLength(checked.join('')) > TAGS_BYTES_MAX) throw invalid('tags', `are at most ${TAGS_BYTES_MAX} bytes`)
  return checked
}

async function write(tx: TenantTx, alert: Alert, to: Partial<Handling>): Promise<Alert> {
  const changed = await updateHandling(tx, alert, { ...alert, ...to })
  assert(changed !== null, 'a locked alert is there to be changed')
  await announceUpdated(tx, [changed])
  return changed
}
