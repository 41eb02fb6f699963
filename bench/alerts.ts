/**
 * A million alerts of 50 tenants in a real Postgres behind the real API on a real port: filtered pages with facets,
 * details, small reads, submits and sign-ins, each with a public load tool. Tenants take turns, so every request finds
 * another tenant's rows.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { pino } from 'pino'
import { createApi } from '../api/app.ts'
import type { ApiDeps } from '../api/deps.ts'
import {
  inProcessThrottle,
  openHashSlots,
  openPrincipalCache,
  openSigningKeys,
} from '../control/identity/accounts/index.ts'
import { recordIn } from '../control/platform/acting/index.ts'
import { openVault, vaultKeys } from '../control/platform/vault/index.ts'
import { openMetrics } from '../platform/metrics.ts'
import { sealerOf } from '../platform/seal.ts'
import { openPostgres, type Postgres } from '../stores/postgres/pool.ts'
import { openTestPostgres } from '../stores/postgres/testing.ts'
import { inProcessWindows } from '../stores/redis/in-process-windows.ts'
import { benchConfig } from './config.ts'
import { BENCH_PASSWORD, type FilledTenant, fillTenant, hashMs } from './fill-alerts.ts'
import { usageOf } from './processes.ts'
import { round } from './round.ts'

const TENANTS = 50
const SECONDS = 5
/** Requests in flight: few, so that the time of a response is not mostly waiting for other requests. */
const CALLERS = 2
const BUSY_CALLERS = 8
const LOGINS = 30
/** One for each core of the machine on which the figures were measured: more at once would not be faster. */
const HASHES_AT_ONCE = 2
const LOGIN_CALLERS = 4 * HASHES_AT_ONCE

type Request = { method?: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

export async function benchAlerts(): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const server = await openTestPostgres(dir)
  const [app, owner] = [
    openPostgres({ url: server.appUrl, poolSize: 10, statementTimeoutMs: 600_000 }),
    openPostgres({ url: server.url, poolSize: 2, statementTimeoutMs: 600_000 }),
  ]
  const api = await createApi(depsOf(app))
  try {
    const { alerts } = benchConfig()
    const tenants: FilledTenant[] = []
    for (let i = 0; i < TENANTS; i++) tenants.push(await fillTenant(app, i, Math.round(alerts / TENANTS)))
    await owner.query('VACUUM (ANALYZE) alerts')
    const bytes = await bytesPerAlert(owner, alerts)
    const url = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`
    return { alerts, tenants: TENANTS, ...(await measured(url, tenants)), bytes_per_alert: bytes, ...memory() }
  } finally {
    await api.close()
    await Promise.all([app.end(), owner.end()])
    await server.close()
    rmSync(dir, { recursive: true })
  }
}

async function measured(url: string, tenants: readonly FilledTenant[]): Promise<Record<string, unknown>> {
  const reads = (path: string, callers = CALLERS) =>
    load(
      url,
      tenants.map((tenant) => get(tenant, path)),
      callers,
    )
  const pages = (query: string) => reads(`alerts?limit=50&${query}`)
  const details = tenants.flatMap((tenant) => tenant.alerts.map((id) => get(tenant, `alerts/${id}`)))
  await pages('') // warms up
  await load(url, details)
  return {
    page_ms: await pages(''),
    page_filtered_ms: await pages('severity=high,critical&status=new,triaged'),
    page_selective_ms: await pages('severity=critical&status=closed&min_confidence=90'),
    page_assigned_ms: await pages('assigned_to_me=true'),
    page_category_ms: await pages('category=Findings&disposition=benign'),
    page_recent_ms: await pages(`from=${new Date(Date.now() - 7 * 86_400_000).toISOString()}`),
    page_search_ms: await pages('search=host-77'),
    page_tags_ms: await pages('tags=t7'),
    page_source_ms: await pages('source=edr'),
    page_rule_ms: await pages('source=edr&rule=rule-7'),
    queue_ms: await reads('alerts/queue?period=all'),
    stats_ms: await reads('alerts/stats?period=all'),
    detail_ms: await load(url, details),
    small_reads: await reads('users/me', BUSY_CALLERS),
    submit_ms: await load(url, tenants.map(submit), BUSY_CALLERS),
    ...(await logins(url, tenants)),
  }
}

function depsOf(pool: Postgres): ApiDeps {
  const sealer = sealerOf(`${randomBytes(32).toString('base64url')}=`)
  const nowMs = Date.now
  const log = pino({ level: 'silent' })
  const unlimited = { key: 1e9, user: 1e9, address: 1e9 }
  return {
    ...{ pool, principals: openPrincipalCache(nowMs), throttle: inProcessThrottle(nowMs), slots: openHashSlots() },
    ...{ windows: inProcessWindows({ nowMs }), rateLimits: unlimited, audit: recordIn(sealer), nowMs },
    ...{
      keys: openSigningKeys({ pool, sealer, nowMs }),
      sealer,
      serviceTokens: [],
      webUrl: 'http://127.0.0.1:3000',
      developmentTenant: null,
      corsOrigins: [],
    },
    ...{
      trustedProxies: [],
      consoleToken: null,
      airgap: { enabled: false, allowlist: [] },
      subsystems: {},
      disabled: new Set<string>(),
    },
    ...{
      metrics: openMetrics('api', { processMetrics: false }),
      log,
      vault: openVault(vaultKeys(null, true, log), log),
    },
  }
}

function get({ key }: FilledTenant, path: string): Request {
  return { path: `/api/v1/${path}`, headers: { 'x-api-key': key } }
}

function signIn({ email }: FilledTenant) {
  const body = JSON.stringify({ email, password: BENCH_PASSWORD })
  return { method: 'POST' as const, path: '/api/v1/auth/login', headers: { 'content-type': 'application/json' }, body }
}

function submit({ id, key }: FilledTenant): Request {
  const event = { class_uid: 2004, severity: 'high', title: 'Beacon', device: { hostname: 'web-1' }, time: Date.now() }
  const headers = { 'x-api-key': key, 'x-tenant-id': id, 'content-type': 'application/json' }
  return { method: 'POST', path: '/api/v1/alerts/submit', headers, body: JSON.stringify([event]) }
}

/**
 * Response times in milliseconds, responses a second, and the CPU time that one costs the API's own thread; `per_core`
 * is how many fit into a second of it. Throws when a response was a refusal.
 */
async function load(url: string, requests: Request[], connections = CALLERS) {
  const before = process.threadCpuUsage()
  const result = await autocannon({ ...{ url, requests, connections, duration: SECONDS }, workers: 1 }) // beside the API
  const { user, system } = process.threadCpuUsage(before)
  const { latency, requests: rate, non2xx, errors } = result
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests were refused`)
  const { p50, p99 } = latency
  const perCore = Math.round((rate.total * 1e6) / (user + system))
  return { p50, p99, max: round(latency.max), per_second: Math.round(rate.average), per_core: perCore }
}

/**
 * One after the other: a sign-in, then the password hash that is part of it. Then as many as possible at once, compared
 * with as many hashes alone: both use every core.
 */
async function logins(url: string, tenants: readonly FilledTenant[]) {
  const times: { login: number[]; hash: number[] } = { login: [], hash: [] }
  for (let n = 0; n < LOGINS; n++) {
    const { path, ...request } = signIn(tenants[n % tenants.length] as FilledTenant)
    const requestedAt = performance.now()
    const answer = await fetch(`${url}${path}`, request)
    if (!answer.ok) throw new Error(`a sign-in was refused: ${answer.status}`)
    await answer.text()
    times.login.push(performance.now() - requestedAt)
    times.hash.push(await hashMs())
  }
  const [login, hash] = [median(times.login), median(times.hash)]
  const busy = await load(url, tenants.map(signIn), LOGIN_CALLERS)
  const perSecond = { logins_per_second: busy.per_second, hashes_per_second: Math.round(await hashesPerSecond()) }
  return { login_ms: round(login), password_hash_ms: round(hash), login_times_hash: round(login / hash), ...perSecond }
}

async function hashesPerSecond(): Promise<number> {
  const [startedAt, untilMs] = [performance.now(), performance.now() + SECONDS * 1000]
  let hashes = 0
  const oneAfterAnother = async () => {
    for (; performance.now() < untilMs; hashes++) await hashMs()
  }
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, oneAfterAnother))
  return (hashes * 1000) / (performance.now() - startedAt)
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN
}

/** On disk, with indexes, before anything was submitted. */
async function bytesPerAlert(owner: Postgres, alerts: number): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(`SELECT pg_total_relation_size('alerts') AS bytes`)
  return Math.round(Number(rows[0]?.bytes) / alerts)
}

function memory() {
  return { peak_rss_mb: Math.round(usageOf(process.pid).peakRssMb) }
}
