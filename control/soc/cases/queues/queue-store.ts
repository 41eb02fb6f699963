import { Type } from 'typebox'
import { oneOf } from '../../../../schemas/wire.ts'
import { placed } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { type Column, column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../../identity/accounts/index.ts'
import { SEVERITIES, type Severity, severityOfRank, severityRank } from '../../alerts/index.ts'

const severities: Column<readonly Severity[]> = {
  read: (row, name) => (row[name] as readonly number[]).map(severityOfRank),
  schema: Type.Array(oneOf(SEVERITIES)),
}

export const QUEUES = tableInCamelCase('CaseQueue', {
  id: column.uuid(),
  name: column.text(),
  description: column.orNull(column.text()),
  match_severity: severities,
  match_tags: column.texts(),
  match_case_type: column.orNull(column.text()),
  precedence: column.int(),
  sla_policy_id: column.orNull(column.uuid()),
  created_at: column.time(),
  updated_at: column.time(),
})
export type Queue = RowOf<typeof QUEUES>

export type QueueInput = Omit<Queue, 'id' | 'createdAt' | 'updatedAt'>

function valuesOf(input: QueueInput): unknown[] {
  return [
    ...[input.name, input.description, input.matchSeverity.map(severityRank), input.matchTags, input.matchCaseType],
    ...[input.precedence, input.slaPolicyId],
  ]
}

/** Null when the name is taken. */
export function insertQueue(tx: TenantTx, input: QueueInput): Promise<Queue | null> {
  const sql = /* sql */ `
    INSERT INTO case_queues (name, description, match_severity, match_tags, match_case_type, precedence, sla_policy_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING ${QUEUES.columns}`
  return tx.maybeOne(QUEUES.read, sql, valuesOf(input))
}

export function queueById(tx: TenantTx, id: string): Promise<Queue | null> {
  return tx.maybeOne(QUEUES.read, /* sql */ `SELECT ${QUEUES.columns} FROM case_queues WHERE id = $1`, [id])
}

export function lockQueue(tx: TenantTx, id: string): Promise<Queue | null> {
  return tx.maybeOne(QUEUES.read, /* sql */ `SELECT ${QUEUES.columns} FROM case_queues WHERE id = $1 FOR UPDATE`, [id])
}

export async function isQueueNameFree(tx: TenantTx, id: string, name: string): Promise<boolean> {
  const sql = /* sql */ `SELECT 1 FROM case_queues WHERE name = $1 AND id <> $2`
  return (await tx.many(() => true, sql, [name, id])).length === 0
}

export function updateQueue(tx: TenantTx, id: string, input: QueueInput): Promise<Queue | null> {
  const sql = /* sql */ `
    UPDATE case_queues SET name = $2, description = $3, match_severity = $4, match_tags = $5, match_case_type = $6,
      precedence = $7, sla_policy_id = $8, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${QUEUES.columns}`
  return tx.maybeOne(QUEUES.read, sql, [id, ...valuesOf(input)])
}

/** Deletes a queue with its escalation policies; its cases stay without a queue. False when there is none. */
export async function deleteQueueRow(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM case_queues WHERE id = $1`, [id])) === 1
}

/** Newest first. */
export function queuesPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<Queue>[]> {
  const sql = /* sql */ `
    SELECT ${QUEUES.columns}, created_at::text AS position FROM case_queues
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(QUEUES.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null])
}

export type Routable = {
  readonly severity: Severity
  readonly tags: readonly string[]
  readonly caseType: string | null
}

/**
 * Finds the queue whose criteria all match: severity, tags and type. The lowest precedence wins, then the first name by
 * code points; a queue without criteria takes every case. Null when no queue matches.
 */
export function routeCase(tx: TenantTx, routable: Routable): Promise<Queue | null> {
  const sql = /* sql */ `
    SELECT ${QUEUES.columns} FROM case_queues
    WHERE (match_severity = '{}' OR $1::smallint = ANY(match_severity)) AND match_tags <@ $2::text[]
      AND (match_case_type IS NULL OR match_case_type = $3)
    ORDER BY precedence, name COLLATE "C" LIMIT 1`
  return tx.maybeOne(QUEUES.read, sql, [severityRank(routable.severity), routable.tags, routable.caseType])
}
