/** Threads of Teams that follow a case, and direct messages, over a Teams that keeps what a bot posts. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { followThreads } from '../../../control/soc/chat/index.ts'
import { deliverOnce } from '../../../control/soc/delivery/index.ts'
import { notify } from '../../../control/soc/notify/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf, VAULT } from '../../test-api.ts'
import { TEAMS_BOT, TEAMS_SECRET, TEAMS_SERVICE, teamsMessage, testTeams } from './test-teams.ts'

const clock = { ms: Date.now() }
const teams = testTeams()
const log = pino({ level: 'silent' })
const PEOPLE = { tess: 'tenant_admin', ann: 'soc_analyst', vic: 'viewer' } as const
type Name = keyof typeof PEOPLE
const tokens = {} as Record<Name, string>
let api: TestApi
let acme: TenantId

beforeAll(async () => {
  const chat = { slackSecret: null, teamsSecret: TEAMS_SECRET, defaultTenant: null }
  api = await startTestApi({ deps: { chat, webUrl: 'https://soc.example', egress: teams.egress }, clock })
  acme = await makeTenant(api, 'acme')
  for (const name of Object.keys(PEOPLE) as Name[]) {
    await makeUser(api, acme, name, PEOPLE[name])
    tokens[name] = await tokenOf(api, acme, name)
    const { code } = (await ask(name, 'POST', 'chat/link-codes')).body
    await write(name, `link ${code}`, 'anywhere')
  }
  const workflow = { name: 'channel', vendor: 'teams', base_url: 'https://workflow.example/hook' }
  expect((await ask('tess', 'POST', 'response/executors', workflow)).status).toBe(201)
  const bot = { name: 'bot', vendor: 'teams', base_url: TEAMS_SERVICE, settings: TEAMS_BOT, secret: 'app secret' }
  expect((await ask('tess', 'POST', 'response/executors', bot)).status).toBe(201)
}, 120_000)
beforeEach(() => {
  const { messages, signIns, failures, members, activities } = teams
  for (const list of [messages, signIns, failures, members, activities]) list.length = 0
})
afterAll(() => api?.close())

const ask = (name: Name, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[name], ...(body === undefined ? {} : { body }) })
let ids = 0
/** The answer in the thread. */
async function write(user: string, html: string, conversation: string, id = `m${++ids}`): Promise<string> {
  clock.ms += 5
  const { payload, headers } = teamsMessage({ id, user, html: `<at>svc</at>&nbsp;${html}`, conversation }, clock.ms)
  const answer = await api.api.app.inject({ method: 'POST', url: '/api/v1/chat/teams', headers, payload })
  expect(answer.statusCode).toBe(200)
  return JSON.parse(answer.body).text
}
async function posted() {
  clock.ms += 5_000
  const deps = { pool: api.owner, vault: VAULT, egress: teams.egress, log, webUrl: 'https://soc.example' }
  while (await followThreads({ ...deps, nowMs: () => clock.ms }));
  return teams.messages.map(({ conversation, text }) => ({ conversation, text }))
}
let threads = 0
async function followed(title = 'Odd login') {
  const { id, case_number: number } = (await ask('ann', 'POST', 'cases', { title, severity: 'high' })).body
  const thread = `19:abc@thread.tacv2;messageid=${++threads}`
  expect(await write('ann', `follow ${number}`, thread)).toContain(`A thread follows ${number}`)
  clock.ms += 1_000
  return { id, number, thread }
}
type Shown = { body: string; origin: string | null; author: string }
const comments = async (id: string): Promise<Shown[]> =>
  (await ask('vic', 'GET', `cases/${id}/comments`)).body.items.toReversed()
const comment = async (id: string, body: string) => {
  clock.ms += 5
  expect((await ask('tess', 'POST', `cases/${id}/comments`, { body })).status).toBe(201)
}

test('a comment of the case is posted to the thread once, and a message to the bot there becomes a comment', async () => {
  const { id, number, thread } = await followed()
  await comment(id, 'from the console <b>')
  expect(await posted()).toEqual([{ conversation: thread, text: `tess on ${number}: from the console <b>` }])
  expect(teams.signIns).toMatchObject([{ client_id: 'app-1', scope: 'https://api.botframework.com/.default' }])
  const html = '<p>seen on &lt;dc1&gt;</p><div>and <a href="https://x.example">dc2</a></div>'
  expect(await write('ann', html, thread, 'm-once')).toContain('as a comment')
  await write('ann', html, thread, 'm-once')
  expect(await comments(id)).toMatchObject([
    { author: 'tess', origin: null },
    { author: 'ann', origin: `teams ${thread}`, body: 'seen on <dc1>\nand dc2' },
  ])
  expect(await posted(), 'what came from the thread is not posted into it').toHaveLength(1)
})

test('commands work in a thread, and elsewhere an unknown command is answered with help', async () => {
  const { id, number, thread } = await followed()
  expect(await write('ann', `explain ${number}`, thread)).toContain('open tasks')
  expect(await write('ann', 'constructor', 'another conversation')).toContain('/svc list')
  expect(await write('ann', 'looks bad', `${thread}9`)).toContain('/svc list')
  expect(await comments(id)).toEqual([])
})

test('a user who is not linked or may not comment is told that the message is not in the case', async () => {
  const { id, thread } = await followed()
  expect(await write('stranger', 'me too', thread)).toContain('link your account first')
  expect(await write('vic', 'and me', thread)).toContain('needs the permission cases:write')
  expect(await comments(id)).toEqual([])
})

test('a busy Teams is retried after its Retry-After, and a refused comment appears in the timeline of the case', async () => {
  const { id, thread } = await followed()
  await comment(id, 'later')
  teams.failures.push({ status: 429, headers: { 'retry-after': '120' } })
  expect(await posted()).toEqual([])
  clock.ms += 60_000
  expect(await posted()).toEqual([])
  clock.ms += 120_000
  expect(await posted()).toMatchObject([{ conversation: thread }])
  await comment(id, 'refused')
  const error = { code: 'BotNotInConversationRoster', message: 'the bot is not part of the conversation roster' }
  teams.failures.push({ status: 403, body: { error } })
  await posted()
  const { items } = (await ask('vic', 'GET', `cases/${id}/timeline`)).body
  const notes = items.filter(({ type }: { type: string }) => type === 'thread.failed')
  expect(notes.map(({ description }: { description: string }) => description)).toEqual([
    expect.stringContaining('BotNotInConversationRoster'),
  ])
})

async function deliverAll(): Promise<void> {
  const noMail = async () => {
    throw new Error('no mail server is asked here')
  }
  const { sealer, audit } = api.deps
  const deps = { pool: api.owner, vault: VAULT, egress: teams.egress, log, sealer, audit, nowMs: () => clock.ms }
  const urls = { webUrl: 'https://soc.example', apiUrl: 'https://soc.example' }
  while (await deliverOnce({ ...deps, ...urls, findPlace: noMail, mailer: null, vapid: null }));
}

describe('a person who wishes direct messages in Teams', () => {
  let keys = 0
  const idOf = async (who: Name) => (await ask(who, 'GET', 'users/me')).body.id as string
  const receiptOf = async (who: Name) => (await ask(who, 'GET', 'notifications')).body.items[0]
  async function queue(who: Name, more: object = {}) {
    const wishes = { channels: ['teams'], time_zone: 'UTC' }
    expect((await ask(who, 'PUT', 'notifications/preferences', wishes)).status).toBe(200)
    const [title, body, path] = ['You are named', 'in a comment by <b>ann</b>', '/cases/1']
    const notification = { kind: 'mention', title, body, path, dedupeKey: `dm-${++keys}`, ...more } as const
    const userIds = [await idOf(who)]
    clock.ms += 5 // receipts are ordered by their time
    await withTenant(api.owner, acme, (tx) => notify(tx, notification, [{ kind: 'users', userIds }], clock.ms))
  }

  test('gets them from the bot, in a conversation made with their id and tenant', async () => {
    await queue('tess')
    await deliverAll()
    expect(teams.signIns).toHaveLength(1)
    expect(teams.members).toEqual([
      {
        ...{ isGroup: false, bot: { id: '28:app-1' }, members: [{ id: 'tess' }] },
        ...{ tenantId: 'M365', channelData: { tenant: { id: 'M365' } } },
      },
    ])
    expect(teams.messages).toMatchObject([
      { conversation: 'a:tess', text: expect.stringContaining('in a comment by <b>ann</b>') },
    ])
    expect(teams.activities).toMatchObject([{ type: 'message', textFormat: 'plain' }])
    expect(await receiptOf('tess')).toMatchObject({ channel: 'teams', status: 'delivered', address: 'tess' })
  })

  test('has a button in an escalation, which opens the page that acknowledges', async () => {
    const { id } = (await ask('ann', 'POST', 'cases', { title: 'Odd login', severity: 'high' })).body
    const about = { kind: 'case', id }
    await queue('tess', { kind: 'escalation', path: `/cases/${id}`, about, answer: 'acknowledge' })
    await deliverAll()
    const [{ summary, attachments } = {}] = teams.activities as { summary?: string; attachments?: unknown }[]
    expect(summary).toContain('You are named')
    expect(attachments).toMatchObject([
      { content: { actions: [{ type: 'Action.OpenUrl', url: expect.stringContaining('/api/v1/answers/') }] } },
    ])
  })

  test('is told by the receipt when Teams refuses, and is asked again when it is busy', async () => {
    await queue('tess')
    const error = { code: 'ForbiddenOperationException', message: 'The bot is not installed for the user' }
    teams.failures.push({ status: 403, body: { error } })
    await deliverAll()
    expect(await receiptOf('tess')).toMatchObject({
      ...{ status: 'failed', reason: expect.stringContaining('The bot is not installed for the user') },
    })
    await queue('tess')
    teams.failures.push({ status: 429, headers: { 'retry-after': '30' } })
    await deliverAll()
    expect(await receiptOf('tess')).toMatchObject({ status: 'queued', reason: expect.stringContaining('429') })
    clock.ms += 29_000
    await deliverAll()
    expect(teams.messages).toEqual([])
    clock.ms += 2_000
    await deliverAll()
    expect(await receiptOf('tess')).toMatchObject({ status: 'delivered' })
  })

  test('gets nothing after they unlinked their account, neither what waited nor what comes', async () => {
    await queue('vic')
    await ask('vic', 'DELETE', 'chat/accounts')
    await deliverAll()
    expect(await receiptOf('vic')).toMatchObject({
      ...{ status: 'failed', reason: 'the account in Teams is not linked any more' },
    })
    await queue('vic')
    expect(await receiptOf('vic')).toMatchObject({
      ...{ status: 'failed', reason: 'has no channel: no account in Teams is linked' },
    })
    expect(teams.messages).toEqual([])
  })

  test('is told when the tenant has no bot but a webhook', async () => {
    const { items } = (await ask('tess', 'GET', 'response/executors')).body
    const { id } = items.find(({ name }: { name: string }) => name === 'bot')
    expect((await ask('tess', 'DELETE', `response/executors/${id}`)).status).toBe(204)
    await queue('tess')
    await deliverAll()
    expect(await receiptOf('tess')).toMatchObject({
      ...{ status: 'failed', reason: 'no app of Teams is connected that can message people' },
    })
    expect(teams.messages).toEqual([])
  })
})
