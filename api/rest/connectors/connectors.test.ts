import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ConnectorsDeps,
  connectorWorkers,
  pollNext,
  takeOverIngest,
} from '../../../control/platform/connectors/index.ts'
import { type Egress, openEgress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { keepRunning } from '../../../platform/workers-testing.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf, VAULT } from '../../test-api.ts'

const log = pino({ level: 'silent' })
const guarded = openEgress({
  airGap: { enabled: false, allowlist: [] },
  allowPrivate: true,
  log,
  resolve: async () => ['127.0.0.1'],
})
/** A source on this machine is one that no tenant may choose. */
const egress: Egress = (request) => guarded({ ...request, chosenBy: 'operator' })
const SECRET = 'a-token-of-the-vendor'
const MINUTE_MS = 60_000

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly json?: unknown }

let server: TestPostgres
let owner: Postgres
let api: TestApi
let acme: TenantId
let globex: TenantId
let token: string
let stranger: string
let viewer: string
/** Requests to the source, and the answers that it gives. */
const requests: IncomingMessage[] = []
let answer: (request: IncomingMessage, n: number) => Answer
let source: Server
let base: string
/** Batches that arrived at the door. */
let received: { readonly tenant: string; readonly connectorId: string; readonly events: readonly unknown[] }[]

beforeAll(async () => {
  server = await withTestPostgres()
  owner = openPostgres({ url: server.url, poolSize: 4 })
  api = await openTestApi(server, { deps: { egress } })
  source = createServer((request, response) => {
    requests.push(request)
    const { status = 200, headers = {}, json = [] } = answer(request, requests.length - 1)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  base = `http://source.example:${(source.address() as AddressInfo).port}`
  acme = await makeTenant(api, 'acme')
  globex = await makeTenant(api, 'globex')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, globex)
  await makeUser(api, acme, 'vera')
  viewer = await tokenOf(api, acme, 'vera')
})
beforeEach(() => {
  requests.length = 0
  received = []
  answer = () => ({})
})
afterEach(async () => {
  for (const tenant of [acme, globex])
    await withTenant(owner, tenant, (tx) => tx.run(/* sql */ `DELETE FROM connectors`))
})
afterAll(async () => {
  source?.close()
  await api?.close()
  await owner?.end()
  await server?.close()
})

const accept: ConnectorsDeps['pushEvents'] = async ({ tenant, connectorId }, events) => {
  received.push({ tenant, connectorId, events })
}
const deps = (over: Partial<ConnectorsDeps> = {}) => ({
  ...{ pool: owner, vault: VAULT, egress, pushEvents: accept, log, nowMs: Date.now },
  ...over,
})
const okta = (over: object = {}) => ({
  ...{ name: 'okta of acme', type: 'okta', auth_config: { api_token: SECRET }, connector_config: { base_url: base } },
  ...over,
})
async function made(over: object = {}, as = token): Promise<string> {
  const { status, body } = await api.ask('POST', 'connectors', { token: as, body: okta(over) })
  expect([status, body]).toEqual([201, body])
  return body.id
}
const shown = async (id: string, as = token) => (await api.ask('GET', `connectors/${id}`, { token: as })).body
const pollsOf = async (id: string) => (await api.ask('GET', `connectors/${id}/polls`, { token })).body.items
const again = (id: string) => api.ask('POST', `connectors/${id}/poll`, { token })
/** As time does when a process is dead. */
const endLeases = () =>
  withTenant(owner, acme, (tx) =>
    tx.run(/* sql */ `UPDATE connectors SET lease_until = clock_timestamp() - interval '1 second'`),
  )
const eventAt = (ms: number, id: number) => ({ uuid: `event-${id}`, published: new Date(ms).toISOString() })

describe('a connector', () => {
  test('is created, polled at once and shows its progress, and its secret is never returned', async () => {
    const newest = Date.now() - 10 * MINUTE_MS
    answer = (_, n) =>
      n === 0
        ? { json: [eventAt(newest - 1000, 1)], headers: { link: `<${base}/api/v1/logs?after=1>; rel="next"` } }
        : { json: [eventAt(newest, 2)] }
    const id = await made()
    expect(await shown(id)).toMatchObject({ state: 'new', auth_fields: ['api_token'], cursor_at: null })
    expect(await pollNext(deps())).toBe(true)
    expect(await pollNext(deps())).toBe(false)
    expect(received).toEqual([
      { tenant: 'acme', connectorId: id, events: [eventAt(newest - 1000, 1)] },
      { tenant: 'acme', connectorId: id, events: [eventAt(newest, 2)] },
    ])
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`SSWS ${SECRET}`, `SSWS ${SECRET}`])
    const after = await shown(id)
    expect(after).toMatchObject({ state: 'healthy', cursor_at: new Date(newest).toISOString() })
    expect(await pollsOf(id)).toMatchObject([{ outcome: 'ok', pages: 2, fetched: 2, error: null }])
    const rows = await withTenant(owner, acme, (tx) => tx.many((row) => row, /* sql */ `SELECT * FROM connectors`))
    const audit = await api.ask('GET', 'audit-logs?limit=500', { token })
    expect(JSON.stringify([after, rows, audit.body])).not.toContain(SECRET)
    expect(rows[0]?.auth_config).toEqual({ api_token: expect.stringMatching(/^vault:v1:/) })
  })

  test('polls again with an overlap of five minutes', async () => {
    const newest = Date.now() - 1000
    answer = () => ({ json: [eventAt(newest, 1)] })
    const id = await made()
    await pollNext(deps())
    expect((await again(id)).status).toBe(202)
    await pollNext(deps())
    const times = (name: string) =>
      requests.map(({ url = '' }) => Date.parse(new URL(url, base).searchParams.get(name) ?? ''))
    const [since, until] = [times('since'), times('until')]
    expect(Date.now() - (since[0] ?? 0)).toBeGreaterThan(23 * 60 * MINUTE_MS)
    expect(since[1]).toBe((until[0] ?? 0) - 5 * MINUTE_MS)
  })

  describe('of a silent source', () => {
    const since = () => requests.map(({ url = '' }) => Date.parse(new URL(url, base).searchParams.get('since') ?? ''))
    const [begin, event] = [Date.now(), (ms: number) => Math.floor(ms / 1000) * 1000]
    /** Polls at minutes after the beginning. */
    async function pollAt(id: string, minutes: readonly number[]) {
      for (const minute of minutes) {
        await again(id)
        await pollNext(deps({ nowMs: () => begin + minute * MINUTE_MS }))
      }
      return since()
        .slice(-minutes.length)
        .map((ms) => Math.round((ms - event(begin)) / MINUTE_MS))
    }

    test('polls from the newest event on after the lateness window was covered', async () => {
      answer = () => ({ json: [eventAt(event(begin), 1)] })
      const id = await made()
      await pollAt(id, [0])
      expect(await pollAt(id, [1, 4, 6, 7, 30, 600])).toEqual([-5, -4, -1, 0, 0, 0])
    })

    test('polls at most one day back, and its full span after it was off', async () => {
      answer = () => ({ json: [eventAt(event(begin), 1)] })
      const id = await made()
      await pollAt(id, [0, 100 * 60])
      answer = () => ({})
      // The poll at hour 100 read its span to the end, so the next one starts a day before that end.
      expect(await pollAt(id, [101 * 60])).toEqual([76 * 60])
      expect(await pollAt(id, [500 * 60])).toEqual([77 * 60])
    })

    test('fetches the events that arrived late because of an outage of the source', async () => {
      answer = () => ({ json: [eventAt(event(begin), 1)] })
      const id = await made()
      await pollAt(id, [0, 30, 60, 120])
      const late = eventAt(event(begin) + MINUTE_MS, 2)
      answer = ({ url = '' }) => {
        const from = Date.parse(new URL(url, base).searchParams.get('since') ?? '')
        return { json: [eventAt(event(begin), 1), late].filter(({ published }) => Date.parse(published) >= from) }
      }
      await pollAt(id, [180])
      expect(received.at(-1)?.events).toContainEqual(late)
    })
  })

  test('asks for shorter time spans when the newest pages are too many, until it has all of them', async () => {
    const [now, minute] = [Date.now(), 60]
    const whole = {
      name: 'pass',
      type: 'onepassword',
      auth_config: { token: SECRET },
      connector_config: { base_url: base },
    }
    const spans: number[] = []
    answer = () => ({})
    const id = await made(whole)
    /** It has a page for each five minutes that it is asked for. */
    const egressOfPages: Egress = async ({ url, body }) => {
      const { start_time: from, end_time: to, cursor } = JSON.parse(String(body)) as Record<string, string>
      const fromMs = Date.parse(from ?? '')
      const toMs = cursor === undefined ? Date.parse(to ?? '') : Number(cursor)
      if (cursor === undefined) spans.push(Math.round((toMs - fromMs) / MINUTE_MS))
      const next = toMs - 5 * MINUTE_MS
      const items = [{ uuid: `${toMs}`, timestamp: new Date(toMs).toISOString() }]
      const page = { items, ...(next > fromMs && { cursor: String(next) }) }
      return { status: 200, headers: {}, url, body: Buffer.from(JSON.stringify(page)) }
    }
    let polls = 0
    while ((await pollNext(deps({ egress: egressOfPages, nowMs: () => now }))) && polls < 20) polls++
    // 24 hours are 288 pages; half of it is not, and what follows is tried at twice that.
    expect(spans.slice(0, 2)).toEqual([24 * minute, 12 * minute])
    expect(await shown(id)).toMatchObject({ state: 'healthy', cursor_at: new Date(now).toISOString() })
    const times = received.flatMap(({ events }) => events.map((event) => Number((event as { uuid: string }).uuid)))
    expect(Math.min(...times)).toBeLessThan(now - (24 * minute - 10) * MINUTE_MS)
  })

  test('with a daily API is polled day by day up to now, also for empty days', async () => {
    answer = ({ url = '' }) => (url.includes('oauth2') ? { json: { access_token: 'T' } } : { json: [] })
    const config = { tenant_id: 'dir', content_types: 'Audit.General', base_url: base, login_url: base }
    const id = await made({
      ...{ type: 'microsoft-365', connector_config: config, auth_config: { client_id: 'c', client_secret: SECRET } },
    })
    const from = Date.now() - 60 * 60 * MINUTE_MS
    await withTenant(owner, acme, (tx) => tx.run(`UPDATE connectors SET cursor_at = $1`, [new Date(from)]))
    let polls = 0
    while (await pollNext(deps())) polls++
    const spans = requests.flatMap(({ url = '' }) => {
      const { pathname, searchParams } = new URL(url, base)
      if (!pathname.endsWith('/content')) return []
      return [['startTime', 'endTime'].map((name) => Date.parse(`${searchParams.get(name)}Z`))]
    })
    // Sixty hours, of which each day but the first begins five minutes before the end of the last.
    expect([polls, spans.length]).toEqual([3, 3])
    for (const [n, [start = 0, end = 0]] of spans.entries()) {
      expect(end - start).toBeLessThanOrEqual(24 * 60 * MINUTE_MS)
      if (n > 0) expect((spans[n - 1]?.[1] ?? 0) - start).toBe(5 * MINUTE_MS)
    }
    expect(Date.now() - (spans[2]?.[1] ?? 0)).toBeLessThan(MINUTE_MS)
    expect(await shown(id)).toMatchObject({ state: 'healthy' })
  })

  test('with more pages than one poll may take continues at once from its cursor, while the cursor moves', async () => {
    const begin = Date.now() - 20 * 60 * MINUTE_MS
    answer = (_, n) => ({
      json: [eventAt(begin + n * 1000, n)],
      ...(n < 250 ? { headers: { link: `<${base}/api/v1/logs?after=${n + 1}>; rel="next"` } } : {}),
    })
    const id = await made()
    expect([await pollNext(deps()), await pollNext(deps()), await pollNext(deps())]).toEqual([true, true, false])
    expect(received).toHaveLength(251)
    expect((await pollsOf(id)).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['ok', 'ok'])
    expect(await shown(id)).toMatchObject({ state: 'healthy' })
  })

  test('of a source with a fast clock polls from now, not from the future', async () => {
    answer = () => ({ json: [eventAt(Date.now() + 86_400_000, 1)] })
    const id = await made()
    await pollNext(deps())
    expect(Date.parse((await shown(id)).cursor_at)).toBeLessThanOrEqual(Date.now())
  })

  test('with refused credentials is not polled until it is saved', async () => {
    answer = () => ({ status: 401, json: { errorSummary: `Invalid token ${SECRET}` } })
    const id = await made()
    await pollNext(deps())
    const blocked = await shown(id)
    expect(blocked).toMatchObject({ state: 'blocked', next_poll_at: null, consecutive_failures: 1 })
    expect(blocked.state_reason).toContain('Invalid token [secret]')
    expect((await again(id)).status).toBe(409)
    expect(await pollNext(deps())).toBe(false)
    answer = () => ({})
    const saved = await api.ask('PATCH', `connectors/${id}`, { token, body: { auth_config: { api_token: 'another' } } })
    expect(saved.body).toMatchObject({ state: 'new', state_reason: null, consecutive_failures: 0 })
    await pollNext(deps())
    expect(requests.at(-1)?.headers.authorization).toBe('SSWS another')
    expect((await shown(id)).state).toBe('healthy')
  })

  test('waits as long as the source says, and longer after each failure', async () => {
    const id = await made()
    answer = () => ({ status: 429, headers: { 'retry-after': '900' } })
    await pollNext(deps())
    const limited = await shown(id)
    expect(limited.state).toBe('rate_limited')
    expect(Date.parse(limited.next_poll_at) - Date.now()).toBeGreaterThan(890_000)
    answer = () => ({ status: 503 })
    for (const seconds of [300, 600, 1200]) {
      await again(id)
      await pollNext(deps())
      const failed = await shown(id)
      expect(failed.state).toBe('degraded')
      expect(Math.round((Date.parse(failed.next_poll_at) - Date.now()) / 1000)).toBeGreaterThan(seconds - 30)
      expect(Math.round((Date.parse(failed.next_poll_at) - Date.now()) / 1000)).toBeLessThanOrEqual(seconds)
    }
    expect((await pollsOf(id)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['failed', 'failed', 'failed', 'rate_limited'],
    ])
  })

  test('that is disabled is not polled', async () => {
    const id = await made({ enabled: false })
    expect(await pollNext(deps())).toBe(false)
    expect(await shown(id)).toMatchObject({ state: 'disabled', next_poll_at: null })
    expect((await again(id)).status).toBe(409)
    await api.ask('PATCH', `connectors/${id}`, { token, body: { enabled: true } })
    expect(await pollNext(deps())).toBe(true)
  })

  test('is tested with the values of the request, and nothing is stored', async () => {
    answer = () => ({ json: [eventAt(Date.now(), 1)] })
    const { name: _, ...settings } = okta()
    const good = await api.ask('POST', 'connectors/test', { token, body: settings })
    expect(good.body).toMatchObject({ ok: true, events: 1, reason: null })
    answer = () => ({ status: 403, json: { error: `not for ${SECRET}` } })
    const bad = await api.ask('POST', 'connectors/test', { token, body: settings })
    expect(bad.body).toMatchObject({ ok: false, events: 0 })
    expect(bad.body.reason).toContain('not for [secret]')
    expect((await api.ask('GET', 'connectors', { token })).body.items).toEqual([])
    expect(received).toEqual([])
  })

  test('is tested under its id or its type with the values of the request only', async () => {
    answer = () => ({ json: [eventAt(Date.now(), 1)] })
    const { name: _, type, ...settings } = okta()
    const id = await made()
    for (const path of [id, type])
      expect((await api.ask('POST', `connectors/${path}/test`, { token, body: settings })).body).toMatchObject({
        ok: true,
      })
    expect((await api.ask('POST', `connectors/${type}/test`, { token, body: { type, ...settings } })).status).toBe(200)
    // Neither the secrets nor the settings of the stored one stand in for those that are missing.
    expect((await api.ask('POST', `connectors/${id}/test`, { token, body: {} })).status).toBe(422)
    expect(
      (await api.ask('POST', `connectors/${id}/test`, { token, body: { type: 'rest', ...settings } })).status,
    ).toBe(422)
    expect((await api.ask('POST', 'connectors/nothing/test', { token, body: settings })).status).toBe(422)
    expect((await api.ask('POST', `connectors/${id}/test`, { token: stranger, body: settings })).status).toBe(404)
    expect((await api.ask('POST', `connectors/${id}/test`, { token: viewer, body: settings })).status).toBe(403)
    expect(requests.length).toBe(3)
  })

  test('without a name is named after its type, with a number when that name is taken', async () => {
    const { name: _, ...settings } = okta()
    const names = []
    for (let n = 0; n < 3; n++) names.push((await api.ask('POST', 'connectors', { token, body: settings })).body.name)
    expect(names).toEqual(['Okta System Log', 'Okta System Log 2', 'Okta System Log 3'])
  })

  test('with an address on this machine is never called, and not saved when the address is literal', async () => {
    const id = await made()
    await pollNext(deps({ egress: guarded }))
    expect(requests).toEqual([])
    expect((await shown(id)).state_reason).toContain('loopback')
    const body = { ...okta({ name: 'of this machine' }), connector_config: { base_url: 'http://127.0.0.1:9200' } }
    expect((await api.ask('POST', 'connectors', { token, body })).status).toBe(422)
  })

  test('with invalid values is refused, and the field is named', async () => {
    const faultOf = async (over: object) => {
      const { status, body } = await api.ask('POST', 'connectors', { token, body: okta(over) })
      expect([status, JSON.stringify(body)]).toEqual([422, JSON.stringify(body)])
      return JSON.stringify(body)
    }
    expect(await faultOf({ type: 'nothing' })).toContain('no kind of connector')
    expect(await faultOf({ auth_config: {} })).toContain('needs api_token')
    expect(await faultOf({ auth_config: { api_token: 'x', other: 'y' } })).toContain('no field other')
    expect(await faultOf({ connector_config: {} })).toContain('needs base_url')
    expect(await faultOf({ connector_config: { base_url: 'file:///etc/passwd' } })).toContain('http or https')
    expect(await faultOf({ connector_config: { base_url: 'https://a:b@c.example' } })).toContain('without user')
    expect(await faultOf({ poll_interval_seconds: 1 })).toContain('poll_interval_seconds')
    await made()
    expect((await api.ask('POST', 'connectors', { token, body: okta() })).status).toBe(409)
  })

  test('is invisible to other tenants', async () => {
    const id = await made()
    expect((await shown(id, stranger)).status).toBe(404)
    expect((await api.ask('PATCH', `connectors/${id}`, { token: stranger, body: { enabled: false } })).status).toBe(404)
    expect((await api.ask('DELETE', `connectors/${id}`, { token: stranger })).status).toBe(404)
    expect((await api.ask('GET', 'connectors', { token: stranger })).body.items).toEqual([])
    expect((await api.ask('POST', 'connectors', { token: viewer, body: okta({ name: 'v' }) })).status).toBe(403)
    expect((await api.ask('DELETE', `connectors/${id}`, { token })).status).toBe(204)
    expect((await shown(id)).status).toBe(404)
  })
})

describe('a poller', () => {
  test('that is killed after a page was accepted is followed by one that fetches the same page again', async () => {
    const newest = Date.now() - MINUTE_MS
    answer = () => ({ json: [eventAt(newest, 1)] })
    const id = await made()
    const killed = deps({
      pushEvents: async (from, events) => {
        await accept(from, events)
        throw new Error('killed')
      },
    })
    await pollNext(killed)
    expect(await shown(id)).toMatchObject({ state: 'degraded', cursor_at: null })
    expect((await shown(id)).state_reason).not.toContain('killed')
    await again(id)
    await pollNext(deps())
    expect(received.map(({ events }) => events)).toEqual([[eventAt(newest, 1)], [eventAt(newest, 1)]])
    expect(new Set(received.map(({ connectorId }) => connectorId))).toEqual(new Set([id]))
  })

  test('that fails in the middle of newest pages starts them again from the same place', async () => {
    const newest = Date.now() - MINUTE_MS
    const entry = (ms: number) => ({ id: `${ms}`, date_create: Math.floor(ms / 1000) })
    let isBroken = true
    answer = (request) => {
      const cursor = new URL(request.url ?? '', base).searchParams.get('cursor')
      if (cursor === null) return { json: { entries: [entry(newest)], response_metadata: { next_cursor: 'older' } } }
      return isBroken ? { status: 500 } : { json: { entries: [entry(newest - 20 * MINUTE_MS)] } }
    }
    const slack = { name: 'slack', type: 'slack', auth_config: { token: SECRET }, connector_config: { base_url: base } }
    const id = await made(slack)
    await pollNext(deps())
    expect(await shown(id)).toMatchObject({ state: 'degraded', cursor_at: null })
    isBroken = false
    await again(id)
    await pollNext(deps())
    expect(received.map(({ events }) => events)).toEqual([
      [entry(newest)],
      [entry(newest)],
      [entry(newest - 20 * MINUTE_MS)],
    ])
    expect(Date.parse((await shown(id)).cursor_at)).toBe(Math.floor(newest / 1000) * 1000)
  })

  test('holds the connector alone until its lease ends, and writes nothing after it lost the lease', async () => {
    const id = await made()
    let other: Promise<boolean> | undefined
    answer = () => ({ json: [eventAt(Date.now() - MINUTE_MS, 1)] })
    const slow = deps({
      pushEvents: async (from, events) => {
        // Nobody else may have it now.
        expect(await pollNext(deps())).toBe(false)
        await endLeases()
        other = pollNext(deps())
        await other
        await accept(from, events)
      },
    })
    await pollNext(slow)
    expect(await other).toBe(true)
    expect(received).toHaveLength(2)
    // The one that lost it is in the history as what it was, and writes nothing there any more.
    expect(await pollsOf(id)).toMatchObject([
      { outcome: 'ok', fetched: 1, pages: 1 },
      { outcome: 'interrupted', fetched: 1, pages: 0, error: expect.stringContaining('process that polled ended') },
    ])
  })

  test('that dies is replaced within seconds, whatever the interval, and its poll is in the history', async () => {
    const id = await made({ poll_interval_seconds: 86_400 })
    const dies = deps({ pushEvents: () => new Promise<never>(() => {}), renewMs: 3_600_000 })
    answer = () => ({ json: [eventAt(Date.now() - MINUTE_MS, 1)] })
    void pollNext(dies)
    // Reading its polls locks the connector for a moment, and one that is locked is passed over.
    await expect.poll(() => requests.length, { timeout: 20_000 }).toBe(1)
    await expect
      .poll(() => pollsOf(id), { timeout: 20_000 })
      .toMatchObject([{ outcome: 'running', fetched: 1, pages: 0, ended_at: null, elapsed_ms: null }])
    const [left] = await withTenant(owner, acme, (tx) =>
      tx.many(
        (row) => row.seconds,
        `SELECT extract(epoch FROM lease_until - clock_timestamp())::int AS seconds FROM connectors`,
      ),
    )
    expect(left).toBeLessThanOrEqual(30)
    await endLeases()
    expect(await pollNext(deps())).toBe(true)
    expect(await pollsOf(id)).toMatchObject([
      { outcome: 'ok', fetched: 1 },
      { outcome: 'interrupted', fetched: 1 },
    ])
    expect((await pollsOf(id))[1].ended_at).not.toBeNull()
  })

  test('keeps its lease while the source is slow', async () => {
    await made()
    answer = () => ({ json: [eventAt(Date.now() - MINUTE_MS, 1)] })
    let endSlow = () => {}
    const slow = pollNext(
      deps({
        renewMs: 5,
        pushEvents: () =>
          new Promise<void>((resolve) => {
            endSlow = resolve
          }),
      }),
    )
    await expect.poll(() => requests.length).toBe(1)
    await endLeases()
    const isHeld = () =>
      withTenant(owner, acme, (tx) =>
        tx.many(
          (row) => row.held,
          `SELECT lease_until > clock_timestamp() + interval '10 seconds' AS held FROM connectors`,
        ),
      )
    await expect.poll(isHeld, { timeout: 20_000 }).toEqual([true])
    expect(await pollNext(deps())).toBe(false)
    endSlow()
    expect(await slow).toBe(true)
  })

  test('is interrupted when the connector is saved, and the history records it', async () => {
    const id = await made()
    answer = () => ({ json: [eventAt(Date.now() - MINUTE_MS, 1)] })
    await pollNext(
      deps({
        pushEvents: async () => {
          await api.ask('PATCH', `connectors/${id}`, { token, body: { enabled: false } })
        },
      }),
    )
    expect(await shown(id)).toMatchObject({ state: 'disabled', next_poll_at: null })
    expect(await pollsOf(id)).toMatchObject([{ outcome: 'interrupted', error: expect.stringContaining('saved') }])
  })

  test('polls for all tenants with the secrets of each, until it is stopped', async () => {
    answer = () => ({ json: [eventAt(Date.now() - MINUTE_MS, 1)] })
    await made()
    const theirs = await made({ auth_config: { api_token: 'of-globex' } }, stranger)
    const stop = new AbortController()
    const running = keepRunning(connectorWorkers(deps({ pollMs: 10, atOnce: 2 })), stop.signal)
    await expect.poll(async () => (await shown(theirs, stranger)).state, { timeout: 20_000 }).toBe('healthy')
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2)
    stop.abort()
    await running
    expect(requests.map(({ headers }) => headers.authorization).sort()).toEqual([
      'SSWS a-token-of-the-vendor',
      'SSWS of-globex',
    ])
    expect(received.map(({ tenant }) => tenant).sort()).toEqual(['acme', 'globex'])
  })
})

describe('the way to ingest', () => {
  let door: Server
  let url: string
  const bodies: string[] = []
  let statuses: number[]
  beforeAll(async () => {
    door = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const status = statuses.shift() ?? 202
      if (status === 202) bodies.push(Buffer.concat(chunks).toString())
      response
        .writeHead(status, { 'retry-after': '1' })
        .end(JSON.stringify({ detail: `said ${status}`, asked: request.url }))
    })
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  })
  afterAll(() => door?.close())
  beforeEach(() => {
    bodies.length = 0
    statuses = []
  })
  const from = () => ({ tenant: acme, connectorId: 'c', type: 'okta', sourceFormat: 'okta' })

  test('splits a page into requests of the allowed size', async () => {
    const events = Array.from({ length: 4500 }, (_, i) => ({ i }))
    await takeOverIngest(url, 'token')(from(), events)
    expect(bodies.map((body) => body.split('\n').length)).toEqual([2000, 2000, 500])
    expect(bodies.flatMap((body) => body.split('\n').map((line) => JSON.parse(line)))).toEqual(events)
  })

  test('retries when ingest is busy, and not when ingest refuses', async () => {
    statuses = [429, 503]
    await takeOverIngest(url, 'token')(from(), [{}])
    expect(bodies).toEqual(['{}'])
    statuses = [403]
    await expect(takeOverIngest(url, 'token')(from(), [{}])).rejects.toMatchObject({ code: 'bad_request' })
    await expect(takeOverIngest('http://127.0.0.1:1', 'token')(from(), [{}])).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})
