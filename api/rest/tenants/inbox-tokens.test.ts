import { afterAll, beforeAll, expect, test } from 'vitest'
import { findToken, inboxTemplates } from '../../../control/identity/tokens/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeUser, newTenant, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
let token: string

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  acme = await newTenant(api, 'acme')
  await makeUser(api, acme, 'ada', 'tenant_admin')
  token = await tokenOf(api, acme, 'ada')
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

const ask = (method: string, path: string, body?: object) => api.ask(method, path, { token, ...(body ? { body } : {}) })
const mint = (body: object) => ask('POST', 'inbox/tokens', body)
const SECRET = 'sixteen letters!'

test('a new token belongs to the tenant, is shown once, and is refused after it was revoked', async () => {
  api.audited.length = 0
  const { status, body, headers } = await mint({ template_id: 'webhook-okta', label: 'okta', hmac_secret: SECRET })
  expect([status, headers['cache-control']]).toEqual([201, 'no-store'])
  expect(body).toMatchObject({ inbox_url: `/v1/inbox/${body.token}`, template_id: 'webhook-okta', label: 'okta' })
  const found = () => findToken(api.deps, body.token)
  expect(await found()).toMatchObject({ tenantId: acme, hmacSecret: SECRET, revokedAt: null, label: 'okta' })
  const listed = await ask('GET', 'inbox/tokens')
  const { token: _, inbox_url, ...shown } = body
  expect(listed.body.items).toMatchObject([{ ...shown, has_hmac_secret: true, last_used_at: null, revoked_at: null }])
  expect((await ask('DELETE', `inbox/tokens/${body.id}`)).status).toBe(204)
  expect(await found()).toMatchObject({ revokedAt: expect.any(Date) })
  expect((await ask('DELETE', `inbox/tokens/${body.id}`)).status).toBe(204)
  expect((await ask('DELETE', `inbox/tokens/${crypto.randomUUID()}`)).status).toBe(404)
  const texts = listed.text + JSON.stringify(api.audited)
  for (const secret of [body.token, SECRET]) expect(texts).not.toContain(secret)
  expect(api.audited.map(({ action }) => action).slice(0, 2)).toEqual(['inbox_token:minted', 'inbox_token:revoked'])
})

test('each template has a route that accepts its events', async () => {
  const { items } = (await ask('GET', 'inbox/templates')).body
  expect(items).toHaveLength(inboxTemplates().length)
  const places: Record<string, string> = {}
  for (const { id } of items) {
    const { body } = await mint({ template_id: id, label: 'x' })
    places[id] = body.inbox_url.replace(body.token, 'TOKEN')
  }
  expect(places).toMatchObject({
    'connector-push': '/v1/ingest/batch',
    'cef-syslog': '/v1/inbox/cef',
    'splunk-hec': '/v1/inbox/hec',
    'email-forwarded': '/v1/inbox/email/TOKEN',
    'k8s-audit': `/v1/ingest/k8s-audit/${acme}`,
    'webhook-generic': '/v1/inbox/TOKEN',
  })
})

test('tokens are listed page by page, newest first', async () => {
  for (const label of ['one', 'two', 'three']) await mint({ template_id: 'connector-push', label })
  const first = (await ask('GET', 'inbox/tokens?limit=2')).body
  const second = (await ask('GET', `inbox/tokens?limit=2&cursor=${first.next_cursor}`)).body
  const labels = [...first.items, ...second.items].map(({ label }: { label: string }) => label)
  expect(labels.slice(0, 3)).toEqual(['three', 'two', 'one'])
})

test('a token for an unknown template, without a label or with a weak secret is refused', async () => {
  for (const body of [
    { template_id: 'somebody', label: 'x' },
    { template_id: 'connector-push', label: '' },
    { template_id: 'connector-push' },
    { template_id: 'connector-push', label: 'x'.repeat(201) },
    { template_id: 'connector-push', label: 'x', hmac_secret: 'short' },
    { template_id: 'connector-push', label: 'x', tenant_id: 'other' },
  ])
    expect([body, (await mint(body)).status]).toEqual([body, 422])
})
