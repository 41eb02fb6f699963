import { beforeAll, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { rows, START_MS, useEngine } from '../../stores/clickhouse/test-engine.ts'
import { textIndexWorker } from '../../stores/clickhouse/text-index.ts'
import { compileSearch } from './compile.ts'
import { parseSearch } from './parse.ts'
import { searchEvents } from './search-events.ts'
import { MADE_OF_COLUMNS } from './text-prefilter.ts'

const engine = useEngine({ migrated: true })
const FROM_MS = Date.UTC(2026, 2, 1)
const SPAN = { fromMs: FROM_MS, toMs: FROM_MS + 3_600_000 }

/** Event texts by their name in this test. */
const TEXTS: Readonly<Record<string, string>> = {
  plain: '{"Action":"Quarantined","Deep":{"Level":"outermost"}}',
  upper: '{"Action":"QUARANTINED"}',
  other: '{"Action":"released","Notes":"quarantined before"}',
  escaped: '{"Action":"\\u0071uarantined"}',
  escapedName: '{"\\u0041ction":"quarantined"}',
  escapedDigit: '{"Build":"ver\\u0031234abcd"}',
  markup: '{"Action":"\\u003cquarantined\\u003e"}',
  kelvin: '{"Ticket":"bro\u212aenwindow"}',
  latin: '{"Ticket":"brokenwindow"}',
  number: '{"Bytes":1e4,"Ratio":0.5}',
  joined: '{"Deep.Level":"outermost"}',
  list: '{"Action":["released","quarantined"]}',
  text: 'Action=quarantined',
  code: '{"Ticket_code":"AX-77-1931"}',
}

beforeAll(async () => {
  const values = Object.entries(TEXTS).map(([name, raw], at) => {
    const time = new Date(FROM_MS + at).toISOString().replace('Z', '')
    return { tenant_id: 'acme', event_uid: uidOf(at), time, ingest_time: time, mapping: 'test/1', message: name, raw }
  })
  await engine().client.insert({ table: 'events', values, format: 'JSONEachRow' })
  await engine().client.command({
    query: /* sql */ `
      INSERT INTO events (tenant_id, event_uid, time, ingest_time, mapping, raw)
      SELECT 'acme', generateUUIDv4(), toDateTime64('2026-03-02 10:00:00', 3), toDateTime64('2026-03-02 10:00:00', 3), 'test/1',
        concat('{"Action":"nothing of note ', hex(number), '"}') FROM numbers(30000)`,
  })
  const worker = textIndexWorker(engine().client, 0)
  while (await worker.once({ stop: new AbortController().signal, succeeded: () => {} }));
}, START_MS)

const uidOf = (at: number) => `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`

async function found(query: string): Promise<string[]> {
  const reader = tenantReader(engine().client, tenantId('acme'))
  const condition = compileSearch(parseSearch(query), query, SPAN.toMs)
  const search = { condition, span: SPAN, fields: ['message'], limit: 100, after: null }
  const { events, missing } = await searchEvents(reader, search)
  expect(missing).toEqual([])
  return events.map(({ fields }) => String(fields.message)).sort()
}

test.each([
  ['unmapped.Action:quarantined', ['escaped', 'escapedName', 'list', 'plain', 'upper']],
  ['unmapped.Action:*antine*', ['escaped', 'escapedName', 'list', 'markup', 'plain', 'upper']],
  ['unmapped.Action:"<quarantined>"', ['markup']],
  ['unmapped.Build:ver1234abcd', ['escapedDigit']],
  ['unmapped.Ticket:brokenwindow', ['kelvin', 'latin']],
  ['unmapped.Ticket:bro*window', ['kelvin', 'latin']],
  ['unmapped.Deep.Level:outermost', ['joined', 'plain']],
  ['unmapped.Bytes:10000', ['number']],
  ['unmapped.Bytes:[9999 TO 10001]', ['number']],
  ['unmapped.Action:* AND NOT unmapped.Action:quarantined', ['markup', 'other']],
  ['unmapped.Ticket_code:ax-77-1931', ['code']],
  ['NOT unmapped.Action:*', ['code', 'escapedDigit', 'joined', 'kelvin', 'latin', 'number', 'text']],
])('%s finds what is written in other ways too', async (query, names) => {
  expect(await found(query)).toEqual(names)
})

async function planOf(query: string): Promise<readonly string[]> {
  const { sql, params } = compileSearch(parseSearch(query), query, SPAN.toMs)
  const answer = await engine().client.query({
    query: `EXPLAIN indexes = 1 SELECT count() FROM events WHERE ${sql}`,
    query_params: params,
    format: 'JSONEachRow',
  })
  return (await answer.json<{ explain: string }>()).map(({ explain }) => explain)
}

const totalOf = (plan: readonly string[]) => plan.find((line) => /Parts: \d+ \| Granules: \d+/.test(line))?.trim()

test('looks a member up in the indexes of texts, and skips days without it', async () => {
  const plan = await planOf('unmapped.Action:quarantined')
  expect(plan.join('\n')).toMatch(/Name: raw_escaped[\s\S]*Name: raw_grams[\s\S]*Combined/)
  expect(totalOf(plan)).toMatch(/Granules: 1$/)
})

test.each(['quarantined', 'quaran*before', 'quaran*bef*', '*antined*efore', '"quarantined before"', 'raw:*antine*'])(
  'looks %s up in the indexes of texts, wherever its wildcards stand',
  async (query) => {
    expect(totalOf(await planOf(query))).toMatch(/Granules: 1$/)
  },
)

test('lists every member that an event gets from its columns', async () => {
  const columns = /* sql */ `
    status_id, event_code, source, host, user, target_user, process_name, parent_name, domain, src_ip, dst_ip, src_port, dst_port, pid,
    cmd_line, file_path, file_hash, url, reg_path, message, raw`
  await engine().client.command({
    query: /* sql */ `
      INSERT INTO events (tenant_id, event_uid, time, ingest_time, source_format, mapping, class_uid, ${columns})
      SELECT 'globex', generateUUIDv4(), now(), now(), 'x', 'test/1', class, 1, 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x',
        toIPv6('10.0.0.1'), toIPv6('10.0.0.2'), 1, 1, 1, 'x', 'x', 'x', 'x', 'x', 'x', 'x'
      FROM (SELECT arrayJoin([1001, 1007, 2004, 4001, 4002, 4003, 201001, 201002]) AS class)`,
  })
  const events = await rows<{ ocsf: string }>(engine().client, `SELECT ocsf FROM events WHERE tenant_id = 'globex'`)
  expect(events).toHaveLength(8)
  const paths = new Set(events.flatMap(({ ocsf }) => pathsOf(JSON.parse(ocsf))))
  expect([...paths].filter((path) => !MADE_OF_COLUMNS.has(path))).toEqual([])
  expect(paths.has('file.hashes.value')).toBe(true)
})

function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, one]) => pathsOf(one, path === '' ? name : `${path}.${name}`))
}
