/** Threads of Slack that follow a case, and previews of links, over a Slack that keeps what is posted. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { followThreads } from '../../../control/soc/chat/index.ts'
import { deliverOnce } from '../../../control/soc/delivery/index.ts'
import { notify } from '../../../control/soc/notify/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf, VAULT } from '../../test-api.ts'
import { SLACK_API, SLACK_SECRET, slackHeaders, testSlack } from './test-slack.ts'

const clock = { ms: Date.now() }
const slack = testSlack(() => clock.ms)
const log = pino({ level: 'silent' })
const PEOPLE = { tess: 'tenant_admin', ann: 'soc_analyst', vic: 'viewer' } as const
type Name = keyof typeof PEOPLE
const tokens = {} as Record<Name, string>
let api: TestApi
let acme: TenantId

beforeAll(async () => {
  const chat = { slackSecret: SLACK_SECRET, teamsSecret: null, defaultTenant: null }
  api = await startTestApi({ deps: { chat, webUrl: 'https://soc.example', egress: slack.egress }, clock })
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
  Object.assign(slack, { onPost: () => {}, pageSize: 200 })
})
afterAll(() => api?.close())

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
const follow = (egress = slack.egress) => {
  const deps = { pool: api.owner, vault: VAULT, egress, log, webUrl: 'https://soc.example', nowMs: () => clock.ms }
  return followThreads(deps)
}
async function posted(): Promise<string[]> {
  clock.ms += 5_000
  while (await follow());
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
  test('carries comments of the case to the thread and messages of linked people back, marked with their origin', async () => {
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

  test('takes a message with characters that no store keeps, without them', async () => {
    const { id, thread } = await followed()
    expect((await message(thread, 'U_ANN', 'a\0b').sent).status).toBe(200)
    expect((await message(thread, 'U_ANN', '\ud800c').sent).status).toBe(200)
    expect((await comments(id)).map(({ body }) => body)).toEqual(['ab', '\ufffdc'])
  })

  test('ignores messages of bots, so that nothing loops, and takes each message once', async () => {
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

  test('follows edits and deletions by the author only, and keeps the earlier text', async () => {
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

  test('tells a user who is not linked or may not comment that the message is not in the case', async () => {
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

  test('posts each comment once even when a process dies after posting, and retries when Slack is busy', async () => {
    const { id, thread } = await followed()
    await comment(id, 'only once')
    slack.pageSize = 1
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
    clock.ms += 60_000
    expect(await posted()).toHaveLength(2)
    const failures = (await timeline(id)).filter((type) => type === 'thread.failed')
    expect(failures, 'the kill; a chat that is busy for two minutes is no fault').toHaveLength(1)
    expect(new Set(slack.messages.slice(1).map(({ thread_ts }) => thread_ts))).toEqual(new Set([thread]))
  })

  test('says on the case when the chat is busy for longer', async () => {
    const { id } = await followed()
    await comment(id, 'late')
    for (let n = 0; n < 3; n++) {
      slack.failures.push({ status: 429, headers: { 'retry-after': '400' } })
      expect(await posted()).toHaveLength(0)
      clock.ms += 400_000
    }
    expect((await timeline(id)).filter((type) => type === 'thread.failed')).toHaveLength(1)
    expect(await posted()).toHaveLength(1)
    for (const name of Object.keys(PEOPLE) as Name[]) tokens[name] = await tokenOf(api, acme, name)
  })

  test('cannot be started without permission to change the case, and answers the challenge of Slack', async () => {
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

  test('starts with the target case when the named case was merged', async () => {
    const rule = { resource: 'case', field_path: 'title', treatment: 'redact', visible_to_roles: ['soc_analyst'] }
    const { id: ruleId } = (await ask('tess', 'POST', 'governance/field-rules', rule)).body
    const open = async (title: string) => (await ask('ann', 'POST', 'cases', { title, severity: 'high' })).body
    const [from, into] = [await open('Jana Novak'), await open('Odd login')]
    expect((await ask('ann', 'POST', `cases/${into.id}/merge`, { case_id: from.id })).status).toBeLessThan(300)
    expect(await command('U_ANN', `follow ${from.case_number}`)).toContain(`A thread follows ${into.case_number}`)
    expect(slack.messages[0]?.text).toContain(into.case_number)
    expect(slack.messages[0]?.text).not.toContain('Novak')
    await ask('tess', 'DELETE', `governance/field-rules/${ruleId}`)
  })

  const states = (id: string) =>
    withTenant(api.owner, acme, (tx) =>
      tx.many((row) => row, `SELECT next_look_at, not_before, fault FROM chat_threads WHERE case_id = $1`, [id]),
    )

  test('sleeps when every comment is posted, and a comment or a merge of its case wakes it', async () => {
    const { id, number } = await followed()
    const asleep = { next_look_at: null, not_before: null, fault: null }
    await comment(id, 'one')
    slack.onPost = async () => {
      slack.onPost = () => {}
      await comment(id, 'two, while one is posted')
    }
    expect(await posted()).toEqual(['one', 'two, while one is posted'].map((body) => `tess on ${number}: ${body}`))
    expect(await states(id)).toEqual([asleep])
    const into = (await ask('ann', 'POST', 'cases', { title: 'Another', severity: 'high' })).body
    await comment(into.id, 'of the other case')
    expect(await posted()).toHaveLength(2)
    expect((await ask('ann', 'POST', `cases/${into.id}/merge`, { case_id: id })).status).toBeLessThan(300)
    expect((await posted()).at(-1)).toBe(`tess on ${into.case_number}: of the other case`)
    await comment(into.id, 'after it')
    expect((await posted()).at(-1)).toBe(`tess on ${into.case_number}: after it`)
    expect(await states(id)).toEqual([asleep])
  })

  test('posts each comment once, however slow posting is, with a second process running', async () => {
    const { id, number } = await followed()
    const bodies = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const body of bodies) await comment(id, body)
    let isBeside = false
    slack.onPost = async () => {
      clock.ms += 40_000
      if (isBeside) return
      isBeside = true
      await follow()
      isBeside = false
    }
    expect(await posted()).toEqual(bodies.map((body) => `tess on ${number}: ${body}`))
  })

  test('posts the comments after a refused one; the case records the refusal once, and it is retried', async () => {
    const { id, number } = await followed()
    await comment(id, 'refused')
    await comment(id, 'after it')
    const refused = { status: 200, body: { ok: false, error: 'restricted_action' } }
    slack.failures.push(refused)
    expect(await posted()).toEqual([`tess on ${number}: after it`])
    slack.failures.push({ status: 200, body: { ok: true, messages: [] } }, refused)
    clock.ms += 60_000
    expect(await posted()).toHaveLength(1)
    const failed = async () => (await ask('vic', 'GET', `cases/${id}/timeline`)).body.items
    const notes = (await failed()).filter(({ type }: { type: string }) => type === 'thread.failed')
    expect(notes).toMatchObject([{ description: 'Slack answered restricted_action' }])
    expect(await states(id)).toMatchObject([{ fault: 'Slack answered restricted_action' }])
    clock.ms += 120_000
    expect(await posted()).toEqual([`tess on ${number}: after it`, `tess on ${number}: refused`])
    expect(await states(id)).toEqual([{ next_look_at: null, not_before: null, fault: null }])
  })

  test('shortens a long comment and links the case, and takes no part of a message that is too long', async () => {
    const { id, thread } = await followed()
    await comment(id, 'x'.repeat(5_000))
    const [text = ''] = await posted()
    expect(text).toHaveLength(3_000)
    expect(text.endsWith(`x…\nhttps://soc.example/cases/${id}`)).toBe(true)
    await message(thread, 'U_ANN', 'y'.repeat(20_001)).sent
    expect((await comments(id)).map(({ author }) => author)).toEqual(['tess'])
    expect(slack.ephemerals).toMatchObject([{ user: 'U_ANN', text: expect.stringContaining('longer than 20000') }])
  })

  test('of one tenant does not wait for a chat of another tenant that does not respond', async () => {
    const other = await makeTenant(api, 'initech')
    const userId = await makeUser(api, other, 'ida', 'tenant_admin')
    const token = await tokenOf(api, other, 'ida')
    const theirs = (method: string, url: string, body: object) => api.ask(method, url, { token, body })
    const executor = { name: 'ops', vendor: 'slack', base_url: SLACK_API, secret: 'xoxb-1' }
    expect((await theirs('POST', 'response/executors', executor)).status).toBe(201)
    const { id: caseId } = (await theirs('POST', 'cases', { title: 'Theirs', severity: 'high' })).body
    await withTenant(api.owner, other, (tx) =>
      tx.run(
        `INSERT INTO chat_threads (case_id, platform, team_id, channel, thread_ref, started_by, created_at, next_look_at)
         VALUES ($1, 'slack', 'T9', 'C9', '9.9', $2, $3, $3)`,
        [caseId, userId, new Date(clock.ms + 1_000)],
      ),
    )
    await posted() // what other threads wait for
    slack.messages.length = 0
    const { id } = await followed()
    await theirs('POST', `cases/${caseId}/comments`, { body: 'theirs' })
    await comment(id, 'ours')
    clock.ms += 5_000
    const channels: string[] = []
    const both = Promise.withResolvers<void>()
    await follow(async (request) => {
      channels.push(JSON.parse(String(request.body)).channel)
      if (channels.length === 2) both.resolve()
      await both.promise // the first answers when the other one is asked too
      return slack.egress(request)
    })
    expect(channels.toSorted()).toEqual(['C1', 'C9'])
  })

  test('shows only what every field rule allows', async () => {
    const rule = { resource: 'case', field_path: 'title', treatment: 'redact', visible_to_roles: ['soc_analyst'] }
    const { id: ruleId } = (await ask('tess', 'POST', 'governance/field-rules', rule)).body
    const { id } = await followed('Jana Novak')
    await comment(id, 'about Jana Novak')
    expect(await posted()).toHaveLength(1)
    expect(slack.messages).toHaveLength(2)
    expect(slack.messages.filter(({ text }) => text.includes('Novak'))).toEqual([])
    await ask('tess', 'DELETE', `governance/field-rules/${ruleId}`)
  })
})

async function deliverAll(): Promise<void> {
  const noMail = async () => {
    throw new Error('no mail server is asked here')
  }
  const { sealer, audit } = api.deps
  const deps = { pool: api.owner, vault: VAULT, egress: slack.egress, log, sealer, audit, nowMs: () => clock.ms }
  const urls = { webUrl: 'https://soc.example', apiUrl: 'https://soc.example' }
  while (await deliverOnce({ ...deps, ...urls, findPlace: noMail, mailer: null, vapid: null }));
}

test('a user who chose so is notified in a direct message to the linked account', async () => {
  const wishes = (who: Name) => ask(who, 'PUT', 'notifications/preferences', { channels: ['slack'], time_zone: 'UTC' })
  expect((await wishes('tess')).status).toBe(200)
  const users: string[] = []
  for (const who of ['tess', 'vic'] as const) users.push((await ask(who, 'GET', 'users/me')).body.id)
  await ask('vic', 'DELETE', 'chat/accounts')
  await wishes('vic')
  const notification = {
    kind: 'mention',
    title: 'You are named',
    body: 'in a comment',
    path: '/cases/1',
    dedupeKey: 'dm',
  } as const
  await withTenant(api.owner, acme, (tx) => notify(tx, notification, [{ kind: 'users', userIds: users }], clock.ms))
  await deliverAll()
  expect(slack.messages).toMatchObject([{ channel: 'U_TESS', text: expect.stringContaining('You are named') }])
  expect((await ask('vic', 'GET', 'notifications')).body.items[0]).toMatchObject({
    ...{ status: 'failed', reason: 'has no channel: no account in Slack is linked' },
  })
  const { code } = (await ask('vic', 'POST', 'chat/link-codes')).body
  await command('U_VIC', `link ${code}`)
})

describe('an escalation in a channel', () => {
  test('has a button that acknowledges the case once, as the person who presses it', async () => {
    const { id, case_number: number } = (await ask('ann', 'POST', 'cases', { title: 'Odd <login>', severity: 'high' }))
      .body
    const notification = {
      kind: 'escalation',
      title: `${number}: Odd <login>`,
      body: 'Nobody has taken this case.',
      path: `/cases/${id}`,
      about: { kind: 'case', id },
      answer: 'acknowledge',
      dedupeKey: `escalation/${id}/x/1`,
    } as const
    await withTenant(api.owner, acme, (tx) => notify(tx, notification, [{ kind: 'channel', name: 'ops' }], clock.ms))
    await deliverAll()
    const [message] = slack.messages as unknown as { text: string; blocks: { elements: Record<string, string>[] }[] }[]
    expect(message?.text.startsWith(`${number}: Odd &lt;login&gt;\n\nNobody has taken`)).toBe(true)
    const { action_id: action, value } = message?.blocks[1]?.elements[0] ?? {}
    expect(action).toBe('svc_acknowledge')
    const press = async (user: string, pressed = value) => {
      const actions = [{ action_id: action, value: pressed }]
      const payload = JSON.stringify({ team: { id: 'T1' }, user: { id: user }, actions })
      const form = new URLSearchParams({ payload }).toString()
      return (await send('interactions', form, 'application/x-www-form-urlencoded')).body.text
    }
    expect(await press('U_STRANGER')).toContain('link your account first')
    expect(await press('U_VIC')).toContain('needs the permission cases:write')
    for (const other of ['x', crypto.randomUUID()]) expect(await press('U_ANN', other)).toContain('is not valid')
    expect(await press('U_ANN')).toBe(`${number} is acknowledged by ann@acme.example.`)
    expect(await press('U_TESS')).toBe(`${number} was acknowledged before.`)
    const { items } = (await ask('vic', 'GET', `cases/${id}/notifications`)).body
    expect(items).toMatchObject([{ receiver: 'channel:ops', status: 'answered' }])
    expect((await ask('vic', 'GET', `cases/${id}`)).body.assignee_id).toBe(
      (await ask('ann', 'GET', 'users/me')).body.id,
    )
  })
})

describe('a link to a page of the console', () => {
  const shared = (user: string, ...urls: string[]) =>
    event({ type: 'link_shared', user, channel: 'C1', message_ts: '1.1', links: urls.map((url) => ({ url })) })

  test('is previewed to linked people only, with the fields that they may see', async () => {
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

  test('is not previewed when it points to another tenant', async () => {
    const globex = await makeTenant(api, 'globex')
    await makeUser(api, globex, 'olga', 'tenant_admin')
    const token = await tokenOf(api, globex, 'olga')
    const theirs = await api.ask('POST', 'cases', { token, body: { title: 'Theirs', severity: 'high' } })
    await shared('U_TESS', `https://soc.example/cases/${theirs.body.id}`)
    expect(slack.unfurls).toEqual([])
  })
})
