/** Two replicas against one database and one Redis: a sign-in that begins at one of them ends at the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProviderDocuments, redisStates } from '../../../../control/identity/accounts/index.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../../stores/postgres/testing.ts'
import { hasRedisServer, type TestRedis, withTestRedis } from '../../../../stores/redis/test-redis.ts'
import { makeUser, newTenant, openTestApi, type TestApi } from '../../../test-api.ts'
import { openTestNetwork } from './test-network.ts'
import { CLIENT, openTestOidcProvider, REDIRECT, type TestOidcProvider } from './test-oidc-provider.ts'
import { openTestSamlProvider, postForm } from './test-saml-provider.ts'
import { beginSaml, postAnswer, sessionOf } from './test-sign-in.ts'

describe.skipIf(!hasRedisServer('sign-in over two replicas'))('two replicas', () => {
  const network = openTestNetwork()
  const saml = openTestSamlProvider('saml.example')
  let postgres: TestPostgres
  let redis: TestRedis
  let first: TestApi
  let second: TestApi
  let provider: TestOidcProvider
  let acme: TenantId
  const cleanUp: (() => unknown)[] = []

  beforeAll(async () => {
    ;[postgres, redis] = await Promise.all([withTestPostgres(), withTestRedis()])
    const open = async () => {
      const client = redis.connect()
      const documents = openProviderDocuments(network.egress, Date.now)
      const sso = { states: redisStates(client), documents, publicUrl: 'https://soc.example' }
      const api = await openTestApi(postgres, { deps: { sso } })
      cleanUp.push(() => api.close().then(() => client.disconnect()))
      return api
    }
    first = await open()
    second = await open()
    provider = await openTestOidcProvider(network, 'idp.example')
    provider.account = { sub: 'ada', email: 'ada@people.example', email_verified: true }
    acme = await newTenant(first, 'acme')
    const token = await sessionOf(first, acme, await makeUser(first, acme, 'boss', 'tenant_admin'))
    const shared = { display_name: 'Desk', default_role: 'viewer' }
    for (const body of [
      { ...shared, provider: 'oidc', issuer: provider.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret },
      { ...shared, provider: 'saml', issuer: saml.issuer, metadata_xml: saml.metadata },
    ])
      expect((await first.ask('POST', 'sso-connections', { token, body })).status).toBe(201)
  }, 120_000)
  afterAll(async () => {
    for (const close of cleanUp) await close()
    await provider.close()
    await redis.close()
    await postgres.close()
  })

  test('complete each other’s OIDC sign-ins, each once', async () => {
    const { body } = await first.ask('POST', 'auth/oidc/login', { body: { issuer: provider.issuer } })
    const { search } = await network.browse(body.redirect_url, REDIRECT)
    const answers = await Promise.all(
      [second, first, second].map((api) => api.ask('GET', `auth/oidc/callback${search}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    const { access_token: token } = answers.find(({ status }) => status === 200)?.body ?? {}
    for (const api of [first, second]) expect((await api.ask('GET', 'users/me', { token })).status).toBe(200)
  })

  test('complete each other’s SAML sign-ins, each once', async () => {
    const { id, relayState } = await beginSaml(second, saml)
    const form = postForm(await saml.respond(id, { email: 'bea@people.example' }), relayState)
    expect((await postAnswer(first, form)).status).toBe(200)
    for (const api of [first, second]) expect((await postAnswer(api, form)).status).toBe(403)
  })
})
