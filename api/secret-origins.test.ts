/**
 * A stored secret is sent to no other origin than the one it was entered for: tests every route that changes an
 * address.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenApiSchema, readApiDocument, resolved } from '../schemas/api-document.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from './test-api.ts'

const document = readApiDocument()

const members = (schema: OpenApiSchema) => Object.keys(resolved(document, schema).properties ?? {})

const ADDRESS = /(?:^|_)(?:url|uri|hosts?|issuer|endpoint|address|origin)$|_config$/

/** Routes that change what is stored, and whose body holds an address. */
const changing = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const names = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => members(schema))
    const isAddressed = (method === 'put' || method === 'patch') && names.some((name) => ADDRESS.test(name))
    return isAddressed ? [`${method.toUpperCase()} ${path}`] : []
  }),
)

test('every route that changes an address is listed, with what binds its secret', () => {
  expect(changing.sort()).toEqual(
    [
      ...['PATCH /api/v1/connectors/{id}', 'PUT /api/v1/llm/credentials', 'PATCH /api/v1/mcp-servers/{id}'],
      // SAML has no secret, and the issuer of OIDC cannot be changed.
      'PATCH /api/v1/sso-connections/{id}',
      // The value is sent with its hosts each time.
      'PUT /api/v1/playbook-secrets/{name}',
      // There is no secret.
      'PUT /api/v1/branding',
    ].sort(),
  )
})

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

const ask = (method: string, path: string, body: unknown) => api.ask(method, path, { token, body })
const refused = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.detail?.[0]?.loc?.at(-1)]

describe('a connector', () => {
  const made = async (body: object) => (await ask('POST', 'connectors', { enabled: false, ...body })).body.id as string
  const okta = (base_url: string) => ({ connector_config: { base_url } })

  test.each([
    'https://evil.example',
    'http://acme.okta.example',
    'https://acme.okta.example:8443',
    'https://acme.okta.example.evil.example',
  ])('keeps no secret for %s', async (elsewhere) => {
    const auth_config = { api_token: 'of okta' }
    const id = await made({ name: elsewhere, type: 'okta', auth_config, ...okta('https://acme.okta.example/api') })
    expect(refused(await ask('PATCH', `connectors/${id}`, okta(elsewhere)))).toEqual([422, 'auth_config.api_token'])
    const shown = (await api.ask('GET', `connectors/${id}`, { token })).body
    expect(shown.connector_config.base_url).toBe('https://acme.okta.example/api')
    expect((await ask('PATCH', `connectors/${id}`, okta('https://acme.okta.example/other'))).status).toBe(200)
    expect((await ask('PATCH', `connectors/${id}`, { ...okta(elsewhere), auth_config })).status).toBe(200)
  })

  test('also binds its secret to its login address, including the default one', async () => {
    const auth_config = { client_id: 'c', client_secret: 'of azure' }
    const connector_config = { tenant_id: 'dir', content_types: 'Audit.General' }
    const id = await made({ name: 'o365', type: 'microsoft-365', auth_config, connector_config })
    const elsewhere = { connector_config: { ...connector_config, login_url: 'https://login.evil.example' } }
    expect(refused(await ask('PATCH', `connectors/${id}`, elsewhere))).toEqual([422, 'auth_config.client_secret'])
    // Another one is no way round: each secret that would stay is named.
    const other = { ...elsewhere, auth_config: { client_id: 'd' } }
    expect(refused(await ask('PATCH', `connectors/${id}`, other))).toEqual([422, 'auth_config.client_secret'])
    const again = { ...elsewhere, auth_config: { client_secret: 'of evil' } }
    expect((await ask('PATCH', `connectors/${id}`, again)).status).toBe(200)
  })

  test('cannot have a placeholder in the host, which would be another host when it is filled', async () => {
    const auth_config = { secret: 'Bearer x' }
    const url = 'https://{since_seconds}.evil.example/'
    const { status } = await ask('POST', 'connectors', {
      name: 'p',
      type: 'rest',
      auth_config,
      connector_config: { url },
    })
    expect(status).toBe(422)
  })
})

test('a document of configuration keeps no secret of a connector for another origin', async () => {
  const connector = (base_url: string) => ({ type: 'okta', enabled: false, connector_config: { base_url } })
  const secrets = ['api_token']
  const auth_config = { api_token: 'of okta' }
  const made = { name: 'by document', auth_config, ...connector('https://acme.okta.example') }
  const { id } = (await ask('POST', 'connectors', made)).body
  const applied = (base_url: string) =>
    ask('POST', 'configuration/apply', {
      documents: [{ kind: 'connector', name: 'by document', spec: { ...connector(base_url), secrets } }],
    })
  const { status, body } = await applied('https://evil.example')
  expect([status, body.detail?.[0]?.loc?.at(-1)]).toEqual([422, 'auth_config.api_token'])
  const shown = async () => (await api.ask('GET', `connectors/${id}`, { token })).body.connector_config.base_url
  expect(await shown()).toBe('https://acme.okta.example')
  expect((await applied('https://acme.okta.example/api')).status).toBe(200)
  expect(await shown()).toBe('https://acme.okta.example/api')
})

test('a model credential keeps no key for another origin', async () => {
  const at = (base_url: string, more: object = {}) => ({ provider: 'openai-compatible', model: 'm', base_url, ...more })
  expect((await ask('PUT', 'llm/credentials', at('https://llm.example/v1', { api_key: 'k' }))).status).toBeLessThan(300)
  expect(refused(await ask('PUT', 'llm/credentials', at('https://evil.example/v1')))).toEqual([422, 'api_key'])
  expect((await ask('PUT', 'llm/credentials', at('https://llm.example/v2'))).status).toBe(200)
})

test('a tool server keeps no credential for another origin', async () => {
  const body = { name: 'tools', url: 'https://tools.example/mcp', credential: { authorization: 'Bearer t' } }
  const { body: made } = await ask('POST', 'mcp-servers', body)
  const moved = (url: string) => ask('PATCH', `mcp-servers/${made.id}`, { url })
  expect(refused(await moved('https://evil.example/mcp'))).toEqual([422, 'credential'])
  expect((await moved('https://tools.example/v2')).status).toBe(200)
})

test('the address of an executor or a feed cannot be changed', () => {
  const paths = Object.entries(document.paths)
  for (const path of ['/api/v1/response/executors/{executor_id}', '/api/v1/intel/feeds/{id}']) {
    const own = paths.find(([name]) => name === path)?.[1] ?? {}
    const names = Object.values(own).flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => members(schema)),
    )
    expect(names.filter((name) => ADDRESS.test(name))).toEqual([])
  }
})
