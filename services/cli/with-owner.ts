import { openPostgres, type Postgres } from '../../stores/postgres/pool.ts'
import type { Config } from '../config.ts'
import { targets } from './connect.ts'

/** Runs a command's work as the owner of the database, outside of every tenant. */
export async function withOwner<T>(work: (pool: Postgres, config: Config) => Promise<T>): Promise<T> {
  const { config, databaseUrl } = targets()
  const pool = openPostgres({ url: databaseUrl, poolSize: 2 })
  try {
    return await work(pool, config)
  } finally {
    await pool.end()
  }
}
