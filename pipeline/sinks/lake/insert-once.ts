/**
 * Inserts rows into the lake exactly once, even when its engine is killed. The engine records an insert's token and
 * activates its part one after the other, and syncs only the part. When it is killed between the two, or loses power,
 * it knows a token without rows, or has rows without their token, depending on its version. So wherever an insert may
 * have happened before, this looks some of its rows up.
 */
import { AppError } from '../../../platform/errors.ts'
import type { LakeInsert, LakePort, LakeRows } from '../../../stores/clickhouse/lake-port.ts'

/** Rows of one partition of a table, so that the table has all of them or none. */
export type Insert = LakeInsert & {
  /** Some of the rows, by ids that no other insert has all of. */
  readonly some: () => LakeRows
}

/** Number of kills that each hit an insert between its token and its rows. */
const TOKENS_MAX = 8

/** `mayBeThere` is true when the insert was tried before with an unknown result. */
export async function insertOnce(lake: LakePort, insert: Insert, mayBeThere: boolean): Promise<void> {
  const { some, ...rest } = insert
  if (!mayBeThere) return lake.insert(rest)
  const rows = some()
  // Inserts by token first: the rows may be in flight at this moment, sent by a process that has died.
  for (let nth = 1; nth <= TOKENS_MAX; nth++) {
    if (await areThere(lake, rows)) return
    await lake.insert(nth === 1 ? rest : { ...rest, token: `${rest.token}/${nth}` })
  }
  if (!(await areThere(lake, rows)))
    throw new AppError('unavailable', `${insert.table} answers inserts of ${insert.token} and does not have their rows`)
}

async function areThere(lake: LakePort, rows: LakeRows): Promise<boolean> {
  return (await lake.countIds(rows)) === new Set(rows.ids).size
}
