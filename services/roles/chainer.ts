/** The chainer of the audit log: gives committed entries their place in the chain, and signs its heads. */
import { recordIn } from '../../control/platform/acting/index.ts'
import { auditBacklog, chainWorkers } from '../../control/platform/audit/index.ts'
import { resealWorkers } from '../../control/platform/key-rotation/index.ts'
import { keyRing, openVault, vaultKeys } from '../../control/platform/vault/index.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { sealerOf } from '../../platform/seal.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { watchBacklog } from '../health/audit-health.ts'
import { runRoleWork } from '../health/background-work.ts'
import { lookForMissingKeys } from '../health/credential-keys.ts'
import { statusServer } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { requireCredentialKey } from '../settings/role-requirements.ts'
import { serveWorkers } from './serve-workers.ts'

export const startChainer: StartRole = async (config, log) => {
  if (config.databaseUrl === null)
    throw new AppError('bad_config', 'DATABASE_URL: required, the audit log is stored there')
  requireCredentialKey(config)
  const stop = new AbortController()
  const pool = openPostgres({ url: config.databaseUrl, poolSize: 2 })
  await lookForMissingKeys(config, pool, log)
  const keys = credentialKey(config)
  const vault = openVault(vaultKeys(keys, false, log), log)
  const metrics = openMetrics('chainer')
  const reseal = resealWorkers({ pool, ring: keyRing(keys), audit: recordIn(sealerOf(keys)), log })
  const workers = runRoleWork([...chainWorkers({ pool, vault }), ...reseal], {
    role: 'chainer',
    pool,
    log,
    metrics,
    stop: stop.signal,
  })
  const watched = watchBacklog(() => auditBacklog(pool, Date.now()), metrics)
  const checks = { postgres: () => pool.query('SELECT 1'), audit_chain: watched.check, ...workers.checks }
  const server = statusServer(metrics, log, checks, { audit: watched.figures, ...workers.figures })
  return serveWorkers(config, 'chainer', {
    server,
    workers,
    stop,
    closeFirst: [() => watched.stop()],
    close: [() => pool.end()],
  })
}
