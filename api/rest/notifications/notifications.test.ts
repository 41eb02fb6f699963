/** People are notified by mail over a real server, answer by the link, and every message has its receipt. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { escalateOnce, notifyBreaches } from '../../../control/soc/cases/index.ts'
import { type DeliveryDeps, deliverOnce, openMailer } from '../../../control/soc/delivery/index.ts'
import { notify } from '../../../control/soc/notify/index.ts'
import { mailServerOf } from '../../../platform/mail-server.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { openTestCases, type TestCases } from '../cases/test-cases.ts'
import { MAIL_USER, openTestMailServer, type TestMailServer } from './test-mail-server.ts'

let cases: TestCases
let smtp: TestMailServer
beforeAll(async () => {
  cases = await openTestCases()
  smtp = await openTestMailServer()
}, 120_000)
beforeEach(() => {
  smtp.mails.length = 0
  smtp.refusal = null
  smtp.onMail = async () => {}
})
afterAll(async () => {
  await smtp?.close()
  await cases?.close()
})

const log = pino({ level: 'silent' })
const nowMs = () => cases.clock.ms
const findPlace = async (host: string, port: number) => ({ host, port, address: host })
const url = (more = '') => `smtp://svc:${encodeURIComponent(MAIL_USER.password)}@127.0.0.1:${smtp.port}${more}`
function deps(more: Partial<DeliveryDeps> = {}): DeliveryDeps {
  const { owner, deps: of } = cases.api
  const mailer = openMailer(mailServerOf(url(), 'Acme SOC <soc@acme.example>'), findPlace, nowMs)
  const noWay = async () => {
    throw new Error('not asked')
  }
  return {
    ...{ pool: owner, vault: of.vault, sealer: of.sealer, audit: of.audit, log, nowMs, mailer, vapid: null },
    ...{ egress: noWay, findPlace: noWay, webUrl: 'https://soc.example', apiUrl: 'https://soc.example', ...more },
  }
}
async function deliverAll(more: Partial<DeliveryDeps> = {}): Promise<void> {
  const all = deps(more)
  while (await deliverOnce(all));
}
const minutes = (count: number) => {
  cases.clock.ms += count * 60_000
}
const admin = async (url: string, body: object) => (await cases.ask('tess', 'POST', url, body)).body
let names = 0
/** A case in a queue whose ladder notifies these, at once and every half an hour. */
async function escalating(...ladder: string[]): Promise<string> {
  const name = `q${names++}`
  const clocks = { ack_minutes: 60, resolve_minutes: 600, close_minutes: 1200 }
  const policy = await admin('cases/sla-policies', { name, severity: 'low', ...clocks })
  const queue = await admin('cases/queues', { name, match_tags: [name], sla_policy_id: policy.id, precedence: 1 })
  const steps = ladder.map((target, index) => ({ after_minutes: index * 30, notify: target }))
  const made = await cases.ask('tess', 'POST', 'cases/escalation-policies', {
    ...{ name, queue_id: queue.id, trigger_at_sla_fraction: 0.5, ladder: steps },
  })
  expect([made.status, made.text]).toMatchObject([201, expect.anything()])
  return (await cases.open({ title: 'Lateral <movement> & more', severity: 'low', queue_id: queue.id })).id
}
const escalate = async () => {
  await escalateOnce({ pool: cases.api.owner, audit: cases.api.deps.audit, nowMs })
}
const receipts = async (id: string) => (await cases.ask('vic', 'GET', `cases/${id}/notifications`)).body.items
const timeline = async (id: string): Promise<{ type: string; title: string; description: string }[]> =>
  (await cases.ask('vic', 'GET', `cases/${id}/timeline`)).body.items
const linkIn = ({ mail }: { mail: { text?: string } }) => /\/api\/v1\/answers\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? ''
const press = (link: string, method: 'GET' | 'POST') => cases.api.ask(method, link)

describe('an escalation', () => {
  test('mails the address of its step once, with the title of the case and a link', async () => {
    const id = await escalating('first@acme.example', 'second@acme.example')
    await deliverAll()
    expect(smtp.mails).toEqual([])
    minutes(31)
    await escalate()
    await Promise.all([deliverAll(), deliverAll(), deliverAll()])
    await escalate()
    await deliverAll()
    expect(smtp.mails.map(({ to }) => to)).toEqual(['first@acme.example'])
    const [{ mail, raw, isTls } = { mail: null, raw: '', isTls: false }] = smtp.mails
    expect(isTls).toBe(true)
    expect(mail?.subject).toMatch(/^\[low\] INC-\d+: Lateral <movement> & more$/)
    expect(mail?.from).toEqual({ name: 'Acme SOC', address: 'soc@acme.example' })
    expect(mail?.text).toContain(`https://soc.example/cases/${id}\n`)
    // In one piece: not every program that looks for it decodes a mail.
    expect(raw).toContain(`https://soc.example/cases/${id}\r\n`)
    expect(mail?.html).toContain('Lateral &lt;movement&gt; &amp; more')
    expect(await receipts(id)).toMatchObject([
      { receiver: 'first@acme.example', channel: 'mail', status: 'sent', reason: null, kind: 'escalation' },
    ])
    expect(await timeline(id)).toContainEqual(
      expect.objectContaining({
        type: 'notification.sent',
        title: 'notified first@acme.example',
        description: 'by mail',
      }),
    )
    const audited = cases.api.audited.filter(({ action }) => action === 'notification:sent')
    expect(audited.at(-1)).toMatchObject({ actorKind: 'platform', changes: { receiver: 'first@acme.example' } })
    await cases.ask('ann', 'POST', `cases/${id}/acknowledge`)
  })

  test('continues with the next step without an acknowledgement, and stops when the link is pressed', async () => {
    const id = await escalating('lead@acme.example', 'head@acme.example', 'ciso@acme.example')
    minutes(31)
    await escalate()
    await deliverAll()
    minutes(30)
    await escalate()
    await deliverAll()
    expect(smtp.mails.map(({ to }) => to)).toEqual(['lead@acme.example', 'head@acme.example'])
    const link = linkIn(smtp.mails[1] as never)
    // A mail scanner follows every link: that answers nothing.
    const page = await press(link, 'GET')
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<button>Acknowledge</button>')])
    expect(page.text).toContain('Lateral &lt;movement&gt; &amp; more')
    expect((await receipts(id)).map(({ status }: { status: string }) => status)).toEqual(['sent', 'seen'])
    expect((await cases.ask('vic', 'GET', `cases/${id}`)).body.acknowledged_at).toBeNull()
    cases.api.audited.length = 0
    expect((await press(link, 'POST')).text).toContain('The escalation has stopped')
    expect(cases.api.audited).toMatchObject([{ action: 'case:acknowledged', resourceId: id }])
    expect((await cases.ask('vic', 'GET', `cases/${id}`)).body.acknowledged_at).not.toBeNull()
    expect((await receipts(id)).map(({ status }: { status: string }) => status)).toEqual(['sent', 'answered'])
    expect(await timeline(id)).toContainEqual(
      expect.objectContaining({
        ...{ type: 'escalation.acknowledged', description: 'by head@acme.example, by the link in a message' },
      }),
    )
    expect((await press(link, 'POST')).status).toBe(410)
    minutes(60)
    await escalate()
    await deliverAll()
    expect(smtp.mails).toHaveLength(2)
  })

  test('a link that was changed, has another purpose or has expired does nothing', async () => {
    const id = await escalating('lead@acme.example')
    minutes(31)
    await escalate()
    await deliverAll()
    const link = linkIn(smtp.mails[0] as never)
    const { tenant, sealer } = { tenant: cases.acme, sealer: cases.api.deps.sealer }
    const forged = sealer.seal(JSON.stringify([tenant, id, nowMs() + 1e6]), 'another use').toString('base64url')
    for (const bad of [`${link}x`, link.slice(0, -3), `/api/v1/answers/${forged}`, '/api/v1/answers/x'])
      expect([(await press(bad, 'POST')).status, (await press(bad, 'GET')).status]).toEqual([404, 404])
    minutes(25 * 60)
    expect((await press(link, 'POST')).status).toBe(410)
    expect((await cases.ask('vic', 'GET', `cases/${id}`)).body.acknowledged_at).toBeNull()
  })

  test('notifies users by name, by role and by on-call duty, and an acknowledgement in the app assigns the case', async () => {
    const rotation = { name: 'night', time_zone: 'UTC', starts_on: '2020-01-01', user_ids: [cases.users.ben] }
    await admin('oncall/rotations', rotation)
    const id = await escalating('user:ann', 'role:tenant_admin', 'rotation:night', 'user:nobody')
    minutes(121)
    await escalate()
    await deliverAll()
    const people = ['ann', 'tess', 'ben'].map((name) => `${name}@acme.example`)
    expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual(people.toSorted())
    expect(await receipts(id)).toContainEqual(
      expect.objectContaining({ receiver: 'user:nobody', status: 'failed', reason: expect.stringContaining('nobody') }),
    )
    const done = await cases.ask('ben', 'POST', `cases/${id}/acknowledge`)
    expect(done.body).toMatchObject({ id, is_new: true })
    expect((await cases.ask('ann', 'POST', `cases/${id}/acknowledge`)).body).toMatchObject({ is_new: false })
    expect((await cases.ask('vic', 'GET', `cases/${id}`)).body.assignee_id).toBe(cases.users.ben)
    expect((await cases.ask('vic', 'POST', `cases/${id}/acknowledge`)).status).toBe(403)
    expect((await cases.ask('bob', 'POST', `cases/${id}/acknowledge`)).status).toBe(404)
  })

  test('a step without receivers is followed by the next one at once, and the timeline records it', async () => {
    const id = await escalating('rotation:nobody', 'user:nobody', 'lead@acme.example', 'head@acme.example')
    minutes(31)
    await escalate()
    await deliverAll()
    expect(smtp.mails.map(({ to }) => to)).toEqual(['lead@acme.example'])
    const failed = (await timeline(id)).filter(({ type }) => type === 'notification.failed')
    expect(failed.map(({ title, description }) => `${title}: ${description}`).toSorted()).toEqual([
      'could not notify rotation:nobody: nobody of this rotation is on call',
      'could not notify user:nobody: nobody of that name is active here',
    ])
    // The last step got through: the one after it has its time.
    minutes(88)
    await escalate()
    await deliverAll()
    expect(smtp.mails).toHaveLength(1)
    minutes(2)
    await escalate()
    await deliverAll()
    expect(smtp.mails.map(({ to }) => to)).toEqual(['lead@acme.example', 'head@acme.example'])
    await cases.ask('ann', 'POST', `cases/${id}/acknowledge`)
  })

  test('a step whose messages are all refused is followed by the next one at once', async () => {
    const id = await escalating('gone@acme.example', 'head@acme.example', 'ciso@acme.example')
    minutes(31)
    await escalate()
    smtp.refusal = 550
    await deliverAll()
    smtp.refusal = null
    minutes(1)
    await escalate()
    await deliverAll()
    expect(smtp.mails.map(({ to }) => to)).toEqual(['head@acme.example'])
    expect((await receipts(id)).map(({ status }: { status: string }) => status)).toEqual(['failed', 'sent'])
    await escalate()
    await deliverAll()
    expect(smtp.mails).toHaveLength(1)
    await cases.ask('ann', 'POST', `cases/${id}/acknowledge`)
  })

  test('a user who was deactivated meanwhile is not notified, and the next step follows', async () => {
    const id = await escalating('user:ben', 'lead@acme.example')
    minutes(31)
    await escalate()
    expect((await cases.ask('tess', 'PATCH', `users/${cases.users.ben}`, { is_active: false })).status).toBe(200)
    await deliverAll()
    await escalate()
    await deliverAll()
    expect((await cases.ask('tess', 'PATCH', `users/${cases.users.ben}`, { is_active: true })).status).toBe(200)
    expect(smtp.mails.map(({ to }) => to)).toEqual(['lead@acme.example'])
    await cases.ask('ann', 'POST', `cases/${id}/acknowledge`)
    const reason = 'the account was switched off before it was sent'
    expect(await receipts(id)).toContainEqual(
      expect.objectContaining({ receiver: 'user:ben', status: 'failed', reason }),
    )
  })

  test('a waiting message is not sent after the case was acknowledged', async () => {
    const id = await escalating('lead@acme.example')
    minutes(31)
    await escalate()
    await cases.ask('ann', 'POST', `cases/${id}/assign`, { assignee_id: cases.users.ann })
    await deliverAll()
    expect(smtp.mails).toEqual([])
    expect(await receipts(id)).toMatchObject([{ status: 'skipped', reason: 'it was answered before it was sent' }])
  })

  test('without a mail server the receipt, the timeline and the API say so', async () => {
    const id = await escalating('lead@acme.example')
    minutes(31)
    await escalate()
    await deliverAll({ mailer: null })
    const reason = 'no mail is sent: SVC_SMTP_URL is not set'
    expect(await receipts(id)).toMatchObject([{ status: 'failed', reason }])
    expect(await timeline(id)).toContainEqual(
      expect.objectContaining({ title: 'could not notify lead@acme.example', description: reason }),
    )
    expect((await cases.ask('vic', 'GET', 'notifications/state')).body.mail).toEqual({ is_configured: false, reason })
  })

  test.each(['role:admin', 'role:', 'team:x', 'lead at acme', 'user: '])('refuses the target %j', async (target) => {
    const queue = await admin('cases/queues', { name: `q${names++}`, match_tags: ['x'] })
    const ladder = [{ after_minutes: 0, notify: target }]
    const body = { name: `l${names++}`, queue_id: queue.id, ladder }
    expect((await cases.ask('tess', 'POST', 'cases/escalation-policies', body)).status).toBe(422)
  })
})

let keys = 0
const tell = (receivers: Parameters<typeof notify>[2], more: Partial<Parameters<typeof notify>[1]> = {}) =>
  withTenant(cases.api.deps.pool, cases.acme, (tx) =>
    notify(
      tx,
      { kind: 'mention', title: `note ${keys}`, body: 'x', path: '/cases', dedupeKey: `k${keys++}`, ...more },
      receivers,
      nowMs(),
    ),
  )
const to = (address: string) => [{ kind: 'address', address }] as const
const ofAddress = async (address: string) => {
  const sql = /* sql */ `SELECT status, reason, tries FROM notification_deliveries WHERE address = $1 ORDER BY created_at, id`
  return withTenant(cases.api.deps.pool, cases.acme, (tx) => tx.many((row) => row, sql, [address]))
}

describe('a message', () => {
  test('fails with the reply of the server when refused for good, and is retried when refused for now', async () => {
    await tell(to('no@acme.example'))
    smtp.refusal = 550
    await deliverAll()
    expect(await ofAddress('no@acme.example')).toMatchObject([
      { status: 'failed', reason: expect.stringMatching(/^the mail server answered 550 .*refused here/) },
    ])
    await tell(to('later@acme.example'))
    smtp.refusal = 451
    await deliverAll()
    expect(await ofAddress('later@acme.example')).toMatchObject([
      { status: 'queued', reason: expect.stringContaining('451') },
    ])
    smtp.refusal = null
    await deliverAll()
    expect(smtp.mails).toEqual([])
    minutes(2)
    await deliverAll()
    expect(smtp.mails.map(({ to: address }) => address)).toEqual(['later@acme.example'])
  })

  test('is given up after an hour without the server, with the reason', async () => {
    const away = openMailer(mailServerOf('smtp://127.0.0.1:1', 'soc@acme.example'), findPlace, nowMs)
    await tell(to('away@acme.example'))
    for (let minute = 0; minute < 70; minute++) {
      await deliverAll({ mailer: away })
      minutes(1)
    }
    expect(await ofAddress('away@acme.example')).toMatchObject([
      { status: 'failed', reason: expect.stringMatching(/^given up after \d+ tries: the mail server could not be/) },
    ])
  })

  test('is sent again with the same message id when a process dies before it stores the receipt', async () => {
    await tell(to('twice@acme.example'))
    const dying = { ...cases.api.owner, connect: cases.api.owner.connect.bind(cases.api.owner) } as never
    let isDead = false
    smtp.onMail = async () => {
      isDead = true
    }
    const pool = new Proxy(dying as object, {
      get: (target, name) => {
        if (isDead) throw new Error('the process has died')
        return Reflect.get(target, name)
      },
    })
    await expect(deliverOnce(deps({ pool: pool as never }))).rejects.toThrow('the process has died')
    expect(await ofAddress('twice@acme.example')).toMatchObject([{ status: 'sending' }])
    smtp.onMail = async () => {}
    await deliverAll()
    expect(smtp.mails).toHaveLength(1) // its lease has not ended
    minutes(2)
    await deliverAll()
    const ids = smtp.mails.map(({ mail }) => mail.messageId)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    expect(await ofAddress('twice@acme.example')).toMatchObject([{ status: 'sent', tries: 2 }])
  })

  test('begins a thread of mails about the same thing, and the later ones refer to it', async () => {
    const about = (id: string) => ({ about: { kind: 'case', id } })
    const [one, other] = [randomUUID(), randomUUID()]
    for (const more of [about(one), about(one), about(other), about(one)]) {
      await tell(to('thread@acme.example'), more)
      await deliverAll()
      minutes(1)
    }
    await tell(to('elsewhere@acme.example'), about(one))
    await deliverAll()
    const [first, second, apart, third, elsewhere] = smtp.mails.map(({ mail }) => mail)
    for (const own of [first, apart, elsewhere])
      expect([own?.inReplyTo, own?.references], own?.messageId).toEqual([undefined, undefined])
    const { messageId } = first ?? {}
    expect(messageId).toMatch(/^<svc-[\w-]+@acme\.example>$/)
    for (const later of [second, third]) expect([later?.inReplyTo, later?.references]).toEqual([messageId, messageId])
  })

  test('with the same key is sent once', async () => {
    await Promise.all([1, 2, 3].map(() => tell(to('once@acme.example'), { dedupeKey: 'the same' })))
    await deliverAll()
    expect(smtp.mails).toHaveLength(1)
  })

  test('addresses its receiver by name, not by account id', async () => {
    await tell([{ kind: 'users', userIds: [cases.users.ann ?? ''] }])
    await deliverAll()
    expect(smtp.mails[0]?.mail.text).toMatch(/Sent by svc to ann\.$/m)
  })

  test('in a burst becomes one message with a count, and all receipts say so', async () => {
    for (let n = 0; n < 200; n++) await tell(to('storm@acme.example'))
    await deliverAll()
    expect(smtp.mails.map(({ mail }) => mail.subject)).toEqual(['200 notifications'])
    expect(smtp.mails[0]?.mail.text).toContain('and 180 more')
    const rows = await ofAddress('storm@acme.example')
    expect([rows.length, rows.every(({ status }) => status === 'sent')]).toEqual([200, true])
    // One after the other: ten of them alone within five minutes, and then one message a minute.
    smtp.mails.length = 0
    for (let n = 0; n < 30; n++) {
      await tell(to('drip@acme.example'))
      await deliverAll()
    }
    expect(smtp.mails).toHaveLength(10)
    minutes(1.1)
    await deliverAll()
    expect(smtp.mails.at(-1)?.mail.subject).toBe('20 notifications')
    expect(smtp.mails).toHaveLength(11)
  })

  test('uses the texts of the tenant for its kind and for bursts', async () => {
    const say = (kind: string, body: object) => cases.ask('tess', 'PUT', `branding/messages/${kind}`, body)
    await say('mention', { subject: 'Acme: {title}', body: 'Hello {receiver},\n{text}' })
    await say('digest', { subject: '{count} things', body: '{list}' })
    await tell(to('words@acme.example'), { kind: 'mention', title: 'Look', body: 'at this' })
    for (let n = 0; n < 30; n++) await tell(to('wordy@acme.example'))
    await deliverAll()
    for (const kind of ['mention', 'digest']) await say(kind, {})
    const [one] = smtp.mails.filter(({ to: address }) => address === 'words@acme.example')
    expect([one?.mail.subject, one?.mail.text]).toEqual([
      'Acme: Look',
      expect.stringMatching(/^Hello words@acme\.example,\nat this\n\nOpen:\nhttps/),
    ])
    expect(smtp.mails.at(-1)?.mail.subject).toMatch(/^\d+ things$/)
  })

  test('cannot get headers from its title', async () => {
    await tell(to('head@acme.example'), { title: 'x\r\nBcc: evil@evil.example' })
    await deliverAll()
    expect(smtp.mails.map(({ to: address, mail }) => [address, mail.subject])).toEqual([
      ['head@acme.example', 'x Bcc: evil@evil.example'],
    ])
  })

  test('contains its secret link, which is removed from the row after sending', async () => {
    const secretUrl = 'https://soc.example/reset#token=abc'
    await tell([{ kind: 'users', userIds: [cases.users.ann ?? ''] }], { kind: 'password_reset', secretUrl })
    await deliverAll()
    expect(smtp.mails[0]?.mail.text).toContain(secretUrl)
    const sql = /* sql */ `SELECT count(*) AS n FROM notifications WHERE secret_url IS NOT NULL`
    const left = await withTenant(cases.api.deps.pool, cases.acme, (tx) => tx.maybeOne((row) => Number(row.n), sql))
    expect(left).toBe(0)
  })
})

describe('a mail server', () => {
  test('on this machine may use TLS from the first byte, or none', async () => {
    for (const options of [{ secure: true }, { hideTls: true }]) {
      const other = await openTestMailServer(options)
      const scheme = options.secure === true ? 'smtps' : 'smtp'
      const address = `${scheme}://svc:${encodeURIComponent(MAIL_USER.password)}@127.0.0.1:${other.port}`
      const mailer = openMailer(mailServerOf(address, 'soc@acme.example'), findPlace, nowMs)
      await tell(to(`${scheme}@acme.example`))
      await deliverAll({ mailer })
      expect(other.mails.map(({ to: of, isTls }) => [of, isTls])).toEqual([
        [`${scheme}@acme.example`, scheme === 'smtps'],
      ])
      await other.close()
    }
  })

  test('elsewhere needs a certificate for its name, and never gets a password in clear text', async () => {
    const elsewhere = async (_: string, port: number) => ({ host: 'mail.acme.example', port, address: '127.0.0.1' })
    const plain = await openTestMailServer({ hideTls: true })
    for (const { port } of [smtp, plain]) {
      const address = `smtp://svc:${encodeURIComponent(MAIL_USER.password)}@mail.acme.example:${port}`
      const mailer = openMailer(mailServerOf(address, 'soc@acme.example'), elsewhere, nowMs)
      expect(await mailer.send('x@acme.example', outgoing)).toMatchObject({ outcome: 'later' })
    }
    expect([...smtp.mails, ...plain.mails]).toEqual([])
    await plain.close()
  })

  test.each(['http://x', 'smtp://', 'smtp://a%zz:x@host'])('has no address like %s', (address) => {
    expect(() => mailServerOf(address, 'soc@acme.example')).toThrow(/^SVC_SMTP_URL/)
  })
  test.each([null, 'soc', 'a <b>', 'x@y, z@y'])('does not send from %j', (from) => {
    expect(() => mailServerOf('smtp://host', from)).toThrow(/^SVC_MAIL_FROM/)
  })
})

const outgoing = { id: 'x', subject: 's', text: 't', html: 'h', repliesTo: null, senderName: null, replyTo: null }

describe('preferences', () => {
  const put = (body: object) => cases.ask('ann', 'PUT', 'notifications/preferences', body)
  afterEach(() => put({ channels: ['mail', 'push'] }))

  test('apply to messages that are not urgent: severity and quiet hours', async () => {
    const ann = [{ kind: 'users', userIds: [cases.users.ann ?? ''] }] as const
    expect((await put({ channels: ['mail'], min_severity: 'high' })).body).toMatchObject({ min_severity: 'high' })
    await tell(ann, { severity: 'low' })
    await tell(ann, { severity: 'critical' })
    await tell(ann, { severity: 'low', kind: 'approval' })
    await deliverAll()
    expect(smtp.mails).toHaveLength(2)
    const hour = (offset: number) => new Date(cases.clock.ms + offset * 3_600_000).toISOString().slice(11, 16)
    await put({ channels: ['mail'], quiet_from: hour(-1), quiet_to: hour(2) })
    await tell(ann, { severity: 'low' })
    await deliverAll()
    expect(smtp.mails).toHaveLength(2)
    const [waiting] = (await cases.ask('ann', 'GET', 'notifications')).body.items
    expect(waiting).toMatchObject({ status: 'queued', reason: 'waits for the end of the quiet hours' })
    minutes(121)
    await deliverAll()
    expect(smtp.mails).toHaveLength(3)
  })

  test('belong to one user and need a known time zone', async () => {
    expect((await put({ channels: ['mail'], time_zone: 'Mars/Base' })).status).toBe(422)
    expect((await put({ channels: ['mail'], quiet_from: '22:00' })).status).toBe(422)
    expect((await put({ channels: [] })).status).toBe(422)
    expect((await put({ channels: ['mail'], time_zone: 'Europe/Berlin' })).status).toBe(200)
    expect((await cases.ask('ben', 'GET', 'notifications/preferences')).body).toMatchObject({ time_zone: 'UTC' })
  })

  test('include a test message, once a minute, which the user confirms', async () => {
    expect((await cases.ask('ann', 'POST', 'notifications/test')).status).toBe(202)
    expect((await cases.ask('ann', 'POST', 'notifications/test')).status).toBe(429)
    await deliverAll()
    const [mine] = (await cases.ask('ann', 'GET', 'notifications?limit=1')).body.items
    expect(mine).toMatchObject({ kind: 'test', status: 'sent', address: 'ann@acme.example' })
    expect((await cases.ask('ben', 'POST', 'notifications/seen', { ids: [mine.id] })).body).toEqual({ seen: 0 })
    expect((await cases.ask('ann', 'POST', 'notifications/seen', { ids: [mine.id] })).body).toEqual({ seen: 1 })
    expect((await cases.ask('ann', 'GET', 'notifications?limit=1')).body.items[0].status).toBe('seen')
  })
})

describe('users are notified', () => {
  const subjects = () => smtp.mails.map(({ to: address, mail }) => `${address}: ${mail.subject}`).toSorted()

  test('about mentions, assigned cases and handoffs, except their own actions', async () => {
    const { id, case_number: number } = await cases.open({ title: 'Odd login', assignee_id: cases.users.ann })
    await cases.ask('ann', 'POST', `cases/${id}/comments`, { body: '@ben look, says @ann' })
    await cases.ask('ann', 'PATCH', `cases/${id}`, { assignee_id: cases.users.ben })
    await cases.ask('ben', 'POST', 'cases/handoffs', { to_user_id: cases.users.ann, notes: 'good night' })
    await deliverAll()
    expect(subjects()).toEqual([
      expect.stringMatching(/^ann@acme.example: \d+ cases are handed over to you$/),
      `ben@acme.example: [high] ${number}: Odd login`,
      `ben@acme.example: [high] ${number}: Odd login`,
    ])
    expect(smtp.mails.map(({ mail }) => mail.text ?? '').join()).toContain('look, says @ann')
  })

  test('about missed targets, once each: the assignee and the subscribers', async () => {
    await cases.ask('vic', 'PUT', 'notifications/preferences', { channels: ['mail'], kinds: ['sla_breach'] })
    const clocks = { ack_minutes: 10, resolve_minutes: 60, close_minutes: 1200 }
    await admin('cases/sla-policies', { name: `p${names++}`, severity: 'medium', ...clocks })
    const { id, case_number: number } = await cases.open({ title: 'Late', severity: 'medium' })
    const sweep = async () => {
      await notifyBreaches({ pool: cases.api.owner, nowMs })
      await deliverAll()
    }
    await sweep()
    smtp.mails.length = 0
    minutes(11)
    await Promise.all([sweep(), sweep()])
    expect(subjects()).toEqual([`vic@acme.example: [medium] ${number} was not acknowledged in time: Late`])
    await cases.ask('ann', 'POST', `cases/${id}/assign`, { assignee_id: cases.users.ann })
    smtp.mails.length = 0
    minutes(50)
    await sweep()
    await sweep()
    const missed = `[medium] ${number} was not resolved in time: Late`
    // Cases of other tests may miss theirs meanwhile.
    const ofCase = subjects().filter((subject) => subject.includes(number))
    expect(ofCase).toEqual([`ann@acme.example: ${missed}`, `vic@acme.example: ${missed}`])
  })

  test('about approvals that they are asked for', async () => {
    const until = { expires_at: new Date(cases.clock.ms + 3_600_000).toISOString() }
    const approval = { title: 'Cut off ws1', summary: 'beacons', risk_level: 'high', required_user_id: cases.users.ben }
    expect((await cases.ask('ann', 'POST', 'approvals', { ...approval, ...until })).status).toBe(201)
    await deliverAll()
    expect(subjects()).toEqual(['ben@acme.example: [high] Approval: Cut off ws1'])
  })
})
