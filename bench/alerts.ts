/**
 * A million alerts of 50 tenants in a real Postgres behind the real API on a real port: filtered pages with facets,
 * details, and submits, each with a public load tool. Tenants take turns, so every request finds another tenant's rows.
 */
import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { pino } from 'pino'
import { createApi } from '../api/app.ts'
import type { ApiDeps } from '../api/deps.ts'
import {
  createApiKey,
  inProcessThrottle,
  openHashSlots,
  openPrincipalCache,
  openSigningKeys,
  type Principal,
  permissionSet,
} from '../control/identity/index.ts'
import { createTenant } from '../control/tenants/index.ts'
import { openMetrics } from '../platform/metrics.ts'
import { sealerOf } from '../platform/seal.ts'
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { auditPort } from '../services/audit-port.ts'
import { text } from '../stores/postgres/columns.ts'
import { openPostgres, type Postgres, withTenant } from '../stores/postgres/pool.ts'
import { withTestPostgres } from '../stores/postgres/testing.ts'
import { inProcessWindows } from '../stores/redis/in-process-windows.ts'
import { usageOf } from './processes.ts'
import { round } from './round.ts'

const TENANTS = 50
const ALERTS = 1_000_000
const SECONDS = 5
/** Requests in flight: an answer's time is that of the work, with little of others in it. */
const CALLERS = 2
const SUBMIT_CALLERS = 8

type Tenant = { readonly id: TenantId; readonly key: string; readonly alerts: readonly string[] }
type Request = { method?: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

export async function benchAlerts(): Promise<Record<string, unknown>> {
  const server = await withTestPostgres()
  const [app, owner] = [
    openPostgres({ url: server.appUrl, poolSize: 10, statementTimeoutMs: 600_000 }),
    openPostgres({ url: server.url, poolSize: 2, statementTimeoutMs: 600_000 }),
  ]
  const api = await createApi(depsOf(app))
  try {
    const tenants: Tenant[] = []
    for (let i = 0; i < TENANTS; i++) tenants.push(await makeTenant(app, i))
    await owner.query('VACUUM (ANALYZE) alerts')
    const url = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`
    const pages = (query: string) =>
      load(
        url,
        tenants.map((tenant) => get(tenant, `alerts?limit=50&${query}`)),
      )
    await pages('') // warms up
    return {
      alerts: ALERTS,
      tenants: TENANTS,
      page_ms: await pages(''),
      page_filtered_ms: await pages('severity=high,critical&status=new,triaged'),
      page_selective_ms: await pages('severity=critical&status=closed&min_confidence=90'),
      page_search_ms: await pages('search=host-77'),
      page_tags_ms: await pages('tags=t7'),
      queue_ms: await load(
        url,
        tenants.map((tenant) => get(tenant, 'alerts/queue?period=all')),
      ),
      stats_ms: await load(
        url,
        tenants.map((tenant) => get(tenant, 'alerts/stats?period=all')),
      ),
      detail_ms: await load(
        url,
        tenants.flatMap((tenant) => tenant.alerts.map((id) => get(tenant, `alerts/${id}`))),
      ),
      submit_ms: await load(url, tenants.map(submit), SUBMIT_CALLERS),
      bytes_per_alert: await bytesPerAlert(owner),
      peak_rss_mb: Math.round(usageOf(process.pid).peakRssMb),
    }
  } finally {
    await api.close()
    await Promise.all([app.end(), owner.end()])
    await server.close()
  }
}

function depsOf(pool: Postgres): ApiDeps {
  const sealer = sealerOf(`${randomBytes(32).toString('base64url')}=`)
  const nowMs = Date.now
  const unlimited = { key: 1e9, user: 1e9, address: 1e9 }
  return {
    ...{ pool, principals: openPrincipalCache(nowMs), throttle: inProcessThrottle(nowMs), slots: openHashSlots() },
    ...{ windows: inProcessWindows({ nowMs }), rateLimits: unlimited, audit: auditPort(sealer), nowMs },
    ...{ keys: openSigningKeys({ pool, sealer, nowMs }), serviceTokens: [], developmentTenant: null, corsOrigins: [] },
    ...{ trustedProxies: [], airgap: { enabled: false, allowlist: [] }, subsystems: {}, disabled: new Set<string>() },
    ...{ metrics: openMetrics('api', { processMetrics: false }), log: pino({ level: 'silent' }) },
  }
}

async function makeTenant(pool: Postgres, i: number): Promise<Tenant> {
  const id = tenantId(`tenant-${i}`)
  await createTenant(pool, { id })
  return withTenant(pool, id, async (tx) => {
    const user = /* sql */ `
      INSERT INTO users (email, username, role) VALUES ('ann@' || $1, 'ann', 'soc_analyst') RETURNING id`
    const userId = await tx.maybeOne((row) => text(row, 'id'), user, [`${id}.example`])
    const nobody = { sessionId: null, keyPrefix: null, delegationId: null, expiresMs: null }
    const principal: Principal = {
      ...{ kind: 'user', id: userId ?? '', tenantId: id, userId, email: null, permissions: permissionSet(['*']) },
      ...nobody,
    }
    const wanted = { name: 'bench', scopes: ['alerts:read', 'alerts:write'], expiresInDays: null }
    const { raw } = await createApiKey(tx, principal, wanted, Date.now())
    await tx.run(FILL, [ALERTS / TENANTS])
    const some = /* sql */ `SELECT id FROM alerts ORDER BY id LIMIT 20`
    return { id, key: raw, alerts: await tx.many((row) => text(row, 'id'), some) }
  })
}

/** Spread over 90 days, most of them closed, with names, tags and an event each. */
const FILL = /* sql */ `
  INSERT INTO alerts (id, title, severity, status, priority, category, rule_id, connector_type, mitre_techniques,
    affected_hosts, affected_users, affected_ips, tags, confidence, disposition, event_time, first_seen, last_seen,
    resolved_at, raw_event, search_text, created_at)
  SELECT gen_random_uuid(), 'Suspicious activity ' || n || ' on a host', 1 + (n / 10) % 5,
    (ARRAY['new','triaged','in_progress','resolved','closed','closed','closed','closed','closed','closed'])[1 + n % 10],
    n % 100, 'Findings', 'rule-' || n % 300, 'edr', ARRAY['T1059.001'], ARRAY['host-' || n % 500],
    ARRAY['user-' || n % 200], ARRAY['10.0.0.' || n % 250], ARRAY['submitted', 't' || n % 40],
    n % 101, CASE WHEN n % 10 > 3 THEN 'benign' END, at, at, at, CASE WHEN n % 10 > 2 THEN at + interval '1 hour' END,
    json_build_array(json_build_object('class_uid', 2004, 'message', repeat('x', 300), 'n', n)),
    'suspicious activity ' || n || E' on a host\nrule-' || n % 300 || E'\nhost-' || n % 500 || E'\nuser-' || n % 200,
    at
  FROM (SELECT n, now() - n * (interval '90 days' / $1) AS at FROM generate_series(1, $1::int) n) rows`

function get({ key }: Tenant, path: string): Request {
  return { path: `/api/v1/${path}`, headers: { 'x-api-key': key } }
}

function submit({ id, key }: Tenant): Request {
  const event = { class_uid: 2004, severity: 'high', title: 'Beacon', device: { hostname: 'web-1' }, time: Date.now() }
  const headers = { 'x-api-key': key, 'x-tenant-id': id, 'content-type': 'application/json' }
  return { method: 'POST', path: '/api/v1/alerts/submit', headers, body: JSON.stringify([event]) }
}

/** Milliseconds of the answers, and how many there were a second. Throws when one was a refusal. */
async function load(url: string, requests: Request[], connections = CALLERS) {
  const {
    latency,
    requests: rate,
    non2xx,
    errors,
  } = await autocannon({
    ...{ url, requests, connections, duration: SECONDS },
    workers: 1, // beside the API, not on its thread
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests were refused`)
  return { p50: latency.p50, p99: latency.p99, max: round(latency.max), per_second: Math.round(rate.average) }
}

/** On disk, with indexes, history and outbox. */
async function bytesPerAlert(owner: Postgres): Promise<number> {
  const sql = `SELECT pg_total_relation_size('alerts') + pg_total_relation_size('alert_outbox') AS bytes`
  const { rows } = await owner.query<{ bytes: string }>(sql)
  return Math.round(Number(rows[0]?.bytes) / ALERTS)
}
