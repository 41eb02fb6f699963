/** Threads of Slack that follow a case, and previews of links, over a Slack that keeps what is posted. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { followThreads } from '../../../control/chat/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf, VAULT } from '../../test-api.ts'
import { SLACK_API, SLACK_SECRET, slackHeaders, testSlack } from './test-slack.ts'

const slack = testSlack()
const clock = { ms: Date.now() }
const log = pino({ level: 'silent' })
const PEOPLE = { tess: 'tenant_admin', ann: 'soc_analyst', vic: 'viewer' } as const
type Name = keyof typeof PEOPLE
const tokens = {} as Record<Name, string>
let server: TestPostgres
let api: TestApi
let acme: TenantId

beforeAll(async () => {
  server = await withTestPostgres()
  const chat = { slackSecret: SLACK_SECRET, teamsSecret: null, defaultTenant: null, webUrl: 'https://soc.example' }
  api = await openTestApi(await server.database(), { deps: { chat, egress: slack.egress }, clock })
  acme = await makeTenant(api, 'acme')
  for (const name of Object.keys(PEOPLE) as Name[]) {
    await makeUser(api, acme, name, PEOPLE[name])
    tokens[name] = await tokenOf(api, acme, name)
    const { code } = (await ask(name, 'POST', 'chat/link-codes')).body
    await command(`U_${name.toUpperCase()}`, `link ${code}`)
  }
  const executor = { name: 'ops', vendor: 'slack', base_url: SLACK_API, secret: 'xoxb-1' }
  expect((await ask('tess', 'POST', 'response/executors', executor)).status).toBe(201)
}, 120_000)
beforeEach(() => {
  for (const list of [slack.messages, slack.unfurls, slack.ephemerals, slack.failures]) list.length = 0
  slack.onPost = () => {}
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const ask = (name: Name, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[name], ...(body === undefined ? {} : { body }) })
async function send(path: string, payload: string, type: string) {
  clock.ms += 5 // changes written at one time have no order
  const headers = slackHeaders(payload, clock.ms, type)
  const answer = await api.api.app.inject({ method: 'POST', url: `/api/v1/chat/slack/${path}`, headers, payload })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}
let triggers = 0
async function command(user: string, text: string): Promise<string> {
  const form = { team_id: 'T1', user_id: user, channel_id: 'C1', text, trigger_id: `t${triggers++}` }
  return (await send('commands', new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded')).body.text
}
const event = (of: object) =>
  send('events', JSON.stringify({ type: 'event_callback', team_id: 'T1', event: of }), 'application/json')
let stamps = 0
/** A message in the thread, as Slack tells it. */
const message = (thread: string, user: string, text: string, more: object = {}) => {
  const ts = `1800000000.${String(++stamps).padStart(6, '0')}`
  const of = { type: 'message', channel: 'C1', thread_ts: thread, user, text, ts, ...more }
  return { ts, of, sent: event(of) }
}
const follow = () => followThreads({ pool: api.owner, vault: VAULT, egress: slack.egress, log, nowMs: () => clock.ms })
async function posted(): Promise<string[]> {
  clock.ms += 5_000
  await follow()
  return slack.messages.filter(({ thread_ts }) => thread_ts !== undefined).map(({ text }) => text)
}
async function followed(title = 'Odd login') {
  const { id, case_number: number } = (await ask('ann', 'POST', 'cases', { title, severity: 'high' })).body
  expect(await command('U_ANN', `follow ${number}`)).toContain(`A thread follows ${number}`)
  const thread = slack.messages[0]?.ts ?? ''
  clock.ms += 1_000
  return { id, number, thread }
}
type Shown = { body: string; origin: string | null; author: string }
const comments = async (id: string): Promise<Shown[]> =>
  (await ask('vic', 'GET', `cases/${id}/comments`)).body.items.toReversed()
const timeline = async (id: string): Promise<string[]> =>
  (await ask('vic', 'GET', `cases/${id}/timeline`)).body.items.map(({ type }: { type: string }) => type)
const comment = async (id: string, body: string) => {
  clock.ms += 5
  expect((await ask('tess', 'POST', `cases/${id}/comments`, { body })).status).toBe(201)
}

describe('a thread that follows a case', () => {
  test('has its comments, and gives it those of linked people, marked with where they were written', async () => {
    const { id, number, thread } = await followed()
    await message(thread, 'U_ANN', 'seen on &lt;dc1&gt;, see <https://x.example/a|here> <@U_TESS>').sent
    await comment(id, 'from the console')
    expect(await posted()).toEqual([`tess on ${number}: from the console`])
    expect(await comments(id)).toMatchObject([
      { author: 'ann', origin: 'slack C1', body: 'seen on <dc1>, see https://x.example/a @U_TESS' },
      { author: 'tess', origin: null, body: 'from the console' },
    ])
    expect(await posted(), 'once').toHaveLength(1)
  })

  test('takes no message of a program, so that nothing goes round, and each message once', async () => {
    const { id, thread } = await followed()
    await comment(id, 'out')
    const [text = ''] = await posted()
    const ours = { bot_id: 'B1', app_id: 'A1', metadata: slack.messages.at(-1)?.metadata }
    await message(thread, 'U_BOT', text, { subtype: 'bot_message', ...ours }).sent
    await message(thread, 'U_ANN', text, ours).sent
    const { of, sent } = message(thread, 'U_ANN', 'in')
    await Promise.all([sent, event(of), event(of)])
    await event({ ...of, channel: 'C2' })
    await event({ ...of, thread_ts: undefined })
    await message(thread, 'U_ANN', 'joined', { subtype: 'channel_join' }).sent
    expect((await comments(id)).map(({ body }) => body)).toEqual(['out', 'in'])
    expect(await posted()).toHaveLength(1)
  })

  test('follows edits and deletions of who wrote it, and of nobody else; what was written stays', async () => {
    const { id, thread } = await followed()
    const { ts, sent } = message(thread, 'U_ANN', 'seen on dc1')
    await sent
    const changed = (user: string, text: string, edited?: object) =>
      event({
        ...{ type: 'message', subtype: 'message_changed', channel: 'C1', ts: '9.9', hidden: true },
        message: { user, text, ts, thread_ts: thread, ...(edited && { edited }) },
      })
    await changed('U_TESS', 'not hers', { ts: '5.1' })
    await changed('U_ANN', 'seen on dc2', { ts: '5.2' })
    await changed('U_ANN', 'seen on dc2', { ts: '5.2' })
    // As Slack tells of a preview that was added.
    await changed('U_ANN', 'seen on dc2')
    const both = [
      { body: 'seen on dc1', origin: 'slack C1' },
      { body: 'seen on dc2', origin: 'slack C1, edited' },
    ]
    expect(await comments(id)).toMatchObject(both)
    const deleted = (user: string) =>
      event({
        ...{ type: 'message', subtype: 'message_deleted', channel: 'C1', ts: '9.9', deleted_ts: ts },
        previous_message: { user, text: 'x', ts, thread_ts: thread },
      })
    const deletions = async () => (await timeline(id)).filter((type) => type === 'comment.deleted').length
    await deleted('U_TESS')
    expect(await deletions()).toBe(0)
    await deleted('U_ANN')
    await deleted('U_ANN')
    expect(await deletions()).toBe(1)
    expect(await comments(id)).toMatchObject(both)
    expect(slack.ephemerals).toEqual([])
    expect(await posted(), 'what came from the thread is not posted into it').toEqual([])
  })

  test('tells whoever is not linked or may not comment that the case does not have it', async () => {
    const { id, thread } = await followed()
    // A name that the chat shows is nobody's account.
    await message(thread, 'U_STRANGER', 'me too', { username: 'ann', user_profile: { name: 'ann' } }).sent
    await message(thread, 'U_VIC', 'and me').sent
    expect(await comments(id)).toEqual([])
    expect(slack.ephemerals).toMatchObject([
      { user: 'U_STRANGER', channel: 'C1', text: expect.stringContaining('link your account first') },
      { user: 'U_VIC', text: expect.stringContaining('needs the permission cases:write') },
    ])
  })

  test('has each comment once over a process that dies after posting, and tries again when Slack is busy', async () => {
    const { id, thread } = await followed()
    await comment(id, 'only once')
    slack.onPost = () => {
      throw new Error('killed')
    }
    await posted()
    slack.onPost = () => {}
    clock.ms += 300_000
    expect(await posted()).toHaveLength(1)
    await comment(id, 'later')
    slack.failures.push({ status: 429, headers: { 'retry-after': '120' } })
    expect(await posted()).toHaveLength(1)
    clock.ms += 60_000
    expect(await posted(), 'not before Slack says').toHaveLength(1)
    clock.ms += 120_000
    expect(await posted()).toHaveLength(2)
    expect(new Set(slack.messages.slice(1).map(({ thread_ts }) => thread_ts))).toEqual(new Set([thread]))
  })

  test('is refused to who may not change the case, and answers the challenge of Slack', async () => {
    const { number } = await followed()
    expect(await command('U_VIC', `follow ${number}`)).toContain('needs the permission cases:write')
    expect(await command('U_ANN', 'follow INC-999')).toContain('no case INC-999')
    const challenge = await send(
      'events',
      JSON.stringify({ type: 'url_verification', challenge: 'abc' }),
      'application/json',
    )
    expect(challenge).toEqual({ status: 200, body: { challenge: 'abc' } })
    const unsigned = { method: 'POST', url: '/api/v1/chat/slack/events', payload: '{}' } as const
    expect(
      (await api.api.app.inject({ ...unsigned, headers: { 'content-type': 'application/json' } })).statusCode,
    ).toBe(401)
  })

  test('shows in the channel what every field rule leaves', async () => {
    const rule = { resource: 'case', field_path: 'title', treatment: 'redact', visible_to_roles: ['soc_analyst'] }
    const { id: ruleId } = (await ask('tess', 'POST', 'governance/field-rules', rule)).body
    const { id } = await followed('Jana Novak')
    await comment(id, 'about Jana Novak')
    await posted()
    expect(slack.messages.filter(({ text }) => text.includes('Novak'))).toEqual([])
    await ask('tess', 'DELETE', `governance/field-rules/${ruleId}`)
  })
})

describe('a link to the console', () => {
  const shared = (user: string, ...urls: string[]) =>
    event({ type: 'link_shared', user, channel: 'C1', message_ts: '1.1', links: urls.map((url) => ({ url })) })

  test('is previewed for a linked person, of what they may see, and of nobody else', async () => {
    const { id } = (await ask('ann', 'POST', 'cases', { title: 'Spray', severity: 'high' })).body
    const alertId = (await ask('ann', 'POST', 'alerts', { title: 'Many failures', severity: 'low' })).body.id
    const url = `https://soc.example/cases/${id}`
    await shared('U_STRANGER', url)
    await shared('U_VIC', `https://evil.example/cases/${id}`, `https://soc.example/cases/${crypto.randomUUID()}`)
    await shared('U_VIC', 'https://soc.example/settings', 'no url')
    expect(slack.unfurls).toEqual([])
    await shared('U_VIC', url, `https://soc.example/alerts/${alertId}?tab=x`)
    const [{ channel, ts, unfurls } = {}] = slack.unfurls
    expect([channel, ts, Object.keys(unfurls as object)]).toEqual([
      ...['C1', '1.1', [url, `https://soc.example/alerts/${alertId}?tab=x`]],
    ])
    expect(JSON.stringify(unfurls)).toContain('Spray')
    expect(JSON.stringify(unfurls)).toContain('Many failures')
  })

  test('of another tenant is not previewed', async () => {
    const globex = await makeTenant(api, 'globex')
    await makeUser(api, globex, 'olga', 'tenant_admin')
    const token = await tokenOf(api, globex, 'olga')
    const theirs = await api.ask('POST', 'cases', { token, body: { title: 'Theirs', severity: 'high' } })
    await shared('U_TESS', `https://soc.example/cases/${theirs.body.id}`)
    expect(slack.unfurls).toEqual([])
  })
})
