/**
 * 10,000 hosts of 20 tenants on one server for osquery hosts: each enrols, fetches its configuration, sends a batch of
 * rows and asks for queries, then one query goes to every host, and another one that some hosts fail, answer after its
 * deadline or never answer. Postgres and HTTP are real; ingest is replaced by a server that accepts everything.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { openOsqueryServer } from '../api/osquery/server.ts'
import { addSecret } from '../control/detect/osquery/node-store.ts'
import { countsOf, insertQuery } from '../control/detect/osquery/query-store.ts'
import { createTenant } from '../control/identity/tenants/index.ts'
import { openMetrics } from '../platform/metrics.ts'
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { openPostgres, type Postgres, withTenant } from '../stores/postgres/pool.ts'
import { openTestPostgres } from '../stores/postgres/testing.ts'
import { round } from './round.ts'

const TENANTS = 20
const HOSTS = 10_000
const AT_ONCE = 64
const ROWS_A_HOST = 20
/** A server that has not learned of a query by then never will. */
const LEARNS_MS_MAX = 30_000

/** Time that hosts have for the second query. */
const DEADLINE_MS = 240_000
/** Shares of hosts in the second query, of each twenty: one fails, one answers late, one never answers. */
const TWENTY = 20

type Host = { readonly tenant: TenantId; readonly secret: string; readonly name: string; key: string }

export async function benchOsquery(): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const server = await openTestPostgres(dir)
  const pool = openPostgres({ url: server.url, poolSize: 8 })
  let rows = 0
  const osquery = openOsqueryServer({
    ...{ pool, log: pino({ level: 'silent' }), nowMs: Date.now },
    metrics: openMetrics('osquery', { processMetrics: false }),
    pushEvents: async (_, events) => void (rows += events.length),
    otherwise: (_, response) => response.writeHead(404).end(),
  })
  await new Promise<void>((resolve) => osquery.server.listen(0, '127.0.0.1', resolve))
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const { port } = osquery.server.address() as AddressInfo
  const post = (path: string, body: object) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const options = { agent, port, host: '127.0.0.1', method: 'POST', path: `/api/v1/osquery/${path}` }
      const sent = request(options, (answer) => void text(answer).then((all) => resolve(JSON.parse(all)), reject))
      sent.on('error', reject).end(JSON.stringify(body))
    })
  try {
    const { hosts, tenants } = await madeHosts(pool)
    const perSecond = async (each: (host: Host) => Promise<unknown>) => {
      const beganMs = performance.now()
      let next = 0
      const lane = async () => {
        for (let at = next++; at < hosts.length; at = next++) await each(hosts[at] as Host)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
      return round((hosts.length * 1000) / (performance.now() - beganMs))
    }
    const askAll = async (forMs: number) => {
      const deadline = new Date(Date.now() + forMs)
      const question = { sql: 'SELECT 1', nodeIds: null, by: 'bench', deadline }
      const ids = await Promise.all(
        tenants.map((tenant) => withTenant(pool, tenant, async (tx) => (await insertQuery(tx, question)).id)),
      )
      const firstOfEach = hosts.filter((_, n) => n % (HOSTS / TENANTS) === 0)
      for (const { tenant, key } of firstOfEach) await untilQueried(post, key, ids[tenants.indexOf(tenant)] ?? '')
      return ids
    }
    const columns = { pid: '1', name: 'init', path: '/sbin/init', cmdline: '/sbin/init splash' }
    const enrolments = await perSecond(async (host) => {
      const details = { system_info: { hostname: host.name }, os_version: { platform: 'debian' } }
      const answer = await post('enroll', {
        ...{ enroll_secret: host.secret, host_identifier: host.name, host_details: details },
      })
      host.key = String(answer.node_key)
    })
    const configs = await perSecond(({ key }) => post('config', { node_key: key }))
    const data = Array.from({ length: ROWS_A_HOST }, (_, n) => ({ name: 'p', action: 'added', unixTime: n, columns }))
    const logs = await perSecond(({ key }) => post('log', { node_key: key, log_type: 'result', data }))
    const idle = await perSecond(({ key }) => post('distributed/read', { node_key: key }))
    const queries = await askAll(600_000)
    const answers = await perSecond(async ({ tenant, key }) => {
      const id = queries[tenants.indexOf(tenant)] ?? ''
      await post('distributed/read', { node_key: key })
      await post('distributed/write', { node_key: key, queries: { [id]: [columns] }, statuses: { [id]: 0 } })
    })
    const { answered } = await sumsOf(pool, tenants, queries)
    const second = await askAll(DEADLINE_MS)
    const deadlineMs = Date.now() + DEADLINE_MS
    const answer = async ({ tenant, key }: Host, isFailed: boolean) => {
      const id = second[tenants.indexOf(tenant)] ?? ''
      await post('distributed/write', {
        node_key: key,
        queries: { [id]: [columns] },
        statuses: { [id]: isFailed ? 1 : 0 },
      })
    }
    const placeOf = new Map(hosts.map((host, at) => [host, at % TWENTY]))
    await perSecond(async (host) => {
      await post('distributed/read', { node_key: host.key })
      const place = placeOf.get(host) ?? 0
      if (place > 2) return answer(host, false)
      if (place === 0) return answer(host, true)
    })
    await delay(Math.max(0, deadlineMs - Date.now()) + 1_000)
    await perSecond(async (host) => {
      if (placeOf.get(host) === 1) return answer(host, false)
    })
    return {
      ...{ hosts: hosts.length, enrolments_per_s: enrolments, configs_per_s: configs, log_batches_per_s: logs },
      ...{ rows, reads_without_question_per_s: idle, questions_answered_per_s: answers, hosts_that_answered: answered },
      second_question: await sumsOf(pool, tenants, second),
    }
  } finally {
    agent.destroy()
    await osquery.close()
    await pool.end()
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function madeHosts(pool: Postgres): Promise<{ hosts: Host[]; tenants: TenantId[] }> {
  const hosts: Host[] = []
  const tenants: TenantId[] = []
  for (let t = 0; t < TENANTS; t++) {
    const tenant = tenantId(`bench-${t}`)
    tenants.push(tenant)
    await createTenant(pool, { id: tenant })
    const { secret } = await withTenant(pool, tenant, (tx) => addSecret(tx, 'bench', 'bench'))
    for (let n = 0; n < HOSTS / TENANTS; n++) hosts.push({ tenant, secret, name: `host-${t}-${n}`, key: '' })
  }
  return { hosts, tenants }
}

type Post = (path: string, body: object) => Promise<Record<string, unknown>>

/** The server learns of a question within a second. */
async function untilQueried(post: Post, key: string, id: string): Promise<void> {
  const untilMs = performance.now() + LEARNS_MS_MAX
  for (let found: unknown = {}; !(id in (found as object)); ) {
    if (performance.now() > untilMs) throw new Error(`the server gives question ${id} to no host`)
    await delay(50)
    found = (await post('distributed/read', { node_key: key })).queries
  }
}

const COUNTED = ['asked', 'answered', 'failed', 'late'] as const

/** Counts of hosts over all tenants. */
async function sumsOf(pool: Postgres, tenants: readonly TenantId[], queries: readonly string[]) {
  const counts = await Promise.all(
    tenants.map((tenant, at) => withTenant(pool, tenant, (tx) => countsOf(tx, [queries[at] ?? '']))),
  )
  const all = counts.flatMap((one) => [...one.values()])
  return Object.fromEntries(COUNTED.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)]))
}
