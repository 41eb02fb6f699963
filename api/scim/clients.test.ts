/** The requests of two directories, in their order and with their bodies. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { openTestApi, type TestApi } from '../test-api.ts'
import {
  type Directory,
  GROUP_SCHEMA,
  openDirectory,
  patchOf,
  SVC_GROUP_SCHEMA,
  USER_SCHEMA,
} from './test-directory.ts'

let server: TestPostgres
let api: TestApi
let okta: Directory

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  okta = await openDirectory(api)
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

const isabel = {
  schemas: [USER_SCHEMA],
  userName: 'Isabel.Okta@acme.example',
  name: { givenName: 'Isabel', familyName: 'Okta' },
  emails: [{ primary: true, value: 'isabel.okta@acme.example', type: 'work' }],
  displayName: 'Isabel Okta',
  locale: 'en-US',
  externalId: '00u1dhhb1fkIGP7RL1d8',
  groups: [],
  password: '1mz050nq',
  active: true,
}
const eq = (attribute: string, value: string) =>
  `filter=${encodeURIComponent(`${attribute} eq ${JSON.stringify(value)}`)}`

test('a search by POST is a list with its filter, paging and attributes', async () => {
  const directory = await openDirectory(api, 'searched')
  for (const name of ['a', 'b', 'c']) await directory.user(`${name}@searched.example`)
  const search = (more: object) =>
    directory.scim('POST', 'Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      ...more,
    })
  const found = await search({ filter: 'userName eq "b@searched.example"', attributes: ['userName'] })
  expect(found).toMatchObject({
    status: 200,
    body: { totalResults: 1, Resources: [{ userName: 'b@searched.example' }] },
  })
  expect(found.body.Resources[0]).not.toHaveProperty('meta')
  expect((await search({ startIndex: 2, count: 1 })).body).toMatchObject({ startIndex: 2, itemsPerPage: 1 })
  expect((await search({ filter: 'nothing' })).status).toBe(400)
  const groups = await directory.scim('POST', 'Groups/.search', { excludedAttributes: ['members'] })
  expect(groups).toMatchObject({ status: 200, body: { Resources: [] } })
})

describe('Okta: a user is created, changed and removed', () => {
  let id = ''

  test('is searched for, and nobody is found', async () => {
    const { status, body } = await okta.scim('GET', `Users?${eq('userName', isabel.userName)}&startIndex=1&count=100`)
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      ...{ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    })
  })

  test('is created, returned as sent without the password, and audited with the token', async () => {
    api.audited.length = 0
    const made = await okta.scim('POST', 'Users', isabel)
    expect([made.status, made.headers['content-type']]).toEqual([201, 'application/scim+json'])
    const { groups: _, password: __, ...kept } = isabel
    expect(made.body).toMatchObject(kept)
    expect(made.text).not.toContain('1mz050nq')
    id = made.body.id
    expect(made.headers.location).toBe(made.body.meta.location)
    expect(made.body.meta).toMatchObject({ resourceType: 'User', version: made.headers.etag })
    const by = { scim_token: okta.tokenId, prefix: okta.secret.slice(0, 17) }
    expect(api.audited).toMatchObject([
      { action: 'scim:user:create', resource: 'user', resourceId: id, changes: { provisioned_by: by } },
    ])
    expect(JSON.stringify(api.audited)).not.toContain('1mz050nq')
  })

  test('is a viewer without a password, and is found in any letter case', async () => {
    const user = await api.ask('GET', `users/${id}`, { token: okta.admin })
    expect(user.body).toMatchObject({ role: 'viewer', email: 'isabel.okta@acme.example', is_active: true })
    const found = await okta.scim('GET', `Users?${eq('username', 'ISABEL.okta@acme.example')}`)
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    for (const [attribute, value] of [
      ['externalId', isabel.externalId],
      ['id', id],
      ['emails.value', 'Isabel.Okta@ACME.example'],
      ['emails', 'isabel.okta@acme.example'],
      [`${USER_SCHEMA}:userName`, isabel.userName],
      ['name.familyName', 'okta'],
      ['name.givenName', 'ISABEL'],
      ['displayName', 'isabel okta'],
    ] as const)
      expect([attribute, (await okta.scim('GET', `Users?${eq(attribute, value)}`)).body.totalResults]).toEqual([
        attribute,
        1,
      ])
  })

  test('is not created twice, in any letter case', async () => {
    const again = await okta.scim('POST', 'Users', { ...isabel, userName: isabel.userName.toUpperCase() })
    expect([again.status, again.body]).toEqual([
      409,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        ...{ status: '409', scimType: 'uniqueness', detail: expect.any(String) },
      },
    ])
  })

  test('is replaced as a whole: omitted attributes are removed', async () => {
    const put = await okta.scim('PUT', `Users/${id}`, { ...isabel, id, displayName: undefined, title: 'Analyst' })
    expect(put.status).toBe(200)
    expect(put.body).toMatchObject({ title: 'Analyst', userName: isabel.userName })
    expect(put.body).not.toHaveProperty('displayName')
  })

  test('is deactivated and activated by PATCH without a path', async () => {
    const off = await okta.scim('PATCH', `Users/${id}`, patchOf({ op: 'replace', value: { active: false } }))
    expect([off.status, off.body.active]).toEqual([200, false])
    const listed = await okta.scim('GET', `Users?${eq('userName', isabel.userName)}`)
    expect(listed.body.Resources).toMatchObject([{ id, active: false }])
    const on = await okta.scim('PATCH', `Users/${id}`, patchOf({ op: 'replace', value: { active: true } }))
    expect([on.status, on.body.active]).toEqual([200, true])
  })
})

describe('a directory that sends only names', () => {
  test.each([
    ['svc.account', 'svc.account@no-address.invalid'],
    ['DOMAIN\\Jörg Müller', expect.stringMatching(/^[0-9a-f]{40}@no-address\.invalid$/)],
  ])('creates a user of the userName %j, who has no address and may get one', async (userName, email) => {
    const made = await okta.scim('POST', 'Users', { schemas: [USER_SCHEMA], userName })
    expect([made.status, made.body.userName]).toEqual([201, userName])
    expect(made.body).not.toHaveProperty('emails')
    const { id } = made.body
    expect((await api.ask('GET', `users/${id}`, { token: okta.admin })).body.email).toEqual(email)
    expect((await okta.scim('POST', 'Users', { userName })).status).toBe(409)
    const emails = [{ value: `${id}@acme.example`, primary: true }]
    const put = await okta.scim('PUT', `Users/${id}`, { userName, emails })
    expect([put.status, put.body.emails]).toMatchObject([200, emails])
    const without = await okta.scim('PUT', `Users/${id}`, { userName })
    expect([without.status, without.body.emails]).toEqual([200, undefined])
    expect((await okta.scim('POST', 'Users', { userName: 'x', emails: [{ value: 'none' }] })).status).toBe(400)
  })
})

describe('Okta: groups are pushed', () => {
  test('with their members, a new name, and one member less', async () => {
    const [ann, ben] = [await okta.user('ann@acme.example'), await okta.user('ben@acme.example')]
    const body = { schemas: [GROUP_SCHEMA], displayName: 'Everyone', members: [] }
    const made = await okta.scim('POST', 'Groups', body)
    expect(made.body).toMatchObject({ displayName: 'Everyone', schemas: [GROUP_SCHEMA, SVC_GROUP_SCHEMA] })
    expect(made.body).toHaveProperty([SVC_GROUP_SCHEMA], { mappedRole: null })
    const { id } = made.body
    const add = { op: 'add', path: 'members', value: [{ value: ann, display: 'ann@acme.example' }, { value: ben }] }
    expect((await okta.scim('PATCH', `Groups/${id}`, patchOf(add))).status).toBe(204)
    const renamed = await okta.scim(
      'PATCH',
      `Groups/${id}`,
      patchOf({ op: 'replace', value: { id, displayName: 'SOC Leads' } }),
    )
    expect(renamed.status).toBe(204)
    const removed = await okta.scim(
      'PATCH',
      `Groups/${id}`,
      patchOf({ op: 'remove', path: `members[value eq "${ann}"]` }),
    )
    expect(removed.status).toBe(204)
    const { body: group } = await okta.scim('GET', `Groups/${id}`)
    expect(group).toMatchObject({
      displayName: 'SOC Leads',
      members: [{ value: ben, display: 'ben@acme.example', type: 'User' }],
      [SVC_GROUP_SCHEMA]: { mappedRole: 'soc_lead' },
    })
    expect((await okta.scim('GET', `Users/${ben}`)).body.groups).toMatchObject([{ value: id, display: 'SOC Leads' }])
    const roles = await Promise.all(
      [ann, ben].map(async (user) => (await api.ask('GET', `users/${user}`, { token: okta.admin })).body.role),
    )
    expect(roles).toEqual(['viewer', 'soc_lead'])
    expect((await okta.scim('DELETE', `Groups/${id}`)).status).toBe(204)
    expect((await okta.scim('GET', `Groups/${id}`)).status).toBe(404)
    expect((await api.ask('GET', `users/${ben}`, { token: okta.admin })).body.role).toBe('viewer')
  })
})

describe('Entra ID: a user is created, changed and removed', () => {
  const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const andy = {
    schemas: [USER_SCHEMA, ENTERPRISE],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'andy@acme.example',
    active: true,
    emails: [{ primary: true, type: 'work', value: 'andy@acme.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Andy Entra', familyName: 'Entra', givenName: 'Andy' },
    roles: [],
  }
  let id = ''

  test('is probed for by an unknown name, and created', async () => {
    const probe = await okta.scim('GET', `Users?${eq('userName', 'no-such-user')}`)
    expect(probe.body).toMatchObject({ totalResults: 0 })
    const made = await okta.scim('POST', 'Users', andy)
    expect(made.status).toBe(201)
    id = made.body.id
  })

  test('is changed by paths with filters, capitalised operations and single values instead of lists', async () => {
    const patch = patchOf(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'andrew@acme.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Updated' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+31 20 0000000' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Delft' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Security' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'a-manager' },
      { op: 'Replace', value: { displayName: 'Andrew', 'name.givenName': 'Andrew' } },
    )
    const { status, body } = await okta.scim('PATCH', `Users/${id}`, patch)
    expect([status, body]).toEqual([200, expect.anything()])
    expect(body).toMatchObject({
      schemas: [USER_SCHEMA, ENTERPRISE],
      emails: [{ primary: true, type: 'work', value: 'andrew@acme.example' }],
      phoneNumbers: [{ type: 'mobile', value: '+31 20 0000000' }],
      addresses: [{ type: 'work', locality: 'Delft' }],
      name: { formatted: 'Andy Entra', familyName: 'Updated', givenName: 'Andrew' },
      displayName: 'Andrew',
      [ENTERPRISE]: { department: 'Security', manager: { value: 'a-manager' } },
    })
    expect((await api.ask('GET', `users/${id}`, { token: okta.admin })).body.email).toBe('andrew@acme.example')
  })

  test.each(['False', 'false', 'FALSE', false])('is deactivated by %j and activated by "True"', async (no) => {
    const off = await okta.scim('PATCH', `Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: no }))
    expect([off.status, off.body.active]).toEqual([200, false])
    expect((await api.ask('GET', `users/${id}`, { token: okta.admin })).body.is_active).toBe(false)
    const on = await okta.scim('PATCH', `Users/${id}`, patchOf({ op: 'Add', path: 'active', value: 'True' }))
    expect([on.status, on.body.active]).toEqual([200, true])
  })

  test('is in a group whose members are added and removed by value', async () => {
    const displayName = 'SOC-Analysts'
    const made = await okta.scim('POST', 'Groups', {
      schemas: [GROUP_SCHEMA],
      ...{ displayName, externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159', meta: { resourceType: 'Group' } },
    })
    const { id: group } = made.body
    const role = async () => (await api.ask('GET', `users/${id}`, { token: okta.admin })).body.role
    const found = await okta.scim('GET', `Groups?excludedAttributes=members&${eq('displayName', displayName)}`)
    expect(found.body.Resources).toMatchObject([{ id: group, displayName }])
    const member = { path: 'members', value: [{ $ref: null, value: id }] }
    expect((await okta.scim('PATCH', `Groups/${group}`, patchOf({ op: 'Add', ...member }))).status).toBe(204)
    expect(await role()).toBe('soc_analyst')
    const without = await okta.scim('GET', `Groups/${group}?excludedAttributes=members`)
    expect(without.body).not.toHaveProperty('members')
    expect((await okta.scim('PATCH', `Groups/${group}`, patchOf({ op: 'Remove', ...member }))).status).toBe(204)
    expect(await role()).toBe('viewer')
  })

  test('is deleted for the directory, kept for the tenant, and restored when created again', async () => {
    expect((await okta.scim('DELETE', `Users/${id}`)).status).toBe(204)
    expect((await okta.scim('GET', `Users/${id}`)).status).toBe(404)
    expect((await okta.scim('DELETE', `Users/${id}`)).status).toBe(404)
    expect((await okta.scim('GET', `Users?${eq('userName', andy.userName)}`)).body.totalResults).toBe(0)
    const kept = await api.ask('GET', `users/${id}`, { token: okta.admin })
    expect(kept.body).toMatchObject({ is_active: false, username: andy.userName })
    const again = await okta.scim('POST', 'Users', { ...andy, active: 'True' })
    expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true])
    expect(again.body).not.toHaveProperty('phoneNumbers')
  })
})
