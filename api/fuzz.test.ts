/**
 * Every operation of the OpenAPI document, asked with what it documents and with what nobody should send, by an
 * administrator of a tenant and by nobody. The requests are made from the document: a new route is fuzzed as soon as it
 * exists.
 */
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { type FuzzRequest, type Operation, operationsOf, requestsOf } from './fuzz/requests.ts'
import { type FuzzAnswer, openSender, type Sender } from './fuzz/send.ts'
import { openapiText } from './openapi-document.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from './test-api.ts'

const SEED = 20_260_131
/** Requests of one operation: with a session, and without. */
const [RUNS_SIGNED_IN, RUNS_NOBODY] = [30, 6]
const NOBODY = '00000000-0000-4000-8000-000000000000'
const RULE = 'title: t\nlogsource: { category: test }\ndetection: { a: { a: b }, condition: a }'

const operations = operationsOf(JSON.parse(await openapiText()))
let server: TestPostgres
let api: TestApi
let sender: Sender
let session: Record<string, string>
let ids: string[]
/** Why the API failed, which its answers do not say. */
const failures: string[] = []

beforeAll(async () => {
  server = await withTestPostgres()
  const log = pino({ level: 'error' }, { write: (line: string) => failures.push(line) })
  api = await openTestApi(server, { deps: { log } })
  const acme = await makeTenant(api, 'acme')
  const user = await makeUser(api, acme, 'ada', 'tenant_admin')
  const token = await tokenOf(api, acme, 'ada')
  session = { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' }
  const make = async (url: string, body: object) => (await api.ask('POST', url, { token, body })).body.id as string
  ids = [
    ...[NOBODY, user, await makeUser(api, acme, 'ben')],
    ...[
      await make('alerts', { title: 'one', severity: 'low' }),
      await make('alerts', { title: 'two', severity: 'low' }),
    ],
    await make('rules', { language: 'sigma', text: RULE }),
    await make('rbac/roles', { name: 'theirs', permission_ids: [] }),
    await make('api-keys', { name: 'theirs', scopes: ['alerts:read'] }),
  ]
  sender = openSender(await api.api.listen(0, '127.0.0.1'))
}, 120_000)
afterAll(async () => {
  sender.close()
  await api.close()
  await server.close()
})

test('everything that the requests work on is there', () => {
  expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id))).toBe(true)
  expect(operations.length).toBeGreaterThan(50)
})

describe.each(operations)('$method $path', (operation) => {
  test('answers an administrator of the tenant without failing', () =>
    everyRequest(operation, RUNS_SIGNED_IN, async (request) => {
      judge(request, await sender.send({ ...request, headers: { ...session, ...request.headers } }))
    }))

  test('answers nobody without failing, and does nothing for them', () =>
    everyRequest(operation, RUNS_NOBODY, async (request) => {
      const answer = await sender.send(request)
      judge(request, answer)
      const { security } = operation
      if (security.length > 0) expect(answer.status).toBeGreaterThanOrEqual(400)
    }))
})

function everyRequest(operation: Operation, numRuns: number, check: (request: FuzzRequest) => Promise<void>) {
  const property = fc.asyncProperty(requestsOf(operation, ids), check)
  return fc.assert(property, { seed: SEED, numRuns, endOnFailure: true })
}

/** Of the program behind the API: a stack, a statement, a driver's or the database's own words. */
const INNARDS =
  /\.ts:\d|\.js:\d|node_modules|\bat async\b|INSERT INTO|SELECT .* FROM|violates|invalid input syntax|PostgreSQL/

function judge({ method, path, body }: FuzzRequest, { status, type, text }: FuzzAnswer): void {
  const asked = `${method} ${path.slice(0, 300)} ${String(body).slice(0, 300)}`
  const failed = failures.splice(0).join('').slice(0, 1500)
  expect([asked, status < 500 || status === 503, failed]).toEqual([asked, true, failed])
  expect([asked, INNARDS.exec(text)?.[0]]).toEqual([asked, undefined])
  if (status < 400) return
  expect([asked, text.slice(0, 200), type]).toEqual([asked, text.slice(0, 200), 'application/problem+json'])
  const problem = JSON.parse(text)
  expect([asked, problem.status, problem.detail?.length > 0]).toEqual([asked, status, true])
}
