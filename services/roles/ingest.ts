/** The ingest service, which forwarders push to. */
import path from 'node:path'
import { type TenantDocument, tenantByIdOrSlug } from '../../control/identity/tenants/index.ts'
import {
  findToken,
  openTokenTouches,
  type TokenDeps,
  type TokenTouches,
  templateById,
} from '../../control/identity/tokens/index.ts'
import type { TokenBuckets, TokenRecord } from '../../ingest/http/deps.ts'
import { createIngestServer } from '../../ingest/http/server.ts'
import { dismissConnections } from '../../platform/dismiss-connections.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { sealerOf } from '../../platform/seal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { inProcessBuckets } from '../../stores/redis/in-process-buckets.ts'
import { openRedis } from '../../stores/redis/open.ts'
import { redisBuckets } from '../../stores/redis/redis-buckets.ts'
import { redisRequests } from '../../stores/redis/redis-requests.ts'
import type { BucketLimits } from '../../stores/redis/token-buckets.ts'
import { ControlFeed } from '../../stream/control-feed.ts'
import { refuseMissingKeys } from '../health/credential-keys.ts'
import { listen } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { listening } from '../settings/listening.ts'
import { requireBackbone } from '../settings/role-requirements.ts'
import { boundedAppend, openBackbone, requireDisk } from '../stream/backbone.ts'
import { openRequestJournal } from '../stream/request-journal.ts'

/** Limits of a new tenant until its own arrive over `svc.control`; the defaults of the table. */
const NEW_TENANT: BucketLimits = {
  requestsPerSecond: 1000,
  requestsBurst: 2000,
  eventsPerSecond: 100_000,
  eventsBurst: 200_000,
}

/** Callers of the credential store give up after three seconds; a silent connection must not hold up others. */
const LOOKUP_MS_MAX = 10_000

export const startIngest: StartRole = async (config, log) => {
  requireBackbone(config)
  const stop = new AbortController()
  const driver = await openBackbone(config, ['ingest'], log)
  const url = config.databaseAppUrl ?? config.databaseUrl
  const pool =
    url === null ? null : openPostgres({ url, poolSize: config.poolSize, log, statementTimeoutMs: LOOKUP_MS_MAX })
  if (pool) await refuseMissingKeys(config, pool, log)
  const touches = pool && openTokenTouches(pool, log)
  const redis = openRedis(config.redisUrl, log)
  const shared = redis ? redisBuckets(redis) : inProcessBuckets()
  const sharedRequests = redis ? redisRequests(redis) : undefined
  // With a log on this machine this is the only ingest service, so no other one can know of earlier requests.
  const journal = driver.name === 'embedded' ? openRequestJournal(path.join(config.dataDir, 'ingest'), log) : undefined
  const control = new ControlFeed()
  const following = control.follow(driver, log, stop.signal)
  const limitsOf = (tenant: string) => control.get<TenantDocument>(tenant, 'tenant', tenant)?.limits ?? NEW_TENANT
  const buckets: TokenBuckets = {
    consume: (tenant, requests, events) => shared.consume(tenant, limitsOf(tenant), requests, events),
  }
  const service = createIngestServer({
    credentials: pool && touches ? credentials({ pool, sealer: sealerOf(credentialKey(config)) }, touches) : undefined,
    serviceToken: config.ingestServiceToken ?? config.serviceToken ?? undefined,
    k8sSecret: config.k8sSecret ?? undefined,
    append: boundedAppend(driver, config, log),
    // The log has written or refused the batch before it answers.
    appendKeepsNothing: driver.name === 'embedded',
    partitions: (topic) => driver.partitions(topic),
    buckets,
    sharedRequests,
    requestJournal: journal,
    metrics: openMetrics('ingest'),
    log,
    now: Date.now,
    subsystems: {
      backbone: () => driver.bounds({ topic: TOPICS.securityEvents.name, partition: 0 }),
      ...(driver.name === 'embedded' ? { disk: () => requireDisk(config) } : {}),
      ...(pool ? { postgres: () => pool.query('SELECT 1') } : {}),
      ...(redis ? { redis: () => redis.ping() } : {}),
    },
  })
  return {
    url: await listening(config, 'ingest', (port, host) => listen(service.server, port, host)),
    async stop() {
      stop.abort()
      await dismissConnections(service.server)
      await service.close()
      sharedRequests?.stop()
      journal?.close()
      await following
      await touches?.close()
      await driver.close()
      await pool?.end()
      redis?.disconnect()
    },
  }
}

function credentials(deps: TokenDeps, touches: TokenTouches) {
  return {
    async findToken(raw: string): Promise<TokenRecord | null> {
      const found = await findToken(deps, raw)
      if (!found) return null
      touches.note(found.tenantId, found.tokenId, Date.now())
      const sourceFormat = templateById(found.templateId)?.sourceFormat
      return { ...found, ...(sourceFormat ? { sourceFormat } : {}), revokedAt: found.revokedAt?.getTime() ?? null }
    },
    tenantActive: async (id: string) => (await tenantByIdOrSlug(deps.pool, id))?.status === 'active',
  }
}
