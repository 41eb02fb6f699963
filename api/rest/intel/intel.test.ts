/** Indicators and feeds over REST, with servers of feeds on this machine: sound ones, and ones that hang or go on for ever. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  changedIndicators,
  feedsOf,
  feedWorkers,
  runSync,
  type SyncDeps,
  startSync,
} from '../../../control/detect/intel/index.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { keepRunning } from '../../../platform/workers-testing.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi, VAULT } from '../../test-api.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
const log = pino({ level: 'silent' })
const options = { airGap: { enabled: false, allowlist: [] }, allowPrivate: false, log }
const open = openEgress({ ...options, resolve: async () => ['127.0.0.1'] })
/** The servers of this test are on loopback, which no tenant may name. */
const egress: typeof open = (request) => open({ ...request, chosenBy: 'operator' })

let server: TestPostgres
let api: TestApi
let acme: TenantId
let globex: TenantId
let token = ''
let stranger = ''
let feeds: Server
let base = ''
let answer: (request: IncomingMessage, response: ServerResponse) => void
let requests: { url: string; headers: IncomingMessage['headers'] }[] = []

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(await server.database())
  acme = await makeTenant(api, 'acme')
  globex = await makeTenant(api, 'globex')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, globex)
  feeds = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    answer(request, response)
  })
  await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve))
  base = `http://feeds.example:${(feeds.address() as AddressInfo).port}`
})
afterAll(async () => {
  feeds.closeAllConnections()
  feeds.close()
  await api.close()
  await server.close()
})
beforeEach(() => {
  requests = []
})

const post = (path: string, body: object, as = token) => api.ask('POST', path, { token: as, body })
const enrich = async (type: string, value: string, as = token) =>
  (await post('intel/enrich', { indicators: [{ type, value }] }, as)).body.indicators[0]

describe('indicators', () => {
  test('are stored normalised, and adding one again changes the same one', async () => {
    const first = await post('intel/iocs', { ioc_type: 'domain', value: 'EVIL[.]example.', confidence: 90 })
    expect([first.status, first.body.value, first.body.source]).toEqual([201, 'evil.example', 'internal'])
    expect(first.body).toMatchObject({ seen: null, seen_unknown_because: 'no lake is configured here' })
    const again = await post('intel/iocs', { ioc_type: 'domain', value: 'evil.example', severity: 'high' })
    expect(again.body).toMatchObject({ id: first.body.id, severity: 'high' })
    expect((await post('intel/iocs', { ioc_type: 'ip', value: 'nonsense' })).status).toBe(422)
    expect((await post('intel/iocs', { ioc_type: 'ip', value: '198.51.100.0/24' })).body.ioc_type).toBe('cidr')
  })

  test('a URL without a scheme makes one of http and one of https, and is found by either, as in a file', async () => {
    const { body } = await post('intel/iocs', { ioc_type: 'url', value: 'bare[.]example/a?b', tags: ['x'] })
    expect(body).toMatchObject({ value: 'http://bare.example/a?b', others: [{ value: 'https://bare.example/a?b' }] })
    expect(body.others[0]).toMatchObject({ ioc_type: 'url', tags: ['x'], is_active: true })
    expect((await enrich('url', 'https://bare.example/a?b')).matches).toMatchObject([{ id: body.others[0].id }])
    const both = await enrich('url', 'bare.example/a?b')
    expect(both.matches.map(({ id }: { id: string }) => id).sort()).toEqual([body.id, body.others[0].id].sort())
    expect((await post('intel/iocs', { ioc_type: 'url', value: 'hxxp://bare.example/b' })).body.others).toEqual([])
    const name = await post('intel/iocs', { ioc_type: 'url', value: 'only-a-name.example' })
    expect(name.body).toMatchObject({ ioc_type: 'domain', value: 'only-a-name.example' })
  })

  test('keep fields that a later request leaves out, and are read by id', async () => {
    const indicator = { severity: 'critical', confidence: 95, tlp: 'red', tags: ['keep'], false_positive: false }
    const { body: first } = await post('intel/iocs', { ioc_type: 'ip', value: '203.0.113.77', ...indicator })
    const { body: again } = await post('intel/iocs', { ioc_type: 'ip', value: '203.0.113.77' })
    expect(again).toMatchObject({ id: first.id, ...indicator })
    const { body: changed } = await post('intel/iocs', { ioc_type: 'ip', value: '203.0.113.77', confidence: 20 })
    expect(changed).toMatchObject({ ...indicator, confidence: 20 })
    const read = await api.ask('GET', `intel/iocs/${first.id}`, { token })
    expect(read.body).toMatchObject({ value: '203.0.113.77', tlp: 'red', confidence: 20 })
    expect((await api.ask('GET', `intel/iocs/${first.id}`, { token: stranger })).status).toBe(404)
  })

  test('with a context that is larger than what is stored are refused at its place', async () => {
    const sent = (chars: number) =>
      api.ask('POST', 'intel/iocs', {
        ...{ token, body: { ioc_type: 'user_agent', value: 'large/1.0', context: { note: 'x'.repeat(chars) } } },
      })
    expect((await sent(15_900)).status).toBe(201)
    const { status, body } = await sent(16_400)
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'context']])
  })

  test('are listed by type, page by page, for the own tenant only', async () => {
    for (const value of ['a.example', 'b.example']) await post('intel/iocs', { ioc_type: 'domain', value })
    const page = await api.ask('GET', 'intel/iocs?ioc_type=domain&limit=2', { token })
    expect(page.body.items.map(({ value }: { value: string }) => value)).toEqual(['b.example', 'a.example'])
    const next = await api.ask('GET', `intel/iocs?ioc_type=domain&limit=2&cursor=${page.body.next_cursor}`, { token })
    expect(next.body.items.map(({ value }: { value: string }) => value)).toEqual([
      'only-a-name.example',
      'evil.example',
    ])
    expect((await api.ask('GET', 'intel/iocs', { token: stranger })).body.items).toEqual([])
  })

  test('enrich a value that they cover, and list the sources that could not be checked', async () => {
    const found = await enrich('domain', 'a.b.EVIL.example')
    expect(found).toMatchObject({ normalised: 'a.b.evil.example', matches: [{ value: 'evil.example', weak: false }] })
    expect(found.sources_checked).toEqual([
      { name: 'indicators', status: 'ok', reason: null },
      { name: 'lake', status: 'could_not_check', reason: 'no lake is configured here' },
    ])
    expect((await enrich('ip', '198.51.100.9')).matches).toMatchObject([{ ioc_type: 'cidr', half_life_days: 30 }])
    expect((await enrich('domain', 'evil.example', stranger)).matches).toEqual([])
    expect(await enrich('ip', 'x')).toMatchObject({ normalised: null, matches: [] })
  })

  test('that are false positives, inactive or expired match nothing', async () => {
    const { id } = (await post('intel/iocs', { ioc_type: 'domain', value: 'mark.example' })).body
    const patch = (body: object, as = token) => api.ask('PATCH', `intel/iocs/${id}`, { token: as, body })
    const count = async () => (await enrich('domain', 'mark.example')).matches.length
    expect(await count()).toBe(1)
    expect((await patch({ is_active: false }, stranger)).status).toBe(404)
    for (const [off, on] of [
      [{ false_positive: true }, { false_positive: false }],
      [{ is_active: false }, { is_active: true }],
      [{ expires_at: '2001-01-01T00:00:00Z' }, { expires_at: null }],
    ] as const) {
      expect((await patch(off)).status).toBe(200)
      expect(await count()).toBe(0)
      await patch(on)
      expect(await count()).toBe(1)
    }
  })
})

describe('indicators of the tenant', () => {
  const add = async (value: string) => (await post('intel/iocs', { ioc_type: 'domain', value })).body.id as string
  const matches = async (value: string) => (await enrich('domain', value)).matches.length

  test('are deleted completely, and start fresh when the value is added again', async () => {
    await post('intel/iocs', { ioc_type: 'domain', value: 'gone.example', tlp: 'red', confidence: 90 })
    const id = await add('gone.example')
    expect((await api.ask('DELETE', `intel/iocs/${id}`, { token: stranger })).status).toBe(404)
    expect((await api.ask('DELETE', `intel/iocs/${id}`, { token })).status).toBe(204)
    for (const method of ['GET', 'DELETE', 'PATCH'])
      expect(
        (
          await api.ask(method, `intel/iocs/${id}`, {
            token,
            ...(method === 'PATCH' ? { body: { confidence: 1 } } : {}),
          })
        ).status,
      ).toBe(404)
    expect((await api.ask('GET', 'intel/iocs?limit=500', { token })).text).not.toContain('gone.example')
    expect(await matches('gone.example')).toBe(0)
    const changed = await withTenant(api.deps.pool, acme, (tx) => changedIndicators(tx, acme, 0, 10_000))
    expect(changed.find((one) => one.id === id)).toMatchObject({ isActive: false })
    expect(await add('gone.example')).toBe(id)
    expect((await api.ask('GET', `intel/iocs/${id}`, { token })).body).toMatchObject({
      is_active: true,
      threat_actor: null,
    })
    expect((await api.ask('GET', `intel/iocs/${id}`, { token })).body.tlp).not.toBe('red')
    expect(await matches('gone.example')).toBe(1)
  })

  test('are changed and deleted in bulk, all or none', async () => {
    const ids = [await add('one.example'), await add('two.example')]
    const bulk = (change: object | null, of = ids, as = token) => post('intel/iocs/bulk', { ioc_ids: of, change }, as)
    const known = async () => [await matches('one.example'), await matches('two.example')]
    expect((await bulk({ is_active: false }, ids, stranger)).status).toBe(422)
    expect((await bulk({ is_active: false }, [...ids, crypto.randomUUID()])).status).toBe(422)
    expect(await known()).toEqual([1, 1])
    expect((await bulk({ is_active: false })).body.items).toEqual(ids.map((id) => ({ id, outcome: 'changed' })))
    expect(await known()).toEqual([0, 0])
    await bulk({ is_active: true })
    expect(await known()).toEqual([1, 1])
    expect((await bulk(null)).body.items).toEqual(ids.map((id) => ({ id, outcome: 'deleted' })))
    expect((await bulk(null)).status).toBe(422)
    expect(await known()).toEqual([0, 0])
  })
})

const LIMITS = { pages: 5, totalMs: 20_000, answerMs: 300, answerBytes: 100_000, indicators: 1_000 }
let made = 0

async function sync(feed: object, times = 1) {
  const created = await post('intel/feeds', { name: `feed ${made++}`, ...feed })
  expect(created.status).toBe(201)
  const { pool } = api.deps
  const deps: SyncDeps = { pool, egress, vault: VAULT, log, nowMs: Date.now, limits: LIMITS }
  for (let n = 0; n < times; n++) {
    const begun = await withTenant(pool, acme, (tx) => startSync(tx, created.body.id, deps))
    await runSync(deps, acme, begun)
  }
  const found = (await withTenant(pool, acme, feedsOf)).find(({ id }) => id === created.body.id)
  if (!found) throw new Error('the feed is gone')
  return found
}

const stix = (value: string) => ({
  type: 'indicator',
  id: `indicator--${value}`,
  pattern: `[domain-name:value = '${value}']`,
})
const json = (response: ServerResponse, body: unknown, headers = {}) => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

describe('a feed', () => {
  test('over TAXII is read page by page, and the next sync continues there', async () => {
    const added = '2026-01-02T00:00:00.000000Z'
    answer = (request, response) => {
      const query = new URL(request.url ?? '', base).searchParams
      if (query.has('added_after')) return json(response, {})
      if (query.has('next'))
        return json(response, { objects: [stix('t2.example'), { type: 'x' }] }, { 'x-taxii-date-added-last': added })
      return json(response, {
        more: true,
        next: 'two',
        objects: [stix('t1.example'), { type: 'indicator', pattern: '[', id: 'i' }],
      })
    }
    const feed = {
      feed_type: 'taxii',
      url: `${base}/api/`,
      config: { collection: 'c1', username: 'u' },
      api_key: 'secret',
    }
    const found = await sync(feed, 2)
    expect(found).toMatchObject({ status: 'ok', error: null, position: added, pages: 1 })
    expect(requests.map(({ url }) => new URL(url, base).searchParams.get('added_after'))).toEqual([null, null, added])
    expect(requests[0]?.url).toMatch(/^\/api\/collections\/c1\/objects\/\?/)
    expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('u:secret').toString('base64')}`)
    for (const value of ['t1.example', 't2.example']) expect((await enrich('domain', value)).matches).toHaveLength(1)
  })

  test('over TAXII of other servers is read too: no next page, numbers as pages, version 2.0, manifests', async () => {
    const days = [1, 2, 3, 4]
    const timeOf = (day: number) => `2026-01-0${day}T00:00:00.000Z`
    answer = (request, response) => {
      const after = Date.parse(new URL(request.url ?? '', base).searchParams.get('added_after') ?? '2026-01-01')
      const left = days.filter((day) => day === 1 || Date.parse(timeOf(day)) > after)
      const page = left.slice(after > Date.parse(timeOf(1)) ? 1 : 0).slice(0, 2)
      const objects = page.map((day) => stix(`m${day}.example`))
      json(response, { more: !page.includes(4), objects }, { 'x-taxii-date-added-last': timeOf(page.at(-1) ?? 4) })
    }
    expect(await sync({ feed_type: 'taxii', url: `${base}/api/collections/c/manifest/` })).toMatchObject({
      status: 'ok',
      position: timeOf(4),
    })
    expect(requests[0]?.url).toMatch(/^\/api\/collections\/c\/objects\//)
    answer = (request, response) => {
      const page = new URL(request.url ?? '', base).searchParams.get('next')
      json(response, page === '7' ? { objects: [stix('n7.example')] } : { more: true, next: 7, objects: [] })
    }
    expect(await sync({ feed_type: 'taxii', url: `${base}/api`, config: { collection: 'c' } })).toMatchObject({
      status: 'ok',
    })
    answer = (request, response) => {
      if (!String(request.headers.accept).includes('oasis')) return void response.writeHead(406).end()
      response.writeHead(206, { 'content-range': 'items 0-0/1' })
      response.end(JSON.stringify({ type: 'bundle', objects: [stix('old.example')] }))
    }
    expect(await sync({ feed_type: 'taxii', url: `${base}/api`, config: { collection: 'c' } })).toMatchObject({
      status: 'ok',
    })
    for (const value of ['m1', 'm2', 'm3', 'm4', 'n7', 'old'])
      expect([value, (await enrich('domain', `${value}.example`)).matches.length]).toEqual([value, 1])
  })

  test.each<[string, (n: number) => object, RegExp]>([
    ['the same page', () => ({ more: true, next: 'again', objects: [] }), /a page again/],
    ['the same under new names', (n) => ({ more: true, next: `p${n}`, objects: [stix('l.example')] }), /a page again/],
    [
      'new pages without an end',
      (n) => ({ more: true, next: `p${n}`, objects: [stix(`l${n}.example`)] }),
      /more than 5 pages/,
    ],
    ['more, and not where', () => ({ more: true, objects: [] }), /without a link to the next/],
    ['a list', () => [], /no TAXII envelope/],
  ])('that returns %s ends with an error, and keeps what was read', async (_, page, error) => {
    let n = 0
    answer = (_request, response) => json(response, page(n++))
    const found = await sync({ feed_type: 'taxii', url: `${base}/api`, config: { collection: 'c' } })
    expect(found).toMatchObject({ status: 'failed', error: expect.stringMatching(error) })
    expect(requests.length).toBeLessThanOrEqual(5)
  })

  test.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['hangs', () => undefined, /no answer in time/],
    ['answers for ever', (response) => void response.write('{"objects":['), /no answer in time/],
    ['answers with too much', (response) => void response.end('x'.repeat(100_001)), /more than 100000 bytes/],
    ['refuses', (response) => void response.writeHead(401).end(), /status 401/],
    ['is no JSON', (response) => void response.end('<html>'), /not JSON/],
  ])('that %s ends with an error', async (_, give, error) => {
    answer = (_request, response) => give(response)
    const found = await sync({ feed_type: 'taxii', url: `${base}/api`, config: { collection: 'c' } })
    expect(found).toMatchObject({ status: 'failed', error: expect.stringMatching(error) })
    const checked = (await enrich('domain', 'evil.example')).sources_checked
    expect(checked).toContainEqual({ name: found.name, status: 'could_not_check', reason: found.error })
  })

  test('of MISP, OTX or a file is read too, and invalid entries are skipped with reasons', async () => {
    const event = {
      Event: {
        Attribute: [
          { type: 'domain', value: 'misp.example', to_ids: true },
          { type: 'text', value: 'x' },
        ],
      },
    }
    answer = (_, response) => json(response, { response: [event] })
    expect(await sync({ feed_type: 'misp', url: base, api_key: 'k' })).toMatchObject({
      status: 'ok',
      indicators: 1,
      skipped: 1,
    })
    const pulse = {
      name: 'p',
      indicators: [
        { type: 'hostname', indicator: 'otx.example' },
        { type: 'CVE', indicator: 'CVE-1' },
      ],
    }
    answer = (request, response) =>
      json(response, request.url?.includes('page=2') ? { results: [] } : { results: [pulse], next: `${base}/x?page=2` })
    expect(await sync({ feed_type: 'otx', url: base, api_key: 'k' })).toMatchObject({
      status: 'ok',
      indicators: 1,
      pages: 2,
    })
    answer = (_, response) => json(response, { results: [], next: 'http://other.example/' })
    expect(await sync({ feed_type: 'otx', url: base })).toMatchObject({
      error: expect.stringMatching(/another server/),
    })
    answer = (_, response) => void response.end('domain\ncsv.example\n\0garbage\n')
    const csv = await sync({ feed_type: 'csv', url: base })
    expect(csv).toMatchObject({ status: 'ok', indicators: 1, skipReasons: { 'not a value of kind domain': 1 } })
    for (const value of ['misp.example', 'otx.example', 'csv.example'])
      expect((await enrich('domain', value)).matches).toHaveLength(1)
  })

  test('removes indicators that it revokes, deletes or changes, and restores them when it sends them again', async () => {
    let objects: object[] = [stix('kept.example'), stix('revoked.example'), stix('changed.example')]
    answer = (_, response) =>
      json(
        response,
        { objects },
        { 'x-taxii-date-added-last': 'Fri Mar 06 2026 22:10:20 GMT+0000 (Coordinated Universal Time)' },
      )
    const created = await post('intel/feeds', {
      name: `feed ${made++}`,
      feed_type: 'taxii',
      url: `${base}/api`,
      config: { collection: 'c' },
    })
    const { pool } = api.deps
    const again = async (next: object[]) => {
      objects = next
      const deps: SyncDeps = { pool, egress, vault: VAULT, log, nowMs: Date.now, limits: LIMITS }
      await runSync(deps, acme, await withTenant(pool, acme, (tx) => startSync(tx, created.body.id, deps)))
    }
    const matches = async (value: string) => (await enrich('domain', value)).matches.length
    await again(objects)
    expect(await matches('revoked.example')).toBe(1)
    await again([
      { ...stix('revoked.example'), revoked: true },
      { ...stix('changed.example'), pattern: "[domain-name:value = 'other.example']" },
    ])
    // A time in words goes back to the server as TAXII asks for it.
    expect(new URL(requests.at(-1)?.url ?? '', base).searchParams.get('added_after')).toBe('2026-03-06T22:10:20.000Z')
    for (const [value, count] of [
      ['kept', 1],
      ['revoked', 0],
      ['changed', 0],
      ['other', 1],
    ] as const)
      expect([value, await matches(`${value}.example`)]).toEqual([value, count])
    await again([stix('revoked.example')])
    expect(await matches('revoked.example')).toBe(1)
  })

  test('overwrites nothing that users of the tenant wrote', async () => {
    await post('intel/iocs', { ioc_type: 'domain', value: 'ours.example', confidence: 7, false_positive: true })
    answer = (_, response) => void response.end('ours.example\n')
    await sync({ feed_type: 'csv', url: base })
    const { items } = (await api.ask('GET', 'intel/iocs?limit=1&severity=medium', { token })).body
    expect(items).toHaveLength(1)
    expect((await enrich('domain', 'ours.example')).matches).toEqual([])
  })

  test('is polled on schedule, and not while it is disabled', async () => {
    answer = (_, response) => void response.end('domain\nby-itself.example\n')
    const { body } = await post('intel/feeds', { name: 'by itself', feed_type: 'csv', url: base, poll_interval: 60 })
    const off = await post('intel/feeds', { name: 'that is off', feed_type: 'csv', url: base })
    const change = { token, body: { is_enabled: false } }
    expect((await api.ask('PATCH', `intel/feeds/${off.body.id}`, change)).body.is_enabled).toBe(false)
    const stop = new AbortController()
    const running = keepRunning(
      feedWorkers({ pool: api.owner, egress, vault: VAULT, log, nowMs: Date.now, limits: LIMITS, pollMs: 10 }),
      stop.signal,
    )
    const statusOf = async (id: string) => {
      const { items } = (await api.ask('GET', 'intel/feeds?limit=500', { token })).body
      return items.find((feed: { id: string }) => feed.id === id).status
    }
    await expect.poll(() => statusOf(body.id), { timeout: 20_000 }).toBe('ok')
    expect((await enrich('domain', 'by-itself.example')).matches).toHaveLength(1)
    expect(await statusOf(off.body.id)).toBe('never')
    stop.abort()
    await running
    expect((await api.ask('PATCH', `intel/feeds/${body.id}`, { ...change, token: stranger })).status).toBe(404)
    expect((await api.ask('DELETE', `intel/feeds/${body.id}`, { token: stranger })).status).toBe(404)
    expect((await api.ask('DELETE', `intel/feeds/${body.id}`, { token })).status).toBe(204)
  })

  test('syncs one at a time, never shows its key, and is invisible to other tenants', async () => {
    const { body } = await post('intel/feeds', { name: 'keyed', feed_type: 'csv', url: base, api_key: 'secret-key' })
    const list = await api.ask('GET', 'intel/feeds', { token })
    expect(list.text).not.toContain('secret-key')
    expect((await api.ask('GET', 'intel/feeds', { token: stranger })).body.items).toEqual([])
    expect((await post(`intel/feeds/${body.id}/sync`, {}, stranger)).status).toBe(404)
    const deps = { pool: api.deps.pool }
    const start = () => withTenant(deps.pool, acme, (tx) => startSync(tx, body.id, {}))
    await start()
    await expect(start()).rejects.toMatchObject({ code: 'conflict' })
    expect((await post('intel/feeds', { name: 'keyed', feed_type: 'csv', url: base })).status).toBe(409)
    expect((await post('intel/feeds', { name: 'bad', feed_type: 'csv', url: 'file:///etc/passwd' })).status).toBe(422)
    for (const url of ['http://127.0.0.1/feed', 'http://169.254.169.254/', 'https://[::1]/', 'http://192.168.0.1/'])
      expect((await post('intel/feeds', { name: 'bad', feed_type: 'csv', url })).status).toBe(422)
  })
})

test('a source is rated by confirmed alerts, unique indicators and lead time', async () => {
  const post = (url: string, body: unknown, as = token) => api.ask('POST', url, { token: as, body })
  const ioc = (await post('intel/iocs', { ioc_type: 'ip', value: '198.51.100.200' })).body
  const alert = async (disposition: string | null, hoursAfter: number) => {
    const { body } = await post('alerts', { title: 'seen', severity: 'high' })
    const matched = [
      { field: 'indicator.source', value: 'internal' },
      { field: 'indicator.id', value: ioc.id },
    ]
    const fusion = {
      severity: 4,
      priority: 70,
      score: {},
      evidence: [{ language: 'intel', matched }],
      evidence_omitted: 0,
    }
    await withTenant(api.owner, acme, (tx) =>
      tx.run(
        `UPDATE alerts a SET fusion = $2, fusion_version = 1, disposition = $3,
           first_seen = i.created_at + make_interval(hours => $4),
           last_seen = i.created_at + make_interval(hours => $4)
         FROM indicators i WHERE a.id = $1 AND i.id = $5`,
        [body.id, JSON.stringify(fusion), disposition, hoursAfter, ioc.id],
      ),
    )
  }
  await alert('true_positive', 2)
  await alert('true_positive', 4)
  await alert('false_positive', 50)
  await alert(null, 50)
  const values = async (as = token) => (await api.ask('GET', 'intel/feed-values', { token: as })).body
  const own = await values()
  expect(own.is_whole).toBe(true)
  const internal = own.sources.find(({ source }: { source: string }) => source === 'internal')
  expect(internal).toMatchObject({ alerts: 4, confirmed: 2, refuted: 1, lead_seconds: 3 * 3600 })
  expect(internal.indicators).toBeGreaterThan(0)
  expect(internal.unique_indicators).toBe(internal.indicators)
  expect((await values(stranger)).sources.filter(({ alerts }: { alerts: number }) => alerts > 0)).toEqual([])
})
