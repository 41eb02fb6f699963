/** Polls the sources of all tenants and pushes their events to the ingest service, and reads indicator feeds. */

import { feedWorkers, mispWorkers, registerInstallationFeeds, sharedKeysOf } from '../../control/detect/intel/index.ts'
import { osqueryWorkers } from '../../control/detect/osquery/index.ts'
import { connectorWorkers, takeOverIngest } from '../../control/platform/connectors/index.ts'
import { openVault, vaultKeys } from '../../control/platform/vault/index.ts'
import { openEgress } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { runRoleWork } from '../health/background-work.ts'
import { refuseMissingKeys } from '../health/credential-keys.ts'
import { listenForParts } from '../health/part-servers.ts'
import { passOperationsOn } from '../health/pass-operations-on.ts'
import { statusServer } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { airGapOf } from '../settings/air-gap.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { installationFeeds } from '../settings/intel.ts'
import { apiHop, reachedUrl } from '../settings/listening.ts'
import { requireCredentialKey } from '../settings/role-requirements.ts'
import { serveWorkers } from './serve-workers.ts'

const POLLS_AT_ONCE = 8

export const startConnectors: StartRole = async (config, log) => {
  if (config.databaseUrl === null)
    throw new AppError('bad_config', 'DATABASE_URL: required, connectors are stored there')
  const token = config.ingestServiceToken ?? config.serviceToken
  if (token === null)
    throw new AppError(
      'bad_config',
      'SVC_SERVICE_TOKEN: set it to the token of the ingest service, which receives polled events',
    )
  requireCredentialKey(config)
  const stop = new AbortController()
  const pool = openPostgres({ url: config.databaseUrl, poolSize: POLLS_AT_ONCE + 6, log })
  await refuseMissingKeys(config, pool, log)
  const vault = openVault(vaultKeys(credentialKey(config), false, log), log)
  const airGap = airGapOf(config)
  const egress = openEgress({ airGap, allowPrivate: config.ssrfAllowPrivate, log })
  const pushEvents = takeOverIngest(config.ingestBaseUrl ?? reachedUrl(config, 'ingest'), token)
  const deps = { pool, vault, egress, log, nowMs: Date.now }
  const feedsOfAll = installationFeeds(config)
  await registerInstallationFeeds(pool, feedsOfAll, { reach: { airGap, allowPrivate: config.ssrfAllowPrivate }, log })
  const metrics = openMetrics('connectors')
  const { misp } = feedsOfAll
  const feeds = [
    ...feedWorkers({ ...deps, sharedKeys: sharedKeysOf(feedsOfAll) }),
    ...(misp === null ? [] : mispWorkers({ ...deps, misp, pushAuto: config.mispPushAuto })),
  ]
  const polls = connectorWorkers({ ...deps, pushEvents, atOnce: POLLS_AT_ONCE })
  const workers = runRoleWork([...polls, ...feeds, ...osqueryWorkers(deps)], {
    role: 'connectors',
    pool,
    log,
    metrics,
    stop: stop.signal,
  })
  const checks = { postgres: () => pool.query('SELECT 1'), ...workers.checks }
  const api = apiHop(config)
  const toApi = passOperationsOn(api, [{ method: 'POST', path: /^\/connectors\/[A-Za-z0-9_-]{1,60}\/test$/ }])
  const server = statusServer(metrics, log, checks, workers.figures, toApi)
  const closeParts = await listenForParts(config, { threatintel: feeds }, { metrics, log, checks })
  return serveWorkers(config, 'connectors', {
    server,
    workers,
    stop,
    closeFirst: [closeParts],
    close: [() => pool.end()],
  })
}
