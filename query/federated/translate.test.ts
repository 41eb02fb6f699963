/**
 * A search that was translated for another SIEM must find there the rows that our own search finds in the same rows.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runKql } from '../../detections/kql/run/query.ts'
import { isoTime } from '../../platform/iso-time.ts'
import { parseSearch } from '../search/parse.ts'
import type { Dialect } from './dialect.ts'
import { ESQL } from './esql/dialect.ts'
import { evaluateEsql } from './esql/test-evaluate.ts'
import { type FederatedFields, holds } from './holds.ts'
import { KQL } from './kql/dialect.ts'
import type { FederatedName } from './names.ts'
import { SPL } from './spl/dialect.ts'
import { evaluateSpl } from './spl/test-evaluate.ts'
import { translate } from './translate.ts'

const NOW_MS = Date.UTC(2026, 0, 31, 12)
const SPAN = { fromMs: NOW_MS - 3_600_000, toMs: NOW_MS }
const LIMIT = 100

type Plain = Readonly<Partial<Record<FederatedName, string | number>>>

const into = (dialect: Dialect, text: string, settings: Readonly<Record<string, string>> = {}) =>
  translate({ query: parseSearch(text), dialect, settings, span: SPAN, limit: LIMIT, nowMs: NOW_MS })

describe('written out', () => {
  test.each([
    [SPL, 'user:kim AND NOT src_ip:10.0.0.0/8', '(user="kim" AND NOT (src_ip="10.0.0.0/8" OR src="10.0.0.0/8"))'],
    [SPL, 'cmd_line:"-enc \\"x\\\\y"', 'process="*-enc \\"x\\\\y*"'],
    [SPL, 'dst_port:[1 TO 1024}', '(dest_port>=1 AND dest_port<1024)'],
    [SPL, 'failed password', '(_raw="*failed*" AND _raw="*password*")'],
    [SPL, 'host:web-*', 'host="web-*"'],
    [
      ESQL,
      'user:Kim AND NOT src_ip:10.0.0.0/8',
      '(TO_LOWER(user.name) == "kim" AND NOT COALESCE(CIDR_MATCH(source.ip, "10.0.0.0/8"), false))',
    ],
    [ESQL, 'host:web-? OR process_name:"a*b"', '(TO_LOWER(host.name) LIKE "web-?" OR TO_LOWER(process.name) == "a*b")'],
    [ESQL, `file_hash:${'A'.repeat(32)}`, `TO_LOWER(file.hash.md5) == "${'a'.repeat(32)}"`],
    [KQL, 'user:kim', 'where tostring(AccountName) =~ "kim" |'],
    [KQL, 'cmd_line:a*c', 'where tostring(ProcessCommandLine) matches regex "(?is)a.*c" |'],
    [KQL, 'src_ip:10.1.2.3', 'where ipv4_is_in_range(tostring(LocalIP), "10.1.2.3/32") |'],
  ] as const)('%# %s', (dialect, text, statement) => {
    expect(into(dialect, text).statement).toContain(statement)
  })

  test('leaves out and names a condition that a source cannot express', () => {
    const found = into(SPL, 'user:kim AND class_uid:3002')
    expect(found.statement).toBeNull()
    expect(found.predicates).toEqual([
      { text: 'user:"kim"', at: 0, verdict: 'pushed_down', reason: null },
      {
        text: 'class_uid:"3002"',
        at: 13,
        verdict: 'untranslatable',
        reason: 'class_uid is known to our own lake only',
      },
    ])
    expect(into(KQL, 'reg_path:run').predicates[0]?.reason).toContain('nothing that is asked there has reg_path')
    expect(into(ESQL, 'src_ip:[10.0.0.1 TO 10.0.0.9]').statement).toBeNull()
  })

  test('filters again after a wider condition, and does not send it negated', () => {
    const wide = into(SPL, 'user:k?m')
    expect(wide.isWider).toBe(true)
    expect(wide.statement).toContain('user="k*m"')
    expect(wide.predicates[0]?.verdict).toBe('filtered_after')
    expect(into(SPL, 'host:a NOT user:k?m').statement).toMatch(/latest=\S+ host="a" \| sort/)
  })

  test('leaves out a table without the field; queries it when the condition is negated', () => {
    expect(into(KQL, 'domain:example.com').statement).not.toContain('SigninLogs')
    expect(into(KQL, 'user:kim NOT domain:example.com').statement).toContain('SigninLogs')
    expect(into(KQL, 'user:kim', { tables: 'Syslog, Nothing' }).statement).toBeNull()
    expect(into(KQL, 'user:kim', { tables: 'SigninLogs' }).statement).toContain('UserPrincipalName')
  })

  test('quotes in a value do not end the literal', () => {
    const hostile = 'user:"x\\" OR user=* | delete | (\\\\"'
    expect(evaluateSpl(into(SPL, hostile).statement ?? '', [{ _time: NOW_MS / 1000 - 1, user: 'y' }])).toEqual([])
    expect(
      evaluateEsql(into(ESQL, hostile).statement ?? '', [{ '@timestamp': isoTime(NOW_MS - 1), 'user.name': 'y' }]),
    ).toEqual([])
    expect(kqlRows(into(KQL, hostile).statement ?? '', [{ time: NOW_MS - 1, user: 'y' }])).toEqual([])
  })
})

const ROWS = fc.array(
  fc.record(
    {
      time: fc.integer({ min: NOW_MS - 4_000_000, max: NOW_MS + 400_000 }),
      user: fc.constantFrom('kim', 'Kim', 'KIM\\lee', 'k*m', 'kxm', 'a "b" c', 'ädä'),
      host: fc.constantFrom('web-1', 'WEB-22', 'db'),
      process_name: fc.constantFrom('cmd.exe', 'powershell.exe', 'a?b'),
      cmd_line: fc.constantFrom('powershell -enc SQBF', 'cmd /c "x\\y"', 'C:\\Windows\\a*b', '100%_done'),
      src_ip: fc.constantFrom('10.1.2.3', '192.0.2.7', '2001:db8::1'),
      dst_ip: fc.constantFrom('10.9.9.9', '203.0.113.1'),
      src_port: fc.constantFrom(22, 1024, 50_000),
      dst_port: fc.constantFrom(22, 443, 1024),
      pid: fc.constantFrom(4, 1234),
      url: fc.constantFrom('https://example.com/a', 'http://b.example/x?y=*'),
    },
    { requiredKeys: ['time'] },
  ),
  { maxLength: 12 },
)

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
const LEAF = fc.oneof(
  fc.constantFrom('kim', 'k*m', 'a "b" c', 'kxm', 'KIM\\lee').map((text) => `user:${quoted(text)}`),
  fc.constantFrom(
    'user:k?m',
    'user:k*',
    'host:web-*',
    'host:*',
    'NOT host:*',
    'process_name:a?b',
    'process_name:*.exe',
  ),
  fc.constantFrom('-enc', 'x\\y', 'a*b', '%_', '"', 'windows').map((text) => `cmd_line:${quoted(text)}`),
  fc.constantFrom('cmd_line:*enc*', 'cmd_line:p?wer*', 'url:example.com', 'url:"?y=*"', 'url:*'),
  fc.constantFrom('src_ip:10.0.0.0/8', 'ip:10.9.9.9', 'src_ip:"2001:db8::/32"', 'dst_ip:203.0.113.1', 'src_ip:*'),
  fc.constantFrom('dst_port:[22 TO 443}', 'dst_port:>443', 'src_port:1024', 'pid:<=4', 'pid:*', 'time:>=now-30m'),
)
const { query: QUERY } = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    LEAF,
    fc.tuple(tie('query'), fc.constantFrom(' AND ', ' OR '), tie('query')).map(([a, op, b]) => `(${a}${op}${b})`),
    tie('query').map((one) => `NOT (${one})`),
  ),
}))

const inSpan = ({ time = 0 }: Plain) => Number(time) >= SPAN.fromMs && Number(time) < SPAN.toMs
const key = (rows: readonly FederatedFields[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()

/** Runs the statement over rows in the vendor's names, and filters the result again where needed. */
function found(dialect: Dialect, text: string, rows: readonly Plain[], ask: (statement: string) => readonly object[]) {
  const { statement, isWider } = into(dialect, text)
  const answeredRows =
    statement === null ? [] : ask(statement).map((row) => dialect.fields(row as Record<string, unknown>))
  const query = parseSearch(text)
  const kept = isWider ? answeredRows.filter((row) => holds(query, row, NOW_MS)) : answeredRows
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  return kept.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))))
}

const wanted = (text: string, rows: readonly Plain[]) =>
  rows.filter((row) => inSpan(row) && holds(parseSearch(text), row, NOW_MS))

const SPL_NAMES: Readonly<Record<string, string>> = {
  ...{ user: 'user', host: 'host', process_name: 'process_name', cmd_line: 'process', src_ip: 'src_ip' },
  ...{ dst_ip: 'dest_ip', src_port: 'src_port', dst_port: 'dest_port', pid: 'process_id', url: 'url' },
}
const ECS_NAMES: Readonly<Record<string, string>> = {
  ...{ user: 'user.name', host: 'host.name', process_name: 'process.name', cmd_line: 'process.command_line' },
  ...{ src_ip: 'source.ip', dst_ip: 'destination.ip', src_port: 'source.port', dst_port: 'destination.port' },
  ...{ pid: 'process.pid', url: 'url.full' },
}
const KQL_NAMES: Readonly<Record<string, string>> = {
  ...{ user: 'InitiatingProcessAccountName', host: 'DeviceName', process_name: 'InitiatingProcessFileName' },
  ...{ cmd_line: 'InitiatingProcessCommandLine', pid: 'InitiatingProcessId', src_ip: 'LocalIP', dst_ip: 'RemoteIP' },
  ...{ src_port: 'LocalPort', dst_port: 'RemotePort', url: 'RemoteUrl' },
}

const renamed = (row: Plain, names: Readonly<Record<string, string>>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (names[name] ? [[names[name], value]] : [])))

function kqlRows(statement: string, rows: readonly Plain[]): Record<string, unknown>[] {
  const columns = [...Object.values(KQL_NAMES), 'ActionType']
  const isNumber = (name: string) => /Port$|Id$/.test(name)
  const source = {
    columns: [
      { name: 'TimeGenerated', type: 'datetime' as const },
      ...columns.map((name) => ({ name, type: isNumber(name) ? ('int' as const) : ('string' as const) })),
    ],
    open: false,
    records: rows.map((row) => ({ TimeGenerated: isoTime(Number(row.time)), ...renamed(row, KQL_NAMES) })),
    read: (record: Record<string, unknown>, column: string) => record[column] ?? null,
  }
  const database = {
    table: (name: string) => (name === 'DeviceNetworkEvents' ? (source as never) : null),
    names: ['DeviceNetworkEvents'],
  }
  const result = runKql(statement, database, { nowMs: NOW_MS })
  if ('reason' in result) throw new Error(`${result.reason}\n${statement}`)
  return result.rows.map((row) =>
    Object.fromEntries(
      result.columns.map(({ name, type }, at) => {
        const value = row[at]
        // 100 ns since the year 1.
        const isTime = type === 'datetime' && typeof value === 'bigint'
        return [name, isTime ? isoTime(Number(value / 10_000n) - 62_135_596_800_000) : value]
      }),
    ),
  )
}

describe('over the same rows', () => {
  const check = (dialect: Dialect, ask: (rows: readonly Plain[]) => (statement: string) => readonly object[]) =>
    fc.assert(
      fc.property(QUERY, ROWS, (text, rows) => {
        const plain = rows as readonly Plain[]
        expect(key(found(dialect, text, plain, ask(plain)))).toEqual(key(wanted(text, plain)))
      }),
      { numRuns: 800, seed: 20260131 },
    )

  test('SPL finds the same events', () =>
    check(
      SPL,
      (rows) => (statement) =>
        evaluateSpl(
          statement,
          rows.map((row) => ({ _time: Number(row.time) / 1000, ...renamed(row, SPL_NAMES) })),
        ),
    ))

  test('ES|QL finds the same events', () =>
    check(
      ESQL,
      (rows) => (statement) =>
        evaluateEsql(
          statement,
          rows.map((row) => ({ '@timestamp': isoTime(Number(row.time)), ...renamed(row, ECS_NAMES) })),
        ).map((row) => ({ '@timestamp': row['@timestamp'], _source: row })),
    ))

  test('KQL finds the same, in our own engine', () =>
    fc.assert(
      fc.property(QUERY, ROWS, (text, rows) => {
        const plain = rows as readonly Plain[]
        const query = {
          query: parseSearch(text),
          dialect: KQL,
          settings: { tables: 'DeviceNetworkEvents' },
          span: SPAN,
        }
        const { statement } = translate({ ...query, limit: LIMIT, nowMs: NOW_MS })
        const answeredRows = statement === null ? [] : kqlRows(statement, plain).map((row) => KQL.fields(row))
        const names = new Set(['time', ...Object.keys(KQL_NAMES)])
        const kept = answeredRows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))),
        )
        expect(key(kept)).toEqual(key(wanted(text, plain)))
      }),
      { numRuns: 200, seed: 20260131 },
    ))
})
