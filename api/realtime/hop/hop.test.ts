/**
 * A real realtime service behind a real API: streams that clients receive through the API, and attempts that must fail.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TestDatabase, type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { inProcessWindows } from '../../../stores/redis/in-process-windows.ts'
import { makeTenant, makeUser, newTenant, tokenOf } from '../../test-api.ts'
import { connectWs, cut, INTERNAL_TOKEN, openTestRealtime, statusOf, type TestRealtime } from '../test-realtime.ts'
import { inProcessUsedTickets } from '../used-tickets.ts'
import { followEvents, openTestHop, type TestHop } from './test-hop.ts'

// Real servers on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let server: TestPostgres
let database: TestDatabase
let test_: TestRealtime
let hop: TestHop
let acme: TenantId
let analyst: string

beforeAll(async () => {
  server = await withTestPostgres()
  database = await server.database()
  test_ = await openTestRealtime(database)
  hop = await openTestHop(database, () => test_.url, { deps: { corsOrigins: ['https://soc.example'] } })
  acme = await makeTenant(test_.api, 'acme')
  await makeUser(test_.api, acme, 'ana', 'soc_analyst')
  analyst = await tokenOf(test_.api, acme, 'ana')
})
afterAll(async () => {
  await hop.close()
  await test_.close()
  await server.close()
})

async function stranger(): Promise<string> {
  const tenant = await newTenant(test_.api, 'bolt')
  await makeUser(test_.api, tenant, 'sam', 'soc_analyst')
  return tokenOf(test_.api, tenant, 'sam')
}

const ticketed = async (path: string, token: string, more: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ token: await test_.ticket(token), ...more })}`

async function follow(token: string, path = '/ws/alerts', more: Record<string, string> = {}, url = hop.url) {
  const client = await connectWs(url, await ticketed(path, token, more))
  await expect.poll(() => client.frames[0]?.type).toBe('connected')
  return client
}

const noneLeft = () => expect.poll(() => test_.realtime.hub.size).toBe(0)

describe('through the API', () => {
  test('a new alert reaches a WebSocket and an event stream of its tenant only', async () => {
    const other = await stranger()
    const [ws, all, theirs] = [await follow(analyst), await follow(analyst, '/ws'), await follow(other, '/ws')]
    const sse = await followEvents(`${hop.url}${await ticketed('/sse', analyst, { channels: 'alerts' })}`)
    const id = await test_.alert(analyst, 'seen')
    await test_.alert(other, 'theirs')
    await expect.poll(() => [ws.titles(), all.titles(), theirs.titles()]).toEqual([['seen'], ['seen'], ['theirs']])
    expect(ws.frames[0]).toEqual({ type: 'connected', tenantId: acme, channel: 'alerts', cursor: expect.any(String) })
    await expect.poll(() => sse.text()).toContain(id)
    expect(sse.text()).not.toContain('theirs')
    expect(sse.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect([sse.headers.get('cache-control'), sse.headers.get('x-accel-buffering')]).toEqual(['no-store', 'no'])
    await sse.end()
    for (const client of [ws, all, theirs]) await cut(client)
    await noneLeft()
    await expect
      .poll(async () => (await hop.api.ask('GET', '/metrics')).text)
      .toMatch(/svc_api_realtime_streams\S* 0\n/)
  })

  test('a cursor of a direct stream resumes through the API, and the other way round', async () => {
    const direct = await follow(analyst, '/ws/alerts', {}, test_.url)
    await test_.alert(analyst, 'one')
    await expect.poll(() => direct.titles()).toEqual(['one'])
    await cut(direct)
    await test_.alert(analyst, 'two')
    const passed = await follow(analyst, '/ws/alerts', { cursor: direct.cursor() })
    await expect.poll(() => passed.titles()).toEqual(['two'])
    const lastId = { 'last-event-id': direct.cursor() }
    const sse = await followEvents(`${hop.url}${await ticketed('/sse', analyst)}`, lastId)
    await expect.poll(() => sse.text()).toContain('"two"')
    await sse.end()
    await cut(passed)
  })

  test('a refusal by the realtime service is passed on unchanged, and its ticket stays valid', async () => {
    const token = await test_.ticket(analyst)
    const requests = [
      ['/ws', {}],
      ['/ws?token=guess', {}],
      [`/ws/nothing?token=${token}`, {}],
      [`/ws/%2e%2e%2fsse?token=${token}`, {}],
      [`/ws?token=${token}`, { origin: 'https://evil.example' }],
    ] as const
    for (const [query, headers] of requests) {
      const [direct, passed] = [await statusOf(test_.url, query, headers), await statusOf(hop.url, query, headers)]
      expect([query, passed]).toEqual([query, direct])
      expect(passed).toMatch(/^40[134]$/)
    }
    const events = await fetch(`${hop.url}/sse`)
    expect([events.status, events.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    const instance = expect.stringMatching(events.headers.get('x-request-id') ?? 'none')
    expect(await events.json()).toMatchObject({ status: 401, code: 'no_credential', instance })
    expect(await statusOf(hop.url, `/ws?token=${token}`)).toBe('open')
    expect(await statusOf(hop.url, `/ws?token=${token}`)).toBe('401') // used up by the one before
    await noneLeft()
  })

  test('a page of the API’s own origin may connect, and an allowed other origin gets the CORS header', async () => {
    const own = new URL(hop.url).origin
    expect(await statusOf(hop.url, await ticketed('/ws', analyst), { origin: own })).toBe('open')
    expect(await statusOf(test_.url, await ticketed('/ws', analyst), { origin: own })).toBe('403')
    const headers = { origin: own, 'x-forwarded-host': 'evil.example' }
    expect(await statusOf(hop.url, await ticketed('/ws', analyst), headers)).toBe('open')
    expect(
      await statusOf(hop.url, await ticketed('/ws', analyst), { ...headers, origin: 'https://evil.example' }),
    ).toBe('403')
  })

  test('a page of an allowed origin may read the events, and the answer otherwise equals that of the API', async () => {
    const headers = { origin: 'https://soc.example' }
    const sse = await followEvents(`${hop.url}${await ticketed('/sse', analyst)}`, headers)
    expect(sse.status).toBe(200)
    expect(sse.headers.get('access-control-allow-origin')).toBe('https://soc.example')
    expect(sse.headers.get('x-content-type-options')).toBe('nosniff')
    await sse.end()
  })

  test('the limits of frames and their close reason are those of the realtime service', async () => {
    await test_.restart({ framesPerMinute: 5 })
    const [large, many, pings] = [await follow(analyst), await follow(analyst), await follow(analyst)]
    large.socket.send('x'.repeat(200_000))
    expect(await large.closed).toMatchObject({ code: 1009 })
    for (let n = 0; n < 10; n++) many.socket.send('{}')
    expect(await many.closed).toEqual({ code: 1008, reason: 'too many frames' })
    for (let n = 0; n < 10; n++) pings.socket.ping()
    expect(await pings.closed).toMatchObject({ code: 1008 })
    await test_.restart()
  })

  test('a client that does not respond is detected', async () => {
    await test_.restart({ heartbeatMs: 3_600_000 })
    const [client, silent] = [await follow(analyst), await follow(analyst)]
    const pinged = once(client.socket, 'ping')
    silent.socket.pause()
    test_.realtime.hub.beat()
    await pinged
    await test_.alert(analyst, 'after its answer')
    await expect.poll(() => client.titles()).toEqual(['after its answer'])
    test_.realtime.hub.beat()
    await expect.poll(() => test_.realtime.hub.size, { timeout: 20_000 }).toBe(1)
    silent.socket.terminate()
    await cut(client)
    await test_.restart()
  })

  test('data that a client sends right after its handshake is not lost', async () => {
    const { hostname, port } = new URL(hop.url)
    const socket = connect(Number(port), hostname)
    const path = `/api/v1/realtime${await ticketed('/ws', analyst)}`
    const lines = ['upgrade: websocket', 'connection: upgrade', 'sec-websocket-version: 13']
    const head = `GET ${path} HTTP/1.1\r\nhost: x\r\n${lines.join('\r\n')}\r\nsec-websocket-key: ${btoa('k'.repeat(16))}\r\n\r\n`
    const close = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]) // code 1000, masked with nothing
    socket.write(Buffer.concat([Buffer.from(head), close]))
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    expect(Buffer.concat(chunks).subarray(-4)).toEqual(Buffer.from([0x88, 0x02, 0x03, 0xe8]))
    await noneLeft()
  })
})

describe('the internal token', () => {
  const shown = (token: string) => ({ 'x-svc-internal-token': token })
  const spoofed = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` })

  test('opens no stream without a ticket', async () => {
    for (const path of ['/ws', '/ws/alerts', '/ws?token=guess'])
      expect(await statusOf(test_.url, path, { ...shown(INTERNAL_TOKEN), 'x-tenant-id': acme })).toBe('401')
    expect((await fetch(`${test_.url}/sse`, { headers: shown(INTERNAL_TOKEN) })).status).toBe(401)
  })

  test('that is wrong is refused even with a valid ticket, and guesses are counted', async () => {
    await test_.restart({ wrongTokensPerMinute: 3 }, { windows: inProcessWindows() })
    const query = await ticketed('/ws', analyst)
    for (const wrong of ['guess', `${INTERNAL_TOKEN}x`])
      expect(await statusOf(test_.url, query, shown(wrong))).toBe('401')
    expect(await statusOf(test_.url, query)).toBe('open') // a direct client sends no token
    const again = await ticketed('/ws', analyst)
    expect(await statusOf(test_.url, again, shown(''))).toBe('401')
    expect(await statusOf(test_.url, again, shown('guess'))).toBe('429')
    expect(await statusOf(test_.url, again, shown(INTERNAL_TOKEN))).toBe('open')
    await test_.restart()
  })

  test('is ignored when none is configured, and logged once for the operator', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    await test_.restart({ connectsPerMinute: 2 }, { internalToken: null, windows: inProcessWindows(), log })
    const open = async (n: number) =>
      connectWs(test_.url, await ticketed('/ws', analyst), { ...shown('anything'), ...spoofed(n) })
    const clients = [await open(1), await open(2)]
    expect(await (await open(3)).closed).toMatchObject({ code: 1008 })
    for (const client of clients) await cut(client)
    expect(lines.filter((line) => line.includes('REALTIME_INTERNAL_TOKEN is not set'))).toHaveLength(1)
    await test_.restart()
  })

  test('makes connections count for the client address that the API saw, whatever the client claims', async () => {
    await test_.restart({ connectsPerMinute: 2 }, { windows: inProcessWindows() })
    const open = async (n: number, more = {}) =>
      connectWs(hop.url, await ticketed('/ws', analyst), { ...spoofed(n), ...more })
    const clients = [await open(1), await open(2, shown(INTERNAL_TOKEN))]
    expect(await (await open(3, shown('guess'))).closed).toMatchObject({ code: 1008 })
    expect((await fetch(`${hop.url}/sse`, { headers: spoofed(4) })).status).toBe(429)
    for (const client of clients) await cut(client)

    const behind = await openTestHop(database, () => test_.url, { deps: { trustedProxies: ['127.0.0.1'] } })
    const people = [5, 6, 7].map(async (n) => connectWs(behind.url, await ticketed('/ws', analyst), spoofed(n)))
    for (const client of await Promise.all(people)) {
      await expect.poll(() => client.frames[0]?.type).toBe('connected')
      await cut(client)
    }
    const third = { 'x-forwarded-for': '198.51.100.5' }
    expect((await fetch(`${behind.url}/sse`, { headers: third })).status).toBe(401)
    expect((await fetch(`${behind.url}/sse`, { headers: third })).status).toBe(429)
    await behind.close()
    await test_.restart()
  })
})

test('two APIs and two realtime services share alerts, tickets and limits', async () => {
  const shared = { used: inProcessUsedTickets(Date.now), windows: inProcessWindows() }
  await test_.restart({ connectsPerMinute: 5 }, shared)
  const beside = await test_.another({ connectsPerMinute: 5 }, shared)
  const other = await openTestHop(database, () => beside.url)
  const token = await test_.ticket(analyst)
  const one = await connectWs(hop.url, `/ws/alerts?token=${token}`)
  expect(await statusOf(other.url, `/ws/alerts?token=${token}`)).toBe('401')
  const two = await follow(analyst, '/ws/alerts', {}, other.url)
  await test_.alert(analyst, 'to both')
  await expect.poll(() => [one.titles(), two.titles()]).toEqual([['to both'], ['to both']])
  await cut(one)
  const resumed = await follow(analyst, '/ws/alerts', { cursor: one.frames[0].cursor }, other.url)
  await expect.poll(() => resumed.titles()).toEqual(['to both'])
  expect((await fetch(`${hop.url}/sse`)).status).toBe(401) // the fifth
  for (const { url } of [hop, other]) expect((await fetch(`${url}/sse`)).status).toBe(429)
  for (const client of [two, resumed]) await cut(client)
  await other.close()
  await beside.close()
  await test_.restart()
})

describe('a stop', () => {
  test('of the API ends its streams with a reason and releases everything', async () => {
    const stopping = await openTestHop(database, () => test_.url)
    const ws = await follow(analyst, '/ws', {}, stopping.url)
    const sse = await followEvents(`${stopping.url}${await ticketed('/sse', analyst)}`)
    await expect.poll(() => sse.text()).toContain('connected')
    await stopping.close()
    expect(await ws.closed).toMatchObject({ code: 1001 })
    await sse.ended
    await noneLeft()
  })

  test('of the realtime service is passed on with its reason, and a restarted service is found', async () => {
    const ws = await follow(analyst)
    const sse = await followEvents(`${hop.url}${await ticketed('/sse', analyst)}`)
    await test_.restart()
    expect(await ws.closed).toMatchObject({ code: 1001 })
    await sse.ended
    expect(sse.text()).toMatch(/event: close\ndata: .*1001/)
    const next = await follow(analyst, '/ws/alerts', { cursor: ws.cursor() })
    await cut(next)
  })
})
