/** Passwords that open one sign-in, and those that an administrator or a mail gives back. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { bootstrapAdmin } from '../../../control/identity/accounts/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { login, makeAdmin, makeTenant, makeUser, openTestApi, PASSWORD, type TestApi, tokenOf } from '../../test-api.ts'

type Mail = { readonly to: string; readonly text: string }
const clock = { ms: Date.now() }
const mails: Mail[] = []
let server: TestPostgres
let api: TestApi
/** Another replica over the same database. */
let other: TestApi
let acme: TenantId
let admin: string
let ada: string

beforeAll(async () => {
  server = await withTestPostgres()
  const send = async (to: string, { text }: { readonly text: string }) => {
    mails.push({ to, text })
    return { outcome: 'delivered' } as const
  }
  const passwordMail = { mailer: { server: {}, send } as never, webUrl: 'https://soc.example' }
  api = await openTestApi(server, { deps: { nowMs: () => clock.ms, passwordMail } })
  other = await openTestApi(server, { deps: { nowMs: () => clock.ms } })
  acme = await makeTenant(api, 'acme')
  admin = await makeAdmin(api, acme)
  ada = await makeUser(api, acme, 'ada', 'soc_analyst')
})
afterAll(async () => {
  await other?.close()
  await api?.close()
  await server?.close()
})
beforeEach(() => {
  mails.length = 0
})

const reset = (id: string, token: string) => api.ask('POST', `users/${id}/password-reset`, { token })
const confirm = (token: string, next: string) =>
  api.ask('POST', 'auth/password-reset/confirm', { body: { token, new_password: next } })
const askForLink = (email: string) => api.ask('POST', 'auth/password-reset', { body: { email } })
const statusOf = async (test: TestApi, password: string, email = 'ada@acme.example') =>
  (await login(test, email, password)).status
async function mailedToken(): Promise<string> {
  await vi.waitFor(() => expect(mails).toHaveLength(1))
  const [, token = ''] = /https:\/\/soc\.example\/new-password#token=(\S+)/.exec(mails[0]?.text ?? '') ?? []
  return token
}

test('a one-time password works for one login, on any replica', async () => {
  const { password } = await bootstrapAdmin(api.owner, { email: 'once@acme.example', tenant: acme }, clock.ms)
  const first = await login(api, 'once@acme.example', password)
  expect(first.status).toBe(200)
  const again = await login(other, 'once@acme.example', password)
  const wrong = await login(other, 'once@acme.example', 'something-else-7')
  expect([again.status, again.body.detail]).toEqual([401, wrong.body.detail])
  // Its owner chooses another in the session that it began.
  const body = { current_password: password, new_password: 'a-password-of-ones-own' }
  const token = first.body.access_token
  expect((await api.ask('PUT', 'users/me/password', { token, body })).status).toBe(204)
  for (const one of [api, other, api]) expect(await statusOf(one, body.new_password, 'once@acme.example')).toBe(200)
})

test('one of many concurrent logins with it succeeds', async () => {
  const { password } = await bootstrapAdmin(api.owner, { email: 'race@acme.example', tenant: acme }, clock.ms)
  const statuses = [api, other, api, other].map((one) => statusOf(one, password, 'race@acme.example'))
  expect((await Promise.all(statuses)).sort()).toEqual([200, 401, 401, 401])
})

test('an administrator’s reset gives a password that works once, and ends the sessions of the user', async () => {
  const before = await tokenOf(api, acme, 'ada')
  const { status, body } = await reset(ada, admin)
  expect([status, body]).toEqual([
    200,
    { password: expect.stringMatching(/^\S{24}$/), password_expires_at: expect.any(String) },
  ])
  expect((await api.ask('GET', 'users/me', { token: before })).status).toBe(401)
  expect(await statusOf(api, PASSWORD)).toBe(401)
  const signedIn = await login(api, 'ada@acme.example', body.password)
  expect(
    (await api.ask('GET', 'users/me', { token: signedIn.body.access_token })).body.password_expires_at,
  ).not.toBeNull()
  expect(await statusOf(other, body.password)).toBe(401)
  const own = { current_password: body.password, new_password: PASSWORD }
  await api.ask('PUT', 'users/me/password', { token: signedIn.body.access_token, body: own })
  expect(await statusOf(api, PASSWORD)).toBe(200)
})

test('a reset is refused for users of higher permissions, oneself, other tenants and users without a password', async () => {
  await makeUser(api, acme, 'tad', 'tenant_admin')
  const tad = await tokenOf(api, acme, 'tad')
  const { id: own } = (await api.ask('GET', 'users/me', { token: tad })).body
  const { id: root } = (await api.ask('GET', 'users/me', { token: admin })).body
  expect((await reset(root, tad)).status).toBe(403)
  expect((await reset(own, tad)).status).toBe(409)
  expect((await reset(ada, await tokenOf(api, acme, 'ada'))).status).toBe(403)
  const stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  expect((await reset(ada, stranger)).status).toBe(404)
  const key = (await api.ask('POST', 'api-keys', { token: tad, body: { name: 'k', scopes: ['users:write'] } })).body.key
  expect((await api.ask('POST', `users/${ada}/password-reset`, { key })).status).toBe(403)
  const sam = await makeUser(api, acme, 'sam')
  await withTenant(api.owner, acme, (tx) => tx.run(`UPDATE users SET password_hash = NULL WHERE id = $1`, [sam]))
  expect((await reset(sam, admin)).status).toBe(409)
  expect((await askForLink('sam@acme.example')).status).toBe(202)
  expect(await statusOf(api, PASSWORD)).toBe(200)
  expect(mails).toEqual([])
})

test('a mailed link sets a password once, and ends the sessions and the other links', async () => {
  const before = await tokenOf(api, acme, 'ada')
  expect((await askForLink('Ada@acme.example')).status).toBe(202)
  const first = await mailedToken()
  mails.length = 0
  await askForLink('ada@acme.example')
  const second = await mailedToken()
  expect((await confirm(second, 'ada')).status).toBe(422)
  const [won, lost] = (await Promise.all([1, 2].map((n) => confirm(second, `mailed-password-${n}`))))
    .map(({ status }) => status)
    .sort()
  expect([won, lost]).toEqual([204, 422])
  expect((await confirm(second, 'mailed-password-3')).status).toBe(422)
  expect((await confirm(first, 'mailed-password-3')).status).toBe(422)
  expect((await api.ask('GET', 'users/me', { token: before })).status).toBe(401)
  expect(await statusOf(api, PASSWORD)).toBe(401)
  const found = await Promise.all(['mailed-password-1', 'mailed-password-2'].map((one) => statusOf(other, one)))
  expect(found.sort()).toEqual([200, 401])
})

test('links expire after an hour, are rate limited, and a token of no user or of another tenant does nothing', async () => {
  for (let n = 0; n < 5; n++) await askForLink('ada@acme.example')
  await vi.waitFor(() => expect(mails.length).toBeGreaterThanOrEqual(3))
  const [, token = ''] = /#token=(\S+)/.exec(mails[0]?.text ?? '') ?? []
  const [secret] = token.split('.')
  for (const bad of ['x', `${secret}.globex`, `${secret}.no-such`, `${secret}.`, `x${token}`, '.acme'])
    expect([bad, (await confirm(bad, 'mailed-password-9')).status]).toEqual([bad, 422])
  clock.ms += 3_600_001
  expect((await confirm(token, 'mailed-password-9')).status).toBe(422)
  expect(mails).toHaveLength(3)
})

test('the answer does not reveal whether an account exists, and says when there is no mail server', async () => {
  const unknown = await askForLink('nobody@acme.example')
  expect([unknown.status, unknown.text]).toEqual([202, '{}'])
  const none = await other.ask('POST', 'auth/password-reset', { body: { email: 'ada@acme.example' } })
  expect([none.status, none.body.detail]).toEqual([503, expect.stringContaining('an administrator')])
})
