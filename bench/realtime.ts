/**
 * Measures the time from a new alert to its followers: alerts are created at a fixed rate in the Postgres of a whole
 * instance, and every WebSocket of the tenant follows them. A time runs from the moment at which the alert was due
 * until the frame.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createAlert } from '../control/soc/alerts/index.ts'
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { readInstance } from '../services/supervisor/instance.ts'
import { openPostgres, type Postgres, withTenant } from '../stores/postgres/pool.ts'
import { type BenchInstance, startInstance } from './instance.ts'
import { inMs, openLoop } from './open-loop.ts'
import { usageOf } from './processes.ts'

const TENANTS = 10
const STREAMS_PER_TENANT = 20
const ALERTS_PER_SECOND = 100
const SECONDS = 15
const LAST_MS_MAX = 30_000

type Follower = { readonly socket: WebSocket; readonly opened: Promise<void> }

export async function benchRealtime(): Promise<Record<string, unknown>> {
  const bench = await startInstance({ SVC_REALTIME_CONNECTS: '100000' })
  const pool = openPostgres({ url: bench.instance.databaseAppUrl, poolSize: 10 })
  const followers: Follower[] = []
  try {
    const tenants = Array.from({ length: TENANTS }, (_, n) => tenantId(`bench-${n}`))
    const madeAt = new Map<string, number>()
    const times: number[] = []
    const frame = (text: string) => {
      const { type, payload } = JSON.parse(text)
      const startedAt = type === 'alert.fused' ? madeAt.get(payload.title) : undefined
      if (startedAt !== undefined) times.push(performance.now() - startedAt)
    }
    for (const tenant of tenants) followers.push(...(await followAll(bench, tenant, frame)))
    const before = apiUsage(bench)
    await openLoop(ALERTS_PER_SECOND, SECONDS, makeAlerts(pool, tenants, madeAt))
    const alerts = ALERTS_PER_SECOND * SECONDS
    await allReceived(times, alerts * STREAMS_PER_TENANT)
    const { cpuMs, peakRssMb } = apiUsage(bench)
    return {
      alerts_per_second: ALERTS_PER_SECOND,
      streams: TENANTS * STREAMS_PER_TENANT,
      frames_per_second: ALERTS_PER_SECOND * STREAMS_PER_TENANT,
      created_to_received_ms: inMs(times),
      cpu_us_per_frame: Math.round(((cpuMs - before.cpuMs) * 1000) / times.length),
      peak_rss_mb: Math.round(peakRssMb),
    }
  } finally {
    for (const { socket } of followers) socket.terminate()
    await pool.end()
    await bench.stop()
  }
}

/** Usage of the process that serves the streams and the API. */
function apiUsage({ dir }: BenchInstance) {
  const { children } = readInstance(dir)
  if (!children.api) throw new Error('the API runs')
  return usageOf(children.api)
}

async function allReceived(times: readonly number[], frames: number): Promise<void> {
  for (const end = performance.now() + LAST_MS_MAX; times.length < frames && performance.now() < end; ) await delay(20)
  if (times.length !== frames) throw new Error(`${times.length} frames came, and not ${frames}`)
}

function makeAlerts(pool: Postgres, tenants: readonly TenantId[], madeAt: Map<string, number>) {
  return async (nth: number, dueMs: number): Promise<void> => {
    const tenant = tenants[nth % tenants.length] ?? tenantId('bench-0')
    const title = `alert ${nth}`
    madeAt.set(title, dueMs)
    await withTenant(pool, tenant, (tx) => createAlert(tx, { title, severity: 'high' }, Date.now()))
  }
}

/** Every stream needs its own ticket, which is requested with an API key of the tenant. */
async function followAll(bench: BenchInstance, tenant: TenantId, frame: (text: string) => void): Promise<Follower[]> {
  const key = await apiKey(bench, tenant)
  const followers: Follower[] = []
  for (let n = 0; n < STREAMS_PER_TENANT; n++) {
    const { token } = await post(bench, '/realtime/ticket', { 'x-api-key': key }, {})
    const socket = new WebSocket(`${bench.instance.realtimeUrl.replace('http', 'ws')}/ws/alerts?token=${token}`)
    const opened = new Promise<void>((resolve, reject) => socket.once('message', () => resolve()).once('error', reject))
    socket.on('message', (data) => frame(data.toString()))
    followers.push({ socket, opened })
  }
  await Promise.all(followers.map(({ opened }) => opened))
  return followers
}

async function apiKey(bench: BenchInstance, tenant: TenantId): Promise<string> {
  const email = `lead@${tenant}.example`
  const password = (await bench.svc('admin', 'bootstrap', '--email', email, '--tenant', tenant)).trim()
  const { access_token } = await post(bench, '/auth/login', {}, { email, password, tenant })
  const keyRequest = { name: 'bench', scopes: ['alerts:read'] }
  return (await post(bench, '/api-keys', { authorization: `Bearer ${access_token}` }, keyRequest)).key ?? ''
}

async function post(bench: BenchInstance, path: string, headers: Record<string, string>, body: object) {
  const answer = await fetch(`${bench.instance.apiUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}
