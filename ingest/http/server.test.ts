import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { pathOf } from './context.ts'
import { openTestIngest, SERVICE_TOKEN, type TestIngest } from './test-ingest.ts'

let ingest: TestIngest
afterEach(() => ingest.close())

const MIB = 1024 * 1024

function* megabytes(count: number, counter: { sent: number }): Generator<Buffer> {
  const piece = Buffer.alloc(MIB, '{"a":1}\n')
  for (let i = 0; i < count; i++) {
    counter.sent++
    yield piece
  }
}

test('a body that declares 100 MB is refused before it is read', async () => {
  ingest = await openTestIngest()
  const counter = { sent: 0 }
  const headers = { 'content-length': String(100 * MIB) }
  expect((await ingest.pushLines(Readable.from(megabytes(100, counter)), headers)).status).toBe(413)
})

test('a body of 100 MB without a declared length is refused at the limit', async () => {
  ingest = await openTestIngest()
  const counter = { sent: 0 }
  const answer = await ingest.pushLines(Readable.from(megabytes(100, counter)))
  expect(answer.status).toBe(413)
  expect(answer.headers.connection).toBe('close')
  expect(await ingest.metric('ingest_in_flight_bytes')).toMatch(/ 0$/)
})

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
])('a %s bomb stops at the decoded limit', async (coding, compress) => {
  ingest = await openTestIngest({ limits: { decodedBytesMax: 4 * MIB, inFlightBytesMax: 16 * MIB } })
  const answer = await ingest.pushLines(compress(Buffer.alloc(200 * MIB)), { 'content-encoding': coding })
  expect(answer.status).toBe(413)
  expect(answer.json.detail).toContain('decoded')
  expect(await ingest.metric('ingest_in_flight_bytes')).toMatch(/ 0$/)
})

test('10 MB in one field is one rejected event among others', async () => {
  ingest = await openTestIngest()
  const answer = await ingest.pushLines(`{"a":1}\n{"b":"${'x'.repeat(10 * MIB)}"}`)
  expect(answer.json).toMatchObject({
    accepted: 1,
    rejected: 1,
    errors: ['event 2: event_too_large (at most 1048576 bytes)'],
  })
})

test('a sender that disconnects leaves no state behind', async () => {
  ingest = await openTestIngest()
  const socket = connect(Number(new URL(ingest.url).port), '127.0.0.1')
  const head =
    'POST /v1/ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer push\r\nContent-Type: application/x-ndjson\r\n'
  socket.write(`${head}Content-Length: 1000\r\n\r\n{"a":1}\n`)
  await vi.waitFor(async () => expect(await ingest.metric('ingest_in_flight_bytes')).toMatch(/ 8$/))
  socket.destroy()
  await vi.waitFor(async () => expect(await ingest.metric('ingest_in_flight_bytes')).toMatch(/ 0$/))
  expect(ingest.batches).toHaveLength(0)
  expect((await ingest.pushLines('{"a":1}')).status).toBe(202)
})

test('a sender that stalls is cut off', async () => {
  ingest = await openTestIngest({ limits: { requestTimeoutMs: 50, headersTimeoutMs: 50, timeoutCheckMs: 10 } })
  const socket = connect(Number(new URL(ingest.url).port), '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let seen = ''
  socket.on('data', (data) => {
    seen += data
  })
  socket.write('POST /v1/ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer push\r\nContent-Length: 10\r\n\r\n{')
  await closed
  expect(seen).toContain('408')
})

/** Everything that comes back on a new connection after `text` was sent; ends its side where `isEnded`. */
function answerTo(text: string, isEnded: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(ingest.url).port), host: '127.0.0.1', allowHalfOpen: true })
    let seen = ''
    socket.on('data', (data) => {
      seen += data
    })
    socket.once('error', reject).once('end', () => {
      socket.end()
      resolve(seen)
    })
    if (isEnded) socket.end(text)
    else socket.write(text)
  })
}

const LINES =
  'POST /v1/ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer push\r\nContent-Type: application/x-ndjson\r\n'

test('a sender that closes its side after the body gets an answer; one that closes it inside of the body stores nothing', async () => {
  ingest = await openTestIngest()
  const ended = ingest.senderEnds()
  ingest.append = () => ended
  expect(await answerTo(`${LINES}Content-Length: 8\r\n\r\n{"a":1}\n`, true)).toMatch(/^HTTP\/1.1 202 .*"accepted":1/s)
  expect(await answerTo(`${LINES}Content-Length: 9\r\n\r\n{"a":1}\n`, true)).toMatch(/^HTTP\/1.1 400 /)
  expect(ingest.batches).toHaveLength(1)
})

test.each([
  ['HTTP/1.1 400', 'hello\r\n\r\n', 'this is no HTTP that can be read: '],
  ['HTTP/1.1 400', `${LINES}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`, 'Transfer-Encoding'],
  ['HTTP/1.1 431', `${LINES}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`, 'larger than 16 KiB'],
])('what is no request is %s with the reason, as any refusal has it', async (status, text, reason) => {
  ingest = await openTestIngest()
  const answer = await answerTo(text, false)
  expect(answer.slice(0, 12)).toBe(status)
  const body = JSON.parse(answer.slice(answer.indexOf('{')))
  expect(body.detail).toContain(reason)
  expect(body).toMatchObject({ error: body.detail, accepted: 0, rejected: 0, errors: [body.detail] })
})

test('a sender with `Expect: 100-continue` is refused without its body, or told to continue', async () => {
  ingest = await openTestIngest()
  const counter = { sent: 0 }
  const ask = { expect: '100-continue', 'content-length': '8' }
  expect((await ingest.pushLines('{"a":1}\n', ask)).status).toBe(202)
  const refused = await ingest.send('/v1/ingest', {
    headers: { ...ask, authorization: 'Bearer nobody' },
    body: Readable.from(megabytes(0, counter)),
  })
  expect(refused.status).toBe(401)
})

test('beyond the limit of held bytes a request is 503 with Retry-After', async () => {
  ingest = await openTestIngest({ limits: { inFlightBytesMax: 1000 } })
  const tooMuch = `{"a":"${'x'.repeat(2000)}"}`
  for (const body of [tooMuch, Readable.from([Buffer.from(tooMuch)])]) {
    const answer = await ingest.pushLines(body)
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
  }
  expect((await ingest.pushLines('{"a":1}')).status).toBe(202)
})

test('an append that hangs ends with 503, and its bytes stay counted until it settles', async () => {
  ingest = await openTestIngest({ limits: { appendTimeoutMs: 20 } })
  let settle: () => void = () => undefined
  ingest.append = () =>
    new Promise((resolve) => {
      settle = resolve
    })
  const answer = await ingest.pushLines('{"a":1}')
  expect(answer.status).toBe(503)
  expect(await ingest.metric('ingest_in_flight_bytes')).toMatch(/ 7$/)
  settle()
  await vi.waitFor(async () => expect(await ingest.metric('ingest_in_flight_bytes')).toMatch(/ 0$/))
})

test('pooled memory is not reused until its append has settled, late or not', async () => {
  ingest = await openTestIngest({ appendKeepsNothing: true, limits: { appendTimeoutMs: 20 } })
  const lines = (letter: string) => `{"a":"${letter.repeat(1000)}"}\n`.repeat(300)
  const values: Buffer[] = []
  const settle: (() => void)[] = []
  ingest.append = (outputs) => {
    values.push(...outputs.map(({ value }) => value[1] ?? Buffer.alloc(0)))
    return new Promise((resolve) => settle.push(resolve))
  }
  expect((await ingest.pushLines(lines('x'))).status).toBe(503)
  expect((await ingest.pushLines(lines('y'))).status).toBe(503)
  expect(values.map(String)).toEqual([lines('x'), lines('y')])
  for (const resolve of settle) resolve()
  await vi.waitFor(async () => expect(await ingest.metric('ingest_in_flight_bytes')).toMatch(/ 0$/))
  ingest.append = async (outputs) => void values.push(...outputs.map(({ value }) => value[1] ?? Buffer.alloc(0)))
  expect((await ingest.pushLines(lines('z'))).status).toBe(202)
  expect(String(values[2])).toBe(lines('z'))
  expect([values[0]?.buffer, values[1]?.buffer]).toContain(values[2]?.buffer)
})

test('accepts the absolute URL of a proxy', () => {
  for (const url of [
    '/v1/ingest?x=1',
    '/v1/ingest/?x=1',
    'http://ingest.example:8081/v1/ingest?x=1',
    'HTTPS://ingest.example/v1/ingest',
  ])
    expect(pathOf(url)).toEqual(['', 'v1', 'ingest'])
})

test('answers OPTIONS without a credential', async () => {
  ingest = await openTestIngest()
  const preflight = (path: string) => ingest.send(path, { method: 'OPTIONS' })
  for (const path of ['/v1/ingest', '/services/collector/event/1.0', '/v1/inbox/cef']) {
    const answer = await preflight(path)
    expect([answer.status, answer.headers.allow, answer.text]).toEqual([200, 'POST, OPTIONS', ''])
  }
  expect((await preflight('/v1/inbox/nobody')).headers.allow).toBe('POST, GET, HEAD, OPTIONS')
  expect((await preflight('/nowhere')).status).toBe(404)
})

test('unknown routes are 404, known ones with another method 405 with Allow', async () => {
  ingest = await openTestIngest()
  for (const path of [
    '/',
    '/v1',
    '/v1/ingest//',
    '/v1/ingest/x',
    '/v1/inbox',
    '/v1/inbox/a/b',
    '/v1/inbox/',
    '/V1/ingest',
    '//v1/ingest',
  ]) {
    expect((await ingest.send(path)).status, path).toBe(404)
  }
  const put = await ingest.send('/v1/ingest', { method: 'PUT' })
  expect([put.status, put.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  expect((await ingest.send('/v1/inbox/cef', { method: 'GET' })).status).toBe(405)
  const post = await ingest.send('/health', { method: 'POST' })
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect((await ingest.send('/v1/inbox/%zz')).status).toBe(400)
  expect((await ingest.send('/health', { method: 'HEAD' })).text).toBe('')
})

test('a sane request id and trace context come back and are logged, others are replaced', async () => {
  ingest = await openTestIngest()
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const kept = await ingest.pushLines('x', { 'x-request-id': 'req.1:2-3', traceparent })
  expect(kept.headers['x-request-id']).toBe('req.1:2-3')
  expect(kept.json.request_id).toBe('req.1:2-3')
  expect(kept.headers.traceparent).toBe(traceparent)
  const line = ingest.logged.find((entry) => entry.includes('req.1:2-3'))
  expect(line).toContain(traceparent)
  const made = await ingest.pushLines('{}', { 'x-request-id': 'a b<script>', traceparent: 'nonsense' })
  expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(made.headers.traceparent).toBeUndefined()
})

test('health names each subsystem and is 503 when one is down', async () => {
  const state = { up: true }
  const log = async () => {
    if (!state.up) throw new Error('no log')
  }
  ingest = await openTestIngest({ subsystems: { credentials: async () => undefined, log } })
  const up = await ingest.send('/healthz', { method: 'GET' })
  expect([up.status, up.json]).toEqual([200, { status: 'ok', subsystems: { credentials: 'ok', log: 'ok' } }])
  state.up = false
  ingest.nowMs += 1000
  for (const path of ['/health', '/healthz']) {
    const down = await ingest.send(path, { method: 'GET' })
    expect([down.status, down.json]).toEqual([
      503,
      { status: 'degraded', subsystems: { credentials: 'ok', log: 'down' } },
    ])
  }
})

test('close lets an open request finish and accepts no more', async () => {
  ingest = await openTestIngest()
  let stored: () => void = () => undefined
  const appending = new Promise<void>((called) => {
    ingest.append = () =>
      new Promise((resolve) => {
        stored = resolve
        called()
      })
  })
  const answer = ingest.pushLines('{"a":1}')
  await appending
  const closed = ingest.close()
  stored()
  expect((await answer).status).toBe(202)
  await closed
  await expect(ingest.pushLines('{"a":1}')).rejects.toThrow()
  expect(ingest.batches).toHaveLength(1)
})

test('answers no body, of any type and coding, with 5xx, and the counts add up', async () => {
  ingest = await openTestIngest({ limits: { eventBytesMax: 200, decodedBytesMax: 20_000 } })
  const type = fc.constantFrom(
    'application/json',
    'application/x-ndjson',
    'text/plain',
    'text/json',
    'image/png',
    'application/x-www-form-urlencoded',
    'text/plain; charset=utf-16',
    'application/json; charset=iso-8859-1',
    ';',
    '',
  )
  const coding = fc.constantFrom('', 'gzip', 'deflate', 'zstd', 'identity', 'br')
  const near = fc
    .array(
      fc.constantFrom('{', '}', '[', ']', '"events"', ':', ',', '{"a":1}', '\n', '\0', '\\', '"', ' ', 'é', '1e9'),
      { maxLength: 40 },
    )
    .map((parts) => Buffer.from(parts.join('')))
  const any = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  const sound = fc.array(fc.jsonValue()).map((events) => Buffer.from(JSON.stringify({ connector_id: 'x', events })))
  const body = fc.oneof(near, any, sound)
  const packed = fc.tuple(body, coding, fc.boolean()).map(([plain, name, honest]) => {
    if (!honest) return plain
    if (name === 'deflate') return deflateSync(plain)
    return name === 'gzip' ? gzipSync(plain) : name === 'zstd' ? zstdCompressSync(plain) : plain
  })
  const query = fc.constantFrom(
    '',
    '?source_format=syslog',
    '?source_format=cef',
    '?connector_id=%00',
    '?connector_id=c',
    '?source_format=%ff',
  )
  await fc.assert(
    fc.asyncProperty(packed, type, coding, query, async (wire, contentType, contentEncoding, search) => {
      const before = ingest.batches.length
      const headers: Record<string, string> = { authorization: `Bearer ${SERVICE_TOKEN}`, 'x-tenant-id': 'acme' }
      if (contentType) headers['content-type'] = contentType
      if (contentEncoding) headers['content-encoding'] = contentEncoding
      const { status, json } = await ingest.send(`/v1/ingest${search}`, { headers, body: wire })
      expect([202, 400, 413, 415]).toContain(status)
      expect(Object.keys(json)).toEqual(expect.arrayContaining(['accepted', 'rejected', 'request_id', 'errors']))
      expect(ingest.batches.length - before).toBe(status === 202 ? 1 : 0)
      if (status === 202) expect(ingest.batches.at(-1)?.events).toBe(json.accepted + json.rejected)
    }),
    { numRuns: 400 },
  )
})

test('a flood of connections without a valid credential keeps no sender out', async () => {
  const CONNECTIONS = 12
  ingest = await openTestIngest({ limits: { connectionsMax: CONNECTIONS } })
  const { port } = new URL(ingest.url)
  const sockets: Socket[] = []
  const dial = (text: string, from: string) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from })
    socket.on('error', () => undefined).write(text)
    sockets.push(socket)
    return socket
  }
  const batch = `${LINES}Content-Length: 8\r\n\r\n{"a":1}\n`
  const pusher = dial(batch, '127.0.0.9')
  await once(pusher, 'data')
  const wrong = batch.replace('Bearer push', 'Bearer guessed')
  for (let n = 0; n < 4 * CONNECTIONS; n++) {
    const socket = dial(n % 2 === 0 ? 'POST /v1/ingest HTTP/1.1\r\n' : wrong, `127.0.0.${2 + (n % 4)}`)
    await once(socket, 'connect')
  }
  expect((await ingest.pushLines('{"a":2}')).status).toBe(202)
  const again = once(pusher, 'data')
  pusher.write(batch)
  expect(String(await again)).toMatch(/^HTTP\/1.1 202 /)
  expect(await ingest.metric('svc_connections_cut_total')).toMatch(/outcome="displaced".* [1-9]/)
  for (const socket of sockets) socket.destroy()
})

test('while the token store is down, known senders are accepted and others get a retryable refusal', async () => {
  ingest = await openTestIngest()
  ingest.token('other')
  expect((await ingest.pushLines('{"a":1}')).status).toBe(202)
  ingest.storeFails = true
  ingest.nowMs += 60_000
  expect((await ingest.pushLines('{"a":2}')).status).toBe(202)
  const refused = await ingest.pushLines('{"a":3}', { authorization: 'Bearer other' })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
  expect(await ingest.metric('ingest_credentials_stale_total')).toMatch(/ 1$/)
  ingest.nowMs += 240_000
  expect((await ingest.pushLines('{"a":4}')).status).toBe(503)
})
