/** How rows of an outbox get their order: the same for what goes to the stages and for what became of alerts and other entities. */
import { int, type Row } from '../../../stores/postgres/columns.ts'
import type { Tx } from '../../../stores/postgres/pool.ts'

/**
 * An outbox, whose rows have a `position`, a `sequence` and `created_at`, and the one row that counts for it: the highest
 * sequence `assigned`, and the highest `appended` to the topic. Names of ours, which stand in the statements as they are.
 */
export type Outbox =
  | { readonly rows: 'control_outbox'; readonly relay: 'control_relay' }
  | { readonly rows: 'entity_changes'; readonly relay: 'entity_relay' }

/**
 * Gives the committed rows that have none the next sequences, in the order they were written. A transaction that drew a
 * lower position and commits later simply comes later: what waits is what has no sequence, not what lies behind a
 * number, so nothing is skipped and nobody waits for a transaction that stays open. Returns how many got one.
 */
export function assignSequences(tx: Tx, { rows, relay }: Outbox, limit: number): Promise<number> {
  const sql = /* sql */ `
    WITH waiting AS (
      SELECT position, row_number() OVER (ORDER BY position) AS nth
      FROM (SELECT position FROM ${rows} WHERE sequence IS NULL ORDER BY position LIMIT $1) w
    ), relay AS (
      UPDATE ${relay} SET assigned = assigned + (SELECT count(*) FROM waiting) WHERE EXISTS (SELECT FROM waiting)
      RETURNING assigned - (SELECT count(*) FROM waiting) AS before
    )
    UPDATE ${rows} o SET sequence = relay.before + waiting.nth
    FROM waiting, relay WHERE o.position = waiting.position AND o.sequence IS NULL`
  return tx.run(sql, [limit])
}

/** Rows on their way, and the age of the oldest; 0 when none is. */
export type OutboxFigures = { readonly rows: number; readonly oldestSeconds: number }

export async function outboxFigures(tx: Tx, { rows, relay }: Outbox): Promise<OutboxFigures> {
  const sql = /* sql */ `
    SELECT count(*) AS rows, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0) AS seconds
    FROM ${rows} WHERE sequence IS NULL OR sequence > (SELECT appended FROM ${relay})`
  const toFigures = (row: Row) => ({ rows: int(row, 'rows'), oldestSeconds: Math.max(0, Number(row.seconds)) })
  return (await tx.maybeOne(toFigures, sql)) ?? { rows: 0, oldestSeconds: 0 }
}
