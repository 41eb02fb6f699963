/**
 * Rows that reach the lake once, however often and wherever its engine was killed. The engine writes down the token of
 * an insert and puts its part in place one after the other, and syncs the part only: killed between the two, or without
 * power, it remembers a token and has no rows, or has the rows and does not know the token (which of the two comes
 * first depends on its version). So where an insert may have happened before, the lake is asked for rows of it.
 */
import { AppError } from '../../../platform/errors.ts'
import type { LakeInsert, LakePort, LakeRows } from '../../../stores/clickhouse/lake-port.ts'

/** Rows of one partition of a table, so that all of them are there or none. */
export type Insert = LakeInsert & {
  /** Some of the rows, found by ids that no other insert has all of. */
  readonly some: () => LakeRows
}

/** Kills that each hit an insert between its token and its rows. */
const TOKENS_MAX = 8

/** `mayBeThere`: it was tried before, and how that ended is not known. */
export async function insertOnce(lake: LakePort, insert: Insert, mayBeThere: boolean): Promise<void> {
  const { some, ...given } = insert
  if (!mayBeThere) return lake.insert(given)
  const rows = some()
  // The token is tried first: the rows may be on their way at this moment, sent by a process that is no more.
  for (let nth = 1; nth <= TOKENS_MAX; nth++) {
    if (await areThere(lake, rows)) return
    await lake.insert(nth === 1 ? given : { ...given, token: `${given.token}/${nth}` })
  }
  if (!(await areThere(lake, rows)))
    throw new AppError('unavailable', `${insert.table} answers inserts of ${insert.token} and does not have their rows`)
}

async function areThere(lake: LakePort, rows: LakeRows): Promise<boolean> {
  return (await lake.countIds(rows)) === new Set(rows.ids).size
}
