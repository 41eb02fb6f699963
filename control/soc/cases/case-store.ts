import { isUuid } from '../../../platform/uuid-text.ts'
import { int, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { HoldSubject } from '../../platform/governance/index.ts'
import { cutBytes, searchable, severityRank } from '../alerts/index.ts'
import { CASES, type Case, caseNumber, numberOf } from './case.ts'

/** Members of a case that change after it was opened. */
export type CaseState = Omit<Case, 'id' | 'tenantId' | 'number' | 'createdBy' | 'openedAt' | 'createdAt' | 'updatedAt'>
export type NewCase = CaseState & Pick<Case, 'id' | 'createdBy' | 'openedAt'>

const STATE_COLUMNS = `title, description, severity, status, case_type, tags, mitre_techniques, compliance_frameworks,
  custom_fields, assignee_id, queue_id, acknowledged_at, resolved_at, closed_at, reopen_count, sla_policy_id, sla_terms,
  ack_due_at, resolve_due_at, close_due_at, escalation, escalation_level, escalate_at, merged_into_id, fanout_results,
  search_text`

function stateOf(state: CaseState, number: number): unknown[] {
  return [
    ...[state.title, state.description, severityRank(state.severity), state.status, state.caseType, state.tags],
    ...[state.mitreTechniques, state.complianceFrameworks, JSON.stringify(state.customFields), state.assigneeId],
    ...[state.queueId, state.acknowledgedAt, state.resolvedAt, state.closedAt, state.reopenCount, state.slaPolicyId],
    ...[state.slaTerms && JSON.stringify(state.slaTerms), state.ackDueAt, state.resolveDueAt, state.closeDueAt],
    ...[state.escalation && JSON.stringify(state.escalation), state.escalationLevel, state.escalateAt],
    ...[state.mergedIntoId, JSON.stringify(state.fanoutResults), searchText(state.title, number)],
  ]
}

const SEARCH_BYTES_MAX = 1_000

/** Text that a search looks in: the number and the title. */
function searchText(title: string, number: number): string {
  return cutBytes(searchable(`${caseNumber(number)}\n${title}`), SEARCH_BYTES_MAX)
}

/**
 * Draws the next case number of the tenant. It waits for a concurrent transaction, and the number is reused when this
 * one rolls back.
 */
export async function drawNumber(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `
    INSERT INTO case_counters (last_number) VALUES (1)
    ON CONFLICT (tenant_id) DO UPDATE SET last_number = case_counters.last_number + 1 RETURNING last_number`
  return tx.one((row) => int(row, 'last_number'), sql)
}

export async function insertCase(tx: TenantTx, number: number, newCase: NewCase): Promise<Case> {
  const sql = /* sql */ `
    INSERT INTO cases (id, number, created_by, opened_at, ${STATE_COLUMNS})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
      $25, $26, $27, $28, $29, $30)
    RETURNING ${CASES.columns}`
  return tx.one(CASES.read, sql, [
    ...[newCase.id, number, newCase.createdBy, newCase.openedAt],
    ...stateOf(newCase, number),
  ])
}

/** Writes changes of a case that this transaction has locked. */
export async function updateCase(tx: TenantTx, found: Case, to: Partial<CaseState>): Promise<Case> {
  const sql = /* sql */ `
    UPDATE cases SET (${STATE_COLUMNS}, updated_at, changed_xid) = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
      $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, clock_timestamp(), pg_current_xact_id())
    WHERE id = $1 RETURNING ${CASES.columns}`
  return tx.one(CASES.read, sql, [found.id, ...stateOf({ ...found, ...to }, found.number)])
}

/** Assigns locked cases in one statement: an assigned case is acknowledged, and its escalation stops. */
export function assignCases(tx: TenantTx, ids: readonly string[], userId: string, at: Date): Promise<Case[]> {
  const sql = /* sql */ `
    UPDATE cases SET assignee_id = $2, acknowledged_at = coalesce(acknowledged_at, $3), escalate_at = NULL,
      updated_at = clock_timestamp(), changed_xid = pg_current_xact_id()
    WHERE id = ANY($1) RETURNING ${CASES.columns}`
  return tx.many(CASES.read, sql, [ids, userId, at])
}

/** Updates the case's change time after a change outside its row, such as a comment or a task. */
export function touchCase(tx: TenantTx, found: Case): Promise<Case> {
  return updateCase(tx, found, {})
}

/** Finds a case by its id or its number (`INC-001`); null for any other text. */
export async function caseByRef(tx: TenantTx, ref: string, lock: 'lock' | 'read'): Promise<Case | null> {
  const number = numberOf(ref)
  if (number === null && !isUuid(ref)) return null
  const which = number === null ? 'id = $1::uuid' : 'number = $1::int'
  const forUpdate = lock === 'lock' ? 'FOR NO KEY UPDATE' : ''
  return tx.maybeOne(CASES.read, `SELECT ${CASES.columns} FROM cases WHERE ${which} ${forUpdate}`, [number ?? ref])
}

/** Locks in order of id, like everyone who locks several, to avoid deadlocks. */
export function lockCases(tx: TenantTx, ids: readonly string[]): Promise<Case[]> {
  const sql = /* sql */ `SELECT ${CASES.columns} FROM cases WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`
  return tx.many(CASES.read, sql, [ids])
}

export async function casesByIds(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, Case>> {
  const found = await tx.many(CASES.read, `SELECT ${CASES.columns} FROM cases WHERE id = ANY($1::uuid[])`, [ids])
  return new Map(found.map((one) => [one.id, one]))
}

/** Subjects of legal holds over any of these cases. */
export function subjectsOfCases(ids: readonly string[]): HoldSubject[] {
  return ids.map((value) => ({ kind: 'case', value }))
}

/** The case and all that were merged into it, however many steps ago. */
export function familyOf(tx: TenantTx, id: string): Promise<string[]> {
  const sql = /* sql */ `
    WITH RECURSIVE family AS (
      SELECT id FROM cases WHERE id = $1
      UNION SELECT c.id FROM cases c JOIN family f ON c.merged_into_id = f.id)
    SELECT id FROM family ORDER BY id = $1 DESC, id`
  return tx.many((row: Row) => text(row, 'id'), sql, [id])
}
