/** A record that was ended stays ended: a repeat is answered as the first request was, and is not audited again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '../../platform/tenant.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let acme: TenantId
let token: string

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
}, 120_000)
afterAll(() => api?.close())

const ask = (method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token, ...(body === undefined ? {} : { body }) })

test.each([
  ['api-keys', { name: 'ci', scopes: ['alerts:read'] }, 'api_key:revoked'],
  ['scim-tokens', { name: 'directory', expires_in_days: 3 }, 'scim:token:revoke'],
  ['inbox/tokens', { template_id: 'connector-push', label: 'edge' }, 'inbox_token:revoked'],
  ['osquery/secrets', { label: 'hosts' }, 'osquery_secret:revoked'],
  ['cases', { title: 'Odd login', severity: 'low' }, 'case:closed'],
])('%s', async (path, body, action) => {
  const made = await ask('POST', path, body)
  expect([made.status, made.text]).toEqual([201, expect.anything()])
  api.audited.length = 0
  const first = await ask('DELETE', `${path}/${made.body.id}`)
  const second = await ask('DELETE', `${path}/${made.body.id}`)
  expect(first.status).toBeLessThan(300)
  expect([second.status, second.text]).toEqual([first.status, first.text])
  expect(api.audited.map((entry) => entry.action)).toEqual([action])
})
