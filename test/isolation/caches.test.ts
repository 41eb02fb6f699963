/**
 * The isolation walk over the memory of processes. Every map and set that outlives a call is listed here, with the way
 * in which it keeps tenants apart; a new one fails until it is listed. Then every key in Redis is checked, on a real
 * server.
 */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { limiter } from '../../api/plugins/rate-limit.ts'
import { redisUsedTickets } from '../../api/realtime/used-tickets.ts'
import { redisStates, redisThrottle } from '../../control/identity/accounts/index.ts'
import { newStateId } from '../../control/identity/accounts/sso/sign-in-states.ts'
import { tenantId } from '../../platform/tenant.ts'
import { redisBuckets } from '../../stores/redis/redis-buckets.ts'
import { redisRequests } from '../../stores/redis/redis-requests.ts'
import { redisWindows } from '../../stores/redis/redis-windows.ts'
import { hasRedisServer, withTestRedis } from '../../stores/redis/test-redis.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const FOLDERS = [
  'api',
  'control',
  'detections/tenant',
  'ingest',
  'pipeline',
  'platform/http',
  'services',
  'stores',
  'stream',
]
/** Folders whose maps hold positions and paths, but no data of tenants. */
const NOT_WALKED =
  /\.test\.ts$|\/test-|\/testing\.ts$|-conformance\.ts$|^api\/fuzz\/|^services\/cli\/|^stream\/(embedded|kafka|simulated)\/|\/embedded\//
/** Finds fields of classes, variables of modules, and maps and queues that a closure holds. */
const KEPT =
  /^(?: {2}(?:readonly )?(#?\w+)|(?:export )?const (\w+)| {2}const (\w+)) = new (?:Map|Set|WeakMap|TenantQueues)(?:<.*>)?\(\)$/gm

/** How each cache keeps the tenants apart. */
const KEYS = {
  tenant: 'the tenant is the key, or begins it',
  credential: 'the digest of a credential, a random id of one tenant, or the address of whoever shows none',
  one: 'it belongs to an object that is of one tenant, one request or one record',
  nothing: 'it holds nothing of a tenant',
  derived: 'a value is computed from its key alone, and is the same for every tenant',
  address: 'an address that asks, or an account that is asked for as it is named, before anybody knows of which tenant',
} as const

const CACHES: Readonly<Record<string, keyof typeof KEYS>> = {
  'api/graphql/batch-loader.ts known': 'one',
  'pipeline/entity-names.ts addresses': 'derived',
  'pipeline/entity-names.ts hosts': 'derived',
  'pipeline/entity-names.ts users': 'derived',
  'pipeline/stages/fuse/summary.ts merged': 'one',
  'control/detect/purple-team/coverage.ts rules': 'one',
  'control/platform/archive/repair.ts NONE': 'nothing',
  'control/platform/archive/read-archived.ts gone': 'one',
  'control/platform/configuration/plan.ts seen': 'one',
  'control/platform/dead-letters/bodies.ts groups': 'one',
  'control/platform/dead-letters/bodies.ts open': 'one',
  'control/identity/deputies/deputy.ts found': 'one',
  'control/platform/governance/field-rules/copies.ts found': 'one',
  'control/platform/governance/field-rules/hidden-fields.ts hidden': 'one',
  'control/platform/governance/field-rules/show-answer.ts named': 'one',
  'control/platform/governance/field-rules/show-record.ts copies': 'one',
  'control/platform/governance/field-rules/show-texts.ts copies': 'one',
  'control/platform/governance/field-rules/withhold.ts words': 'one',
  'control/platform/governance/field-rules/show-texts.ts joined': 'one',
  'control/platform/governance/retention/held-subjects.ts values': 'one',
  'control/identity/portfolio/figures.ts figures': 'one',
  'services/backup/copy.ts #known': 'nothing',
  'services/backup/manifest.ts listed': 'nothing',
  'services/backup/pause.ts children': 'nothing',
  'services/backup/pause.ts stopped': 'nothing',
  'services/kql/threads.ts #running': 'tenant',
  'api/graphql/document-cache.ts kept': 'nothing',
  'api/graphql/operation-input.ts compiled': 'nothing',
  'api/graphql/tenant-counts.ts counts': 'tenant',
  'api/iceberg/files.ts open': 'tenant',
  'api/osquery/server.ts #keys': 'credential',
  'api/osquery/server.ts #configs': 'tenant',
  'api/osquery/server.ts #open': 'tenant',
  'api/osquery/server.ts #seen': 'tenant',
  'control/detect/enrichment/providers/geo.ts looks': 'nothing',
  'ingest/http/credential-cache.ts good': 'credential',
  'ingest/http/credential-cache.ts bad': 'credential',
  'ingest/http/credential-cache.ts underWay': 'credential',
  'ingest/http/in-flight.ts #byTenant': 'tenant',
  'ingest/http/delivery.ts lastAnswered': 'one',
  'ingest/http/validate-batch.ts #faults': 'one',
  'ingest/http/request-memory.ts #lost': 'tenant',
  'ingest/http/request-memory.ts #byRequest': 'one',
  'ingest/http/tenant-scheduler.ts #waiting': 'tenant',
  'api/plugins/after-response.ts pending': 'nothing',
  'platform/http/connection-room.ts #proven': 'nothing',
  'platform/http/connection-room.ts #perHolder': 'tenant',
  'platform/http/fullest-group.ts #groups': 'address',
  'platform/http/fullest-group.ts #groupOf': 'address',
  'platform/http/fullest-group.ts #bySize': 'address',
  'api/plugins/known-paths.ts routes': 'nothing',
  'api/realtime/change-feed.ts listeners': 'tenant',
  'api/realtime/hop/passed-streams.ts #places': 'nothing',
  'api/realtime/hub.ts #streams': 'tenant',
  'api/realtime/hub.ts #endings': 'nothing',
  'api/graphql/socket-checks.ts waiting': 'nothing',
  'api/graphql/socket-route.ts open': 'nothing',
  'control/identity/accounts/access-changes.ts listeners': 'nothing',
  'api/realtime/recent-changes.ts #lanes': 'tenant',
  'api/realtime/recent-changes.ts #read': 'nothing',
  'api/realtime/server.ts sockets': 'nothing',
  'api/realtime/used-tickets.ts used': 'credential',
  'control/soc/events/tail-operation.ts waiting': 'tenant',
  'control/platform/archive/waiting-line.ts #running': 'tenant',
  'control/platform/archive/waiting-line.ts #waiting': 'tenant',
  'api/reference/areas.ts areas': 'nothing',
  'control/soc/searches/named-fields.ts found': 'one',
  'control/detect/marketplace/operations.ts counts': 'nothing',
  'api/rest/playbooks/hook-routes.ts signedText': 'one',
  'ingest/syslog/open-listeners.ts sockets': 'one',
  'ingest/syslog/outbox.ts #lanes': 'tenant',
  'control/platform/acting/refusals.ts windows': 'tenant',
  'control/platform/acting/refusals.ts ofTenants': 'tenant',
  'control/respond/agents/claims.ts names': 'nothing',
  'control/respond/agents/claims.ts numbers': 'nothing',
  'control/respond/agents/claims.ts texts': 'nothing',
  'control/respond/agents/compare/compare-run.ts frozen': 'one',
  'control/respond/agents/investigator/run.ts answers': 'one',
  'control/respond/agents/investigator/run.ts kept': 'one',
  'control/respond/agents/sanitise/index.ts found': 'one',
  'control/platform/archive/expire.ts files': 'one',
  'control/platform/archive/expire.ts manifests': 'one',
  'control/platform/archive/read-archived.ts days': 'one',
  'control/detect/marketplace/catalogue.ts bySlug': 'nothing',
  'control/detect/marketplace/pack.ts files': 'nothing',
  'control/soc/notify/receivers.ts seen': 'one',
  'control/soc/delivery/claim.ts tried': 'one',
  'control/detect/phishing/submit.ts found': 'one',
  'control/respond/playbooks/check.ts seen': 'nothing',
  'control/platform/audit/append.ts subjects': 'one',
  'control/platform/audit/batcher.ts queues': 'tenant',
  'control/platform/audit/batcher.ts ready': 'tenant',
  'control/platform/audit/batcher.ts running': 'nothing',
  'control/platform/audit/entry.ts found': 'one',
  'control/platform/audit/sign-heads.ts opened': 'nothing',
  'control/platform/audit/view.ts refs': 'one',
  'control/respond/autonomy/closures/sweep-closures.ts found': 'one',
  'control/identity/branding/svg-tree.ts #ids': 'one',
  'control/detect/detections/coverage.ts builtIn': 'one',
  'control/soc/alerts/new-alert-queue.ts alerts': 'one',
  'control/soc/cases/join-cases.ts heirs': 'one',
  'control/soc/cases/observables.ts nodes': 'one',
  'control/soc/cases/sla/forecast.ts acknowledged': 'one',
  'control/soc/cases/sla/forecast.ts usual': 'one',
  'control/identity/accounts/in-process-throttle.ts devices': 'address',
  'control/detect/honeytokens/touch-buffer.ts #byId': 'credential',
  'control/identity/accounts/in-process-throttle.ts accounts': 'address',
  'control/identity/accounts/in-process-throttle.ts sources': 'address',
  'control/identity/accounts/in-process-throttle.ts elsewhere': 'address',
  'control/identity/accounts/in-process-throttle.ts known': 'address',
  'control/identity/accounts/permissions.ts set': 'one',
  'control/identity/accounts/principal-cache.ts entries': 'credential',
  'control/identity/accounts/principal-cache.ts asking': 'credential',
  'control/identity/accounts/sso/documents.ts kept': 'address',
  'control/identity/accounts/sso/in-process-states.ts states': 'credential',
  'control/identity/accounts/sso/saml/assertion.ts attributes': 'one',
  'control/identity/accounts/sso/saml/response-guard.ts ids': 'one',
  'control/detect/intel/feeds/pull.ts #seen': 'one',
  'control/detect/intel/feeds/run-feeds.ts later': 'credential',
  'control/detect/intel/import-indicators.ts #reasons': 'one',
  'control/detect/intel/warning-lists/read-warning-list.ts entries': 'one',
  'control/platform/vault/key-use.ts counts': 'nothing',
  'control/platform/key-rotation/reseal.ts ofTenants': 'tenant',
  'control/identity/tokens/touch-tokens.ts noted': 'tenant',
  'control/platform/usage/usage.ts byMeter': 'one',
  'pipeline/stages/correlate/scopes.ts #scopes': 'tenant',
  'pipeline/stages/intake/honeytoken/decoy-book.ts #byTenant': 'tenant',
  'pipeline/stages/intake/honeytoken/decoy-book.ts #byAnchor': 'one',
  'pipeline/stages/intake/honeytoken/decoy-book.ts #byId': 'one',
  'detections/tenant/class-routes.ts withClasses': 'nothing',
  'detections/tenant/compiled-rules.ts silent': 'one',
  'detections/tenant/compiled-rules.ts signalling': 'one',
  'detections/tenant/ecs-facts.ts known': 'nothing',
  'detections/tenant/matched-fields.ts tests': 'nothing',
  'detections/tenant/matched-fields.ts loose': 'one',
  'detections/tenant/rule-book.ts #tenants': 'tenant',
  'detections/tenant/rule-book.ts #dirty': 'tenant',
  'detections/tenant/rule-book.ts #dueMs': 'tenant',
  'detections/tenant/rule-book.ts #compiling': 'tenant',
  'detections/tenant/rule-book.ts #awaited': 'tenant',
  'detections/tenant/tenant-rules.ts #documents': 'one',
  'detections/tenant/tenant-rules.ts #overlays': 'one',
  'detections/tenant/tenant-rules.ts stopped': 'one',
  'detections/tenant/tenant-rules.ts unfinished': 'one',
  'detections/tenant/window-plan.ts #points': 'one',
  'detections/tenant/yara-texts.ts #tenants': 'tenant',
  'pipeline/ledger-counts.ts #entries': 'tenant',
  'pipeline/ledger-counts.ts #counts': 'tenant',
  'stream/control-feed.ts #rows': 'tenant',
  'stream/fair-feed.ts #queues': 'tenant',
  'stream/fair-feed.ts #parked': 'tenant',
  'stream/run-stage.ts kept': 'nothing',
  'stream/threads/packed-commit.ts #moved': 'one',
  'stream/time/feed-positions.ts #positions': 'nothing',
  'stream/time/mark-time.ts looks': 'nothing',
  'stream/time/mark-time.ts names': 'one',
  'pipeline/stages/baseline/entity-resets.ts #resets': 'tenant',
  'pipeline/stages/baseline/slots.ts IDS': 'nothing',
  'pipeline/stages/baseline/stage.ts #tenants': 'tenant',
  'pipeline/stages/baseline/stage.ts #touched': 'tenant',
  'pipeline/stages/baseline/stage.ts #awake': 'tenant',
  'pipeline/stages/baseline/stage.ts #removed': 'tenant',
  'pipeline/stages/baseline/stage.ts #refused': 'tenant',
  'pipeline/stages/baseline/stage.ts #counts': 'nothing',
  'pipeline/stages/fuse/document.ts #seen': 'one',
  'pipeline/stages/fuse/document.ts #tactics': 'one',
  'pipeline/stages/fuse/drafts.ts visited': 'one',
  'pipeline/stages/fuse/rule-days.ts #days': 'one',
  'pipeline/stages/fuse/rule-days.ts #dirty': 'one',
  'pipeline/stages/fuse/seen-ids.ts #known': 'one',
  'pipeline/stages/fuse/seen-ids.ts #dirty': 'one',
  'pipeline/stages/fuse/slots.ts SLOTS': 'one',
  'pipeline/stages/fuse/slots.ts tenants': 'tenant',
  'pipeline/stages/fuse/stage.ts #tenants': 'tenant',
  'pipeline/stages/fuse/stage.ts #touched': 'tenant',
  'pipeline/stages/fuse/stage.ts #counts': 'nothing',
  'pipeline/stages/fuse/stories.ts expanded': 'one',
  'pipeline/stages/fuse/summary.ts findings': 'one',
  'pipeline/stages/fuse/summary.ts rules': 'one',
  'pipeline/stages/fuse/tenant-stories.ts parts': 'one',
  'pipeline/stages/fuse/tenant-stories.ts entities': 'one',
  'pipeline/stages/fuse/tenant-stories.ts unpublished': 'one',
  'pipeline/stages/fuse/tenant-stories.ts dirty': 'one',
  'pipeline/stages/fuse/tenant-stories.ts dirtyEntities': 'one',
  'pipeline/stages/fuse/tenant-stories.ts absorbed': 'one',
  'pipeline/stages/fuse/tenant-stories.ts removed': 'one',
  'pipeline/stages/fuse/tenant-stories.ts #shown': 'one',
  'pipeline/stages/fuse/tenant-weights.ts #own': 'tenant',
  'pipeline/sample/reading.ts readTexts': 'one',
  'pipeline/stages/record/stage.ts #ids': 'tenant',
  'pipeline/stages/record/stage.ts #changed': 'tenant',
  'pipeline/stages/observe/observations.ts #hours': 'tenant',
  'pipeline/stages/intake/dedupe/dedupe-memory.ts #sources': 'tenant',
  'pipeline/stages/intake/dedupe/dedupe-memory.ts #touched': 'tenant',
  'pipeline/stages/intake/dedupe/dedupe-memory.ts bySource': 'one',
  'pipeline/stages/intake/dedupe/step.ts #occurrences': 'one',
  'pipeline/stages/intake/drift/field-stream.ts #fields': 'one',
  'pipeline/stages/intake/drift/field-stream.ts #seen': 'one',
  'pipeline/stages/intake/drift/schema-memory.ts #streams': 'tenant',
  'pipeline/stages/intake/drift/schema-memory.ts #tenantStreams': 'tenant',
  'pipeline/stages/intake/drift/schema-memory.ts #touched': 'tenant',
  'pipeline/stages/intake/enrich/step.ts #forms': 'one',
  'pipeline/stages/intake/intel/observables.ts gettersByView': 'nothing',
  'pipeline/stages/intake/normalise/event-uid.ts seeds': 'tenant',
  'pipeline/scans/careful-scanner.ts #accounts': 'tenant',
  'pipeline/scans/scan-record.ts signals': 'one',
  'services/health/backlog.ts counts': 'tenant',
  'services/mcp/http.ts sessions': 'credential',
  'services/console/files.ts files': 'nothing',
  'services/stream/intel-table.ts #revisions': 'tenant',
  'services/stream/intel-table.ts #dirty': 'tenant',
  'services/metrics/pipeline-metrics.ts figuresSeen': 'nothing',
  'services/sync-stopped-rules.ts #known': 'tenant',
  'services/supervisor/orphans.ts reported': 'nothing',
  'services/topics/describe-topics.ts ends': 'nothing',
  'services/health/stream-time.ts seen': 'nothing',
  'services/health/stream-time.ts setBacks': 'nothing',
  'services/health/kafka-backpressure.ts #put': 'nothing',
  'stores/clickhouse/archived-events.ts checked': 'one',
  'stores/clickhouse/archived-events.ts columnsOf': 'nothing',
  'stores/clickhouse/archived-events.ts words': 'one',
  'stores/clickhouse/checked-statements.ts byClient': 'nothing',
  'stores/clickhouse/checked-statements.ts #queries': 'nothing',
  'stores/clickhouse/text-index.ts built': 'nothing',
  'stores/clickhouse/allowed-functions.ts gates': 'nothing',
  'stores/clickhouse/body-folder.ts spares': 'nothing',
  'stores/clickhouse/engine-calls.ts #calls': 'nothing',
  'stores/clickhouse/engine-calls.ts pulses': 'nothing',
  'stores/clickhouse/tenant-policies.ts guarded': 'nothing',
  'stores/postgres/prepared.ts names': 'nothing',
  'stores/redis/in-process-buckets.ts levels': 'tenant',
  'stores/redis/in-process-windows.ts windows': 'credential',
}

function sources(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name)),
  )
  return files.filter((file) => file.endsWith('.ts') && !file.includes('node_modules') && !NOT_WALKED.test(file)).sort()
}

const readSource = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')

describe('every cache of a process', () => {
  test('is listed here, with how it separates tenants', () => {
    const found = sources().flatMap((file) =>
      [...readSource(file).matchAll(KEPT)].map((match) => `${file} ${match.slice(1).find(Boolean)}`),
    )
    expect([...new Set(found)].sort()).toEqual(Object.keys(CACHES).sort())
  })
})

const hasRedis = hasRedisServer('the walk over the keys of Redis')

/**
 * For each prefix, by the place that defines it: the rest of the key, for two tenants that do the same under the same
 * name.
 */
const REDIS_KEYS: Readonly<Record<string, RegExp>> = {
  'svc:buckets:': /^(acme|bolt)$/,
  'svc:login:': /^(device|account|source|elsewhere|known):[0-9a-f]{64}$/,
  'svc:requests:': /^((user|key):[0-9a-f-]{36}|service:(acme|bolt)|address:refused:192\.0\.2\.1)$/,
  'svc:resends:': /^((acme|bolt):f00d|process:[0-9a-f-]{36})$/,
  'svc:sso:': /^(index|[0-9a-f]{64})$/,
  'svc:ticket:': /^[0-9a-f-]{36}$/,
}

describe('every key in Redis', () => {
  test('begins with a prefix that is listed here', () => {
    const prefixes = sources().flatMap((file) =>
      [...readSource(file).matchAll(/prefix = '(svc:[^']*)'/g)].map(([, p]) => p),
    )
    expect(prefixes.sort()).toEqual(Object.keys(REDIS_KEYS))
  })

  test.skipIf(!hasRedis)('belongs to one tenant, or to an address before a tenant is known', async () => {
    const server = await withTestRedis()
    const redis = server.connect()
    const used = redisUsedTickets(redis, Date.now)
    const reply = { header: () => reply } as never
    const limit = limiter({ windows: redisWindows(redis) } as never)
    const requests = redisRequests(redis)
    try {
      for (const tenant of [tenantId('acme'), tenantId('bolt')]) {
        const limits = { requestsPerSecond: 1, requestsBurst: 1, eventsPerSecond: 1, eventsBurst: 1 }
        expect(await redisBuckets(redis).consume(tenant, limits, 1, 1)).toEqual({ allowed: true })
        await requests.open(tenant, 'f00d', 'key')
        for (const kind of ['user', 'api_key', 'service'])
          await limit.principal(reply, { kind, id: crypto.randomUUID(), tenantId: tenant } as never)
        await limit.address(reply, '192.0.2.1', 'refused')
        await redisThrottle(redis).attempt({ account: `ana@${tenant}.example`, source: '192.0.2.1', device: null })
        expect(await used.use(crypto.randomUUID(), Date.now() + 60_000)).toBe(true)
        const state = { provider: 'saml', tenantId: tenant, connectionId: crypto.randomUUID(), requestId: 'r' } as const
        await redisStates(redis).put(newStateId(), state)
      }
      const keys = (await redis.keys('*')).sort()
      const counts = Object.entries(REDIS_KEYS).map(([prefix, rest]) => {
        const mine = keys.filter((key) => key.startsWith(prefix))
        expect(mine.filter((key) => !rest.test(key.slice(prefix.length)))).toEqual([])
        return mine.length
      })
      // There are two keys of each kind, except for what tenants share: the address, the process, and the index of all
      // sign-ins.
      expect(counts).toEqual([2, 5, 7, 3, 3, 2])
      expect(keys).toHaveLength(22)
    } finally {
      requests.stop()
      redis.disconnect()
      await server.close()
    }
  })
})
