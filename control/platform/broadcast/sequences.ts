/** Assigns the order of outbox rows, for control data to the stages and for changes of alerts and other entities. */
import { int, type Row } from '../../../stores/postgres/columns.ts'
import type { Tx } from '../../../stores/postgres/pool.ts'

/**
 * An outbox table with `position`, `sequence` and `created_at`, and its counter row: the highest sequence `assigned`,
 * and the highest `appended` to the topic. The names are constants of this program and become part of the statements.
 */
export type Outbox =
  | { readonly rows: 'control_outbox'; readonly relay: 'control_relay' }
  | { readonly rows: 'entity_changes'; readonly relay: 'entity_relay' }

/**
 * Gives committed rows without a sequence the next ones, in the order they were written. Rows of a transaction that
 * commits later get later sequences, even when their positions are lower: waiting rows are found by their missing
 * sequence and not by a position, so none is skipped, and none waits for an open transaction. Returns the number of
 * rows that got one.
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
