/** The own number of a person: verified by a code that comes as a text, used by ladders and preferences, gone with the person. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { escalateOnce } from '../../../control/soc/cases/index.ts'
import { type DeliveryDeps, openPhone } from '../../../control/soc/delivery/index.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { openTestPeople, type TestPeople, WEB_URL } from './test-people.ts'

const ANN = '+41790000001'
const sent: { readonly path: string; readonly form: URLSearchParams }[] = []
let people: TestPeople
let provider: Server
let baseUrl: string

beforeAll(async () => {
  people = await openTestPeople()
  Object.assign(people.api.deps, { phone: { authToken: 'token', apiUrl: WEB_URL } })
  provider = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      sent.push({ path: request.url ?? '', form: new URLSearchParams(Buffer.concat(parts).toString()) })
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}')
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
}, 120_000)
beforeEach(() => {
  sent.length = 0
  people.minutes(24 * 60)
})
afterAll(async () => {
  provider?.close()
  await people?.close()
})

function phone(): Partial<DeliveryDeps> {
  const settings = { baseUrl, accountSid: 'AC1', authToken: 'token', from: '+15005550006', dailyMax: 1_000 }
  const airGap = { enabled: false, allowlist: [] }
  return { phone: openPhone(settings, openEgress({ airGap, allowPrivate: true, log: pino({ level: 'silent' }) })) }
}
const put = (who: string, number: string) => people.ask(who, 'PUT', 'notifications/phone', { number })
const give = async (who: string, code: string) =>
  (await people.ask(who, 'POST', 'notifications/phone/verify', { code })).body.is_verified
const own = async (who: string) => (await people.ask(who, 'GET', 'notifications/phone')).body.phone
const textsTo = (number: string) => sent.filter(({ form }) => form.get('To') === number)
const codeTo = (number: string) => /\b(\d{6})\b/.exec(textsTo(number).at(-1)?.form.get('Body') ?? '')?.[1] ?? ''
const other = (code: string) => (code === '000000' ? '000001' : '000000')
async function verified(who: string, number: string) {
  expect((await put(who, number)).status).toBe(200)
  await people.deliverAll(phone())
  expect(await give(who, codeTo(number))).toBe(true)
}
let names = 0
async function escalated(target: string): Promise<string> {
  const name = `own${names++}`
  const clocks = { ack_minutes: 60, resolve_minutes: 600, close_minutes: 1200 }
  const policy = (await people.ask('tess', 'POST', 'cases/sla-policies', { name, severity: 'low', ...clocks })).body
  const queue = { name, match_tags: [name], sla_policy_id: policy.id, precedence: 1 }
  const { id: queueId } = (await people.ask('tess', 'POST', 'cases/queues', queue)).body
  const ladder = [{ after_minutes: 0, notify: target }]
  const escalation = { name, queue_id: queueId, trigger_at_sla_fraction: 0.5, ladder }
  const made = await people.ask('tess', 'POST', 'cases/escalation-policies', escalation)
  expect([made.status, made.text]).toEqual([201, expect.anything()])
  const { id } = await people.open({ title: 'A dump', severity: 'low', queue_id: queueId })
  people.minutes(31)
  await escalateOnce({ pool: people.api.owner, audit: people.api.deps.audit, nowMs: () => people.clock.ms })
  await people.deliverAll(phone())
  return id
}
const receipts = async (id: string) => (await people.ask('vic', 'GET', `cases/${id}/notifications`)).body.items

test('a number is active after its own code was confirmed, not by a code for another user', async () => {
  for (const wrong of ['0790000001', '+0790000001', '+41 79 000', '+1', `+${'1'.repeat(16)}`, '+41790000001x'])
    expect.soft((await put('ann', wrong)).status, wrong).toBe(422)
  expect((await put('ann', ANN)).body.phone).toMatchObject({ number: ANN, verified_at: null })
  await people.deliverAll(phone())
  const text = textsTo(ANN)[0]?.form.get('Body') ?? ''
  expect(text).toMatch(/^\d{6} is the code that verifies this number at soc\.example\./)
  // Not verified yet: a ladder says so, and nothing is sent.
  const early = await escalated('sms:ann')
  expect(await receipts(early)).toMatchObject([{ status: 'failed', reason: 'has no verified phone number' }])
  expect(textsTo(ANN)).toHaveLength(1)
})

test('a code belongs to one user and number, lasts ten minutes and five tries, and is sent five times a day', async () => {
  await put('ann', ANN)
  await people.deliverAll(phone())
  const code = codeTo(ANN)
  expect(await give('vic', code), 'of somebody without a number').toBe(false)
  people.minutes(2)
  await put('vic', '+41790000002')
  await people.deliverAll(phone())
  if (codeTo('+41790000002') !== code) expect(await give('vic', code), 'of somebody with another number').toBe(false)
  people.minutes(9)
  expect(await give('ann', code), 'after ten minutes').toBe(false)
  expect((await put('ann', ANN)).status).toBe(200)
  expect((await put('ann', ANN)).status, 'one a minute').toBe(429)
  await people.deliverAll(phone())
  const next = codeTo(ANN)
  for (let n = 0; n < 5; n++) expect(await give('ann', other(next))).toBe(false)
  expect(await give('ann', next), 'after five tries').toBe(false)
  for (let n = 0; n < 3; n++) {
    people.minutes(2)
    expect((await put('ann', ANN)).status).toBe(200)
    await people.deliverAll(phone())
  }
  people.minutes(2)
  expect((await put('ann', ANN)).status, 'five a day').toBe(429)
  expect(await give('ann', codeTo(ANN))).toBe(true)
  expect(await give('ann', codeTo(ANN)), 'once').toBe(false)
  expect(await own('ann')).toMatchObject({ number: ANN, verified_at: expect.any(String) })
})

test('escalations and preferences use a verified number, and a new number needs a new verification', async () => {
  await verified('ann', ANN)
  sent.length = 0
  const [text, call] = [await escalated('sms:ann'), await escalated('voice:ann')]
  expect(await receipts(text)).toMatchObject([{ channel: 'sms', address: ANN, status: 'sent', receiver: 'sms:ann' }])
  expect(await receipts(call)).toMatchObject([{ channel: 'voice', address: ANN, status: 'sent' }])
  expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['Messages.json', 'Calls.json'])
  expect(await receipts(await escalated('sms:nobody'))).toMatchObject([
    { status: 'failed', reason: 'nobody of that name is active here' },
  ])
  sent.length = 0
  expect((await people.ask('ann', 'PUT', 'notifications/preferences', { channels: ['sms'] })).status).toBe(200)
  await escalated('user:ann')
  expect(textsTo(ANN)).toHaveLength(1)
  people.minutes(5)
  await put('ann', '+41790000009')
  expect(await own('ann')).toMatchObject({ verified_at: null })
  expect(await receipts(await escalated('user:ann'))).toMatchObject([
    { status: 'failed', reason: 'has no channel: no number is verified' },
  ])
  await people.ask('ann', 'PUT', 'notifications/preferences', { channels: ['mail', 'push'] })
})

test('a number is visible to its user only, and is deleted with the user', async () => {
  await verified('ann', ANN)
  expect(JSON.stringify((await people.ask('tess', 'GET', 'users')).body)).not.toContain(ANN)
  expect((await people.ask('ann', 'POST', 'notifications/phone/remove', {})).body).toEqual({ phone: null })
  expect(await own('ann')).toBeNull()
  people.minutes(5)
  await verified('vic', '+41790000077')
  const id = people.users.vic ?? ''
  expect((await people.ask('tess', 'DELETE', `identity/${id}/data`)).status).toBe(200)
  const left = await withTenant(people.api.owner, people.acme, (tx) =>
    tx.many(
      (row) => String(row.value),
      `SELECT number AS value FROM user_phones WHERE user_id = '${id}'
       UNION ALL SELECT address FROM notification_deliveries WHERE address = '+41790000077'`,
    ),
  )
  expect(left).toEqual([])
})
