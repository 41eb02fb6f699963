/** Announcements of case changes to subscribers of the tenant. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type EntityDocument, publishChanges } from '../../platform/acting/index.ts'
import { type Case, caseNumber } from './case.ts'

export async function announceCase(tx: TenantTx, what: 'created' | 'updated', cases: readonly Case[]): Promise<void> {
  await queueForPlaybooks(tx, cases)
  await publishChanges(tx, `case_${what}`, cases.map(documentOf))
}

/**
 * Starts playbooks that wait for cases. Each starts once for a case and status, however often the change is published.
 */
async function queueForPlaybooks(tx: TenantTx, cases: readonly Case[]): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO case_arrivals (case_id, event)
    SELECT c.id, e.event
    FROM unnest($1::uuid[], $2::text[], $3::int[]) AS c (id, status, level),
      LATERAL (SELECT c.status AS event UNION ALL SELECT 'escalated-' || c.level WHERE c.level > 0) e
    WHERE EXISTS (SELECT FROM playbooks WHERE enabled AND deleted_at IS NULL AND document -> 'trigger' ->> 'on' = 'case')
    ON CONFLICT DO NOTHING`
  const columns = [
    cases.map(({ id }) => id),
    cases.map(({ status }) => status),
    cases.map((one) => one.escalationLevel),
  ]
  await tx.run(sql, columns)
}

/** Members that a subscriber gets without a request for the case. */
function documentOf(found: Case): EntityDocument {
  return {
    id: found.id,
    case_number: caseNumber(found.number),
    title: found.title,
    severity: found.severity,
    status: found.status,
    assignee_id: found.assigneeId,
    queue_id: found.queueId,
    tags: found.tags,
    ack_due_at: found.ackDueAt?.toISOString() ?? null,
    resolve_due_at: found.resolveDueAt?.toISOString() ?? null,
    close_due_at: found.closeDueAt?.toISOString() ?? null,
    escalation_level: found.escalationLevel,
    merged_into_id: found.mergedIntoId,
    opened_at: found.openedAt.toISOString(),
    closed_at: found.closedAt?.toISOString() ?? null,
    updated_at: found.updatedAt.toISOString(),
  }
}
