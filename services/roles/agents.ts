/** What works for analysts while they do something else: triage, hunts, playbooks, the watch over sources. */
import { closureConfig, modelConfig, pushConfig } from '../../api/config.ts'
/** What works for analysts while they do something else: triage, hunts, playbooks, the watch over sources and over risks. */
import { recordIn } from '../../control/acting/index.ts'
import { runModelTriage, runTriage } from '../../control/agents/index.ts'
import { sweepClosures, watchGrants } from '../../control/autonomy/index.ts'
import { askOver, takeOverIngest } from '../../control/connectors/index.ts'
import { keepHolds } from '../../control/governance/index.ts'
import { huntLake, runHunts } from '../../control/hunts/index.ts'
import { watchRotations } from '../../control/oncall/index.ts'
import { runPlaybooks } from '../../control/playbooks/index.ts'
import { runExecutions } from '../../control/purple-team/index.ts'
import { watchRisk } from '../../control/risk/index.ts'
import { watchSources } from '../../control/sources/index.ts'
import { openVault, vaultKeys } from '../../control/vault/index.ts'
import { runPush } from '../../control/web-push/index.ts'
import { parseAllowlist } from '../../platform/egress/air-gap.ts'
import { openEgress } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { sealerOf } from '../../platform/seal.ts'
import { lakeSources } from '../../query/lake-sources.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { holdTenants } from '../../stores/clickhouse/retention.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { clickhouseAnswers } from '../health/answers.ts'
import { listen, statusServer } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { requireCredentialKey } from '../settings/alone.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { listening, reachedUrl } from '../settings/listening.ts'

export const startAgents: StartRole = async (config, log) => {
  if (config.databaseUrl === null) throw new AppError('bad_config', 'DATABASE_URL: hunts and their results are there')
  if (config.clickhouseUrl === null) throw new AppError('bad_config', 'CLICKHOUSE_URL: hunts ask the lake there')
  requireCredentialKey(config)
  const stop = new AbortController()
  const pool = openPostgres({ url: config.databaseUrl, poolSize: 8, log })
  const clickhouse = openClickhouse({ url: config.clickhouseUrl })
  const lake = huntLake(clickhouse, lakeSources())
  const deps = { pool, log, nowMs: Date.now }
  const egress = openEgress({
    airGap: { enabled: config.airgapped, allowlist: parseAllowlist(config.airgapAllowlist.join(',')) },
    allowPrivate: config.ssrfAllowPrivate,
    log,
  })
  const vault = openVault(vaultKeys(credentialKey(config), false, log), log)
  const audit = recordIn(sealerOf(credentialKey(config)))
  const gate = {
    airGap: { enabled: config.airgapped, allowlist: parseAllowlist(config.airgapAllowlist.join(',')) },
    allowPrivate: config.ssrfAllowPrivate,
    asksModels: true,
  }
  const models = { ...modelConfig(), egress, vault, gate, nowMs: Date.now }
  const vapid = pushConfig()
  const closures = closureConfig()
  const settings = { closeFrom: config.autoCloseThreshold, models }
  const token = config.ingestServiceToken ?? config.serviceToken
  const take = token === null ? null : takeOverIngest(config.ingestBaseUrl ?? reachedUrl(config, 'ingest'), token)
  const running = Promise.all([
    runHunts({ ...deps, lake }, stop.signal),
    runPlaybooks({ ...deps, egress, vault }, stop.signal),
    runTriage({ ...deps, audit, settings }, stop.signal),
    runModelTriage({ ...deps, audit, models }, stop.signal),
    ...(vapid === null ? [] : [runPush({ ...deps, egress, vapid }, stop.signal)]),
    keepHolds({ ...deps, hold: (tenants) => holdTenants(clickhouse, tenants) }, stop.signal),
    watchRotations(deps, stop.signal),
    watchGrants({ ...deps, audit }, stop.signal),
    ...(closures.enabled
      ? [
          sweepClosures(
            {
              ...{ ...deps, audit, vault, settings: closures, ask: askOver(egress) },
              lake: (tenant) => tenantReader(clickhouse, tenant),
            },
            stop.signal,
          ),
        ]
      : []),
    watchRisk({ ...deps, audit }, stop.signal),
    runExecutions({ ...deps, audit, take, lake: (tenant) => tenantReader(clickhouse, tenant) }, stop.signal),
    watchSources({ ...deps, audit, lake: (tenant) => tenantReader(clickhouse, tenant) }, stop.signal),
  ])
  const metrics = openMetrics('agents')
  const checks = { postgres: () => pool.query('SELECT 1'), clickhouse: () => clickhouseAnswers(clickhouse) }
  const server = statusServer(metrics, log, checks)
  return {
    url: await listening(config, 'agents', (port, host) => listen(server, port, host)),
    failed: running.then(() => new Promise<never>(() => {})),
    async stop() {
      stop.abort()
      server.close()
      server.closeAllConnections()
      await running
      await clickhouse.close()
      await pool.end()
    },
  }
}
