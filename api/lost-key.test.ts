/** Secrets that no credential key opens: an operation that needs one reports it, and everything else continues. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSigningKeys } from '../control/identity/accounts/index.ts'
import { recordIn } from '../control/platform/acting/index.ts'
import { openAuditLog } from '../control/platform/audit/index.ts'
import { AppError } from '../platform/errors.ts'
import { sealerOf } from '../platform/seal.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import type { ApiDeps } from './deps.ts'
import { type Answer, login, makeTenant, makeUser, openTestApi, SEALER, type TestApi, vaultOf } from './test-api.ts'

const NEW = `${randomBytes(32).toString('base64url')}=`
const ids: Record<string, string> = {}
const apis: TestApi[] = []
let server: TestPostgres
let key: string

/** An API with only the new credential key, over data sealed with the old one. */
async function withoutKey(deps: Partial<ApiDeps> = {}): Promise<TestApi> {
  const [sealer, vault] = [sealerOf(NEW), vaultOf(NEW)]
  const { pool, nowMs } = (apis[0] as TestApi).deps
  const own = {
    sealer,
    vault,
    auditLog: openAuditLog({ pool, sealer }),
    keys: openSigningKeys({ pool, sealer, nowMs }),
  }
  const egress = async () => {
    throw new AppError('unavailable', 'no outbound request in this test')
  }
  const api = await openTestApi(server, { deps: { ...own, egress, ...deps } })
  apis.push(api)
  return api
}

beforeAll(async () => {
  server = await withTestPostgres()
  const api = await openTestApi(server, { deps: { audit: recordIn(SEALER) } })
  apis.push(api)
  const acme = await makeTenant(api, 'acme')
  await makeUser(api, acme, 'ann', 'tenant_admin')
  const { access_token: token } = (await login(api, 'ann@acme.example')).body
  const make = async (name: string, url: string, body: unknown, method = 'POST') => {
    const answer = await api.ask(method, url, { token, body })
    expect([url, answer.status, answer.text]).toEqual([url, expect.toBeOneOf([200, 201]), answer.text])
    ids[name] = answer.body.id
    return answer.body
  }
  const { permissions } = (await api.ask('GET', 'users/me', { token })).body
  const made = await make('key', 'api-keys', {
    name: 'k',
    scopes: permissions.filter((one: string) => one !== 'custom:*'),
  })
  key = made.key
  await api.ask('POST', 'cases', { key, body: { title: 'recorded', severity: 'low' } })
  const splunk = { type: 'splunk', enabled: false, connector_config: { base_url: 'https://siem.example' } }
  await make('lost', 'connectors', { ...splunk, name: 'lost', auth_config: { token: 'swordfish' } })
  await make('server', 'mcp-servers', {
    ...{ name: 'facts', url: 'https://facts.example/mcp', credential: { 'x-key': 'open' } },
  })
  await make('model', 'llm/credentials', { provider: 'anthropic', model: 'm', api_key: 'of-the-model' }, 'PUT')
  await make('feed', 'intel/feeds', { name: 'f', feed_type: 'csv', url: 'https://feed.example/', api_key: 'of-a-feed' })
  await make('executor', 'response/executors', {
    ...{ name: 'edr', vendor: 'webhook', base_url: 'https://edr.example/', secret: 'sesame' },
  })
}, 120_000)
afterAll(async () => {
  for (const api of apis.reverse()) await api.close()
  await server?.close()
})

const shown = ({ status, body }: Answer) => ({ status, code: body?.code, detail: body?.detail })
const LOST = { status: 409, code: 'secret_unreadable', detail: expect.stringContaining('save it again') }

test('a requested poll reports that the secret cannot be opened, until a new one is saved', async () => {
  const api = await withoutKey()
  const url = `connectors/${ids.lost}`
  expect(shown(await api.ask('POST', `${url}/poll`, { key }))).toEqual(LOST)
  const off = await api.ask('PATCH', url, { key, body: { name: 'still lost' } })
  expect([off.status, off.body.name]).toEqual([200, 'still lost'])
  const query = await api.ask('POST', 'federated/query', { key, body: { query: 'user:kim', targets: ['still lost'] } })
  expect([query.status, query.body.sources]).toMatchObject([200, [{ name: 'still lost', verdict: 'failed' }]])
  expect(query.body.cannot_rule_out.join()).toContain('save it again')
  const saved = await api.ask('PATCH', url, { key, body: { auth_config: { token: 'anew' }, enabled: true } })
  expect(saved.status).toBe(200)
  expect((await api.ask('POST', `${url}/poll`, { key })).status).toBe(202)
})

test('requests that need no secret are answered, and others name the lost secret', async () => {
  const api = await withoutKey()
  const lists = api.api.routes.filter(({ method, url }) => method === 'GET' && /^\/api\/v1\/[^:]*$/.test(url))
  expect(lists.length).toBeGreaterThan(80)
  for (const { url } of lists) {
    const { status, body } = await api.ask('GET', url, { key })
    expect([url, status === 500 ? body : null]).toEqual([url, null])
  }
  const tried = await api.ask('POST', `mcp-servers/${ids.server}/test`, { key, body: {} })
  expect([tried.status, tried.body]).toMatchObject([
    200,
    { ok: false, reason: expect.stringContaining('save it again') },
  ])
  expect((await api.ask('POST', 'llm/test', { key, body: {} })).status).not.toBe(500)
  const action = { action_type: 'isolate_host', target: 'h1', rationale: 'x', dry_run: true }
  expect((await api.ask('POST', 'actions', { key, body: action })).status).not.toBe(500)
})

test('without the session key tickets and logins fail with the reason', async () => {
  const api = await withoutKey()
  const why = { status: 503, code: 'unavailable', detail: expect.stringContaining('the key of sessions') }
  expect(shown(await api.ask('POST', 'realtime/ticket', { key }))).toEqual(why)
  expect(shown(await login(api, 'ann@acme.example'))).toEqual(why)
})

test('a change that cannot be audited is refused with the reason', async () => {
  const api = await withoutKey({ audit: recordIn(sealerOf(NEW)) })
  const { status, body } = await api.ask('POST', 'cases', { key, body: { title: 'unrecorded', severity: 'low' } })
  expect([status, body.detail]).toEqual([503, expect.stringContaining('the audit log cannot be written')])
})
