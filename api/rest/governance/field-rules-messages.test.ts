/**
 * Field rules in what leaves: mails, pushes, messages in chats, tickets, answers of the bot. A value that is hidden from a
 * receiver is in no message to them, and nobody's role is behind an address or a channel.
 */
import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { workOnNext } from '../../../control/respond/playbooks/index.ts'
import { carryOutNext } from '../../../control/respond/response/index.ts'
import { escalateOnce } from '../../../control/soc/cases/index.ts'
import { deliverOnce, openMailer } from '../../../control/soc/delivery/index.ts'
import { pushOnce } from '../../../control/soc/web-push/index.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { mailServerOf } from '../../../platform/mail-server.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf, VAULT } from '../../test-api.ts'
import { openTestMailServer, type TestMailServer } from '../notifications/test-mail-server.ts'
import { type TestBrowser, type TestPushService, testPushService } from '../web-push/test-push-service.ts'

const SIGNING = 'signing secret of the app'
const PEOPLE = { tess: 'tenant_admin', lee: 'soc_lead', ann: 'soc_analyst', hana: 'threat_hunter' } as const
type Name = keyof typeof PEOPLE
const clock = { ms: Date.now() }
const log = pino({ level: 'silent' })
const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:soc@acme.example' }
const tokens = {} as Record<Name, string>
const browsers = {} as Record<Name, TestBrowser>
/** Bodies that were posted to the chat and the ticket system. */
const posted: string[] = []
let api: TestApi
let acme: TenantId
let smtp: TestMailServer
let push: TestPushService

const egress: Egress = async (request) => {
  if (request.url.startsWith(push.origin)) return push.egress(request)
  posted.push(String(request.body))
  const answer = { ok: true, ts: '1.2', channel: 'C1', key: 'SOC-1', ref: 'r1' }
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)), url: request.url }
}

beforeAll(async () => {
  push = testPushService()
  smtp = await openTestMailServer()
  const chat = { slackSecret: SIGNING, teamsSecret: null, defaultTenant: null, webUrl: 'https://soc.example' }
  api = await startTestApi({ deps: { chat, vapid, egress }, clock })
  acme = await makeTenant(api, 'acme')
  for (const name of Object.keys(PEOPLE) as Name[]) {
    await makeUser(api, acme, name, PEOPLE[name])
    tokens[name] = await tokenOf(api, acme, name)
    browsers[name] = push.browser()
    await ask(name, 'POST', 'push/subscribe', { subscription: browsers[name] })
    const { code } = (await ask(name, 'POST', 'chat/link-codes')).body
    await command(name, `link ${code}`)
  }
  const executor = (more: object) => ask('tess', 'POST', 'response/executors', { secret: 'sesame', ...more })
  expect((await executor({ name: 'ops', vendor: 'slack', base_url: 'https://slack.example/api' })).status).toBe(201)
  const jira = { name: 'ours', vendor: 'jira', base_url: 'https://jira.example', settings: { project: 'SOC' } }
  expect((await executor(jira)).status).toBe(201)
  await ask('tess', 'POST', 'cases/sla-policies', {
    ...{ name: 'q', severity: 'low', ack_minutes: 60, resolve_minutes: 600, close_minutes: 1200 },
  })
}, 120_000)
afterAll(async () => {
  await smtp?.close()
  await api?.close()
})

const ask = (name: Name, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[name], ...(body === undefined ? {} : { body }) })
let triggers = 0
async function command(user: string, text: string): Promise<string> {
  const payload = new URLSearchParams({ team_id: 'T1', user_id: user, text, trigger_id: `t${triggers++}` }).toString()
  const timestamp = String(Math.floor(clock.ms / 1000))
  const mac = createHmac('sha256', SIGNING).update(`v0:${timestamp}:${payload}`).digest('hex')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...{ 'x-slack-signature': `v0=${mac}`, 'x-slack-request-timestamp': timestamp },
  }
  const url = '/api/v1/chat/slack/commands'
  return JSON.stringify(JSON.parse((await api.api.app.inject({ method: 'POST', url, headers, payload })).body))
}
/** A token is good for half an hour, which every test lets pass. */
async function only(...rules: { resource: string; field_path: string; treatment: string; roles: Name[] }[]) {
  for (const name of Object.keys(PEOPLE) as Name[]) tokens[name] = await tokenOf(api, acme, name)
  for (const { id } of (await ask('tess', 'GET', 'governance/field-rules')).body.items)
    await ask('tess', 'DELETE', `governance/field-rules/${id}`)
  for (const { roles, ...rule } of rules) {
    const visible_to_roles = roles.map((name) => PEOPLE[name])
    expect((await ask('tess', 'POST', 'governance/field-rules', { ...rule, visible_to_roles })).status).toBe(201)
  }
}
async function sendAll(): Promise<void> {
  const findPlace = async (host: string, port: number) => ({ host, port, address: host })
  const mailer = openMailer(
    mailServerOf(`smtp://127.0.0.1:${smtp.port}`, 'soc@acme.example'),
    findPlace,
    () => clock.ms,
  )
  const { sealer, audit } = api.deps
  const ways = { pool: api.owner, vault: VAULT, egress, findPlace, log, nowMs: () => clock.ms }
  const notices = {
    ...ways,
    sealer,
    audit,
    mailer,
    vapid,
    webUrl: 'https://soc.example',
    apiUrl: 'https://soc.example',
  }
  for (let isMore = true; isMore; ) {
    isMore = await workOnNext(ways)
    while (await carryOutNext(ways)) isMore = true
  }
  while (await deliverOnce(notices));
  while ((await pushOnce({ pool: api.owner, egress, vapid, log })) > 0);
}

let cases = 0
/** Messages that leave when an alert about the value is raised, goes into a case, is escalated, commented, and worked on. */
async function everything(value: string) {
  smtp.mails.length = 0
  posted.length = 0
  push.got.clear()
  const tag = `t${cases++}`
  const alert = { title: `Sign-in of ${value}`, severity: 'critical', affected_users: [value] }
  const { id: alertId } = (await ask('ann', 'POST', 'alerts', { ...alert, description: `It was ${value}` })).body
  const policies = (await ask('tess', 'GET', 'cases/sla-policies')).body.items
  const queue = { name: tag, match_tags: [tag], sla_policy_id: policies[0].id, precedence: 1 }
  const { id: queueId } = (await ask('tess', 'POST', 'cases/queues', queue)).body
  const ladder = ['head@acme.example', 'role:soc_lead', 'channel:ops', 'role:soc_analyst'].map((notify, at) => ({
    ...{ after_minutes: at, notify },
  }))
  const escalation = { name: tag, queue_id: queueId, trigger_at_sla_fraction: 0.1, ladder }
  expect((await ask('tess', 'POST', 'cases/escalation-policies', escalation)).status).toBe(201)
  const opened = { title: `What ${value} did`, severity: 'low', queue_id: queueId, alert_ids: [alertId] }
  const { id: caseId } = (await ask('ann', 'POST', 'cases', { ...opened, description: `Of ${value}` })).body
  await ask('ann', 'POST', `cases/${caseId}/comments`, { body: `@hana @lee was it ${value}?` })
  const step = (id: string, type: string, params: object, next: string | null) => ({ id, type, params, next })
  const document = {
    ...{ name: tag, trigger: { on: 'manual' } },
    steps: [
      step(
        'tell',
        'notify_slack',
        { webhook_url: 'https://hooks.slack.com/services/1', message: `Told of ${value}` },
        'open',
      ),
      step('open', 'create_ticket', { summary: `About ${value}`, description: `Says ${value}` }, null),
    ],
  }
  const { id: playbookId } = (await ask('tess', 'POST', 'playbooks', { document, enabled: true })).body
  expect((await ask('tess', 'POST', `playbooks/${playbookId}/execute`, { case_id: caseId, context: {} })).status).toBe(
    202,
  )
  for (let level = 0; level < ladder.length; level++) {
    clock.ms += 7 * 60_000
    await escalateOnce({ pool: api.owner, audit: api.deps.audit, nowMs: () => clock.ms })
  }
  await sendAll()
  const answers = { ann: await command('ann', `explain ${caseId}`), lee: await command('lee', `explain ${caseId}`) }
  const mailsTo = (name: string) =>
    smtp.mails.filter(({ to }) => to.startsWith(name)).map(({ mail }) => `${mail.subject} ${mail.text} ${mail.html}`)
  return {
    outside: [...posted, ...mailsTo('head')],
    of: (name: Name) => [
      ...mailsTo(name),
      ...(push.got.get(browsers[name].endpoint) ?? []).map((message) => JSON.stringify(message)),
      ...(name in answers ? [answers[name as keyof typeof answers]] : []),
    ],
  }
}

const OF_USERS = { resource: 'alert', field_path: 'affected_users', treatment: 'redact' }
const OF_TEXTS = [
  { resource: 'alert', field_path: 'title', treatment: 'mask' },
  { resource: 'alert', field_path: 'affected_users', treatment: 'hash' },
  { resource: 'case', field_path: 'title', treatment: 'omit' },
]
const KINDS = [
  { value: 'Svetlana  van  Petrova (CFO)', rules: [OF_USERS] },
  { value: 'svetlana.petrova', rules: OF_TEXTS },
  { value: `x${'petrova.'.repeat(16)}`, rules: OF_TEXTS },
]
const joined = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase()

test.each(KINDS)('no message shows its receiver the hidden value: $value', async ({ value, rules }) => {
  await only(...rules.map((rule) => ({ ...rule, roles: ['lee' as const] })))
  const sent = await everything(value)
  // Also no beginning of it, where a message was cut.
  const part = joined(value).slice(0, 12)
  const has = (texts: readonly string[]) => texts.filter((text) => joined(text).includes(part))
  expect(sent.outside.length, 'two chats, a ticket and an address').toBeGreaterThanOrEqual(4)
  for (const texts of [sent.outside, sent.of('ann'), sent.of('hana')]) {
    expect(texts.length).toBeGreaterThan(0)
    expect(has(texts)).toEqual([])
  }
  expect(has(sent.of('lee')).length, 'whom the rule names').toBeGreaterThanOrEqual(3)
})

test('every message has the value when no rule hides it', async () => {
  await only()
  const sent = await everything('svetlana.petrova')
  for (const texts of [sent.outside, sent.of('ann'), sent.of('hana'), sent.of('lee')])
    expect(texts.filter((text) => text.includes('svetlana.petrova')).length).toBeGreaterThan(0)
})
