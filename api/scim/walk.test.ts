/** Requests every route of the directory as every kind of caller, and with input that no directory would send. */
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GRANTABLE_ROLES } from '../../control/identity/accounts/index.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import type { RegisteredRoute } from '../route-config.ts'
import { makeAdmin, makeUser, openTestApi, type TestApi, tokenOf } from '../test-api.ts'
import { type Directory, GROUP_SCHEMA, openDirectory, patchOf, SCIM_HEADERS, USER_SCHEMA } from './test-directory.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
let server: TestPostgres
let api: TestApi
let victim: Directory
let other: Directory
/** Ids of the victim's objects. */
const theirs = { Users: '', Groups: '' }
const failures: string[] = []

beforeAll(async () => {
  server = await withTestPostgres()
  const log = pino({ level: 'error' }, { write: (line: string) => failures.push(line) })
  api = await openTestApi(server, { deps: { log } })
  victim = await openDirectory(api, 'victim')
  other = await openDirectory(api, 'other')
  theirs.Users = await victim.user('ann@victim.example', { externalId: 'ext-1' })
  theirs.Groups = await victim.group('SOC Leads', theirs.Users)
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

const PREFIX = '/scim/v2/'
const routes = () =>
  api.api.routes.filter(({ url, method }) => url.startsWith(PREFIX) && !['HEAD', 'OPTIONS'].includes(method))
const named = ({ method, url }: RegisteredRoute) => `${method} ${url}`
const pathOf = ({ url }: RegisteredRoute, ids: Readonly<Record<string, string>>) => {
  const path = url.slice(PREFIX.length)
  return path.replace(':id', ids[path.split('/')[0] ?? ''] ?? 'User')
}
const bodyOf = ({ method, url }: RegisteredRoute) => {
  if (method === 'PATCH') return patchOf({ op: 'replace', path: 'externalId', value: 'taken over' })
  if (method !== 'POST' && method !== 'PUT') return undefined
  if (url.endsWith('/.search')) return { schemas: [SEARCH_SCHEMA], count: 5 }
  return url.includes('Users')
    ? { schemas: [USER_SCHEMA], userName: `${crypto.randomUUID()}@x.example` }
    : { schemas: [GROUP_SCHEMA], displayName: 'Walkers' }
}
const SEARCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const hasId = ({ url }: RegisteredRoute) => /(Users|Groups)\/:id/.test(url)

describe('every route of the directory', () => {
  test('is in the specification, and accepts provisioning tokens only', () => {
    const [crud, one] = [
      ['GET', 'POST'],
      ['DELETE', 'GET', 'PATCH', 'PUT'],
    ]
    const expected = ['Users', 'Groups'].flatMap((kind) => [
      ...crud.map((method) => `${method} ${PREFIX}${kind}`),
      ...one.map((method) => `${method} ${PREFIX}${kind}/:id`),
      `POST ${PREFIX}${kind}/.search`,
    ])
    for (const about of ['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/:id', 'Schemas', 'Schemas/:id'])
      expected.push(`GET ${PREFIX}${about}`)
    expect(routes().map(named).sort()).toEqual(expected.sort())
    for (const { config } of routes()) expect(config.credential).toBe('provisioning_token')
  })

  test('answers 401 to no credentials, a guess, every role, the administrator of the installation and an API key', async () => {
    const tokens: (string | undefined)[] = [
      undefined,
      `svc_scim_${'0'.repeat(48)}`,
      await makeAdmin(api, victim.tenant),
    ]
    for (const role of GRANTABLE_ROLES) {
      await makeUser(api, victim.tenant, role, role)
      tokens.push(await tokenOf(api, victim.tenant, role))
    }
    const made = await api.ask('POST', 'api-keys', { token: victim.admin, body: { name: 'k', scopes: ['users:*'] } })
    for (const route of routes()) {
      const path = `${PREFIX}${pathOf(route, theirs)}`
      const body = bodyOf(route)
      const more = { headers: SCIM_HEADERS, ...(body ? { body } : {}) }
      for (const token of tokens)
        expect([
          named(route),
          (await api.ask(route.method, path, { ...more, ...(token ? { token } : {}) })).status,
        ]).toEqual([named(route), 401])
      expect((await api.ask(route.method, path, { ...more, key: made.body.key })).status).toBe(401)
    }
  })

  test('answers another tenant like an unknown id', async () => {
    for (const route of routes().filter(hasId)) {
      const missing = { Users: NOBODY, Groups: NOBODY }
      const body = bodyOf(route)
      const answer = await other.scim(route.method, pathOf(route, theirs), body)
      const absent = await other.scim(route.method, pathOf(route, missing), body)
      const words = ({ text }: { text: string }) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      expect([named(route), answer.status, words(answer)]).toEqual([named(route), 404, words(absent)])
    }
    const { body } = await victim.scim('GET', `Users/${theirs.Users}`)
    expect(body).toMatchObject({ externalId: 'ext-1', active: true })
  })

  test('shows another tenant nothing in any query, and lets no member of another tenant into a group', async () => {
    for (const path of ['Users/.search', 'Groups/.search'])
      expect((await other.scim('POST', path, { schemas: [SEARCH_SCHEMA] })).text).not.toMatch(/victim|SOC Leads/)
    for (const path of ['Users', 'Groups']) expect((await other.scim('GET', path)).text).not.toMatch(/victim|SOC Leads/)
    const filters = ['userName eq "ann@victim.example"', 'externalId eq "ext-1"', `id eq "${theirs.Users}"`]
    for (const filter of filters)
      expect((await other.scim('GET', `Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(0)
    const ofMember = encodeURIComponent(`members.value eq "${theirs.Users}"`)
    expect((await victim.scim('GET', `Groups?filter=${ofMember}`)).body.totalResults).toBe(1)
    expect((await other.scim('GET', `Groups?filter=${ofMember}`)).body.totalResults).toBe(0)
    const body = { displayName: 'Tenant Admins', members: [{ value: theirs.Users }] }
    expect((await other.scim('POST', 'Groups', body)).body).toMatchObject({ status: '400', scimType: 'invalidValue' })
    // A name is taken within a tenant only.
    expect((await other.scim('POST', 'Users', { userName: 'ann@victim.example' })).status).toBe(201)
  })

  test('that changes something leaves one audit entry on success, and none otherwise', async () => {
    const mine = { Users: await other.user('mine@x.example'), Groups: await other.group('Mine') }
    for (const route of routes().filter(({ config }) => config.audit !== undefined)) {
      api.audited.length = 0
      const refused = await other.scim(route.method, pathOf(route, theirs), hasId(route) ? bodyOf(route) : {})
      expect([named(route), refused.status >= 400, api.audited]).toEqual([named(route), true, []])
      const done = await other.scim(route.method, pathOf(route, mine), bodyOf(route))
      const entries = api.audited.map(({ action, tenantId, changes }) => [action, tenantId, changes?.provisioned_by])
      const by = { scim_token: other.tokenId, prefix: other.secret.slice(0, 17) }
      expect([named(route), done.status < 300, entries]).toEqual([
        named(route),
        true,
        [[route.config.audit, other.tenant, by]],
      ])
    }
  })
})

describe('the service provider configuration', () => {
  test('equals the behaviour', async () => {
    const { body } = await other.scim('GET', 'ServiceProviderConfig')
    expect(body).toMatchObject({
      ...{ patch: { supported: true }, bulk: { supported: false }, sort: { supported: false } },
      ...{
        changePassword: { supported: false },
        etag: { supported: true },
        filter: { supported: true, maxResults: 200 },
      },
    })
    for (const list of ['Schemas', 'ResourceTypes']) {
      const { body: all } = await other.scim('GET', list)
      expect(all.itemsPerPage).toBe(all.totalResults)
      for (const one of all.Resources) {
        expect((await other.scim('GET', `${list}/${one.id}`)).body).toEqual(one)
        expect(one.meta.location).toMatch(new RegExp(`/scim/v2/${list}/${one.id}$`))
      }
      expect((await other.scim('GET', `${list}/none`)).body).toMatchObject({ status: '404' })
    }
  })
})

describe('pages', () => {
  test('have the requested size, at most 200, and together every item once', async () => {
    const acme = await openDirectory(api, 'pages')
    for (let n = 0; n < 7; n++) await acme.user(`u${n}@pages.example`)
    const seen: string[] = []
    for (const startIndex of [1, 4, 7]) {
      const { body } = await acme.scim('GET', `Users?startIndex=${startIndex}&count=3`)
      expect(body).toMatchObject({ totalResults: 8, startIndex, itemsPerPage: Math.min(3, 9 - startIndex) })
      seen.push(...body.Resources.map(({ id }: { id: string }) => id))
    }
    expect(new Set(seen).size).toBe(8)
    const counts = { '0': 0, '-5': 0, '999999999': 8, '': undefined }
    for (const [count, itemsPerPage] of Object.entries(counts)) {
      const { status, body } = await acme.scim('GET', `Users?count=${count}`)
      expect([count, status, body.itemsPerPage]).toEqual([count, itemsPerPage === undefined ? 400 : 200, itemsPerPage])
    }
    const far = await acme.scim('GET', 'Users?startIndex=999999999999')
    expect([far.status, far.body.itemsPerPage]).toEqual([200, 0])
    expect((await acme.scim('GET', 'Users?startIndex=x')).body).toMatchObject({ scimType: 'invalidValue' })
  })

  test('contain the requested attributes', async () => {
    const ids = { id: theirs.Users, schemas: [USER_SCHEMA] }
    const get = async (query: string) => (await victim.scim('GET', `Users/${theirs.Users}?${query}`)).body
    expect(await get('attributes=userName,EMAILS.value')).toEqual({
      ...ids,
      ...{ userName: 'ann@victim.example', emails: [{ value: 'ann@victim.example' }] },
    })
    expect(await get(`attributes=${USER_SCHEMA}:active`)).toEqual({ ...ids, active: true })
    const without = await get('excludedAttributes=id,meta,emails,groups.display')
    expect(Object.keys(without).sort()).toEqual(['active', 'externalId', 'groups', 'id', 'schemas', 'userName'])
    expect(without.groups[0]).not.toHaveProperty('display')
    const groups = await victim.scim('GET', 'Groups?attributes=displayName')
    expect(groups.body.Resources).toEqual([{ id: theirs.Groups, schemas: expect.anything(), displayName: 'SOC Leads' }])
  })
})

describe('any input', () => {
  const operators = fc.constantFrom('add', 'Replace', 'REMOVE', 'move')
  const paths = fc.constantFrom(
    ...[
      'active',
      'userName',
      'emails',
      'emails[type eq "work"].value',
      'name',
      'name.givenName',
      'members',
      'externalId',
    ],
    ...[
      'displayName',
      'members[value eq "x"]',
      '__proto__',
      'constructor.prototype',
      'groups',
      'id',
      'emails[',
      '',
      'a.b.c.d',
    ],
    ...['emails[value eq "\\u0000"]', 'emails[type eq "\\ud800"].value', ' ', '$ref', 'urn:', USER_SCHEMA, 'manager'],
  )
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown[]>(
      'False',
      'a@b.example',
      [{ value: NOBODY }],
      { value: NOBODY },
      '\u0000',
      '\ud800',
      'x'.repeat(5_000),
    ),
    fc.dictionary(paths, fc.jsonValue({ maxDepth: 2 })),
  )
  const operation = fc.record({ op: operators, path: paths, value: values }, { requiredKeys: [] })
  const bodies = fc.oneof(
    { weight: 3, arbitrary: fc.array(operation, { maxLength: 4 }).map((Operations) => ({ Operations })) },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 2, arbitrary: fc.dictionary(paths, values) },
  )

  test('a request succeeds or is refused in the form of the protocol, without an internal error', async () => {
    const mine = { Users: await other.user('fuzz@x.example'), Groups: await other.group('Fuzz') }
    const asks = fc.record({
      kind: fc.constantFrom('Users', 'Groups'),
      method: fc.constantFrom('PATCH', 'PATCH', 'PATCH', 'PUT', 'POST'),
      body: bodies,
    })
    await fc.assert(
      fc.asyncProperty(asks, async ({ kind, method, body }) => {
        const path = method === 'POST' ? kind : `${kind}/${mine[kind as 'Users']}`
        const answer = await other.scim(method, path, body)
        const outcome = { method, path, body, status: answer.status, text: answer.text, failures }
        expect(answer.status, JSON.stringify(outcome)).toBeLessThan(500)
        if (answer.status >= 400)
          expect(answer.body).toMatchObject({ status: String(answer.status), detail: expect.any(String) })
      }),
      { numRuns: 300 },
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('a filter is answered or refused as invalidFilter', async () => {
    const attributes = fc.constantFrom('userName', 'active', 'id', 'emails', 'members', 'displayName', 'x', '__proto__')
    const known = fc.tuple(attributes, fc.constant('eq'), fc.json()).map((parts) => parts.join(' '))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('Users', 'Groups'), fc.oneof(known, fc.string()), async (kind, filter) => {
        const { status, body } = await other.scim('GET', `${kind}?filter=${encodeURIComponent(filter)}`)
        expect([status, body.scimType]).toEqual(
          status === 200 ? [200, undefined] : [400, expect.stringMatching(/^invalid(Filter|Value)$/)],
        )
      }),
      { numRuns: 150 },
    )
  })

  test.each([
    ['{"active":', 400],
    ['', 400],
    ['[]', 400],
    ['{"__proto__":{"polluted":true}}', 400],
    [`{"userName":"${'x'.repeat(3 * 1024 * 1024)}"}`, 413],
    [`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, 400],
  ])('%.40s is %i in the form of the protocol', async (payload, status) => {
    const headers = { ...SCIM_HEADERS, authorization: `Bearer ${other.secret}` }
    const answer = await api.api.app.inject({ method: 'POST', url: `${PREFIX}Users`, headers, payload })
    expect([answer.statusCode, JSON.parse(answer.body)]).toMatchObject([status, { status: String(status) }])
  })

  test('unsupported parts of the protocol answer 501, and a wrong method answers 405', async () => {
    for (const path of ['Bulk', 'Me', '.search', '.search?count=1']) {
      const { status, body } = await other.scim('POST', path, {})
      expect([path, status, body.status]).toEqual([path, 501, '501'])
    }
    for (const path of ['Users/a/b', '']) {
      const { status, body } = await other.scim('POST', path, {})
      expect([path, [404, 405].includes(status), body.status]).toEqual([path, true, String(status)])
    }
    const { status, headers, body } = await other.scim('DELETE', 'Users')
    expect([status, headers.allow, body]).toMatchObject([405, 'GET, HEAD, POST', { status: '405' }])
  })

  test('a media type other than JSON answers 415', async () => {
    const headers = { 'content-type': 'text/xml', authorization: `Bearer ${other.secret}` }
    const answer = await api.api.app.inject({ method: 'POST', url: `${PREFIX}Users`, headers, payload: '<a/>' })
    expect([answer.statusCode, JSON.parse(answer.body).status]).toEqual([415, '415'])
  })
})

test('a URL that the router cannot read is refused in the form of SCIM', async () => {
  const { status, body } = await other.scim('GET', `Schemas/${'0'.repeat(5000)}`)
  expect([status, body.schemas, body.status]).toEqual([414, ['urn:ietf:params:scim:api:messages:2.0:Error'], '414'])
})
