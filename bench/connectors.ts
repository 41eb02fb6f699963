/**
 * Polls of 2,000 connectors by one process: the delay of each poll, and the events a second. With a real Postgres, a
 * source on this machine that answers at once and an ingest that accepts everything, only the scheduler is measured.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { createTenant } from '../control/identity/tenants/index.ts'
import { connectorWorkers, createConnector } from '../control/platform/connectors/index.ts'
import { openVault, vaultKeys } from '../control/platform/vault/index.ts'
import { type Egress, openEgress } from '../platform/egress/client.ts'
import { tenantId } from '../platform/tenant.ts'
import { keepRunning } from '../platform/workers-testing.ts'
import { openPostgres, type Postgres, type TenantTx, withOperator, withTenant } from '../stores/postgres/pool.ts'
import { openTestPostgres } from '../stores/postgres/testing.ts'
import { round } from './round.ts'

const TENANTS = 20
const CONNECTORS_PER_TENANT = 100
const INTERVAL_SECONDS = 30
const EVENTS_A_POLL = 300
const SECONDS = 90
/** The same number as in the service. */
const AT_ONCE = 8

export async function benchConnectors(): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const server = await openTestPostgres(dir)
  const owner = openPostgres({ url: server.url, poolSize: AT_ONCE + 6 })
  const log = pino({ level: 'silent' })
  const page = Buffer.from(
    JSON.stringify(
      Array.from({ length: EVENTS_A_POLL }, (_, n) => ({
        id: n,
        time: new Date().toISOString(),
        text: 'x'.repeat(300),
      })),
    ),
  )
  const source = createServer((_, response) => response.end(page))
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const url = `http://source.example:${(source.address() as AddressInfo).port}/`
  const guarded = openEgress({
    airGap: { enabled: false, allowlist: [] },
    allowPrivate: true,
    log,
    resolve: async () => ['127.0.0.1'],
  })
  const reach = { airGap: { enabled: false, allowlist: [] }, allowPrivate: false }
  // A source on this machine is one that tenants may not choose.
  const egress: Egress = (request) => guarded({ ...request, chosenBy: 'operator' })
  const vault = openVault(vaultKeys(null, true, log), log)
  try {
    for (let t = 0; t < TENANTS; t++) {
      const tenant = tenantId(`bench-${t}`)
      await createTenant(owner, { id: tenant })
      await withTenant(owner, tenant, async (tx) => {
        for (let n = 0; n < CONNECTORS_PER_TENANT; n++)
          await createConnector(tx, vault, reach, {
            ...{ name: `connector ${n}`, type: 'rest', authConfig: { secret: 'Bearer bench' }, config: { url } },
            ...{ intervalSeconds: INTERVAL_SECONDS, enabled: true },
          })
      })
    }
    // Spreads the polls over the interval, as they would be after a day.
    const spread = `UPDATE connectors SET next_poll_at = clock_timestamp() + random() * make_interval(secs => ${INTERVAL_SECONDS})`
    await withOperator(owner, 'bench', (tx) => tx.run(spread))
    let events = 0
    const acceptEvents = async (_: unknown, pushed: readonly unknown[]) => {
      events += pushed.length
    }
    const stop = new AbortController()
    const before = process.cpuUsage()
    const running = keepRunning(
      connectorWorkers({ pool: owner, vault, egress, pushEvents: acceptEvents, log, nowMs: Date.now, atOnce: AT_ONCE }),
      stop.signal,
    )
    await delay(SECONDS * 1000)
    stop.abort()
    await running
    const { user, system } = process.cpuUsage(before)
    const late = await latenesses(owner)
    const at = (share: number) => round(late[Math.floor(late.length * share)] ?? Number.NaN)
    return {
      connectors: TENANTS * CONNECTORS_PER_TENANT,
      polls_due_per_second: round((TENANTS * CONNECTORS_PER_TENANT) / INTERVAL_SECONDS),
      polls_measured: late.length,
      late_ms: { p50: at(0.5), p99: at(0.99), max: at(1 - 1e-9) },
      events_per_second: Math.round(events / SECONDS),
      cpu_us_per_event: round((user + system) / events),
    }
  } finally {
    source.close()
    source.closeAllConnections()
    await owner.end()
    await server.close()
    rmSync(dir, { recursive: true })
  }
}

/** Milliseconds, ascending: how much longer than its interval each poll came after the previous one. */
async function latenesses(owner: Postgres): Promise<number[]> {
  const sql = /* sql */ `
    SELECT extract(epoch FROM began_at - lag(began_at) OVER (PARTITION BY tenant_id, connector_id ORDER BY began_at)) AS seconds
    FROM connector_polls WHERE tenant_id = current_setting('svc.tenant_id')`
  const seconds: (number | null)[] = []
  for (let t = 0; t < TENANTS; t++) {
    const read = (tx: TenantTx) =>
      tx.many((row) => (row.seconds === null ? null : Number(row.seconds) - INTERVAL_SECONDS), sql)
    seconds.push(...(await withTenant(owner, tenantId(`bench-${t}`), read)))
  }
  return seconds.flatMap((one) => (one === null ? [] : [one * 1000])).sort((a, b) => a - b)
}
