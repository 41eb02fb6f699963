/** Announcements of case changes to subscribers of the tenant. */
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { type EntityDocument, tellChanges } from '../acting/index.ts'
import { type Case, caseNumber } from './case.ts'

export async function announceCase(tx: TenantTx, what: 'created' | 'updated', cases: readonly Case[]): Promise<void> {
  await tellPlaybooks(tx, cases)
  await tellChanges(tx, `case_${what}`, cases.map(documentOf))
}

/** Where a playbook waits for cases. It is started once for a case and status, however often that is told. */
async function tellPlaybooks(tx: TenantTx, cases: readonly Case[]): Promise<void> {
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
function documentOf(given: Case): EntityDocument {
  return {
    id: given.id,
    case_number: caseNumber(given.number),
    title: given.title,
    severity: given.severity,
    status: given.status,
    assignee_id: given.assigneeId,
    queue_id: given.queueId,
    tags: given.tags,
    ack_due_at: given.ackDueAt?.toISOString() ?? null,
    resolve_due_at: given.resolveDueAt?.toISOString() ?? null,
    close_due_at: given.closeDueAt?.toISOString() ?? null,
    escalation_level: given.escalationLevel,
    merged_into_id: given.mergedIntoId,
    opened_at: given.openedAt.toISOString(),
    closed_at: given.closedAt?.toISOString() ?? null,
    updated_at: given.updatedAt.toISOString(),
  }
}
