/** Looks up the entities of new alerts; its port also answers lookups of other entities. */
import { investigatorConfig } from '../../api/config.ts'
import { enrichmentWorkers } from '../../control/detect/enrichment/index.ts'
import { openEgress } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { runRoleWork } from '../health/background-work.ts'
import { clickhouseAnswers } from '../health/clickhouse-health.ts'
import { passOperationsOn } from '../health/pass-operations-on.ts'
import { statusServer } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { airGapOf } from '../settings/air-gap.ts'
import { ENRICHMENT_LAKE_LIMITS, enrichmentOf } from '../settings/enrichment.ts'
import { apiHop } from '../settings/listening.ts'
import { serveWorkers } from './serve-workers.ts'

const OPERATIONS = [{ method: 'POST', path: /^\/enrichment$/ }] as const

export const startEnrichment: StartRole = async (config, log) => {
  if (config.databaseUrl === null)
    throw new AppError('bad_config', 'DATABASE_URL: required, alerts and enrichment results are stored there')
  const stop = new AbortController()
  const pool = openPostgres({ url: config.databaseUrl, poolSize: 6, log })
  const clickhouse = config.clickhouseUrl === null ? null : openClickhouse({ url: config.clickhouseUrl })
  const airGap = airGapOf(config)
  const egress = openEgress({ airGap, allowPrivate: config.ssrfAllowPrivate, log })
  const lake =
    clickhouse &&
    ((tenant: Parameters<typeof tenantReader>[1]) => tenantReader(clickhouse, tenant, ENRICHMENT_LAKE_LIMITS))
  const enrichment = enrichmentOf(config, investigatorConfig().sandbox, { egress, airGap, log, lake })
  const metrics = openMetrics('enrichment')
  const workers = runRoleWork(enrichmentWorkers({ pool, enrichment, log, nowMs: Date.now }), {
    ...{ role: 'enrichment', pool, log, metrics, stop: stop.signal },
  })
  const checks = {
    postgres: () => pool.query('SELECT 1'),
    ...(clickhouse === null ? {} : { clickhouse: () => clickhouseAnswers(clickhouse) }),
    ...workers.checks,
  }
  const api = apiHop(config)
  const server = statusServer(metrics, log, checks, workers.figures, passOperationsOn(api, OPERATIONS))
  return serveWorkers(config, 'enrichment', {
    server,
    workers,
    stop,
    close: [async () => clickhouse?.close(), () => pool.end()],
  })
}
