/** The bot `/svc`, asked as Slack and Teams ask it. */
import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantId } from '../../../platform/tenant.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const SLACK = 'signing secret of the app'
const TEAMS = randomBytes(32).toString('base64')
let api: TestApi
let acme: TenantId
const tokens: Record<string, string> = {}
const clock = { ms: Date.now() }

beforeAll(async () => {
  const chat = { slackSecret: SLACK, teamsSecret: TEAMS, defaultTenant: null }
  api = await startTestApi({ deps: { chat, webUrl: 'https://soc.example' }, clock })
  acme = await makeTenant(api, 'acme')
  const globex = await makeTenant(api, 'globex')
  for (const [name, tenant, role] of [
    ['tess', acme, 'tenant_admin'],
    ['lee', acme, 'soc_lead'],
    ['ann', acme, 'soc_analyst'],
    ['vic', acme, 'viewer'],
    ['olga', globex, 'tenant_admin'],
  ] as const) {
    await makeUser(api, tenant, name, role)
    tokens[name] = await tokenOf(api, tenant, name)
  }
  expect(await linked('U_TESS', 'tess')).toBe('You are tess@acme.example here now.')
  expect(await linked('U_LEE', 'lee')).toBe('You are lee@acme.example here now.')
  for (const name of ['ann', 'vic']) await linked(`U_${name.toUpperCase()}`, name)
}, 120_000)
afterAll(() => api?.close())

type Sign = { secret?: string; atMs?: number; signature?: string }
let triggers = 0
async function slack(
  path: string,
  form: Record<string, string>,
  { secret = SLACK, atMs = clock.ms, signature }: Sign = {},
) {
  const payload = new URLSearchParams(form).toString()
  const timestamp = String(Math.floor(atMs / 1000))
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${payload}`).digest('hex')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...{ 'x-slack-signature': signature ?? `v0=${mac}`, 'x-slack-request-timestamp': timestamp },
  }
  const { statusCode, body } = await api.api.app.inject({
    method: 'POST',
    url: `/api/v1/chat/slack/${path}`,
    headers,
    payload,
  })
  return { status: statusCode, body: JSON.parse(body) }
}
const command = (user: string, text: string, more: Record<string, string> = {}, sign: Sign = {}) => {
  const form = { team_id: 'T1', user_id: user, command: '/svc', text, trigger_id: `t${triggers++}`, ...more }
  return slack('commands', form, sign)
}
const reply = async (user: string, text: string, more: Record<string, string> = {}): Promise<string> =>
  (await command(user, text, more)).body.text
const codeOf = async (name: string) =>
  (await api.ask('POST', 'chat/link-codes', { token: tokens[name] ?? '' })).body.code
const linked = async (user: string, name: string, more: Record<string, string> = {}) =>
  reply(user, `link ${await codeOf(name)}`, more)
const press = (user: string, action_id: string, value: string) => {
  const actions = [{ action_id, value }]
  return slack('interactions', { payload: JSON.stringify({ team: { id: 'T1' }, user: { id: user }, actions }) })
}
const ask = (name: string, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[name] ?? '', ...(body === undefined ? {} : { body }) })

describe('the bot in Slack', () => {
  test('refuses requests that Slack did not sign just now', async () => {
    const wrong: Sign[] = [
      ...[{ secret: 'another' }, { signature: 'v0=00' }, { signature: '' }],
      ...[{ atMs: clock.ms - 301_000 }, { atMs: clock.ms + 301_000 }],
    ]
    for (const sign of wrong) expect((await command('U_TESS', 'list', {}, sign)).status).toBe(401)
    expect((await command('U_TESS', 'help', {}, { atMs: clock.ms - 299_000 })).status).toBe(200)
  })

  test('lists, explains and investigates cases as the linked account', async () => {
    const made = await ask('ann', 'POST', 'cases', { title: 'Odd <!channel> login', severity: 'high' })
    const { case_number: number, id } = made.body
    const list = await command('U_VIC', 'list')
    expect(list.body.response_type).toBe('ephemeral')
    expect(list.body.text).toBe(`${number} [high] open: Odd &lt;!channel&gt; login https://soc.example/cases/${id}`)
    expect(await reply('U_VIC', `explain ${number}`)).toContain(`${number} “Odd &lt;!channel&gt; login” is open`)
    expect(await reply('U_VIC', `investigate ${number}`)).toContain('needs the permission cases:write')
    api.audited.length = 0
    expect(await reply('U_ANN', `investigate ${number}`)).not.toContain('did not work')
    expect(api.audited).toMatchObject([
      { action: 'investigation:started', actorEmail: 'ann@acme.example', resourceId: id },
    ])
    expect((await ask('vic', 'GET', `cases/${id}/investigations`)).body.items.length).toBeGreaterThan(0)
    expect(await reply('U_VIC', 'explain INC-999')).toContain('no case INC-999')
    expect(await reply('U_VIC', 'explain')).toBe('/svc explain CASE')
    expect(await reply('U_ANN', 'block 127.0.0.1')).toMatch(/^This did not work: 127\.0\.0\.1 is loopback/)
    for (const text of ['help', '', 'nonsense']) expect(await reply('U_VIC', text)).toContain('/svc isolate HOST')
  })

  test.each([
    ['isolate ws1.acme.example', '“Cut a host off the network” on ws1.acme.example'],
    ['block 203.0.113.9', '“Block an address” on 203.0.113.9'],
  ])('%s posts a card, and the requester cannot approve it', async (text, what) => {
    const { body } = await command('U_TESS', text)
    expect([body.response_type, body.text]).toEqual(['in_channel', expect.stringContaining(`asks for ${what}.`)])
    const [approve, deny] = body.blocks[1].elements
    expect([approve.action_id, deny.action_id]).toEqual(['svc_approve', 'svc_deny'])
    const approval = async () => (await ask('tess', 'GET', `approvals/${approve.value}`)).body.status
    expect((await press('U_TESS', 'svc_approve', approve.value)).body.text).toContain(
      'whoever asked for it may not agree',
    )
    expect((await press('U_VIC', 'svc_approve', approve.value)).body.text).toContain('needs the permission')
    expect((await press('U_STRANGER', 'svc_approve', approve.value)).body.text).toContain('link your account first')
    expect(await approval()).toBe('pending')
    api.audited.length = 0
    expect((await press('U_LEE', 'svc_approve', approve.value)).body.text).toContain('approved by lee@acme.example')
    expect(api.audited).toMatchObject([{ action: 'approval:approved', actorEmail: 'lee@acme.example' }])
    expect(await approval()).toBe('approved')
    expect((await press('U_LEE', 'svc_deny', approve.value)).body.text).toContain('this is approved already')
  })

  test('answers a mistyped id, and leaves out characters that no store keeps', async () => {
    for (const verb of ['approve', 'deny', 'acknowledge', 'explain'])
      expect(await reply('U_LEE', `${verb} banana`)).toMatch(/^This did not work: no (approval|case) banana$/)
    expect((await press('U_LEE', 'svc_approve', 'banana')).body.text).toContain('no approval banana')
    const { id, case_number: number } = (await ask('ann', 'POST', 'cases', { title: 'Torn', severity: 'low' })).body
    const odd = { channel_id: 'C\0', user_id: 'U_A\0NN' }
    expect(await reply('U_ANN', `comment ${number} a\0b`, odd)).toBe(`${number} has your comment.`)
    expect((await ask('vic', 'GET', `cases/${id}/comments`)).body.items[0]).toMatchObject({
      body: 'ab',
      origin: 'slack C',
    })
  })

  test('acknowledges a case by a text command', async () => {
    const { case_number: number } = (await ask('ann', 'POST', 'cases', { title: 'Nobody has it', severity: 'high' }))
      .body
    expect(await reply('U_VIC', `acknowledge ${number}`)).toContain('needs the permission cases:write')
    expect(await reply('U_ANN', `acknowledge ${number}`)).toBe(`${number} is acknowledged by ann@acme.example.`)
    expect(await reply('U_LEE', `acknowledge ${number}`)).toBe(`${number} was acknowledged before.`)
  })

  test('makes one request when Slack repeats a command', async () => {
    const again = { trigger_id: 'the same' }
    const [first, second] = [
      await command('U_TESS', 'isolate ws2', again),
      await command('U_TESS', 'isolate ws2', again),
    ]
    const idOf = ({ body }: typeof first) => body.blocks[1].elements[0].value
    expect(idOf(second)).toBe(idOf(first))
    expect((await press('U_LEE', 'svc_deny', idOf(first))).body.text).toContain('denied by lee@acme.example')
  })

  test('links an account by its code only, once, and before the code expires', async () => {
    expect(await reply('U_NEW', 'list')).toContain('link your account first')
    const code = await codeOf('ann')
    expect(await reply('U_NEW', `link ${code}`)).toBe('You are ann@acme.example here now.')
    expect(await reply('U_OTHER', `link ${code}`)).toContain('this code was used')
    const old = await codeOf('ann')
    clock.ms += 601_000
    expect(await reply('U_OTHER', `link ${old}`)).toContain('its time has passed')
    clock.ms -= 601_000
    for (const bad of ['x', `${code}x`, ''])
      expect(await reply('U_OTHER', `link ${bad}`)).toContain('This did not work')
    expect((await api.ask('DELETE', 'chat/accounts', { token: tokens.ann ?? '' })).body).toEqual({ unlinked: 2 })
    expect(await reply('U_NEW', 'list')).toContain('link your account first')
    await linked('U_ANN', 'ann')
  })

  test('serves only the tenant of its workspace', async () => {
    expect(await linked('U_OLGA', 'olga')).toContain('linked to another tenant')
    const elsewhere = { team_id: 'T2' }
    expect(await reply('U_OLGA', 'list', elsewhere)).toContain('this workspace is not linked')
    expect(await linked('U_LEE', 'lee', elsewhere)).toContain('needs settings:write')
    expect(await linked('U_OLGA', 'olga', elsewhere)).toBe('You are olga@globex.example here now.')
    expect(await reply('U_OLGA', 'list', elsewhere)).toBe('No case is open.')
    // The same id in another workspace is another person.
    expect(await reply('U_TESS', 'list', elsewhere)).toContain('link your account first')
  })

  test('refuses a linked account that was deactivated', async () => {
    const made = await makeUser(api, acme, 'gone', 'soc_analyst')
    tokens.gone = await tokenOf(api, acme, 'gone')
    await linked('U_GONE', 'gone')
    expect((await ask('tess', 'PATCH', `users/${made}`, { is_active: false })).status).toBe(200)
    expect(await reply('U_GONE', 'list')).toContain('link your account first')
  })
})

describe('the bot in Teams', () => {
  const teams = async (user: string, text: string, sign: { secret?: string; at?: number } = {}) => {
    const { secret = TEAMS, at = clock.ms } = sign
    const message = {
      ...{ id: `m${triggers++}`, text: `<at>svc</at> ${text}`, timestamp: new Date(at).toISOString() },
      ...{ from: { aadObjectId: user, name: 'tess' }, channelData: { tenant: { id: 'M365' } } },
    }
    const payload = JSON.stringify(message)
    const mac = createHmac('sha256', Buffer.from(secret, 'base64')).update(payload).digest('base64')
    const headers = { 'content-type': 'application/json', authorization: `HMAC ${mac}` }
    const answer = await api.api.app.inject({ method: 'POST', url: '/api/v1/chat/teams', headers, payload })
    return { status: answer.statusCode, body: JSON.parse(answer.body) }
  }

  test('refuses requests that Teams did not sign just now', async () => {
    expect((await teams('A', 'help', { secret: randomBytes(32).toString('base64') })).status).toBe(401)
    expect((await teams('A', 'help', { at: clock.ms - 301_000 })).status).toBe(401)
    expect((await teams('A', 'help')).body.text).toContain('/svc list')
  })

  test('links an account, requests an action and decides by text commands', async () => {
    for (const [user, name] of [
      ['A', 'tess'],
      ['B', 'lee'],
    ] as const)
      expect((await teams(user, `link ${await codeOf(name)}`)).body.text).toContain(`${name}@acme.example`)
    const { text, attachments } = (await teams('A', 'isolate ws7')).body
    const id = /approve (\S+)/.exec(text)?.[1] ?? ''
    const actions = ['approve', 'deny'].map((decide) => ({
      type: 'Action.OpenUrl',
      url: `https://soc.example/response?approval=${id}&decide=${decide}`,
    }))
    expect(attachments).toMatchObject([{ content: { type: 'AdaptiveCard', actions } }])
    expect((await teams('A', `approve ${id}`)).body.text).toContain('whoever asked for it may not agree')
    expect((await teams('B', `approve ${id}`)).body.text).toContain('approved by lee@acme.example')
  })
})
