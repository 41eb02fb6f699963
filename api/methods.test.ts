/** Promises of every route: the methods that a path does not take, and schemas that can be compiled. */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from './test-api.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY']
let server: TestPostgres
let api: TestApi
let token: string
let weak: string
let directory: string

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(await server.database(), { deps: { corsOrigins: ['https://soc.example'] } })
  const tenant = await makeTenant(api, 'acme')
  await makeUser(api, tenant, 'ana', 'viewer')
  weak = await tokenOf(api, tenant, 'ana')
  token = await makeAdmin(api, tenant)
  directory = (await api.ask('POST', 'scim-tokens', { token, body: { name: 'directory' } })).body.token
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

/** A path of the route, whose parameters are ids of nothing. */
const pathOf = (url: string) => url.replaceAll(/:[a-z_]+/g, () => crypto.randomUUID())
const shown = () => api.api.routes.filter(({ schema, url }) => schema?.hide !== true && url !== '*')

test('other methods answer 405 with the allowed ones, and allowed methods do not', async () => {
  const signsOut = (url: string) => Number(url.endsWith('/logout'))
  const urls = [...new Set(shown().map(({ url }) => url))].sort((a, b) => signsOut(a) - signsOut(b))
  expect(urls.length).toBeGreaterThan(50)
  for (const url of urls) {
    const path = pathOf(url)
    const allow = shown()
      .flatMap((route) => (route.url === url ? [route.method] : []))
      .sort()
    for (const method of METHODS) {
      const as = url.startsWith('/scim/v2') ? directory : token
      const { status, headers, body, text } = await api.ask(method, path, { token: as })
      expect([method, path, status === 405]).toEqual([method, path, !allow.includes(method)])
      if (status !== 405) continue
      expect(headers.allow).toBe(allow.join(', '))
      if (method === 'HEAD') continue // HEAD has no body
      if (url.startsWith('/scim/v2')) {
        expect([headers['content-type'], JSON.parse(text).status]).toEqual(['application/scim+json', '405'])
        continue
      }
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(body).toMatchObject({ status: 405, code: 'method_not_allowed', title: 'Method Not Allowed' })
    }
  }
})

// The running API compiles a schema when it first needs it, so a schema that cannot be compiled is found here.
test('the schemas of every route can be compiled', () => {
  const compileAnswer = SerializerSelector()({}, {})
  let count = 0
  for (const { method, url, schema } of api.api.routes) {
    const { response, ...parts } = schema ?? {}
    for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
      if (parts[part]) Compile(parts[part] as never)
    }
    for (const [httpStatus, answer] of Object.entries((response ?? {}) as Record<string, object>)) {
      const write = compileAnswer({ schema: answer, method, url, httpStatus } as never)
      expect(typeof write, `${method} ${url} ${httpStatus}`).toBe('function')
      count += 1
    }
  }
  expect(count).toBeGreaterThan(400)
})

test('a 405 reveals nothing more to callers without credentials or permission', async () => {
  for (const path of ['/api/v1/users', '/api/v1/alerts', '/api/v1/rules/import']) {
    const [nobody, viewer] = [await api.ask('TRACE', path), await api.ask('TRACE', path, { token: weak })]
    expect([nobody.status, viewer.status]).toEqual([405, 405])
    expect({ ...nobody.body, instance: '' }).toEqual({ ...viewer.body, instance: '' })
  }
  // A literal segment could also be an id: a caller without permission must not learn which it is.
  const requests = [
    await api.ask('PATCH', '/api/v1/alerts/stats'),
    await api.ask('PATCH', '/api/v1/alerts/stats', { token: weak }),
  ]
  expect(requests.map(({ status }) => status)).toEqual([401, 403])
})

test('a 405 reveals neither hidden routes nor unknown paths', async () => {
  const seen = new Set(shown().map(({ url }) => url))
  // A decoy accepts every method: each request to it is a touch.
  const isOther = (url: string) => !seen.has(url) && url !== '*' && !url.includes('/honeytokens/track/')
  const hidden = api.api.routes.map(({ url }) => url).filter(isOther)
  expect(hidden).toContain('/metrics')
  const nowhere = [
    ...['/', '/api/v1', '/api/v1/', '/api/v1/alerts/', '/api/v2/alerts', '/API/v1/alerts', '//api/v1/alerts'],
    ...['/api/v1/alerts/a/b', '/api/v1/alerts/%zz', '/api/v1/alerts%2Fstats', `/api/v1/alerts/${'x'.repeat(201)}`],
  ]
  for (const path of [...hidden.map(pathOf), ...nowhere]) {
    const { status, headers } = await api.ask('PUT', path)
    expect([path, headers.allow]).toEqual([path, undefined])
    expect([path, [400, 404].includes(status)]).toEqual([path, true])
  }
})

test('a path is found in any spelling', async () => {
  for (const path of ['/api/v1/alerts?x=1', '/api/v1/%61lerts', '/api/v1/alerts#x'])
    expect([path, (await api.ask('PUT', path)).headers.allow]).toEqual([path, 'GET, HEAD, POST'])
  expect((await api.ask('GET', '/graphql')).headers.allow).toBe('POST')
})

test('the method is checked before any body is read', async () => {
  const bodies = [
    { headers: { 'content-type': 'application/xml' }, body: '<a/>' },
    { headers: { 'content-type': 'application/json' }, body: 'x'.repeat(20 << 20) },
    { headers: { 'content-length': '-1' } },
  ]
  for (const more of bodies) {
    expect((await api.ask('PUT', '/api/v1/alerts', more)).status).toBe(405)
    expect((await api.ask('PUT', '/api/v1/nothing', more)).status).toBe(404)
  }
})

test('requests with a wrong method count towards the rate limit', async () => {
  const limited = await openTestApi(await server.database(), { deps: { rateLimits: { key: 9, user: 9, address: 2 } } })
  const statuses = []
  for (const method of ['PUT', 'PATCH', 'PUT']) statuses.push((await limited.ask(method, '/api/v1/alerts')).status)
  expect(statuses).toEqual([405, 405, 429])
  await limited.close()
})

test('a CORS preflight request is answered as before', async () => {
  const headers = { origin: 'https://soc.example', 'access-control-request-method': 'PUT' }
  const answer = await api.ask('OPTIONS', '/api/v1/alerts', { headers })
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, 'https://soc.example'])
  const refused = await api.ask('PUT', '/api/v1/alerts', { headers })
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([405, 'https://soc.example'])
})
