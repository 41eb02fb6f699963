/** The archive of a tenant, as Postgres knows it: the valid table, and the moves that made it. */
import { time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

const MOVE_STATES = [
  'writing',
  'copied',
  'dropping',
  'dropped',
  'restoring',
  'restored',
  'replaced',
  'abandoned',
] as const
type MoveState = (typeof MOVE_STATES)[number]

export const ARCHIVE_MOVES = table('ArchiveMove', {
  id: column.uuid(),
  /** The driver returns this column as text in this query. */
  day: column.text({ description: 'of the events, UTC' }),
  state: column.word(MOVE_STATES),
  path: column.text(),
  rows: column.orNull(column.int()),
  bytes: column.orNull(column.int()),
  checksum: column.orNull(column.text()),
  from_time: column.orNull(column.time()),
  to_time: column.orNull(column.time()),
  created_at: column.time(),
  copied_at: column.orNull(column.time()),
  dropped_at: column.orNull(column.time()),
  verified_at: column.orNull(column.time()),
})
export type ArchiveMove = RowOf<typeof ARCHIVE_MOVES>

/** `date` columns come as times of the machine's zone; text is the same everywhere. */
const COLUMNS = ARCHIVE_MOVES.columns.replace(/\bday\b/, `to_char(day, 'YYYY-MM-DD') AS day`)

export type Pointer = { readonly path: string; readonly version: number }

/** Null: nothing was archived yet. */
export function tablePointer(tx: TenantTx): Promise<Pointer | null> {
  return tx.maybeOne(
    (row) => ({ path: String(row.metadata_path), version: Number(row.version) }),
    /* sql */ `SELECT metadata_path, version FROM archive_tables`,
  )
}

/** False when another commit was first. */
export async function movePointer(tx: TenantTx, from: Pointer | null, path: string): Promise<boolean> {
  const first = /* sql */ `INSERT INTO archive_tables (metadata_path, version) VALUES ($1, 1) ON CONFLICT DO NOTHING`
  if (from === null) return (await tx.run(first, [path])) === 1
  const next = /* sql */ `
    UPDATE archive_tables SET metadata_path = $1, version = version + 1, updated_at = clock_timestamp() WHERE version = $2`
  return (await tx.run(next, [path, from.version])) === 1
}

export function moves(tx: TenantTx, states: readonly MoveState[] = MOVE_STATES): Promise<ArchiveMove[]> {
  const sql = /* sql */ `SELECT ${COLUMNS} FROM archive_moves WHERE state = ANY($1) ORDER BY day, created_at, id`
  return tx.many(ARCHIVE_MOVES.read, sql, [states])
}

export async function insertMove(tx: TenantTx, move: Pick<ArchiveMove, 'id' | 'day' | 'path'>): Promise<void> {
  await tx.run(/* sql */ `INSERT INTO archive_moves (id, day, path) VALUES ($1, $2, $3)`, [
    move.id,
    move.day,
    move.path,
  ])
}

export type FileOfMove = {
  readonly rows: number
  readonly bytes: number
  readonly checksum: string
  readonly fromMs: number
  readonly toMs: number
}

/** False when another process has ended the move meanwhile. */
export async function markCopied(tx: TenantTx, id: string, file: FileOfMove): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE archive_moves SET state = 'copied', rows = $2, bytes = $3, checksum = $4, from_time = $5, to_time = $6,
      copied_at = clock_timestamp(), verified_at = clock_timestamp()
    WHERE id = $1 AND state = 'writing'`
  const { rows, bytes, checksum, fromMs, toMs } = file
  return (await tx.run(sql, [id, rows, bytes, checksum, new Date(fromMs), new Date(toMs)])) === 1
}

/**
 * Marks a file that was made from other archive files, so the lake has none of its rows. False when another process has
 * ended it meanwhile.
 */
export async function markWritten(tx: TenantTx, id: string, file: FileOfMove): Promise<boolean> {
  const isCopied = await markCopied(tx, id, file)
  return isCopied && (await markMove(tx, id, 'copied', 'dropped'))
}

/** Marks files as replaced. False when one of them was changed meanwhile. `by` is null when no row of them remained. */
export async function markReplaced(tx: TenantTx, files: readonly ArchiveMove[], by: string | null): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE archive_moves SET state = 'replaced', replaced_by = $2, replaced_at = clock_timestamp()
    WHERE id = ANY($1) AND state = 'dropped'`
  return (await tx.run(sql, [files.map(({ id }) => id), by])) === files.length
}

/** False when the move is not in the state that it leaves. */
export async function markMove(tx: TenantTx, id: string, from: MoveState, to: MoveState): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE archive_moves SET state = $3,
      dropped_at = CASE WHEN $3 = 'dropped' THEN clock_timestamp() ELSE dropped_at END,
      restored_at = CASE WHEN $3 = 'restored' THEN clock_timestamp() ELSE restored_at END
    WHERE id = $1 AND state = $2`
  return (await tx.run(sql, [id, from, to])) === 1
}

export async function markVerified(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE archive_moves SET verified_at = clock_timestamp() WHERE id = $1`, [id])
}

/** Time spans of archive files that may hold events of this period; the lake has none of these events. */
export function archivedSpans(
  tx: TenantTx,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<{ readonly fromMs: number; readonly toMs: number }[]> {
  const sql = /* sql */ `
    SELECT min(from_time) AS from_time, max(to_time) AS to_time FROM archive_moves
    WHERE state IN ('dropping', 'dropped', 'restoring') AND from_time < $2 AND to_time >= $1
    GROUP BY day ORDER BY day`
  return tx.many(
    (row) => ({
      fromMs: Math.max(fromMs, time(row, 'from_time').getTime()),
      toMs: Math.min(toMs, time(row, 'to_time').getTime() + 1),
    }),
    sql,
    [new Date(fromMs), new Date(toMs)],
  )
}
