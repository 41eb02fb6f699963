/** Refusals of routes that change something, in the audit log of the tenant that they are about. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTenant, createOrganisation } from '../control/identity/organisations/index.ts'
import { openRefusalLog, REFUSAL_LIMITS, type RefusalLog, recordIn } from '../control/platform/acting/index.ts'
import { auditPage } from '../control/platform/audit/index.ts'
import type { TenantId } from '../platform/tenant.ts'
import { openPostgres, type Postgres, withTenant } from '../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { makeAdmin, makeUser, newTenant, openTestApi, SEALER, type TestApi, tokenOf } from './test-api.ts'

const clock = { ms: 0 }
let server: TestPostgres
let pool: Postgres
let api: TestApi
let refusals: RefusalLog
let acme: TenantId
let other: TenantId
let admin: string
let viewer: string
let stranger: string

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: server.appUrl, poolSize: 4 })
  refusals = openRefusalLog({ pool, audit: recordIn(SEALER), log: pino({ level: 'silent' }), nowMs: () => clock.ms })
  api = await openTestApi(server, { clock, deps: { refusals } })
}, 120_000)
beforeEach(async () => {
  clock.ms = Date.now()
  acme = await newTenant(api, 'acme')
  other = await newTenant(api, 'other')
  admin = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, other)
  await makeUser(api, acme, 'vic', 'viewer')
  viewer = await tokenOf(api, acme, 'vic')
})
afterAll(async () => {
  await refusals?.stop()
  await api?.close()
  await pool?.end()
  await server?.close()
})

/** Oldest first, of the tenant. */
async function recorded(tenant = acme, action = 'access:refused') {
  await refusals.flush()
  const { items } = await withTenant(api.owner, tenant, (tx) => auditPage(tx, SEALER, { action }, { limit: 500 }))
  return items
    .filter((entry) => entry.action === action)
    .map(({ changes, ...entry }) => ({ ...entry, ...(changes as object) })) as unknown as Record<string, unknown>[]
}
const until = (count: number) => expect.poll(async () => (await recorded()).length, { timeout: 20_000 }).toBe(count)
const CASE = { title: 'a case', severity: 'low' }
const post = (url: string, how: object, body: object = CASE) => api.ask('POST', url, { body, ...how })
const keyFor = async (scopes: string[]) => {
  const body = { name: 'k', scopes }
  return (await api.ask('POST', 'api-keys', { token: admin, body })).body as { id: string; key: string; prefix: string }
}

test('a refused change is audited with its actor; a refused read is not', async () => {
  expect((await post('cases', { token: viewer, ip: '198.51.100.7' })).status).toBe(403)
  expect((await api.ask('GET', 'audit', { token: viewer })).status).toBe(403)
  const entries = await recorded()
  expect(entries).toMatchObject([
    { actor_kind: 'user', actor_email: `vic@${acme}.example`, actor_ip: '198.51.100.7', status: 403 },
  ])
  expect(entries[0]).toMatchObject({ route: 'POST /api/v1/cases', resource: 'request' })
})

test('ids of another tenant, in paths and bodies, are logged for the requesting tenant only', async () => {
  const theirs = (await post('cases', { token: stranger })).body.id
  expect((await api.ask('PATCH', `cases/${theirs}`, { token: admin, body: { title: 'mine now' } })).status).toBe(404)
  expect((await post('cases', { token: admin }, { ...CASE, assignee_id: theirs })).status).toBe(422)
  expect((await post('cases', { token: admin }, { ...CASE, title: '' })).status).toBe(422) // a mistake, and no probe
  const entries = await recorded()
  expect(entries.map(({ status, ids }) => [status, ids])).toEqual([
    [422, []],
    [404, [theirs]],
  ])
  expect(await recorded(other)).toEqual([])
})

test('an ended key is recorded with its prefix, in its tenant', async () => {
  const { id, key } = await keyFor(['cases:write'])
  expect((await post('cases', { key })).status).toBe(201)
  await api.ask('DELETE', `api-keys/${id}`, { token: admin })
  clock.ms += 10_000
  expect((await post('cases', { key })).status).toBe(401)
  expect(await recorded()).toMatchObject([{ actor_kind: 'api_key', actor_id: id, status: 401 }])
  expect((await recorded())[0]?.api_key_prefix).toBe(key.slice(0, String((await recorded())[0]?.api_key_prefix).length))
})

test('an ended session, and credentials used for another tenant, are recorded for their owner', async () => {
  await api.ask('POST', 'auth/logout', { token: viewer })
  clock.ms += 10_000
  expect((await post('cases', { token: viewer })).status).toBe(401)
  expect((await post('cases', { token: admin, headers: { 'x-tenant-id': other } })).status).toBe(401)
  expect((await recorded()).map(({ status, actor_kind }) => [status, actor_kind])).toEqual([
    [401, 'user'],
    [401, 'user'],
  ])
  clock.ms += 31 * 60_000
  expect((await post('cases', { token: admin })).status).toBe(401)
  expect(await recorded()).toHaveLength(3)
  expect(await recorded(other)).toEqual([])
})

test('a guess is recorded with its address in the tenant that it names', async () => {
  const ip = '198.51.100.9'
  expect((await post('cases', { token: 'guess', headers: { 'x-tenant-id': acme }, ip })).status).toBe(401)
  expect((await post('cases', { headers: { 'x-tenant-id': 'of-nobody' }, ip })).status).toBe(401)
  expect((await post('cases', { ip })).status).toBe(401)
  await until(1) // the tenant is looked up behind the answer
  expect(await recorded()).toMatchObject([{ actor_kind: 'anonymous', actor_ip: ip, status: 401 }])
})

test('a refused mutation is recorded as its route would be', async () => {
  const theirs = (await post('cases', { token: stranger })).body.id
  const mutate = (token: string, query: string) => post('/graphql', { token }, { query })
  await mutate(viewer, 'mutation { createCase(input: { title: "walk", severity: LOW }) { id } }')
  await mutate(admin, `mutation { updateCase(id: "${theirs}", input: { title: "walk" }) { id } }`)
  await mutate(admin, `{ case(id: "${theirs}") { id } }`)
  expect((await recorded()).map(({ status, route }) => [status, route])).toEqual([
    [404, 'Mutation.updateCase'],
    [403, 'Mutation.createCase'],
  ])
})

test('many refusals make a few entries and one with the number, and start again with the next minute', async () => {
  const { key, id } = await keyFor(['alerts:read'])
  const tries = REFUSAL_LIMITS.entries + 25
  for (let n = 0; n < tries; n++) expect((await post(n % 2 ? 'cases' : 'api-keys', { key })).status).toBe(403)
  expect(await recorded()).toHaveLength(REFUSAL_LIMITS.entries)
  expect(await recorded(acme, 'access:refused_flood')).toEqual([])
  clock.ms += REFUSAL_LIMITS.windowMs
  expect(await recorded(acme, 'access:refused_flood')).toMatchObject([
    {
      ...{ actor_kind: 'api_key', actor_id: id, count: 25, statuses: [403] },
      routes: expect.arrayContaining(['POST /api/v1/cases', 'POST /api/v1/api-keys']),
    },
  ])
  await post('cases', { key })
  expect(await recorded()).toHaveLength(REFUSAL_LIMITS.entries + 1)
  clock.ms += REFUSAL_LIMITS.windowMs
  expect(await recorded(acme, 'access:refused_flood')).toHaveLength(1)
})

test('many refusals at once do not fill a tenant’s log: the rest is counted', async () => {
  const actors = Math.ceil(REFUSAL_LIMITS.tenantEntries / REFUSAL_LIMITS.entries) + 3
  for (let n = 0; n < actors; n++) {
    const { key } = await keyFor(['alerts:read'])
    for (let k = 0; k < REFUSAL_LIMITS.entries; k++) await post('cases', { key })
  }
  expect(await recorded()).toHaveLength(REFUSAL_LIMITS.tenantEntries)
  clock.ms += REFUSAL_LIMITS.windowMs
  const floods = await recorded(acme, 'access:refused_flood')
  expect(floods.map(({ count }) => count)).toEqual([10, 10, 10])
})

test('a stop writes the counts', async () => {
  const log = openRefusalLog({ pool, audit: recordIn(SEALER), log: pino({ level: 'silent' }), nowMs: () => clock.ms })
  const own = await openTestApi(server, { clock, deps: { refusals: log, keys: api.deps.keys } })
  const { key } = await keyFor(['alerts:read'])
  for (let n = 0; n <= REFUSAL_LIMITS.entries; n++) await own.ask('POST', 'cases', { key, body: CASE })
  await own.close()
  await log.stop()
  expect(await recorded(acme, 'access:refused_flood')).toMatchObject([{ count: 1 }])
})

test('a user who works under a delegation is recorded with it', async () => {
  await createOrganisation(api.owner, { name: `P ${other}`, kind: 'mssp', homeTenant: other })
  await addTenant(api.owner, `P ${other}`, acme)
  await makeUser(api, other, 'pat')
  const body = { email: `pat@${other}.example`, role: 'viewer', reason: 'for the test', expires_in_hours: 1 }
  const made = await api.ask('POST', 'organisation/delegations', { token: admin, body })
  const { id } = made.body
  const pat = await tokenOf(api, other, 'pat')
  const answer = await api.ask('POST', `delegations/${id}/enter`, { token: pat })
  const entered = answer.body.access_token
  expect((await post('cases', { token: entered })).status).toBe(403)
  expect(await recorded()).toMatchObject([{ actor_email: `pat@${other}.example`, delegation_id: id, status: 403 }])
})
