/** Starts an API with five alerts of one tenant, for clients of any language. */
import type { AddressInfo } from 'node:net'
import {
  makeTenant,
  makeUser,
  openTestApi,
  PASSWORD,
  type TestApi,
  type TestOptions,
  tokenOf,
} from '../../api/test-api.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'

export const ALERTS = 5
export const HIGH_ALERTS = 3

export type TestInstallation = {
  readonly url: string
  readonly api: TestApi
  readonly email: string
  readonly password: string
  /** Has the permissions of the tenant's administrator. */
  readonly key: string
  /** Key of a tenant without data. */
  readonly strangerKey: string
  keyWith(scopes: readonly string[]): Promise<string>
  close(): Promise<void>
}

const SCOPES = [
  'alerts:read',
  'alerts:write',
  'cases:read',
  'cases:write',
  'rules:read',
  'hunts:read',
  'actions:read',
  'actions:write',
]

export async function openTestInstallation(options: TestOptions = {}): Promise<TestInstallation> {
  const server: TestPostgres = await withTestPostgres()
  const api = await openTestApi(server, options)
  const acme = await makeTenant(api, 'acme')
  const bolt = await makeTenant(api, 'bolt')
  await makeUser(api, acme, 'tess', 'tenant_admin')
  await makeUser(api, bolt, 'bob', 'tenant_admin')
  const token = await tokenOf(api, acme, 'tess')
  const keyOf = async (owner: string, scopes: readonly string[]) => {
    const { body, status, text } = await api.ask('POST', 'api-keys', { token: owner, body: { name: 'test', scopes } })
    if (status !== 201) throw new Error(text)
    return body.key as string
  }
  for (let at = 0; at < ALERTS; at++) {
    const severity = at < HIGH_ALERTS ? 'high' : 'low'
    await api.ask('POST', 'alerts', { token, body: { title: `Alert number ${at}`, severity } })
  }
  await api.api.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${(api.api.app.server.address() as AddressInfo).port}`,
    api,
    email: `tess@${acme}.example`,
    password: PASSWORD,
    key: await keyOf(token, SCOPES),
    strangerKey: await keyOf(await tokenOf(api, bolt, 'bob'), SCOPES),
    keyWith: (scopes) => keyOf(token, scopes),
    async close() {
      await api.close()
      await server.close()
    },
  }
}
