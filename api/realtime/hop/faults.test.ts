/**
 * A real API in front of faults of the realtime service: nothing listens, another server answers, or the connection
 * breaks.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type TestDatabase, type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { openTestApi } from '../../test-api.ts'
import { INTERNAL_TOKEN } from '../test-realtime.ts'
import { followEvents, openTestHop, type TestHop } from './test-hop.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let postgres: TestPostgres
let database: TestDatabase
/** A test API that connects to whatever listens at `at`. */
let hop: TestHop
let at = ''
/** Log lines that the operator reads. */
const lines: string[] = []
const cleanUp: (() => unknown)[] = []

beforeAll(async () => {
  postgres = await withTestPostgres()
  database = await postgres.database()
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
  hop = await openTestHop(database, () => at, { deps: { log } })
})
afterEach(async () => {
  for (const close of cleanUp.splice(0).reverse()) await close()
})
afterAll(async () => {
  await hop.close()
  await postgres.close()
})

type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer) => void

async function stand(answer: RequestListener, upgrade?: Upgrade): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  if (upgrade) server.on('upgrade', upgrade)
  await once(server, 'listening')
  cleanUp.push(() => {
    server.closeAllConnections()
    server.close()
  })
  at = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return server
}

/** A handshake with its answer in full. */
async function shake(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers })
  socket.on('error', () => undefined)
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return { status: answer.statusCode, type: answer.headers['content-type'], text: Buffer.concat(chunks).toString() }
}

const streams = async ({ api }: TestHop) =>
  /svc_api_realtime_streams\S* (\d+)/.exec((await api.ask('GET', '/metrics')).text)?.[1]

async function expectAway({ url }: TestHop): Promise<void> {
  const events = await fetch(`${url}/sse?token=x`)
  expect([events.status, events.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
  expect(Number(events.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await events.json()).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/realtime|streams/i) })
  const { status, type, text } = await shake(`${url}/ws?token=x`)
  expect([status, type]).toEqual([503, 'application/problem+json'])
  expect(JSON.parse(text)).toMatchObject({ status: 503, code: 'unavailable' })
  expect(text).not.toMatch(/ECONN|\.ts|127\.0\.0\.1/)
}

test('a realtime service that is down or not configured answers 503, without an internal error', async () => {
  const server = await stand(() => undefined)
  server.close()
  await expectAway(hop)
  const api = await openTestApi(database)
  cleanUp.push(api.close)
  const port = await api.api.listen(0, '127.0.0.1')
  await expectAway({ api, url: `http://127.0.0.1:${port}/api/v1/realtime`, close: api.close })
})

test.each([
  ['a page', 200, 'text/html', '<html>'],
  ['a failure', 500, 'application/problem+json', '{"code":"internal","detail":"at x.ts:1"}'],
  ['a proxy that finds nothing', 502, 'text/html', 'bad gateway'],
  ['a redirect', 302, 'text/html', ''],
  ['a problem that is none', 404, 'application/problem+json', '{"code":"not_found"'],
  ['a problem without an end', 404, 'application/problem+json', `{"code":"${'x'.repeat(100_000)}`],
])('%s at its address answers 503 and is not shown', async (_, status, type, body) => {
  await stand((_, reply) => void reply.writeHead(status, { 'content-type': type }).end(body))
  await expectAway(hop)
})

test('a token that the realtime service refuses is logged for the operator and not shown to the client', async () => {
  await stand((_, reply) => {
    const headers = { 'content-type': 'application/problem+json', 'x-svc-internal-token': 'refused' }
    reply.writeHead(401, headers).end('{"code":"bad_credential","detail":"the internal token is not valid"}')
  })
  await expectAway(hop)
  expect(lines.join('')).toContain('REALTIME_INTERNAL_TOKEN is not that of the realtime service')
  expect(lines.join('')).not.toContain(INTERNAL_TOKEN)
})

test('only headers that a stream needs are passed on from the client', async () => {
  const seen: IncomingMessage[] = []
  const refuse = { 'content-type': 'application/problem+json' }
  await stand((request, reply) => {
    seen.push(request)
    reply.writeHead(403, refuse).end('{"code":"forbidden","detail":"no"}')
  })
  const frame = {
    ...{
      authorization: 'Bearer x',
      cookie: 'a=b',
      'x-api-key': 'k',
      'x-tenant-id': 'bolt',
      forwarded: 'for=192.0.2.9',
    },
    ...{
      'x-svc-internal-token': 'guess',
      'x-forwarded-for': '192.0.2.9',
      'x-forwarded-host': 'evil',
      'x-real-ip': '192.0.2.9',
    },
    ...{ 'last-event-id': 'c', 'x-request-id': 'mine', origin: 'https://soc.example' },
  }
  expect((await fetch(`${hop.url}/sse?token=t&channels=alerts`, { headers: frame })).status).toBe(403)
  expect((await shake(`${hop.url}/ws/%61lerts?token=t&cursor=%2B`, frame)).status).toBe(403)
  expect(seen.map((request) => request.url)).toEqual(['/sse?token=t&channels=alerts', '/ws/alerts?token=t&cursor=%2B'])
  for (const { headers } of seen) {
    expect(headers).toMatchObject({
      ...{ 'x-svc-internal-token': INTERNAL_TOKEN, 'x-forwarded-for': '127.0.0.1', 'x-request-id': 'mine' },
      ...{ 'x-forwarded-host': new URL(hop.url).host, 'last-event-id': 'c', origin: 'https://soc.example' },
    })
    for (const name of ['authorization', 'cookie', 'x-api-key', 'x-tenant-id', 'forwarded', 'x-real-ip'])
      expect([name, headers[name]]).toEqual([name, undefined])
  }
})

test('a realtime service that disconnects makes a close with the reason to try later', async () => {
  const sockets = new WebSocketServer({ noServer: true })
  sockets.on('connection', (socket) => socket.send('{"type":"connected"}', () => socket.terminate()))
  await stand(
    (_, reply) =>
      void reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n', () => reply.destroy()),
    (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (ws) => void sockets.emit('connection', ws)),
  )
  const socket = new WebSocket(`${hop.url.replace('http', 'ws')}/ws`)
  const frame = once(socket, 'message')
  const [code] = await once(socket, 'close')
  expect([String((await frame)[0]), code]).toEqual(['{"type":"connected"}', 1013])
  const events = await followEvents(`${hop.url}/sse`)
  await events.ended // whole: its client comes back
  expect(events.text()).toBe('data: 1\n\n')
  await expect.poll(() => streams(hop)).toBe('0')
})

test('a client that leaves while it waits, and a stop, release everything', async () => {
  const sockets: Socket[] = []
  await stand(
    ({ socket }) => void sockets.push(socket),
    (_, socket) => void sockets.push(socket.on('error', () => undefined).resume()),
  )
  const stopping = await openTestHop(database, () => at)
  const leave = new AbortController()
  const leaving = fetch(`${stopping.url}/sse`, { signal: leave.signal })
  await expect.poll(() => sockets.length).toBe(1)
  leave.abort()
  await expect(leaving).rejects.toThrow()
  await expect.poll(() => sockets[0]?.destroyed || sockets[0]?.readableEnded).toBe(true)
  await expect.poll(() => streams(stopping)).toBe('0')
  const [handshake, events] = [shake(`${stopping.url}/ws`), fetch(`${stopping.url}/sse`)]
  await expect.poll(() => sockets.length).toBe(3)
  await stopping.close()
  expect([(await handshake).status, (await events).status]).toEqual([503, 503])
})

test('the number of proxied streams is limited, and a closed one makes room', async () => {
  await stand((_, reply) => void reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'))
  const narrow = await openTestHop(database, () => at, { streamsMax: 2 })
  const [one, two] = [await followEvents(`${narrow.url}/sse`), await followEvents(`${narrow.url}/sse`)]
  expect((await fetch(`${narrow.url}/sse`)).status).toBe(503)
  expect((await shake(`${narrow.url}/ws`)).status).toBe(503)
  await one.end()
  await expect.poll(() => streams(narrow)).toBe('1')
  const three = await followEvents(`${narrow.url}/sse`)
  expect(three.status).toBe(200)
  for (const events of [two, three]) await events.end()
  await narrow.close()
})

test('only a handshake on a stream becomes a socket, and a refused one is closed', async () => {
  at = 'http://127.0.0.1:1'
  const ask = async (path: string, ...lines: string[]) => {
    const { hostname, port } = new URL(hop.url)
    const socket = connect(Number(port), hostname)
    socket.write([`GET ${path} HTTP/1.1`, 'host: x', 'connection: upgrade', ...lines, '', ''].join('\r\n'))
    const [first] = await once(socket, 'data')
    if (lines.includes('upgrade: websocket')) await once(socket.resume(), 'close')
    socket.destroy()
    return String(first).split(' ', 2)[1]
  }
  expect(await ask('/api/v1/realtime/ws', 'upgrade: websocket')).toBe('503')
  expect(await ask(`/api/v1/realtime/ws/${'x'.repeat(150)}`, 'upgrade: websocket')).toBe('503')
  expect(await ask('/api/v1/realtime/ws')).toBe('400')
  expect(await ask('/api/v1/realtime/ws', 'upgrade: h2c')).toBe('400')
  expect((await fetch(`${hop.url}/ws`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${hop.url}/sse`, { method: 'HEAD' })).status).toBe(405)
})
