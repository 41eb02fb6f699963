/** The registered bot of Teams: tokens that Microsoft signs, messages that it answers, and cards whose buttons act. */
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Egress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'
import { TEAMS_BOT, TEAMS_SECRET, TEAMS_SERVICE, teamsMessage, testTeams } from './test-teams.ts'

const PEOPLE = { tess: 'tenant_admin', lee: 'soc_lead', vic: 'viewer' } as const
type Name = keyof typeof PEOPLE
const clock = { ms: Date.now() }
const teams = testTeams()
const tokens = {} as Record<Name, string>
let api: TestApi
let acme: TenantId
let own: CryptoKey
let stranger: CryptoKey
const published: JWK[] = []
const fetched: string[] = []
let isPublishing = true

/** Microsoft's page of keys, and everything else as the Teams of the other tests. */
const egress: Egress = async (request) => {
  const { host, pathname } = new URL(request.url)
  if (host !== 'login.botframework.com') return teams.egress(request)
  fetched.push(pathname)
  const jwks_uri = 'https://login.botframework.com/v1/.well-known/keys'
  const body = pathname.endsWith('keys') ? { keys: published } : { issuer: 'https://api.botframework.com', jwks_uri }
  const status = isPublishing ? 200 : 502
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)), url: request.url }
}

beforeAll(async () => {
  const [mine, theirs] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  own = mine.privateKey
  stranger = theirs.privateKey
  published.push({ ...(await exportJWK(mine.publicKey)), kid: 'key-1', endorsements: ['msteams'] } as JWK)
  published.push({ ...(await exportJWK(theirs.publicKey)), kid: 'key-2', endorsements: ['webchat'] } as JWK)
  const chat = { slackSecret: null, teamsSecret: TEAMS_SECRET, teamsAppId: TEAMS_BOT.app_id, defaultTenant: null }
  api = await startTestApi({ deps: { chat, webUrl: 'https://soc.example', egress }, clock })
  acme = await makeTenant(api, 'acme')
  for (const name of Object.keys(PEOPLE) as Name[]) {
    await makeUser(api, acme, name, PEOPLE[name])
    tokens[name] = await tokenOf(api, acme, name)
  }
  const bot = { name: 'bot', vendor: 'teams', base_url: TEAMS_SERVICE, settings: TEAMS_BOT, secret: 'app secret' }
  expect((await ask('tess', 'POST', 'response/executors', bot)).status).toBe(201)
  for (const name of Object.keys(PEOPLE) as Name[]) {
    const { code } = (await ask(name, 'POST', 'chat/link-codes')).body
    await say(name, `link ${code}`)
  }
}, 120_000)
beforeEach(() => {
  for (const list of [teams.messages, teams.activities, fetched]) list.length = 0
  isPublishing = true
})
afterAll(() => api?.close())

const ask = (name: Name, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[name], ...(body === undefined ? {} : { body }) })

type Signed = { key?: CryptoKey; kid?: string; audience?: string; issuer?: string; service?: string; endsIn?: number }
function signed({ key = own, kid = 'key-1', audience = TEAMS_BOT.app_id, ...more }: Signed = {}): Promise<string> {
  const { issuer = 'https://api.botframework.com', service = TEAMS_SERVICE, endsIn = 3_600 } = more
  return new SignJWT({ serviceurl: service })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(Math.floor(clock.ms / 1000) + endsIn)
    .sign(key)
}

let ids = 0
const activity = (user: string, more: object) => ({
  ...{ id: `a${++ids}`, timestamp: new Date(clock.ms).toISOString(), channelId: 'msteams', serviceUrl: TEAMS_SERVICE },
  ...{ from: { id: `29:${user}`, aadObjectId: user }, conversation: { id: '19:abc@thread.tacv2;messageid=1' } },
  ...{ channelData: { tenant: { id: 'M365' } }, ...more },
})
async function send(payload: object, authorization?: string) {
  const sent = { authorization: authorization ?? `Bearer ${await signed()}`, 'content-type': 'application/json' }
  const { statusCode, body } = await api.api.app.inject({
    ...{ method: 'POST', url: '/api/v1/chat/teams/bot', headers: sent, payload: JSON.stringify(payload) },
  })
  return { status: statusCode, body: JSON.parse(body) }
}
const message = (user: string, text: string) => activity(user, { type: 'message', text: `<at>svc</at> ${text}` })
/** Sends a message, and gives the answer that the bot posted. */
async function say(user: string, text: string) {
  expect(await send(message(user, text))).toEqual({ status: 200, body: {} })
  return teams.activities.at(-1) as { text: string; attachments?: { content: Card }[] }
}
type Card = { body: unknown; actions?: { type: string; verb: string; data: { approval: string }; fallback: unknown }[] }
const press = (user: string, verb: string, approval: string) => {
  const action = { type: 'Action.Execute', verb, data: { approval } }
  return send(activity(user, { type: 'invoke', name: 'adaptiveCard/action', value: { action } }))
}

/** A card for a request to isolate another host. */
async function requested(host: string) {
  const { attachments } = await say('tess', `isolate ${host}`)
  const { actions = [] } = attachments?.[0]?.content ?? { body: null }
  const id = actions[0]?.data.approval ?? ''
  return { actions, id, status: async () => (await ask('tess', 'GET', `approvals/${id}`)).body.status }
}

describe('the bot of Teams', () => {
  test('answers in the conversation, and its card has buttons that act and links behind them', async () => {
    expect((await say('vic', 'list')).text).toBe('No case is open.')
    const { actions, id } = await requested('ws1.acme.example')
    expect(actions.map(({ type, verb, data, fallback }) => [type, verb, data, fallback])).toEqual(
      ['approve', 'deny'].map((decide) => [
        ...['Action.Execute', `svc_${decide}`, { approval: id }],
        expect.objectContaining({
          type: 'Action.OpenUrl',
          url: `https://soc.example/response?approval=${id}&decide=${decide}`,
        }),
      ]),
    )
    expect(teams.messages.at(-1)?.conversation).toBe('19:abc@thread.tacv2;messageid=1')
  })

  test('a press acts as the account of the person who pressed, and never as the requester', async () => {
    const { id, status } = await requested('ws2.acme.example')
    for (const [who, why] of [
      ['tess', 'whoever asked for it may not agree'],
      ['vic', 'needs the permission'],
      ['nobody', 'link your account first'],
    ] as const) {
      const refused = await press(who, 'svc_approve', id)
      expect([refused.status, refused.body.type, refused.body.value]).toEqual([
        ...[200, 'application/vnd.microsoft.activity.message', expect.stringContaining(why)],
      ])
    }
    expect(await status()).toBe('pending')
    teams.messages.length = 0
    api.audited.length = 0
    const done = await press('lee', 'svc_approve', id)
    expect(done.body).toMatchObject({ statusCode: 200, type: 'application/vnd.microsoft.card.adaptive' })
    expect(JSON.stringify(done.body.value)).toContain('approved by lee@acme.example')
    expect(done.body.value.actions).toBeUndefined()
    expect(teams.messages.map(({ text }) => text)).toEqual([expect.stringContaining('approved by lee@acme.example')])
    expect(api.audited).toMatchObject([{ action: 'approval:approved', actorEmail: 'lee@acme.example' }])
    expect((await press('lee', 'svc_deny', id)).body.value).toContain('this is approved already')
    expect(await status()).toBe('approved')
  })

  test.each([
    ['no approval', 'svc_approve', 'banana'],
    ['another button', 'svc_wipe', crypto.randomUUID()],
  ])('a press for %s changes nothing', async (_, verb, approval) => {
    const { status, body } = await press('lee', verb, approval)
    expect([status, body.type]).toEqual([200, 'application/vnd.microsoft.activity.message'])
  })

  test.each<[string, () => Promise<string>]>([
    ['no token', async () => 'x'],
    ['a token that is none', async () => 'Bearer a.b.c'],
    ['another bot', async () => `Bearer ${await signed({ audience: 'app-2' })}`],
    ['another issuer', async () => `Bearer ${await signed({ issuer: 'https://sts.windows.net/x/' })}`],
    ['another service', async () => `Bearer ${await signed({ service: 'https://evil.example/' })}`],
    ['a token that has expired', async () => `Bearer ${await signed({ endsIn: -301 })}`],
    ['a key of another channel', async () => `Bearer ${await signed({ key: stranger, kid: 'key-2' })}`],
    ['the signature of another key', async () => `Bearer ${await signed({ key: stranger })}`],
    ['an unknown key', async () => `Bearer ${await signed({ kid: 'key-9' })}`],
    [
      'an unsigned token',
      async () => {
        const [, payload] = (await signed()).split('.')
        return `Bearer ${Buffer.from('{"alg":"none","kid":"key-1"}').toString('base64url')}.${payload}.`
      },
    ],
  ])('refuses %s', async (_, authorization) => {
    const { id, status } = await requested(`ws${++ids}.acme.example`)
    const action = { type: 'Action.Execute', verb: 'svc_approve', data: { approval: id } }
    const invoke = activity('lee', { type: 'invoke', name: 'adaptiveCard/action', value: { action } })
    expect((await send(invoke, await authorization())).status).toBe(401)
    expect(await status()).toBe('pending')
  })

  test('keeps the published keys, looks once for one that is unknown, and forgets none while they cannot be read', async () => {
    expect((await send(message('vic', 'help'))).status).toBe(200)
    expect(fetched).toEqual([])
    clock.ms += 6 * 60_000
    const unknown = async () => `Bearer ${await signed({ kid: 'key-9' })}`
    for (let at = 0; at < 3; at++) expect((await send(message('vic', 'help'), await unknown())).status).toBe(401)
    expect(fetched).toHaveLength(2)
    clock.ms += 6 * 60_000
    isPublishing = false
    expect((await send(message('vic', 'help'), await unknown())).status).toBe(503)
    expect((await send(message('vic', 'help'))).status).toBe(200)
  })

  test('other activities are acknowledged', async () => {
    expect(await send(activity('vic', { type: 'conversationUpdate' }))).toEqual({ status: 200, body: {} })
    expect(teams.messages).toEqual([])
  })
})

test('a card of the outgoing webhook has a link for each choice, because it may have nothing else', async () => {
  const html = '<at>svc</at> isolate ws9.acme.example'
  const { payload, headers } = teamsMessage({ id: 'w1', user: 'tess', html, conversation: '19:abc' }, clock.ms)
  const answer = await api.api.app.inject({ method: 'POST', url: '/api/v1/chat/teams', headers, payload })
  const [{ content }] = JSON.parse(answer.body).attachments
  expect(content.actions).toEqual(
    [
      ['Approve', 'approve'],
      ['Deny', 'deny'],
    ].map(([title, decide]) => ({
      ...{ type: 'Action.OpenUrl', title },
      url: expect.stringMatching(
        new RegExp(`^https://soc\\.example/response\\?approval=[0-9a-f-]{36}&decide=${decide}$`),
      ),
    })),
  )
})
