/** Tests the API's answers while the engine of the lake is gone, and while it hangs. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '../../platform/tenant.ts'
import { lakeSources } from '../../query/lake-sources.ts'
import { retroHunt } from '../../query/retro-hunt.ts'
import { searchByRule } from '../../query/search/search-by-rule.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { type ReadLimits, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { type Answer, makeAdmin, makeTenant, startTestApi, type TestApi } from '../test-api.ts'

const engine = useEngine({ migrated: true })
let api: TestApi
let token: string
/** Client of the engine, of one that hangs, or of an address where nothing listens. */
let client: ReturnType<typeof openClickhouse>
let inLake = 0
const clients: (typeof client)[] = []

const QUICK = { everyMs: 20, answerMs: 150, restMs: 60_000 }
const opened = (url: string) => {
  const one = openClickhouse({ url, pulse: QUICK })
  clients.push(one)
  return one
}

beforeAll(async () => {
  const lake = (tenant: TenantId, limits?: ReadLimits) => {
    inLake++
    return tenantReader(client, tenant, limits)
  }
  api = await startTestApi({
    deps: {
      lake,
      searchByRule: (tenant, request, gone) => searchByRule(lake(tenant), lakeSources(), request, { gone }),
      backTest: (tenant, hunt, signal) => retroHunt(lake(tenant), lakeSources(), hunt, { signal }),
    },
  })
  token = await makeAdmin(api, await makeTenant(api, 'acme'))
}, 120_000)
afterEach(async () => {
  process.kill(engine().engine.pid, 'SIGCONT')
  for (const one of clients.splice(0)) await one.close()
})
afterAll(() => api.close())

const SPAN = { from: '2026-01-31T00:00:00Z', to: '2026-03-02T00:00:00Z' }
const UID = '0190a000-0000-7000-8000-000000000001'
const DETECTION = { rule_id: 'r', rule_title: 'Outside', severity_id: 4, time: '2026-03-01T00:00:00Z' }

/** Questions that are nothing without the lake. */
const QUESTIONS: readonly (readonly [string, string, object?])[] = [
  ['POST', 'events/search', { ...SPAN, query: 'target_user:ann' }],
  ['POST', 'events/search', { ...SPAN, language: 'kql', query: 'SecurityEvent | where EventID == 4625' }],
  ['POST', 'events/histogram', SPAN],
  ['POST', 'events/facets', { ...SPAN, fields: ['target_user'] }],
  ['GET', `events/${UID}`],
  ['POST', 'lake/query', { sql: 'SELECT count() FROM events' }],
  ['GET', 'lake/capacity'],
  ['GET', 'sources'],
  ['GET', 'schema-drift'],
  ['GET', 'detections'],
  ['GET', 'detections/stats'],
  ['POST', 'detections', DETECTION],
  ['GET', 'ueba/anomalies'],
  ['GET', `ueba/anomalies/${UID}`],
  ['GET', 'ueba/baselines'],
  ['DELETE', 'ueba/baselines/ann'],
  ['GET', 'ueba/stats'],
]

const WAYS = [
  ['is gone', async () => opened('http://127.0.0.1:1')],
  [
    'hangs',
    async () => {
      process.kill(engine().engine.pid, 'SIGSTOP')
      return opened(engine().engine.url)
    },
  ],
] as const

const refusal = ({ status, headers, body }: Answer) => ({
  ...{ status, type: headers['content-type'], retry: headers['retry-after'], detail: body?.detail },
})
const REFUSED = {
  ...{ status: 503, type: 'application/problem+json', retry: '5', detail: 'the lake does not answer' },
}

test.each(WAYS)('the engine %s: every lake query answers 503 with a Retry-After', async (_, away) => {
  client = await away()
  for (const [method, url, body] of QUESTIONS) {
    const answer = await api.ask(method, url, { token, ...(body && { body }) })
    expect([method, url, refusal(answer)]).toEqual([method, url, REFUSED])
  }
})

test.each(WAYS)(
  'the engine %s: usage lists the meters that it cannot measure, and the other meters work',
  async (_, away) => {
    client = await away()
    const reason = 'the table ledger is in the lake: the lake does not answer'
    const unmeasured = { meter: 'events_ingested', table: 'ledger', reason }
    const { status, body } = await api.ask('GET', 'usage', { token })
    expect([status, body.unmeasured]).toEqual([200, expect.arrayContaining([unmeasured])])
    expect(body.totals).toMatchObject({ alerts: 0, actions: 0 })
    expect(body.totals).not.toHaveProperty('events_ingested')
    expect(body.now).toMatchObject({ seats: 1 })
    const reconciled = await api.ask('GET', 'usage/reconciliation', { token })
    expect([reconciled.status, reconciled.body.unmeasured]).toEqual([200, expect.arrayContaining([unmeasured])])
    expect(reconciled.body.meters.map(({ meter }: { meter: string }) => meter)).toContain('alerts')
    const csv = await api.ask('GET', 'usage/export.csv?month=2026-03', { token })
    expect([csv.status, csv.text]).toEqual([200, expect.stringContaining(`# not measured events_ingested,${reason}`)])
  },
)

test.each(WAYS)('the engine %s: a federated query shows the lake as one failed source', async (_, away) => {
  client = await away()
  const { status, body } = await api.ask('POST', 'federated/query', { token, body: { query: 'user:ann' } })
  expect([status, body.complete, body.sources]).toMatchObject([
    200,
    false,
    [{ name: 'own lake', verdict: 'failed', reasons: ['the lake does not answer'] }],
  ])
})

test.each(WAYS)('the engine %s: lists of the API fail for no other reason', async (_, away) => {
  client = await away()
  const lists = api.api.routes.filter(
    ({ method, url }) => method === 'GET' && url.startsWith('/api/v1/') && !url.includes(':'),
  )
  expect(lists.length).toBeGreaterThan(80)
  const before = inLake
  for (const { url } of lists) {
    const questions = inLake
    const answer = await api.ask('GET', url, { token })
    const isRefused = answer.status === 503 && answer.body.detail === 'the lake does not answer'
    expect([url, answer.status >= 500 && !isRefused && inLake > questions]).toEqual([url, false])
  }
  expect(inLake - before).toBeGreaterThan(8)
})

test('an engine that recovers is queried again', async () => {
  process.kill(engine().engine.pid, 'SIGSTOP')
  client = openClickhouse({ url: engine().engine.url, pulse: { ...QUICK, restMs: 0 } })
  clients.push(client)
  expect((await api.ask('GET', 'detections', { token })).status).toBe(503)
  process.kill(engine().engine.pid, 'SIGCONT')
  await expect.poll(async () => (await api.ask('GET', 'detections', { token })).status, { timeout: 20_000 }).toBe(200)
})
