/** Query parameters that no route knows: refused by every operation of the document, but where others choose them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenApiDocument } from '../schemas/api-document.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from './test-api.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
let server: TestPostgres
let api: TestApi
let token: string

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  token = await makeAdmin(api, await makeTenant(api, 'acme'))
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

/** Routes that take any query parameters: probes, identity providers and visitors of a decoy send their own. */
const ANY = [
  ...['GET /health', 'GET /healthz', 'GET /auth/oidc/callback', 'GET /auth/saml/callback', 'POST /auth/saml/callback'],
  ...['POST /playbook-hooks/:hook_id', 'GET /realtime/sse', 'GET /realtime/ws', 'GET /realtime/ws/:channel'],
]

test('every route refuses unknown query parameters, except those whose parameters others define', () => {
  const routes = api.api.routes.filter(({ url }) => url.startsWith('/api/v1/') && !url.includes('/honeytokens/track/'))
  expect(routes.length).toBeGreaterThan(300)
  const open = routes.filter(({ schema }) => {
    const query = schema?.querystring as { additionalProperties?: unknown } | undefined
    return query?.additionalProperties !== false
  })
  const named = open.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url.slice(7)}`)
  expect(named.sort()).toEqual(ANY.toSorted())
})

test('every documented GET refuses unknown parameters before it looks anything up', async () => {
  const { paths } = (await api.ask('GET', '/openapi.json')).body as OpenApiDocument
  const gets = Object.entries(paths).filter(([, item]) => item.get !== undefined)
  expect(gets.length).toBeGreaterThan(150)
  let refused = 0
  for (const [path] of gets) {
    const url = path.replaceAll(/\{\w+\}/g, NOBODY)
    if (!path.startsWith('/api/v1/') || ANY.includes(`GET ${path.slice(7)}`)) continue
    const { status, body } = await api.ask('GET', `${url}?limits=1&zz_unknown=a`, { token })
    const named = status === 422 ? body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')) : body
    expect([path, status, named]).toEqual([path, 422, expect.arrayContaining(['query.limits', 'query.zz_unknown'])])
    refused++
  }
  expect(refused).toBeGreaterThan(150)
})

test('a change refuses unknown parameters too, and probes ignore them', async () => {
  const body = { title: 'x', severity: 'low' }
  expect((await api.ask('POST', 'cases?dry_run=true', { token, body })).status).toBe(422)
  expect((await api.ask('GET', 'health?at=1')).status).toBe(200)
})
