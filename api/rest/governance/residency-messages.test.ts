/** Mails, texts, calls, pushes and chats are held to the region of their tenant, as everything else that leaves is. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { placesWithinRegion } from '../../../control/platform/governance/index.ts'
import { answerChat } from '../../../control/soc/chat/index.ts'
import { openPhone } from '../../../control/soc/delivery/index.ts'
import { notify } from '../../../control/soc/notify/index.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { CHAT_ACTIONS } from '../chat/chat-actions.ts'
import { openTestPeople, type TestPeople } from '../notifications/test-people.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let people: TestPeople

beforeAll(async () => {
  people = await openTestPeople()
})
afterAll(async () => {
  await people?.close()
})

const declare = async (destinations: Record<string, string>) => {
  const body = { data_region: 'eu', residency_enforced: true, destinations }
  expect((await people.ask('tess', 'PUT', 'governance/residency', body)).status).toBe(200)
}
const refused = async () => {
  const { items } = (await people.ask('tess', 'GET', 'governance/residency/violations?limit=500')).body
  return items.map(({ operation, destination }: Record<string, string>) => `${operation} ${destination}`)
}

/** Sends one message on each way, and gives the hosts that were reached and the receipts. */
let sends = 0
async function sendAll() {
  const hosts: string[] = []
  const egress = async ({ url }: { url: string }) => {
    hosts.push(new URL(url).hostname)
    return { status: 201, headers: {}, body: Buffer.from('{}'), url }
  }
  const out = egress as never
  const phone = openPhone(
    { baseUrl: 'https://api.phone.example', accountSid: 'A', authToken: 't', from: '+41790000000', dailyMax: 100 },
    out,
  )
  const mails = people.smtp.mails.length
  const number = '+41790000001'
  const subscription = await withTenant(people.api.owner, people.acme, async (tx) => {
    const sql = `
      INSERT INTO push_subscriptions (id, user_id, endpoint, p256dh, auth, topics, expires_at)
      VALUES ('aaaaaaaaaaaaaaaaaaaaaaaa', $1, 'https://push.browser.example/x', $2, $3, '{connector_health}', now() + interval '90 days')
      ON CONFLICT DO NOTHING`
    await tx.run(sql, [people.users.vic, browserKey(), Buffer.alloc(16, 1).toString('base64url')])
    const message = { kind: 'honeytoken', title: 'A title', body: 'A body', path: '/cases', severity: 'high' } as const
    await notify(
      tx,
      { ...message, dedupeKey: `all/${sends++}` } as never,
      [
        { kind: 'address', address: 'vic@acme.example' },
        { kind: 'phone', channel: 'sms', number, userId: people.users.vic as string },
        { kind: 'phone', channel: 'voice', number, userId: people.users.vic as string },
        { kind: 'users', userIds: [people.users.vic as string] },
      ] as never,
      people.clock.ms,
    )
    return sql
  })
  expect(subscription).toContain('push')
  await people.deliverAll({ phone, egress: out, vapid: VAPID })
  const receipts = await withTenant(people.api.owner, people.acme, (tx) =>
    tx.many(
      (row) => `${row.channel} ${row.status} ${row.reason ?? ''}`,
      `SELECT d.channel, d.status, d.reason FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id
       WHERE n.dedupe_key = $1`,
      [`all/${sends - 1}`],
    ),
  )
  return { hosts: [...new Set(hosts)].sort(), mails: people.smtp.mails.length - mails, receipts }
}

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const raw = ({ x = '', y = '' }: { x?: string; y?: string }) =>
  Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')
const browserKey = () => raw(keys.publicKey.export({ format: 'jwk' }))
const VAPID = {
  publicKey: raw(keys.publicKey.export({ format: 'jwk' })),
  privateKey: keys.privateKey.export({ format: 'jwk' }).d as string,
  subject: 'mailto:soc@acme.example',
}

test('nothing leaves the region: each channel is refused before it sends, recorded, and its receipt has the reason', async () => {
  await declare({ here: 'eu' })
  const { hosts, mails, receipts } = await sendAll()
  expect([hosts, mails]).toEqual([[], 0])
  expect(receipts.length).toBeGreaterThanOrEqual(4)
  for (const receipt of receipts) expect(receipt).toMatch(/^(?:mail|sms|voice|push) failed residency refuses this/)
  const ways = new Set(await refused())
  expect([...ways].sort()).toEqual(['mail 127.0.0.1', 'phone api.phone.example', 'push push.browser.example'])
})

test('a mail needs the right region for the domain of its receiver as well as for its server', async () => {
  await declare({ here: 'eu', '127.0.0.1': 'eu', 'acme.example': 'us' })
  expect((await sendAll()).mails).toBe(0)
  expect(await refused()).toContain('mail acme.example')
})

test('every channel works inside the region', async () => {
  const eu = { here: 'eu', '127.0.0.1': 'eu', 'acme.example': 'eu', 'phone.example': 'eu', 'browser.example': 'eu' }
  await declare(eu)
  const { hosts, mails, receipts } = await sendAll()
  expect(hosts).toEqual(['api.phone.example', 'push.browser.example'])
  expect(mails).toBeGreaterThan(0)
  for (const receipt of receipts) expect(receipt).not.toContain('residency')
})

test('the rule also covers the mail server of a playbook step and the chat bot', async () => {
  await declare({ here: 'eu' })
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(people.api.owner, people.acme, work)
  let connects = 0
  const find = placesWithinRegion(inTenant, async () => Promise.reject(new Error(`asked ${++connects}`)), 'mail')
  await expect(find('smtp.elsewhere.example', 587)).rejects.toMatchObject({ code: 'forbidden' })
  expect(connects).toBe(0)
  const { audit, sealer, nowMs } = people.api.deps
  const gate = { airGap: { enabled: false, allowlist: [] }, allowPrivate: false, asksModels: false }
  const models = { installation: null, gate }
  const answer = await answerChat(
    {
      ...{ pool: people.api.owner, audit, sealer, nowMs, models, operations: CHAT_ACTIONS },
      ...{ defaultTenant: people.acme, webUrl: 'https://soc.example' },
    },
    {
      from: { platform: 'slack', teamId: 'T1', chatUserId: 'U1' },
      ...{ text: 'list', requestKey: 'k', origin: { ip: '127.0.0.1', requestId: 'r' } },
    },
  )
  expect(answer.text).toContain('residency refuses this webhook')
  expect(await refused()).toContain('webhook slack.com')
})
