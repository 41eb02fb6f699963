import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTenant, createOrganisation } from '../../../control/identity/organisations/index.ts'
import { METERS, setEntitlement } from '../../../control/platform/usage/index.ts'
import { usageLines } from '../../../control/platform/usage/usage-parquet.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withDuckdb } from '../../../stores/iceberg/duckdb.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { withSystem, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
let api: TestApi
let acme: TenantId
let token: string
let viewer: string
let stranger: string

/** Alerts of acme, of which one has words of a model, and one those of the rules. */
const ALERTS = ['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z', '2026-02-28T23:59:59.999Z']

beforeAll(async () => {
  const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
  api = await startTestApi({ deps: { lake } })
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
        `WITH alert AS (
           INSERT INTO alerts (id, title, severity, priority, first_seen, last_seen, search_text, created_at, ai_summary)
           VALUES (gen_random_uuid(), 'a', 3, 50, $1, $1, 'a', $1, $2) RETURNING id)
         INSERT INTO investigation_runs (kind, alert_id, status, judged_by, requested_by, summary, started_at, completed_at)
         SELECT 'triage', id, 'completed', CASE $3::int WHEN 0 THEN 'a-model' ELSE 'rules/1' END, 'triage', $2, $1, $1
         FROM alert WHERE $3::int < 2`,
        [time, at < 2 ? 'words' : null, at],
      )
    await tx.run(`
      INSERT INTO model_calls (purpose, model, outcome, reserved_tokens, prompt_tokens, completion_tokens, cost_usd, asked_at)
      VALUES ('triage', 'm', 'answered', 1, 100, 20, 0.1, '2026-03-01T00:00:00Z'),
             ('triage', 'm', 'answered', 1, 10, 2, 0.2, '2026-03-02T12:00:00Z'),
             ('triage', 'm', 'failed', 1, NULL, NULL, NULL, '2026-03-02T12:00:00Z'),
             ('triage', 'm', 'answered', 1, 1, 1, NULL, '2026-04-02T12:00:00Z')`)
    await tx.run(`
      INSERT INTO response_actions (action_type, target, parameters, rationale, blast_radius, status, outcome, requested_by,
        requested_by_kind, created_at, ended_at, deadline)
      SELECT 'block_ip', '203.0.113.1', '{}', 'x', 'low', status, outcome, 'x', 'human', '2026-03-02T00:00:00Z',
        CASE WHEN status <> 'approved' THEN clock_timestamp() END, CASE WHEN status = 'approved' THEN clock_timestamp() END
      FROM (VALUES ('completed', 'verified'), ('completed', 'simulated'), ('approved', NULL)) v (status, outcome)`)
    await tx.run(`
      INSERT INTO investigation_runs (kind, status, judged_by, requested_by, started_at, completed_at)
      VALUES ('investigation', 'completed', 'rules/1', 'ann', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z')`)
    await tx.run(`
      INSERT INTO connectors (name, type, auth_config, connector_config, interval_seconds, enabled, state)
      VALUES ('one', 'rest', '{}', '{}', 60, true, 'new'), ('off', 'rest', '{}', '{}', 60, false, 'disabled')`)
    // A token to push with is no connector, used or not.
    await tx.run(`
      INSERT INTO inbox_tokens (template_id, label, token_digest, token_sealed, fingerprint)
      VALUES ('generic', 'spare', sha256('spare'), 'x', 'x')`)
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
afterAll(() => api.close())

/** With output of a model. */
const firstAlert = () =>
  withTenant(api.deps.pool, acme, (tx) =>
    tx.maybeOne((row) => text(row, 'id'), `SELECT alert_id AS id FROM investigation_runs WHERE judged_by = 'a-model'`),
  )
const WINDOW = 'start=2026-03-01&end=2026-03-02'

test('meters are shown by day, in total and now, with the permission to read reports', async () => {
  const { status, body } = await api.ask('GET', `usage?${WINDOW}`, { token: viewer })
  expect(status).toBe(200)
  const first = { investigations: 1, llm_tokens: 120, llm_cost_usd: 0.1, actions: 0, actions_executed: 0 }
  const second = { investigations: 0, llm_tokens: 12, llm_cost_usd: 0.2, actions: 3, actions_executed: 1 }
  expect(body.daily).toEqual([
    {
      date: '2026-03-01',
      values: { events_ingested: 2, alerts: 2, triages_model: 1, triages_deterministic: 1, ...first },
    },
    {
      date: '2026-03-02',
      values: { events_ingested: 1, alerts: 1, triages_model: 0, triages_deterministic: 1, ...second },
    },
  ])
  expect(body.totals).toEqual({
    ...{ events_ingested: 3, alerts: 3, triages_model: 1, triages_deterministic: 2, investigations: 1 },
    ...{ llm_tokens: 132, llm_cost_usd: 0.3, actions: 3, actions_executed: 1 },
  })
  expect(body.now).toEqual({ active_connectors: 1, seats: 2 })
})

test('a deleted alert still counts as created', async () => {
  const before = (await api.ask('GET', `usage?${WINDOW}`, { token })).body
  await api.ask('DELETE', `alerts/${await firstAlert()}`, { token })
  expect((await api.ask('GET', `alerts?limit=500`, { token })).body.items).toHaveLength(ALERTS.length - 1)
  const after = (await api.ask('GET', `usage?${WINDOW}`, { token })).body
  expect([after.totals, after.daily]).toEqual([before.totals, before.daily])
  expect((await api.ask('GET', `usage/reconciliation?${WINDOW}`, { token })).body.agrees).toBe(true)
})

test('rows without a value are reported, and a meter without any value has no figure', async () => {
  const { body } = await api.ask('GET', `usage?${WINDOW}`, { token })
  const reason = '1 of 3 rows of model_calls do not say it; the figure is of the others'
  expect(body.unmeasured).toEqual([
    { meter: 'llm_tokens', table: 'model_calls', reason },
    { meter: 'llm_cost_usd', table: 'model_calls', reason },
  ])
  expect(body.meters.map(({ name }: { name: string }) => name)).toEqual(METERS.map(({ name }) => name))
  const april = (await api.ask('GET', 'usage?start=2026-04-01&end=2026-04-30', { token })).body
  expect([april.totals.llm_tokens, april.totals.llm_cost_usd]).toEqual([2, undefined])
  expect(april.unmeasured).toEqual([
    { meter: 'llm_cost_usd', table: 'model_calls', reason: '1 of 1 rows of model_calls do not say it' },
  ])
})

test('every meter refers to an existing table', async () => {
  const tables = await withSystem(api.deps.pool, 'test', (tx) =>
    tx.many((row) => text(row, 'name'), `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`),
  )
  const measured = METERS.filter(({ kind }) => kind !== 'lake').map(({ table }) => table)
  expect(measured.filter((table) => !tables.includes(table))).toEqual([])
})

test('figures by day, over the window and from the rows agree, and a difference is reported', async () => {
  const { body } = await api.ask('GET', `usage/reconciliation?${WINDOW}`, { token })
  expect(body.agrees).toBe(true)
  expect(body.meters).toEqual([
    { meter: 'events_ingested', summed: 3, whole: 3, lake: 3, agrees: true },
    { meter: 'alerts', summed: 3, whole: 3, lake: null, agrees: true },
    { meter: 'triages_model', summed: 1, whole: 1, lake: null, agrees: true },
    { meter: 'triages_deterministic', summed: 2, whole: 2, lake: null, agrees: true },
    { meter: 'investigations', summed: 1, whole: 1, lake: null, agrees: true },
    { meter: 'llm_tokens', summed: 132, whole: 132, lake: null, agrees: true },
    { meter: 'llm_cost_usd', summed: 0.3, whole: 0.3, lake: null, agrees: true },
    { meter: 'actions', summed: 3, whole: 3, lake: null, agrees: true },
    { meter: 'actions_executed', summed: 1, whole: 1, lake: null, agrees: true },
  ])
  const { body: theirs } = await api.ask('GET', `usage/reconciliation?${WINDOW}`, { token: stranger })
  expect(theirs.meters[0]).toEqual({ meter: 'events_ingested', summed: 9, whole: 9, lake: 0, agrees: false })
  expect(theirs.agrees).toBe(false)
})

test('a month as CSV names the tenant, its provider and the unmeasured meters', async () => {
  const { text: csv, headers } = await api.ask('GET', 'usage/export.csv?month=2026-03', { token })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = csv.split('\r\n')
  expect(lines).toContain('# tenant,acme')
  expect(lines).toContain(`# operator organisation,'=Provider`)
  expect(lines).toContain(
    '# not measured llm_tokens,1 of 3 rows of model_calls do not say it; the figure is of the others',
  )
  expect(lines).toContain('2026-03-01,2,2,1,1,1,120,0.1,0,0')
  expect(lines).toContain('total,3,3,1,2,1,132,0.3,3,1')
  expect(lines.filter((line) => /^2026-03-/.test(line))).toHaveLength(31)
})

async function download(path: string) {
  const answer = await api.api.app.inject({ url: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}` } })
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers }
}

test('a month as Parquet has a row per day and meter, with the reason for incomplete figures', async () => {
  const { status, bytes, headers } = await download('usage/export.parquet?month=2026-03')
  expect([status, headers['content-type']]).toEqual([200, 'application/vnd.apache.parquet'])
  expect(headers['content-disposition']).toBe('attachment; filename="usage-acme-2026-03.parquet"')
  const folder = await mkdtemp(join(tmpdir(), 'usage-test-'))
  const file = join(folder, 'usage.parquet')
  await writeFile(file, bytes)
  const rows = await withDuckdb({ memoryMb: 64, tempFolder: folder }, (duck) =>
    duck.rows<Record<string, unknown>>(`SELECT * FROM read_parquet('${file}') WHERE date = DATE '2026-03-01'`),
  )
  await rm(folder, { recursive: true })
  const of = (meter: string) => rows.find((row) => row.meter === meter)
  const own = { tenant: 'acme', organisation: '=Provider', date: '2026-03-01' }
  expect(of('events_ingested')).toMatchObject({ ...own, value: 2, not_measured: null })
  expect(of('llm_tokens')).toMatchObject({ ...own, value: 120, not_measured: expect.stringContaining('1 of 3 rows') })
  expect(rows).toHaveLength(9)
  expect((await download('usage/export.parquet?month=2026-3')).status).toBe(422)
})

test('a meter without a figure has null rows in Parquet', () => {
  const unmeasured = [{ meter: 'events_ingested', table: 'events', reason: 'the lake does not answer' }]
  const usage = { start: '2026-03-01', end: '2026-03-01', totals: { alerts: 1 }, now: {}, unmeasured }
  expect(usageLines({ ...usage, daily: [{ date: '2026-03-01', values: { alerts: 1 } }] })).toEqual([
    { date: '2026-03-01', meter: 'alerts', value: 1 },
    { date: '2026-03-01', meter: 'events_ingested', value: null, reason: 'the lake does not answer' },
  ])
})

test('headroom is the remaining part of a tenant’s limits', async () => {
  const set = (meter: string, allowance: number | null) =>
    setEntitlement(api.owner, acme, { meter, allowance }, async () => undefined)
  await set('seats', 1)
  await set('alerts', 10)
  await set('actions', 5)
  const { body } = await api.ask('GET', 'usage', { token })
  expect(body.entitlements).toEqual([
    { meter: 'actions', allowance: 5, period: 'month', used: 0, headroom: 5 },
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
  ['start=2026-01-01&end=2026-07-06', 422],
  ['start=2026-03-02&end=2026-03-01', 422],
  ['start=1026-03-02&end=1026-03-03', 422],
])('usage?%s is %i', async (query, status) => {
  expect((await api.ask('GET', `usage?${query}`, { token })).status).toBe(status)
})
