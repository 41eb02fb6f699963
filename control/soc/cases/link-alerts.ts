import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { oneLine } from '../../../platform/one-line.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { refuseLeaving } from '../../platform/governance/index.ts'
import { type Alert, linkedAlerts, putInCase } from '../alerts/index.ts'
import { type Case, caseNumber } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { caseByRef, casesByIds, familyOf, touchCase, updateCase } from './case-store.ts'
import { lockedCase } from './find-case.ts'
import { announceCase } from './outbox.ts'
import { insertEvent } from './record-store.ts'

/**
 * Alerts of one request.
 * @bound alerts that one request links to a case -> 422
 */
export const ALERTS_AT_ONCE = 500
const TECHNIQUES_MAX = 100
/** Titles that an event of the timeline names. */
const NAMED_MAX = 20

/**
 * Puts alerts into a case that this transaction has locked or created; alerts already in it stay. Throws 422 for an id
 * without an alert, `conflict` for an alert of another case, naming it: use a move for those.
 */
export async function linkAlerts(
  tx: TenantTx,
  actor: CaseActor,
  found: Case,
  ids: readonly string[],
  nowMs: number,
): Promise<Case> {
  const alerts = await lockedAlerts(tx, ids)
  const others = alerts.filter(({ caseId }) => caseId !== null && caseId !== found.id)
  if (others.length > 0) throw await inOtherCases(tx, others)
  const added = alerts.filter(({ caseId }) => caseId === null)
  if (added.length === 0) return found
  await putInCase(tx, actor, idsOf(added), found.id)
  await noteLinked(tx, actor, found, 'alert_linked', added, nowMs)
  const techniques = [...new Set([...found.mitreTechniques, ...added.flatMap((alert) => alert.mitreTechniques)])]
  const changed = await updateCase(tx, found, { mitreTechniques: techniques.slice(0, TECHNIQUES_MAX) })
  await announceCase(tx, 'updated', [changed])
  return changed
}

/**
 * Throws 422 for an alert that is not in the case, or in one merged into it, and `conflict` when a hold keeps the case.
 */
export async function unlinkAlerts(
  tx: TenantTx,
  actor: CaseActor,
  record: Case,
  ids: readonly string[],
  nowMs: number,
): Promise<Case> {
  const [alerts, family] = [await lockedAlerts(tx, ids), await familyOf(tx, record.id)]
  const strays = alerts.filter(({ caseId }) => caseId === null || !family.includes(caseId))
  if (strays.length > 0) throw invalid('alert_ids', `${idsOf(strays).slice(0, 5).join(', ')} are not in this case`)
  await refuseLeaving(tx, family)
  await putInCase(tx, actor, idsOf(alerts), null)
  await noteLinked(tx, actor, record, 'alert_unlinked', alerts, nowMs)
  const changed = await touchCase(tx, record)
  await announceCase(tx, 'updated', [changed])
  return changed
}

/**
 * Changes the case of one alert; null removes it from its case. Throws 422 for an unknown case, `conflict` for an alert
 * of another case.
 */
export async function putAlertInCase(
  tx: TenantTx,
  actor: CaseActor,
  alert: Alert,
  caseId: string | null,
  nowMs: number,
): Promise<void> {
  const { id, caseId: present } = alert
  if (caseId !== null) {
    if ((await caseByRef(tx, caseId, 'read')) === null)
      throw invalid('case_id', 'is no case of this tenant', 'reference')
    await linkAlerts(tx, actor, await lockedCase(tx, caseId), [id], nowMs)
  } else if (present !== null) {
    const found = await caseByRef(tx, present, 'lock')
    if (found === null) await putInCase(tx, actor, [id], null)
    else await unlinkAlerts(tx, actor, found, [id], nowMs)
  }
}

/** Throws 422 naming the ids that there is no alert of. */
export async function lockedAlerts(tx: TenantTx, ids: readonly string[]): Promise<Alert[]> {
  const wanted = [...new Set(ids)]
  const alerts = await linkedAlerts(tx, wanted)
  const known = new Set(idsOf(alerts))
  const missing = wanted.filter((id) => !known.has(id.toLowerCase()))
  if (missing.length > 0) throw invalid('alert_ids', `there is no alert ${missing.slice(0, 5).join(', ')}`, 'reference')
  return alerts
}

export const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

async function inOtherCases(tx: TenantTx, alerts: readonly Alert[]): Promise<AppError> {
  const [first] = alerts
  const other = (await casesByIds(tx, [first?.caseId ?? ''])).get(first?.caseId ?? '')
  const where = other === undefined ? 'another case' : caseNumber(other.number)
  return new AppError('conflict', `the alert ${first?.id} is in ${where}: POST /cases/{id}/move moves it`)
}

async function noteLinked(
  tx: TenantTx,
  actor: CaseActor,
  { id }: Case,
  type: 'alert_linked' | 'alert_unlinked',
  alerts: readonly Alert[],
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs)
  const [first] = alerts
  const verb = type === 'alert_linked' ? 'linked' : 'unlinked'
  const title = alerts.length === 1 ? `${verb}: ${first?.title}` : `${alerts.length} alerts ${verb}`
  const named = alerts.slice(0, NAMED_MAX).map((alert) => `${alert.id} ${alert.title}`)
  const left = alerts.length - named.length
  const description = [...named, ...(left > 0 ? [`and ${left} more`] : [])].join('\n')
  await insertEvent(tx, id, actor, { type, title: oneLine(title, 300), description, at }, at)
}
