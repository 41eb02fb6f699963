/** The relay of control data from Postgres to the stages. */
import { runRelay } from '../../control/broadcast/index.ts'
import { AppError } from '../../platform/errors.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { openBackbone } from '../backbone.ts'
import type { StartRole } from '../role.ts'

export const startRelay: StartRole = async (config, log) => {
  if (config.databaseUrl === null) throw new AppError('bad_config', 'DATABASE_URL: the relay reads the outbox there')
  const stop = new AbortController()
  const driver = await openBackbone(config, ['control'], log)
  const pool = openPostgres({ url: config.databaseUrl, poolSize: 3 })
  const running = runRelay({ pool, driver, log }, stop.signal)
  return {
    url: null,
    failed: running.then(() => new Promise<never>(() => {})),
    async stop() {
      stop.abort()
      await running
      await driver.close()
      await pool.end()
    },
  }
}
