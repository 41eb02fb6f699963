/** Legal holds over the API, and that the lake, alerts, files of cases and accounts stay while one is in force. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepHoldsOnce } from '../../../control/platform/governance/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { heldTenants, holdTenants, setRetention } from '../../../stores/clickhouse/retention.ts'
import { rows, useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
let api: TestApi
let acme: TenantId
let globex: TenantId
let token: string
let stranger: string

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
  globex = await makeTenant(api, 'globex')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, globex)
}, 120_000)
afterAll(() => api?.close())

const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })
const place = (subject_kind: string, subject_value: string, more: object = {}, as = token) =>
  ask(
    'POST',
    'governance/legal-holds',
    { name: 'Case of May', matter_ref: 'M-1', subject_kind, subject_value, ...more },
    as,
  )
const release = (id: string, as = token) =>
  ask('POST', `governance/legal-holds/${id}/release`, { reason: 'settled' }, as)
const keep = () => keepHoldsOnce({ pool: api.owner, hold: (tenants) => holdTenants(engine().client, tenants) })
const held = async (id: string) =>
  (await ask('GET', 'governance/legal-holds')).body.items.find((hold: { id: string }) => hold.id === id)

test('a hold is placed, listed, released once with a reason, and stays on record', async () => {
  const { status, body } = await place('user', 'Ann', { notes: 'letter of 3 May' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ matter_ref: 'M-1', subject_kind: 'user', subject_value: 'Ann', released_at: null })
  expect((await ask('GET', 'governance/legal-holds?live=true')).body.items).toHaveLength(1)
  const released = await release(body.id)
  expect(released.body).toMatchObject({ id: body.id, release_reason: 'settled', released_by: expect.any(String) })
  expect((await release(body.id)).status).toBe(409)
  expect((await ask('GET', 'governance/legal-holds?live=true')).body.items).toEqual([])
  expect((await ask('GET', 'governance/legal-holds?live=false')).body.items).toMatchObject([{ id: body.id }])
  const actions = api.audited.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['legal_hold:placed', 'legal_hold:released']))
})

test.each([
  ['tenant', 'globex', 422],
  ['alert', 'no-id', 422],
  ['alert', '0f2a7109-dd16-4b85-95f4-e290e4bf50c1', 404],
  ['case', 'INC-999', 404],
  ['file', 'x', 422],
  ['user', '', 422],
])('%s %s is no valid subject: %i', async (kind, value, status) => {
  expect((await place(kind, value)).status).toBe(status)
})

test('another tenant can neither see nor release it, and a viewer may not see it', async () => {
  const { body } = await place('host', 'web-1')
  expect((await ask('GET', 'governance/legal-holds', undefined, stranger)).body.items).toEqual([])
  expect((await release(body.id, stranger)).status).toBe(404)
  await makeUser(api, acme, 'vic', 'viewer')
  const viewer = await tokenOf(api, acme, 'vic')
  expect((await ask('GET', 'governance/legal-holds', undefined, viewer)).status).toBe(403)
  expect((await place('host', 'web-1', {}, viewer)).status).toBe(403)
  expect((await release(body.id)).status).toBe(200)
})

describe('while a hold is in force', () => {
  const makeAlert = async (more: object) => {
    const made = await ask('POST', 'alerts', { title: 'an alert', severity: 'low', ...more })
    expect(made.status).toBe(201)
    return made.body.id as string
  }
  const remove = (id: string) => ask('DELETE', `alerts/${id}`)

  test.each([
    ['user', 'ANN', { affected_users: ['ann'] }],
    ['host', 'web-1', { affected_hosts: ['WEB-1'] }],
    ['ip', '203.0.113.7', { affected_ips: ['203.0.113.7'] }],
    ['tenant', 'acme', {}],
  ])('on a %s, an alert about it cannot be deleted until the release', async (kind, value, more) => {
    const id = await makeAlert(more)
    const hold = (await place(kind, value)).body
    const refused = await remove(id)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(hold.id)])
    expect((await ask('GET', `alerts/${id}`)).status).toBe(200)
    await release(hold.id)
    expect((await remove(id)).status).toBe(204)
  })

  test('on an alert, that alert cannot be deleted and others can', async () => {
    const [one, other] = [await makeAlert({}), await makeAlert({})]
    const hold = (await place('alert', one.toUpperCase())).body
    expect([(await remove(one)).status, (await remove(other)).status]).toEqual([409, 204])
    await release(hold.id)
  })

  test('on a case, its alerts cannot be deleted', async () => {
    const id = await makeAlert({})
    const made = (await ask('POST', 'cases', { title: 'a case', severity: 'low', alert_ids: [id] })).body
    const hold = (await place('case', made.case_number ?? made.id)).body
    expect(hold.subject_value).toBe(made.id)
    expect((await remove(id)).status).toBe(409)
    await release(hold.id)
  })

  test('the clean-up of bulk changes deletes nothing', async () => {
    const alert = await makeAlert({})
    const insert = /* sql */ `
      INSERT INTO alert_bulk_changes (actor_id, change, before, made_at) VALUES ('a', '{}', '[]', now() - interval '1 year')`
    const left = () =>
      withTenant(api.owner, acme, (tx) =>
        tx.run(`SELECT id FROM alert_bulk_changes WHERE made_at < now() - interval '90 days'`),
      )
    await withTenant(api.owner, acme, (tx) => tx.run(insert))
    const hold = (await place('user', 'somebody else')).body
    const change = async () =>
      (await ask('POST', 'alerts/bulk', { alert_ids: [alert], change: { add_tags: [crypto.randomUUID()] } })).status
    expect([await change(), await left()]).toEqual([200, 1])
    await release(hold.id)
    expect([await change(), await left()]).toEqual([200, 0])
  })

  describe('on a case', () => {
    const open = async (more: object = {}) =>
      (await ask('POST', 'cases', { title: 'a case', severity: 'low', ...more })).body.id as string
    /** A task, an observable and a file, with the route that takes each away. */
    const partsOf = async (id: string) => {
      const form = new FormData()
      form.append('file', new Blob(['kept']), 'kept.txt')
      const made = [
        ['tasks', { title: 'look' }],
        ['observables', { kind: 'host', value: 'web-9' }],
        ['attachments', form],
      ] as const
      const urls: string[] = []
      for (const [what, body] of made) urls.push(`${what}/${(await ask('POST', `cases/${id}/${what}`, body)).body.id}`)
      return urls
    }
    const removals = async (id: string, parts: readonly string[]) => {
      const found: number[] = []
      for (const part of parts) found.push((await ask('DELETE', `cases/${id}/${part}`)).status)
      return found
    }

    test('its tasks, observables and files cannot be deleted', async () => {
      const id = await open()
      const parts = await partsOf(id)
      const hold = (await place('case', id)).body
      expect(await removals(id, parts)).toEqual([409, 409, 409])
      await release(hold.id)
      expect(await removals(id, parts)).toEqual([204, 204, 204])
    })

    test('its parts are protected after it was merged into another case', async () => {
      const alert = await makeAlert({})
      const [from, into] = [await open({ alert_ids: [alert] }), await open()]
      const parts = await partsOf(from)
      const hold = (await place('case', from)).body
      expect((await ask('POST', `cases/${into}/merge`, { case_id: from })).status).toBe(200)
      expect(await removals(into, parts)).toEqual([409, 409, 409])
      expect((await remove(alert)).status).toBe(409)
      await release(hold.id)
    })

    test('its alerts cannot be removed from it in any way', async () => {
      const alert = await makeAlert({})
      const [id, other] = [await open({ alert_ids: [alert] }), await open()]
      const hold = (await place('case', id)).body
      const ways = [
        ['POST', `cases/${id}/alerts/unlink`, { alert_ids: [alert] }],
        ['POST', `cases/${id}/move`, { to_case_id: other, alert_ids: [alert] }],
        ['POST', `cases/${id}/split`, { title: 'another', alert_ids: [alert] }],
        ['PATCH', `alerts/${alert}`, { case_id: null }],
      ] as const
      for (const [method, url, body] of ways) expect([url, (await ask(method, url, body)).status]).toEqual([url, 409])
      await release(hold.id)
      expect((await ask('POST', `cases/${id}/alerts/unlink`, { alert_ids: [alert] })).status).toBe(200)
    })

    test('and on a host, observables of that host are protected', async () => {
      const id = await open()
      const [task = '', observable = ''] = await partsOf(id)
      const hold = (await place('host', 'WEB-9')).body
      expect(await removals(id, [task, observable])).toEqual([204, 409])
      await release(hold.id)
    })
  })

  test('the account in question cannot be erased', async () => {
    const user = await makeUser(api, acme, 'eve', 'viewer')
    const hold = (await place('user', 'EVE')).body
    const erased = await ask('DELETE', `identity/${user}/data`)
    expect([erased.status, erased.body.detail]).toEqual([409, expect.stringContaining(hold.id)])
    await release(hold.id)
  })
})

describe('the lake', () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  const row = (tenant_id: string, ago: number) => ({
    ...{ tenant_id, event_uid: crypto.randomUUID(), time: day(ago), ingest_time: day(ago), raw: '{}' },
  })
  const left = async () => {
    await engine().client.command({ query: 'OPTIMIZE TABLE events FINAL' })
    const sql = `SELECT tenant_id AS tenant, count() AS n FROM events GROUP BY tenant ORDER BY tenant`
    return (await rows<{ tenant: string; n: string }>(engine().client, sql)).map(({ tenant, n }) => [tenant, Number(n)])
  }

  test('drops nothing of a tenant with a hold, drops rows of other tenants, and drops all again after the release', async () => {
    const { client } = engine()
    const hold = (await place('ip', '203.0.113.9')).body
    expect((await held(hold.id)).kept_since).toBeNull()
    await keep()
    expect((await held(hold.id)).kept_since).toEqual(expect.any(String))
    expect(await heldTenants(client)).toEqual(['acme'])
    const values = [row('acme', 500), row('globex', 500), row('acme', 10), row('globex', 10)]
    await client.insert({ table: 'events', format: 'JSONEachRow', values })
    expect(await left()).toEqual([
      ['acme', 2],
      ['globex', 1],
    ])
    await setRetention(client, { eventsDays: 450 })
    expect(await heldTenants(client)).toEqual(['acme'])
    expect(await left()).toEqual([
      ['acme', 2],
      ['globex', 1],
    ])
    await release(hold.id)
    await keep()
    expect(await heldTenants(client)).toEqual([])
    expect(await left()).toEqual([
      ['acme', 1],
      ['globex', 1],
    ])
  })

  test('keeps rows that expired after their insert, also in parts shared with other tenants', async () => {
    const { client } = engine()
    await client.command({ query: 'TRUNCATE TABLE events' })
    const ttl = (days: number, where = '') =>
      client.command({ query: `ALTER TABLE events MODIFY TTL toDateTime(ingest_time) + INTERVAL ${days} DAY ${where}` })
    await ttl(3000)
    await client.insert({ table: 'events', format: 'JSONEachRow', values: [row('acme', 500), row('globex', 500)] })
    await holdTenants(client, [acme, globex])
    expect(await heldTenants(client)).toEqual(['acme', 'globex'])
    await holdTenants(client, [acme])
    await setRetention(client, { eventsDays: 400 })
    expect(await left()).toEqual([['acme', 1]])
    await holdTenants(client, [])
    expect(await left()).toEqual([])
  })

  test('keeps its set of held tenants while holds cannot be read', async () => {
    const { client } = engine()
    await holdTenants(client, [globex])
    const away = { ...api.owner, connect: () => Promise.reject(new Error('away')) } as never
    await expect(keepHoldsOnce({ pool: away, hold: (tenants) => holdTenants(client, tenants) })).rejects.toThrow()
    expect(await heldTenants(client)).toEqual(['globex'])
    await holdTenants(client, [])
  })
})
