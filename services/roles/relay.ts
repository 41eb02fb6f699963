/**
 * Relays changes out of Postgres: control data to the stages, and alert and case changes to the streams. It also runs
 * timed work: the steps of escalations.
 */
import { changeRelayWorkers, changesWaiting, recordIn } from '../../control/platform/acting/index.ts'
import { controlRelayWorkers, controlWaiting } from '../../control/platform/broadcast/index.ts'
import { breachWorkers, escalationWorkers, forecastWorkers } from '../../control/soc/cases/index.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { sealerOf } from '../../platform/seal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { runRoleWork } from '../health/background-work.ts'
import { refuseMissingKeys } from '../health/credential-keys.ts'
import { watchOutboxes } from '../health/outbox-health.ts'
import { statusServer } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { requireBackbone, requireCredentialKey } from '../settings/role-requirements.ts'
import { openBackbone } from '../stream/backbone.ts'
import { serveWorkers } from './serve-workers.ts'

export const startRelay: StartRole = async (config, log) => {
  if (config.databaseUrl === null)
    throw new AppError('bad_config', 'DATABASE_URL: required, the relay reads the outbox there')
  requireBackbone(config)
  requireCredentialKey(config)
  const stop = new AbortController()
  const driver = await openBackbone(config, ['control', 'alerts'], log)
  const pool = openPostgres({ url: config.databaseUrl, poolSize: 5, log })
  await refuseMissingKeys(config, pool, log)
  const deps = { pool, driver, log }
  const audit = recordIn(sealerOf(credentialKey(config)))
  const metrics = openMetrics('relay')
  const workers = runRoleWork(
    [
      ...controlRelayWorkers(deps),
      ...changeRelayWorkers(deps),
      ...escalationWorkers({ pool, audit, nowMs: Date.now }),
      ...breachWorkers({ pool, nowMs: Date.now }),
      ...forecastWorkers({ pool, nowMs: Date.now }),
    ],
    { role: 'relay', pool, log, metrics, stop: stop.signal },
  )
  const outboxes = { control_outbox: () => controlWaiting(pool), entity_changes: () => changesWaiting(pool) }
  const watched = watchOutboxes(outboxes, metrics)
  const checks = {
    postgres: () => pool.query('SELECT 1'),
    backbone: () => driver.bounds({ topic: TOPICS.control.name, partition: 0 }),
    ...watched.checks,
    ...workers.checks,
  }
  const server = statusServer(metrics, log, checks, { ...watched.figures, ...workers.figures })
  return serveWorkers(config, 'relay', {
    server,
    workers,
    stop,
    closeFirst: [() => watched.stop()],
    close: [() => driver.close(), () => pool.end()],
  })
}
