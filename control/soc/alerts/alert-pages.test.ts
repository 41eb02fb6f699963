/** Pages of alerts on a real Postgres: both ways of reading one give the same alerts in the same order. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { openPostgres, type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { ALERT_SORTS, type AlertOrder, type AlertPosition, type AlertSort } from './alert-order.ts'
import { type AlertFilter, alertFacets, alertsPage, fewAlertsPage, type PlacedAlert } from './query-alerts.ts'

const ACME = tenantId('acme')
let server: TestPostgres
let pool: Postgres

/** Times, risks and severities repeat, so that every order has ties. */
const FILL = /* sql */ `
  INSERT INTO alerts (id, title, severity, status, priority, risk_score, mitre_techniques, affected_hosts, tags,
    event_time, first_seen, last_seen, search_text, created_at)
  SELECT gen_random_uuid(), 'alert ' || n, 1 + n % 5, (ARRAY['new','triaged','in_progress'])[1 + n % 3], n % 100,
    CASE WHEN n % 4 > 0 THEN n % 7 END, ARRAY['T1059', 'T' || n % 3], ARRAY['host-' || n % 2], ARRAY['seen'],
    CASE WHEN n % 2 = 0 THEN at - interval '1 day' END, at, at, 'alert ' || n, at
  FROM (SELECT n, timestamptz '2026-11-01' + (n / 3) * interval '1 hour' AS at FROM generate_series(1, 60) n) rows`

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: server.appUrl, poolSize: 2 })
  await createTenant(pool, { id: ACME })
  await withTenant(pool, ACME, (tx) => tx.run(FILL))
})
afterAll(async () => {
  await pool?.end()
  await server?.close()
})

type Read = (tx: TenantTx, after: AlertPosition | null) => Promise<PlacedAlert[]>

async function allOf(read: Read): Promise<string[]> {
  const ids: string[] = []
  for (let after: AlertPosition | null = null; ; ) {
    const at = after
    const page: PlacedAlert[] = await withTenant(pool, ACME, (tx) => read(tx, at))
    ids.push(...page.map(({ item }) => item.id))
    const last = page.at(-1)
    if (last === undefined) return ids
    after = last.position
  }
}

const FILTERS: readonly AlertFilter[] = [
  {},
  { search: 'alert' },
  { tags: ['seen'] },
  { facets: { technique: ['T1059'] } },
  { facets: { technique: ['T1', 'T2'], host: ['HOST-1'] }, statuses: ['new', 'triaged'] },
]
/** Alerts of the second severity have no target: they are due last. */
const orderOf = (sort: AlertSort): AlertOrder => ({ sort, targets: [240, null, 90, 60, 15] })

test.each(ALERT_SORTS)(
  'by %s, pages in the order of an index are those of matches that are put in order',
  async (sort) => {
    const order = orderOf(sort)
    for (const filter of FILTERS) {
      const followed = await allOf((tx, after) => alertsPage(tx, filter, order, 17, after))
      const sorted = await allOf((tx, after) => fewAlertsPage(tx, filter, order, { limit: 17, alertsMax: 100 }, after))
      expect(followed).toEqual(sorted)
      const { total } = await withTenant(pool, ACME, (tx) => alertFacets(tx, filter))
      expect([new Set(followed).size, followed.length]).toEqual([total, total])
    }
  },
)

test('by SLA, alerts due first come first, and those without a target last', async () => {
  const ids = await allOf((tx, after) => alertsPage(tx, {}, orderOf('sla'), 17, after))
  const due = /* sql */ `
    SELECT id FROM alerts ORDER BY coalesce(created_at + ('{240,NULL,90,60,15}'::int[])[severity] * interval '1 minute',
      'infinity'), created_at, id`
  expect(ids).toEqual(await withTenant(pool, ACME, (tx) => tx.many((row) => text(row, 'id'), due)))
})
