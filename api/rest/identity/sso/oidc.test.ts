/** Signing in over a real OpenID provider, end to end; and everything that must not let anybody in. */
import { createHash } from 'node:crypto'
import { decodeJwt, type JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inProcessStates, openProviderDocuments } from '../../../../control/identity/accounts/index.ts'
import { type EgressResponse, openEgress } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { withTenant } from '../../../../stores/postgres/pool.ts'
import { freePort, type TestPostgres, withTestPostgres } from '../../../../stores/postgres/testing.ts'
import { type Answer, makeUser, newTenant, openTestApi, type TestApi } from '../../../test-api.ts'
import { openTestNetwork, type TestNetwork } from './test-network.ts'
import { CLIENT, openTestOidcProvider, REDIRECT, type TestOidcProvider } from './test-oidc-provider.ts'
import { expectRefused, sessionOf } from './test-sign-in.ts'

let server: TestPostgres
let api: TestApi
let network: TestNetwork
let provider: TestOidcProvider
let acme: TenantId
/** Token of the tenant's administrator. */
let token: string
let connection: string
let issuers = 0
const clock = { ms: Date.now() }

beforeAll(async () => {
  server = await withTestPostgres()
  network = openTestNetwork()
  const nowMs = () => clock.ms
  const sso = {
    states: inProcessStates(nowMs),
    documents: openProviderDocuments(network.egress, nowMs),
    publicUrl: 'https://soc.example',
  }
  api = await openTestApi(server, { clock, deps: { sso } })
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

beforeEach(async () => {
  network.tamper(null)
  network.requests.length = 0
  provider = await openTestOidcProvider(network, `idp-${++issuers}.example`)
  provider.account = person('ada')
  acme = await newTenant(api, 'acme')
  const boss = await makeUser(api, acme, 'boss', 'tenant_admin')
  token = await sessionOf(api, acme, boss)
  connection = (await connect({ group_role_mapping: { leads: 'soc_lead', 'Night Shift': 'soc_analyst' } })).body.id
  api.audited.length = 0
})
afterEach(() => provider.close())

const person = (sub: string, more: object = {}) => ({
  ...{ sub, email: `${sub}@people.example`, email_verified: true, groups: ['leads'] },
  ...more,
})
const connect = (more: object = {}) =>
  api.ask('POST', 'sso-connections', {
    token,
    body: {
      ...{ provider: 'oidc', issuer: provider.issuer, display_name: 'Desk' },
      ...{ client_id: CLIENT.id, client_secret: CLIENT.secret, ...more },
    },
  })
const change = (body: object) => api.ask('PATCH', `sso-connections/${connection}`, { token, body })
const begin = (body: object = { issuer: provider.issuer }) => api.ask('POST', 'auth/oidc/login', { body })

/** From our door to the provider and back to our door, with what the provider said. */
async function atTheDoor(): Promise<URL> {
  const { body, status, text } = await begin()
  expect([status, text]).toEqual([200, expect.stringContaining('redirect_url')])
  return network.browse(body.redirect_url, REDIRECT)
}
const knock = ({ search }: URL) => api.ask('GET', `auth/oidc/callback${search}`)
const signIn = async () => knock(await atTheDoor())
const me = async ({ body }: Answer) => (await api.ask('GET', 'users/me', { token: body.access_token })).body
const holdings = async (id: string) => (await api.ask('GET', `rbac/users/${id}/effective-permissions`, { token })).body
const refusedFor = (answer: Answer, reason: string) => expectRefused(api, acme, answer, reason)

describe('a sign-in', () => {
  test('returns the tokens of a login, for a user created in the tenant of the connection', async () => {
    const answer = await signIn()
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toEqual({
      ...{ access_token: expect.any(String), refresh_token: expect.any(String), token_type: 'bearer' },
      expires_in: 1800,
    })
    const user = await me(answer)
    expect(user).toMatchObject({ tenant_id: acme, email: 'ada@people.example', role: 'soc_lead', is_active: true })
    expect((await holdings(user.id)).roles).toEqual([{ name: 'soc_lead', source: 'sso' }])
    const again = await api.ask('POST', 'auth/refresh', { body: { refresh_token: answer.body.refresh_token } })
    expect(again.status).toBe(200)
  })

  test('in a browser ends on a page that passes the tokens to its opener and runs no other script', async () => {
    const door = await atTheDoor()
    const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
    const answer = await api.api.app.inject({ url: `/api/v1/auth/oidc/callback${door.search}`, ...asBrowser })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toBe('no-store')
    const script = /<script>([\s\S]*)<\/script>/.exec(answer.body)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    expect(answer.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).toContain(`name="svc-state" content="${door.searchParams.get('state')}"`)
    const access = /name="svc-access" content="([^"]+)"/.exec(answer.body)?.[1] ?? ''
    expect((await api.ask('GET', 'users/me', { token: access })).body.email).toBe('ada@people.example')
    const hostile = '?state=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&code=c'
    const refused = await api.api.app.inject({ url: `/api/v1/auth/oidc/callback${hostile}`, ...asBrowser })
    expect([refused.statusCode, refused.body.includes('<script>')]).toEqual([403, false])
    expect(refused.body).toContain('Sign-in refused')
  })

  test('is audited, and so is the user that it creates', async () => {
    const user = await me(await signIn())
    await signIn()
    const about = { tenantId: acme, actorId: user.id, actorKind: 'user', resource: 'user', resourceId: user.id }
    expect(api.audited).toEqual([
      expect.objectContaining({ ...about, action: 'user:provisioned' }),
      expect.objectContaining({ ...about, action: 'auth:sso_login' }),
      expect.objectContaining({ ...about, action: 'auth:sso_login' }),
    ])
    expect(api.audited[1]?.changes).toEqual({ connection_id: connection, roles: ['soc_lead'] })
  })

  test('uses PKCE, a fresh state and a fresh nonce, and sends the provider no secret', async () => {
    const urls = [await begin(), await begin({ connection_id: connection })].map(
      ({ body }) => new URL(body.redirect_url),
    )
    for (const { searchParams: parameters, origin } of urls) {
      expect(origin).toBe(provider.issuer)
      expect(parameters.get('code_challenge_method')).toBe('S256')
      expect(parameters.get('redirect_uri')).toBe(REDIRECT)
      expect(parameters.get('scope')).toBe('openid email profile groups')
      expect(parameters.has('client_secret') || parameters.has('code_verifier')).toBe(false)
    }
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const [one, other] = urls.map(({ searchParams }) => searchParams.get(name))
      expect(one?.length).toBeGreaterThanOrEqual(43)
      expect(one).not.toBe(other)
    }
  })

  test('finds a user whose address has changed', async () => {
    const first = await me(await signIn())
    provider.account = person('ada', { email: 'ada.lovelace@people.example' })
    expect(await me(await signIn())).toMatchObject({ id: first.id, email: 'ada@people.example' })
  })

  test('fetches the address when the token does not contain it', async () => {
    network.tamper(
      onToken(async (claims) => {
        const { email: _, email_verified: __, ...rest } = claims
        return rest
      }),
    )
    expect(await me(await signIn())).toMatchObject({ email: 'ada@people.example' })
    expect(network.requests.some((request) => request.startsWith('GET /me'))).toBe(true)
  })

  test('accepts rotated signing keys at once, and refuses the old ones', async () => {
    expect((await signIn()).status).toBe(200)
    const old = await provider.sign({})
    const stolen = { header: old.split('.')[0] }
    await provider.rotate()
    expect((await signIn()).status).toBe(200)
    network.tamper(
      onToken(
        async (claims) => claims,
        async (claims) => {
          const [, payload, signature] = (await provider.sign(claims, 'unpublished')).split('.')
          return [stolen.header, payload, signature].join('.')
        },
      ),
    )
    refusedFor(await signIn(), 'bad_token')
  })
})

/** Changes the claims of the id_token on its way, signed again by the provider's own key unless `sign` says otherwise. */
function onToken(
  change: (claims: JWTPayload) => Promise<JWTPayload> | JWTPayload,
  sign: (claims: JWTPayload) => Promise<string> = (claims) => provider.sign(claims),
) {
  return async (path: string, answer: EgressResponse): Promise<EgressResponse> => {
    if (path !== '/token') return answer
    const document = JSON.parse(answer.body.toString('utf8'))
    const id_token = await sign(await change(decodeJwt(document.id_token)))
    return { ...answer, body: Buffer.from(JSON.stringify({ ...document, id_token })) }
  }
}

describe('a sign-in is refused with', () => {
  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'x'.repeat(43) })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'somebody-else' })],
    ['another audience beside ours', (claims) => ({ ...claims, aud: [CLIENT.id, 'somebody-else'] })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['an expired token', (claims) => ({ ...claims, iat: now() - 3_700, exp: now() - 3_600 })],
    ['no expiry', ({ exp: _, ...claims }) => claims],
    ['no subject', ({ sub: _, ...claims }) => claims],
  ])('%s', async (_, change) => {
    network.tamper(onToken(change))
    refusedFor(await signIn(), 'bad_token')
  })

  test('a token signed by an unpublished key', async () => {
    network.tamper(
      onToken(
        (claims) => claims,
        (claims) => provider.sign(claims, 'unpublished'),
      ),
    )
    refusedFor(await signIn(), 'bad_token')
  })

  test.each(['none', 'HS256'])('a token signed with %s', async (alg) => {
    const header = Buffer.from(JSON.stringify({ alg })).toString('base64url')
    const sign = async (claims: JWTPayload) => {
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
      if (alg === 'none') return `${header}.${payload}.`
      const { createHmac } = await import('node:crypto')
      return `${header}.${payload}.${createHmac('sha256', CLIENT.secret).update(`${header}.${payload}`).digest('base64url')}`
    }
    network.tamper(onToken((claims) => claims, sign))
    refusedFor(await signIn(), 'bad_token')
  })

  test('claims that were changed after signing', async () => {
    network.tamper(
      onToken(
        (claims) => claims,
        async (claims) => {
          const [header, , signature] = (await provider.sign(claims)).split('.')
          const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'boss' })).toString('base64url')
          return [header, payload, signature].join('.')
        },
      ),
    )
    refusedFor(await signIn(), 'bad_token')
  })

  test('a state that was used before, also when two use it at once', async () => {
    const url = await atTheDoor()
    const both = await Promise.all([knock(url), knock(url)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await knock(url)).status).toBe(403)
  })

  test('an unknown state, or one older than ten minutes', async () => {
    const url = await atTheDoor()
    clock.ms += 600_000
    expect((await knock(url)).status).toBe(403)
    const answer = await api.ask('GET', `auth/oidc/callback?state=${'x'.repeat(43)}&code=c`)
    expect([answer.status, answer.body.detail]).toEqual([403, 'the sign-in was refused'])
    expect(api.audited).toEqual([])
  })

  test('the code of another sign-in', async () => {
    const [mine, theirs] = [await atTheDoor(), await atTheDoor()]
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    refusedFor(await knock(mine), 'bad_token')
  })

  test('a refusal by the provider, or an answer of another issuer', async () => {
    const url = await atTheDoor()
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    refusedFor(await knock(url), 'provider_refused')
    const mixed = await atTheDoor()
    mixed.searchParams.set('iss', 'https://evil.example')
    refusedFor(await knock(mixed), 'bad_token')
  })

  test('a state of the other protocol', async () => {
    const url = await atTheDoor()
    const body = { relayState: url.searchParams.get('state') ?? '' }
    const answer = await api.ask('GET', `auth/saml/callback?SAMLResponse=AA==&RelayState=${body.relayState}`)
    refusedFor(answer, 'connection_gone')
    expect((await knock(url)).status).toBe(403)
  })

  test('published metadata of another issuer', async () => {
    network.tamper((path, answer) => {
      if (!path.includes('.well-known')) return answer
      const document = { ...JSON.parse(answer.body.toString('utf8')), issuer: 'https://evil.example' }
      return { ...answer, body: Buffer.from(JSON.stringify(document)) }
    })
    refusedFor(await begin(), 'provider_metadata')
  })
})

describe('an address', () => {
  const mine = () => ({ email: `ben@${acme}.example` })

  test('of a user of the tenant links only when the provider verified it', async () => {
    const ben = await makeUser(api, acme, 'ben', 'viewer')
    for (const email_verified of [false, undefined, null, 1, 'yes']) {
      provider.account = person('ada', { ...mine(), email_verified })
      refusedFor(await signIn(), 'email_not_verified')
    }
    provider.account = person('ada', mine())
    expect((await me(await signIn())).id).toBe(ben)
  })

  test('that the provider marks as unverified creates no user, and one without a mark does', async () => {
    provider.account = person('ada', { email_verified: false })
    refusedFor(await signIn(), 'email_not_verified')
    provider.account = person('ada', { email_verified: undefined })
    expect(await me(await signIn())).toMatchObject({ email: 'ada@people.example' })
  })

  test('of a user of another tenant leads to a new user of this tenant', async () => {
    const bolt = await newTenant(api, 'bolt')
    const theirs = await makeUser(api, bolt, 'ben', 'tenant_admin')
    provider.account = person('ada', { email: `ben@${bolt}.example` })
    const user = await me(await signIn())
    expect(user).toMatchObject({ tenant_id: acme, role: 'soc_lead' })
    expect(user.id).not.toBe(theirs)
  })
})

test('groups come from the claim that the connection names', async () => {
  await change({ groups_claim: 'teams' })
  provider.account = person('ada', { groups: ['leads'], teams: 'Night Shift' })
  expect(await me(await signIn())).toMatchObject({ role: 'soc_analyst' })
})

test('a provider inside our own network is not contacted, and the answer does not reveal that it exists', async () => {
  const egress = openEgress({ airGap: { enabled: false, allowlist: [] }, allowPrivate: false, log: api.deps.log })
  const documents = openProviderDocuments(egress, () => clock.ms)
  const sso = { states: inProcessStates(), documents, publicUrl: 'https://soc.example' }
  const guarded = await openTestApi(server, { deps: { sso } })
  try {
    const details = new Set<string>()
    for (const issuer of ['https://127.0.0.1:1', 'https://localhost:1', 'https://169.254.169.254', 'https://[::1]:1']) {
      const body = { provider: 'oidc', issuer, display_name: 'Inner', client_id: 'svc' }
      const made = await api.ask('POST', 'sso-connections', { token, body })
      const begun = await guarded.ask('POST', 'auth/oidc/login', { body: { issuer } })
      expect([issuer, made.status, begun.status]).toEqual([issuer, 201, 503])
      details.add(begun.body.detail)
      await api.ask('DELETE', `sso-connections/${made.body.id}`, { token })
    }
    expect([...details]).toEqual(['the identity provider does not answer'])
  } finally {
    await guarded.close()
  }
})

describe('a connection', () => {
  test('that is disabled is not found, and ends the sessions that began through it', async () => {
    const [answer, url] = [await signIn(), await atTheDoor()]
    expect((await change({ enabled: false })).body.enabled).toBe(false)
    expect((await begin()).status).toBe(403)
    expect((await begin({ connection_id: connection })).status).toBe(403)
    refusedFor(await knock(url), 'connection_gone')
    expect((await api.ask('GET', 'users/me', { token: answer.body.access_token })).status).toBe(401)
  })

  test('that does not exist gets the same answer as a disabled one', async () => {
    await change({ enabled: false })
    const answers = [await begin(), await begin({ issuer: 'https://no.example' })]
    for (const { status, body } of answers)
      expect({ ...body, instance: '' }).toEqual({ ...answers[0]?.body, instance: '', status })
    expect(answers[0]?.status).toBe(403)
  })

  test('that is deleted ends its sessions and removes its roles, but keeps the users', async () => {
    const answer = await signIn()
    const user = await me(answer)
    expect((await api.ask('DELETE', `sso-connections/${connection}`, { token })).status).toBe(204)
    expect((await api.ask('GET', 'users/me', { token: answer.body.access_token })).status).toBe(401)
    expect(await holdings(user.id)).toMatchObject({ roles: [], permissions: [] })
  })

  test('whose provider does not answer gets that message without a reason', async () => {
    network.name(new URL(provider.issuer).host, await freePort())
    const answers = [await begin()]
    network.tamper(() => {
      throw new AppError('forbidden', 'idp.example leads to an address that is loopback')
    })
    network.name(new URL(provider.issuer).host, provider.port)
    answers.push(await begin())
    for (const { status, body } of answers)
      expect([status, body.detail]).toEqual([503, 'the identity provider does not answer'])
    network.tamper(null)
    expect((await begin()).status).toBe(200)
  })

  test('of a suspended tenant is not found', async () => {
    await withTenant(api.deps.pool, acme, (tx) => tx.run(`UPDATE tenants SET status = 'suspended'`))
    expect((await begin()).status).toBe(403)
  })
})

describe('a test of a connection', () => {
  const beginTest = (as = token) => api.ask('POST', `sso-connections/${connection}/test`, { token: as })
  const page = async ({ search }: URL) => api.api.app.inject({ url: `/api/v1/auth/oidc/callback${search}` })
  async function tested() {
    const { body, status, text } = await beginTest()
    expect([status, text]).toEqual([200, expect.stringContaining('redirect_url')])
    return page(await network.browse(body.redirect_url, REDIRECT))
  }
  const users = async () => (await api.ask('GET', 'users?limit=100', { token })).body.items.length

  test('shows what the provider sent and the resulting roles, without a sign-in', async () => {
    const before = await users()
    provider.account = person('ada', { groups: ['leads', '<b>others</b>'] })
    const { statusCode, headers, body } = await tested()
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    for (const shown of ['ada@people.example', 'leads, &lt;b&gt;others&lt;/b&gt;', 'becomes a new user', 'soc_lead'])
      expect(body).toContain(shown)
    expect(body).not.toMatch(/<script|svc-access|eyJ/)
    expect(await users()).toBe(before)
    expect(api.audited.map(({ action }) => action)).toEqual(['sso_connection:test_begun', 'auth:sso_tested'])
    expect(api.audited.at(-1)).toMatchObject({ tenantId: acme, changes: { roles: ['soc_lead'], reason: null } })
    expect((await me(await signIn())).role).toBe('soc_lead')
    expect((await tested()).body).toContain('who signed in over this connection before')
  })

  test('says why a sign-in would be refused, and changes nothing for signed-in users', async () => {
    const user = await me(await signIn())
    provider.account = person('ada', { groups: [] })
    expect((await tested()).body).toContain('would be refused: no role')
    expect((await holdings(user.id)).roles).toEqual([{ name: 'soc_lead', source: 'sso' }])
    provider.account = person('bob', { email_verified: false })
    expect((await tested()).body).toContain('would be refused: email not verified')
    expect(await users()).toBe(2)
  })

  test('works while the connection is disabled, for its administrators only, and its answer is valid once', async () => {
    await change({ enabled: false })
    const { body } = await beginTest()
    const door = await network.browse(body.redirect_url, REDIRECT)
    expect((await page(door)).body).toContain('soc_lead')
    expect((await page(door)).statusCode).toBe(403)
    expect((await begin()).status).toBe(403)
    const analyst = await sessionOf(api, acme, await makeUser(api, acme, 'carol', 'soc_analyst'))
    expect((await beginTest(analyst)).status).toBe(403)
    const other = await newTenant(api, 'other')
    const stranger = await sessionOf(api, other, await makeUser(api, other, 'eve', 'tenant_admin'))
    expect((await beginTest(stranger)).status).toBe(404)
  })
})
