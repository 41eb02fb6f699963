/** Open connections end when the access behind them ends. The regular checks are an hour apart, so none of them helps. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type AccessChanges, openAccessChanges, rotateSigningKey } from '../control/identity/accounts/index.ts'
import { addTenant, createOrganisation } from '../control/identity/organisations/index.ts'
import type { TenantId } from '../platform/tenant.ts'
import { keepRunning } from '../platform/workers-testing.ts'
import { openPostgres, type Postgres, withTenant } from '../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { openTestApp } from './graphql/test-graphql.ts'
import { connectWs, openTestRealtime, type TestRealtime } from './realtime/test-realtime.ts'
import type { ApiApp } from './rest/api-app.ts'
import { makeAdmin, makeUser, newTenant, SEALER, tokenOf } from './test-api.ts'

// A real server on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const NEVER_MS = 3_600_000

let server: TestPostgres
let listening: Postgres
let changes: AccessChanges
let following: Promise<void>
let both: TestRealtime
let app: ApiApp
let graphqlUrl: string
let acme: TenantId
let home: TenantId
let admin: string
const stop = new AbortController()

beforeAll(async () => {
  server = await withTestPostgres()
  const database = await server.database()
  listening = openPostgres({ url: database.appUrl, poolSize: 1 })
  changes = openAccessChanges(listening)
  both = await openTestRealtime(database, {
    deps: { accessChanges: changes, changeFeed: { subscribe: () => () => undefined } },
  })
  await both.restart({ recheckMs: NEVER_MS }, { accessChanges: changes })
  app = await openTestApp(both.api, { socket: { recheckMs: NEVER_MS } })
  graphqlUrl = `${(await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/graphql`
  const ready = new Promise<void>((resolve) => {
    const unsubscribe = changes.subscribe(() => {
      unsubscribe()
      resolve()
    })
  })
  following = keepRunning([changes.worker], stop.signal)
  await ready
  acme = await newTenant(both.api, 'acme')
  home = await newTenant(both.api, 'home')
  admin = await makeAdmin(both.api, acme)
  await createOrganisation(both.api.owner, { name: home, kind: 'mssp', homeTenant: home })
  await addTenant(both.api.owner, home, acme)
})
afterAll(async () => {
  stop.abort()
  await following
  await app.close()
  await both.close()
  await listening.end()
  await server.close()
})

type Credential = { readonly token: string } | { readonly key: string }

/** A subscription and a stream of one credential; both resolve with the code of their end. */
async function follow(credential: Credential): Promise<Promise<number>[]> {
  const shown =
    'token' in credential ? { Authorization: `Bearer ${credential.token}` } : { 'X-API-Key': credential.key }
  const socket = new WebSocket(graphqlUrl, 'graphql-transport-ws')
  const subscription = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  const acknowledged = new Promise((resolve) => socket.once('message', resolve))
  socket.send(JSON.stringify({ type: 'connection_init', payload: shown }))
  await acknowledged
  const ticket = (await both.api.ask('POST', 'realtime/ticket', credential)).body.token
  const stream = await connectWs(both.url, `/ws/alerts?token=${ticket}`)
  return [subscription, stream.closed.then(({ code }) => code)]
}

let users = 0
async function newUser(role: string, tenant = acme): Promise<{ id: string; name: string; token: string }> {
  const name = `user${++users}`
  const id = await makeUser(both.api, tenant, name, role)
  return { id, name, token: await tokenOf(both.api, tenant, name) }
}

const ask = (method: string, url: string, body?: object, token = admin) =>
  both.api.ask(method, url, { token, ...(body === undefined ? {} : { body }) })

async function entered(): Promise<{ delegation: string; token: string; delegate: string; provider: string }> {
  const [delegate, provider] = [await newUser('soc_lead', home), await newUser('tenant_admin', home)]
  const grant = { email: `${delegate.name}@${home}.example`, role: 'soc_analyst', reason: 'night cover' }
  const { body } = await ask('POST', 'organisation/delegations', { ...grant, expires_in_hours: 1 })
  const { access_token: token } = (await ask('POST', `delegations/${body.id}/enter`, {}, delegate.token)).body
  return { delegation: body.id, token, delegate: delegate.id, provider: provider.token }
}

/** Each opens something, and returns what ends it. */
const ENDS: readonly [string, () => Promise<[Credential, () => Promise<unknown>]>][] = [
  [
    'a sign-out',
    async () => {
      const { token } = await newUser('soc_analyst')
      return [{ token }, () => ask('POST', 'auth/logout', undefined, token)]
    },
  ],
  [
    'the revocation of a key',
    async () => {
      const { body } = await ask('POST', 'api-keys', { name: 'streams', scopes: ['alerts:read'] })
      return [{ key: body.key }, () => ask('DELETE', `api-keys/${body.id}`)]
    },
  ],
  [
    'the end of an account',
    async () => {
      const { id, token } = await newUser('soc_analyst')
      return [{ token }, () => ask('PATCH', `users/${id}`, { is_active: false })]
    },
  ],
  [
    'the revocation of a delegation by the customer',
    async () => {
      const { delegation, token } = await entered()
      return [{ token }, () => ask('DELETE', `organisation/delegations/${delegation}`)]
    },
  ],
  [
    'the end of a delegation by the provider',
    async () => {
      const { delegation, token, provider } = await entered()
      return [{ token }, () => ask('DELETE', `organisation/held-delegations/${delegation}`, undefined, provider)]
    },
  ],
  [
    'the end of the delegate’s account at home',
    async () => {
      const { delegate, token, provider } = await entered()
      return [{ token }, () => ask('PATCH', `users/${delegate}`, { is_active: false }, provider)]
    },
  ],
  [
    'a session whose time is over',
    async () => {
      const { id, token } = await newUser('soc_analyst')
      const soon = `UPDATE sessions SET expires_at = clock_timestamp() + interval '3 seconds' WHERE user_id = $1`
      await withTenant(both.api.deps.pool, acme, (tx) => tx.run(soon, [id]))
      both.api.deps.principals.forget(() => true)
      return [{ token }, async () => undefined]
    },
  ],
]

describe('a subscription and a stream end at once with', () => {
  test.each(ENDS)('%s', async (_, open) => {
    const [credential, end] = await open()
    const [subscription, stream] = await follow(credential)
    await end()
    expect(await subscription).toSatisfy((code: number) => code === 4401 || code === 4403)
    expect(await stream).toBe(1008)
  })

  test('a custom role that is taken away, where its permissions were more', async () => {
    const { id, name, token } = await newUser('viewer')
    const known = (await ask('GET', 'rbac/permissions')).body.items as { id: string; name: string }[]
    const permission_ids = known.filter((one) => one.name === 'cases:write').map((one) => one.id)
    const role = (await ask('POST', 'rbac/roles', { name, permission_ids })).body
    expect((await ask('POST', `rbac/users/${id}/roles`, { role_id: role.id })).status).toBeLessThan(300)
    const [subscription] = await follow({ token })
    expect((await ask('DELETE', `rbac/users/${id}/roles/${role.id}`)).status).toBeLessThan(300)
    expect(await subscription).toBe(4403)
  })

  test('a rotated signing key, everywhere', async () => {
    const { token } = await newUser('soc_analyst')
    const [subscription, stream] = await follow({ token })
    await rotateSigningKey(both.api.owner, SEALER)
    expect([await subscription, await stream]).toEqual([4401, 1008])
  })
})
