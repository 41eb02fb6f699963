/**
 * How others learn that an alert, a case, a run became something else: a row beside the change, in its transaction, on
 * its way to `svc.alerts.fused`, from where the sockets and the subscriptions of GraphQL are fed. A table of its own and
 * no notification: control changes live for ever in a compacted topic, these would fill it, and a notification lets
 * commits queue up.
 *
 * order   of one entity: who changes it holds its row, so the rows here stand as its changes were committed
 * bound   what the relay has not appended yet
 */
import type { EntityChange } from '../../../schemas/entity-change.ts'
import { int, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import type { Outbox } from '../broadcast/index.ts'

export const ENTITY_CHANGES: Outbox = { rows: 'entity_changes', relay: 'entity_relay' }

/** An entity after the change, with the fields that subscribers receive. */
export type EntityDocument = { readonly id: string } & Readonly<Record<string, unknown>>

/** `kind`: the entity and what became of it, for example `alert_created`. Several of one kind in one statement. */
export async function tellChanges(tx: TenantTx, kind: string, entities: readonly EntityDocument[]): Promise<void> {
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
