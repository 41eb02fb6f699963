import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { GRANTABLE_ROLES } from '../../../control/identity/accounts/index.ts'
import { runSearchJobOnce, runTableOnce } from '../../../control/soc/searches/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { kqlHunt } from '../../../query/kql/kql-hunt.ts'
import { kqlTable } from '../../../query/kql/kql-table.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { PROCESS_TREE_LIMITS } from '../../../query/process-tree.ts'
import { searchByRule } from '../../../query/search/search-by-rule.ts'
import { takeIn } from '../../../query/testing.ts'
import { Client, type models } from '../../../sdk/typescript/src/index.ts'
import { type Reader, type ReadLimits, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const log = pino({ level: 'silent' })
const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 2)
const NEVER = new AbortController().signal
const SPAN = { from: '2026-01-31T00:00:00Z', to: '2026-03-02T00:00:00Z' }
const event = (user: string, hour: string) =>
  JSON.stringify({
    ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', '@timestamp': `2026-03-01T${hour}:00Z` },
    ...{ TargetUserName: user, IpAddress: '203.0.113.9' },
  })
let api: TestApi
let token: string
let stranger: string
let acme: TenantId

beforeAll(async () => {
  const lake = (tenant: TenantId, limits?: ReadLimits) => tenantReader(engine().client, tenant, limits)
  const byRule: ApiDeps['searchByRule'] = (tenant, request, gone) =>
    searchByRule(lake(tenant), lakeSources(), request, { gone })
  const askKql: ApiDeps['askKql'] = async (tenant, { table, isPlan: _, ...question }) => {
    const found = await kqlHunt(lake(tenant, { rowsMax: 0 }), question)
    return 'reason' in found ? found : kqlTable(found, table)
  }
  api = await startTestApi({ deps: { lake, searchByRule: byRule, askKql } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  const ingest = (tenant: string, ...events: string[]) =>
    takeIn(engine().client, { tenant, format: 'windows', body: events.join('\n'), receivedMs: NOW_MS })
  await ingest('acme', event('ann', '01:00'), event('bob', '01:10'), event('ann', '02:00'))
  await ingest('globex', event('theirs', '01:00'))
}, 120_000)
afterAll(() => api.close())

const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })
/** Around the events, unless it says otherwise. */
const search = (body: object, as = token) => ask('POST', 'events/search', { ...SPAN, ...body }, as)

test('searches of each language count the fields of their conditions, for the advice on indexes', async () => {
  await search({ query: 'target_user:ann AND unmapped.EventID:4625' })
  await ask('POST', 'events/facets', { ...SPAN, query: 'event_code:4625', fields: ['host'] })
  await ask('POST', 'events/histogram', { ...SPAN, query: 'event_code:4625' })
  await search({ language: 'kql', query: 'SecurityEvent | where TargetUserName == "ann" and EventID == IpPort' })
  await search({ language: 'kql', query: 'SecurityEvent | summarize count() by Computer' })
  const sql = `SELECT count(), any(url) FROM events WHERE time > '2026-01-01' AND lowerUTF8(host) = 'dc' GROUP BY user -- WHERE pid`
  expect((await ask('POST', 'lake/query', { sql })).status).toBe(200)
  const counted = async () => {
    const { items } = (await ask('GET', 'lake/advice')).body
    return items.map((one: Record<string, string>) => `${one.language} ${one.field} ${one.searches} ${one.compares}`)
  }
  // They are counted once their answers are out.
  await expect
    .poll(async () => (await counted()).sort(), { timeout: 20_000 })
    .toEqual([
      'kql EventID 1 null',
      'kql IpPort 1 null',
      'kql SecurityEvent 1 null',
      'kql TargetUserName 1 null',
      'lucene event_code 2 null',
      'lucene target_user 1 null',
      'lucene unmapped.EventID 1 null',
      'sql host 1 null',
    ])
})

test('an answer over archived time lists the missing span and is not complete', async () => {
  const day = "'2026-02-03', 'x'"
  const times = `'2026-02-03T04:00:00Z', '2026-02-03T05:00:00Z'`
  const files = /* sql */ `INSERT INTO archive_moves (day, path, state, rows, bytes, checksum, from_time, to_time)
    VALUES (${day}, 'dropped', 1, 1, '1:1', ${times}), (${day}, 'copied', 1, 1, '1:1', '2026-02-01', '2026-02-02')`
  await withTenant(api.owner, acme, (tx) => tx.run(files))
  const archived = { from: '2026-02-03T04:00:00.000Z', to: '2026-02-03T05:00:00.001Z', reason: 'archived' }
  for (const path of ['search', 'histogram']) {
    const whole = await ask('POST', `events/${path}`, { ...SPAN, query: '*' })
    expect([path, whole.body.complete, whole.body.missing]).toEqual([path, false, [archived]])
    const beside = await ask('POST', `events/${path}`, { from: '2026-02-28T00:00:00Z', to: SPAN.to, query: '*' })
    expect([path, beside.body.complete, beside.body.missing]).toEqual([path, true, []])
  }
  const facets = await ask('POST', 'events/facets', { ...SPAN, query: '*', fields: ['host'] })
  expect(facets.body.missing).toEqual([archived])
  expect((await ask('POST', 'events/search', { ...SPAN, query: '*' }, stranger)).body.complete).toBe(true)
  await withTenant(api.owner, acme, (tx) => tx.run(`UPDATE archive_moves SET state = 'restored'`))
})

test('a search that exceeds its time continues as a job that only its tenant sees and cancels', async () => {
  const real = api.deps.lake
  const slow = (tenant: TenantId) => ({
    ...tenantReader(engine().client, tenant),
    query: () => Promise.reject(Object.assign(new Error('too slow'), { code: '159' })),
  })
  Object.assign(api.deps, { lake: slow })
  const cut = await search({ query: 'target_user:ann', fields: ['target_user'] })
  Object.assign(api.deps, { lake: real })
  expect([cut.status, cut.body.complete, cut.body.missing.length]).toEqual([200, false, 1])
  const id = cut.body.job_id
  while (
    await runSearchJobOnce({ pool: api.owner, log, lake: (tenant) => tenantReader(engine().client, tenant) }, NEVER)
  );
  const found = await ask('GET', `events/searches/${id}?page=0`)
  expect(found.body).toMatchObject({ job: { state: 'done', found: 2, query: 'target_user:ann' } })
  expect(found.body.events.map(({ fields }: { fields: Record<string, unknown> }) => fields.target_user)).toContain(
    'ann',
  )
  expect((await ask('GET', `events/searches/${id}`, undefined, stranger)).status).toBe(404)
  expect((await ask('POST', `events/searches/${id}/cancel`, undefined, stranger)).status).toBe(404)
  expect((await ask('POST', `events/searches/${id}/cancel`)).status, 'it has ended').toBe(409)
})

test('facets that exceed their time continue as a job that only its tenant reads', async () => {
  const real = api.deps.lake
  const slow = (tenant: TenantId) => ({
    ...tenantReader(engine().client, tenant),
    query: () => Promise.reject(Object.assign(new Error('too slow'), { code: '159' })),
  })
  const question = { ...SPAN, query: 'target_user:*', fields: ['target_user'], limit: 1 }
  Object.assign(api.deps, { lake: slow })
  const cut = await ask('POST', 'events/facets', question)
  Object.assign(api.deps, { lake: real })
  expect([cut.status, cut.body]).toMatchObject([200, { facets: [], complete: false, missing: [{ reason: 'time' }] }])
  const path = `events/searches/${cut.body.job_id}`
  expect((await ask('GET', `${path}/counts`)).body).toMatchObject({ state: 'running', facets: [{ values: [] }] })
  while (
    await runSearchJobOnce({ pool: api.owner, log, lake: (tenant) => tenantReader(engine().client, tenant) }, NEVER)
  );
  const whole = (await ask('POST', 'events/facets', question)).body.facets
  expect(whole[0].values).not.toEqual([])
  const counts = (await ask('GET', `${path}/counts?limit=1`)).body
  expect([counts.state, Date.parse(counts.from), Date.parse(counts.to)]).toEqual([
    'done',
    Date.parse(SPAN.from),
    Date.parse(SPAN.to),
  ])
  expect(counts.facets).toEqual([{ ...whole[0], is_exact: true }])
  expect((await ask('GET', `${path}/counts`, undefined, stranger)).status).toBe(404)
})

describe('a search that needs longer than an answer may take', () => {
  const lake = (tenant: TenantId, limits?: ReadLimits) => tenantReader(engine().client, tenant, limits)
  const jobs = () => ({
    log,
    pool: api.owner,
    askKql: api.deps.askKql ?? never,
    readSql: lake,
    lake: (tenant: TenantId) => lake(tenant),
  })
  const never = () => Promise.reject(new Error('no KQL'))
  /** Asks while KQL, or the statements of the lake, are too slow. */
  async function late<T>(part: Partial<ApiDeps>, work: () => Promise<T>): Promise<T> {
    const { askKql, lake: real, searchByRule: byRule } = api.deps
    Object.assign(api.deps, part)
    try {
      return await work()
    } finally {
      Object.assign(api.deps, { askKql, lake: real, searchByRule: byRule, kqlAnswerMs: undefined })
    }
  }
  const query = 'SecurityEvent | summarize n = count() by TargetUserName | order by TargetUserName asc'
  const slow: ApiDeps['askKql'] = (tenant, request, options) => {
    if (request.isPlan) return (real ?? never)(tenant, request, options)
    vi.spyOn(performance, 'now').mockReturnValueOnce(1e9)
    return Promise.reject(new AppError('too_large', 'the query has not ended within 16 seconds'))
  }
  let real: ApiDeps['askKql']

  test('in KQL with a table continues as a job over its whole time span, and only its tenant reads the table', async () => {
    real = api.deps.askKql
    const cut = await late({ askKql: slow }, () => search({ query, language: 'kql' }))
    vi.restoreAllMocks()
    expect([cut.status, cut.body]).toMatchObject([
      200,
      { events: [], complete: false, missing: [{ from: '2026-01-31T00:00:00.000Z', reason: 'time' }] },
    ])
    expect(cut.body.table, 'nothing was looked at').toBeUndefined()
    const path = `events/searches/${cut.body.job_id}`
    expect((await ask('GET', `${path}/table`)).status, 'it runs').toBe(409)
    while (await runTableOnce(jobs(), 'first', NEVER));
    expect((await ask('GET', path)).body.job).toMatchObject({
      state: 'done',
      language: 'kql',
      gives: 'table',
      found: 2,
    })
    const { body } = await ask('GET', `${path}/table`)
    expect(body).toMatchObject({
      rows: [
        ['ann', 2],
        ['bob', 1],
      ],
      rows_in_all: 2,
      reads: [{ table: 'SecurityEvent', scanned: 3 }],
    })
    expect((await ask('GET', `${path}/table`, undefined, stranger)).status).toBe(404)
    expect((await ask('GET', 'events/searches')).body.items).toContainEqual(
      expect.objectContaining({ id: cut.body.job_id, state: 'done' }),
    )
    expect((await ask('GET', 'events/searches', undefined, stranger)).body.items).toEqual([])
  })

  test('in KQL that could not even begin continues as a job, which is complete', async () => {
    const hangs: ApiDeps['askKql'] = (_tenant, _request, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    const cut = await late({ askKql: hangs, kqlAnswerMs: 1 }, () => search({ query, language: 'kql' }))
    expect([cut.status, cut.body]).toMatchObject([200, { events: [], complete: false, missing: [{ reason: 'time' }] }])
    while (await runTableOnce(jobs(), 'first', NEVER));
    const { body } = await ask('GET', `events/searches/${cut.body.job_id}/table`)
    expect(body).toMatchObject({ rows_in_all: 2, reads: [{ table: 'SecurityEvent', scanned: 3 }] })
  })

  test('in KQL with events continues as a job over the rest of its time span', async () => {
    const byRule: ApiDeps['searchByRule'] = async (_tenant, { span }) => {
      return { events: [], next: null, missing: [{ ...span, reason: 'time' }] }
    }
    const kql = { query: 'SecurityEvent | where TargetUserName == "ann"', language: 'kql', fields: ['target_user'] }
    const cut = await late({ searchByRule: byRule }, () => search(kql))
    expect(cut.body).toMatchObject({ complete: false, job_id: expect.anything() })
    while (await runSearchJobOnce(jobs(), NEVER));
    const { body } = await ask('GET', `events/searches/${cut.body.job_id}?page=0`)
    expect(body.job).toMatchObject({ state: 'done', gives: 'events', found: 2, missing: [] })
    expect(body.events[0].fields).toEqual({ target_user: 'ann' })
  })

  test('returns all rows to a client of the SDK, which waits for the job', async () => {
    real = api.deps.askKql
    const byRule: ApiDeps['searchByRule'] = async (_tenant, { span }) => {
      return { events: [], next: null, missing: [{ ...span, reason: 'time' }] }
    }
    /** Asks the API while the first answer is late, and carries out the job before that answer is out. */
    const fetch: typeof globalThis.fetch = async (address, { method = 'GET', headers, body } = {}) => {
      const { pathname, search: query } = new URL(String(address))
      const request = { method, url: pathname + query, headers, ...(body ? { payload: body } : {}) } as object
      const inject = () => api.api.app.inject(request)
      const isFirst = pathname === '/api/v1/events/search'
      const answer = isFirst ? await late({ askKql: slow, searchByRule: byRule }, inject) : await inject()
      vi.restoreAllMocks()
      if (isFirst) {
        while (await runSearchJobOnce(jobs(), NEVER));
        while (await runTableOnce(jobs(), 'first', NEVER));
      }
      return new Response(answer.body, { status: answer.statusCode, headers: answer.headers as Record<string, string> })
    }
    const client = new Client({ baseUrl: 'http://svc.test', accessToken: token, fetch })
    const states: string[] = []
    const users: unknown[] = []
    const kql = {
      language: 'kql',
      query: 'SecurityEvent | where TargetUserName == "ann"',
      fields: ['target_user'],
    } satisfies models.EventSearch
    for await (const { fields } of client.search(
      { ...SPAN, ...kql },
      { onProgress: ({ state }) => states.push(state) },
    ))
      users.push(fields.target_user)
    expect([users, states[0], states.at(-1)]).toEqual([['ann', 'ann'], 'running', 'done'])
    const table = await client.kql(query, SPAN)
    expect(table.objects()).toEqual([
      { TargetUserName: 'ann', n: 2 },
      { TargetUserName: 'bob', n: 1 },
    ])
  })

  test('in SQL continues as a job', async () => {
    const tooSlow = (): Reader => ({
      query: () => Promise.reject(new Error('not asked')),
      stream: () => Promise.reject(Object.assign(new Error('Timeout exceeded'), { code: '159' })),
    })
    const sql = 'SELECT target_user, count() AS n FROM events GROUP BY 1 ORDER BY 1'
    const cut = await late({ lake: tooSlow }, () => ask('POST', 'lake/query', { sql }))
    expect([cut.status, cut.body]).toMatchObject([200, { rows: [], complete: false, missing: [{ reason: 'time' }] }])
    while (await runTableOnce(jobs(), 'first', NEVER));
    const { body } = await ask('GET', `events/searches/${cut.body.job_id}/table`)
    expect(body.rows).toEqual([
      ['ann', '2'],
      ['bob', '1'],
    ])
  })
})

describe('a search', () => {
  test('returns events newest first, page by page, and says when it is complete', async () => {
    const query = { query: 'target_user:ann OR target_user:bob', fields: ['target_user', 'event_code'], limit: 2 }
    const first = await search(query)
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        events: [
          { time: '2026-03-01T02:00:00.000Z', fields: { target_user: 'ann', event_code: '4625' }, cut: [] },
          { fields: { target_user: 'bob' } },
        ],
        from: '2026-01-31T00:00:00.000Z',
        to: '2026-03-02T00:00:00.000Z',
        complete: true,
        missing: [],
      },
    ])
    const second = await search({ ...query, cursor: first.body.next_cursor })
    expect(second.body.events).toMatchObject([{ time: '2026-03-01T01:00:00.000Z' }])
    expect(second.body.next_cursor).toBeUndefined()
    const other = await search({ ...query, query: '*', cursor: first.body.next_cursor })
    expect([other.status, other.body.detail ?? other.text]).toEqual([422, expect.anything()])
    expect((await search({ ...query, cursor: 'x' })).status).toBe(422)
  })

  test('searches the raw text, OCSF and the sender’s own fields', async () => {
    const found = async (query: string) => (await search({ query })).body.events?.length
    expect(await found('"TargetUserName\\":\\"ANN"')).toBe(2)
    expect(await found('src_endpoint.ip:203.0.113.0/24 AND user.name:ann')).toBe(2)
    expect(await found('unmapped.TargetUserName:bob')).toBe(1)
    expect(await found('theirs')).toBe(0)
  })

  test.each([
    [{ query: 'nofield:x' }, /there is no field nofield/],
    [{ query: 'a\n(b' }, /line 2, column 1: the parenthesis is not closed/],
    [{ query: '*', from: '2026-03-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }, /is not before to/],
    [{ query: '*', from: '2025-01-01T00:00:00Z' }, /more than 186 days/],
    [{ query: '*', language: 'spl' }, /language/],
    [{ query: '*', limit: 501 }, /limit/],
  ])('%o is refused with the reason', async (body, reason) => {
    const { status, text } = await search(body)
    expect(status).toBe(422)
    expect(text).toMatch(reason)
  })

  test('is refused when it names an unknown field', async () => {
    const { status, text } = await search({ query: '*', fields: ['tenant_id'] })
    expect([status, text]).toEqual([400, expect.stringContaining('there is no field tenant_id')])
  })
})

test('counts events over time and by value, by GET and by POST', async () => {
  const span = { from: '2026-03-01T00:00:00Z', to: '2026-03-01T03:00:00Z' }
  const over = await ask('POST', 'events/histogram', { query: '*', ...span, interval_seconds: 3600 })
  expect(over.body).toMatchObject({ events: 3, buckets: [{ events: 0 }, { events: 2 }, { events: 1 }], complete: true })
  const query = new URLSearchParams({ query: '*', ...span, interval_seconds: '3600' })
  expect((await ask('GET', `events/histogram?${query}`)).body).toEqual(over.body)
  const by = await ask('POST', 'events/facets', { query: '*', ...span, fields: ['target_user', 'host'], limit: 1 })
  expect(by.body.facets).toEqual([
    { field: 'target_user', values: [{ value: 'ann', events: 2 }], distinct: 2, other_events: 1 },
    { field: 'host', values: [{ value: 'dc1', events: 3 }], distinct: 1, other_events: 0 },
  ])
  const facets = new URLSearchParams({ query: '*', ...span, fields: 'target_user,host', limit: '1' })
  expect((await ask('GET', `events/facets?${facets}`)).body).toEqual(by.body)
})

test('returns one event raw and as OCSF, to its own tenant only', async () => {
  const [first] = (await search({ query: 'target_user:bob' })).body.events
  const { body } = await ask('GET', `events/${first.event_uid}`)
  expect(body).toMatchObject({ raw: event('bob', '01:10'), ocsf: { class_uid: 3002 }, source_format: 'windows' })
  expect((await ask('GET', `events/${first.event_uid}`, undefined, stranger)).status).toBe(404)
})

test('lists field names for completion', async () => {
  const { body } = await ask('GET', 'events/fields')
  expect(body.fields).toContainEqual({ name: 'src_ip', kind: 'ip', description: 'address of the source' })
})

describe('SQL by users', () => {
  const sql = (text: string, more: object = {}) => ask('POST', 'lake/query', { sql: text, ...more })

  test('answers with columns and rows, and is audited', async () => {
    api.audited.length = 0
    const { body } = await sql(
      'SELECT target_user, count() AS n, toUInt8(1) AS one, NULL AS none FROM events GROUP BY 1 ORDER BY 1',
    )
    expect(body).toMatchObject({
      columns: [{ name: 'target_user' }, { name: 'n', type: 'UInt64' }, { name: 'one' }, { name: 'none' }],
      rows: [
        ['ann', '2', 1, null],
        ['bob', '1', 1, null],
      ],
      complete: true,
    })
    expect(api.audited).toMatchObject([{ action: 'lake:queried', changes: { rows: 2, complete: true } }])
  })

  test('takes values for the parameters of a statement, which stay values', async () => {
    const statement = 'SELECT count() AS n FROM events WHERE target_user = {user:String} AND time < {to:DateTime64(3)}'
    const found = async (user: string) =>
      (await sql(statement, { parameters: { user, to: '2100-01-01 00:00:00' } })).body.rows
    expect(await found('ann')).toEqual([['2']])
    expect(await found("ann' OR 1=1 --")).toEqual([['0']])
    const { status, text } = await sql(statement, { parameters: { user: 'ann' } })
    expect(status).toBe(400)
    expect(text).toContain('parameters of the statement have no value: to')
  })

  test('advises about a statement that reads the texts of all events', async () => {
    const slow = await sql("SELECT count() FROM events WHERE extract(raw, 'a.*b') != ''")
    expect(slow.body.advice).toMatch(/^The statement reads raw of every event in its time/)
    const fast = await sql("SELECT count() FROM events WHERE raw ILIKE '%no such text%'")
    expect([fast.body.rows, fast.body.advice]).toEqual([[['0']], undefined])
  })

  test('says when there are more rows than it returns', async () => {
    const { body } = await sql('SELECT number FROM numbers(1000000000)', { limit: 3 })
    expect([body.rows.length, body.complete, body.missing]).toEqual([3, false, [{ reason: 'rows' }]])
    const exact = await sql('SELECT number FROM numbers(3)', { limit: 3 })
    expect([exact.body.rows.length, exact.body.complete]).toEqual([3, true])
  })

  test.each([
    'SELECT range(30000000)',
    'SELECT arrayWithConstant(100000000, 200)',
    'SELECT 1 UNION ALL SELECT length(arrayWithConstant(100000000, 1)) UNION ALL SELECT materialize(1)',
    'SELECT [] UNION ALL SELECT arrayResize([1], 100000000)',
    'SELECT arrayResize(materialize([1]), 100000000)',
    'SELECT arrayResize([number], 100000000) FROM numbers(1)',
    'SELECT groupArray(number) FROM numbers(7000000)',
    "SELECT groupArray(repeat('x', 10000)) FROM numbers(10000)",
    "SELECT repeat(repeat('x', 1000), 1000000)",
    'SELECT toString(arrayResize(materialize([1]), 30000000))',
    'SELECT arrayFold((acc, x) -> arrayConcat(acc, acc), range(26), [toInt64(1)])',
    'SELECT arrayJoin(range(1000000000))',
    'SELECT arrayMap(x -> arrayMap(y -> y, range(10000)), range(10000))',
    'SELECT quantileExact(number) FROM numbers(1000000000)',
    "SELECT replaceRegexpAll(repeat('a', 1000000), 'a', repeat('b', 1000))",
    "SELECT * FROM generateRandom('a String') LIMIT 100000000",
    'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT count() FROM t',
    'SELECT 1 SETTINGS max_memory_usage = 0',
  ])('cannot exhaust memory with a small query: %s', async (text) => {
    const { status, text: answer } = await sql(text)
    expect([text, status < 500, answer.length < 5000]).toEqual([text, true, true])
  })

  test('with one long row does not block other tenants', async () => {
    const long = sql('SELECT arrayStringConcat(arrayMap(x -> toString(x), range(3000000)))')
    const others = Array.from({ length: 20 }, () => ask('GET', 'events/fields', undefined, stranger))
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200))
    const { status, body } = await long
    expect([status, body.detail]).toEqual([413, expect.stringContaining('a row of the answer has more than')])
  })

  test('returns as many rows as fit, and says that rows are missing', async () => {
    const { status, body } = await sql("SELECT repeat('x', 100000) FROM numbers(1000)", { limit: 1000 })
    expect([status, body.complete, body.missing]).toEqual([200, false, [{ reason: 'bytes' }]])
    expect(body.rows.length).toBeGreaterThan(100)
    expect((await sql('SELECT 1, 1, NULL, [1], 18446744073709551615')).body.rows).toEqual([
      [1, 1, null, '[1]', '18446744073709551615'],
    ])
  })

  test.each([
    ["SELECT * FROM events WHERE tenant_id = 'globex'", 200],
    ['SELECT * FROM system.tables', 200],
    ['SELECT * FROM system.parts', 403],
    ["SELECT * FROM file('/etc/passwd')", 403],
    ["SELECT * FROM url('http://127.0.0.1')", 403],
    ["SELECT * FROM events SETTINGS svc_tenant = 'globex'", 400],
    ['SELECT * FROM events SETTINGS max_threads = 1', 403],
    ["SELECT * FROM merge('default', 'events')", 403],
    ['SELECT 1; SELECT 2', 400],
    ['SELECT 1 /* ; */ UNION ALL SELECT hostName()', 403],
    ['INSERT INTO events (raw) VALUES (1)', 403],
    ['DROP TABLE events', 403],
    ['nonsense', 400],
    ['SELECT sleep(3)', 403],
  ])('%s', async (text, status) => {
    const answer = await sql(text)
    expect([answer.status, answer.text.includes('theirs')]).toEqual([status, false])
  })
})

describe('KQL', () => {
  const kql = (query: string, more: object = {}, as = token) => search({ query, language: 'kql', ...more }, as)

  test('finds events by the plan of a detection, page by page', async () => {
    const query = 'SecurityEvent | where EventID == 4625 and TargetUserName in~ ("ANN", "bob")'
    const first = await kql(query, { limit: 2, fields: ['target_user'] })
    expect([first.status, first.body]).toMatchObject([200, { complete: true, missing: [] }])
    const second = await kql(query, { limit: 2, fields: ['target_user'], cursor: first.body.next_cursor })
    const users = [...first.body.events, ...second.body.events].map(({ fields }) => fields.target_user)
    expect([users, second.body.next_cursor]).toEqual([['ann', 'bob', 'ann'], undefined])
    expect((await kql('SecurityEvent | where TargetUserName == "theirs"')).body.events).toEqual([])
    expect((await kql('SecurityEvent | where TargetUserName == "theirs"', {}, stranger)).body.events).toHaveLength(1)
  })

  test.each([
    ['SecurityEvent | where EventID ==', /line 1, column \d+: /],
    ['SecurityEvent\n| where EventID == 4625\n| summarise n = count()', /line 3, column \d+: /],
    ['SecurityEvent | where EventID == 4625 | scan with (step s1: true;)', /line 1, column 41: .*scan/],
    ['SecurityEvent | extend a = geo_info_from_ip_address(IpAddress)', /line 1, column 28: .*geo_info_from_ip_address/],
    ['SecurityEvent | summarize n = sum() by TargetUserName', /line 1, column \d+: /],
    ['securityevent | count', /line 1, column 1: there is no table securityevent; SecurityEvent is one/],
    ['Nowhere | where a == 1', /line 1, column 1: /],
    ['externaldata (a: string) ["https://example.com/x"] | count', /cannot load data from other places/],
  ])('%s is refused with its place', async (query, reason) => {
    const { status, text } = await kql(query)
    expect([status, text]).toEqual([422, expect.stringMatching(reason)])
  })

  const long = (name: string) => ({ name, type: 'long' })
  const any = (name: string) => ({ name, type: 'dynamic' })
  const EARLY = 'TimeGenerated < datetime(2026-03-01T01:30:00Z)'
  test.each<[query: string, columns: readonly object[], rows: readonly unknown[][]]>([
    [
      'SecurityEvent | where EventID == 4625 | summarize n=count() by TargetUserName, Computer | order by n desc',
      [any('TargetUserName'), any('Computer'), long('n')],
      [
        ['ann', 'dc1', 2],
        ['bob', 'dc1', 1],
      ],
    ],
    [
      'SecurityEvent | summarize n = count() by at = bin(TimeGenerated, 1h) | order by at asc',
      [{ name: 'at', type: 'datetime' }, long('n')],
      [
        ['2026-03-01T01:00:00.0000000Z', 2],
        ['2026-03-01T02:00:00.0000000Z', 1],
      ],
    ],
    ['SecurityEvent | count', [long('Count')], [[3]]],
    [
      'SecurityEvent | distinct TargetUserName | order by TargetUserName asc',
      [any('TargetUserName')],
      [['ann'], ['bob']],
    ],
    [
      `SecurityEvent | where ${EARLY} | top 1 by TimeGenerated desc | project TargetUserName`,
      [any('TargetUserName')],
      [['bob']],
    ],
    [
      'let bobs = SecurityEvent | where TargetUserName == "bob"; SecurityEvent | join kind=inner bobs on IpAddress | summarize n = count()',
      [long('n')],
      [[3]],
    ],
    [
      'SecurityEvent | extend who = toupper(tostring(TargetUserName)) | project who, EventID | take 1 | project who',
      [{ name: 'who', type: 'string' }],
      [['ANN']],
    ],
    [
      'SecurityEvent | make-series n = count() default = 0 on TimeGenerated from datetime(2026-03-01T01:00:00Z) to datetime(2026-03-01T04:00:00Z) step 1h | project n',
      [{ name: 'n', type: 'dynamic' }],
      [[[2, 1, 0]]],
    ],
    ['SecurityEvent | where TargetUserName == "theirs" | count', [long('Count')], [[0]]],
    [
      'print big = 9007199254740993, bag = dynamic({"a": [9007199254740993, 1]})',
      [long('big'), any('bag')],
      [['9007199254740993', { a: ['9007199254740993', 1] }]],
    ],
  ])('%s returns its table', async (query, columns, rows) => {
    const { status, body } = await kql(query)
    expect([status, body]).toMatchObject([200, { complete: true, missing: [], events: [], table: { columns, rows } }])
    expect(body.table.rows_in_all).toBe(rows.length)
  })

  test('a table has its chart, the tables that it read, and the archived time that it did not read', async () => {
    const query =
      'SecurityEvent | where TimeGenerated > datetime(2026-02-20) | summarize n = count() by EventID | render columnchart with (title="Log ons", xcolumn=EventID)'
    const { body } = await kql(query)
    expect(body.table).toMatchObject({
      render: { chart: 'columnchart', properties: { title: 'Log ons', xcolumn: 'EventID' } },
      reads: [{ table: 'SecurityEvent', from: '2026-02-20T00:00:00.000Z', scanned: 3, events: 3 }],
    })
    const file = /* sql */ `INSERT INTO archive_moves (day, path, state, rows, bytes, checksum, from_time, to_time)
      VALUES ('2026-02-03', 'kql', 'dropped', 1, 1, '1:1', '2026-02-03T04:00:00Z', '2026-02-03T05:00:00Z')`
    await withTenant(api.owner, acme, (tx) => tx.run(file))
    expect((await kql(query)).body.complete, 'the query looks at no archived time').toBe(true)
    const whole = await kql('SecurityEvent | count')
    expect(whole.body).toMatchObject({ complete: false, missing: [{ reason: 'archived' }], table: { rows: [[3]] } })
    const older = await ask('POST', 'events/search', {
      ...{ query: 'SecurityEvent | where TimeGenerated > datetime(2025-01-01) | count', language: 'kql', to: SPAN.to },
    })
    expect([older.body.from, older.body.missing?.length], 'without from, as the query says').toEqual([
      '2025-01-01T00:00:00.000Z',
      1,
    ])
    await withTenant(api.owner, acme, (tx) => tx.run(`UPDATE archive_moves SET state = 'restored' WHERE path = 'kql'`))
  })

  test.each([
    ['SecurityEvent | order by TimeGenerated', 3],
    ['SecurityEvent | where EventID == 4625 | sort by TimeGenerated desc', 3],
    ['SecurityEvent | extend who = tolower(TargetUserName) | where who == "ann"', 2],
    ['let Events = SecurityEvent | where EventID == 4625; Events | where TargetUserName == "bob"', 1],
  ])('%s covers the whole time span', async (query, events) => {
    const { status, body } = await kql(query)
    expect([status, body.events?.length, body.complete]).toEqual([200, events, true])
  })

  test('looks back only as far as the query says, and the answer and its pages show that time', async () => {
    const from = new Date(Date.parse('2026-03-01T01:05:00Z') - 1).getTime()
    const hours = Math.ceil((Date.now() - from) / 3_600_000)
    const since = `SecurityEvent | where TimeGenerated > ago(${hours}h) and EventID == 4625`
    const first = await kql(since, { limit: 1, fields: ['target_user'] })
    const begins = Date.parse(first.body.from)
    expect(begins).toBeGreaterThan(from - 3_600_000)
    expect(begins).toBeLessThanOrEqual(from)
    const second = await kql(since, { limit: 1, fields: ['target_user'], cursor: first.body.next_cursor })
    expect([second.status, second.body.from]).toEqual([200, first.body.from])
    const none = await kql('SecurityEvent | where TimeGenerated > ago(1h)')
    expect([none.status, none.body]).toMatchObject([
      200,
      { events: [], complete: true, from: SPAN.to.replace('Z', '.000Z') },
    ])
  })
})

describe('a client that disconnects', () => {
  /** Statements of the engine that hold the mark. */
  const running = async (mark: string) => {
    const query =
      'SELECT count() AS n FROM system.processes WHERE position(query, {mark:String}) > 0 AND is_initial_query'
    const params = { mark: `'${mark}'` }
    const answer = await engine().client.query({ query, query_params: params, format: 'JSONEachRow' })
    const [row] = await answer.json<{ n: string | number }>()
    // The statement that asks holds it as a parameter, and may be listed with its value.
    return Number(row?.n ?? 0)
  }
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
  }

  test('cancels its query in the engine', async () => {
    const port = await api.api.listen(0, '127.0.0.1')
    const mark = `mark ${crypto.randomUUID()}`
    const idle = await running(mark)
    const gone = new AbortController()
    const sql = `SELECT sum(cityHash64(number, '${mark}')) FROM numbers(1000000000000)`
    const answer = fetch(`http://127.0.0.1:${port}/api/v1/lake/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql }),
      signal: gone.signal,
    })
    await until(async () => (await running(mark)) > idle)
    gone.abort()
    await expect(answer).rejects.toThrow()
    await until(async () => (await running(mark)) === idle)
  }, 60_000)
})

test('a live tail returns events as they are stored, to their own tenant, and counts what it left out', async () => {
  const tail = (body: object, as = token) =>
    ask('POST', 'events/tail', { query: 'tail-host', wait_seconds: 0, ...body }, as)
  const stored = (tenant: string, hosts: readonly string[], receivedMs: number) => {
    const line = (host: string) =>
      JSON.stringify({ Channel: 'Security', EventID: 4625, Hostname: host, '@timestamp': '2026-03-01T01:00:00Z' })
    return takeIn(engine().client, { tenant, format: 'windows', body: hosts.map(line).join('\n'), receivedMs })
  }
  const nowMs = Date.now()
  const begun = await tail({ fields: ['host'] })
  expect([begun.status, begun.body]).toMatchObject([200, { events: [], dropped: 0, late: 0 }])
  const theirs = await tail({ fields: ['host'] }, stranger)
  await stored('acme', ['tail-host-1', 'other'], nowMs)
  const first = await tail({ fields: ['host'], cursor: begun.body.cursor, wait_seconds: 20 })
  expect(first.body.events).toMatchObject([{ fields: { host: 'tail-host-1' } }])
  const none = await tail({ fields: ['host'], cursor: first.body.cursor })
  expect(none.body).toMatchObject({ events: [], dropped: 0, late: 0 })
  expect((await tail({ fields: ['host'], cursor: theirs.body.cursor }, stranger)).body.events).toEqual([])
  for (const cursor of ['x', Buffer.from('{}').toString('base64url')]) expect((await tail({ cursor })).status).toBe(422)
})

describe('access to events', () => {
  const routes = [
    ['POST', 'events/search', { query: '*' }],
    ['POST', 'events/histogram', { query: '*' }],
    ['GET', 'events/histogram', undefined],
    ['POST', 'events/facets', { query: '*', fields: ['user'] }],
    ['GET', 'events/facets?fields=user', undefined],
    ['GET', 'events/fields', undefined],
    ['GET', 'events/process-tree?host=dc1', undefined],
    ['GET', 'events/searches', undefined],
    ['POST', 'events/tail', { query: '*', wait_seconds: 0 }],
    ['POST', 'lake/query', { sql: 'SELECT raw FROM events' }],
  ] as const

  test('is refused without credentials and to a viewer', async () => {
    await makeUser(api, acme, 'vera', 'viewer')
    const viewer = await tokenOf(api, acme, 'vera')
    for (const [method, url, body] of routes) {
      expect([url, (await api.ask(method, url, { body })).status]).toEqual([url, 401])
      expect([url, (await ask(method, url, body, viewer)).status]).toEqual([url, 403])
    }
  })

  test.each(GRANTABLE_ROLES.filter((role) => role !== 'viewer'))('as a %s sees the own tenant only', async (role) => {
    await makeUser(api, acme, role, role)
    const as = await tokenOf(api, acme, role)
    for (const [method, url, body] of routes) {
      const answer = await ask(method, url, body, as)
      expect([url, answer.status, answer.text.includes('theirs')]).toEqual([url, 200, false])
    }
  })
})

describe('a process tree', () => {
  const guid = (id: string) => `{11111111-0000-0000-0000-00000000000${id}}`
  const started = (id: string, by: string, name: string) =>
    JSON.stringify({
      ...{ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, Hostname: 'WS-9.Corp', ProcessGuid: guid(id) },
      ...{ ParentProcessGuid: guid(by), ProcessId: Number(id) + 100, Image: `C:\\x\\${name}.exe`, CommandLine: name },
      ...{ '@timestamp': `2026-03-01T0${id}:00:00Z`, User: 'CORP\\bo' },
    })
  type Node = { event_uid: string; cmd_line: string; parent_uid: string | null }
  const named = ({ nodes }: { nodes: Node[] }) =>
    nodes.map(({ cmd_line, parent_uid }) => [
      cmd_line,
      nodes.find(({ event_uid }) => event_uid === parent_uid)?.cmd_line ?? null,
    ])
  const line = (of: { nodes: Node[] }, name: string) => of.nodes.find(({ cmd_line }) => cmd_line === name)?.event_uid

  test('shows the processes of a host in any letter case, and around an event the related processes', async () => {
    const body = [
      started('1', '0', 'word'),
      started('2', '1', 'shell'),
      started('3', '2', 'dump'),
      started('4', '0', 'calc'),
    ]
    await takeIn(engine().client, { tenant: 'acme', format: 'windows', body: body.join('\n'), receivedMs: NOW_MS })
    const of = (query: string, as = token) => ask('GET', `events/process-tree?${query}`, undefined, as)
    const host = await of(`host=ws-9.corp&to=2026-03-02T00:00:00Z`)
    expect([host.status, named(host.body), host.body.not_shown]).toEqual([
      200,
      [
        ['word', null],
        ['shell', 'word'],
        ['dump', 'shell'],
        ['calc', null],
      ],
      [],
    ])
    // Only processes that started in the hour count: the parent of `dump` is not among the nodes.
    expect(named((await of('host=WS-9.Corp&hours=1&to=2026-03-01T03:30:00Z')).body)).toEqual([['dump', null]])
    const dump = line(host.body, 'dump')
    const around = await of(`event_uid=${dump}`)
    expect([named(around.body), around.body.focus_uid]).toEqual([named(host.body).slice(0, 3), dump])
    expect((await of(`event_uid=${dump}`, stranger)).status).toBe(404)
    expect((await of('host=ws-9.corp&to=2026-03-02T00:00:00Z', stranger)).body.nodes).toEqual([])
    for (const query of [
      '',
      `event_uid=${dump}&host=x`,
      `event_uid=${dump}&hours=3`,
      'event_uid=x',
      'host=',
      'host=x&hours=0',
    ])
      expect([query, (await of(query)).status]).toEqual([query, 422])
  })

  test('a reused process id is neither the process of an event nor its parent', async () => {
    const at = (minute: string) => ({ Hostname: 'reused', '@timestamp': `2026-03-01T06:${minute}:00Z` })
    const start = (minute: string, name: string, pid: number, parent: string, parentPid: number) => ({
      ...{ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, ...at(minute), ProcessId: pid },
      ...{ Image: `C:\\x\\${name}.exe`, CommandLine: name, ParentProcessId: parentPid },
      ...{ ParentImage: `C:\\x\\${parent}.exe` },
    })
    const written = {
      ...{ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 13, ...at('09'), ProcessId: 70 },
      ...{ Image: 'C:\\x\\reg.exe', EventType: 'SetValue', TargetObject: 'HKLM\\x', Details: 'y' },
    }
    const events = [start('01', 'conhost', 70, 'word', 1), start('02', 'child', 71, 'shell', 70), written]
    const body = events.map((one) => JSON.stringify(one)).join('\n')
    await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: NOW_MS })
    const found = await search({ query: 'host:reused', fields: ['event_code'] })
    const uid = found.body.events.find(({ fields }: { fields: { event_code: string } }) => fields.event_code === '13')
    const tree = (await ask('GET', `events/process-tree?event_uid=${uid.event_uid}`)).body
    expect([tree.focus_uid, tree.nodes]).toEqual([null, []])
    const host = (await ask('GET', 'events/process-tree?host=reused&to=2026-03-02T00:00:00Z')).body
    expect(named(host)).toEqual([
      ['conhost', null],
      ['child', null],
    ])
  })

  test('sorts a child after its parent when the source writes whole seconds', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const body = names.map((name, n) => {
      const start = JSON.parse(started(String(n + 1), String(n), name))
      return JSON.stringify({ ...start, Hostname: 'seconds', '@timestamp': '2026-03-01T08:00:00Z' })
    })
    await takeIn(engine().client, { tenant: 'acme', format: 'windows', body: body.join('\n'), receivedMs: NOW_MS })
    const tree = (await ask('GET', 'events/process-tree?host=seconds&to=2026-03-02T00:00:00Z')).body
    expect(tree.nodes.map(({ cmd_line }: Node) => cmd_line)).toEqual(names)
    expect(tree.not_shown).toEqual([])
  })

  test('a host that starts thousands of processes has a tree, which says that it is not whole', async () => {
    const { lake } = api.deps
    // The limits of an installation: a query that asks for more rows than these is refused.
    Object.assign(api.deps, {
      lake: (tenant: TenantId, limits: ReadLimits) =>
        tenantReader(engine().client, tenant, { rowsMax: 1_000, ...limits }),
    })
    const starts = Array.from({ length: PROCESS_TREE_LIMITS.events + 10 }, (_, n) => {
      const at = new Date(Date.parse('2026-03-01T05:00:00Z') + n * 1_000).toISOString()
      const ids = { ProcessGuid: `{22222222-0000-0000-0000-${String(n).padStart(12, '0')}}`, ProcessId: n + 1 }
      return JSON.stringify({ ...JSON.parse(started('1', '0', 'busy')), ...ids, Hostname: 'busy', '@timestamp': at })
    })
    await takeIn(engine().client, { tenant: 'acme', format: 'windows', body: starts.join('\n'), receivedMs: NOW_MS })
    const host = await ask('GET', 'events/process-tree?host=busy&to=2026-03-02T00:00:00Z')
    expect([host.status, host.body.nodes.length]).toEqual([200, PROCESS_TREE_LIMITS.nodes])
    const around = await ask('GET', `events/process-tree?event_uid=${host.body.nodes[0].event_uid}`)
    expect([around.status, around.body.focus_uid]).toEqual([200, host.body.nodes[0].event_uid])
    for (const { body } of [host, around]) expect(body.not_shown[0]).toMatch(/^starts of processes (?:before|further)/)
    Object.assign(api.deps, { lake })
  })

  test('hides fields by field rules, and is refused when they hide hosts', async () => {
    await makeUser(api, acme, 'hans', 'threat_hunter')
    const as = await tokenOf(api, acme, 'hans')
    // The API caches a caller's hidden fields for some seconds.
    const renew = () => api.deps.principals.forget(() => true)
    const hide = async (field: string) => {
      const rule = { resource: 'event', field_path: field, visible_to_roles: ['tenant_admin'], treatment: 'redact' }
      const made = await ask('POST', 'governance/field-rules', rule)
      expect([field, made.status]).toEqual([field, 201])
      renew()
      return async () => {
        await ask('DELETE', `governance/field-rules/${made.body.id}`)
        renew()
      }
    }
    const tree = () => ask('GET', 'events/process-tree?host=WS-9.corp&to=2026-03-02T00:00:00Z', undefined, as)
    const showLines = await hide('cmd_line')
    const shown = await tree()
    expect([shown.status, shown.text.includes('dump"')]).toEqual([200, false])
    await showLines()
    const showHosts = await hide('host')
    expect((await tree()).status).toBe(403)
    await showHosts()
    expect((await tree()).body.nodes).toHaveLength(4)
  })
})

describe('saved searches', () => {
  const search = { name: 'Failed logons', query: 'status_id:2', hours: 168, columns: ['user', 'src_ip'] }

  test('are seen by their owner and, once shared, by the tenant, and changed by their owner only', async () => {
    await makeUser(api, acme, 'tess', 'threat_hunter')
    const colleague = await tokenOf(api, acme, 'tess')
    const names = async (as: string) =>
      (await ask('GET', 'events/saved-searches', undefined, as)).body.items.map(({ name }: { name: string }) => name)
    const saved = await ask('POST', 'events/saved-searches', search)
    expect([saved.status, saved.body]).toMatchObject([201, { ...search, language: 'lucene', is_shared: false }])
    const path = `events/saved-searches/${saved.body.id}`
    expect([await names(token), await names(colleague)]).toEqual([['Failed logons'], []])
    const shared = await ask('PUT', path, { ...search, name: 'Shared', is_shared: true })
    expect([shared.status, shared.body.name]).toEqual([200, 'Shared'])
    expect([await names(colleague), await names(stranger)]).toEqual([['Shared'], []])
    for (const as of [colleague, stranger]) {
      expect((await ask('PUT', path, search, as)).status).toBe(404)
      expect((await ask('DELETE', path, undefined, as)).status).toBe(404)
    }
    expect((await ask('DELETE', path)).status).toBe(204)
    expect(await names(colleague)).toEqual([])
  })

  test('are searches, KQL, and statements in SQL with their parameters', async () => {
    const query =
      'SELECT host, count() FROM events WHERE time >= {from:DateTime64(3)} AND user = {who:String} GROUP BY host'
    const saved = await ask('POST', 'events/saved-searches', { name: 'Hosts of a user', query, language: 'sql' })
    expect([saved.status, saved.body]).toMatchObject([201, { query, language: 'sql', hours: 24, columns: [] }])
    expect((await ask('DELETE', `events/saved-searches/${saved.body.id}`)).status).toBe(204)
  })

  test.each([
    { name: '' },
    { language: 'spl' },
    { hours: 0 },
    { columns: ['a', 'a'] },
    { owner_id: crypto.randomUUID() },
  ])('are refused with %o', async (wrong) =>
    expect((await ask('POST', 'events/saved-searches', { ...search, ...wrong })).status).toBe(422),
  )
})
