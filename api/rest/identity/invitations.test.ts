/** A user is invited by mail, and sets a password or begins to register a passkey by the link, once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { login } from '../../test-api.ts'
import { openTestPeople, type TestPeople, WEB_URL } from '../notifications/test-people.ts'

let people: TestPeople
beforeAll(async () => {
  people = await openTestPeople()
}, 120_000)
beforeEach(() => {
  people.smtp.mails.length = 0
  mailServer(true)
})
afterAll(() => people?.close())

const mailServer = (isThere: boolean) =>
  Object.assign(people.api.deps, { passwordMail: isThere ? { mailer: {}, webUrl: WEB_URL } : null })
const invite = (email: string, more: object = {}, who = 'tess') =>
  people.ask(who, 'POST', 'users/invitations', { email, ...more })
async function tokenMailed(name: string): Promise<string> {
  await people.deliverAll()
  const mail = people.mailsTo(name).at(-1) ?? ''
  return /https:\/\/soc\.example\/new-password#token=([\w.-]+)&invitation=1\n/.exec(mail)?.[1] ?? ''
}
const confirm = (token: string, next: string) =>
  people.api.ask('POST', 'auth/password-reset/confirm', { body: { token, new_password: next } })
const accept = (token: string) => people.api.ask('POST', 'auth/invitations/accept', { body: { token } })

test('the link sets a password once, and no login works before', async () => {
  const made = await invite('eve@acme.example', { role: 'viewer' })
  expect([made.status, made.body]).toMatchObject([201, { user: { email: 'eve@acme.example', username: 'eve' } }])
  expect(JSON.stringify(made.body)).not.toContain('token')
  const token = await tokenMailed('eve')
  expect(people.mailsTo('eve')).toEqual([expect.stringContaining('tess@acme.example made an account for you')])
  expect((await confirm(token, 'short')).status).toBe(422)
  expect((await confirm(token, 'correct horse battery')).status).toBe(204)
  expect((await confirm(token, 'correct horse battery 2')).status).toBe(422)
  expect((await accept(token)).status).toBe(422)
  const session = await login(people.api, 'eve@acme.example', 'correct horse battery')
  const me = await people.api.ask('GET', 'users/me', { token: session.body.access_token })
  expect(me.body).toMatchObject({ email: 'eve@acme.example', role: 'viewer' })
  // The link is nowhere any more.
  const kept = await withTenant(people.api.owner, people.acme, (tx) =>
    tx.many((row) => row.secret_url, `SELECT secret_url FROM notifications WHERE kind = 'invitation'`),
  )
  expect(kept).toEqual([null])
})

test('the link opens one session, for registering a passkey, and one of two concurrent uses is refused', async () => {
  await invite('fay@acme.example')
  const token = await tokenMailed('fay')
  const both = await Promise.all([accept(token), accept(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  const session = both.find(({ status }) => status === 200)?.body.access_token
  expect((await people.api.ask('GET', 'users/me', { token: session })).body).toMatchObject({
    email: 'fay@acme.example',
  })
  expect((await confirm(token, 'correct horse battery')).status).toBe(422)
})

test('is valid for seven days, is replaced when it is mailed again, and cannot be repeated after the first login', async () => {
  const { user } = (await invite('gus@acme.example')).body
  const first = await tokenMailed('gus')
  people.minutes(60)
  expect((await people.ask('tess', 'POST', `users/${user.id}/invitation`)).status).toBe(200)
  const second = await tokenMailed('gus')
  expect(second).not.toBe(first)
  expect((await accept(first)).status).toBe(422)
  people.minutes(7 * 24 * 60)
  expect((await accept(second)).status).toBe(422)
  expect((await people.ask('tess', 'POST', `users/${user.id}/invitation`)).status).toBe(200)
  expect((await accept(await tokenMailed('gus'))).status).toBe(200)
  expect((await people.ask('tess', 'POST', `users/${user.id}/invitation`)).status).toBe(409)
})

test('a password-reset link opens no session', async () => {
  const { openPasswordLink } = await import('../../../control/identity/accounts/reset-password.ts')
  const nowMs = () => people.clock.ms
  const link = await openPasswordLink({ pool: people.api.owner, nowMs }, 'ann@acme.example', null)
  expect((await accept(link?.token ?? '')).status).toBe(422)
  expect((await confirm(link?.token ?? '', 'correct horse battery')).status).toBe(204)
})

test('is refused without permission, for a role that cannot be given, a used address, and without a mail server', async () => {
  expect((await invite('hal@acme.example', {}, 'ben')).status).toBe(403)
  expect((await invite('hal@acme.example', { role: 'super_admin' })).status).toBe(403)
  expect((await invite('ann@acme.example')).status).toBe(409)
  expect((await invite('no address')).status).toBe(422)
  mailServer(false)
  const refused = await invite('hal@acme.example')
  expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining('SVC_SMTP_URL')])
  expect((await login(people.api, 'hal@acme.example')).status).toBe(401)
})
