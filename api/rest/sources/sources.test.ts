import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmsPage, watchTenant } from '../../../control/platform/sources/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { sourceHealth } from '../../../query/source-health.ts'
import { type ReadLimits, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
/** A whole minute: the ledger counts in minutes, and the age of a source would else round by the second of the run. */
const NOW_MS = Math.floor(Date.now() / 60_000) * 60_000
const HOUR_MS = 3_600_000
let server: TestPostgres
let api: TestApi
let acme: TenantId
let globex: TenantId
let token: string
let stranger: string
const lake = (tenant: TenantId, limits?: ReadLimits) => tenantReader(engine().client, tenant, limits)

/** Events at hours before now. */
async function stored(
  source: string,
  hoursAgo: readonly number[],
  events: number | ((hour: number) => number) = 10,
  tenant = 'acme',
  outcome = 'stored',
) {
  const values = hoursAgo.map((hour) => ({
    ...{ tenant_id: tenant, source, outcome, reason: '' },
    minute: Math.floor((NOW_MS - hour * HOUR_MS) / 60_000) * 60,
    events: typeof events === 'number' ? events : events(hour),
  }))
  await engine().client.insert({ table: 'ledger', values, format: 'JSONEachRow' })
}
const hours = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step)

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server, { deps: { lake, nowMs: () => NOW_MS } })
  acme = await makeTenant(api, 'acme')
  globex = await makeTenant(api, 'globex')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, globex)
  /** 40 hours of each week, of which the last one ends now. */
  const rests = (hour: number) => hour % 168 < 40
  await stored('steady', hours(0, 27 * 24))
  await stored('dead', hours(30, 27 * 24))
  await stored('late', hours(1.6, 27 * 24))
  await stored('new', hours(30, 3 * 24))
  await stored(
    'rests',
    hours(0, 27 * 24).filter((hour) => !rests(hour)),
  )
  await stored('fallen', hours(0, 27 * 24), (hour) => (hour < 24 ? 1 : 100))
  await stored('risen', hours(0, 27 * 24), (hour) => (hour < 24 ? 1000 : 100))
  await stored('small', hours(0, 27 * 24, 24), (hour) => (hour < 24 ? 1 : 20))
  await stored('of globex', hours(30, 27 * 24), 10, 'globex')
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const health = async (tenant = acme, nowMs = NOW_MS) =>
  Object.fromEntries((await sourceHealth(lake(tenant), nowMs)).map((one) => [one.source, one]))

test('a source is judged by its own history', async () => {
  const found = await health()
  const states = Object.fromEntries(Object.entries(found).map(([name, { state }]) => [name, state]))
  expect(states).toEqual({
    ...{ steady: 'fresh', dead: 'silent', late: 'late', new: 'unknown', small: 'fresh' },
    // Quiet for 40 hours, as it is each week.
    ...{ rests: 'fresh', fallen: 'fresh', risen: 'fresh' },
  })
  expect(found.dead).toMatchObject({ longestGapSeconds: 3600, reason: expect.stringContaining('quiet for 30 hours') })
  expect(found.new).toMatchObject({ longestGapSeconds: null, reason: expect.stringContaining('after 7') })
  const volumes = Object.fromEntries(Object.entries(found).map(([name, { volume }]) => [name, volume.state]))
  expect(volumes).toMatchObject({ steady: 'normal', fallen: 'fall', risen: 'rise', small: 'normal', new: 'unknown' })
  expect(found.fallen?.volume).toMatchObject({ usual: 2400 })
  expect(Object.keys(await health(globex))).toEqual(['of globex'])
})

test('a source of the last hour has its age in minutes, and not as no hours', async () => {
  const fresh = await makeTenant(api, 'fresh')
  await stored('just now', [0.25], 10, 'fresh')
  const { 'just now': found } = await health(fresh)
  expect(found?.reason).toBe('it has sent events for 15 min; its usual gaps and volume are known after 7 days')
})

test('events that were received but not stored do not keep a source alive', async () => {
  const gives = (source: string, outcome: string, from: number) =>
    stored(source, hours(from, 27 * 24), 10, 'initech', outcome)
  const initech = await makeTenant(api, 'initech')
  await gives('again', 'received', 0)
  await gives('again', 'duplicate', 0)
  await stored('again', hours(30, 27 * 24), 10, 'initech')
  await gives('garbage', 'received', 0)
  await gives('garbage', 'dead_lettered', 0)
  const found = await health(initech)
  expect(found.again).toMatchObject({
    ...{ state: 'silent', lastMs: Math.floor((NOW_MS - 30 * HOUR_MS) / 60_000) * 60_000 },
    reason: expect.stringContaining('240 events received in the last 24 hours 240 were repeats'),
    volume: { last24h: 0, received: 240, duplicate: 240, deadLettered: 0 },
  })
  expect(found.garbage).toMatchObject({
    ...{ state: 'unknown', lastMs: null, quietSeconds: null, volume: { last24h: 0, deadLettered: 240 } },
    reason: expect.stringContaining('nothing of it was stored within 28 days'),
  })
})

const deps = () => ({ pool: api.owner, lake, audit: api.deps.audit, nowMs: () => NOW_MS })
const alarms = async (as = token) => (await api.ask('GET', 'sources/alarms?limit=500', { token: as })).body.items

test('an alarm starts once, with an alert, and ends when the source returns', async () => {
  expect(await watchTenant(deps(), acme)).toBe(3)
  expect(await watchTenant(deps(), acme)).toBe(0)
  const begun = await alarms()
  expect(begun.map(({ source, kind }: { source: string; kind: string }) => `${kind} ${source}`).sort()).toEqual([
    ...['fall fallen', 'rise risen', 'silent dead'],
  ])
  const dead = begun.find(({ source }: { source: string }) => source === 'dead')
  const alert = await api.ask('GET', `alerts/${dead.alert_id}`, { token })
  expect(alert.body).toMatchObject({ title: 'Source dead fell silent', severity: 'high', category: 'source_health' })
  expect(await alarms(stranger)).toEqual([])
  await stored('dead', [0], 240)
  expect(await watchTenant(deps(), acme)).toBe(0)
  expect((await alarms()).find(({ source }: { source: string }) => source === 'dead').ended_at).not.toBeNull()
  // It is an alarm of its own when it begins anew.
  const later = { ...deps(), nowMs: () => NOW_MS + 80 * HOUR_MS }
  expect(await watchTenant(later, acme)).toBeGreaterThan(0)
  const all = (await withTenant(api.owner, acme, (tx) => alarmsPage(tx, 500, null))).map(({ item }) => item)
  expect(all.filter(({ source, kind }) => source === 'dead' && kind === 'silent')).toHaveLength(2)
})

test('two concurrent processes raise one alarm', async () => {
  const counts = await Promise.all([
    watchTenant(deps(), globex),
    watchTenant(deps(), globex),
    watchTenant(deps(), globex),
  ])
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await alarms(stranger)).toHaveLength(1)
})

test('GET /sources lists the sources of the tenant with their names', async () => {
  const { body } = await api.ask('GET', 'sources?limit=500', { token: stranger })
  expect(body.items).toMatchObject([
    { source: 'of globex', name: 'of globex', state: 'silent', expected_cadence_seconds: 3600 },
  ])
})
