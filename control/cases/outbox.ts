/** What those who follow a tenant's cases are told of them. */
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { type EntityDocument, tellChanges } from '../acting/index.ts'
import { type Case, caseNumber } from './case.ts'

export function announceCase(tx: TenantTx, what: 'created' | 'updated', cases: readonly Case[]): Promise<void> {
  return tellChanges(tx, `case_${what}`, cases.map(documentOf))
}

/** What a subscriber is shown without asking for the case. */
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
