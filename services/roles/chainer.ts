/** The chainer of the audit log: gives committed entries their place in the chain, and signs its heads. */
import { runChainer } from '../../control/audit/index.ts'
import { openVault, vaultKeys } from '../../control/vault/index.ts'
import { AppError } from '../../platform/errors.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { credentialKey } from '../credential-key.ts'
import type { StartRole } from '../role.ts'

export const startChainer: StartRole = async (config, log) => {
  if (config.databaseUrl === null) throw new AppError('bad_config', 'DATABASE_URL: the audit log is chained there')
  const stop = new AbortController()
  const pool = openPostgres({ url: config.databaseUrl, poolSize: 2 })
  const vault = openVault(vaultKeys(credentialKey(config), false, log), log)
  const running = runChainer({ pool, vault, log }, stop.signal)
  return {
    url: null,
    failed: running.then(() => new Promise<never>(() => {})),
    async stop() {
      stop.abort()
      await running
      await pool.end()
    },
  }
}
