/**
 * 10,000 hosts of 20 tenants on one server for osquery hosts: each enrols, fetches its configuration, sends a batch of
 * rows and asks for queries, then one query goes to every host. Postgres and HTTP are real; ingest is replaced by a
 * server that accepts everything.
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
import { openPostgres, withTenant } from '../stores/postgres/pool.ts'
import { openTestPostgres } from '../stores/postgres/testing.ts'
import { round } from './round.ts'

const TENANTS = 20
const HOSTS = 10_000
const AT_ONCE = 64
const ROWS_A_HOST = 20
/** A server that has not learned of a query by then never will. */
const LEARNS_MS_MAX = 30_000

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
    const hosts: Host[] = []
    const tenants: TenantId[] = []
    for (let t = 0; t < TENANTS; t++) {
      const tenant = tenantId(`bench-${t}`)
      tenants.push(tenant)
      await createTenant(pool, { id: tenant })
      const { secret } = await withTenant(pool, tenant, (tx) => addSecret(tx, 'bench', 'bench'))
      for (let n = 0; n < HOSTS / TENANTS; n++) hosts.push({ tenant, secret, name: `host-${t}-${n}`, key: '' })
    }
    const perSecond = async (each: (host: Host) => Promise<unknown>) => {
      const beganMs = performance.now()
      let next = 0
      const lane = async () => {
        for (let at = next++; at < hosts.length; at = next++) await each(hosts[at] as Host)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
      return round((hosts.length * 1000) / (performance.now() - beganMs))
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
    const deadline = new Date(Date.now() + 600_000)
    const question = { sql: 'SELECT 1', nodeIds: null, by: 'bench', deadline }
    const queries = await Promise.all(
      tenants.map((tenant) => withTenant(pool, tenant, async (tx) => (await insertQuery(tx, question)).id)),
    )
    // The server learns of a question within a second.
    for (const { tenant, key } of hosts.filter((_, n) => n % (HOSTS / TENANTS) === 0)) {
      const id = queries[tenants.indexOf(tenant)] ?? ''
      const untilMs = performance.now() + LEARNS_MS_MAX
      for (let found = {}; !(id in found); ) {
        if (performance.now() > untilMs) throw new Error(`the server gives no question to a host of ${tenant}`)
        await delay(50)
        found = ((await post('distributed/read', { node_key: key })) as { queries: object }).queries
      }
    }
    const answers = await perSecond(async ({ tenant, key }) => {
      const id = queries[tenants.indexOf(tenant)] ?? ''
      await post('distributed/read', { node_key: key })
      await post('distributed/write', { node_key: key, queries: { [id]: [columns] }, statuses: { [id]: 0 } })
    })
    const counted = await Promise.all(
      tenants.map((tenant, t) => withTenant(pool, tenant, (tx) => countsOf(tx, [queries[t] ?? '']))),
    )
    const answered = counted.flatMap((one) => [...one.values()]).reduce((sum, one) => sum + one.answered, 0)
    return {
      ...{ hosts: hosts.length, enrolments_per_s: enrolments, configs_per_s: configs, log_batches_per_s: logs },
      ...{ rows, reads_without_question_per_s: idle, questions_answered_per_s: answers, hosts_that_answered: answered },
    }
  } finally {
    agent.destroy()
    await osquery.close()
    await pool.end()
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
