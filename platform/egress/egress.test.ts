import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressClass } from './addresses.ts'
import { parseAllowlist, passesAirGap } from './air-gap.ts'
import { type EgressRequest, openEgress } from './client.ts'
import { guardTarget } from './guard.ts'

const OPEN = { enabled: false, allowlist: [] }
let lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let requests: IncomingMessage[] = []
let base = ''
const ABORTED = '/given-up'
let port = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    // Requests that were given up arrive on a busy machine while the next test runs.
    if (request.url !== ABORTED) requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  base = `http://127.0.0.1:${port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  lines = []
  requests = []
  answer = (_, response) => response.end('hello')
})

const resolved: string[] = []
function egress(names: Readonly<Record<string, readonly string[]>> = {}, more = {}) {
  resolved.length = 0
  const resolve = async (host: string) => {
    resolved.push(host)
    return names[host] ?? []
  }
  const send = openEgress({ airGap: OPEN, allowPrivate: false, log, resolve, ...more })
  return (url: string, request: Partial<EgressRequest> = {}) => send({ url, chosenBy: 'operator', ...request })
}

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.0.9', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.0.1', 'private'],
  ['fd12::1', 'private'],
  ['169.254.169.254', 'link_local'],
  ['::ffff:169.254.169.254', 'link_local'],
  ['fe80::1', 'link_local'],
  ['fd00:ec2::254', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['100.64.0.1', 'reserved'],
  ['0.0.0.0', 'reserved'],
  ['::', 'reserved'],
  ['::7f00:1', 'reserved'],
  ['64:ff9b::7f00:1', 'reserved'],
  ['2002:7f00:1::', 'reserved'],
  ['fec0::1', 'reserved'],
  ['224.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['example.com', null],
])('%s is %s', (address, expected) => {
  expect(addressClass(address)).toBe(expected)
})

describe('a target chosen by a tenant', () => {
  const names = { 'evil.test': ['93.184.216.34', '127.0.0.1'], 'inner.test': ['10.0.0.5'], 'none.test': [] }

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://evil.test/',
    'http://evil.test./',
    'http://inner.test/',
    'http://user@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
  ])('%s is refused before a socket opens', async (url) => {
    await expect(egress(names)(url, { chosenBy: 'tenant' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('in a private network needs the operator’s setting, which never allows loopback or metadata addresses', async () => {
    // The guard alone, which opens no socket: these addresses may exist.
    const guard = (allowPrivate: boolean, url: string) =>
      guardTarget({ airGap: OPEN, allowPrivate, log, resolve: async () => ['10.0.0.5'] }, new URL(url), 'tenant')
    expect(await guard(true, 'https://inner.test/')).toMatchObject({
      host: 'inner.test',
      port: 443,
      address: '10.0.0.5',
    })
    await expect(guard(false, 'https://inner.test/')).rejects.toMatchObject({ code: 'forbidden' })
    for (const url of ['http://127.0.0.1/', 'http://[fd00:ec2::254]/', 'http://169.254.169.254/'])
      await expect(guard(true, url)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('without a valid address is reported as such', async () => {
    await expect(egress(names)('http://none.test/')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(egress(names)('nonsense')).rejects.toMatchObject({ code: 'bad_request' })
  })
})

describe('a request', () => {
  test('connects to the checked address, under the requested name', async () => {
    const response = await egress({ 'api.test': ['127.0.0.1'] })(`http://api.test:${port}/a?b=c`, {
      method: 'POST',
      headers: { 'x-key': 'k', Host: 'other', 'Content-Length': '1' },
      body: 'body',
    })
    expect(response).toMatchObject({ status: 200, url: `http://api.test:${port}/a?b=c` })
    expect(response.body.toString()).toBe('hello')
    expect(resolved).toEqual(['api.test'])
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/a?b=c' })
    expect(requests[0]?.headers).toMatchObject({ host: `api.test:${port}`, 'x-key': 'k', 'content-length': '4' })
  })

  test('ends when the answer is too large, and when it does not come', async () => {
    answer = (_, response) => response.end('x'.repeat(1_001))
    await expect(egress()(base, { responseBytesMax: 1_000 })).rejects.toMatchObject({ code: 'too_large' })
    expect((await egress()(base, { responseBytesMax: 1_001 })).body).toHaveLength(1_001)
    answer = (_, response) => response.write('x')
    await expect(egress()(base, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(egress()('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('is refused beyond the bound of concurrent requests', async () => {
    answer = () => undefined
    const send = egress()
    const many = await Promise.allSettled(Array.from({ length: 257 }, () => send(base + ABORTED, { timeoutMs: 500 })))
    const refused = many.map((one) => (one.status === 'rejected' ? String(one.reason.message) : 'answered'))
    expect(refused.filter((why) => why.startsWith('too many'))).toHaveLength(1)
  })
})

describe('a redirect', () => {
  const to = (location: string, status = 302) => {
    answer = (request, response) => {
      if (request.url !== '/') response.end('arrived')
      else response.writeHead(status, { location }).end()
    }
  }

  test('within the origin is followed, with the same method, headers and body', async () => {
    to('/next', 307)
    const response = await egress()(base, { method: 'POST', body: 'b', headers: { authorization: 'a' } })
    expect(response.body.toString()).toBe('arrived')
    expect(requests[1]).toMatchObject({ method: 'POST' })
    expect(requests[1]?.headers.authorization).toBe('a')
    to('/next', 303)
    await egress()(base, { method: 'POST', body: 'b' })
    expect(requests[3]).toMatchObject({ method: 'GET' })
  })

  test.each(['http://169.254.169.254/', 'http://localhost.test/', 'file:///etc/passwd', 'http://[::1]/'])(
    'to %s is judged as a stranger’s choice, though the operator chose the first target',
    async (location) => {
      to(location)
      const refused = egress({ 'localhost.test': ['127.0.0.1'] })(base)
      await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
      expect(requests).toHaveLength(1)
    },
  )

  test('carries no body to another origin, and their number is limited', async () => {
    to('http://example.test/', 308)
    const carried = egress({ 'example.test': ['93.184.216.34'] })(base, { method: 'POST', body: 'b' })
    await expect(carried).rejects.toMatchObject({ code: 'forbidden' })
    to('/', 302)
    await expect(egress()(base)).rejects.toMatchObject({ code: 'forbidden', message: 'more than 5 redirects' })
    expect(requests).toHaveLength(1 + 6)
  })
})

test('a response that stays open ends when the caller has read all of it', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('one\n\n')
  }
  const isWhole = (type: string, chunk: Buffer) => type === 'text/event-stream' && chunk.includes('\n\n')
  const { status, body } = await egress()(base, { isWhole })
  expect([status, body.toString()]).toEqual([200, 'one\n\n'])
  await expect.poll(() => requests[0]?.socket.destroyed).toBe(true)
})

describe('in an air gap', () => {
  const allowlist = parseAllowlist('feeds.example.com, intel.example.org:8443,203.0.113.7, [2001:db8::7]:443')
  const passes = (host: string, at = 443) => passesAirGap({ enabled: true, allowlist }, host, at)

  test.each([
    ...['feeds.example.com', 'a.feeds.example.com', '203.0.113.7', '2001:db8::7', '10.1.2.3', '192.168.1.1', 'fd12::1'],
    ...['127.0.0.1', '::1', '169.254.1.1', 'fe80::1', 'misp', 'localhost', 'misp.local', 'a.b.internal', 'x.lan'],
    ...['x.intranet', 'x.corp', 'x.home', 'x.localdomain'],
  ])('%s is reached', (host) => expect(passes(host)).toBe(true))

  test.each([
    ...['example.com', 'evilfeeds.example.com', 'feeds.example.com.evil.test', 'intel.example.org', '8.8.8.8'],
    ...['203.0.113.8', '1.203.0.113.7', 'local.example', 'notlocal.test', '2001:db8::8'],
  ])('%s is not', (host) => expect(passes(host)).toBe(false))

  test('a listed port is the only allowed one', () => {
    expect(passes('intel.example.org', 8443)).toBe(true)
    expect(passes('a.intel.example.org', 8443)).toBe(true)
    expect(passes('2001:db8::7', 80)).toBe(false)
  })

  test('a blocked target is logged, and neither looked up nor connected to', async () => {
    const send = egress({ 'example.com': ['127.0.0.1'] }, { airGap: { enabled: true, allowlist } })
    await expect(send('https://example.com/x?secret=1')).rejects.toMatchObject({ code: 'forbidden' })
    expect(resolved).toEqual([])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'airgap.block', msg: 'airgap.block', host: 'example.com', port: 443, chosen_by: 'operator' },
    ])
    expect(lines.join()).not.toContain('secret')
    expect((await send(base)).status).toBe(200)
  })

  test.each(['http://x', 'a b', 'host:0', 'host:99999', '*.example.com', 'a/b'])(
    'an entry like "%s" is refused',
    (text) => {
      expect(() => parseAllowlist(text)).toThrow(expect.objectContaining({ code: 'bad_config' }))
    },
  )

  test('parses a list without entries as empty', () => expect(parseAllowlist(' , ')).toEqual([]))
})
