/** The alert that a detection of somebody else leads to. */
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { createAlertOnce, severityOfRank } from '../alerts/index.ts'
import type { Detection } from './signals.ts'

/** As in fusion, what only informs makes no alert. */
const ALERTS_FROM = 2

/**
 * Detections of one rule about the same entity on one day (UTC) are one alert: a product that says the same every minute
 * does not fill the queue. Who follows alerts, triage, playbooks and the risk of entities learn of it as of any other.
 * Null for one that only informs.
 */
export async function alertOfDetection(tx: TenantTx, one: Detection, nowMs: number): Promise<string | null> {
  if (one.severity_id < ALERTS_FROM) return null
  const named = (name: string) => (name === '' ? [] : [name])
  const entity = one.host || one.user || one.src_ip || ''
  const parts = ['detection', one.rule_id, entity.toLowerCase(), one.time.slice(0, 10)]
  const made = await createAlertOnce(
    tx,
    parts,
    {
      title: [one.rule_title, one.rule_id].find((text) => text.trim() !== '') ?? 'A detection',
      severity: severityOfRank(one.severity_id),
      category: 'external_detection',
      ruleId: one.rule_id,
      connectorType: one.source === '' ? null : one.source,
      mitreTactics: one.tactics,
      mitreTechniques: one.techniques,
      affectedHosts: named(one.host),
      affectedUsers: named(one.user),
      affectedIps: named(one.src_ip ?? ''),
      eventTime: new Date(one.time),
      metadata: { detection_id: one.id },
    },
    nowMs,
  )
  return made.id
}
