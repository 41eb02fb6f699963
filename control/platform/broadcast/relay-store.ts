import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx, Tx } from '../../../stores/postgres/pool.ts'
import type { Outbox } from './sequences.ts'

/** A row on its way, as `schemas/avro/control-change.avsc` has it. */
export type ControlChange = {
  readonly sequence: number
  readonly tenant_id: string
  readonly kind: string
  readonly id: string
  /** JSON; empty when the row was deleted. */
  readonly document: string
}

export const CONTROL_OUTBOX: Outbox = { rows: 'control_outbox', relay: 'control_relay' }

export type Waiting = { readonly change: ControlChange; readonly createdAt: Date }

/** Changes with a sequence that are not yet confirmed to be in the topic, in order. */
export function notAppended(tx: Tx, limit: number): Promise<Waiting[]> {
  const sql = /* sql */ `
    SELECT sequence, tenant_id, kind, id, document::text AS document, created_at
    FROM control_outbox WHERE sequence > (SELECT appended FROM control_relay) ORDER BY sequence LIMIT $1`
  return tx.many(toWaiting, sql, [limit])
}

/** Remembers that everything up to `sequence` is in the topic, and drops rows that a later one there replaces. */
export async function markAppended(tx: Tx, from: number, sequence: number): Promise<void> {
  await tx.run(/* sql */ `UPDATE control_relay SET appended = greatest(appended, $1)`, [sequence])
  const prune = /* sql */ `
    DELETE FROM control_outbox old USING control_outbox new
    WHERE new.sequence BETWEEN $1 AND $2 AND old.sequence < new.sequence
      AND old.tenant_id = new.tenant_id AND old.kind = new.kind AND old.id = new.id`
  await tx.run(prune, [from, sequence])
}

/** The highest sequence known to be in the topic; 0 when nothing was relayed yet. */
export async function appendedSequence(tx: Tx): Promise<number> {
  return (await tx.maybeOne((row) => int(row, 'appended'), /* sql */ `SELECT appended FROM control_relay`)) ?? 0
}

/**
 * By row id, the sequence under which the stages know a row of the tenant. A deleted row is absent; null for a row
 * whose last change has no sequence yet.
 */
export async function announcedSequences(
  tx: TenantTx,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const sql = /* sql */ `
    SELECT DISTINCT ON (id) id, sequence, document IS NULL AS is_gone FROM control_outbox
    WHERE kind = $1 AND id = ANY($2) ORDER BY id, position DESC`
  const rows = await tx.many(
    (row) => ({ id: text(row, 'id'), sequence: orNull(int, row, 'sequence'), isGone: row.is_gone === true }),
    sql,
    [kind, ids],
  )
  return new Map(rows.filter(({ isGone }) => !isGone).map(({ id, sequence }) => [id, sequence]))
}

/** The latest state of everything goes out once more, under new sequences. */
export async function forgetSequences(tx: Tx): Promise<number> {
  const forgotten = await tx.run(/* sql */ `UPDATE control_outbox SET sequence = NULL WHERE sequence IS NOT NULL`)
  await tx.run(/* sql */ `SELECT pg_notify('svc_control', '')`)
  return forgotten
}

function toWaiting(row: Row): Waiting {
  const change = {
    sequence: int(row, 'sequence'),
    tenant_id: text(row, 'tenant_id'),
    kind: text(row, 'kind'),
    id: text(row, 'id'),
    document: orNull(text, row, 'document') ?? '',
  }
  return { change, createdAt: time(row, 'created_at') }
}
