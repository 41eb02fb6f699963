/** Announces changes of a tenant's alerts to their followers. */

import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type EntityDocument, publishChanges } from '../../platform/acting/index.ts'
import { announcePush, type PushMessage } from '../web-push/index.ts'
import type { Alert } from './alert.ts'
import { queueArrival } from './new-alert-queue.ts'

/** Publishes the new alert to subscribers, and queues it for playbooks, triage and enrichment. */
export async function announceCreated(tx: TenantTx, alert: Alert): Promise<void> {
  await publishChanges(tx, 'alert_created', [documentOf(alert)])
  await queueArrival(tx, alert.id)
  if (isUrgent(alert)) await announcePush(tx, [pushOf(alert)])
}

/** True when the alert is pushed as urgent; a source that fell silent has a notification of its own. */
function isUrgent({ severity, category }: Alert): boolean {
  return (severity === 'high' || severity === 'critical') && category !== 'source_health'
}

function pushOf({ id, title, severity, affectedHosts, affectedUsers, caseId }: Alert): PushMessage {
  const about = [...affectedUsers, ...affectedHosts].slice(0, 5).join(', ')
  return {
    ...{ topic: 'p0_alert', title: `${severity}: ${title}`, body: about === '' ? 'A new alert' : about },
    ...{ tag: `alert-${id}`, url: `/alerts/${id}`, severity, alertId: id, caseId },
  }
}

/** As they are after the change. */
export function announceUpdated(tx: TenantTx, alerts: readonly Alert[]): Promise<void> {
  return publishChanges(tx, 'alert_updated', alerts.map(documentOf))
}

export function announceDeleted(tx: TenantTx, id: string): Promise<void> {
  return publishChanges(tx, 'alert_deleted', [{ id }])
}

/** The alert as a subscriber gets it without a query: the fields of the query interface, and its handling. */
function documentOf(alert: Alert): EntityDocument {
  return {
    id: alert.id,
    title: alert.title,
    severity: alert.severity,
    status: alert.status,
    priority: alert.priority,
    ai_score: alert.aiScore,
    ai_verdict: alert.aiVerdict,
    ai_confidence: alert.aiConfidence,
    risk_score: alert.riskScore,
    disposition: alert.disposition,
    source: alert.connectorType,
    assigned_to_id: alert.assignedToId,
    snoozed_until: alert.snoozedUntil?.toISOString() ?? null,
    case_id: alert.caseId,
    tags: alert.tags,
    created_at: alert.createdAt.toISOString(),
    updated_at: alert.updatedAt.toISOString(),
  }
}
