/** Texts and calls of a ladder through a provider that speaks Twilio's API over HTTP, and their answers, signed as Twilio signs. */
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { escalateOnce } from '../../../control/soc/cases/index.ts'
import { type DeliveryDeps, openPhone, type PhoneSettings } from '../../../control/soc/delivery/index.ts'
import { NOTIFY_LIMITS } from '../../../control/soc/notify/index.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { openTestPeople, type TestPeople, WEB_URL } from './test-people.ts'

const TOKEN = 'auth token of the account'
const NUMBER = '+41790000001'
const log = pino({ level: 'silent' })
type ProviderRequest = { readonly path: string; readonly auth: string; readonly form: URLSearchParams }
const requests: ProviderRequest[] = []
const failures: { status: number; headers?: Record<string, string> }[] = []
let people: TestPeople
let provider: Server
let baseUrl: string
/** Runs before the provider answers a request. */
let beforeAnswer: (form: URLSearchParams) => Promise<void> = async () => {}

beforeAll(async () => {
  people = await openTestPeople()
  Object.assign(people.api.deps, { phone: { authToken: TOKEN, apiUrl: WEB_URL } })
  provider = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const form = new URLSearchParams(Buffer.concat(parts).toString())
      requests.push({ path: request.url ?? '', auth: String(request.headers.authorization), form })
      const failure = failures.shift()
      await beforeAnswer(form)
      response.writeHead(failure?.status ?? 201, { 'content-type': 'application/json', ...failure?.headers })
      response.end(JSON.stringify(failure ? { code: 21211, message: "The 'To' number is not valid." } : { sid: 'SM1' }))
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
}, 120_000)
beforeEach(() => {
  requests.length = 0
  failures.length = 0
  beforeAnswer = async () => {}
  people.minutes(5) // a minute's bound on replies is over
})
afterAll(async () => {
  provider?.close()
  await people?.close()
})

function phone(more: Partial<PhoneSettings> = {}, airGapped = false): Partial<DeliveryDeps> {
  const airGap = { enabled: airGapped, allowlist: [] }
  const settings = { baseUrl, accountSid: 'AC1', authToken: TOKEN, from: '+15005550006', dailyMax: 1_000, ...more }
  return { phone: openPhone(settings, openEgress({ airGap, allowPrivate: true, log })) }
}
let names = 0
async function escalated(...ladder: string[]): Promise<string> {
  const name = `q${names++}`
  const clocks = { ack_minutes: 60, resolve_minutes: 600, close_minutes: 1200 }
  const policy = (await people.ask('tess', 'POST', 'cases/sla-policies', { name, severity: 'low', ...clocks })).body
  const queue = { name, match_tags: [name], sla_policy_id: policy.id, precedence: 1 }
  const { id: queueId } = (await people.ask('tess', 'POST', 'cases/queues', queue)).body
  const steps = ladder.map((notify, at) => ({ after_minutes: at * 30, notify }))
  const escalation = { name, queue_id: queueId, trigger_at_sla_fraction: 0.5, ladder: steps }
  const made = await people.ask('tess', 'POST', 'cases/escalation-policies', escalation)
  expect([made.status, made.text]).toEqual([201, expect.anything()])
  const { id } = await people.open({ title: 'Lateral <movement> & more', severity: 'low', queue_id: queueId })
  people.minutes(31)
  await escalate()
  return id
}
const escalate = () =>
  escalateOnce({ pool: people.api.owner, audit: people.api.deps.audit, nowMs: () => people.clock.ms })
const receipts = async (id: string) => (await people.ask('vic', 'GET', `cases/${id}/notifications`)).body.items
/** The events of notifications on the timeline of the case. */
const notedOf = async (id: string): Promise<string[]> =>
  (await people.ask('vic', 'GET', `cases/${id}/timeline`)).body.items
    .filter(({ type }: { type: string }) => type.startsWith('notification.'))
    .map(({ type, description }: { type: string; description: string }) => `${type}: ${description}`)
const isAcknowledged = async (id: string) =>
  (await people.ask('vic', 'GET', `cases/${id}`)).body.acknowledged_at !== null

/** As the provider asks: the address that it was given, its fields, and a signature over both. */
async function asks(url: string, fields: Record<string, string>, secret = TOKEN) {
  const path = url.replace(WEB_URL, '')
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = WEB_URL + path + sorted.map(([name, value]) => name + value).join('')
  const signature = createHmac('sha1', secret).update(text).digest('base64')
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
  const payload = new URLSearchParams(fields).toString()
  const answer = await people.api.api.app.inject({ method: 'POST', url: path, headers, payload })
  return { status: answer.statusCode, text: answer.body }
}
const reply = (Body: string, From = NUMBER) => asks('/api/v1/phone/sms', { From, Body, MessageSid: 'SM2' })
const field = (name: string, at = 0) => requests[at]?.form.get(name) ?? ''
const codeIn = (text: string) => /Reply (\d{6}) to acknowledge/.exec(text)?.[1] ?? ''

describe('an escalation text message', () => {
  test('is sent once, is confirmed by its delivery receipt, and its code acknowledges the case', async () => {
    const id = await escalated(`sms:${NUMBER}`, 'head@acme.example')
    await Promise.all([people.deliverAll(phone()), people.deliverAll(phone())])
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      auth: `Basic ${Buffer.from(`AC1:${TOKEN}`).toString('base64')}`,
    })
    expect([field('To'), field('From')]).toEqual([NUMBER, '+15005550006'])
    expect(field('Body')).toContain('Lateral <movement> & more')
    expect(field('Body')).toContain(`${WEB_URL}/cases/${id}`)
    const status = field('StatusCallback')
    expect((await asks(status, { MessageStatus: 'sent' })).status).toBe(200)
    expect(await receipts(id)).toMatchObject([{ channel: 'sms', status: 'sent', address: NUMBER }])
    await asks(status, { MessageStatus: 'delivered' })
    await asks(status, { MessageStatus: 'failed', ErrorCode: '30003' })
    expect(await receipts(id), 'reports that come late change nothing').toMatchObject([{ status: 'delivered' }])
    expect((await reply('ok')).text).toContain('six digits')
    expect((await reply('000000')).text).toContain('six digits')
    expect((await reply(codeIn(field('Body')), '+41790000009')).text, 'of another phone').toContain('six digits')
    expect(await isAcknowledged(id)).toBe(false)
    people.api.audited.length = 0
    expect((await reply(`on it, ${codeIn(field('Body'))}`)).text).toContain('Acknowledged')
    expect(people.api.audited).toMatchObject([{ action: 'case:acknowledged', resourceId: id }])
    expect(await isAcknowledged(id)).toBe(true)
    expect((await reply(codeIn(field('Body')))).text).toContain('acknowledged already')
    people.minutes(60)
    await escalate()
    await people.deliverAll(phone())
    expect(people.mailsTo('head')).toEqual([])
  })

  test('that is undelivered or refused has the reason, and is retried when the provider is busy', async () => {
    const first = await escalated(`sms:${NUMBER}`)
    await people.deliverAll(phone())
    await asks(field('StatusCallback'), { MessageStatus: 'undelivered', ErrorCode: '30005' })
    expect(await receipts(first)).toMatchObject([
      { status: 'failed', reason: 'the phone provider says undelivered (30005)' },
    ])
    failures.push({ status: 429, headers: { 'retry-after': '120' } }, { status: 400 })
    const second = await escalated('sms:+41790000002')
    await people.deliverAll(phone())
    expect(await receipts(second)).toMatchObject([{ status: 'queued', reason: expect.stringContaining('429') }])
    people.minutes(1)
    await people.deliverAll(phone())
    expect(requests, 'not before the provider says').toHaveLength(2)
    people.minutes(2)
    await people.deliverAll(phone())
    expect(await receipts(second)).toMatchObject([{ status: 'failed', reason: expect.stringContaining('(21211)') }])
  })

  test('that could not be delivered appears once in the timeline and in the audit log', async () => {
    const id = await escalated(`sms:${NUMBER}`)
    await people.deliverAll(phone())
    people.api.audited.length = 0
    people.minutes(1)
    for (let n = 0; n < 2; n++)
      await asks(field('StatusCallback'), { MessageStatus: 'undelivered', ErrorCode: '30005' })
    const reason = 'the phone provider says undelivered (30005)'
    expect((await notedOf(id)).toSorted()).toEqual([`notification.failed: ${reason}`, 'notification.sent: by sms'])
    const audited = people.api.audited.filter(({ action }) => action.startsWith('notification:'))
    expect(audited).toMatchObject([
      { action: 'notification:failed', changes: { channel: 'sms', about_id: id, reason } },
    ])
  })

  test('is sent and reported once when its delivery report arrives before the send response', async () => {
    const reports: Record<string, string>[] = [{ MessageStatus: 'delivered' }, { MessageStatus: 'undelivered' }]
    beforeAnswer = async (form) => {
      await asks(form.get('StatusCallback') ?? '', reports.shift() ?? {})
    }
    const first = await escalated(`sms:${NUMBER}`)
    await people.deliverAll(phone())
    expect(await receipts(first)).toMatchObject([{ status: 'delivered' }])
    expect(await notedOf(first)).toEqual(['notification.sent: by sms'])
    const second = await escalated(`sms:${NUMBER}`)
    await people.deliverAll(phone())
    expect(await receipts(second)).toMatchObject([{ status: 'failed' }])
    expect((await notedOf(second)).toSorted()).toEqual([
      'notification.failed: the phone provider says undelivered',
      'notification.sent: by sms',
    ])
  })

  test('about several cases fails for each of them', async () => {
    const number = '+41790000031'
    const ids: string[] = []
    for (let n = 0; n <= NOTIFY_LIMITS.burst; n++) ids.push(await escalated(`sms:${number}`))
    await people.deliverAll(phone())
    expect(requests).toHaveLength(1)
    expect(field('Body')).toContain(`and ${NOTIFY_LIMITS.burst} more notifications`)
    await asks(field('StatusCallback'), { MessageStatus: 'undelivered' })
    for (const id of ids) expect(await receipts(id)).toMatchObject([{ status: 'failed', channel: 'sms' }])
    for (const id of ids)
      expect((await notedOf(id)).filter((one) => one.startsWith('notification.failed'))).toHaveLength(1)
  })

  test('has a daily limit also for concurrent messages', async () => {
    people.minutes(24 * 60)
    const ids = [await escalated('sms:+41790000041'), await escalated('sms:+41790000041')]
    await people.deliverAll(phone({ dailyMax: 1 }))
    expect(requests).toHaveLength(1)
    const statuses = (await Promise.all(ids.map(receipts))).map(([{ status }]) => status)
    expect(statuses.toSorted()).toEqual(['failed', 'sent'])
  })

  test('has a daily limit, respects the air gap, and says when no provider is configured', async () => {
    const first = await escalated(`sms:${NUMBER}`)
    await people.deliverAll(phone({ baseUrl: 'https://api.twilio.com' }, true))
    expect(await receipts(first)).toMatchObject([{ channel: 'sms', status: 'failed' }])
    const second = await escalated('sms:+41790000003')
    await people.deliverAll(phone({ dailyMax: 1 }))
    const bound = 'the bound of 1 texts and calls a day is reached'
    expect(await receipts(second)).toMatchObject([{ status: 'failed', reason: bound }])
    expect(requests).toEqual([])
    const last = await escalated(`sms:${NUMBER}`)
    await people.deliverAll()
    expect((await receipts(last)).at(-1).reason).toContain('SVC_TWILIO_ACCOUNT_SID is not set')
  })
})

describe('an escalation call', () => {
  test('reads out the case, and key 1 acknowledges it', async () => {
    const id = await escalated(`voice:${NUMBER}`)
    await people.deliverAll(phone())
    expect(requests[0]?.path).toBe('/2010-04-01/Accounts/AC1/Calls.json')
    const spoken = await asks(field('Url'), { CallSid: 'CA1' })
    expect(spoken.text).toContain('Lateral &lt;movement&gt; &amp; more')
    const digits = /action="([^"]+)"/.exec(spoken.text)?.[1] ?? ''
    expect((await asks(digits, { Digits: '2' })).text).toContain('Nothing was changed')
    expect(await isAcknowledged(id)).toBe(false)
    expect((await asks(digits, { Digits: '1' })).text).toContain('Acknowledged')
    expect(await isAcknowledged(id)).toBe(true)
    await asks(field('StatusCallback'), { CallStatus: 'completed' })
    expect(await receipts(id)).toMatchObject([{ channel: 'voice', status: 'answered' }])
    expect((await asks(field('Url'), { CallSid: 'CA1' })).text).toContain('acknowledged already')
  })

  test('says how many other cases it is about', async () => {
    const number = '+41790000051'
    for (let n = 0; n <= NOTIFY_LIMITS.burst; n++) await escalated(`voice:${number}`)
    await people.deliverAll(phone())
    expect(requests).toHaveLength(1)
    const { text } = await asks(field('Url'), { CallSid: 'CA1' })
    expect(text).toContain(`Lateral &lt;movement&gt; &amp; more, and ${NOTIFY_LIMITS.burst} more.`)
  })

  test('says so when its case was merged or its record is gone', async () => {
    const id = await escalated(`voice:${NUMBER}`)
    await people.deliverAll(phone())
    const digits = /action="([^"]+)"/.exec((await asks(field('Url'), { CallSid: 'CA1' })).text)?.[1] ?? ''
    const into = await people.open({ title: 'The same attack', severity: 'low' })
    const merge = await people.ask('ann', 'POST', `cases/${into.id}/merge`, { case_id: id, reason: 'the same' })
    expect(merge.status).toBeLessThan(300)
    const nothing = { status: 200, text: expect.stringContaining('about nothing any more') }
    expect(await asks(digits, { Digits: '1' })).toEqual(nothing)
    expect(await asks(field('Url'), { CallSid: 'CA1' })).toEqual(nothing)
    const sql = `DELETE FROM notifications WHERE about_id = $1`
    await withTenant(people.api.owner, people.acme, (tx) => tx.run(sql, [id]))
    expect(await asks(field('Url'), { CallSid: 'CA1' })).toEqual(nothing)
    expect(await asks(digits, { Digits: '1' })).toEqual(nothing)
    expect((await asks(field('StatusCallback'), { CallStatus: 'completed' })).status).toBe(200)
  })

  test('without an answer fails, and the next step follows', async () => {
    const id = await escalated(`voice:${NUMBER}`, `sms:${NUMBER}`)
    await people.deliverAll(phone())
    await asks(field('StatusCallback'), { CallStatus: 'no-answer' })
    expect(await receipts(id)).toMatchObject([{ status: 'failed', reason: 'the phone provider says no-answer' }])
    people.minutes(30)
    await escalate()
    await people.deliverAll(phone())
    expect((await receipts(id)).map(({ channel }: { channel: string }) => channel)).toEqual(['voice', 'sms'])
  })
})

test('requests without the provider’s signature are refused, and its URLs alone acknowledge nothing', async () => {
  const id = await escalated(`sms:${NUMBER}`)
  await people.deliverAll(phone())
  const code = codeIn(field('Body'))
  expect((await asks('/api/v1/phone/sms', { From: NUMBER, Body: code }, 'another token')).status).toBe(401)
  const status = field('StatusCallback')
  expect((await asks(status, { MessageStatus: 'failed' }, 'another token')).status).toBe(401)
  expect((await asks(`${status}x`, { MessageStatus: 'failed' })).status).toBe(404)
  const token = status.split('/').at(-1) ?? ''
  expect((await people.api.ask('POST', `/api/v1/answers/${token}`)).status).toBe(404)
  for (let n = 0; n < 5; n++) await reply('111111')
  expect((await reply(code)).text, 'codes cannot be tried out').toContain('Too many answers')
  expect(await isAcknowledged(id)).toBe(false)
})
