/**
 * Publishes changes of alerts, cases and runs: a row in the transaction of the change, which the relay appends to
 * `svc.alerts.fused` for sockets and GraphQL subscriptions. It has its own table, because control changes stay for ever
 * in a compacted topic, which these would fill. It uses no NOTIFY, because that serialises commits.
 *
 * order   per entity: a change locks the row of its entity, so the rows here are in the order of the commits
 * bound   rows that the relay has not appended yet
 */
import type { EntityChange } from '../../../schemas/entity-change.ts'
import { int, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import type { Outbox } from '../broadcast/index.ts'

export const ENTITY_CHANGES: Outbox = { rows: 'entity_changes', relay: 'entity_relay' }

/** An entity after the change, with the fields that subscribers receive. */
export type EntityDocument = { readonly id: string } & Readonly<Record<string, unknown>>

/** `kind` is the entity and its change, for example `alert_created`. One statement writes several of one kind. */
export async function publishChanges(tx: TenantTx, kind: string, entities: readonly EntityDocument[]): Promise<void> {
  if (entities.length === 0) return
  const sql = /* sql */ `
    INSERT INTO entity_changes (kind, entity_id, document)
    SELECT $1, document ->> 'id', document FROM jsonb_array_elements($2) AS document`
  await tx.run(sql, [kind, JSON.stringify(entities)])
}

/** Changes with a sequence that are not yet confirmed to be in the topic, in order. */
export function notAppended(tx: OperatorTx, limit: number): Promise<EntityChange[]> {
  const sql = /* sql */ `
    SELECT sequence, tenant_id, kind, entity_id, created_at, document::text AS document
    FROM entity_changes WHERE sequence > (SELECT appended FROM entity_relay) ORDER BY sequence LIMIT $1`
  return tx.many(toChange, sql, [limit])
}

/** Everything up to `sequence` is in the topic and need not be here. */
export async function markAppended(tx: OperatorTx, sequence: number): Promise<void> {
  await tx.run(/* sql */ `UPDATE entity_relay SET appended = greatest(appended, $1)`, [sequence])
  await tx.run(/* sql */ `DELETE FROM entity_changes WHERE sequence <= $1`, [sequence])
}

function toChange(row: Row): EntityChange {
  return {
    sequence: int(row, 'sequence'),
    tenant_id: text(row, 'tenant_id'),
    kind: text(row, 'kind'),
    entity_id: text(row, 'entity_id'),
    at_ms: time(row, 'created_at').getTime(),
    document: text(row, 'document'),
  }
}
