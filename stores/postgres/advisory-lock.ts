/** A database lock that only one process holds at a time, on any machine. */
import { AppError } from '../../platform/errors.ts'
import type { Postgres } from './pool.ts'

/**
 * The lock belongs to a connection, and ends when its process dies. Throws `conflict` while another process holds it.
 */
export async function whileLocked<T>(pool: Postgres, key: string, busy: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    const sql = /* sql */ `SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS ours`
    const { rows } = await client.query<{ ours: boolean }>(sql, [key])
    if (rows[0]?.ours !== true) throw new AppError('conflict', busy)
    try {
      return await work()
    } finally {
      const unlock = /* sql */ `SELECT pg_advisory_unlock(hashtextextended($1, 0))`
      await client.query(unlock, [key]).catch((error: Error) => {
        broken = error
      })
    }
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
