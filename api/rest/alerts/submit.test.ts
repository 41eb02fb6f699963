import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantId } from '../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'
import { submitLimits } from './config.ts'

let server: TestPostgres
let api: TestApi
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server, { deps: { developmentTenant: tenantId('demo') } })
  for (const name of ['demo', 'acme']) {
    const tenant = await makeTenant(api, name)
    await makeUser(api, tenant, 'ann', 'soc_analyst')
    await makeUser(api, tenant, 'vic', 'viewer')
    tokens[name] = await tokenOf(api, tenant, 'ann')
    tokens[`${name} viewer`] = await tokenOf(api, tenant, 'vic')
  }
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

type More = { key?: string; tenant?: string | null; as?: string }
function submit(body: unknown, { key, tenant = 'acme', as = 'acme' }: More = {}) {
  const headers = {
    ...(tenant === null ? {} : { 'x-tenant-id': tenant }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const token = tokens[as]
  return api.ask('POST', 'alerts/submit', { headers, body, ...(token === undefined ? {} : { token }) })
}
const detail = async (id: string, name = 'acme') =>
  (await api.ask('GET', `alerts/${id}`, { token: tokens[name] ?? '' })).body
const event = { class_uid: 2004, severity: 'critical', title: 'Beacon', device: { hostname: 'web-1' } }

describe('submitting', () => {
  test('events of each of the three shapes make one alert', async () => {
    for (const body of [event, [event], { events: [event], rule_id: 'r', connector_type: 'edr' }]) {
      const { status, body: answer } = await submit(body)
      expect(status).toBe(201)
      expect(answer).toMatchObject({
        ...{ status: 'new', severity: 'critical', title: 'Beacon', accepted: 1, rejected: 0, timestamp_clamped: null },
        alert_id: answer.id,
      })
    }
  })

  test('the same events twice without an idempotency key makes two alerts', async () => {
    const cloudAudit = [{ class_uid: 6003, title: 'API activity', api: { operation: 'ListBuckets' } }]
    const [one, two] = [(await submit(cloudAudit)).body, (await submit(cloudAudit)).body]
    expect(one.title).toBe(two.title)
    expect(one.id).not.toBe(two.id)
  })

  test('stores the events without secrets, and counts clamped times', async () => {
    const sent = { ...event, time: 1, actor: { session: { Token: 's3cret' }, 'X-API-Key': ['s3cret'] } }
    const { body } = await submit({ events: [sent, 7, event], connector_type: 'edr', source_format: 'ocsf' })
    expect(body).toMatchObject({
      accepted: 2,
      rejected: 1,
      errors: ['events[1] is not an object'],
      timestamp_clamped: 1,
    })
    const stored = await detail(body.id)
    expect(JSON.stringify(stored)).not.toContain('s3cret')
    expect(stored.raw_event[0].actor).toEqual({ session: { Token: '[REDACTED]' }, 'X-API-Key': '[REDACTED]' })
    expect(stored.raw_event[1]).toEqual(event)
    expect(stored.metadata).toMatchObject({
      timestamp_clamped: 1,
      source_format: 'ocsf',
      event_count: 2,
      values_redacted: 2,
    })
    expect(stored.tags).toEqual(['submitted', 'edr', 'ts-clamped'])
    expect(stored.affected_hosts).toEqual(['web-1'])
  })

  test('no events, or data that is no event, is refused', async () => {
    expect((await submit([])).status).toBe(400)
    expect((await submit({ events: [] })).status).toBe(400)
    expect((await submit([1, 'x'])).status).toBe(422)
    for (const body of [{ events: 'x' }, { events: [event], colour: 'red' }, 7, 'text', null])
      expect([body, (await submit(body)).status]).toEqual([body, 422])
  })
})

describe('the idempotency key', () => {
  test('gives the same alert and one row, whatever else is sent', async () => {
    const first = await submit(event, { key: 'k/1' })
    const again = await submit([{ title: 'another' }], { key: 'k/1' })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toMatchObject({ id: first.body.id, title: 'Beacon', accepted: 1 })
    const other = await submit(event, { key: 'k/1', tenant: 'demo', as: 'demo' })
    expect(other.status).toBe(201)
    expect(other.body.id).not.toBe(first.body.id)
  })

  test('gives the same alert to concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(event, { key: 'race' })))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
  })

  test('audits the alert when it is created, not when it is returned again', async () => {
    api.audited.length = 0
    await submit(event, { key: 'audited' })
    await submit(event, { key: 'audited' })
    expect(api.audited.map(({ action, actorKind }) => [action, actorKind])).toEqual([['alert:submitted', 'user']])
  })

  test('has 1 to 128 characters of its alphabet', async () => {
    const statuses = await Promise.all(
      ['a'.repeat(128), 'A.b_c:d/e-f', '', 'a'.repeat(129), 'a b', 'ä'].map(
        async (key) => (await submit(event, { key })).status,
      ),
    )
    expect(statuses).toEqual([201, 201, 400, 400, 400, 400])
  })
})

describe('a limit', () => {
  test('is named in the answer when it applies', async () => {
    const many = await submit(Array.from({ length: 1001 }, () => ({})))
    expect([many.status, many.body.detail]).toEqual([413, 'SVC_SUBMIT_MAX_EVENTS: 1001 events, 1000 allowed'])
    const big = await submit([{}, { a: 'x'.repeat(262_144) }])
    expect([big.status, big.body.detail]).toEqual([
      413,
      expect.stringMatching(/^SVC_SUBMIT_MAX_EVENT_BYTES: events\[1\]/),
    ])
    const full = Array.from({ length: 33 }, () => ({ a: 'x'.repeat(254_200) })) // 8,388,897 bytes
    const total = await submit(full)
    expect([total.status, total.body.detail]).toEqual([413, expect.stringMatching(/^SVC_SUBMIT_MAX_TOTAL_BYTES: /)])
    const body = await submit({ events: full, description: 'x'.repeat(100_000) })
    expect([body.status, body.body.detail]).toEqual([
      413,
      expect.stringMatching(/^SVC_SUBMIT_MAX_TOTAL_BYTES: the body/),
    ])
    expect((await submit(full.slice(0, 32))).status).toBe(201)
  })

  test('is a setting with bounds; a bad value is reported with all other bad settings', () => {
    expect(submitLimits({})).toEqual({
      ...{ eventsMax: 1000, eventBytesMax: 262_144, totalBytesMax: 8_388_608, ageDaysMax: 90, futureSecondsMax: 300 },
    })
    expect(() => submitLimits({ SVC_SUBMIT_MAX_EVENTS: '0', SVC_SUBMIT_MAX_FUTURE_SECONDS: 'x' })).toThrow(
      /SVC_SUBMIT_MAX_EVENTS.*\n.*SVC_SUBMIT_MAX_FUTURE_SECONDS/,
    )
  })
})

describe('permission to submit', () => {
  test('is for the tenant of the credentials', async () => {
    expect((await submit(event, { tenant: null })).status).toBe(400)
    expect((await submit(event, { tenant: 'demo' })).status).toBe(401)
    expect((await submit(event, { as: 'acme viewer' })).status).toBe(403)
    const { body } = await submit(event)
    expect((await detail(body.id)).tenant_id).toBe('acme')
    expect((await api.ask('GET', `alerts/${body.id}`, { token: tokens.demo ?? '' })).status).toBe(404)
  })

  test('is refused without credentials, except to the operator of the demo tenant in development', async () => {
    expect((await submit(event, { as: 'nobody' })).status).toBe(401)
    expect((await submit(event, { as: 'nobody', tenant: null })).status).toBe(401)
    const { status, body } = await submit(event, { as: 'nobody', tenant: 'demo' })
    expect(status).toBe(201)
    expect((await detail(body.id, 'demo')).tenant_id).toBe('demo')
  })
})
