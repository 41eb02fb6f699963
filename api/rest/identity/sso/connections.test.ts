/** Administration of sign-in connections: permissions, valid settings, and secrets that are never shown. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NEVER_GRANTED } from '../../../../control/identity/accounts/index.ts'
import { insertRole } from '../../../../control/identity/accounts/role-store.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { withTenant } from '../../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../../stores/postgres/testing.ts'
import { makeUser, newTenant, openTestApi, type TestApi } from '../../../test-api.ts'
import { openTestSamlProvider } from './test-saml-provider.ts'
import { sessionOf } from './test-sign-in.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
/** Token of the tenant's administrator. */
let token: string
let count = 0
const SECRET = 'a secret of the client that nobody may see'
const saml = openTestSamlProvider('saml.example')

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

beforeEach(async () => {
  acme = await newTenant(api, 'acme')
  token = await sessionOf(api, acme, await makeUser(api, acme, 'boss', 'tenant_admin'))
  api.audited.length = 0
})

const newIssuer = () => `https://idp-${++count}.example`
const body = (more: object = {}) => ({
  ...{ provider: 'oidc', issuer: newIssuer(), display_name: 'Desk', client_id: 'svc', client_secret: SECRET },
  ...more,
})
const create = (more: object = {}, by = token) => api.ask('POST', 'sso-connections', { token: by, body: body(more) })
const change = (id: string, patch: object, by = token) =>
  api.ask('PATCH', `sso-connections/${id}`, { token: by, body: patch })

/** A user who may change settings and holds little else. */
async function keeper(): Promise<string> {
  const id = await makeUser(api, acme, 'keeper', 'viewer')
  const permissions = ['settings:read', 'settings:write', 'users:write'] as const
  await withTenant(api.deps.pool, acme, async (tx) => {
    const role = await insertRole(tx, { name: 'keeper', description: null, permissions })
    await tx.run('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', [id, role?.id])
  })
  return sessionOf(api, acme, id)
}

describe('a connection', () => {
  test('is created, read, listed, changed and deleted, each change with an audit entry', async () => {
    const made = await create({ group_role_mapping: { leads: 'soc_lead' } })
    expect(made.status).toBe(201)
    const { id, issuer } = made.body
    expect(made.body).toMatchObject({
      ...{ provider: 'oidc', display_name: 'Desk', enabled: true, default_role: null, client_id: 'svc' },
      ...{ group_role_mapping: { leads: 'soc_lead' }, has_client_secret: true, metadata_url: null, entity_id: null },
      callback_url: 'https://soc.example/api/v1/auth/oidc/callback',
    })
    expect((await api.ask('GET', `sso-connections/${id}`, { token })).body).toEqual(made.body)
    const changed = await change(id, { display_name: 'Front desk', enabled: false, client_secret: 'another one' })
    expect(changed.body).toMatchObject({ id, issuer, display_name: 'Front desk', enabled: false })
    expect((await api.ask('GET', 'sso-connections', { token })).body.items).toEqual([changed.body])
    expect((await api.ask('DELETE', `sso-connections/${id}`, { token })).status).toBe(204)
    expect((await api.ask('GET', `sso-connections/${id}`, { token })).status).toBe(404)
    expect(api.audited.map(({ action, resourceId }) => [action, resourceId])).toEqual([
      ['sso_connection:created', id],
      ['sso_connection:updated', id],
      ['sso_connection:deleted', id],
    ])
    expect(api.audited[1]?.changes).toEqual({
      ...{ display_name: 'Front desk', enabled: false, client_secret: '[changed]' },
    })
  })

  test('keeps the client secret in the vault and never returns it', async () => {
    const { body: made, text: createdText } = await create()
    const stored = await withTenant(api.deps.pool, acme, (tx) =>
      tx.maybeOne((row) => text(row, 'client_secret'), 'SELECT client_secret FROM sso_connections'),
    )
    const use = { tenantId: acme, connectorId: made.id, caller: 'test' }
    expect(api.deps.vault.decrypt(stored ?? '', use)).toBe(SECRET)
    const list = await api.ask('GET', 'sso-connections', { token })
    for (const shown of [createdText, list.text, JSON.stringify(api.audited)]) expect(shown).not.toContain(SECRET)
    await change(made.id, { display_name: 'Same secret' })
    expect((await change(made.id, { client_secret: null })).body.has_client_secret).toBe(false)
  })

  test('is one of at most twenty', async () => {
    for (let n = 0; n < 20; n++) expect((await create()).status).toBe(201)
    expect(await create()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('at most 20') } })
  })
})

describe('an issuer', () => {
  test('is claimed once per installation, and a second claim learns nothing about the first', async () => {
    const issuer = newIssuer()
    const bolt = await newTenant(api, 'bolt')
    const theirs = await sessionOf(api, bolt, await makeUser(api, bolt, 'boss', 'tenant_admin'))
    expect((await create({ issuer }, theirs)).status).toBe(201)
    const [of, other] = [await create({ issuer }), await create({ issuer }, theirs)]
    expect([of.status, other.status]).toEqual([409, 409])
    expect({ ...of.body, instance: '' }).toEqual({ ...other.body, instance: '' })
    expect(of.text).not.toContain(bolt)
    expect((await api.ask('GET', 'sso-connections', { token })).body.items).toEqual([])
  })

  test('is the same in every spelling and for both protocols', async () => {
    const issuer = newIssuer()
    expect((await create({ issuer })).status).toBe(201)
    for (const same of [`${issuer}/`, issuer.replace('https://idp', 'HTTPS://IDP'), `${issuer}:443`, `${issuer}//`])
      expect([same, (await create({ issuer: same })).status]).toEqual([same, 409])
    const { metadata } = openTestSamlProvider(new URL(issuer).host)
    const asSaml = { provider: 'saml', metadata_xml: metadata.replaceAll(`${issuer}/metadata`, issuer) }
    const secret = { client_id: undefined, client_secret: undefined }
    expect((await create({ issuer, ...asSaml, ...secret })).status).toBe(409)
  })

  test('is free again after its connection is deleted', async () => {
    const { id, issuer } = (await create()).body
    await api.ask('DELETE', `sso-connections/${id}`, { token })
    expect((await create({ issuer })).status).toBe(201)
  })
})

describe('a mapping', () => {
  test.each(NEVER_GRANTED)('to %s is refused for every user', async (role) => {
    const { id } = (await create()).body
    for (const settings of [{ group_role_mapping: { all: role } }, { default_role: role }]) {
      expect((await create(settings)).status).toBe(403)
      expect((await change(id, settings)).status).toBe(403)
    }
    for (const sql of [
      `UPDATE sso_connections SET default_role = '${role}'`,
      `UPDATE sso_connections SET group_role_mapping = '{"all": "viewer", "some": "${role}"}'`,
    ])
      await expect(withTenant(api.deps.pool, acme, (tx) => tx.run(sql))).rejects.toThrow('violates check constraint')
  })

  test('to a role that the author could not give to a user is refused', async () => {
    const by = await keeper()
    for (const settings of [{ group_role_mapping: { all: 'soc_lead' } }, { default_role: 'tenant_admin' }])
      expect((await create(settings, by)).status).toBe(403)
    expect((await create({ group_role_mapping: { all: 'viewer' }, default_role: 'keeper' }, by)).status).toBe(201)
  })

  test('to a role is refused for an author who may not give roles', async () => {
    const by = await keeper()
    await withTenant(api.deps.pool, acme, (tx) =>
      tx.run(`UPDATE roles SET permissions = '{settings:read,settings:write}' WHERE name = 'keeper'`),
    )
    api.deps.principals.forget(() => true)
    expect((await create({ default_role: 'viewer' }, by)).status).toBe(403)
    expect((await create({}, by)).status).toBe(201)
  })

  test('to an unknown role is a fault of the body', async () => {
    expect((await create({ default_role: 'nobody’s' })).status).toBe(422)
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`g${n}`, 'viewer']))
    for (const group_role_mapping of [many, { '': 'viewer' }, { ['x'.repeat(257)]: 'viewer' }])
      expect((await create({ group_role_mapping })).status).toBe(422)
  })
})

test('a change of a connection needs the permissions for all of it, but disabling needs only the settings permission', async () => {
  const { id } = (await create({ default_role: 'tenant_admin' })).body
  const by = await keeper()
  for (const patch of [
    { client_id: 'mine' },
    { display_name: 'x' },
    { enabled: true },
    { enabled: false, client_id: 'mine' },
  ])
    expect([patch, (await change(id, patch, by)).status]).toEqual([patch, 403])
  expect((await change(id, { enabled: false }, by)).body).toMatchObject({
    enabled: false,
    default_role: 'tenant_admin',
  })
})

describe('settings of a connection', () => {
  const samlBody = { provider: 'saml', client_id: undefined, client_secret: undefined, issuer: saml.issuer }
  test.each<[string, object]>([
    ['an OIDC issuer without TLS', { issuer: 'http://idp.example' }],
    ['an OIDC issuer with a query', { issuer: 'https://idp.example/?a=b' }],
    ['an OIDC issuer that is no URL', { issuer: 'idp' }],
    ['no client', { client_id: undefined }],
    ['metadata of SAML for OIDC', { metadata_url: 'https://idp.example/metadata' }],
    ['a client for SAML', { ...samlBody, metadata_xml: saml.metadata, client_id: 'svc' }],
    ['a secret for SAML', { ...samlBody, metadata_xml: saml.metadata, client_secret: 'x' }],
    ['no metadata', samlBody],
    ['two kinds of metadata', { ...samlBody, metadata_xml: saml.metadata, metadata_url: 'https://idp.example/m' }],
    ['metadata without TLS', { ...samlBody, metadata_url: 'http://idp.example/m' }],
    ['metadata of another provider', { ...samlBody, issuer: 'urn:other', metadata_xml: saml.metadata }],
    ['metadata without a key', { ...samlBody, metadata_xml: saml.metadata.replaceAll('X509Certificate', 'Other') }],
    [
      'metadata with half a key',
      { ...samlBody, metadata_xml: saml.metadata.replace(/(X509Certificate>)[^<]{40}/, '$1') },
    ],
    [
      'metadata that sends people elsewhere',
      {
        ...samlBody,
        metadata_xml: saml.metadata.replaceAll('https://saml.example/sso', 'javascript:alert(1)'),
      },
    ],
    ['metadata with a document type', { ...samlBody, metadata_xml: `<!DOCTYPE a>${saml.metadata}` }],
    ['metadata that is no XML', { ...samlBody, metadata_xml: 'metadata' }],
    ['another protocol', { provider: 'ldap' }],
    ['an unknown member', { tenant_id: 'other' }],
  ])('are refused with %s', async (_, settings) => {
    const { status, body: answer } = await create(settings)
    expect([status, answer.code]).toEqual([422, 'invalid'])
  })

  test('keep valid metadata, which a change cannot make invalid', async () => {
    const made = await create({ ...samlBody, metadata_xml: saml.metadata })
    expect(made.status).toBe(201)
    expect(made.body.metadata_xml).toBe(saml.metadata)
    expect((await change(made.body.id, { metadata_xml: null })).status).toBe(422)
    const { id } = made.body
    expect((await change(id, { metadata_xml: null, metadata_url: 'https://saml.example/m' })).status).toBe(200)
    expect((await change(id, { issuer: 'urn:other' })).status).toBe(422)
  })
})

test('without a public address SSO logins are refused, and connections can still be administered', async () => {
  const { sso } = api.deps
  const other = await openTestApi(server, { deps: { ...(sso ? { sso: { ...sso, publicUrl: null } } : {}) } })
  try {
    const { status, body: answer } = await other.ask('POST', 'auth/oidc/login', { body: { issuer: newIssuer() } })
    expect([status, answer.detail]).toEqual([503, expect.stringContaining('SVC_PUBLIC_URL')])
    expect((await create()).status).toBe(201)
  } finally {
    await other.close()
  }
})

test('one address may begin 120 sign-ins a minute, whatever their outcome', async () => {
  const clock = { ms: Date.now() }
  const other = await openTestApi(server, { clock })
  const begin = async (ip: string) =>
    (await other.ask('POST', 'auth/oidc/login', { body: { issuer: 'https://no.example' }, ip })).status
  try {
    for (let n = 0; n < 120; n++) expect(await begin('192.0.2.7')).toBe(403)
    expect([await begin('192.0.2.7'), await begin('192.0.2.8')]).toEqual([429, 403])
    clock.ms += 60_000
    expect(await begin('192.0.2.7')).toBe(403)
  } finally {
    await other.close()
  }
})
