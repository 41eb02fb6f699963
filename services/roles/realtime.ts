/** The realtime service: streams new alerts and other events of a tenant to its subscribers. */
import { apiConfig } from '../../api/config.ts'
import { REALTIME_LIMITS } from '../../api/realtime/limits.ts'
import { createRealtime } from '../../api/realtime/server.ts'
import { inProcessUsedTickets, redisUsedTickets } from '../../api/realtime/used-tickets.ts'
import { openAccessChanges, openSigningKeys } from '../../control/identity/accounts/index.ts'
import { liveDelegate } from '../../control/identity/organisations/index.ts'
import { dismissConnections } from '../../platform/dismiss-connections.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { sealerOf } from '../../platform/seal.ts'
import { runWorkers } from '../../platform/workers.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { inProcessWindows } from '../../stores/redis/in-process-windows.ts'
import { openRedis } from '../../stores/redis/open.ts'
import { redisWindows } from '../../stores/redis/redis-windows.ts'
import { refuseMissingKeys } from '../health/credential-keys.ts'
import type { StartRole } from '../role.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { listening } from '../settings/listening.ts'
import { requireBackbone, requireCredentialKey } from '../settings/role-requirements.ts'
import { openBackbone } from '../stream/backbone.ts'

/** Sessions are looked up a few at a time. */
const POOL_SIZE = 5

export const startRealtime: StartRole = async (config, log) => {
  const settings = apiConfig()
  const url = config.databaseAppUrl ?? config.databaseUrl
  if (url === null) throw new AppError('bad_config', 'DATABASE_URL: required, sessions are stored there')
  requireBackbone(config)
  requireCredentialKey(config)
  const pool = openPostgres({ url, poolSize: Math.min(POOL_SIZE, config.poolSize) + 1, log }) // one follows changes
  await refuseMissingKeys(config, pool, log)
  const redis = openRedis(config.redisUrl, log)
  const driver = await openBackbone(config, [], log)
  const sealer = sealerOf(credentialKey(config))
  const nowMs = Date.now
  const metrics = openMetrics('realtime')
  const stop = new AbortController()
  const accessChanges = openAccessChanges(pool)
  const workers = runWorkers([accessChanges.worker], { log, metrics, stop: stop.signal })
  const realtime = await createRealtime({
    driver,
    identify: {
      pool,
      keys: openSigningKeys({ pool, sealer, nowMs }),
      nowMs,
      serviceTokens: [], // a service shows its token to the API, which gives it a ticket
      delegate: (tenant, id) => liveDelegate(pool, tenant, id, nowMs()),
    },
    accessChanges,
    sealer,
    used: redis ? redisUsedTickets(redis, nowMs) : inProcessUsedTickets(nowMs),
    windows: redis ? redisWindows(redis) : inProcessWindows(),
    limits: {
      ...REALTIME_LIMITS,
      streamsMax: config.realtimeStreamsMax,
      connectsPerMinute: config.realtimeConnects,
    },
    corsOrigins: settings.corsOrigins,
    internalToken: config.realtimeInternalToken,
    trustedProxies: settings.trustedProxies,
    airgap: { enabled: config.airgapped, allowlist: config.airgapAllowlist },
    subsystems: {
      postgres: () => pool.query('SELECT 1'),
      backbone: () => driver.bounds({ topic: TOPICS.entityChanges.name, partition: 0 }),
      ...(redis ? { redis: () => redis.ping() } : {}),
      ...workers.checks,
    },
    disabled: settings.disabled,
    metrics,
    log,
    nowMs,
  })
  return {
    url: await listening(config, 'realtime', (port, host) => realtime.listen(port, host)),
    async stop() {
      await dismissConnections(realtime.app.server)
      await realtime.close()
      stop.abort()
      await workers.ended
      await driver.close()
      await pool.end()
      redis?.disconnect()
    },
  }
}
