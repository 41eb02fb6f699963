/** The archive of a tenant, as Postgres knows it: the valid table, and the moves that made it. */
import type { LeftInArchive } from '../../../query/search/coverage.ts'
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
  'lost',
] as const
export type MoveState = (typeof MOVE_STATES)[number]

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
  lost_at: column.orNull(column.time()),
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

/** The files that a merge replaced by this one; those that an erasure rewrote have other rows. */
export function sourcesOf(tx: TenantTx, id: string): Promise<ArchiveMove[]> {
  const sql = /* sql */ `SELECT ${COLUMNS} FROM archive_moves WHERE replaced_by = $1 AND state = 'replaced' ORDER BY id`
  return tx.many(ARCHIVE_MOVES.read, sql, [id])
}

/** False when one of them is no longer replaced. */
export async function returnMoves(tx: TenantTx, ids: readonly string[]): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE archive_moves SET state = 'dropped', replaced_by = NULL, replaced_at = NULL WHERE id = ANY($1) AND state = 'replaced'`
  return (await tx.run(sql, [ids])) === ids.length
}

/** False when the move is not in the state that it leaves. */
export async function loseMove(tx: TenantTx, id: string, from: MoveState): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE archive_moves SET state = 'lost', lost_state = state, lost_at = clock_timestamp() WHERE id = $1 AND state = $2`
  return (await tx.run(sql, [id, from])) === 1
}

/** Lost files that may be taken in again when they come back. */
export function lostMoves(tx: TenantTx): Promise<ArchiveMove[]> {
  const sql = /* sql */ `
    SELECT ${COLUMNS} FROM archive_moves WHERE state = 'lost' AND lost_state IS NOT NULL ORDER BY day, created_at, id`
  return tx.many(ARCHIVE_MOVES.read, sql)
}

/** The move goes on from the state in which its file was lost. False when it is lost for good, or not lost. */
export async function findMove(tx: TenantTx, id: string): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE archive_moves SET state = lost_state, lost_state = NULL, lost_at = NULL
    WHERE id = $1 AND state = 'lost' AND lost_state IS NOT NULL`
  return (await tx.run(sql, [id])) === 1
}

/** An erasure did not read the lost files, so none of them may come back. Resolves with the number of all lost files. */
export async function giveUpLost(tx: TenantTx): Promise<number> {
  await tx.run(/* sql */ `UPDATE archive_moves SET lost_state = NULL WHERE state = 'lost' AND lost_state IS NOT NULL`)
  return (await moves(tx, ['lost'])).length
}

export type ArchiveFile = { readonly path: string; readonly bytes: number; readonly isHeld: boolean }

/** Files of the table, and the number of lost ones. `isHeld`: a legal hold keeps its rows in the lake as well. */
export async function archiveFiles(
  tx: TenantTx,
): Promise<{ readonly archived: readonly ArchiveFile[]; readonly lost: number }> {
  const all = await moves(tx, ['copied', 'dropping', 'dropped', 'restoring', 'lost'])
  const archived = all
    .filter(({ state }) => state !== 'lost')
    .map(({ path, bytes, state }) => ({ path, bytes: bytes ?? 0, isHeld: state === 'copied' }))
  return { archived, lost: all.length - archived.length }
}

/** Time spans of archive files that may hold events of this period; the lake has none of these events. */
export function archivedSpans(
  tx: TenantTx,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<LeftInArchive[]> {
  const sql = /* sql */ `
    SELECT min(from_time) AS from_time, max(to_time) AS to_time, state = 'lost' AS is_lost FROM archive_moves
    WHERE state IN ('dropping', 'dropped', 'restoring', 'lost') AND from_time < $2 AND to_time >= $1
    GROUP BY day, is_lost ORDER BY day, is_lost`
  return tx.many(
    (row) => ({
      fromMs: Math.max(fromMs, time(row, 'from_time').getTime()),
      toMs: Math.min(toMs, time(row, 'to_time').getTime() + 1),
      reason: row.is_lost === true ? 'lost' : 'archived',
    }),
    sql,
    [new Date(fromMs), new Date(toMs)],
  )
}
