/** Retention of a tenant: days of its own, by class, and a legal hold that keeps what its subject stands in. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  keepHoldsOnce,
  lakeRetention,
  type RetentionDeps,
  runRetention,
  runRetentionOnce,
} from '../../../control/platform/governance/index.ts'
import { expireAlerts } from '../../../control/soc/alerts/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { heldTenants, holdTenants } from '../../../stores/clickhouse/retention.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
let api: TestApi
let acme: TenantId
let token: string
let stranger: string

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(() => api?.close())

const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })
const keep = () => keepHoldsOnce({ pool: api.owner, hold: (tenants) => holdTenants(engine().client, tenants) })
const archived: { before: Date; held: string }[] = []
const deps = (): RetentionDeps => ({
  pool: api.owner,
  lake: lakeRetention(engine().client),
  expireArchive: async (_, before, held) => {
    archived.push({ before, held })
    return { removed: 2, kept: held === '' ? 0 : 1 }
  },
  expireAlerts: (tenant, before) => expireAlerts(api.owner, tenant, before),
  record: async () => {},
  nowMs: Date.now,
})
const run = async () => {
  await keep()
  return Object.fromEntries((await runRetention(deps(), acme)).map((one) => [one.class, one]))
}
const place = async (subject_kind: string, subject_value: string) =>
  (await ask('POST', 'governance/legal-holds', { name: 'May', matter_ref: 'M-1', subject_kind, subject_value })).body
const set = async (body: object) => expect((await ask('PUT', 'governance/retention', body)).status).toBe(200)

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
const event = (raw: string, ago: number, more: object = {}) => ({
  ...{ tenant_id: 'acme', event_uid: crypto.randomUUID(), time: day(ago), ingest_time: day(ago), raw, ...more },
})
const insert = (table: string, values: object[]) => engine().client.insert({ table, format: 'JSONEachRow', values })
async function left(table: string, what: string): Promise<string[]> {
  await engine().client.command({ query: `OPTIMIZE TABLE ${table} FINAL` })
  const query = `SELECT toString(${what}) AS value FROM ${table} WHERE tenant_id = 'acme' ORDER BY value`
  const answer = await engine().client.query({ query, format: 'JSONEachRow' })
  return (await answer.json<{ value: string }>()).map(({ value }) => value)
}

beforeEach(async () => {
  archived.length = 0
  await set({ raw_events_days: 500 })
  await keep()
  expect(await heldTenants(engine().client)).toEqual(['acme'])
})
afterEach(async () => {
  for (const { id } of (await ask('GET', 'governance/legal-holds?live=true')).body.items)
    await ask('POST', `governance/legal-holds/${id}/release`, { reason: 'settled' })
  for (const table of ['events', 'signals', 'dead_letters'])
    await engine().client.command({ query: `TRUNCATE TABLE ${table}` })
})

test('a tenant’s own retention applies to the lake; other tenants and other tables keep theirs', async () => {
  await insert('events', [event('of 450 days', 450), event('of 550 days', 550)])
  await insert('events', [{ ...event('theirs', 450), tenant_id: 'globex' }])
  await insert('dead_letters', [
    { tenant_id: 'acme', letter_id: crypto.randomUUID(), received_at: day(31), reason: 'x', detail: '', raw: 'old' },
    { tenant_id: 'acme', letter_id: crypto.randomUUID(), received_at: day(29), reason: 'x', detail: '', raw: 'new' },
  ])
  const { events, dead_letters } = await run()
  expect(events).toMatchObject({ removed: 1, kept: 0, hold: null })
  expect(dead_letters).toMatchObject({ removed: 1, kept: 0, hold: null })
  expect(await left('events', 'raw')).toEqual(['of 450 days'])
  expect(await left('dead_letters', 'raw')).toEqual(['new'])
  await set({})
  await keep()
  expect(await left('events', 'raw')).toEqual([])
})

test('a hold keeps every row that contains its subject, in any form, and lets others expire', async () => {
  const hold = await place('user', 'Ann@acme.example')
  await place('ip', '2001:db8::7')
  await insert('events', [
    event('{"u":"ANN@acme.example"}', 600),
    event('logon of ACME\\ann', 600),
    event('by column', 600, { target_user: 'ann' }),
    event('from it', 600, { src_ip: '2001:0db8:0000:0000:0000:0000:0000:0007' }),
    event('over it', 600, { ocsf_rest: '"proxy":{"ip":"2001:0db8::0007"}' }),
    event('annual report', 600),
    event('bob', 600),
    event('ann, of late', 10),
    event('bob, of late', 10),
  ])
  await insert('signals', [
    { tenant_id: 'acme', signal_id: crypto.randomUUID(), time: day(600), ingest_time: day(600), user: 'ANN' },
    { tenant_id: 'acme', signal_id: crypto.randomUUID(), time: day(600), ingest_time: day(600), user: 'bob' },
  ])
  const { events, signals } = await run()
  expect(events).toMatchObject({ removed: 2, kept: 5, hold: { id: hold.id } })
  expect(signals).toMatchObject({ removed: 1, kept: 1, hold: { id: hold.id } })
  expect(await left('signals', 'user')).toEqual(['ANN'])
  expect(await left('events', 'raw')).toEqual(
    [
      'ann, of late',
      'bob, of late',
      'by column',
      'from it',
      'logon of ACME\\ann',
      'over it',
      '{"u":"ANN@acme.example"}',
    ].sort(),
  )
  const { items } = (await ask('GET', 'governance/retention/runs')).body
  expect(items.find((one: { class: string }) => one.class === 'events')).toMatchObject({
    removed: 2,
    kept: 5,
    hold_id: hold.id,
  })
  expect((await ask('GET', 'governance/retention/runs', undefined, stranger)).body.items).toEqual([])
})

test('a hold on the tenant refuses the whole run, and a hold on an alert or case keeps the users that the alert names', async () => {
  await insert('events', [event('of ann', 600), event('of bob', 600)])
  const whole = await place('tenant', 'acme')
  expect((await run()).events).toMatchObject({ removed: 0, kept: null, hold: { id: whole.id } })
  await ask('POST', `governance/legal-holds/${whole.id}/release`, { reason: 'settled' })
  const { body: nameless } = await ask('POST', 'alerts', { title: 'nobody', severity: 'low' })
  const unknown = await place('alert', nameless.id)
  expect((await run()).events).toMatchObject({
    ...{ removed: 0, kept: null, hold: { id: unknown.id }, detail: expect.stringContaining('names no user') },
  })
  await ask('POST', `governance/legal-holds/${unknown.id}/release`, { reason: 'settled' })
  const { body: alert } = await ask('POST', 'alerts', { title: 'ann', severity: 'low', affected_users: ['Ann'] })
  const { body: found } = await ask('POST', 'cases', { title: 'a case', severity: 'low' })
  await ask('POST', `cases/${found.id}/alerts`, { alert_ids: [alert.id] })
  const ofCase = await place('case', found.id)
  expect((await run()).events).toMatchObject({ removed: 1, kept: 1, hold: { id: ofCase.id } })
  expect(await left('events', 'raw')).toEqual(['of ann'])
})

test('finished alerts expire after their days, except those under a hold', async () => {
  await set({ raw_events_days: 500, alerts_days: 90, archive_days: 800 })
  const made = async (title: string, status: string, ago: number, users: string[] = []) => {
    const { body } = await ask('POST', 'alerts', { title, severity: 'low', affected_users: users })
    await withTenant(api.owner, acme, (tx) =>
      tx.run(
        'UPDATE alerts SET status = $2, created_at = clock_timestamp() - make_interval(days => $3) WHERE id = $1',
        [...[body.id, status, ago]],
      ),
    )
    return body.id as string
  }
  const old = await made('old', 'closed', 100)
  const open = await made('open', 'new', 100)
  const young = await made('young', 'resolved', 80)
  const held = await made('held', 'resolved', 100, ['Zoe'])
  const hold = await place('user', 'zoe')
  const { alerts, archive } = await run()
  expect(alerts).toMatchObject({ removed: 1, kept: 1, hold: { id: hold.id } })
  expect(archive).toMatchObject({ removed: 2, kept: 1, hold: { id: hold.id } })
  expect(archived).toEqual([{ before: expect.any(Date), held: expect.stringContaining('zoe') }])
  const statuses = await Promise.all(
    [old, open, young, held].map(async (id) => (await ask('GET', `alerts/${id}`)).status),
  )
  expect(statuses).toEqual([404, 200, 200, 200])
})

test('a hold is marked as effective only when no run started before it', async () => {
  let isKeptMeanwhile: unknown
  const lake = lakeRetention(engine().client)
  const meanwhile = async () => {
    const hold = await place('user', 'late')
    await keep()
    const { items } = (await ask('GET', 'governance/legal-holds?live=true')).body
    isKeptMeanwhile = items.find(({ id }: { id: string }) => id === hold.id).kept_since
    return lake.days()
  }
  await runRetention({ ...deps(), lake: { ...lake, days: meanwhile } }, acme)
  expect(isKeptMeanwhile).toBeNull()
  await keep()
  const [hold] = (await ask('GET', 'governance/legal-holds?live=true')).body.items
  expect(hold.kept_since).toEqual(expect.any(String))
})

test('a tenant is due once a day, and days have limits', async () => {
  await withTenant(api.owner, acme, (tx) => tx.run(`DELETE FROM retention_runs`))
  expect(await runRetentionOnce(deps())).toBe(true)
  expect(await runRetentionOnce(deps())).toBe(false)
  for (const body of [{ raw_events_days: 399 }, { raw_events_days: 3651 }, { alerts_days: 0 }, { audit_days: 30 }])
    expect([body, (await ask('PUT', 'governance/retention', body)).status]).toEqual([body, 422])
  await set({ alerts_days: 30 })
  expect((await ask('GET', 'governance/retention')).body).toEqual({
    raw_events_days: null,
    archive_days: null,
    alerts_days: 30,
  })
})
