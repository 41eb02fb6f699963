import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { notifyHandoffs } from '../../../control/soc/oncall/index.ts'
import { pushOnce } from '../../../control/soc/web-push/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'
import { type TestBrowser, type TestPushService, testPushService } from './test-push-service.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
let service: TestPushService
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}
const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:soc@acme.example' }
const deps = () => ({ pool: api.owner, egress: service.egress, vapid, log: pino({ level: 'silent' }) })

beforeAll(async () => {
  server = await withTestPostgres()
  service = testPushService()
  api = await openTestApi(server, { deps: { vapid, egress: (request) => service.egress(request) } })
  acme = await makeTenant(api, 'acme')
  for (const [who, role] of [
    ['ann', 'soc_lead'],
    ['bob', 'soc_analyst'],
    ['tina', 'tenant_admin'],
  ] as const) {
    ids[who] = await makeUser(api, acme, who, role)
    tokens[who] = await tokenOf(api, acme, who)
  }
  const globex = await makeTenant(api, 'globex')
  await makeUser(api, globex, 'olga', 'soc_lead')
  tokens.olga = await tokenOf(api, globex, 'olga')
})
beforeEach(() => {
  service.got.clear()
  service.answers.clear()
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const as = (who: string, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
async function subscribed(who: string, more: object = {}): Promise<TestBrowser> {
  const browser = service.browser()
  const { status, body } = await as(who, 'POST', 'push/subscribe', { subscription: browser, ...more })
  expect([status, body]).toMatchObject([201, { vapid_public_key: vapid.publicKey }])
  return browser
}
const sentAll = async () => {
  while ((await pushOnce(deps())) > 0);
}
/** As if the pause before another try had passed, or its process had died. */
const hurry = () =>
  withOperator(api.owner, 'test', (tx) => tx.run(`UPDATE push_deliveries SET due_at = clock_timestamp()`))
const raise = async (severity: string, title = 'a sign-in from nowhere') =>
  (await as('ann', 'POST', 'alerts', { title, severity, affected_users: ['kim'] })).body.id
const got = ({ endpoint }: TestBrowser) => (service.got.get(endpoint) ?? []).map(({ tag }) => tag)
const forget = async (who: string, { endpoint }: TestBrowser) =>
  expect((await as(who, 'POST', 'push/unsubscribe', { endpoint })).body).toEqual({ removed: true })

describe('a browser', () => {
  test('gets a severe alert of its tenant once, encrypted for it only', async () => {
    const [anns, olgas] = [await subscribed('ann'), await subscribed('olga')]
    const id = await raise('high')
    await raise('low')
    await sentAll()
    await sentAll()
    expect(service.got.get(anns.endpoint)).toEqual([
      {
        ...{ title: 'high: a sign-in from nowhere', body: 'kim', icon: '/icon.svg', badge: '/icon.svg' },
        ...{ tag: `alert-${id}`, topic: 'p0_alert', severity: 'high', url: `/alerts/${id}` },
        data: {
          ...{ url: `/alerts/${id}`, responder_url: `/responder/triage/${id}`, topic: 'p0_alert', severity: 'high' },
          ...{ alert_id: id, case_id: null, approval_id: null },
        },
      },
    ])
    expect(got(olgas)).toEqual([])
    await forget('ann', anns)
    await forget('olga', olgas)
  })

  test('gets the chosen topics, and nothing while its user is offline or snoozed', async () => {
    const [anns, bobs] = [await subscribed('ann', { topics: ['agent_approval'] }), await subscribed('bob')]
    await as('bob', 'PUT', 'oncall/me', { status: 'snoozed' })
    await raise('critical')
    await as('bob', 'PUT', 'oncall/me', { status: 'available' })
    const second = await raise('critical')
    const approval = await as('tina', 'POST', 'approvals', {
      ...{ title: 'isolate ws1', risk_level: 'high', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    })
    await sentAll()
    expect([got(anns), got(bobs)]).toEqual([
      [`approval-${approval.body.id}`],
      [`alert-${second}`, `approval-${approval.body.id}`],
    ])
    await forget('ann', anns)
    await forget('bob', bobs)
  })

  test('gets a notice when its user’s on-call shift begins', async () => {
    const [anns, bobs] = [await subscribed('ann'), await subscribed('bob')]
    const day = 86_400_000
    const starts_on = new Date(Date.now() - 10 * day).toISOString().slice(0, 10)
    const rotation = { name: 'nights', time_zone: 'UTC', starts_on, handoff_days: 1, user_ids: [ids.ann, ids.bob] }
    const { body } = await as('tina', 'POST', 'oncall/rotations', rotation)
    await withTenant(api.owner, acme, (tx) => notifyHandoffs(tx, Date.now()))
    await withTenant(api.owner, acme, (tx) => notifyHandoffs(tx, Date.now() + day))
    await sentAll()
    const messages = [...got(anns), ...got(bobs)]
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain(`oncall-${body.id}-`)
    await forget('ann', anns)
    await forget('bob', bobs)
  })

  test('that is gone is removed', async () => {
    const [gone, kept] = [await subscribed('ann'), await subscribed('ann')]
    service.answers.set(gone.endpoint, [410])
    await raise('high')
    await sentAll()
    const { items } = (await as('ann', 'GET', 'push/subscriptions')).body
    expect(items).toMatchObject([{ host: 'push.example', topics: ['p0_alert', 'agent_approval', 'oncall_handoff'] }])
    expect((await as('bob', 'DELETE', `push/subscriptions/${items[0].id}`)).status).toBe(404)
    await forget('ann', kept)
  })
})

test('a message is retried on transient errors, at most five times', async () => {
  const [busy, dead, never] = [await subscribed('ann'), await subscribed('ann'), await subscribed('ann')]
  service.answers.set(busy.endpoint, [503, 429])
  service.answers.set(dead.endpoint, Array(9).fill('dead'))
  service.answers.set(never.endpoint, [413])
  const id = await raise('high')
  for (let i = 0; i < 8; i++) {
    await sentAll()
    await hurry()
  }
  expect([got(busy), got(dead), got(never)]).toEqual([[`alert-${id}`], [], []])
  expect(service.answers.get(dead.endpoint)?.length).toBe(4)
  for (const browser of [busy, dead, never]) await forget('ann', browser)
})

test('a process that dies sends its message again, under the same tag', async () => {
  const anns = await subscribed('ann')
  const id = await raise('high')
  const dies = {
    ...deps(),
    egress: async (request: Parameters<typeof service.egress>[0]) => {
      await service.egress(request)
      throw Object.assign(new Error('killed'), { isKill: true })
    },
  }
  // The outcome is not stored: `unavailable` leaves the delivery to the next try.
  await pushOnce(dies)
  await hurry()
  await sentAll()
  expect(got(anns)).toEqual([`alert-${id}`, `alert-${id}`])
  await forget('ann', anns)
})

test('a test reports its outcome', async () => {
  const [well, gone, broken] = [await subscribed('ann'), await subscribed('ann'), await subscribed('ann')]
  service.answers.set(gone.endpoint, [404])
  service.answers.set(broken.endpoint, [500])
  expect((await as('ann', 'POST', 'push/test')).body).toEqual({
    ...{ attempted: 3, delivered: 1, removed: 1, errors: ['the push service answered 500'] },
  })
  expect(got(well)).toEqual(['push-test'])
  await forget('ann', well)
  await forget('ann', broken)
})

test('only a complete subscription at an https address is accepted', async () => {
  const { endpoint, keys } = service.browser()
  const status = async (subscription: object) => (await as('ann', 'POST', 'push/subscribe', { subscription })).status
  expect(await status({ endpoint: endpoint.replace('https', 'http'), keys })).toBe(422)
  for (const place of ['127.0.0.1', '169.254.169.254', '[::1]', '10.0.0.1', 'localhost'])
    expect(await status({ endpoint: `https://${place}/push`, keys })).toBe(422)
  expect(await status({ endpoint, keys: { ...keys, p256dh: keys.auth } })).toBe(422)
  expect(await status({ endpoint, keys: { ...keys, auth: 'AAAA' } })).toBe(422)
  expect((await as('ann', 'GET', 'push/public-key')).body).toEqual({ public_key: vapid.publicKey, enabled: true })
})
