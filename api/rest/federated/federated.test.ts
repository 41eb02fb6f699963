/** One query over a Splunk, an Elastic, a Sentinel and our own lake, each a server that speaks its documented API. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runKql } from '../../../detections/kql/run/query.ts'
import { type Egress, openEgress } from '../../../platform/egress/client.ts'
import { isoTime } from '../../../platform/iso-time.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { evaluateEsql } from '../../../query/federated/esql/test-evaluate.ts'
import { evaluateSpl } from '../../../query/federated/spl/test-evaluate.ts'
import { takeIn } from '../../../query/testing.ts'
import { type ReadLimits, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const log = pino({ level: 'silent' })
const guarded = openEgress({
  airGap: { enabled: false, allowlist: [] },
  allowPrivate: true,
  log,
  resolve: async () => ['127.0.0.1'],
})
/** A SIEM on this machine is one that no tenant may choose. */
const egress: Egress = (request) => guarded({ ...request, chosenBy: 'operator' })
const NOW_MS = Date.now()
const ago = (minutes: number) => NOW_MS - minutes * 60_000

let server: TestPostgres
let api: TestApi
let acme: TenantId
let token: string
let stranger: string
let siem: Server
let base: string
const ids: Record<string, string> = {}

type Answer = {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly text: string
  readonly afterMs?: number
}
/** Faulty answers that a SIEM gives instead of the true ones. */
let faults: Partial<Record<'splunk' | 'elastic' | 'sentinel', Answer>>
const statements: Record<string, string> = {}

const SPLUNK_ROWS = [
  { _time: ago(10) / 1000, host: 'web-1', user: 'Kim', src_ip: '10.1.2.3', _raw: 'failed password for Kim' },
  { _time: ago(11) / 1000, host: 'web-2', user: 'lee', src_ip: '10.1.2.3', _raw: 'failed password for lee' },
]
const ELASTIC_ROWS = [
  { '@timestamp': isoTime(ago(20)), 'host.name': 'db', 'user.name': 'kim', 'source.ip': '192.0.2.7', message: 'x' },
  { '@timestamp': isoTime(ago(60 * 48)), 'host.name': 'old', 'user.name': 'kim', message: 'x' },
]
const SENTINEL_ROWS = [
  { TimeGenerated: isoTime(ago(5)), UserPrincipalName: 'kim', IPAddress: '203.0.113.9', ResultDescription: 'ok' },
  { TimeGenerated: isoTime(ago(6)), UserPrincipalName: 'bob', IPAddress: '203.0.113.9', ResultDescription: 'ok' },
]

beforeAll(async () => {
  server = await withTestPostgres()
  const lake = (tenant: TenantId, limits?: ReadLimits) => tenantReader(engine().client, tenant, limits)
  api = await openTestApi(server, { deps: { egress, lake } })
  siem = createServer(
    (request, response) =>
      void answerTo(request).then(({ status = 200, headers = {}, text, afterMs = 0 }) => {
        setTimeout(
          () => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text),
          afterMs,
        )
      }),
  )
  await new Promise<void>((resolve) => siem.listen(0, '127.0.0.1', resolve))
  base = `http://siem.example:${(siem.address() as AddressInfo).port}`
  acme = await makeTenant(api, 'acme')
  const globex = await makeTenant(api, 'globex')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, globex)
  const made = async (body: object) => {
    const { status, body: shown } = await api.ask('POST', 'connectors', { token, body: { enabled: false, ...body } })
    expect([status, shown]).toEqual([201, shown])
    return shown.id as string
  }
  ids.splunk = await made({
    ...{ name: 'splunk', type: 'splunk', auth_config: { token: 'splunk-secret' } },
    connector_config: { base_url: base },
  })
  ids.elastic = await made({
    ...{ name: 'elastic', type: 'elastic', auth_config: { api_key: 'elastic-secret' } },
    connector_config: { base_url: base },
  })
  const of = { subscription_id: 's', resource_group: 'g', workspace_name: 'w', workspace_id: 'the workspace' }
  ids.sentinel = await made({
    ...{ name: 'sentinel', type: 'sentinel' },
    auth_config: { tenant_id: 't', client_id: 'c', client_secret: 'sentinel-secret' },
    connector_config: { ...of, tables: 'SigninLogs', query_url: base, login_url: base, management_url: base },
  })
  const logon = { Channel: 'Security', EventID: 4624, Hostname: 'dc1', TargetUserName: 'x', SubjectUserName: 'kim' }
  const body = JSON.stringify({ ...logon, '@timestamp': isoTime(ago(1)), IpAddress: '10.9.9.9', LogonType: 3 })
  await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: NOW_MS })
})
beforeEach(() => {
  faults = {}
})
afterAll(async () => {
  siem?.close()
  await api?.close()
  await server?.close()
})

async function answerTo(request: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  const { url = '', headers } = request
  if (url === '/t/oauth2/v2.0/token') return { text: JSON.stringify({ access_token: 'of-the-sign-in' }) }
  if (url === '/services/search/v2/jobs/export') {
    if (headers.authorization !== 'Bearer splunk-secret') return { status: 401, text: '{}' }
    if (faults.splunk) return faults.splunk
    statements.splunk = new URLSearchParams(body).get('search') ?? ''
    const found = evaluateSpl(statements.splunk, SPLUNK_ROWS)
    const lines = found.map((row, offset) => ({
      preview: false,
      offset,
      result: { ...row, _time: isoTime(Number(row._time) * 1000) },
    }))
    return { text: [...lines, { preview: false, lastrow: true }].map((line) => JSON.stringify(line)).join('\n') }
  }
  if (url === '/_query') {
    if (headers.authorization !== 'ApiKey elastic-secret') return { status: 401, text: '{}' }
    if (faults.elastic) return faults.elastic
    statements.elastic = JSON.parse(body).query
    const found = evaluateEsql(statements.elastic ?? '', ELASTIC_ROWS)
    const columns = [
      { name: '@timestamp', type: 'date' },
      { name: '_source', type: '_source' },
    ]
    return {
      text: JSON.stringify({ columns, values: found.map((row) => [row['@timestamp'], row]), is_partial: false }),
    }
  }
  if (url === '/v1/workspaces/the%20workspace/query') {
    if (headers.authorization !== 'Bearer of-the-sign-in') return { status: 401, text: '{}' }
    if (faults.sentinel) return faults.sentinel
    statements.sentinel = JSON.parse(body).query
    return { text: JSON.stringify(sentinelAnswer(statements.sentinel ?? '')) }
  }
  return { status: 404, text: '{}' }
}

function sentinelAnswer(statement: string) {
  const [first = {}] = SENTINEL_ROWS
  const source = {
    columns: Object.keys(first).map((name) => ({ name, type: name === 'TimeGenerated' ? 'datetime' : 'string' })),
    ...{ open: false, records: SENTINEL_ROWS },
    read: (record: Record<string, unknown>, column: string) => record[column] ?? null,
  }
  const table = (name: string) => (name === 'SigninLogs' ? (source as never) : null)
  const result = runKql(statement, { table, names: ['SigninLogs'] }, { nowMs: NOW_MS })
  if ('reason' in result) throw new Error(result.reason)
  const rows = result.rows.map((row) =>
    row.map((value) => (typeof value === 'bigint' ? isoTime(Number(value / 10_000n) - 62_135_596_800_000) : value)),
  )
  return { tables: [{ name: 'PrimaryResult', columns: result.columns, rows }] }
}

/** Sources are given time unless the test is about it: this machine may be busy. */
async function ask(body: object, as = token) {
  const answer = await api.ask('POST', 'federated/query', { token: as, body: { timeout_seconds: 60, ...body } })
  expect([answer.status, answer.text.slice(0, 500)]).toEqual([200, answer.text.slice(0, 500)])
  return answer.body
}
type Row = { readonly source: number; readonly time: string; readonly fields: Readonly<Record<string, unknown>> }
const verdicts = (body: { sources: { name: string; verdict: string }[] }) =>
  Object.fromEntries(body.sources.map(({ name, verdict }) => [name, verdict]))

test('every source is queried in its own language, and the rows are merged, newest first', async () => {
  const body = await ask({ query: 'user:kim' })
  expect(body.cannot_rule_out).toEqual([])
  expect(body.rows.map((row: Row) => [body.sources[row.source].type, row.fields.user, row.time])).toEqual([
    ['lake', 'kim', isoTime(ago(1))],
    ['sentinel', 'kim', isoTime(ago(5))],
    ['splunk', 'Kim', isoTime(ago(10))],
    ['elastic', 'kim', isoTime(ago(20))],
  ])
  expect(body).toMatchObject({ row_count: 4, complete: true, truncated: false, cannot_rule_out: [] })
  expect(body.rows[2]).toMatchObject({ fields: { host: 'web-1', src_ip: '10.1.2.3' }, raw: 'failed password for Kim' })
  expect(statements.splunk).toContain('user="kim"')
  expect(statements.elastic).toContain('TO_LOWER(user.name) == "kim"')
  expect(statements.sentinel).toContain('tostring(UserPrincipalName) =~ "kim"')
})

test('the lake is incomplete when the span has archived events', async () => {
  const moved = [isoTime(ago(30)), isoTime(ago(29))]
  const insert = `INSERT INTO archive_moves (day, state, path, rows, bytes, checksum, from_time, to_time)
    VALUES (current_date, 'dropped', 'acme/a.parquet', 1, 1, 'c', $1, $2)`
  await withTenant(api.owner, acme, (tx) => tx.run(insert, moved))
  try {
    const body = await ask({ query: 'user:kim', targets: ['lake'] })
    expect(verdicts(body)).toEqual({ 'own lake': 'truncated' })
    expect(body.complete).toBe(false)
    expect(body.cannot_rule_out[0]).toContain('was not looked at: archived')
  } finally {
    await withTenant(api.owner, acme, (tx) => tx.run(`UPDATE archive_moves SET state = 'restored'`))
  }
})

test('a source that cannot express the query is marked untranslatable, and other sources are queried', async () => {
  const body = await ask({ query: 'user:kim class_uid:3002' })
  expect(verdicts(body)).toEqual({
    'own lake': 'complete',
    ...{ splunk: 'untranslatable', elastic: 'untranslatable', sentinel: 'untranslatable' },
  })
  expect(body.complete).toBe(false)
  expect(body.cannot_rule_out).toHaveLength(3)
  expect(body.cannot_rule_out[0]).toContain('class_uid is known to our own lake only')
})

test('a source that can only match more broadly is filtered afterwards', async () => {
  const body = await ask({ query: 'user:k?m', targets: ['splunk'] })
  expect(body.rows.map((row: Row) => row.fields.user)).toEqual(['Kim'])
  expect(body.sources[0].translation.predicates[0].verdict).toBe('filtered_after')
  expect((await ask({ query: 'user:k?mm', targets: [ids.splunk] })).rows).toEqual([])
})

test('more rows than the limit make the answer truncated', async () => {
  const body = await ask({ query: '', targets: ['splunk', 'sentinel'], limit: 1 })
  expect(verdicts(body)).toEqual({ splunk: 'truncated', sentinel: 'truncated' })
  expect(body).toMatchObject({ row_count: 1, truncated: true, complete: false })
})

test('a source whose secret cannot be opened fails alone', async () => {
  const authOf = (auth: string | null) =>
    withTenant(api.owner, acme, (tx) =>
      tx.many(
        (row) => JSON.stringify(row.auth_config),
        /* sql */ `UPDATE connectors c SET auth_config = coalesce($2::jsonb, '{"api_key": "vault:v1:gAAAA"}')
        FROM connectors old WHERE old.id = c.id AND c.id = $1 RETURNING old.auth_config`,
        [ids.elastic, auth],
      ),
    )
  const [before = null] = await authOf(null)
  try {
    const body = await ask({ query: 'user:kim' })
    expect(verdicts(body)).toEqual({
      'own lake': 'complete',
      elastic: 'failed',
      splunk: 'complete',
      sentinel: 'complete',
    })
    expect([body.row_count, body.complete]).toEqual([3, false])
    expect(body.cannot_rule_out).toEqual([expect.stringMatching(/^elastic \(failed\): invalid token: a stored secret/)])
  } finally {
    await authOf(before)
  }
})

const lying = (text: unknown): Answer => ({ text: typeof text === 'string' ? text : JSON.stringify(text) })
test.each([
  ['splunk', { status: 401, text: '{}' }, 'refused', '401'],
  ['splunk', { status: 429, text: '{}' }, 'refused', '429'],
  ['splunk', { status: 503, text: 'busy' }, 'failed', '503'],
  ['splunk', lying({ messages: [{ type: 'FATAL', text: 'quota of splunk-secret' }] }), 'failed', 'quota of [secret]'],
  ['splunk', lying('{"result":{"user":"kim"}}\n{"resu'), 'failed', 'no JSON object'],
  ['splunk', { text: '{}', afterMs: 3000 }, 'timed_out', 'in time'],
  ['splunk', { status: 302, headers: { location: 'http://169.254.169.254/' }, text: '' }, 'refused', 'redirect'],
  ['elastic', lying({ columns: [{ name: 'a' }], values: [[1, 2]] }), 'failed', 'does not fit'],
  ['elastic', lying({ error: { reason: 'no' } }), 'failed', 'no'],
  ['elastic', lying({ columns: [], values: [], is_partial: true }), 'truncated', 'shards'],
  ['elastic', lying('<html>'), 'failed', 'cannot be read'],
  [
    'sentinel',
    lying({ error: { message: 'limits' }, tables: [{ name: 'PrimaryResult', columns: [], rows: [] }] }),
    'truncated',
    'limits',
  ],
  ['sentinel', lying({}), 'failed', 'without tables'],
] as const)(
  '%s with a fault or a false answer (%#) gets a verdict, and does not delay the others',
  async (name, fault, verdict, why) => {
    faults = { [name]: fault }
    const isLate = verdict === 'timed_out'
    const body = await ask({ query: 'user:kim', ...(isLate ? { timeout_seconds: 1 } : {}) })
    const { [name]: own, ...others } = verdicts(body)
    expect(own).toBe(verdict)
    // The time of one is the time of all, and our own lake may need more than a second here.
    const { 'own lake': lake, ...siems } = others
    expect(new Set(Object.values(isLate ? siems : others))).toEqual(new Set(['complete']))
    expect(isLate ? ['complete', 'timed_out'] : ['complete']).toContain(lake)
    expect(body.complete).toBe(false)
    expect(body.cannot_rule_out.join()).toContain(why)
    expect(JSON.stringify(body)).not.toMatch(/splunk-secret|elastic-secret|sentinel-secret/)
  },
)

test('a source returns no more rows than the limit, and none outside the time span', async () => {
  const row = (minutes: number) => JSON.stringify({ result: { _time: isoTime(ago(minutes)), user: 'kim' } })
  faults = { splunk: lying([...Array.from({ length: 50 }, () => row(3)), row(60 * 30)].join('\n')) }
  const body = await ask({ query: 'user:kim', targets: ['splunk'], limit: 20 })
  expect(body.row_count).toBe(20)
  faults = { splunk: lying(row(60 * 30)) }
  expect((await ask({ query: 'user:kim', targets: ['splunk'] })).rows).toEqual([])
})

test('a tenant queries its own sources only', async () => {
  const body = await ask({ query: '' }, stranger)
  expect(body.sources.map(({ type }: { type: string }) => type)).toEqual(['lake'])
  expect(body.rows).toEqual([])
  const refused = await api.ask('POST', 'federated/query', {
    token: stranger,
    body: { query: '', targets: [ids.splunk] },
  })
  expect(refused.status).toBe(422)
})

test('an invalid query is refused with its place, and a translation queries no source', async () => {
  const bad = await api.ask('POST', 'federated/query', { token, body: { query: 'user:(kim' } })
  expect([bad.status, bad.text.includes('query')]).toEqual([422, true])
  const range = { from: isoTime(ago(60 * 24 * 40)), to: isoTime(NOW_MS) }
  expect((await api.ask('POST', 'federated/query', { token, body: { query: '', time_range: range } })).status).toBe(422)
  const { body } = await api.ask('POST', 'federated/translate', { token, body: { query: 'src_ip:10.0.0.0/8 failed' } })
  expect(body.translations.map(({ dialect }: { dialect: string }) => dialect)).toEqual(['spl', 'kql', 'esql'])
  expect(body.translations[2].notes).toEqual(['words without a field are looked for in message only'])
})
