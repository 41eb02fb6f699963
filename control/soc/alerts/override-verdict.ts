import { randomBytes } from 'node:crypto'
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { sha256 } from '../../../platform/sha256.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Actor } from './actor.ts'
import type { Alert } from './alert.ts'
import { lockAlerts, updateDisposition } from './alert-store.ts'
import { lockedAlert } from './find-alert.ts'
import { noteDone } from './history-store.ts'
import { announceUpdated } from './outbox.ts'
import { insertVerdict, lockOffer, lookAlikes, useOffer, type Verdict } from './verdict-store.ts'
import type { Disposition, ReasonCode } from './words.ts'

export type Override = {
  readonly correctedVerdict: Disposition
  readonly reason: string
  readonly reasonCode: ReasonCode
}

export type Overridden = {
  readonly alert: Alert
  readonly verdict: Verdict
  /** Alerts that the same verdict may fit, newest first, at most 100 of `lookAlikesTotal`. */
  readonly lookAlikes: readonly Alert[]
  readonly lookAlikesTotal: number
  /** A token that confirms exactly the alerts shown, once, within 15 minutes. Null when there are no similar alerts. */
  readonly confirmation: { readonly token: string; readonly expiresAt: Date } | null
}

export const LOOK_ALIKES_MAX = 100
const CONFIRM_MS = 15 * 60_000

/** The analyst's verdict on one alert. Its look-alikes are shown, and none is touched. Throws `not_found`. */
export async function overrideVerdict(
  tx: TenantTx,
  actor: Actor,
  id: string,
  override: Override,
  nowMs: number,
): Promise<Overridden> {
  const before = await lockedAlert(tx, id)
  const alike = await lookAlikes(tx, before, override.correctedVerdict, LOOK_ALIKES_MAX)
  const token = alike.shown.length > 0 ? randomBytes(32).toString('base64url') : null
  const expiresAt = new Date(nowMs + CONFIRM_MS)
  const offer = token === null ? null : { ids: alike.shown.map((alert) => alert.id), digest: sha256(token), expiresAt }
  const { disposition: originalVerdict, aiVerdict: agentVerdict } = before
  const verdictRow = { ...override, alertId: id, originalVerdict, agentVerdict, copiedFromId: null }
  const verdict = await insertVerdict(tx, actor, verdictRow, offer)
  const [alert] = await updateDisposition(tx, [id], override.correctedVerdict)
  assert(alert !== undefined, 'a locked alert is there to be changed')
  await announceUpdated(tx, [alert])
  await noteVerdict(tx, actor, verdict)
  const confirmation = token === null ? null : { token, expiresAt }
  return { alert, verdict, lookAlikes: alike.shown, lookAlikesTotal: alike.total, confirmation }
}

/**
 * Gives the same verdict to exactly the similar alerts shown with the token. Throws 422 for a token of another alert,
 * `gone` for an expired one, `conflict` for a used one, for another set of alerts, and when one of them no longer
 * exists; nothing is changed then.
 */
export async function confirmLookAlikes(
  tx: TenantTx,
  actor: Actor,
  id: string,
  confirm: { readonly token: string; readonly alertIds: readonly string[] },
  nowMs: number,
): Promise<readonly Verdict[]> {
  await lockedAlert(tx, id)
  const offered = await lockOffer(tx, id, sha256(confirm.token))
  if (!offered) throw invalid('confirmation_token', 'is not of a verdict on this alert')
  if (offered.isUsed)
    throw new AppError('conflict', 'this confirmation was used: override again to see the currently similar alerts')
  if (offered.expiresAt.getTime() <= nowMs) throw new AppError('gone', 'this confirmation ended: override again')
  if (!sameSet(offered.ids, confirm.alertIds))
    throw new AppError('conflict', 'the confirmation is for exactly the alerts that were shown, and these are others')
  const alerts = await lockAlerts(tx, offered.ids)
  if (alerts.length < offered.ids.length)
    throw new AppError('conflict', 'one of these alerts was deleted: override again')
  await useOffer(tx, offered.verdict.id)
  const { correctedVerdict, reason, reasonCode, id: copiedFromId } = offered.verdict
  const verdicts: Verdict[] = []
  for (const { id: alertId, disposition: originalVerdict, aiVerdict: agentVerdict } of alerts) {
    const verdictRow = { alertId, originalVerdict, agentVerdict, correctedVerdict, reason, reasonCode, copiedFromId }
    const verdict = await insertVerdict(tx, actor, verdictRow, null)
    await noteVerdict(tx, actor, verdict)
    verdicts.push(verdict)
  }
  await announceUpdated(tx, await updateDisposition(tx, offered.ids, correctedVerdict))
  return verdicts
}

function noteVerdict(tx: TenantTx, actor: Actor, verdict: Verdict): Promise<void> {
  const { alertId, originalVerdict, agentVerdict: agent_verdict, correctedVerdict: to, reason } = verdict
  const changes = { from: originalVerdict, agent_verdict, to, reason_code: verdict.reasonCode }
  return noteDone(tx, alertId, actor, { action: 'verdict_overridden', reason, changes })
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(b)
  return set.size === b.length && a.length === b.length && a.every((id) => set.has(id))
}
