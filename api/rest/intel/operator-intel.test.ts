/** Feeds that the operator sets for all tenants, and indicators pushed to a MISP that keeps MISP's rules. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  feedWorkers,
  mispWorkers,
  recordSightings,
  registerInstallationFeeds,
  sharedKeysOf,
} from '../../../control/detect/intel/index.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import { drainAll, type Worker } from '../../../platform/workers.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi, VAULT } from '../../test-api.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
const log = pino({ level: 'silent' })
const noGap = { enabled: false, allowlist: [] }
const egress = openEgress({ airGap: noGap, allowPrivate: false, log, resolve: async () => ['127.0.0.1'] })
const KEY = 'k'.repeat(40)

type Attribute = { readonly uuid: string; readonly type: string; readonly value: string; readonly Tag: object[] }

let api: TestApi
let acme = ''
let globex = ''
let outside: Server
let base = ''
let isDown = false
let isOld = false
const sightings: object[] = []
const events = new Map<string, Attribute[]>()
const heads = new Map<string, object>()
/** A turn for what happens while an attribute is on its way. */
let meanwhile: () => Promise<unknown> = async () => {}

beforeAll(async () => {
  api = await startTestApi({ deps: { misp: { pushAuto: false } } })
  const [one, other] = [await makeTenant(api, 'acme'), await makeTenant(api, 'globex')]
  ;[acme, globex] = [await makeAdmin(api, one), await makeAdmin(api, other)]
  outside = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/taxii+json;version=2.1' }).end(JSON.stringify(body))
    if (isDown) return answer(500, { message: 'out of memory' })
    if (request.url?.startsWith('/api1/collections/c-1/objects/')) return answer(200, { objects: [INDICATOR] })
    if (request.headers.authorization !== KEY) return answer(403, { message: 'Authentication failed.' })
    const body = (await json(request)) as { Event: { uuid: string } } & Attribute
    if (request.url === '/events/restSearch') {
      const isFirst = (body as { page?: number }).page === 1
      const response = [...events].map(([uuid, Attribute]) => ({ Event: { ...heads.get(uuid), uuid, Attribute } }))
      return answer(200, { response: isFirst ? response : [] })
    }
    if (request.url === '/sightings/add') {
      const sent = body as unknown as { values: string[] }
      const isThere = [...events.values()].flat().some(({ value }) => sent.values.includes(value))
      // MISP's answer for an unknown attribute: status 200 in older versions, 403 since 2.4.1xx.
      if (!isThere)
        return answer(isOld ? 200 : 403, { message: 'Could not add the Sighting. Reason: No valid attributes found.' })
      sightings.push(sent)
      return answer(200, { message: 'Sighting added' })
    }
    if (request.url === '/events/add') {
      if (events.has(body.Event.uuid)) return answer(403, { message: 'Event already exists' })
      events.set(body.Event.uuid, [])
      heads.set(body.Event.uuid, body.Event)
      return answer(200, body)
    }
    if (request.url?.startsWith('/attributes/edit/')) {
      const uuid = request.url.replace('/attributes/edit/', '')
      const found = [...events.values()].find((all) => all.some((one) => one.uuid === uuid))
      const at = found?.findIndex((one) => one.uuid === uuid) ?? -1
      if (found === undefined) return answer(404, { message: 'Invalid attribute' })
      found[at] = body
      return answer(200, body)
    }
    await meanwhile()
    const attributes = events.get(request.url?.replace('/attributes/add/', '') ?? '')
    if (attributes === undefined) return answer(404, { message: 'Invalid event' })
    const isThere = attributes.some(({ value, type }) => value === body.value && type === body.type)
    if (isThere) return answer(403, { errors: { value: ['A similar attribute already exists for this event.'] } })
    attributes.push(body)
    return answer(200, body)
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  base = `http://intel.example:${(outside.address() as AddressInfo).port}`
})
afterAll(async () => {
  outside?.close()
  await api?.close()
})

const INDICATOR = {
  ...{ type: 'indicator', spec_version: '2.1', id: 'indicator--5e2ee7b0-6b1e-4b1c-9d0f-3a0f6c9f6c01' },
  ...{ created: '2026-11-01T00:00:00.000Z', modified: '2026-11-01T00:00:00.000Z', pattern_type: 'stix' },
  ...{ pattern: "[ipv4-addr:value = '203.0.113.200']", valid_from: '2026-11-01T00:00:00Z' },
}
const taxii = () => ({ url: base, root: 'api1', collections: ['c-1'] })
const deps = () => ({ pool: api.owner, egress, vault: VAULT, log, nowMs: Date.now })
const register = (feeds: object, airGap = noGap) =>
  registerInstallationFeeds(
    api.owner,
    { taxii: null, misp: null, otxKey: null, ...feeds },
    { reach: { airGap, allowPrivate: false }, log },
  )
const turn = (workers: readonly Worker[]) => drainAll(workers.slice(0, 1))
const workersOf = (pushAuto: boolean) => mispWorkers({ ...deps(), misp: { url: `${base}/`, apiKey: KEY }, pushAuto })
const pushAll = () => turn(workersOf(false))
/** One turn: the push that is due first, and none that is asked for meanwhile. */
const pushFirst = () => workersOf(false)[0]?.once({ stop: new AbortController().signal, succeeded: () => undefined })
const pushSightings = (pushAuto: boolean) => turn(workersOf(pushAuto).slice(1))
const feeds = async (token: string) => (await api.ask('GET', 'intel/feeds', { token })).body.items
const post = (body: object, query = '') => api.ask('POST', `intel/iocs${query}`, { token: acme, body })
const hurry = () =>
  withTenant(api.owner, 'acme' as never, (tx) => tx.run(`UPDATE misp_pushes SET next_at = clock_timestamp()`))

test('feeds of the operator are read for all tenants, and tenants cannot change them', async () => {
  const misp = { url: base, apiKey: KEY }
  await register({ taxii: taxii(), misp })
  const keys = sharedKeysOf({ taxii: null, misp, otxKey: null })
  await turn(feedWorkers({ ...deps(), sharedKeys: keys }))
  for (const token of [acme, globex]) {
    expect(await feeds(token)).toMatchObject([
      { name: 'TAXII c-1', url: `${base}/api1`, shared: true, status: 'ok', progress: { indicators: 1 } },
      { name: 'MISP', shared: true, status: 'ok', has_api_key: true },
    ])
    const body = { indicators: [{ type: 'ip', value: '203.0.113.200' }] }
    const found = await api.ask('POST', 'intel/enrich', { token, body })
    expect(found.body.indicators[0].matches).toMatchObject([{ source: 'TAXII c-1' }])
  }
  const [{ id }] = await feeds(acme)
  const change = { is_enabled: false }
  expect((await api.ask('PATCH', `intel/feeds/${id}`, { token: acme, body: change })).status).toBe(404)
  expect((await api.ask('DELETE', `intel/feeds/${id}`, { token: acme })).status).toBe(404)
  expect((await api.ask('POST', `intel/feeds/${id}/sync`, { token: acme })).status).toBe(403)
  expect((await feeds(acme))[0].is_enabled).toBe(true)
})

test('a feed that is no longer configured is disabled, resumes when configured, and an air gap allows no outside feed', async () => {
  const enabled = async () => (await feeds(acme)).filter((feed: { is_enabled: boolean }) => feed.is_enabled).length
  await register({})
  expect(await enabled()).toBe(0)
  await register({ taxii: taxii() })
  expect(await enabled()).toBe(1)
  expect((await feeds(acme))[0].last_polled_at).not.toBeNull()
  await register({ taxii: taxii(), otxKey: 'key' }, { enabled: true, allowlist: [] })
  expect([await enabled(), (await feeds(acme)).some(({ name }: { name: string }) => name === 'OTX')]).toEqual([
    0,
    false,
  ])
})

test('an indicator is pushed once on request, however often it is requested', async () => {
  const plain = await post({ ioc_type: 'domain', value: 'quiet.example' })
  expect([plain.status, plain.body.misp]).toEqual([201, null])
  const first = await post({ ioc_type: 'domain', value: 'loud.example', tlp: 'green' }, '?push_to_misp=true')
  expect(first.body.misp).toMatchObject({ state: 'waiting', attempts: 0 })
  await post({ ioc_type: 'sha256', value: 'a'.repeat(64) }, '?push_to_misp=true')
  await pushAll()
  await post({ ioc_type: 'domain', value: 'loud.example' }, '?push_to_misp=true')
  await pushAll()
  const attributes = [...events.values()]
  expect(attributes.length).toBe(1)
  expect(attributes[0]?.map(({ type, value }) => `${type} ${value}`)).toEqual([
    'domain loud.example',
    `sha256 ${'a'.repeat(64)}`,
  ])
  expect(attributes[0]?.[0]).toMatchObject({
    uuid: first.body.id,
    to_ids: true,
    Tag: [{ name: 'svc:pushed' }, { name: 'tlp:green' }],
  })
  const pushes = (await api.ask('GET', 'intel/misp-pushes', { token: acme })).body.items
  expect(pushes.map(({ state }: { state: string }) => state)).toEqual(['pushed', 'pushed'])
  expect((await api.ask('GET', 'intel/misp-pushes', { token: globex })).body.items).toEqual([])
})

test('a failing MISP is retried and its error is shown, and indicators for named recipients are not pushed', async () => {
  isDown = true
  await post({ ioc_type: 'ip', value: '203.0.113.99' }, '?push_to_misp=true')
  await pushAll()
  const newest = async () => (await api.ask('GET', 'intel/misp-pushes?limit=1', { token: acme })).body.items[0]
  expect(await newest()).toMatchObject({
    state: 'waiting',
    attempts: 1,
    error: expect.stringContaining('out of memory'),
  })
  isDown = false
  await hurry()
  await pushAll()
  expect(await newest()).toMatchObject({ state: 'pushed', attempts: 2, error: null })
  const red = { ioc_type: 'ip', value: '203.0.113.98', tlp: 'red' }
  expect((await post(red, '?push_to_misp=true')).status).toBe(422)
})

test('a push without a MISP is refused, and with MISP_PUSH_AUTO it needs no request', async () => {
  const { deps: own } = api
  Object.assign(own, { misp: null })
  const body = { ioc_type: 'domain', value: 'auto.example' }
  expect((await post(body, '?push_to_misp=true')).status).toBe(503)
  Object.assign(own, { misp: { pushAuto: true } })
  expect((await post(body)).body.misp).toMatchObject({ state: 'waiting' })
  expect((await post(body, '?push_to_misp=false')).body.misp).toBeNull()
  expect((await post({ ioc_type: 'domain', value: 'red.example', tlp: 'red' })).body.misp).toBeNull()
})

test('what a tenant pushed does not return to other tenants through the feed of the same MISP', async () => {
  Object.assign(api.deps, { misp: { pushAuto: false } })
  await post({ ioc_type: 'domain', value: 'ours.example' }, '?push_to_misp=true')
  await pushAll()
  // An analyst's own event is for everybody; one of its attributes is of a tenant, which another user copied there.
  const attribute = (value: string, Tag: object[] = []) => ({ type: 'domain', value, to_ids: true, Tag })
  const theirs = [attribute('theirs.example'), attribute('copied.example', [{ name: 'SVC:pushed' }])]
  events.set(
    'e-1',
    theirs.map((one, n) => ({ ...one, uuid: `a-${n}` })),
  )
  heads.set('e-1', { info: 'Of an analyst' })
  // A user of MISP that may not tag.
  for (const head of heads.values()) if ('Tag' in head) delete head.Tag
  const misp = { url: base, apiKey: KEY }
  await register({ misp })
  const anew = `UPDATE intel_feeds SET last_polled_at = NULL, position = NULL WHERE tenant_id = ''`
  await withOperator(api.owner, 'test', (tx) => tx.run(anew))
  await turn(feedWorkers({ ...deps(), sharedKeys: sharedKeysOf({ taxii: null, misp, otxKey: null }) }))
  const values = ['ours.example', 'copied.example', 'theirs.example']
  const body = { indicators: values.map((value) => ({ type: 'domain', value })) }
  const found = await api.ask('POST', 'intel/enrich', { token: globex, body })
  const sources = found.body.indicators.map(({ matches }: { matches: { source: string }[] }) =>
    matches.map(({ source }) => source),
  )
  expect(sources).toEqual([[], [], ['MISP']])
  const [feed] = (await feeds(acme)).filter(({ name }: { name: string }) => name === 'MISP')
  expect(feed.progress.skip_reasons).toMatchObject({ 'pushed by svc for one tenant': expect.any(Number) })
})

test('a TLP:RED indicator is not pushed, by its stored mark and by its mark at the time of the push', async () => {
  const red = { ioc_type: 'domain', value: 'named.example', tlp: 'red' }
  expect((await post(red)).status).toBe(201)
  const { tlp: _, ...again } = red
  expect((await post(again, '?push_to_misp=true')).status).toBe(422)
  Object.assign(api.deps, { misp: { pushAuto: true } })
  expect((await post(again)).body).toMatchObject({ tlp: 'red', misp: null })
  const waiting = { ioc_type: 'domain', value: 'turns.example' }
  expect((await post(waiting)).body.misp).toMatchObject({ state: 'waiting' })
  await post({ ...waiting, tlp: 'red' })
  await hurry()
  await pushAll()
  expect(JSON.stringify([...events.values()])).not.toMatch(/named\.example|turns\.example/)
  const [push] = (await api.ask('GET', 'intel/misp-pushes?limit=1', { token: acme })).body.items
  expect(push).toMatchObject({ state: 'failed', error: expect.stringContaining('TLP:RED') })
})

test('a changed indicator is updated in MISP, and a change during a push is pushed again', async () => {
  Object.assign(api.deps, { misp: { pushAuto: true } })
  const body = { ioc_type: 'domain', value: 'changes.example', tlp: 'green' }
  await post(body)
  await pushAll()
  meanwhile = async () => {
    meanwhile = async () => {}
    await post({ ...body, tlp: 'amber' })
  }
  await post({ ...body, tlp: 'clear' })
  await hurry()
  await pushFirst()
  const newest = async () => (await api.ask('GET', 'intel/misp-pushes?limit=1', { token: acme })).body.items[0]
  expect(await newest()).toMatchObject({ state: 'waiting', attempts: 0 })
  await hurry()
  await pushAll()
  expect(await newest()).toMatchObject({ state: 'pushed' })
  const there = [...events.values()].flat().filter(({ value }) => value === 'changes.example')
  expect(there.map(({ Tag }) => Tag)).toEqual([[{ name: 'svc:pushed' }, { name: 'tlp:amber' }]])
})

test('nothing is pushed for a suspended tenant', async () => {
  await post({ ioc_type: 'domain', value: 'suspended.example' })
  await hurry()
  const set = (status: string) =>
    withTenant(api.owner, 'acme' as never, (tx) => tx.run(`UPDATE tenants SET status = $1`, [status]))
  await set('suspended')
  await pushAll()
  await set('active')
  expect(JSON.stringify([...events.values()])).not.toContain('suspended.example')
  await pushAll()
  expect(JSON.stringify([...events.values()])).toContain('suspended.example')
})

test('sightings go to MISP on request, and those of alerts when the operator enables it', async () => {
  Object.assign(api.deps, { misp: { pushAuto: false } })
  const { id } = (await post({ ioc_type: 'domain', value: 'seen.example' }, '?push_to_misp=true')).body
  await pushAll()
  const sight = (body: object, query = '', token = acme) =>
    api.ask('POST', `intel/iocs/${id}/sightings${query}`, { token, body })
  const seen_at = '2026-01-02T03:04:05Z'
  const pushed = await sight({ seen_at, count: 3, note: 'on the mail gateway' }, '?push_to_misp=true')
  expect([pushed.status, pushed.body]).toMatchObject([201, { count: 3, misp_state: 'waiting', alert_id: null }])
  expect((await sight({ sighting_type: 'false_positive' })).body.misp_state).toBeNull()
  expect((await sight({ seen_at: '2100-01-01T00:00:00Z' })).status).toBe(422)
  expect((await sight({}, '', globex)).status).toBe(404)
  await pushSightings(true)
  expect(sightings).toEqual([
    { values: ['seen.example'], type: '0', source: 'svc acme', timestamp: Date.parse(seen_at) / 1000 },
  ])
  const list = async (query = '') => (await api.ask('GET', `intel/sightings${query}`, { token: acme })).body.items
  expect((await list(`?indicator_id=${id}`)).map(({ misp_state: state }: { misp_state: string }) => state)).toEqual([
    null,
    'pushed',
  ])
  expect((await api.ask('GET', 'intel/sightings', { token: globex })).body.items).toEqual([])

  const alert = await api.ask('POST', 'alerts', { token: acme, body: { title: 'Known bad domain', severity: 'high' } })
  const draft = { alert_id: alert.body.id, tenant_id: 'acme', version: 1, absorbs: [], document: evidenceOf(id, 2) }
  const record = (document = draft.document) =>
    withTenant(api.owner, 'acme' as never, (tx) => recordSightings(tx, [{ ...draft, document }] as never))
  await record()
  await record()
  await pushSightings(false)
  expect(sightings).toHaveLength(1)
  await pushSightings(true)
  expect(sightings[1]).toMatchObject({ values: ['seen.example'], timestamp: 1_700_000_009 })
  await record(evidenceOf(id, 5))
  await pushSightings(true)
  expect(sightings).toHaveLength(2)
  expect((await list('?limit=1'))[0]).toMatchObject({ count: 5, alert_id: alert.body.id, misp_state: 'pushed' })
})

test.each([false, true])(
  'a value without a MISP attribute is not retried, and other faults are (old MISP: %s)',
  async (old) => {
    isOld = old
    const { id } = (await post({ ioc_type: 'domain', value: `nowhere-${old}.example` })).body
    const sight = () => api.ask('POST', `intel/iocs/${id}/sightings?push_to_misp=true`, { token: acme, body: {} })
    const newest = async () => (await api.ask('GET', 'intel/sightings?limit=1', { token: acme })).body.items[0]
    await sight()
    await pushSightings(false)
    expect(await newest()).toMatchObject({ misp_state: 'failed', misp_error: expect.stringContaining('no attribute') })
    isDown = true
    await sight()
    await pushSightings(false)
    expect(await newest()).toMatchObject({
      misp_state: 'waiting',
      misp_error: expect.stringContaining('out of memory'),
    })
    isDown = false
    const red = (await post({ ioc_type: 'domain', value: `red-${old}.example`, tlp: 'red' })).body
    const refused = await api.ask('POST', `intel/iocs/${red.id}/sightings?push_to_misp=true`, { token: acme, body: {} })
    expect(refused.status).toBe(422)
  },
)

function evidenceOf(indicator: string, count: number): string {
  const matched = [
    { field: 'domain', value: 'seen.example' },
    { field: 'indicator.id', value: indicator },
  ]
  const link = { language: 'intel', matched, count, time_ms: 1_700_000_000_000, last_ms: 1_700_000_009_000 }
  return JSON.stringify({ evidence: [link, { language: 'sigma', matched: [], count: 1, time_ms: 1, last_ms: 1 }] })
}
