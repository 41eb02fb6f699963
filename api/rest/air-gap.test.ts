/** One refusal, 422 at the member, for every address that a tenant saves and the air gap blocks. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import webPush from 'web-push'
import { withTestPostgres } from '../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from '../test-api.ts'
import { testPushService } from './web-push/test-push-service.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let server: Awaited<ReturnType<typeof withTestPostgres>>
let api: TestApi
let token = ''
const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:soc@acme.example' }

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(await server.database(), {
    deps: { vapid, airgap: { enabled: true, allowlist: ['allowed.example'] } },
  })
  token = await makeAdmin(api, await makeTenant(api, 'acme'))
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const at = (host: string) => `https://${host}/x`
const okta = (host: string) => ({
  name: 'directory',
  type: 'okta',
  auth_config: { api_token: 'secret' },
  connector_config: { base_url: at(host) },
})
const { keys } = testPushService().browser()

test.each([
  ['intel/feeds', 'url', (host: string) => ({ name: 'feed', feed_type: 'csv', url: at(host) })],
  ['mcp-servers', 'url', (host: string) => ({ name: 'tools', url: at(host) })],
  [
    'response/executors',
    'base_url',
    (host: string) => ({ name: 'edr', vendor: 'rest', base_url: at(host), secret: 'sesame' }),
  ],
  ['connectors', 'connector_config', okta],
  ['push/subscribe', 'subscription.endpoint', (host: string) => ({ subscription: { endpoint: at(host), keys } })],
])('POST %s refuses a target outside of the air gap at its member %s', async (path, member, bodyFor) => {
  const refused = await api.ask('POST', path, { token, body: bodyFor('else.example') })
  expect([refused.status, refused.body.detail]).toMatchObject([
    422,
    [{ loc: ['body', member], msg: expect.stringContaining('leads to else.example, which is outside of the air gap') }],
  ])
  expect((await api.ask('POST', path, { token, body: bodyFor('allowed.example') })).status).toBeLessThan(300)
})
