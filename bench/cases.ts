/**
 * 100,000 open cases of one tenant in a real Postgres: pages with facets, the sweep that looks for steps of escalations,
 * and a merge of two cases with a thousand alerts each. The use cases themselves, without HTTP.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTenant } from '../control/identity/tenants/index.ts'
import {
  type CaseFilter,
  caseFacets,
  casesPage,
  escalateOnce,
  mergeCases,
  openCase,
  undoMove,
} from '../control/soc/cases/index.ts'
import { tenantId } from '../platform/tenant.ts'
import { openPostgres, type Postgres, type TenantTx, withTenant } from '../stores/postgres/pool.ts'
import { openTestPostgres } from '../stores/postgres/testing.ts'
import { round } from './round.ts'

const CASES = 100_000
const DUE = 1_000
const ALERTS = 1_000
const REQUESTS = 200
const MERGES = 10
const acme = tenantId('acme')
const ACTOR = { id: 'bench', kind: 'automation', ownId: null } as const

export async function benchCases(): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const server = await openTestPostgres(dir)
  const [app, owner] = [
    openPostgres({ url: server.appUrl, poolSize: 2, statementTimeoutMs: 600_000 }),
    openPostgres({ url: server.url, poolSize: 2, statementTimeoutMs: 600_000 }),
  ]
  try {
    await createTenant(app, { id: acme })
    await inAcme(app, fillCases)
    await owner.query('VACUUM (ANALYZE) cases')
    const now = new Date()
    return {
      cases: CASES,
      page_ms: await pages(app, {}),
      page_filtered_ms: await pages(app, { severities: ['high', 'critical'], statuses: ['open'] }),
      page_breached_ms: await pages(app, { breachedAt: now }),
      page_search_ms: await pages(app, { search: 'case 7777' }),
      sweep_nothing_due_ms: await sweep(owner, 0),
      sweep_thousand_due_ms: await sweep(owner, DUE),
      ...(await merges(app)),
    }
  } finally {
    await Promise.all([app.end(), owner.end()])
    await server.close()
    rmSync(dir, { recursive: true })
  }
}

function inAcme<T>(pool: Postgres, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return withTenant(pool, acme, work)
}

/**
 * Every case has clocks and an escalation ladder whose first step is due in an hour; a fifth of the cases is late
 * already.
 */
async function fillCases(tx: TenantTx): Promise<void> {
  const terms = { policy: 'p', ack_minutes: 60, resolve_minutes: 600, close_minutes: 1200, calendar: null }
  const sql = /* sql */ `
    INSERT INTO cases (id, number, title, severity, created_by, opened_at, sla_terms, ack_due_at, resolve_due_at,
      close_due_at, escalation, escalate_at, tags, search_text)
    SELECT gen_random_uuid(), n, 'case ' || n, 1 + n % 5, 'bench', opened, $2, opened + interval '1 hour',
      opened + interval '10 hours', opened + interval '20 hours',
      jsonb_build_object('policy_id', gen_random_uuid(), 'policy', 'p', 'steps',
        jsonb_build_array(jsonb_build_object('at', now() + interval '1 hour', 'notify', 'lead@acme.example'))),
      now() + interval '1 hour', ARRAY['t' || n % 50], 'inc-' || n || E'\\n' || 'case ' || n
    FROM (SELECT n, now() - (n % 5) * interval '20 minutes' - n * interval '1 microsecond' AS opened
      FROM generate_series(1, $1) n) made`
  await tx.run(sql, [CASES, JSON.stringify(terms)])
  await tx.run(/* sql */ `INSERT INTO case_counters (last_number) VALUES ($1)`, [CASES])
}

async function pages(pool: Postgres, filter: CaseFilter) {
  return percentiles(REQUESTS, () =>
    inAcme(pool, (tx) => Promise.all([casesPage(tx, filter, 51, null), caseFacets(tx, filter)])),
  )
}

/** One sweep over all cases, and one an hour later with `due` cases at their first step. */
async function sweep(owner: Postgres, due: number): Promise<number> {
  const sql = /* sql */ `
    UPDATE cases SET escalate_at = now() - interval '1 minute',
      escalation = jsonb_set(escalation, '{steps,0,at}', to_jsonb(now() - interval '1 minute'))
    WHERE number <= $1`
  await withTenant(owner, acme, (tx) => tx.run(sql, [due]))
  const deps = { pool: owner, audit: async () => {}, nowMs: Date.now }
  const begunMs = performance.now()
  while ((await escalateOnce(deps)) > 0);
  return round(performance.now() - begunMs)
}

async function merges(pool: Postgres) {
  const ids = await inAcme(pool, async (tx) => {
    const made = [await openCase(tx, ACTOR, { title: 'into', severity: 'low' }, Date.now())]
    made.push(await openCase(tx, ACTOR, { title: 'from', severity: 'low' }, Date.now()))
    const sql = /* sql */ `
      INSERT INTO alerts (id, title, severity, priority, first_seen, last_seen, search_text, case_id)
      SELECT gen_random_uuid(), 'alert ' || n, 3, 50, now(), now(), 'alert', $2 FROM generate_series(1, $1) n`
    for (const { id } of made) await tx.run(sql, [ALERTS, id])
    return made.map(({ id }) => id)
  })
  const [intoRef = '', fromRef = ''] = ids
  const undone: number[] = []
  const merge_ms = await percentiles(MERGES, async (lap) => {
    const moved = await inAcme(pool, (tx) => mergeCases(tx, ACTOR, { intoRef, fromRef, reason: null }, Date.now()))
    lap()
    const begunMs = performance.now()
    await inAcme(pool, (tx) => undoMove(tx, ACTOR, moved.move.id, Date.now()))
    undone.push(performance.now() - begunMs)
  })
  return {
    merge_thousand_alerts_ms: merge_ms,
    undo_thousand_alerts_ms: { p50: round(undone.sort((a, b) => a - b)[MERGES / 2] ?? 0) },
  }
}

/** `lap` ends the measured time before the work has ended. */
async function percentiles(times: number, work: (lap: () => void) => Promise<unknown>) {
  const took: number[] = []
  for (let i = 0; i < times + 3; i++) {
    const begunMs = performance.now()
    let lappedMs: number | null = null
    await work(() => {
      lappedMs = performance.now()
    })
    if (i >= 3) took.push((lappedMs ?? performance.now()) - begunMs) // the first ones warm up
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => round(took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}
