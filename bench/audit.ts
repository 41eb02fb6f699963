/**
 * The audit log on a real Postgres, chainer running: entries of reads through the batcher from 50 tenants and from one,
 * and changes that record themselves in their own transactions, all of one tenant. Ends when everything is chained.
 */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import * as audit from '../control/platform/audit/index.ts'
import { openVault, vaultKeys } from '../control/platform/vault/index.ts'
import { sealerOf } from '../platform/seal.ts'
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { keepRunning } from '../platform/workers-testing.ts'
import { int } from '../stores/postgres/columns.ts'
import { openPostgres, type Postgres, withOperator, withTenant } from '../stores/postgres/pool.ts'
import { openTestPostgres } from '../stores/postgres/testing.ts'
import { usageOf, usageOfTree } from './processes.ts'
import { round } from './round.ts'

const TENANTS = 50
const ENTRIES = 40_000
const CHANGES = 2_000
/** Requests in flight over all tenants: a fifth of a second's worth at 5,000 a second. */
const CALLERS = 1_000
/** As many connections as a busy API uses. */
const WRITERS = 16

type Bench = { readonly app: Postgres; readonly owner: Postgres; readonly append: audit.AuditBatcher['append'] }

export async function benchAudit(): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const server = await openTestPostgres(dir)
  const [app, owner] = [
    openPostgres({ url: server.appUrl, poolSize: WRITERS }),
    openPostgres({ url: server.url, poolSize: 4 }),
  ]
  const log = pino({ level: 'silent' })
  const key = `${randomBytes(32).toString('base64url')}=`
  const sealer = sealerOf(key)
  const batcher = audit.openAuditBatcher({ pool: app, sealer })
  const stop = new AbortController()
  const chainer = keepRunning(
    audit.chainWorkers({ pool: owner, vault: openVault(vaultKeys(key, false, log), log) }),
    stop.signal,
  )
  try {
    const bench = { app, owner, append: batcher.append }
    await phase(bench, ENTRIES / 10, read(bench, 1)) // warms up
    const many = await phase(bench, ENTRIES, read(bench, TENANTS))
    const one = await phase(bench, ENTRIES, read(bench, 1))
    const changed = await phase(bench, CHANGES, change(bench, sealer), WRITERS)
    return {
      events_per_second: many.perSecond,
      tenants: TENANTS,
      chained_per_second: many.chainedPerSecond,
      append_ms: many.ms,
      cpu_us_per_event: many.cpuUs,
      one_tenant_per_second: one.perSecond,
      one_tenant_cpu_us_per_event: one.cpuUs,
      one_tenant_chained_per_second: one.chainedPerSecond,
      one_tenant_changes_per_second: changed.perSecond,
      change_ms: changed.ms,
      bytes_per_event: await bytesPerEntry(owner),
      peak_rss_mb: Math.round(usageOf(process.pid).peakRssMb),
    }
  } finally {
    stop.abort()
    await Promise.all([chainer, batcher.close()])
    await Promise.all([app.end(), owner.end()])
    await server.close()
    rmSync(dir, { recursive: true })
  }
}

function entryOf(n: number): audit.AuditEntry {
  const person = n % 20
  return {
    action: 'alert:read',
    resource: 'alert',
    resourceId: `alert-${n}`,
    actor: { kind: 'user', id: `user-${person}`, email: `user-${person}@example.test`, ip: `10.0.0.${person}` },
    changes: { fields: ['title', 'severity'], view: 'detail' },
  }
}

const tenantOf = (n: number, tenants: number): TenantId => tenantId(`tenant-${n % tenants}`)

function read({ append }: Bench, tenants: number) {
  return (n: number) => append(tenantOf(n, tenants), entryOf(n))
}

function change({ app }: Bench, sealer: ReturnType<typeof sealerOf>) {
  return (n: number) => withTenant(app, tenantOf(0, 1), (tx) => audit.appendAudit(tx, sealer, entryOf(n)))
}

/** Rates until the last response, and until everything is chained; CPU of this process and of the whole server. */
async function phase({ owner }: Bench, count: number, ask: (n: number) => Promise<void>, callers = CALLERS) {
  const cpuBefore = await cpuMs(owner)
  const startedAt = performance.now()
  const times: number[] = []
  let next = 0
  const caller = async () => {
    for (let n = next++; n < count; n = next++) {
      const requestedAt = performance.now()
      await ask(n)
      times.push(performance.now() - requestedAt)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const seconds = (performance.now() - startedAt) / 1000
  while ((await waiting(owner)) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const chainedSeconds = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  const quantile = (q: number) => round(times[Math.floor(q * (times.length - 1))] ?? Number.NaN)
  return {
    perSecond: Math.round(count / seconds),
    chainedPerSecond: Math.round(count / chainedSeconds),
    ms: { p50: quantile(0.5), p99: quantile(0.99) },
    cpuUs: round((((await cpuMs(owner)) - cpuBefore) * 1000) / count),
  }
}

async function waiting(owner: Postgres): Promise<number> {
  const sql = 'SELECT count(*) AS rows FROM (SELECT FROM audit_outbox LIMIT 1) w'
  return (await withOperator(owner, 'bench', (tx) => tx.maybeOne((row) => int(row, 'rows'), sql))) ?? 0
}

/** The server's main process is the parent of all others, and counts the CPU of sessions that ended. */
async function cpuMs(owner: Postgres): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const main = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8'))?.[1])
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + usageOfTree(main).cpuMs
}

/** Bytes on disk for each entry, including indexes and data of the chain. */
async function bytesPerEntry(owner: Postgres): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(
    `SELECT pg_total_relation_size('audit_log') + pg_total_relation_size('audit_tree_nodes') AS bytes`,
  )
  return Math.round(Number(rows[0]?.bytes) / (ENTRIES * 2.1 + CHANGES))
}
