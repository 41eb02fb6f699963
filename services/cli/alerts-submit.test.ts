import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Instance, writeInstance } from '../supervisor/instance.ts'
import { runAlertsSubmit } from './alerts-submit.ts'

type Seen = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: unknown }
type Reply = { readonly status: number; readonly body: object; readonly headers?: Record<string, string> }

let dir = ''
let printed: string[] = []
let output = ''
const seen: Seen[] = []
/** Given in turn; the last one again and again. */
let replies: Reply[] = []
const submitted = { alert_id: 'a-1', accepted: 1, rejected: 0, errors: [] }

/** Only its answers are made up: what the API itself does with a batch is tested beside its route. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  seen.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
  const { status, body, headers } = (replies.length > 1 ? replies.shift() : replies[0]) as Reply
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
})

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-alerts-submit-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  seen.length = 0
  printed = []
  output = ''
  replies = [{ status: 201, body: submitted }]
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += String(text)
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  process.exitCode = 0
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(dir, { recursive: true, force: true })
})

async function run(content: string | object, more: object = {}) {
  const file = join(dir, 'events.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await runAlertsSubmit([file], { apiUrl, tenantId: 'demo', ...more })
}

test.each([
  ['one event', { a: 1 }, [{ a: 1 }]],
  ['a list', [{ a: 1 }, { b: 2 }], [{ a: 1 }, { b: 2 }]],
  ['an object with events', { events: [{ a: 1 }] }, [{ a: 1 }]],
  ['an event a line', '{"a":1}\n\n{"b":2}\n', [{ a: 1 }, { b: 2 }]],
])('%s is a batch', async (_, content, events) => {
  await run(content)
  expect(seen.map(({ url, body }) => [url, body])).toEqual([['/api/v1/alerts/submit', { events }]])
  expect(printed).toEqual(['a-1'])
  expect(output).toMatch(/events\.json: submitted, 1 accepted\n$/)
})

test('labels of the file win over those of the command', async () => {
  await run({ events: [{}], connector_type: 'file', rule_id: 'r' }, { connectorType: 'flag', connectorId: 'c' })
  expect(seen[0]?.body).toEqual({ events: [{}], connector_type: 'file', rule_id: 'r', connector_id: 'c' })
})

test('the same file has the same key, another file has another key, and a configured key is used', async () => {
  await run({ a: 1 })
  await run({ a: 1 })
  await run({ a: 2 })
  await run({ a: 2 }, { idempotencyKey: 'mine', token: 't' })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]).not.toBe(keys[2])
  expect(keys[0]).toMatch(/^[A-Za-z0-9._:/-]{1,128}$/)
  expect(seen[3]?.headers).toMatchObject({
    'idempotency-key': 'mine',
    authorization: 'Bearer t',
    'x-tenant-id': 'demo',
  })
})

test('a request without an answer is sent again under the same key', async () => {
  const busy = { status: 503, body: { detail: 'busy' }, headers: { 'retry-after': '0' } }
  replies = [busy, { ...busy, status: 429 }, { status: 200, body: submitted }]
  await run({ a: 1 }, { json: true })
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(seen).toHaveLength(3)
  expect(JSON.parse(printed[0] ?? '')).toMatchObject({ alert_id: 'a-1', accepted: 1 })
  expect(output).toContain('known')
})

test('a refusal is reported with its reason and not retried', async () => {
  replies = [{ status: 413, body: { detail: 'SVC_SUBMIT_MAX_EVENTS: 1001 events, 1000 allowed' } }]
  await expect(run({ a: 1 })).rejects.toThrow(/413: SVC_SUBMIT_MAX_EVENTS/)
  expect(seen).toHaveLength(1)
})

test('rejected events are reported and make the exit status 1', async () => {
  replies = [{ status: 201, body: { ...submitted, rejected: 1, errors: ['events[1] is not an object'] } }]
  await run([{ a: 1 }, 7])
  expect(process.exitCode).toBe(1)
  expect(output).toContain('events[1] is not an object')
})

test('an invalid batch is refused with its position before anything is sent', async () => {
  await expect(run('{"a":1}\nnot json\n')).rejects.toThrow(/events\.json:2 is not JSON/)
  await expect(run('nonsense')).rejects.toThrow(/is not JSON/)
  await expect(run({ a: 1 }, { tenantId: undefined })).rejects.toThrow(/--tenant-id/)
  expect(seen).toHaveLength(0)
})

test('without an address the instance on the data folder is used', async () => {
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeInstance(dir, { apiUrl, pid: process.pid } as Instance)
  vi.stubEnv('SVC_DATA_DIR', dir)
  const file = join(dir, 'one.json')
  await writeFile(file, '{"title":"one"}')
  await runAlertsSubmit([file], { tenantId: 'demo' })
  vi.unstubAllEnvs()
  expect(seen).toHaveLength(1)
  const elsewhere = runAlertsSubmit([file], { tenantId: 'demo', apiUrl: 'soc.example:8000' })
  await expect(elsewhere).rejects.toThrow('soc.example:8000 is not the address of an API')
})
