import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTenant, createOrganisation, removeTenant } from '../../../control/identity/organisations/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { type Ask, makeUser, newTenant, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path onclick="x()" d="M0 0"/></svg>'
const ALL = {
  product_name: 'Acme SOC',
  primary_color: '#112233',
  accent_color: '#aAbBcC',
  support_email: 'soc@acme.example',
  support_url: 'https://help.acme.example/soc?x=1',
  sender_name: 'Acme “24/7”',
  footer_text: 'Acme, since 1949',
}
const EMPTY = Object.fromEntries(Object.keys(ALL).map((name) => [name, null]))
const LOGO = 'branding/assets/logo'

let server: TestPostgres
let api: TestApi
/** One organisation has `home` and the two tenants it looks after; `alone` has no organisation. */
let home: TenantId
let member: TenantId
let sister: TenantId
let alone: TenantId
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  home = await newTenant(api, 'home')
  member = await newTenant(api, 'member')
  sister = await newTenant(api, 'sister')
  alone = await newTenant(api, 'alone')
  for (const tenant of [home, member, sister, alone]) {
    await makeUser(api, tenant, 'ada', 'tenant_admin')
    tokens[tenant] = await tokenOf(api, tenant, 'ada')
  }
  await createOrganisation(api.owner, { name: home, kind: 'mssp', homeTenant: home })
  await addTenant(api.owner, home, member)
  await addTenant(api.owner, home, sister)
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})
beforeEach(async () => {
  for (const tenant of [home, member, sister]) await put(tenant, {})
})

const ask = (tenant: TenantId, method: string, path = 'branding', more: Ask = {}) =>
  api.ask(method, path, { token: tokens[tenant] ?? '', ...more })
const put = (tenant: TenantId, body: object) => ask(tenant, 'PUT', 'branding', { body })
const appearance = async (tenant: TenantId) => (await ask(tenant, 'GET')).body
function upload(tenant: TenantId, bytes: Buffer<ArrayBuffer> | string, type = 'image/png', name = 'file') {
  const body = new FormData()
  body.append(name, new Blob([bytes], { type }), 'logo.png')
  return ask(tenant, 'POST', LOGO, { body })
}

describe('branding', () => {
  test('falls back field by field from the tenant to its organisation to the platform', async () => {
    const platform = await appearance(alone)
    expect(new Set(Object.values(platform.sources))).toEqual(new Set(['platform']))
    await put(home, { product_name: 'Provider SOC', primary_color: '#010203' })
    const { status, body } = await put(member, { product_name: 'Our SOC' })
    expect([status, body.product_name, body.primary_color]).toEqual([200, 'Our SOC', '#010203'])
    expect(body.accent_color).toBe(platform.accent_color)
    const { product_name, primary_color, accent_color } = body.sources
    expect([product_name, primary_color, accent_color]).toEqual(['tenant', 'organisation', 'platform'])
    expect((await appearance(sister)).product_name).toBe('Provider SOC')
    expect((await appearance(home)).sources.product_name).toBe('tenant')
    expect(await appearance(alone)).toEqual(platform)
  })

  test('keeps every field as it was sent, and a PUT replaces all of them', async () => {
    expect((await put(member, ALL)).body).toMatchObject(ALL)
    expect(await appearance(member)).toMatchObject(ALL)
    const { product_name, ...rest } = ALL
    const { body } = await put(member, rest)
    expect([body.product_name, body.sources.product_name]).toEqual(['svc', 'platform'])
  })

  test.each([
    ['nulls', EMPTY],
    ['empty texts', mapped('')],
    ['spaces', { product_name: '  ' }],
    ['nothing', {}],
  ])('returns to the platform’s values, including the logo, when cleared with %s', async (_, nothing) => {
    const platform = await appearance(member)
    await put(member, ALL)
    await upload(member, PNG)
    expect((await put(member, nothing)).body).toEqual(platform)
    expect(await appearance(member)).toEqual(platform)
    expect((await ask(member, 'GET', LOGO)).status).toBe(404)
  })

  test('is refused to a tenant without an organisation, which keeps the platform’s', async () => {
    for (const [method, path, body] of [
      ['PUT', 'branding', ALL],
      ['DELETE', LOGO, undefined],
    ] as const)
      expect([method, (await ask(alone, method, path, body ? { body } : {})).status]).toEqual([method, 409])
    expect((await upload(alone, PNG)).status).toBe(409)
    await put(member, ALL)
    await removeTenant(api.owner, home, member)
    expect((await appearance(member)).sources.product_name).toBe('platform')
    await addTenant(api.owner, home, member)
    expect(await appearance(member)).toMatchObject(ALL)
  })

  test.each([
    { product_name: 'x'.repeat(81) },
    { product_name: 7 },
    { primary_color: 'red' },
    { primary_color: '#12345' },
    { accent_color: '#123456; background: url(//x)' },
    { support_email: 'nobody' },
    { support_email: `${'x'.repeat(250)}@a.example` },
    { support_url: 'http://help.example' },
    { support_url: 'javascript:alert(1)//https://' },
    { support_url: 'https://user:pass@help.example' },
    { support_url: `https://help.example/${'x'.repeat(500)}` },
    { support_url: 'https://' },
    { sender_name: 'SOC\r\nBcc: all@example.org' },
    { sender_name: 'moc.\u202eelpmaxe' },
    { footer_text: 'x'.repeat(301) },
    { tenant_id: 'other' },
    { logo: 'x' },
  ])('%o is refused and nothing changes', async (body) => {
    const before = await appearance(member)
    expect((await put(member, body)).status).toBe(422)
    expect(await appearance(member)).toEqual(before)
  })

  test('is changed with the permission for settings, and seen by every user of the tenant', async () => {
    await makeUser(api, member, 'viv', 'viewer')
    const token = await tokenOf(api, member, 'viv')
    await put(member, ALL)
    expect((await ask(member, 'GET', 'branding', { token })).body).toMatchObject(ALL)
    for (const [method, path] of [
      ['PUT', 'branding'],
      ['POST', LOGO],
      ['DELETE', LOGO],
    ] as const)
      expect([method, (await ask(member, method, path, { token, body: {} })).status]).toEqual([method, 403])
  })

  test('of one customer is invisible to other customers, and a customer may not change the provider’s', async () => {
    await put(home, ALL)
    await upload(home, PNG)
    await put(member, { product_name: 'Mine' })
    await upload(member, SVG, 'image/svg+xml')
    expect((await appearance(sister)).product_name).toBe(ALL.product_name)
    await put(member, {})
    await ask(sister, 'DELETE', LOGO)
    expect((await ask(home, 'GET', LOGO)).headers['content-type']).toBe('image/png')
    expect(await appearance(home)).toMatchObject(ALL)
  })
})

function mapped(value: string) {
  return Object.fromEntries(Object.keys(ALL).map((name) => [name, value]))
}

describe('a logo', () => {
  test('is served with the type of its bytes, and cannot run scripts', async () => {
    const { status, body } = await upload(member, SVG, 'image/png')
    const removed = { elements: ['script'], attributes: ['onclick'] }
    expect([status, body]).toMatchObject([200, { was_sanitized: true, removed, content_type: 'image/svg+xml' }])
    const { headers, text } = await ask(member, 'GET', LOGO)
    expect(text).toBe('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; sandbox;/)
    expect(Buffer.byteLength(text)).toBe(body.size_bytes)
    expect((await appearance(member)).logo).toMatchObject({ sha256: body.sha256, content_type: 'image/svg+xml' })
  })

  test('is served byte for byte when it is a raster image, and answers 304 to a client that has it', async () => {
    const { body } = await upload(member, PNG, 'text/html')
    expect(body).toMatchObject({ was_sanitized: false, removed: { elements: [], attributes: [] } })
    const got = await ask(member, 'GET', LOGO)
    expect([got.headers['content-type'], got.headers['content-length']]).toEqual(['image/png', String(PNG.length)])
    const again = await ask(member, 'GET', LOGO, { headers: { 'if-none-match': String(got.headers.etag) } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('of the organisation is shown to its tenants while they have none of their own', async () => {
    await upload(home, PNG)
    const type = async () => (await ask(member, 'GET', LOGO)).headers['content-type']
    expect(await type()).toBe('image/png')
    expect((await ask(alone, 'GET', LOGO)).status).toBe(404)
    await upload(member, SVG)
    expect(await type()).toBe('image/svg+xml')
    expect((await ask(member, 'DELETE', LOGO)).status).toBe(204)
    expect(await type()).toBe('image/png')
    expect((await ask(member, 'DELETE', LOGO)).status).toBe(404)
  })

  test.each([
    ['a page', '<!doctype html><html></html>', 422],
    ['a page without a declaration', '<html><script>1</script></html>', 422],
    ['an SVG with an entity', '<!DOCTYPE svg [<!ENTITY a "b">]><svg><path/></svg>', 422],
    ['a GIF', 'GIF89a<svg>', 415],
    ['nothing', '', 415],
    ['a script', 'alert(1)', 415],
    ['a PDF', '%PDF-1.7', 415],
    ['half of a PNG signature', PNG.subarray(0, 7), 415],
    ['256 KiB and a byte', Buffer.concat([PNG, Buffer.alloc(262_145 - PNG.length)]), 413],
    ['a megabyte', Buffer.concat([PNG, Buffer.alloc(1 << 20)]), 413],
    ['an SVG that grows over the limit', `<svg><text>${'>'.repeat(100_000)}</text></svg>`, 413],
  ])('that is %s is refused', async (_, bytes, status) => {
    expect((await upload(member, bytes)).status).toBe(status)
    expect((await ask(member, 'GET', LOGO)).status).toBe(404)
  })

  test('of exactly 256 KiB is accepted', async () => {
    const { status, body } = await upload(member, Buffer.concat([PNG, Buffer.alloc(262_144 - PNG.length)]))
    expect([status, body.size_bytes]).toEqual([200, 262_144])
  })

  test('is accepted only as the single file of a form, in the field named file', async () => {
    const two = new FormData()
    for (const name of ['other', 'file']) two.append(name, new Blob([PNG]), 'x')
    const text = new FormData()
    text.append('file', 'text')
    const fields = new FormData()
    fields.append('name', 'value')
    fields.append('file', new Blob([PNG]), 'x')
    const statuses = []
    for (const body of [two, text, fields, {}]) statuses.push((await ask(member, 'POST', LOGO, { body })).status)
    expect((await upload(member, PNG, 'image/png', 'logo')).status).toBe(422)
    expect(statuses).toEqual([422, 413, 413, 415])
  })

  test.each([
    ['multipart/form-data; boundary=x', '--y'],
    ['multipart/form-data; boundary=x', ''],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n<svg>',
    ],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n<svg/>\r\n--x--'],
    ['multipart/form-data', '--x'],
    ['multipart/form-data; boundary=', '--'],
    [`multipart/form-data; boundary=${'x'.repeat(5_000)}`, '--x'],
  ])('in a form that cannot be read (%s, %j) is refused', async (type, payload) => {
    const headers = { 'content-type': type, authorization: `Bearer ${tokens[member]}` }
    const url = `/api/v1/${LOGO}`
    const { statusCode } = await api.api.app.inject({ method: 'POST', url, headers, payload })
    expect([400, 422]).toContain(statusCode)
  })

  test('leaves the change in the audit log, but not the image', async () => {
    api.audited.length = 0
    await upload(member, SVG)
    await upload(member, 'no logo')
    await ask(member, 'DELETE', LOGO)
    expect(api.audited.map(({ action, tenantId }) => [action, tenantId])).toEqual([
      ['branding:logo_uploaded', member],
      ['branding:logo_removed', member],
    ])
    expect(api.audited[0]?.changes).toMatchObject({ content_type: 'image/svg+xml', removed: { elements: ['script'] } })
  })
})

describe('texts of messages', () => {
  const MESSAGE = 'branding/messages/escalation'
  const say = (tenant: TenantId, body: object, path = MESSAGE) => ask(tenant, 'PUT', path, { body })
  const wordsOf = async (tenant: TenantId) =>
    (await ask(tenant, 'GET', 'branding/messages')).body.items.find(
      ({ kind }: { kind: string }) => kind === 'escalation',
    )

  test('fall back part by part from the tenant to its organisation to the platform', async () => {
    await say(home, { subject: 'Home: {title}', body: 'Home says {text}' })
    expect((await say(member, { subject: 'Member: {title}' })).body).toMatchObject({
      ...{ subject: 'Member: {title}', body: 'Home says {text}' },
      sources: { subject: 'tenant', body: 'organisation' },
    })
    expect(await wordsOf(sister)).toMatchObject({ subject: 'Home: {title}', sources: { subject: 'organisation' } })
    expect(await wordsOf(alone)).toMatchObject({ subject: null, sources: { subject: 'platform', body: 'platform' } })
    await say(member, {})
    expect(await wordsOf(member)).toMatchObject({ subject: 'Home: {title}' })
    await say(home, {})
    expect(await wordsOf(member)).toMatchObject({ subject: null, body: null })
  })

  test('are previewed as a message with the current branding before they are saved', async () => {
    await put(member, { product_name: 'Member SOC', sender_name: 'The desk', primary_color: '#aa0000' })
    const body = { subject: '{sender}: {title}', body: 'Dear {receiver}, {text} <b>' }
    const shown = await ask(member, 'POST', `${MESSAGE}/preview`, { body })
    expect(shown.body.subject).toBe('The desk: INC-042 Sign-in from a new country')
    expect(shown.body.text).toContain('Dear ann@example.com, Nobody has taken it for 15 minutes. <b>')
    expect(shown.body.html).toContain('#aa0000')
    expect(shown.body.html).toContain('&lt;b&gt;')
    expect(await wordsOf(member)).toMatchObject({ subject: null, body: null })
  })

  test.each([
    ['a placeholder that there is none of', { subject: '{password}' }],
    ['a line break in a subject', { subject: 'a\nBcc: x' }],
    ['a subject that turns text around', { subject: 'a\u202eb' }],
    ['a body that is too long', { body: 'x'.repeat(4001) }],
    ['a member that is none', { html: '<p>' }],
  ])('are refused: %s', async (_, body) => {
    expect((await say(member, body)).status).toBe(422)
    expect((await ask(member, 'POST', `${MESSAGE}/preview`, { body })).status).toBe(422)
  })

  test('are refused for reports and codes, for a digest without its list, and without permission to change settings', async () => {
    expect((await say(member, { subject: 'x' }, 'branding/messages/report')).status).toBe(422)
    expect((await say(member, { body: 'many' }, 'branding/messages/digest')).status).toBe(422)
    await makeUser(api, member, 'lia', 'soc_lead')
    const token = await tokenOf(api, member, 'lia')
    expect((await api.ask('PUT', MESSAGE, { token, body: { subject: 'x' } })).status).toBe(403)
  })
})
