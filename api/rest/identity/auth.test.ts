import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bootstrapAdmin, rotateSigningKey } from '../../../control/identity/accounts/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { login, makeUser, newTenant, openTestApi, PASSWORD, SEALER, type TestApi, tokenOf } from '../../test-api.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})

let server: TestPostgres
let api: TestApi
let acme: TenantId
let ada: string
/** Its address. */
let ADA: string
const clock = { ms: 0 }

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())

beforeEach(async () => {
  clock.ms = Date.now()
  api = await openTestApi(server, { clock })
  acme = await newTenant(api, 'acme')
  ada = await makeUser(api, acme, 'ada', 'tenant_admin')
  ADA = `ada@${acme}.example`
  return () => api.close()
})

const me = (token: string) => api.ask('GET', 'users/me', { token })
const refresh = (token: string) => api.ask('POST', 'auth/refresh', { body: { refresh_token: token } })
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
const forged = (token: string, change: object) => {
  const [head, , signature] = token.split('.')
  return `${head}.${Buffer.from(JSON.stringify({ ...claimsOf(token), ...change })).toString('base64url')}.${signature}`
}

describe('login', () => {
  test('returns tokens with the claims and lifetimes of the specification', async () => {
    const { status, body } = await login(api, ` ADA@${acme}.example `)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 1800,
      device_token: expect.any(String),
    })
    const access = claimsOf(body.access_token)
    expect(access).toMatchObject({ type: 'access', sub: ada, tenant: acme, session: expect.any(String) })
    expect(access.kid).toEqual(expect.any(String))
    expect(access.exp - access.iat).toBe(1800)
    const { type, exp, iat } = claimsOf(body.refresh_token)
    expect([type, exp - iat]).toEqual(['refresh', 7 * 24 * 3600])
    expect((await me(body.access_token)).body).toMatchObject({ id: ada, tenant_id: acme, role: 'tenant_admin' })
  })

  test('answers the same for an unknown account, a wrong password, an inactive user and a suspended tenant', async () => {
    await makeUser(api, acme, 'gone')
    await withTenant(api.deps.pool, acme, (tx) => tx.run(`UPDATE users SET is_active = false WHERE username = 'gone'`))
    const bolt = await newTenant(api, 'bolt')
    await makeUser(api, bolt, 'bob')
    await withTenant(api.deps.pool, bolt, (tx) => tx.run(`UPDATE tenants SET status = 'suspended'`))
    const answers = [
      await login(api, `nobody@${acme}.example`),
      await login(api, ADA, 'wrong password'),
      await login(api, `gone@${acme}.example`),
      await login(api, `bob@${bolt}.example`),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect({ ...body, instance: '' }).toEqual({ ...answers[0]?.body, instance: '' })
    }
  })

  test('computes one password hash of equal cost in every case, so that timing reveals nothing', async () => {
    const costs: string[] = []
    for (const email of [ADA, `nobody@${acme}.example`]) {
      vi.mocked(verify).mockClear()
      await login(api, email, 'wrong password')
      const hashes = vi.mocked(verify).mock.calls.map(([hash]) => String(hash))
      expect(hashes).toHaveLength(1)
      costs.push(hashes.join().split('$').slice(0, 4).join('$'))
    }
    expect(costs[0]).toBe(costs[1])
  })

  test('with an address in two tenants uses the older account, unless the request names the tenant', async () => {
    const bolt = await newTenant(api, 'bolt')
    await withTenant(api.deps.pool, bolt, (tx) =>
      tx.run(`INSERT INTO users (email, username, role, password_hash) VALUES ($1, 'x', 'viewer', NULL)`, [ADA]),
    )
    expect((await login(api, ADA)).status).toBe(200)
    const answer = await api.ask('POST', 'auth/login', { body: { email: ADA, password: PASSWORD, tenant: acme } })
    expect(answer.status).toBe(200)
    const other = await api.ask('POST', 'auth/login', { body: { email: ADA, password: PASSWORD, tenant: bolt } })
    expect(other.status).toBe(401)
  })

  test('is audited after its answer, and a failed login too', async () => {
    await login(api, ADA)
    expect(api.audited.at(-1)).toMatchObject({ action: 'auth:login', actorId: ada, resourceId: ada, tenantId: acme })
    await login(api, ADA, 'wrong password')
    await login(api, `nobody@${acme}.example`)
    await api.api.app.close()
    const failed = api.audited.filter(({ action }) => action === 'auth:login_failed')
    expect(failed).toMatchObject([{ actorId: null, resourceId: ada }])
    expect(JSON.stringify(api.audited)).not.toContain('wrong password')
  })
})

describe('the throttle', () => {
  const fail = (times: number, email = ADA, ip = '192.0.2.1') =>
    Array.from({ length: times }).reduce<Promise<unknown>>(
      (done) => done.then(() => login(api, email, 'no', ip)),
      Promise.resolve(),
    )

  test('after five failures refuses for 2 s, doubling each time, even with the right password', async () => {
    await fail(5)
    const refused = await login(api, ADA)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2'])
    expect(refused.body.detail).toEqual(expect.any(String))
    for (const seconds of [2, 4, 8, 16, 32]) {
      expect((await login(api, ADA)).headers['retry-after']).toBe(String(seconds))
      clock.ms += seconds * 1000
      expect((await login(api, ADA, 'no')).status).toBe(401)
    }
    expect((await login(api, ADA)).headers['retry-after']).toBe('900')
    clock.ms += 899_000
    expect((await login(api, ADA)).status).toBe(429)
    clock.ms += 1000
    expect((await login(api, ADA)).status).toBe(200)
  })

  test('treats an unknown account like a known one', async () => {
    await fail(5, `nobody@${acme}.example`)
    const refused = await login(api, `nobody@${acme}.example`)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2'])
  })

  test('is reset by a success for the account, but not for the source address', async () => {
    await fail(4)
    expect((await login(api, ADA)).status).toBe(200)
    await fail(4)
    expect((await login(api, ADA)).status).toBe(200)
    await makeUser(api, acme, 'bob')
    for (let n = 0; n < 30; n++) await fail(1, `guess${n}@acme.example`)
    expect((await login(api, `bob@${acme}.example`)).status).toBe(429)
    expect((await login(api, `bob@${acme}.example`, PASSWORD, '192.0.2.2')).status).toBe(200)
  })

  test('does not lock out a user who logged in from that address before, whatever others do there', async () => {
    expect((await login(api, ADA)).status).toBe(200)
    for (let n = 0; n < 31; n++) {
      await fail(1, `guess${n}@acme.example`)
      clock.ms += 60_000
    }
    expect((await login(api, ADA)).status).toBe(200)
    expect((await login(api, ADA, 'no')).status).toBe(401)
  })

  test('does not lock out a known device or a known address because of failures elsewhere', async () => {
    const { body } = await login(api, ADA, PASSWORD, '198.51.100.1')
    for (let n = 0; n < 20; n++) await fail(1, ADA, `203.0.113.${n}`)
    expect((await login(api, ADA, PASSWORD, '203.0.113.99')).status).toBe(429)
    expect((await login(api, ADA, PASSWORD, '198.51.100.1')).status).toBe(200)
    const onDevice = (device_token: string, ip: string) =>
      api.ask('POST', 'auth/login', { body: { email: ADA, password: PASSWORD, device_token }, ip })
    const again = await onDevice(body.device_token, '203.0.113.98')
    expect(again.status).toBe(200)
    // The same device, for another half year.
    const jtiOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti
    expect(jtiOf(again.body.device_token)).toBe(jtiOf(body.device_token))
    for (const other of [`${body.device_token}x`, body.access_token, '', 'x'])
      expect((await onDevice(other, '203.0.113.97')).status).toBe(429)
    // It opens nothing by itself.
    expect((await me(body.device_token)).status).toBe(401)
    expect((await api.ask('POST', 'auth/refresh', { body: { refresh_token: body.device_token } })).status).toBe(401)
  })

  test('knows a device for one account of one tenant', async () => {
    const bolt = await newTenant(api, 'bolt')
    await makeUser(api, acme, 'bob')
    const named = async (tenant: string, device_token?: string) => {
      const body = { email: ADA, password: PASSWORD, tenant, device_token }
      return (await api.ask('POST', 'auth/login', { body, ip: '203.0.113.98' })).status
    }
    const { device_token } = (await login(api, `bob@${acme}.example`, PASSWORD, '198.51.100.1')).body
    for (const tenant of [acme, bolt]) {
      for (let n = 0; n < 20; n++) {
        const body = { email: ADA, password: 'no', tenant }
        await api.ask('POST', 'auth/login', { body, ip: `203.0.113.${n}` })
      }
      expect(await named(tenant, device_token)).toBe(429)
    }
    expect(await named('another')).toBe(401)
  })

  test('counts concurrent guesses one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(api, ADA, 'no')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test('allows many correct logins at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(api, ADA)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })
})

describe('refresh', () => {
  test('returns new tokens once; a second use of the same token ends the whole session', async () => {
    const first = (await login(api, ADA)).body
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect((await me(second.body.access_token)).status).toBe(200)
    expect((await refresh(first.refresh_token)).status).toBe(401)
    expect(api.audited.at(-1)).toMatchObject({ action: 'auth:refresh_reused', tenantId: acme })
    expect((await refresh(second.body.refresh_token)).status).toBe(401)
    expect((await me(second.body.access_token)).status).toBe(401)
  })

  test('twice at once with the same token succeeds at most once, and then the session ends', async () => {
    const { refresh_token: token } = (await login(api, ADA)).body
    const answers = await Promise.all([refresh(token), refresh(token)])
    const good = answers.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    expect((await refresh(good[0]?.body.refresh_token)).status).toBe(401)
  })

  test('refuses an access token, and other routes refuse a refresh token', async () => {
    const { access_token, refresh_token } = (await login(api, ADA)).body
    expect((await refresh(access_token)).status).toBe(401)
    expect((await me(refresh_token)).status).toBe(401)
  })

  test('expires after seven days, and an access token after thirty minutes', async () => {
    const { access_token, refresh_token } = (await login(api, ADA)).body
    clock.ms += 1_799_000
    expect((await me(access_token)).status).toBe(200)
    clock.ms += 1_000
    expect((await me(access_token)).status).toBe(401)
    clock.ms += 7 * 86_400_000
    expect((await refresh(refresh_token)).status).toBe(401)
  })
})

describe('a session', () => {
  test('ends at once on logout, and other sessions continue', async () => {
    const [a, b] = [(await login(api, ADA)).body, (await login(api, ADA)).body]
    expect((await me(a.access_token)).status).toBe(200)
    expect((await api.ask('POST', 'auth/logout', { token: a.access_token })).status).toBe(204)
    expect((await me(a.access_token)).status).toBe(401)
    expect((await refresh(a.refresh_token)).status).toBe(401)
    expect((await me(b.access_token)).status).toBe(200)
  })

  test('ends in every tenant within five seconds of a rotation of the signing key', async () => {
    const { access_token, refresh_token } = (await login(api, ADA)).body
    expect((await me(access_token)).status).toBe(200)
    await rotateSigningKey(api.owner, SEALER)
    clock.ms += 5_000
    expect((await me(access_token)).status).toBe(401)
    expect((await refresh(refresh_token)).status).toBe(401)
    expect((await login(api, ADA)).status).toBe(200)
  })

  test('is refused when its token was changed, has another algorithm or no signature', async () => {
    const token = await tokenOf(api, acme, 'ada')
    const bolt = await newTenant(api, 'bolt')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
    for (const bad of [forged(token, { tenant: bolt }), forged(token, { exp: 9e9 }), unsigned, 'x', `${token}x`])
      expect((await me(bad)).status).toBe(401)
  })

  test('cannot be used in another tenant by naming that tenant', async () => {
    const bolt = await newTenant(api, 'bolt')
    const token = await tokenOf(api, acme, 'ada')
    const answer = (tenant: string) => api.ask('GET', 'users/me', { token, headers: { 'x-tenant-id': tenant } })
    expect((await answer(bolt)).status).toBe(401)
    expect((await answer(acme)).status).toBe(200)
  })

  test('is limited to fifty per user: the oldest ends', async () => {
    const first = (await login(api, ADA)).body.access_token
    const insert = `INSERT INTO sessions (id, user_id, expires_at) SELECT gen_random_uuid(), $1, now() + interval '1 h'
      FROM generate_series(1, 49)`
    await withTenant(api.deps.pool, acme, (tx) => tx.run(insert, [ada]))
    expect((await me(first)).status).toBe(200)
    await login(api, ADA)
    clock.ms += 2_500
    expect((await me(first)).status).toBe(401)
  })
})

describe('the bootstrap', () => {
  test('creates an administrator whose one-time password works for a day, or until it is changed', async () => {
    const made = await bootstrapAdmin(api.owner, { email: `root@${acme}.example`, tenant: acme }, clock.ms)
    const signedIn = await login(api, `root@${acme}.example`, made.password)
    expect((await me(signedIn.body.access_token)).body).toMatchObject({
      role: 'admin',
      password_expires_at: expect.any(String),
      permissions: ['*'],
    })
    clock.ms += 86_400_000
    expect((await login(api, `root@${acme}.example`, made.password)).status).toBe(401)
    const again = await bootstrapAdmin(api.owner, { email: `root@${acme}.example`, tenant: acme }, clock.ms)
    const token = (await login(api, `root@${acme}.example`, again.password)).body.access_token
    const body = { current_password: again.password, new_password: PASSWORD }
    expect((await api.ask('PUT', 'users/me/password', { token, body })).status).toBe(204)
    clock.ms += 10 * 86_400_000
    expect((await login(api, `root@${acme}.example`)).status).toBe(200)
  })

  test('can create a password without an expiry', async () => {
    const email = `demo@${acme}.example`
    const made = await bootstrapAdmin(api.owner, { email, tenant: acme, isOneTime: false }, clock.ms)
    for (let n = 0; n < 2; n++) {
      const signedIn = await login(api, email, made.password)
      expect((await me(signedIn.body.access_token)).body).toMatchObject({ role: 'admin', password_expires_at: null })
      clock.ms += 3 * 86_400_000
    }
  })

  test('works even when a user has the administrator’s address as a user name', async () => {
    const email = `root@${acme}.example`
    await withTenant(api.deps.pool, acme, (tx) => tx.run(`UPDATE users SET username = $2 WHERE id = $1`, [ada, email]))
    const made = await bootstrapAdmin(api.owner, { email, tenant: acme }, clock.ms)
    expect((await login(api, email, made.password)).status).toBe(200)
    const again = await bootstrapAdmin(api.owner, { email, tenant: acme }, clock.ms)
    expect(again.userId).toBe(made.userId)
  })

  test('is the only way to the role: the database refuses it to the API', async () => {
    const asApp = (sql: string) => withTenant(api.deps.pool, acme, (tx) => tx.run(sql, [ada]))
    await expect(asApp(`UPDATE users SET role = 'admin' WHERE id = $1`)).rejects.toMatchObject({ code: '42501' })
    const insert = `INSERT INTO users (id, email, username, role) VALUES ($1, 'x@y', 'x', 'platform_admin')`
    await expect(asApp(insert)).rejects.toMatchObject({ code: '42501' })
    const input = { email: 'x@y.example', tenant: acme, role: 'api_service' }
    await expect(bootstrapAdmin(api.owner, input)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('stores no password and no token in clear text', async () => {
    const { password } = await bootstrapAdmin(api.owner, { email: `root@${acme}.example`, tenant: acme }, clock.ms)
    const hashes = await withTenant(api.deps.pool, acme, (tx) =>
      tx.many((row) => text(row, 'password_hash'), 'SELECT password_hash FROM users'),
    )
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(hashes.join()).not.toContain(password)
  })
})
