/**
 * Judges the risk of entities whose alerts changed: publishes the new risk to followers, and raises an alert for an
 * entity that reaches the threshold without a severe alert of its own.
 *
 * once    the queue entry, the stored risk, its publication and the alert are one commit: a process that dies before
 *         leaves all of it to the next one. The id of the alert derives from its contributing alerts.
 * again   an entity gets another alert only after its risk fell below the threshold. Points only decay, so the stored
 *         risk tells what the risk would be now without new alerts; entities with an alert are also checked by time.
 */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type MutationDeps, publishChanges } from '../../platform/acting/index.ts'
import { bandOf, pointsAt, pointsOf, riskOf } from './entity-risk.ts'
import { raiseRisk } from './raise-risk.ts'
import {
  type EntityName,
  forgetStandings,
  type Judged,
  judgedOf,
  putStandings,
  raisedBefore,
  type Standing,
  standingsOf,
  takeDue,
} from './risk-store.ts'
import { type RiskSettings, riskSettings } from './settings.ts'

/** Rows taken at once, and entities with an alert that are looked at again at once. */
const DUE_MAX = 2000
const RAISED_MAX = 500
/** Time after which the risk of an entity with an alert is judged again. */
const LOOK_AGAIN_MS = 60_000

export type JudgedCounts = { readonly judged: number; readonly raised: number }

/** Judges due entities of one tenant; null: another process is at it. */
export async function judgeRisks(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  nowMs: number,
): Promise<JudgedCounts | null> {
  if (!(await isOurs(tx))) return null
  const names = distinct([
    ...(await takeDue(tx, DUE_MAX)),
    ...(await raisedBefore(tx, new Date(nowMs - LOOK_AGAIN_MS), RAISED_MAX)),
  ])
  if (names.length === 0) return { judged: 0, raised: 0 }
  const settings = await riskSettings(tx)
  const judged = await judgedOf(tx, names, settings.windowHours, nowMs)
  const before = new Map((await standingsOf(tx, names)).map((one) => [keyOf(one), one]))
  const after: Standing[] = []
  let raised = 0
  for (const one of judged) {
    const standing = before.get(keyOf(one))
    const kept = keptAlert(one, standing, settings, nowMs)
    const made =
      kept === null && isToRaise(one, settings, nowMs) ? await raiseRisk(tx, acting, one, settings, nowMs) : null
    if (made?.isNew) raised++
    after.push({ ...nameOf(one), published: one.logPoints, within: one.within, alertId: made?.id ?? kept })
  }
  await putStandings(tx, after, new Date(nowMs))
  const known = new Set(judged.map(keyOf))
  const gone = names.filter((name) => !known.has(keyOf(name)) && before.has(keyOf(name)))
  await forgetStandings(tx, gone)
  const moved = judged.filter((one) => before.get(keyOf(one))?.published !== one.logPoints)
  await publishChanges(tx, 'risk_changed', [...moved.map((one) => documentOf(one, nowMs)), ...gone.map(goneDocument)])
  return { judged: names.length, raised }
}

/** The alert of this rise; null when the risk was below the threshold before, or has no alert yet. */
function keptAlert(now: Judged, before: Standing | undefined, settings: RiskSettings, nowMs: number): string | null {
  if (before === undefined || !isAbove(now.within, settings, nowMs)) return null
  return isAbove(before.within, settings, nowMs) ? before.alertId : null
}

/** A single alert needs no second one. */
function isToRaise(one: Judged, settings: RiskSettings, nowMs: number): boolean {
  return settings.enabled && !one.isStrong && one.alertsWithin > 1 && isAbove(one.within, settings, nowMs)
}

function isAbove(within: number | null, { threshold }: RiskSettings, nowMs: number): boolean {
  return within !== null && pointsAt(within, nowMs) >= pointsOf(threshold)
}

/** As `GET /entity-risk` shows it. */
function documentOf(one: Judged, nowMs: number) {
  const points = pointsAt(one.logPoints, nowMs)
  const risk = riskOf(points)
  return {
    ...{ id: keyOf(one), entity: one.entity, entity_type: one.entityType, risk_score: risk, points },
    ...{ band: bandOf(risk), alert_count: one.alerts, last_seen: one.lastSeen.toISOString() },
  }
}

/** No alert names the entity any more: its risk is unknown, which is not 0. */
function goneDocument({ entityType, entity }: EntityName) {
  const unknown = { risk_score: null, points: null, band: null, last_seen: null }
  return { id: keyOf({ entityType, entity }), entity, entity_type: entityType, ...unknown, alert_count: 0 }
}

/** Lets one process at a time judge, until the transaction ends. */
async function isOurs(tx: TenantTx): Promise<boolean> {
  const sql = /* sql */ `SELECT pg_try_advisory_xact_lock(hashtextextended('entity-risk:' || svc_tenant(), 0)) AS ours`
  return (await tx.maybeOne((row) => row.ours === true, sql)) === true
}

const keyOf = ({ entityType, entity }: EntityName) => `${entityType}:${entity}`
const nameOf = ({ entityType, entity }: EntityName) => ({ entityType, entity })

function distinct(names: readonly EntityName[]): EntityName[] {
  return [...new Map(names.map((name) => [keyOf(name), name])).values()]
}
