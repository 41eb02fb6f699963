import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'
import { type TestAuthenticator, testAuthenticator } from './test-authenticator.ts'

const ORIGIN = 'https://soc.example'
let server: TestPostgres
let api: TestApi
let acme: TenantId
const clock = { ms: Date.now() }
const tokens: Record<string, string> = {}
let ann: string

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server, { clock })
  acme = await makeTenant(api, 'acme')
  ann = await makeUser(api, acme, 'ann', 'soc_lead')
  tokens.ann = await tokenOf(api, acme, 'ann')
  await makeUser(api, acme, 'bob', 'soc_analyst')
  tokens.bob = await tokenOf(api, acme, 'bob')
  await makeUser(api, acme, 'tina', 'tenant_admin')
  tokens.tina = await tokenOf(api, acme, 'tina')
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const as = (who: string, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
const asNobody = (url: string, body: unknown) => api.ask('POST', url, { body })

async function registered(who: string, authenticator: TestAuthenticator, origin = ORIGIN) {
  const { challenge, publicKey } = (await as(who, 'POST', 'passkeys/registration')).body
  const credential = authenticator.create(publicKey, origin)
  return as(who, 'POST', 'passkeys', { challenge, credential, device_name: `laptop of ${who}` })
}
async function signIn(authenticator: TestAuthenticator, origin = ORIGIN) {
  const { challenge, publicKey } = (await asNobody('passkeys/challenge', {})).body
  const credential = authenticator.get(publicKey, origin)
  const answer = await asNobody('passkeys/verify', { challenge, credential })
  return { challenge, credential, answer }
}

test('a passkey is registered, listed, used for a login, and deleted', async () => {
  const own = testAuthenticator()
  const made = await registered('ann', own)
  expect([made.status, made.body]).toMatchObject([
    201,
    { device_name: 'laptop of ann', transports: ['internal'], is_discoverable: true, last_used_at: null },
  ])
  expect((await registered('ann', own)).status).toBe(409)
  api.audited.length = 0
  const { answer } = await signIn(own)
  expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
    200,
    ['access_token', 'expires_in', 'refresh_token', 'token_type'],
  ])
  expect(api.audited).toMatchObject([{ action: 'auth:passkey_login', resourceId: ann }])
  const me = await api.ask('GET', 'users/me', { token: answer.body.access_token })
  expect(me.body.username).toBe('ann')
  const [listed] = (await as('ann', 'GET', 'passkeys')).body.items
  expect(listed).toMatchObject({ id: made.body.id, last_used_at: expect.any(String) })
  expect((await as('bob', 'GET', 'passkeys')).body.items).toEqual([])
  expect((await as('bob', 'DELETE', `passkeys/${made.body.id}`)).status).toBe(404)
  expect((await as('ann', 'DELETE', `passkeys/${made.body.id}`)).status).toBe(204)
  expect((await signIn(own)).answer.status).toBe(404)
})

describe('a sign-in is refused', () => {
  const own = testAuthenticator()
  beforeAll(async () => {
    expect((await registered('bob', own)).status).toBe(201)
  })

  test('with a challenge that was used, has expired, is unknown, or belongs to a registration', async () => {
    const { challenge, credential, answer } = await signIn(own)
    expect(answer.status).toBe(200)
    expect((await asNobody('passkeys/verify', { challenge, credential })).status).toBe(400)
    const old = (await asNobody('passkeys/challenge', {})).body
    clock.ms += 301_000
    const late = { challenge: old.challenge, credential: own.get(old.publicKey, ORIGIN) }
    expect((await asNobody('passkeys/verify', late)).status).toBe(400)
    const never = { challenge: 'abc', credential: own.get({ challenge: 'abc' }, ORIGIN) }
    expect((await asNobody('passkeys/verify', never)).status).toBe(400)
    const registration = (await as('bob', 'POST', 'passkeys/registration')).body
    const other = { challenge: registration.challenge, credential: own.get(registration.publicKey, ORIGIN) }
    expect((await asNobody('passkeys/verify', other)).status).toBe(400)
  })

  test('from another origin, without user verification, with another key, and with a cloned key; each is audited', async () => {
    api.audited.length = 0
    expect((await signIn(own, 'https://soc.example.evil.example')).answer.status).toBe(401)
    own.verifiesUser = false
    expect((await signIn(own)).answer.status).toBe(401)
    own.verifiesUser = true
    const impostor = { ...testAuthenticator(), id: own.id }
    const { challenge, publicKey } = (await asNobody('passkeys/challenge', {})).body
    const credential = { ...impostor.get(publicKey, ORIGIN), id: own.id, rawId: own.id }
    expect((await asNobody('passkeys/verify', { challenge, credential })).status).toBe(401)
    own.signCount = 0
    expect((await signIn(own)).answer.status).toBe(401)
    expect(api.audited.map(({ action }) => action)).toEqual(Array(4).fill('auth:passkey_login_failed'))
    own.signCount += 50
    expect((await signIn(own)).answer.status).toBe(200)
  })

  test('for a user who was deactivated or erased', async () => {
    const [{ id }] = (await as('tina', 'GET', 'users?limit=100')).body.items.filter(
      ({ username }: { username: string }) => username === 'bob',
    )
    await as('tina', 'PATCH', `users/${id}`, { is_active: false })
    expect((await signIn(own)).answer.status).toBe(403)
    expect((await as('tina', 'DELETE', `identity/${id}/data`)).body.affected_counts).toMatchObject({ passkeys: 1 })
    expect((await signIn(own)).answer.status).toBe(404)
  })
})

test('only the user who began a registration completes it, at our origin and with user verification', async () => {
  const own = testAuthenticator()
  expect((await registered('ann', own, 'https://elsewhere.example')).status).toBe(401)
  own.verifiesUser = false
  expect((await registered('ann', own)).status).toBe(401)
  own.verifiesUser = true
  const begun = (await as('ann', 'POST', 'passkeys/registration')).body
  const body = { challenge: begun.challenge, credential: own.create(begun.publicKey, ORIGIN), device_name: 'x' }
  expect((await as('tina', 'POST', 'passkeys', body)).status).toBe(400)
  const spoilt = {
    ...body,
    credential: { ...body.credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
  }
  expect((await as('ann', 'POST', 'passkeys', spoilt)).status).toBe(400)
})

test('the answer for an address does not reveal whether it has an account', async () => {
  const optionsFor = async (email: string) =>
    (await asNobody('passkeys/challenge', { email })).body.publicKey.allowCredentials
  const [first, again] = [await optionsFor('nobody@acme.example'), await optionsFor('Nobody@acme.example')]
  expect(first).toEqual(again)
  expect(first).toHaveLength(1)
  const own = testAuthenticator()
  await registered('ann', own)
  expect(await optionsFor('ann@acme.example')).toMatchObject([{ id: own.id }])
})

test('an API key cannot have passkeys', async () => {
  const { key } = (await as('tina', 'POST', 'api-keys', { name: 'x', scopes: ['alerts:read'] })).body
  expect((await api.ask('GET', 'passkeys', { key })).status).toBe(403)
})
