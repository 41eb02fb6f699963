/** The API: sign-in, administration, and requests of people and programs. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from '../../api/app.ts'
import { apiConfig, linkConfig, phoneConfig } from '../../api/config.ts'
import type { ApiDeps } from '../../api/deps.ts'
import { secretOfVendedKeys } from '../../api/iceberg/vended-keys.ts'
import { openChangeFeed } from '../../api/realtime/change-feed.ts'
import { openRemote, serialsIn } from '../../control/detect/marketplace/index.ts'
import {
  inProcessStates,
  inProcessThrottle,
  openAccessChanges,
  openHashSlots,
  openPrincipalCache,
  openProviderDocuments,
  openSigningKeys,
  redisStates,
  redisThrottle,
} from '../../control/identity/accounts/index.ts'
import { openRefusalLog, recordIn } from '../../control/platform/acting/index.ts'
import { auditBacklog, openAuditLog } from '../../control/platform/audit/index.ts'
import { subjectFiles } from '../../control/platform/exports/index.ts'
import { openVault, vaultKeys } from '../../control/platform/vault/index.ts'
import { openMailer } from '../../control/soc/delivery/index.ts'
import { dismissConnections } from '../../platform/dismiss-connections.ts'
import { type Egress, openEgress, openPlaces } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { credentialKeyIds, sealerOf } from '../../platform/seal.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { runWorkers } from '../../platform/workers.ts'
import { lakeSources } from '../../query/lake-sources.ts'
import { retroHunt } from '../../query/retro-hunt.ts'
import { searchByRule } from '../../query/search/search-by-rule.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { ArchivedEvents } from '../../stores/clickhouse/archived-events.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { inProcessWindows } from '../../stores/redis/in-process-windows.ts'
import { openRedis } from '../../stores/redis/open.ts'
import { redisWindows } from '../../stores/redis/redis-windows.ts'
import type { Config } from '../config.ts'
import { backgroundWork } from '../health/background-work.ts'
import { clickhouseAnswers } from '../health/clickhouse-health.ts'
import { credentialKeysCheck, refuseMissingKeys } from '../health/credential-keys.ts'
import { KqlThreads } from '../kql/threads.ts'
import type { StartRole } from '../role.ts'
import { airGapOf } from '../settings/air-gap.ts'
import { openArchiveStore } from '../settings/archive-store.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { ENRICHMENT_LAKE_LIMITS, enrichmentOf } from '../settings/enrichment.ts'
import { mispOf } from '../settings/intel.ts'
import { listening, reachedUrl } from '../settings/listening.ts'
import { realtimeHop } from '../settings/realtime-hop.ts'
import { requireCredentialKey } from '../settings/role-requirements.ts'
import { openBackbone } from '../stream/backbone.ts'

/** A request waits for its answer. */
const LAKE_LIMITS = { timeoutSeconds: 20, memoryMb: 500, rowsMax: 1_000 }
/** Limits of one statement of a hunt, which has a slice of time; a statement over them is split in halves. */
const HUNT_LIMITS = { timeoutSeconds: 20, memoryMb: 500, rowsMax: 10_000 }

export const startApi: StartRole = async (config, log) => {
  const settings = apiConfig()
  // A generated key would differ on each replica, and after each new disk.
  if (settings.developmentTenant === null) requireCredentialKey(config)
  const hop = realtimeHop(config)
  const stores = openStores(config, log)
  const { pool, redis, clickhouse } = stores
  await refuseMissingKeys(config, pool, log)
  const stop = new AbortController()
  const driver = await openBackbone(config, [], log)
  const changeFeed = openChangeFeed(driver, log, stop.signal)
  const kqlThreads = config.clickhouseUrl === null ? null : new KqlThreads(config.clickhouseUrl)
  const metrics = openMetrics('api')
  const work = backgroundWork(pool)
  const egress = openEgress(wayOut(config, log))
  const identity = identityOf(config, settings, stores, egress)
  const refusals = openRefusalLog({ pool, audit: identity.audit, log, nowMs: Date.now })
  const accessChanges = openAccessChanges(pool)
  const workers = runWorkers([refusals.worker, accessChanges.worker], { log, metrics, stop: stop.signal })
  const api = await createApi({
    ...identity,
    ...lakeOf(config, stores, log),
    ...outsideOf(config, settings, stores, egress, log),
    ...settingsOf(config, settings),
    pool,
    askKql: kqlThreads?.ask,
    changeFeed,
    realtimeHop: hop,
    refusals,
    accessChanges,
    figures: { audit: () => auditBacklog(pool, Date.now()), ...work.figures },
    vault: openVault(vaultKeys(credentialKey(config), false, log), log),
    credentialKeyIds: credentialKeyIds(credentialKey(config)),
    subsystems: {
      postgres: () => pool.query('SELECT 1'),
      credential_keys: credentialKeysCheck(config, pool),
      backbone: () => driver.bounds({ topic: TOPICS.entityChanges.name, partition: 0 }),
      ...(clickhouse ? { clickhouse: () => clickhouseAnswers(clickhouse) } : {}),
      ...(redis ? { redis: () => redis.ping() } : {}),
      ...work.checks,
      ...workers.checks,
    },
    metrics,
    log,
    nowMs: Date.now,
  })
  if (settings.developmentTenant !== null)
    log.warn({ tenant: settings.developmentTenant }, 'development mode: alerts can be submitted without a credential')
  return {
    url: await listening(config, 'api', (port, host) => api.listen(port, host)),
    async stop() {
      await dismissConnections(api.app.server)
      await api.close()
      await kqlThreads?.close()
      await refusals.stop()
      stop.abort()
      await workers.ended
      await changeFeed.ended
      await driver.close()
      await pool.end()
      await clickhouse?.close()
      redis?.disconnect()
    },
  }
}

type Settings = ReturnType<typeof apiConfig>
type Stores = ReturnType<typeof openStores>

function openStores(config: Config, log: Log) {
  const url = config.databaseAppUrl ?? config.databaseUrl
  if (url === null) throw new AppError('bad_config', 'DATABASE_URL: required, users and settings are stored there')
  return {
    pool: openPostgres({ url, poolSize: config.poolSize + 1, log }), // one connection follows changes of access
    redis: openRedis(config.redisUrl, log),
    clickhouse: config.clickhouseUrl === null ? null : openClickhouse({ url: config.clickhouseUrl }),
  }
}

function wayOut(config: Config, log: Log) {
  return { airGap: airGapOf(config), allowPrivate: config.ssrfAllowPrivate, log }
}

/** Accounts and their keys, rate limits, and the audit log. */
function identityOf(config: Config, settings: Settings, { pool, redis }: Stores, egress: Egress) {
  const sealer = sealerOf(credentialKey(config))
  return {
    sealer,
    keys: openSigningKeys({ pool, sealer, nowMs: Date.now }),
    principals: openPrincipalCache(Date.now),
    throttle: redis ? redisThrottle(redis) : inProcessThrottle(),
    slots: openHashSlots(),
    windows: redis ? redisWindows(redis) : inProcessWindows(),
    sso: {
      states: redis ? redisStates(redis) : inProcessStates(),
      documents: openProviderDocuments(egress, Date.now),
      publicUrl: settings.publicUrl,
    },
    audit: recordIn(sealer),
    auditLog: openAuditLog({ pool, sealer }),
  }
}

function lakeOf(config: Config, { clickhouse, pool }: Stores, log: Log) {
  const store = openArchiveStore(config, log)
  return {
    ...(clickhouse && lakeQuestions(clickhouse)),
    subjectFiles: subjectFiles({ pool, store, tempFolder: join(tmpdir(), 'svc-proofs') }),
    archive: { store, secretOf: secretOfVendedKeys(credentialKey(config)) },
    retentionDays: clickhouse === null ? undefined : config.retentionDays,
  }
}

/** Third-party services, and the channels for messages to people. */
function outsideOf(config: Config, settings: Settings, { pool, clickhouse }: Stores, egress: Egress, log: Log) {
  const way = wayOut(config, log)
  const links = linkConfig(reachedUrl(config, 'console'))
  const phones = phoneConfig()
  return {
    egress,
    enrichment: enrichmentOf(config, settings.sandbox, {
      ...{ egress, log, airGap: way.airGap },
      lake: clickhouse && ((tenant: TenantId) => tenantReader(clickhouse, tenant, ENRICHMENT_LAKE_LIMITS)),
    }),
    misp: mispOf(config) === null ? null : { pushAuto: config.mispPushAuto },
    chat: settings.chat,
    webUrl: links.webUrl,
    mailFrom: settings.mailServer?.from.address ?? null,
    phone: phones && { authToken: phones.authToken, apiUrl: links.apiUrl },
    passwordMail: settings.mailServer && {
      mailer: openMailer(settings.mailServer, openPlaces(way, 'operator'), Date.now),
      webUrl: links.webUrl,
    },
    model: settings.model,
    modelLimits: settings.models,
    asksModels: true,
    sandbox: settings.sandbox,
    marketplace: settings.marketplace === null ? null : openRemote(egress, settings.marketplace, serialsIn(pool)),
  }
}

function settingsOf(config: Config, settings: Settings) {
  return {
    isDetectionSeparated: settings.isDetectionSeparated,
    tellsTouches: config.alertWebhookUrl !== null,
    readsClosures: settings.closures.enabled,
    vapid: settings.vapid,
    verify: settings.verify,
    stdio: settings.stdio,
    serviceTokens: config.serviceToken === null ? [] : [config.serviceToken],
    agentsToken: settings.agentsToken,
    developmentTenant: settings.developmentTenant,
    corsOrigins: settings.corsOrigins,
    trustedProxies: settings.trustedProxies,
    consoleToken: config.consoleToken,
    airgap: { enabled: config.airgapped, allowlist: config.airgapAllowlist },
    allowPrivateTargets: config.ssrfAllowPrivate,
    disabled: settings.disabled,
  }
}

/** Questions to the lake, each with the limits of a request that waits for its answer. */
function lakeQuestions(
  clickhouse: ReturnType<typeof openClickhouse>,
): Required<Pick<ApiDeps, 'lake' | 'searchByRule' | 'backTest'>> {
  const huntReader = (tenant: TenantId, archive: ArchivedEvents | undefined) =>
    tenantReader(clickhouse, tenant, { ...HUNT_LIMITS, ...(archive && { archive }) })
  return {
    lake(tenant, { archive, ...limits } = {}) {
      return tenantReader(clickhouse, tenant, { ...LAKE_LIMITS, ...limits, ...(archive && { archive }) })
    },
    searchByRule: (tenant, search, gone, archive) =>
      searchByRule(huntReader(tenant, archive), lakeSources(), search, { gone }),
    backTest: (tenant, hunt, signal, archive) =>
      retroHunt(huntReader(tenant, archive), lakeSources(), hunt, { signal }),
  }
}
