import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openMetrics } from '../platform/metrics.ts'
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { createApi } from './app.ts'
import { once } from './plugins/idempotency.ts'
import { tenantWork } from './plugins/tenant-work.ts'
import type { Routes } from './rest/api-app.ts'
import { REST_ROUTES } from './rest/index.ts'
import {
  makeTenant,
  makeUser,
  newTenant,
  openTestApi,
  PASSWORD,
  type TestApi,
  type TestOptions,
  tokenOf,
} from './test-api.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
let admin: string
const clock = { ms: 0 }

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())

beforeEach(() => {
  clock.ms = Date.now()
  acme = tenantId(`acme-${randomBytes(4).toString('hex')}`)
  return () => api.close()
})

async function open(options: TestOptions = {}): Promise<void> {
  api = await openTestApi(server, { clock, ...options })
  await makeTenant(api, acme)
  await makeUser(api, acme, 'ada', 'tenant_admin')
  admin = await tokenOf(api, acme, 'ada')
}

/** Routes for what the real ones do not need yet. */
const probes: Routes = (app, deps) => {
  let made = 0
  app.post('/probe/submit', { config: { permission: 'alerts:write', developmentOperator: true } }, async (request) => ({
    tenant: request.principal?.tenantId,
    kind: request.principal?.kind,
  }))
  app.get('/probe/open', { config: { permission: 'alerts:write' } }, async () => ({}))
  app.get('/probe/lake', { config: { permission: 'alerts:read', subsystem: 'lake' } }, async () => ({}))
  app.get('/probe/broken', { config: { permission: 'alerts:read' } }, async () => {
    throw new Error('the secret reason')
  })
  const config = { permission: 'alerts:write', audit: 'probe:made', idempotent: true } as const
  const body = Type.Object({ n: Type.Integer(), fail: Type.Optional(Type.Boolean()) }, { additionalProperties: false })
  app.post('/probe/once', { config, schema: { body } }, (request) =>
    tenantWork(deps, request, (tx, note) =>
      once(tx, request, note, async () => {
        if (request.body.fail) throw new Error('after all')
        return { made: ++made }
      }),
    ),
  )
}

describe('a route', () => {
  test('without a permission, or with an unnamed audit action, does not start', async () => {
    await open()
    const bare: Routes = (app) => app.get('/bare', async () => ({}))
    const both: Routes = (app) =>
      app.get('/both', { config: { public: true, permission: 'alerts:read' } }, async () => ({}))
    const unnamed: Routes = (app) => app.get('/x', { config: { public: true, audit: 'Something' } }, async () => ({}))
    for (const routes of [bare, both, unnamed]) {
      const metrics = openMetrics('api', { processMetrics: false })
      await expect(createApi({ ...api.deps, metrics }, [routes])).rejects.toThrow('broken invariant')
    }
  })
})

describe('a refusal', () => {
  test('is a problem document with a detail that every client can read', async () => {
    await open({ routes: [...REST_ROUTES, probes] })
    const missing = await api.ask('GET', '/nothing/here', { headers: { 'x-request-id': 'mine-1' } })
    expect(missing.headers['content-type']).toContain('application/problem+json')
    expect(missing.headers['x-request-id']).toBe('mine-1')
    expect(missing.body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'there is no such resource',
      instance: 'urn:request:mine-1',
      code: 'not_found',
    })
    const nobody = await api.ask('GET', 'users')
    expect([nobody.status, nobody.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    const broken = await api.ask('GET', 'probe/broken', { token: admin })
    expect([broken.status, broken.text.includes('secret reason')]).toEqual([500, false])
  })

  test('of a body names every fault at its place, also unknown members', async () => {
    await open()
    const body = { email: 5, username: 'x', password: 'a long password', colour: 'red', 'a/b': 1 }
    const { status, body: problem } = await api.ask('POST', 'users', { token: admin, body })
    expect(status).toBe(422)
    const extra = { msg: 'is not a member of this', type: 'additionalProperties' }
    expect(problem.detail).toEqual(
      expect.arrayContaining([
        { loc: ['body', 'email'], msg: 'must be string', type: 'type' },
        { loc: ['body', 'colour'], ...extra },
        { loc: ['body', 'a/b'], ...extra },
      ]),
    )
    const empty = await api.ask('POST', 'users', { token: admin, body: {} })
    expect(empty.body.detail).toContainEqual({ loc: ['body', 'email'], msg: 'is missing', type: 'required' })
    expect((await api.ask('GET', 'users/not-a-uuid', { token: admin })).status).toBe(422)
  })

  test('of a body with very many unknown members names some of them', async () => {
    await open()
    const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`unknown_${i}`, i]))
    const user = { email: 'a@acme.test', username: 'a', password: 'a long password' }
    const { status, body } = await api.ask('POST', 'users', { token: admin, body: { ...user, ...unknown } })
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ loc: ['body', 'unknown_0'], msg: 'is not a member of this' })
  })

  test('of a body that is not JSON, is too large or has another media type is a 4xx', async () => {
    await open()
    const send = (payload: string, type: string) =>
      api.api.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload, headers: { 'content-type': type } })
    expect((await send('{"email":', 'application/json')).statusCode).toBe(400)
    expect((await send('<a/>', 'application/xml')).statusCode).toBe(415)
    expect((await send(JSON.stringify({ email: 'x'.repeat(300_000) }), 'application/json')).statusCode).toBe(413)
    expect((await send('{"__proto__":{"x":1},"email":"a","password":"b"}', 'application/json')).statusCode).toBe(400)
  })
})

describe('a value that no store accepts', () => {
  const patch = (text: string) =>
    api.api.app.inject({
      method: 'PATCH',
      url: '/api/v1/users/me',
      payload: `{"preferences":${text}}`,
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    })

  test('is refused at its place: nested too deep, U+0000, half of a surrogate pair', async () => {
    await open()
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect((await patch(nested(62))).statusCode).toBe(200)
    const cases = [
      [nested(63), ['body', 'preferences'], 'depth'],
      [nested(100_000), ['body', 'preferences'], 'depth'],
      ['{"a":["b","\\u0000"]}', ['body', 'preferences', 'a', 1], 'text'],
      ['{"a":"\\ud800"}', ['body', 'preferences', 'a'], 'text'],
      ['{"\\udc00":1}', ['body', 'preferences'], 'text'],
    ] as const
    for (const [text, loc, type] of cases) {
      const answer = await patch(text)
      expect([answer.statusCode, answer.json().detail]).toEqual([422, [{ loc, msg: expect.any(String), type }]])
    }
    expect((await api.ask('GET', 'alerts?category=%00', { token: admin })).status).toBe(422)
  })

  test('is refused in a cursor: an impossible date, zone or year', async () => {
    await open()
    const id = '00000000-0000-4000-8000-000000000000'
    const ask = async (time: string) => {
      const cursor = Buffer.from(`${time}|${id}`).toString('base64url')
      return (await api.ask('GET', `users?cursor=${cursor}`, { token: admin })).status
    }
    for (const time of ['2026-02-28 23:59:59.123456+00', '2024-02-29 00:00:00-15:59'])
      expect([time, await ask(time)]).toEqual([time, 200])
    const never = [
      '2026-02-31 00:00:00+00',
      '0000-01-01 00:00:00+00',
      '2026-01-01 24:00:00+00',
      '2026-01-01 00:00:00+16',
    ]
    for (const time of never) expect([time, await ask(time)]).toEqual([time, 422])
  })
})

test('an invalid URL or HTTP request gets the usual error format', async () => {
  await open()
  const port = await api.api.listen(0, '127.0.0.1')
  const answerTo = (head: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(head))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', reject).on('close', () => resolve(text))
    })
  const host = 'Host: x\r\nConnection: close\r\n\r\n'
  const cases = [
    [`GET /api/v1/users/%ff HTTP/1.1\r\n${host}`, 400],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}`, 431],
    ['no such thing\r\n\r\n', 400],
  ] as const
  for (const [head, status] of cases) {
    const [start, body] = (await answerTo(head)).split('\r\n\r\n')
    expect(start).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(start?.toLowerCase()).toContain('content-type: application/problem+json')
    expect(JSON.parse(body ?? '')).toMatchObject({ status, detail: expect.any(String), code: expect.any(String) })
  }
})

describe('the caller', () => {
  test('shows one credential, and only in the form it is for', async () => {
    await open({ deps: { serviceTokens: ['a-service-token-of-the-installation'] } })
    const { key } = (await api.ask('POST', 'api-keys', { token: admin, body: { name: 'k', scopes: ['users:read'] } }))
      .body
    expect((await api.ask('GET', 'users', { token: admin, key })).status).toBe(400)
    expect((await api.ask('GET', 'users', { token: key })).status).toBe(401)
    expect((await api.ask('GET', 'users', { key: admin })).status).toBe(401)
    expect((await api.ask('GET', 'users', { headers: { authorization: `Basic ${admin}` } })).status).toBe(401)
    expect((await api.ask('GET', 'users', { key, headers: { 'x-tenant-id': 'bolt' } })).status).toBe(401)
  })

  test('must name an active tenant as a service, and can only read', async () => {
    const token = 'a-service-token-of-the-installation'
    await open({ deps: { serviceTokens: [token] }, routes: [...REST_ROUTES, probes] })
    const ask = (tenant?: string, method = 'GET', url = 'probe/lake') =>
      api.ask(method, url, { token, ...(tenant && { headers: { 'x-tenant-id': tenant } }) })
    expect((await ask(acme)).status).toBe(200)
    for (const tenant of [undefined, 'nowhere', 'Not A Tenant']) expect((await ask(tenant)).status).toBe(403)
    expect((await ask(acme, 'POST', 'probe/submit')).status).toBe(403)
    expect((await ask(acme, 'GET', 'users')).status).toBe(403)
    expect((await ask(acme, 'GET', 'users/me')).status).toBe(403)
  })

  test('in development mode may submit as the operator of the demo tenant, and nothing else', async () => {
    await open({ deps: { developmentTenant: acme }, routes: [...REST_ROUTES, probes] })
    const submit = (headers: Record<string, string>) => api.ask('POST', 'probe/submit', { headers })
    expect((await submit({ 'x-tenant-id': acme })).body).toEqual({ tenant: acme, kind: 'development' })
    const bolt = await newTenant(api, 'bolt')
    for (const headers of [{}, { 'x-tenant-id': bolt }, { 'x-tenant-id': acme, authorization: 'Bearer guess' }])
      expect((await submit(headers as Record<string, string>)).status).toBe(401)
    expect((await api.ask('GET', 'probe/open', { headers: { 'x-tenant-id': acme } })).status).toBe(401)
    expect((await api.ask('GET', 'users/me', { headers: { 'x-tenant-id': acme } })).status).toBe(401)
  })

  test('outside development mode needs credentials to submit too', async () => {
    await open({ routes: [...REST_ROUTES, probes] })
    expect((await api.ask('POST', 'probe/submit', { headers: { 'x-tenant-id': acme } })).status).toBe(401)
  })
})

describe('the rate limit', () => {
  test('counts users, keys and addresses separately, reports its state on every answer, and names the wait', async () => {
    await open({ deps: { rateLimits: { key: 3, user: 2, address: 50 } } })
    const ask = (ask: object) => api.ask('GET', 'users/me', ask)
    const rate = (headers: Record<string, unknown>) =>
      ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]))
    expect(rate((await ask({ token: admin })).headers)).toEqual([2, 1, 60])
    const other = await tokenOf(api, acme, 'ada')
    expect((await ask({ token: other })).status).toBe(200)
    const refused = await ask({ token: admin })
    expect([refused.status, refused.headers['retry-after'], ...rate(refused.headers)]).toEqual([429, '60', 2, 0, 60])
    expect(refused.body).toMatchObject({ code: 'rate_limited', detail: expect.any(String) })
    expect(rate((await ask({})).headers)[0]).toBe(50)
    expect(rate((await api.ask('GET', '/nothing')).headers)[0]).toBe(50)
    clock.ms += 60_000
    expect((await ask({ token: admin })).status).toBe(200)
  })

  test('does not limit a valid credential for failed requests of others at the same address', async () => {
    await open({ deps: { rateLimits: { key: 9, user: 9, address: 3 } } })
    const flood = async (status: number, method: string, url: string, more: object = {}) => {
      const statuses = []
      for (let n = 0; n < 5; n++) statuses.push((await api.ask(method, url, more)).status)
      expect(statuses).toEqual([status, status, status, 429, 429])
    }
    await flood(401, 'GET', 'alerts')
    await flood(404, 'GET', 'nothing', { token: admin })
    await flood(422, 'POST', 'auth/oidc/login', { body: {} })
    const ada = { email: `ada@${acme}.example`, password: PASSWORD }
    const signedIn = await api.ask('POST', 'auth/login', { body: ada })
    expect(signedIn.status).toBe(200)
    for (let n = 0; n < 4; n++)
      expect((await api.ask('POST', 'auth/login', { body: { ...ada, password: `guess ${n}` } })).status).toBe(401)
    expect((await api.ask('POST', 'auth/login', { body: ada })).status).toBe(200)
    const { refresh_token } = signedIn.body
    expect((await api.ask('POST', 'auth/refresh', { body: { refresh_token } })).status).toBe(200)
    expect((await api.ask('GET', 'auth/oidc/callback?state=x&code=y')).status).not.toBe(429)
    expect((await api.ask('GET', 'airgap/status')).status).toBe(200)
  })

  test('is 1000 a minute for a key and 100 for a user by default', async () => {
    await open({ deps: { rateLimits: undefined } })
    const { key } = (await api.ask('POST', 'api-keys', { token: admin, body: { name: 'k', scopes: ['users:read'] } }))
      .body
    const limitOf = async (ask: object) => (await api.ask('GET', 'users', ask)).headers['x-ratelimit-limit']
    expect([await limitOf({ token: admin }), await limitOf({ key })]).toEqual(['100', '1000'])
  })
})

describe('an Idempotency-Key', () => {
  const submit = (key: string | undefined, body: object) =>
    api.ask('POST', 'probe/once', { token: admin, body, ...(key && { headers: { 'idempotency-key': key } }) })

  test('returns the first answer again, audits once, and refuses another body', async () => {
    await open({ routes: [...REST_ROUTES, probes] })
    const many = await Promise.all(Array.from({ length: 5 }, () => submit('k-1', { n: 1 })))
    expect(many.map(({ body }) => body.made)).toEqual([1, 1, 1, 1, 1])
    expect(api.audited.filter(({ action }) => action === 'probe:made')).toHaveLength(1)
    const other = await submit('k-1', { n: 2 })
    expect([other.status, other.body.detail[0].type]).toEqual([422, 'idempotency_key'])
    expect((await submit('k-2', { n: 1 })).body.made).toBe(2)
    expect((await submit(undefined, { n: 1 })).body.made).toBe(3)
    expect((await submit('not a key', { n: 1 })).status).toBe(400)
  })

  test('can be used again after its request failed', async () => {
    await open({ routes: [...REST_ROUTES, probes] })
    expect((await submit('k', { n: 1, fail: true })).status).toBe(500)
    expect((await submit('k', { n: 1 })).body).toEqual({ made: 1 })
  })
})

test('a change is rolled back when its audit entry fails', async () => {
  await open({ deps: { audit: () => Promise.reject(new Error('the log is full')) } }).catch(() => undefined)
  expect(
    (
      await api.ask('POST', 'auth/login', {
        body: { email: `ada@${acme}.example`, password: 'a long enough password' },
      })
    ).status,
  ).toBe(500)
})

describe('status', () => {
  test('names each subsystem and is 503 while one is down', async () => {
    let isUp = true
    const lake = () => (isUp ? Promise.resolve() : Promise.reject(new Error('down')))
    await open({
      deps: {
        subsystems: { lake },
        disabled: new Set(['graphql']),
        airgap: { enabled: true, allowlist: ['a.example'] },
      },
    })
    for (const url of ['/health', '/healthz', 'health']) {
      const { status, body } = await api.ask('GET', url)
      expect([status, body.status, body.subsystems, body.disabled]).toEqual([200, 'ok', { lake: 'ok' }, ['graphql']])
      expect(body.airgap).toMatchObject({ enabled: true, allowlist: ['a.example'] })
    }
    isUp = false
    clock.ms += 1000
    const { status, body } = await api.ask('GET', '/health')
    expect([status, body.status, body.subsystems]).toEqual([503, 'degraded', { lake: 'down' }])
    expect((await api.ask('GET', '/metrics')).text).toContain('svc_api_requests_total')
    expect((await api.ask('GET', 'airgap/status')).body.implicit_private_suffixes).toContain('.internal')
  })

  test('a route of a disabled subsystem answers 503', async () => {
    await open({ deps: { disabled: new Set(['lake']) }, routes: [...REST_ROUTES, probes] })
    const { status, body } = await api.ask('GET', 'probe/lake', { token: admin })
    expect([status, body.code]).toEqual([503, 'unavailable'])
  })
})

test('browsers get the CORS and security headers', async () => {
  await open({ deps: { corsOrigins: ['https://soc.example'] } })
  const ask = (origin: string) =>
    api.ask('OPTIONS', 'users', { headers: { origin, 'access-control-request-method': 'GET' } })
  expect((await ask('https://soc.example')).headers['access-control-allow-origin']).toBe('https://soc.example')
  expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
  const { headers } = await api.ask('GET', '/docs')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})
