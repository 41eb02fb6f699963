/**
 * A rule hides a field of events, and whoever may not see it asks every way in which the lake is asked: no answer has the value,
 * and no question by it is answered. A model asks with no role at all.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { huntLake, runNext } from '../../../control/detect/hunts/index.ts'
import { runOwnTool, type ToolDeps } from '../../../control/respond/agents/investigator/tools.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { searchByRule } from '../../../query/search/search-by-rule.ts'
import { takeIn } from '../../../query/testing.ts'
import { type ReadLimits, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
const engine = useEngine({ migrated: true })
const SECRET = 'svetlana.petrova'
const NOW_MS = Date.UTC(2026, 2, 2)
const SPAN = { from: '2026-02-27T00:00:00Z', to: '2026-03-02T00:00:00Z' }
let api: TestApi
let acme: TenantId
let admin: string
let hunter: string
let uid: string

const ask = (method: string, url: string, body?: unknown, as = hunter) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })

beforeAll(async () => {
  const lake = (tenant: TenantId, limits?: ReadLimits) => tenantReader(engine().client, tenant, limits)
  const byRule: ApiDeps['searchByRule'] = (tenant, request, gone) =>
    searchByRule(lake(tenant), lakeSources(), request, { gone })
  api = await startTestApi({ deps: { lake, searchByRule: byRule } })
  acme = await makeTenant(api, 'acme')
  admin = await makeAdmin(api, acme)
  await makeUser(api, acme, 'hana', 'tenant_admin')
  hunter = await tokenOf(api, acme, 'hana')
  const event = { Channel: 'Security', EventID: 4625, Hostname: 'dc1', '@timestamp': '2026-03-01T01:00:00Z' }
  const text = JSON.stringify({ ...event, TargetUserName: SECRET, OwnNote: `says ${SECRET}` })
  await takeIn(engine().client, {
    tenant: acme,
    format: 'windows',
    body: `${text}\n{"broken": "${SECRET}`,
    receivedMs: NOW_MS,
  })
  uid = (await ask('POST', 'events/search', { ...SPAN, fields: ['target_user'] })).body.events[0].event_uid
  const rule = { resource: 'event', field_path: 'target_user', treatment: 'redact', visible_to_roles: ['admin'] }
  expect((await ask('POST', 'governance/field-rules', rule, admin)).status).toBe(201)
  api.deps.principals.forget(() => true)
})
afterAll(() => api?.close())

test('no route returns the hidden value, whatever the id', async () => {
  const leaks: string[] = []
  const urls = api.api.routes
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/v1/') && !url.startsWith('/api/v1/realtime'))
    .map(({ url }) => url.replace('/api/v1/', '').replace(/:\w+/g, uid))
  for (const url of urls) {
    const query =
      url.startsWith('events/') || url.startsWith('exports/') ? `?from=${SPAN.from}&to=${SPAN.to}&uid=${uid}` : ''
    const { text, headers } = await ask('GET', `${url}${query}`)
    if (`${text} ${JSON.stringify(headers)}`.toLowerCase().includes('svetlana')) leaks.push(url)
  }
  expect(leaks).toEqual([])
  expect((await ask('GET', `events/${uid}`, undefined, admin)).text, 'whom the rule names').toContain(SECRET)
})

test('no export of events, and no other CSV file, has the hidden value', async () => {
  const csv = [
    'audit/export?format=csv',
    'usage/export.csv?month=2026-03',
    'exports/usage?month=2026-03',
    'exports/audit',
  ]
  const files = [...csv, 'exports/alerts', 'exports/cases', `exports/events?query=*&from=${SPAN.from}&to=${SPAN.to}`]
  for (const url of files) {
    const answer = await ask('GET', url)
    expect([url, answer.text.toLowerCase().includes('svetlana')]).toEqual([url, false])
  }
  for (const format of ['csv', 'ndjson', 'parquet', 'arrow'])
    for (const body of [{ query: '*' }, { query: 'events | take 5', language: 'kql' }])
      expect((await ask('POST', 'exports/jobs', { ...SPAN, ...body, format })).status).toBe(403)
})

describe('a search', () => {
  const search = (query: string, as = hunter) => ask('POST', 'events/search', { ...SPAN, query }, as)
  const BY = ['target_user:svet*', 'unmapped.TargetUserName:svet*', 'unmapped.OwnNote:*svet*']
  test.each(BY)(
    'by %s is refused: a sender’s name may stand for the hidden field, and an unknown name too',
    async (by) => {
      const refused = await search(by)
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('field rule')])
      expect((await search(by, admin)).body.events).toHaveLength(1)
    },
  )

  test('by the name in another letter case is refused too', async () => {
    expect((await search('unmapped.targetusername:s*')).status).toBe(403)
  })

  test('by other names of the sender is answered', async () => {
    expect((await search('unmapped.EventID:4625')).body.events).toHaveLength(1)
  })
})

describe('hunts', () => {
  const hunt = (query: string, language: string, as: string) =>
    ask(
      'POST',
      'hunts',
      {
        title: `Hunt of ${as.slice(-4)} ${query.slice(0, 20)}`,
        hypothesis: 'walk',
        query,
        language,
        window_hours: 720,
      },
      as,
    )
  const QUESTIONS = [
    ['target_user:svet*', 'lucene'],
    ['svet*', 'lucene'],
    ['SELECT substring(target_user, 1, 4) AS x FROM events', 'sql'],
    ['SecurityEvent | where TargetUserName startswith "s"', 'kql'],
  ] as const
  test.each(QUESTIONS)('by %s (%s) can be neither saved nor run', async (query, language) => {
    const refused = await hunt(query, language, hunter)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('field rule')])
    const made = await hunt(query, language, admin)
    expect(made.status, made.text).toBe(201)
    const { id } = made.body
    expect((await ask('POST', `hunts/${id}/runs`, {})).status).toBe(403)
    expect((await ask('PATCH', `hunts/${id}`, { query })).status).toBe(403)
    expect((await ask('PATCH', `hunts/${id}`, { title: 'Another title' }, admin)).status).toBe(200)
  })

  test('by visible fields are run, and their results hide the field', async () => {
    const { body, status, text } = await hunt('host:dc1', 'lucene', hunter)
    expect(status, text).toBe(201)
    expect((await ask('POST', `hunts/${body.id}/runs`, SPAN)).status).toBe(202)
    const lake = huntLake(engine().client, lakeSources())
    const deps = { pool: api.owner, lake, log: api.deps.log, nowMs: () => NOW_MS }
    while (await runNext(deps as never, new AbortController().signal));
    const found = await ask('GET', `hunts/${body.id}/results`)
    expect(found.body.items).toHaveLength(1)
    expect(found.text).not.toContain('svetlana')
  })
})

test('a back-test of a rule is refused', async () => {
  expect((await ask('POST', 'rules/none/backtest', {})).status).toBe(403)
  expect((await ask('POST', 'rules/none/backtest', {}, admin)).status).not.toBe(403)
})

describe('a model', () => {
  const use = (name: string, args: object) => {
    const deps = {
      ...{ tenant: acme, lake: tenantReader(engine().client, acme), sources: lakeSources(), nowMs: () => NOW_MS },
      inTenant: (work: Parameters<ToolDeps['inTenant']>[0]) => withTenant(api.owner, acme, work),
      ...{ sandboxesOf: () => [], egress: null, vault: null },
    }
    return runOwnTool(deps as never, name, { hours: 720, ...args } as never)
  }
  const REFUSED: readonly (readonly [string, object])[] = [
    ['search', { query: `target_user:${SECRET}` }],
    ['search', { query: `NOT (host:a OR user.name:${SECRET})` }],
    ['search', { query: SECRET }],
    ['kql', { query: `SecurityEvent | where TargetUserName == "${SECRET}"` }],
    ['federated', { query: `target_user:${SECRET}` }],
    ['retro_match', { values: ['198.51.100.7'] }],
  ]
  test.each(REFUSED)('may not call %s with %j', async (name, args) => {
    const found = await use(name, args)
    expect(found).toEqual({ outcome: 'refused', reason: expect.stringContaining('field rule') })
  })

  test('may search by visible fields, and does not see the hidden one', async () => {
    const found = await use('search', { query: 'host:dc1' })
    expect(found).toMatchObject({ outcome: 'answered', shown: 1 })
    expect(JSON.stringify(found)).not.toContain('svetlana')
    expect(await use('prevalence', { field: 'process_name', value: 'x' })).toMatchObject({ outcome: 'answered' })
  })
})

describe('a rule on a path of the event or on its raw text', () => {
  const PATHS = ['user.name', 'raw_event.TargetUserName', 'unmapped.TargetUserName', 'ocsf.user.name'] as const
  const only = async (field_path: string) => {
    const { items } = (await ask('GET', 'governance/field-rules', undefined, admin)).body
    for (const { id } of items) await ask('DELETE', `governance/field-rules/${id}`, undefined, admin)
    const rule = { resource: 'event', field_path, treatment: 'hash', visible_to_roles: ['admin'] }
    const made = await ask('POST', 'governance/field-rules', rule, admin)
    expect(made.status, made.text).toBe(201)
    api.deps.principals.forget(() => true)
  }
  const FIELDS = ['target_user', 'user.name', 'unmapped.TargetUserName', 'host', 'message']

  test.each(PATHS)('%s: no answer contains the value, and no search by it is answered', async (path) => {
    await only(path)
    const answers = [
      await ask('GET', `events/${uid}?from=${SPAN.from}&to=${SPAN.to}`),
      await ask('POST', 'events/search', { ...SPAN, query: 'host:dc1' }),
      await ask('POST', 'events/search', { ...SPAN, query: 'host:dc1', fields: FIELDS }),
      ...(await Promise.all(FIELDS.map((one) => ask('POST', 'events/search', { ...SPAN, query: '*', fields: [one] })))),
    ]
    for (const { text } of answers) expect(text.toLowerCase()).not.toContain('svetlana')
    expect(answers[1]?.body.events).toHaveLength(1)
    const refused = [
      ...['target_user:svet*', 'user.name:svet*', 'unmapped.TargetUserName:svet*', 'svet*'].map((query) =>
        ask('POST', 'events/search', { ...SPAN, query }),
      ),
      ask('POST', 'lake/query', { sql: 'SELECT substring(target_user, 1, 4) AS x FROM events' }),
      ask('POST', 'lake/query', { sql: 'SELECT * FROM events' }),
      ask('GET', `exports/events?query=host:dc1&from=${SPAN.from}&to=${SPAN.to}`),
    ]
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403))
  })
})
