/** The server of the console, before an API that echoes its requests. */
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../../platform/log.ts'
import { listen } from '../health/status-server.ts'
import type { BuiltFile } from './files.ts'
import { consoleServer } from './server.ts'

const servers: Server[] = []
let url = ''
let api = ''
let isBuilt = true

const file = (type: string, content: string): BuiltFile => {
  const body = Buffer.from(content)
  return { type, body, packed: body }
}
const FILES = new Map([
  ['/index.html', file('text/html', '<meta property="csp-nonce" nonce="__CSP_NONCE__">')],
  ['/responder.html', file('text/html', '<link rel="manifest" href="/manifest.webmanifest" />')],
  ['/assets/a.js', file('text/javascript', 'void 0')],
  ['/sw.js', file('text/javascript', 'void 1')],
  ['/manifest.webmanifest', file('application/manifest+json', '{}')],
])

async function started(server: Server): Promise<string> {
  servers.push(server)
  await listen(server, 0, '127.0.0.1')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const echo = createServer(async (request, response) => {
    if (request.url === '/api/broken') return void response.writeHead(200).write('half', () => response.destroy())
    if (request.url === '/api/stream') return void response.writeHead(200).write('first')
    const { method, url: path, headers } = request
    response.writeHead(418, { 'x-request-id': 'r1', connection: 'close' })
    response.end(JSON.stringify({ method, path, headers, body: await text(request) }))
  })
  api = await started(echo)
  const files = async () => {
    if (!isBuilt) throw new Error('vite is not installed')
    return FILES
  }
  url = await started(consoleServer({ apiUrl: api, token: 'console-token', files, log: openLog('test') }))
})
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

test('passes a request and its answer on unchanged, with the client’s address', async () => {
  const headers = {
    authorization: 'Bearer t',
    'x-forwarded-for': '203.0.113.9',
    'x-svc-console-token': 'of the client',
  }
  const answer = await fetch(`${url}/api/v1/x?a=%2F..`, { method: 'PUT', headers, body: 'given' })
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([418, 'r1'])
  expect(await answer.json()).toMatchObject({
    ...{ method: 'PUT', path: '/api/v1/x?a=%2F..', body: 'given' },
    headers: {
      ...{ authorization: 'Bearer t', 'x-forwarded-for': '203.0.113.9, 127.0.0.1', host: new URL(api).host },
      'x-svc-console-token': 'console-token',
    },
  })
})

test('passes a stream on as it comes', async () => {
  const stop = new AbortController()
  const { body } = await fetch(`${url}/api/stream`, { signal: stop.signal })
  const { value } = (await body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toBe('first')
  stop.abort()
})

test('an aborted answer aborts here too, and an API that is down answers 502', async () => {
  const answer = await fetch(`${url}/api/broken`)
  await expect(answer.text()).rejects.toThrow()
  const alone = await started(
    consoleServer({ apiUrl: 'http://127.0.0.1:1', token: null, files: async () => FILES, log: openLog('test') }),
  )
  const refused = await fetch(`${alone}/api/v1/x`)
  expect([refused.status, await refused.json()]).toMatchObject([502, { detail: 'the API does not answer' }])
})

test('every page has a fresh nonce, and every path without a file is a page', async () => {
  const policies = await Promise.all(
    ['/', '/alerts/1', '/index.html'].map(async (path) => {
      const answer = await fetch(`${url}${path}`)
      const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect([nonce.length, answer.headers.get('cache-control')]).toEqual([24, 'no-store'])
      return policy
    }),
  )
  expect(new Set(policies).size).toBe(3)
  expect((await fetch(`${url}/assets/a.js`)).headers.get('cache-control')).toContain('immutable')
  expect((await fetch(`${url}/assets/b.js`)).status).toBe(404)
})

test('serves the responder app as its own page, with its worker and manifest as their media types', async () => {
  for (const path of ['/responder', '/responder/triage/0', '/responder/'])
    expect(await (await fetch(`${url}${path}`)).text()).toContain('manifest.webmanifest')
  expect(await (await fetch(`${url}/responders`)).text()).toContain('csp-nonce')
  const found = await Promise.all(
    ['/sw.js', '/manifest.webmanifest'].map(async (path) => {
      const { headers } = await fetch(`${url}${path}`)
      return [headers.get('content-type'), headers.get('cache-control')]
    }),
  )
  // A worker that were kept for a year would never be replaced.
  expect(found).toEqual([
    ['text/javascript', 'no-cache'],
    ['application/manifest+json', 'no-cache'],
  ])
  const policy = (await fetch(`${url}/responder`)).headers.get('content-security-policy')
  expect(policy).toContain("manifest-src 'self'")
  for (const path of ['/service-worker.js', '/site.webmanifest', '/favicon.ico', '/robots.txt'])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404])
})

test.each(['//', '/%', 'http://[', '/api', '*'])('survives a request for the path %s', async (path) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 [24]\d\d /)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test('says why there is no console, and serves one as soon as it is built', async () => {
  isBuilt = false
  const answer = await fetch(url)
  isBuilt = true
  expect([answer.status, await answer.json()]).toMatchObject([503, { detail: 'vite is not installed' }])
  expect((await fetch(url)).status).toBe(200)
})
