/**
 * Sends every operation of the OpenAPI document valid and hostile requests, as an administrator and without a
 * credential. The requests are generated from the document: a new route is fuzzed as soon as it exists.
 */
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissionViews } from '../control/identity/accounts/index.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { type FuzzRequest, type Operation, operationsOf, requestsOf } from './fuzz/requests.ts'
import type { Known } from './fuzz/schema-values.ts'
import { type FuzzAnswer, openSender, type Sender } from './fuzz/send.ts'
import { openapiText } from './openapi-document.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, PASSWORD, type TestApi } from './test-api.ts'

const SEED = 20_260_131
/** Requests of one operation: with a session, and without. `npm run fuzz -- --times 5` sends more, from other seeds. */
const [RUNS_SIGNED_IN, RUNS_NOBODY] = [24, 3]
const NOBODY = '00000000-0000-4000-8000-000000000000'
const RULE = 'title: t\nlogsource: { category: test }\ndetection: { a: { a: b }, condition: a }'

const operations = operationsOf(JSON.parse(await openapiText()))
/** Good values by the name of a member or a parameter. */
const MEMBERS = {
  email: ['new@acme.example', 'ada@acme.example'],
  username: ['new', 'ada'],
  password: [PASSWORD],
  role: ['viewer', 'soc_lead'],
  scopes: [['alerts:read'], ['users:read', 'alerts:write']],
  permission_ids: [[permissionViews()[0]?.id], []],
  language: ['sigma'],
  text: [RULE],
  severity: ['low', 'high'],
  status: ['new', 'in_progress'],
  disposition: ['benign'],
  confidence_label: ['high'],
  from: ['2026-01-31T08:00:00Z'],
  until: [new Date(Date.now() + 3_600_000).toISOString()],
}
let server: TestPostgres
let api: TestApi
let sender: Sender
let session: Record<string, string>
/** Headers of a directory, which shows a credential of its own. */
let directory: Record<string, string>
let known: Known
/** Internal errors of the API, which its answers do not show. */
const failures: string[] = []

beforeAll(async () => {
  server = await withTestPostgres()
  const log = pino({ level: 'error' }, { write: (line: string) => failures.push(line) })
  api = await openTestApi(server, { deps: { log } })
  const acme = await makeTenant(api, 'acme')
  // With all permissions, because a 403 would end each request before the code under test.
  const token = await makeAdmin(api, acme)
  session = { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' }
  const make = async (url: string, body: object) => {
    const made = await api.ask('POST', url, { token, body })
    expect([url, made.status, made.text]).toEqual([url, 201, expect.stringMatching(/"id":/)])
    return made.body.id as string
  }
  const alert = { title: 'one', severity: 'low' }
  const ids = [
    ...[NOBODY, await makeUser(api, acme, 'ada', 'tenant_admin'), await makeUser(api, acme, 'ben')],
    ...[await make('alerts', alert), await make('alerts', alert)],
    await make('rules', { language: 'sigma', text: RULE }),
    await make('rbac/roles', { name: 'theirs', permission_ids: [] }),
    await make('rbac/permissions', { name: 'custom:theirs', description: 'theirs' }),
    await make('sso-connections', {
      ...{ provider: 'oidc', issuer: 'https://idp.example', display_name: 'theirs', client_id: 'svc' },
    }),
    await make('api-keys', { name: 'theirs', scopes: ['alerts:read'] }),
  ]
  const minted = await api.ask('POST', 'scim-tokens', { token, body: { name: 'theirs' } })
  directory = { authorization: `Bearer ${minted.body.token}` }
  known = { ids, members: MEMBERS }
  sender = openSender(await api.api.listen(0, '127.0.0.1'))
}, 120_000)
afterAll(async () => {
  sender.close()
  await api.close()
  await server.close()
})

test('the document contains every operation', () => {
  expect(operations.length).toBeGreaterThan(50)
})

describe.each(operations)('$method $path', (operation) => {
  test('answers an administrator without an internal error', async () => {
    const statuses = new Set<number>()
    await everyRequest(operation, RUNS_SIGNED_IN, async (request) => {
      const credential = isOfDirectory(operation) ? directory : session
      const answer = await sender.send({ ...request, headers: { ...credential, ...request.headers } })
      judge(request, answer)
      statuses.add(answer.status)
    })
    if (!isSigned(operation)) expect([...statuses], 'the session is good').not.toEqual([401])
  })

  test('answers a request without credentials without an internal error, and changes nothing', () =>
    everyRequest(operation, RUNS_NOBODY, async (request) => {
      const answer = await sender.send(request)
      judge(request, answer)
      const { security } = operation
      if (security.length > 0) expect(answer.status).toBeGreaterThanOrEqual(400)
    }))
})

function everyRequest(operation: Operation, numRuns: number, check: (request: FuzzRequest) => Promise<void>) {
  const property = fc.asyncProperty(requestsOf(operation, known), check)
  // A seed of its own, because otherwise every operation would get the same oddities in the same order.
  const seed = SEED + operations.indexOf(operation)
  return fc.assert(property, { seed, numRuns, endOnFailure: true })
}

/** Texts of the program behind the API: a stack, a statement, a driver's or the database's own words. */
const INNARDS =
  /\.ts:\d|\.js:\d|node_modules|\bat async\b|INSERT INTO|SELECT .* FROM|violates|invalid input syntax|PostgreSQL/

/** Asks for a signature and for no session, so that requests from the document may all be refused. */
const isSigned = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
  method.toUpperCase() === 'POST' && path === '/api/v1/playbook-hooks/{hook_id}'

const isOfDirectory = ({ path }: Pick<FuzzRequest, 'path'>) => path.startsWith('/scim/v2/')
const PROBLEM = ['application/problem+json']

function judge({ method, path, body }: FuzzRequest, { status, type, text }: FuzzAnswer): void {
  const label = `${method} ${path.slice(0, 300)} ${String(body).slice(0, 300)}`
  const failed = failures.splice(0).join('').slice(0, 1500)
  expect([label, status < 500 || status === 503, failed]).toEqual([label, true, failed])
  // A hunt is a statement, and a list of hunts shows it: statements count in what refuses.
  const innards = status < 400 ? text.replaceAll(/SELECT .* FROM/g, '') : text
  expect([label, INNARDS.exec(innards)?.[0]]).toEqual([label, undefined])
  if (status < 400) return
  // A refusal before routing has the same media type on every path.
  const types = isOfDirectory({ path }) ? [...PROBLEM, 'application/scim+json'] : PROBLEM
  expect([label, text.slice(0, 200), types.includes(String(type))]).toEqual([label, text.slice(0, 200), true])
  const problem = JSON.parse(text)
  expect([label, Number(problem.status), problem.detail?.length > 0]).toEqual([label, status, true])
}
