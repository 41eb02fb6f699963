/** Indicators over TAXII 2.1 and as STIX, read by taxii2-client and stix2 as people install them, and by plain requests. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Indicator } from '../../intel/indicator.ts'
import type { Skip } from '../../intel/read/reading.ts'
import { readStix } from '../../intel/read/stix.ts'
import { atOnce } from '../../platform/turns.ts'
import { pythonWith } from '../../test/python.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi } from '../test-api.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const python = pythonWith('taxii2-client', '2.3.0', 'taxii2client, stix2', ['stix2==3.0.2'])
if (python.missing !== undefined) console.warn(`SKIPPED: taxii2-client: ${python.missing}`)

let api: TestApi
let base = ''
let admin = ''
let key = ''
let foreignKey = ''
let collection = ''

const VALUES = [
  { ioc_type: 'ip', value: '203.0.113.5', confidence: 80, tlp: 'green', tags: ['c2'] },
  { ioc_type: 'ip', value: '2001:db8::5' },
  { ioc_type: 'ip', value: '198.51.100.0/24' },
  { ioc_type: 'domain', value: 'evil.example', threat_actor: 'APT0', expires_at: '2099-01-01T00:00:00Z' },
  { ioc_type: 'url', value: "https://evil.example/a'b\\c" },
  { ioc_type: 'sha256', value: 'a'.repeat(64), tlp: 'white' },
  { ioc_type: 'md5', value: 'b'.repeat(32) },
  { ioc_type: 'email', value: 'a@evil.example' },
  { ioc_type: 'filename', value: 'run me.exe' },
  { ioc_type: 'user_agent', value: 'curl/0' },
]

beforeAll(async () => {
  api = await startTestApi()
  const [acme, globex] = [await makeTenant(api, 'acme'), await makeTenant(api, 'globex')]
  admin = await makeAdmin(api, acme)
  const keyOf = async (token: string, scopes: string[]) =>
    (await api.ask('POST', 'api-keys', { token, body: { name: 'taxii', scopes } })).body.key
  key = await keyOf(admin, ['threat_intel:read'])
  foreignKey = await keyOf(await makeAdmin(api, globex), ['threat_intel:read'])
  for (const body of VALUES) await api.ask('POST', 'intel/iocs', { token: admin, body })
  await api.ask('POST', 'intel/iocs', { token: admin, body: { ioc_type: 'domain', value: 'red.example', tlp: 'red' } })
  base = `http://127.0.0.1:${await api.api.listen(0, '127.0.0.1')}/taxii2`
  collection = (await read('/svc/collections/')).body.collections[0].id
})
afterAll(() => api?.close())

async function read(path: string, as = key, headers: Record<string, string> = {}) {
  const authorization = `Basic ${Buffer.from(`any:${as}`).toString('base64')}`
  const answer = await fetch(`${base}${path}`, { headers: { authorization, ...headers } })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
const objects = (query = '') => read(`/svc/collections/${collection}/objects/${query}`)

test('a client reads page by page, then only changes, and another tenant reads none of it', async () => {
  const all = []
  let next = ''
  let last = ''
  do {
    const page = await objects(`?limit=3${next && `&next=${next}`}`)
    expect(page.headers.get('content-type')).toBe('application/taxii+json;version=2.1')
    all.push(...page.body.objects)
    last = page.headers.get('x-taxii-date-added-last') ?? ''
    next = page.body.more ? page.body.next : ''
  } while (next)
  expect(all.length).toBe(VALUES.length)
  const since = `?added_after=${encodeURIComponent(last)}`
  expect((await objects(since)).body).toEqual({})
  // The same value said again is no change; another confidence and a deactivation are.
  const again = await api.ask('POST', 'intel/iocs', { token: admin, body: VALUES[0] })
  expect((await objects(since)).body).toEqual({})
  await api.ask('PATCH', `intel/iocs/${again.body.id}`, { token: admin, body: { is_active: false } })
  const changed = (await objects(since)).body.objects
  expect(changed).toMatchObject([{ id: `indicator--${again.body.id}`, revoked: true }])
  expect((await read(`/svc/collections/${collection}/objects/`, foreignKey)).status).toBe(404)
  const own = (await read('/svc/collections/', foreignKey)).body.collections[0].id
  expect((await read(`/svc/collections/${own}/objects/`, foreignKey)).body).toEqual({})
})

test('objects contain the data of their indicators, and our own reader parses them', async () => {
  const { body } = await objects('?limit=1000')
  const ip = body.objects.find(({ name }: { name: string }) => name === '203.0.113.5')
  expect(ip).toMatchObject({ confidence: 80, labels: ['c2'], pattern: "[ipv4-addr:value = '203.0.113.5']" })
  expect(ip.object_marking_refs).toEqual(['marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da'])
  const values: string[] = []
  const skipped: string[] = []
  const live = body.objects.map((object: object) => ({ ...object, revoked: false }))
  const sink = {
    add: ({ kind, value }: Indicator) => void values.push(`${kind} ${value}`),
    ...{ skip: ({ reason }: Skip) => void skipped.push(reason), settle: () => undefined },
  }
  atOnce(readStix(live, sink))
  const written = VALUES.map(
    ({ ioc_type: kind, value }) => `${value.includes('/24') ? 'cidr' : kind} ${value.replace(/\\/, '/')}`,
  )
  expect([...values].sort()).toEqual(written.sort())
  expect(skipped).toEqual([])
})

test('one object, its manifest and its versions are found, and wrong requests get the right error', async () => {
  const [object] = (await objects('?limit=1')).body.objects
  const place = `/svc/collections/${collection}`
  expect((await read(`${place}/objects/${object.id}/`)).body.objects).toEqual([object])
  expect((await read(`${place}/objects/${object.id}/versions/`)).body).toEqual({ versions: [object.modified] })
  expect((await read(`${place}/manifest/?match[id]=${object.id}`)).body.objects).toMatchObject([
    { id: object.id, version: object.modified, media_type: 'application/stix+json;version=2.1' },
  ])
  expect((await read(`${place}/objects/indicator--${crypto.randomUUID()}/`)).status).toBe(404)
  expect((await objects('?match[type]=malware')).body).toEqual({})
  for (const wrong of ['?limit=0', '?limit=x', '?added_after=yesterday', '?next=x', '?other=1'])
    expect([wrong, (await objects(wrong)).status]).toEqual([wrong, wrong === '?other=1' ? 200 : 400])
  expect((await read('/', key, { accept: 'text/html' })).status).toBe(406)
  expect((await read('/svc/nothing/')).status).toBe(404)
})

test('versions are found on every page, and an impossible time is refused', async () => {
  const all = (await objects('?limit=1000')).body.objects
  const { id, modified } = all.at(-1)
  const found = await objects(`?limit=1&match[version]=${encodeURIComponent(modified)}`)
  expect(found.body.objects.map((one: { id: string }) => one.id)).toEqual([id])
  expect((await objects(`?match[version]=2001-01-01T00:00:00Z`)).body).toEqual({})
  for (const no of ['2026-02-30T00:00:00Z', '2026-02-01T00:00:00+16:00', '2026-02-01T25:00:00Z'])
    expect([no, (await objects(`?added_after=${encodeURIComponent(no)}`)).status]).toEqual([no, 400])
  for (const there of ['2024-02-29T23:59:59.123456Z', '2026-02-01T00:00:00-15:59'])
    expect([there, (await objects(`?added_after=${encodeURIComponent(there)}`)).status]).toEqual([there, 200])
})

test('every route is read-only, and accepts the key as TAXII clients send it', () => {
  const routes = api.api.routes.filter(({ url }) => url.startsWith('/taxii2'))
  expect(routes.length).toBeGreaterThanOrEqual(8)
  for (const { method, config } of routes)
    expect([['GET', 'HEAD'].includes(method), config.bearerKey]).toEqual([true, true])
})

test('nothing is readable without a key of the right scope', async () => {
  const weak = await api.ask('POST', 'api-keys', { token: admin, body: { name: 'weak', scopes: ['alerts:read'] } })
  expect((await read('/', weak.body.key)).status).toBe(403)
  for (const wrong of ['', 'x', `${key}x`]) {
    const refused = await read('/', wrong)
    expect([refused.status, refused.body.http_status]).toEqual([401, '401'])
    expect(refused.headers.get('www-authenticate')).toContain('Basic')
  }
  // Elsewhere a key is no password of HTTP Basic.
  const authorization = `Basic ${Buffer.from(`any:${key}`).toString('base64')}`
  expect((await api.ask('GET', 'intel/iocs', { headers: { authorization } })).status).toBe(401)
})

test('the bundle of a tenant without indicators has no list of objects', async () => {
  const token = await makeAdmin(api, await makeTenant(api, 'bare'))
  const { status, body } = await api.ask('GET', 'intel/stix', { token })
  expect([status, body]).toEqual([200, { type: 'bundle', id: expect.stringMatching(/^bundle--/) }])
})

test('a field rule on indicators hides their objects', async () => {
  const bundle = await api.ask('GET', 'intel/stix', { key })
  expect([bundle.status, bundle.body.type, bundle.body.objects.length]).toEqual([200, 'bundle', VALUES.length])
  const rule = { resource: 'indicator', field_path: 'value', visible_to_roles: ['tenant_admin'], treatment: 'mask' }
  const made = await api.ask('POST', 'governance/field-rules', { token: admin, body: rule })
  expect(made.status).toBe(201)
  const fresh = await api.ask('POST', 'api-keys', {
    token: admin,
    body: { name: 'ruled', scopes: ['threat_intel:read'] },
  })
  expect((await read(`/svc/collections/${collection}/objects/`, fresh.body.key)).status).toBe(403)
  expect((await api.ask('GET', 'intel/stix', { key: fresh.body.key })).status).toBe(403)
  await api.ask('DELETE', `governance/field-rules/${made.body.id}`, { token: admin })
})

test('sightings appear with their indicators, in the order of their changes', async () => {
  const { body: all } = await objects('?limit=1000&match[type]=indicator')
  const own = all.objects.find(({ name }: { name: string }) => name === '203.0.113.5')
  const sight = (id: string, body: object) => api.ask('POST', `intel/iocs/${id}/sightings`, { token: admin, body })
  const uuid = own.id.replace('indicator--', '')
  const made = await sight(uuid, { count: 4, seen_at: '2026-03-01T00:00:00Z' })
  await sight(uuid, { sighting_type: 'false_positive' })
  const red = await api.ask('POST', 'intel/iocs', {
    token: admin,
    body: { ioc_type: 'ip', value: '203.0.113.6', tlp: 'red' },
  })
  await sight(red.body.id, {})
  const { body } = await objects('?match[type]=sighting')
  expect(body.objects).toEqual([
    {
      ...{ type: 'sighting', spec_version: '2.1', id: `sighting--${made.body.id}`, count: 4, sighting_of_ref: own.id },
      ...{ first_seen: '2026-03-01T00:00:00.000Z', last_seen: '2026-03-01T00:00:00.000Z' },
      ...{ created: expect.any(String), modified: expect.any(String), object_marking_refs: own.object_marking_refs },
    },
  ])
  const one = await read(`/svc/collections/${collection}/objects/sighting--${made.body.id}/`)
  expect(one.body.objects).toEqual(body.objects)
  expect((await read(`/svc/collections/${collection}/objects/indicator--${made.body.id}/`)).status).toBe(404)
  const pages = []
  for (let next = ''; ; ) {
    const page = (await objects(`?limit=3${next}`)).body
    pages.push(...page.objects)
    if (!page.more) break
    next = `&next=${page.next}`
  }
  expect(pages).toHaveLength(VALUES.length + 1)
  expect(new Set(pages.map(({ id }) => id)).size).toBe(VALUES.length + 1)
  const times = pages.map(({ modified }) => modified)
  expect(times).toEqual([...times].sort())
})

test('residency keeps the objects here where it is enforced, and records what was asked for', async () => {
  const residency = { data_region: 'eu', residency_enforced: true, destinations: { here: 'us' } }
  const put = (body: object) => api.ask('PUT', 'governance/residency', { token: admin, body })
  expect((await put(residency)).status).toBe(200)
  const path = `/svc/collections/${collection}`
  for (const url of [`${path}/objects/`, `${path}/manifest/`, `${path}/objects/indicator--${crypto.randomUUID()}/`]) {
    const answer = await read(url)
    expect([url, answer.status]).toEqual([url, 403])
    expect(answer.body.title).toContain(
      'residency refuses this export: this installation (`here` of destinations) is in us',
    )
  }
  const { items } = (await api.ask('GET', 'governance/residency/violations', { token: admin })).body
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({ operation: 'export', destination: 'here', actual_region: 'us', refused: true })
  await put({ ...residency, destinations: { here: 'eu' } })
  expect((await objects('?limit=1')).body.objects).toHaveLength(1)
  await put({ data_region: null, residency_enforced: false, destinations: {} })
})

test.skipIf(python.missing !== undefined)('taxii2-client and stix2 read the collection and the bundle', async () => {
  const program = `
import json, sys
from taxii2client.v21 import Server, as_pages
import stix2
server = Server(sys.argv[1], user='svc', password=sys.argv[2])
collection = server.default.collections[0]
parsed = []
for page in as_pages(collection.get_objects, per_request=4):
    for o in page.get('objects', []):
        parsed.append(stix2.parse(json.dumps(o), allow_custom=False))
manifest = collection.get_manifest(limit=1000)
one = collection.get_object(parsed[0].id)
bundle = stix2.parse(open(0).read(), allow_custom=False)
print(json.dumps({'title': collection.title, 'objects': len(parsed), 'types': sorted({o.type for o in parsed}),
  'manifest': len(manifest['objects']), 'one': one['objects'][0]['id'] == parsed[0].id, 'bundle': len(bundle.objects)}))
`
  const bundle = await api.ask('GET', 'intel/stix', { key })
  const child = spawn(python.path, ['-c', program, `${base}/`, key], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(bundle.text)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err === '' || out !== '', err).toBe(true)
  const n = VALUES.length + 1
  expect(JSON.parse(out)).toEqual({
    ...{ title: 'Indicators', objects: n, types: ['indicator', 'sighting'], manifest: n, one: true, bundle: n },
  })
})
