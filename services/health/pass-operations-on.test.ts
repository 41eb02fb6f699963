/** Operations of a service on its own port, before an API that echoes its requests. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMetrics } from '../../platform/metrics.ts'
import { passAreaOn, passOperationsOn } from './pass-operations-on.ts'
import { listen, statusServer } from './status-server.ts'

const servers: Server[] = []
let url = ''
let api = ''

beforeAll(async () => {
  const behind = createServer(async (request, response) => {
    const { method, url: path, headers } = request
    response.writeHead(202, { 'content-type': 'application/json', 'x-ratelimit-limit': '1000' })
    response.end(JSON.stringify({ method, path, body: await text(request), ...headers }))
  })
  await listen(behind, 0, '127.0.0.1')
  api = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`
  const toApi = passOperationsOn({ apiUrl: api, token: 'hop' }, [{ method: 'POST', path: /^\/actions$/ }])
  const ofArea = passAreaOn({ apiUrl: api, token: 'hop' }, '/intel')
  const server = statusServer(
    openMetrics('actions', { processMetrics: false }),
    pino({ level: 'silent' }),
    {},
    {},
    (request, response) => toApi(request, response) || ofArea(request, response),
  )
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
  servers.push(behind, server)
})
afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

const ask = (path: string, method = 'POST') =>
  fetch(`${url}${path}`, { method, headers: { 'x-api-key': 'k' }, ...(method === 'GET' ? {} : { body: '{"a":1}' }) })

test('an operation is answered by the API, with its status and headers, under both spellings of its path', async () => {
  for (const path of ['/actions', '/api/v1/actions']) {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([202, '1000'])
    const seen = { method: 'POST', path: '/api/v1/actions', body: '{"a":1}', 'x-api-key': 'k' }
    expect(await answer.json()).toMatchObject({ ...seen, 'x-svc-console-token': 'hop' })
  }
})

test('no other path or method reaches the API', async () => {
  for (const path of ['/actions/', '/actions/../alerts', '/api/v1/alerts', '//actions', '/actions%2f', '/api/v1'])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  expect((await ask('/actions', 'GET')).status).toBe(404)
  expect((await ask('/actions', 'DELETE')).status).toBe(404)
  expect((await ask('/health', 'GET')).status).toBe(200)
})

test('an area passes every method below its path, and nothing that leaves it', async () => {
  for (const [path, method] of [
    ['/intel/iocs?limit=1', 'GET'],
    ['/api/v1/intel/feeds/1/sync', 'POST'],
    ['/intel', 'DELETE'],
  ] as const) {
    const answer = await ask(path, method)
    expect(await answer.json()).toMatchObject({ method, path: `/api/v1${path.replace('/api/v1', '')}` })
  }
  for (const path of ['/intelligence', '/intel/%2e%2e/alerts/..', '/intel//x', '/intel/', '/alerts'])
    expect([path, (await ask(path, 'GET')).status]).toEqual([path, 404])
})
