/** Signing in over a real SAML provider, end to end; and everything that must not let anybody in. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inProcessStates, openProviderDocuments } from '../../../../control/identity/accounts/index.ts'
import type { EgressRequest } from '../../../../platform/egress/client.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../../stores/postgres/testing.ts'
import { type Answer, makeUser, newTenant, openTestApi, type TestApi } from '../../../test-api.ts'
import {
  ACS,
  ENTITY_ID,
  openTestSamlProvider,
  PERSISTENT,
  postForm,
  redirectQuery,
  type SamlClaims,
  type TestSamlProvider,
  TRANSIENT,
} from './test-saml-provider.ts'
import { beginSaml, enterSaml, expectRefused, postAnswer, sessionOf } from './test-sign-in.ts'

let server: TestPostgres
let api: TestApi
let provider: TestSamlProvider
let acme: TenantId
let token: string
let connection: string
let providers = 0

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

beforeEach(async () => {
  provider = openTestSamlProvider(`idp-${++providers}.example`)
  acme = await newTenant(api, 'acme')
  const boss = await makeUser(api, acme, 'boss', 'tenant_admin')
  token = await sessionOf(api, acme, boss)
  connection = (await connect({ metadata_xml: provider.metadata })).body.id
  api.audited.length = 0
})

const connect = (more: object) =>
  api.ask('POST', 'sso-connections', {
    token,
    body: {
      ...{ provider: 'saml', issuer: provider.issuer, display_name: 'Desk' },
      ...{ group_role_mapping: { leads: 'soc_lead' }, ...more },
    },
  })

const change = (body: object) => api.ask('PATCH', `sso-connections/${connection}`, { token, body })
const begin = () => beginSaml(api, provider)
const post = (form: string) => postAnswer(api, form)
const enter = (changes?: Partial<SamlClaims>, tamper?: (xml: string) => string) =>
  enterSaml(api, provider, changes, tamper)
const me = async ({ body }: Answer) => (await api.ask('GET', 'users/me', { token: body.access_token })).body
const refusedFor = (answer: Answer, reason: string) => expectRefused(api, acme, answer, reason)

describe('a sign-in', () => {
  test('returns the tokens of a login, for a user created in the tenant of the connection', async () => {
    const answer = await enter()
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const user = await me(answer)
    expect(user).toMatchObject({ tenant_id: acme, email: 'ada@people.example', role: 'soc_lead' })
    expect(api.audited.map(({ action }) => action)).toEqual(['user:provisioned', 'auth:sso_login'])
    expect((await me(await enter())).id).toBe(user.id)
  })

  test('also accepts HTTP-Redirect', async () => {
    const { id, relayState } = await begin()
    const query = redirectQuery(await provider.respond(id), relayState)
    expect((await api.ask('GET', `auth/saml/callback?${query}`)).status).toBe(200)
  })

  test('requests an answer to our callback with a fresh request id and relay state', async () => {
    const [one, other] = [await begin(), await begin()]
    expect(one.id).not.toBe(other.id)
    expect(one.relayState).not.toBe(other.relayState)
    const view = (await api.ask('GET', `sso-connections/${connection}`, { token })).body
    expect(view).toMatchObject({ callback_url: ACS, entity_id: ENTITY_ID })
  })

  test('has metadata that a provider can import without credentials', async () => {
    const { status, headers, text } = await api.ask('GET', 'auth/saml/metadata')
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml'])
    expect(text).toContain(`entityID="${ENTITY_ID}"`)
    expect(text).toMatch(new RegExp(`<AssertionConsumerService [^>]*HTTP-POST" Location="${ACS}"`))
    expect(text).toContain('WantAssertionsSigned="true"')
    expect((await api.ask('GET', 'auth/saml/metadata')).text).toBe(text)
  })
})

describe('metadata by URL', () => {
  const documents = (answer: () => Answered) =>
    openTestApi(server, {
      clock,
      deps: {
        sso: {
          states: inProcessStates(() => clock.ms),
          documents: openProviderDocuments(
            async (request) => {
              requests.push(request)
              const { status, body } = answer()
              return { status, headers: {}, body: Buffer.from(body), url: request.url }
            },
            () => clock.ms,
          ),
          publicUrl: 'https://soc.example',
        },
      },
    })
  type Answered = { status: number; body: string }
  const requests: EgressRequest[] = []
  const clock = { ms: Date.now() }
  const url = 'https://idp.example/metadata.xml'

  test('is fetched once in a while under the rules for the tenant, and is used at once', async () => {
    requests.length = 0
    let answer = { status: 200, body: provider.metadata }
    const other = await documents(() => answer)
    try {
      await change({ metadata_xml: null, metadata_url: url })
      for (let n = 0; n < 2; n++) expect((await enterSaml(other, provider)).status).toBe(200)
      expect(requests).toEqual([expect.objectContaining({ url, chosenBy: 'tenant', redirectsMax: 0 })])
      answer = { status: 200, body: openTestSamlProvider(new URL(provider.issuer).host, 1).metadata }
      clock.ms += 300_000
      expectRefused(other, acme, await enterSaml(other, provider), 'bad_assertion')
      expect(requests).toHaveLength(2)
    } finally {
      await other.close()
    }
  })

  test('that is missing or belongs to another issuer starts no sign-in', async () => {
    let answer = { status: 404, body: '' }
    const other = await documents(() => answer)
    const begun = () => other.ask('POST', 'auth/saml/login', { body: { issuer: provider.issuer } })
    try {
      await change({ metadata_xml: null, metadata_url: url })
      const missing = await begun()
      expect([missing.status, missing.body.detail]).toEqual([503, 'the identity provider does not answer'])
      answer = { status: 200, body: openTestSamlProvider('else.example').metadata }
      expectRefused(other, acme, await begun(), 'provider_metadata')
    } finally {
      await other.close()
    }
  })
})

/** The parts of a signed response. */
function partsOf(xml: string) {
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? []
  const [signature = ''] = /<(?:ds:)?Signature .*<\/(?:ds:)?Signature>/s.exec(assertion) ?? []
  expect([assertion.length > 0, signature.length > 0]).toEqual([true, true])
  const forged = assertion
    .replace(signature, '')
    .replace('>ada<', '>boss<')
    .replace('ada@people.example', `boss@${acme}.example`)
  return { assertion, signature, forged }
}

describe('a sign-in is refused with', () => {
  test('a response without a signature', async () => {
    const { id, relayState } = await begin()
    refusedFor(await post(postForm(provider.unsigned(id), relayState)), 'bad_assertion')
  })

  test('a signature of another key under the name of the provider', async () => {
    const { id, relayState } = await begin()
    const evil = openTestSamlProvider(new URL(provider.issuer).host, 1)
    expect(evil.issuer).toBe(provider.issuer)
    refusedFor(await post(postForm(await evil.respond(id), relayState)), 'bad_assertion')
  })

  test('a signature over SHA-1', async () => {
    const { id, relayState } = await begin()
    const weak = openTestSamlProvider(new URL(provider.issuer).host, 0, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1')
    refusedFor(await post(postForm(await weak.respond(id), relayState)), 'bad_assertion')
  })

  const minutes = 60_000
  test.each<[string, (now: number) => Partial<SamlClaims>]>([
    ['another audience', () => ({ audience: 'https://else.example' })],
    ['another recipient', () => ({ recipient: 'https://else.example/acs' })],
    ['another issuer', () => ({ issuer: 'https://else.example/metadata' })],
    ['an expired assertion', (now) => ({ notOnOrAfterMs: now - 2 * minutes })],
    ['an assertion of later', (now) => ({ notBeforeMs: now + 2 * minutes })],
    ['an answer to another request', () => ({ inResponseTo: 'svc-another' })],
    ['an answer to no request', () => ({ inResponseTo: '' })],
    ['no name', () => ({ nameId: '' })],
  ])('%s', async (_, changes) => {
    refusedFor(await enter(changes(Date.now())), 'bad_assertion')
  })

  test('a transient name id', async () => {
    refusedFor(await enter({ nameIdFormat: TRANSIENT }), 'bad_subject')
    expect((await enter({ nameIdFormat: PERSISTENT })).status).toBe(200)
  })

  test.each<[string, (xml: string) => string]>([
    ['text that was changed', (xml) => xml.replace('>ada<', '>boss<')],
    ['a group that was added', (xml) => xml.replace('>leads<', '>leads</saml:AttributeValue><saml:AttributeValue>x<')],
    [
      'a forged assertion before the signed one',
      (xml) => {
        const { assertion, forged } = partsOf(xml)
        return xml.replace(assertion, forged.replace('of-the-assertion', 'forged') + assertion)
      },
    ],
    [
      'a forged assertion behind the signed one',
      (xml) => {
        const { assertion, forged } = partsOf(xml)
        return xml.replace(assertion, assertion + forged.replace('of-the-assertion', 'forged'))
      },
    ],
    [
      'a forged assertion of the same id',
      (xml) => {
        const { assertion, forged } = partsOf(xml)
        return xml.replace(assertion, forged + assertion)
      },
    ],
    [
      'the signed assertion within the signature of a forged one',
      (xml) => {
        const { assertion, signature, forged } = partsOf(xml)
        const original = assertion.replace(signature, '')
        const [, end = ''] = /(<\/(?:ds:)?Signature>)$/.exec(signature) ?? []
        const prefix = end.includes('ds:') ? 'ds:' : ''
        const wrapped = signature.replace(end, `<${prefix}Object>${original}</${prefix}Object>${end}`)
        const outer = forged.replace('of-the-assertion', 'forged')
        return xml.replace(assertion, outer.replace('<saml:Subject>', `${wrapped}<saml:Subject>`))
      },
    ],
    [
      'the signed assertion within an extension',
      (xml) => {
        const { assertion, forged } = partsOf(xml)
        const outer = forged.replace('of-the-assertion', 'forged')
        return xml.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>${outer}`)
      },
    ],
    [
      'the signed assertion within a forged response',
      (xml) => {
        const { assertion, forged } = partsOf(xml)
        const outer = forged
          .replace('of-the-assertion', 'forged')
          .replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)
        return xml.replace(assertion, outer)
      },
    ],
    ['a document type', (xml) => `<!DOCTYPE r [<!ENTITY who "boss">]>${xml}`],
    [
      'an entity',
      (xml) => `<!DOCTYPE r [<!ENTITY who SYSTEM "file:///etc/passwd">]>${xml.replace('>ada<', '>&who;<')}`,
    ],
    ['an entity of HTML', (xml) => xml.replace('>ada<', '>ada&nbsp;<')],
    ['a processing instruction', (xml) => xml.replace('<saml:Subject>', '<?php x?><saml:Subject>')],
    [
      'a hundred elements in each other',
      (xml) => xml.replace('<samlp:Status>', `${'<x>'.repeat(100)}${'</x>'.repeat(100)}<samlp:Status>`),
    ],
    ['two roots', (xml) => xml + xml],
    ['half a document', (xml) => xml.slice(0, xml.length / 2)],
    ['nothing', () => ''],
    ['what is no XML', () => 'SAMLResponse'],
  ])('%s', async (_, tamper) => {
    const answer = await enter({}, tamper)
    if (answer.status === 422) expect(tamper('<x>')).toBe('')
    else refusedFor(answer, 'bad_assertion')
  })

  test('a response that was used before', async () => {
    const { id, relayState } = await begin()
    const form = postForm(await provider.respond(id), relayState)
    const both = await Promise.all([post(form), post(form)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await post(form)).status).toBe(403)
    const next = await begin()
    refusedFor(await post(postForm(await provider.respond(id), next.relayState)), 'bad_assertion')
  })

  test('a sign-in that the provider initiated', async () => {
    const xml = await provider.respond('')
    for (const form of [
      postForm(xml, ''),
      postForm(xml, 'https://evil.example'),
      postForm(xml, '').split('&')[0] ?? '',
    ])
      expect((await post(form)).status).toBe(403)
    expect(api.audited).toEqual([])
  })

  test('a response that is too large, compressed or not', async () => {
    const [packed, plain] = [await begin(), await begin()]
    const large = `<!--${' '.repeat(1_000_000)}-->`
    const query = redirectQuery(large + (await provider.respond(packed.id)), packed.relayState)
    refusedFor(await api.ask('GET', `auth/saml/callback?${query}`), 'bad_assertion')
    expect((await post(postForm(large + (await provider.respond(plain.id)), plain.relayState))).status).toBe(413)
  })

  test('JSON instead of a form, or a form at any other route', async () => {
    expect((await api.ask('POST', 'auth/saml/callback', { body: { SAMLResponse: 'AA==' } })).status).toBe(415)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await api.api.app.inject({ method: 'POST', url: '/api/v1/auth/login', headers, payload: 'email=a' })
    expect(answer.statusCode).toBe(415)
  })
})
