import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTenant, createOrganisation } from '../../../control/organisations/index.ts'
import { METERS, setEntitlement } from '../../../control/usage/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { withSystem, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
let server: TestPostgres
let api: TestApi
let acme: TenantId
let token: string
let viewer: string
let stranger: string

/** Alerts of acme, of which one has a summary that a model wrote. */
const ALERTS = ['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z', '2026-02-28T23:59:59.999Z']

beforeAll(async () => {
  server = await withTestPostgres()
  const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
  api = await openTestApi(await server.database(), { deps: { lake } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  await makeUser(api, acme, 'vera', 'viewer')
  viewer = await tokenOf(api, acme, 'vera')
  const globex = await makeTenant(api, 'globex')
  stranger = await makeAdmin(api, globex)
  await createOrganisation(api.owner, { name: '=Provider', kind: 'mssp', homeTenant: globex })
  await addTenant(api.owner, '=Provider', acme)
  await withTenant(api.deps.pool, acme, async (tx) => {
    for (const [at, time] of ALERTS.entries())
      await tx.run(
        `INSERT INTO alerts (id, title, severity, priority, first_seen, last_seen, search_text, created_at, ai_summary)
         VALUES (gen_random_uuid(), 'a', 3, 50, $1, $1, 'a', $1, $2)`,
        [time, at === 0 ? 'written by a model' : null],
      )
  })
  const stored = (tenant_id: string, minute: string, events: number) => {
    return { tenant_id, source: 's', minute, outcome: 'stored', reason: '', events }
  }
  const ledger = [
    stored('acme', '2026-03-01 10:00:00', 2),
    stored('acme', '2026-03-02 10:00:00', 1),
    { ...stored('acme', '2026-03-02 10:00:00', 7), outcome: 'duplicate' },
    stored('globex', '2026-03-01 10:00:00', 9),
  ]
  await engine().client.insert({ table: 'ledger', values: ledger, format: 'JSONEachRow' })
  const times = ['2026-03-01 10:00:01', '2026-03-01 10:00:59', '2026-03-02 10:00:00']
  const events = times.map((time) => {
    return { tenant_id: 'acme', event_uid: crypto.randomUUID(), time, ingest_time: time, raw: 'x' }
  })
  await engine().client.insert({ table: 'events', values: events, format: 'JSONEachRow' })
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

const WINDOW = 'start=2026-03-01&end=2026-03-02'

test('meters are by day, summed, and of this moment, to whoever may read reports', async () => {
  const { status, body } = await api.ask('GET', `usage?${WINDOW}`, { token: viewer })
  expect(status).toBe(200)
  const day = { events_ingested: 2, alerts: 2, triages_model: 1, triages_deterministic: 1 }
  expect(body.daily).toEqual([
    { date: '2026-03-01', values: day },
    { date: '2026-03-02', values: { events_ingested: 1, alerts: 1, triages_model: 0, triages_deterministic: 1 } },
  ])
  expect(body.totals).toEqual({ events_ingested: 3, alerts: 3, triages_model: 1, triages_deterministic: 2 })
  expect(body.now).toEqual({ active_connectors: 0, seats: 2 })
})

test('what is not measured says why and names the table, and has no figure', async () => {
  const { body } = await api.ask('GET', `usage?${WINDOW}`, { token })
  const names = ['investigations', 'llm_tokens', 'llm_cost_usd', 'actions', 'actions_executed']
  expect(body.unmeasured.map(({ meter }: { meter: string }) => meter)).toEqual(names)
  for (const { table, reason } of body.unmeasured) expect(reason).toContain(`no table ${table}`)
  for (const name of names) expect([body.totals[name], body.now[name]]).toEqual([undefined, undefined])
  expect(body.meters.map(({ name }: { name: string }) => name)).toEqual(METERS.map(({ name }) => name))
})

test('a table that is there is measured: a meter that says it is not fails here', async () => {
  const tables = await withSystem(api.deps.pool, 'test', (tx) =>
    tx.many((row) => text(row, 'name'), `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`),
  )
  const missing = METERS.filter(({ kind }) => kind === 'unmeasured').map(({ table }) => table)
  expect(missing.filter((table) => tables.includes(table))).toEqual([])
  const measured = METERS.filter(({ kind }) => kind === 'window' || kind === 'now').map(({ table }) => table)
  expect(measured.filter((table) => !tables.includes(table))).toEqual([])
})

test('figures by day, over the window and of the rows agree, and it is said when they do not', async () => {
  const { body } = await api.ask('GET', `usage/reconciliation?${WINDOW}`, { token })
  expect(body.agrees).toBe(true)
  expect(body.meters).toEqual([
    { meter: 'events_ingested', summed: 3, whole: 3, lake: 3, agrees: true },
    { meter: 'alerts', summed: 3, whole: 3, lake: null, agrees: true },
    { meter: 'triages_model', summed: 1, whole: 1, lake: null, agrees: true },
    { meter: 'triages_deterministic', summed: 2, whole: 2, lake: null, agrees: true },
  ])
  const { body: theirs } = await api.ask('GET', `usage/reconciliation?${WINDOW}`, { token: stranger })
  expect(theirs.meters[0]).toEqual({ meter: 'events_ingested', summed: 9, whole: 9, lake: 0, agrees: false })
  expect(theirs.agrees).toBe(false)
})

test('a month as CSV names the tenant, its provider and what is not measured', async () => {
  const { text: csv, headers } = await api.ask('GET', 'usage/export.csv?month=2026-03', { token })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = csv.split('\r\n')
  expect(lines).toContain('# tenant,acme')
  expect(lines).toContain(`# operator organisation,'=Provider`)
  expect(lines).toContain('# not measured actions,nothing is recorded yet: there is no table actions')
  expect(lines).toContain('2026-03-01,2,2,1,1')
  expect(lines).toContain('total,3,3,1,2')
  expect(lines.filter((line) => /^2026-03-/.test(line))).toHaveLength(31)
})

test('headroom is what is left of what a tenant may use', async () => {
  const set = (meter: string, allowance: number | null) =>
    setEntitlement(api.owner, acme, { meter, allowance }, async () => undefined)
  await set('seats', 1)
  await set('alerts', 10)
  await set('actions', 5)
  const { body } = await api.ask('GET', 'usage', { token })
  expect(body.entitlements).toEqual([
    { meter: 'actions', allowance: 5, period: 'month', used: null, headroom: null },
    { meter: 'alerts', allowance: 10, period: 'month', used: 0, headroom: 10 },
    { meter: 'seats', allowance: 1, period: 'now', used: 2, headroom: -1 },
  ])
  await set('seats', null)
  expect((await api.ask('GET', 'usage', { token })).body.entitlements).toHaveLength(2)
  await expect(set('bananas', 1)).rejects.toThrow('meters are events_ingested')
  expect((await api.ask('GET', 'usage', { token: stranger })).body.entitlements).toEqual([])
})

test.each([
  ['start=2026-01-01&end=2026-07-05', 200],
  ['start=2026-01-01&end=2026-07-06', 400],
  ['start=2026-03-02&end=2026-03-01', 400],
  ['start=1026-03-02&end=1026-03-03', 400],
])('usage?%s is %i', async (query, status) => {
  expect((await api.ask('GET', `usage?${query}`, { token })).status).toBe(status)
})
