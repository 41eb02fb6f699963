/** Lines that need settings which the other lines must not have: they share a second installation. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import webPush from 'web-push'
import { Instance } from '../../e2e/instance.ts'
import { type ApiTarget, ask } from '../door.ts'
import { eventually, expectStatus, walk } from './walk.ts'

const VAPID = webPush.generateVAPIDKeys()
const SLACK_SECRET = 'the-signing-secret-of-the-walk'
const TENANT = 'other'
const EMAIL = 'walk@other.example'

type Other = { readonly instance: Instance; readonly password: string }

let starting: Promise<Other> | undefined

async function start(): Promise<Other> {
  const instance = await Instance.start({
    ...{ VAPID_PUBLIC_KEY: VAPID.publicKey, VAPID_PRIVATE_KEY: VAPID.privateKey, VAPID_SUBJECT: `mailto:${EMAIL}` },
    ...{ CHAT_SIGNING_SECRET: SLACK_SECRET, SVC_DEFAULT_TENANT_ID: TENANT },
    ...{ SVC_SHADOW_RECONCILE_ENABLED: 'true', SVC_DISABLE_RULES: '1' },
  })
  const once = (await instance.svc('admin', 'bootstrap', '--email', EMAIL, '--tenant', TENANT)).trim()
  const password = `${randomBytes(12).toString('base64url')} of the walk`
  const change = { current_password: once, new_password: password }
  await expectStatus(await signIn(instance, once), 204, 'PUT /users/me/password', { body: change })
  return { instance, password }
}

async function signIn(instance: Instance, password: string): Promise<ApiTarget> {
  const open = { url: instance.apiUrl, token: '', tenant: '', portOffset: instance.portOffset, own: null }
  const body = { email: EMAIL, password }
  const { access_token: token } = await expectStatus<{ access_token: string }>(open, 200, 'POST /auth/login', { body })
  return { ...open, token, tenant: TENANT }
}

/** The second installation, entered anew: a line may have ended the sessions of the others. */
async function enter(): Promise<ApiTarget & { readonly instance: Instance }> {
  starting ??= start()
  const { instance, password } = await starting
  return { ...(await signIn(instance, password)), instance }
}

/** Ends the second installation, if a line has started it. */
export async function stopOtherInstallation(): Promise<void> {
  await (await starting)?.instance.remove()
}

/** A slash command as Slack sends it. */
async function command(
  door: ApiTarget,
  text: string,
  secret = SLACK_SECRET,
): Promise<{ status: number; text: string }> {
  const body = new URLSearchParams({ command: '/svc', text, team_id: 'T1', user_id: 'U1', channel_id: 'C1' }).toString()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  const signed = { 'x-slack-signature': `v0=${mac}`, 'x-slack-request-timestamp': timestamp }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...signed }
  const answer = await ask({ ...door, tenant: '' }, 'POST /chat/slack/commands', { token: null, body, headers })
  return { status: answer.status, text: String((answer.body as { text?: string } | null)?.text ?? answer.detail) }
}

export const OTHER_SETTINGS = [
  walk(
    '6.1',
    'with the VAPID settings, GET /push/public-key gives the public key; a subscription lives 90 days',
    async () => {
      const door = await enter()
      const { public_key, enabled } = await expectStatus(door, 200, 'GET /push/public-key')
      assert.deepEqual([public_key, enabled], [VAPID.publicKey, true])
      const endpoint = 'https://push.example.com/send/walked'
      const keys = { p256dh: VAPID.publicKey, auth: 'AAAAAAAAAAAAAAAAAAAAAA' }
      const made = await expectStatus<{ id: string }>(door, 201, 'POST /push/subscriptions', {
        body: { subscription: { endpoint, keys }, topics: ['p0_alert'] },
      })
      const { items } = await expectStatus<{ items: { id: string; expires_at: string }[] }>(
        door,
        200,
        'GET /push/subscriptions',
      )
      const days = (Date.parse(items.find(({ id }) => id === made.id)?.expires_at ?? '') - Date.now()) / 86_400_000
      assert.equal(Math.round(days), 90)
      const { removed } = await expectStatus(door, 200, 'POST /push/unsubscribe', { body: { endpoint } })
      assert.equal(removed, true)
      return `${String(public_key).slice(0, 12)}..., ${Math.round(days)} days, unsubscribed`
    },
  ),
  walk(
    '6.4',
    '/svc help names the subcommands; list has the open cases of the person; a wrong signature is refused',
    async () => {
      const door = await enter()
      assert.equal((await command(door, 'help', 'another secret')).status, 401)
      const help = await command(door, 'help')
      for (const name of ['list', 'investigate', 'explain', 'isolate', 'block', 'help'])
        assert.ok(help.text.includes(name), `${name} is not in ${help.text}`)
      assert.match((await command(door, 'list')).text, /link your account/)
      const { code } = await expectStatus<{ code: string }>(door, 201, 'POST /chat/link-codes')
      await command(door, `link ${code}`)
      await expectStatus(door, 201, 'POST /cases', { body: { title: 'Walked by the bot', severity: 'high' } })
      const list = await command(door, 'list')
      assert.match(list.text, /Walked by the bot/)
      return `401, then ${list.text.split('\n').length} lines with the case`
    },
  ),
  walk('7', 'an endpoint of a subsystem that SVC_DISABLE_RULES switched off is 503; the health names it', async () => {
    const door = await enter()
    const refused = await ask(door, 'GET /rules')
    assert.equal(refused.status, 503)
    const { disabled } = await expectStatus<{ disabled: string[] }>(door, 200, 'GET //health', { token: null })
    assert.deepEqual(disabled, ['rules'])
    await expectStatus(door, 200, 'GET /alerts')
    return `503: ${String(refused.detail).slice(0, 80)}; disabled: rules`
  }),
  walk(
    '4.9',
    'the closure sweep is disabled by default; switched on, it is not_measuring without a class in shadow mode, then no_connector',
    async (own) => {
      const stateOf = async (door: ApiTarget) =>
        (await expectStatus<{ state: string }>(door, 200, 'GET /health/shadow-reconciliation')).state
      const door = await enter()
      const before = [await stateOf(own), await stateOf(door)]
      await expectStatus(door, 200, 'PUT /autonomy-policy/shadow-mode/phishing', { body: { enabled: true } })
      const after = await stateOf(door)
      assert.deepEqual([...before, after], ['disabled', 'not_measuring', 'no_connector'])
      return [...before, after].join(', ')
    },
  ),
  walk('5', 'after the signing key is rotated every session is invalid, and a new sign-in works', async () => {
    const door = await enter()
    const { instance } = door
    await expectStatus(door, 200, 'GET /users/me')
    await instance.svc('admin', 'rotate-signing-key')
    await eventually(async () => ((await ask(door, 'GET /users/me')).status === 401 ? true : undefined), 'the refusal')
    await expectStatus(await enter(), 200, 'GET /users/me')
    return '200, then 401; 200 after a new sign-in'
  }),
]
