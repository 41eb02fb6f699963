import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainView } from '../../../schemas/event-view.ts'
import { scanExpr } from '../../match/scan.ts'
import { type Narrowing, narrowingOf } from './narrow.ts'
import { runKql } from './query.ts'
import type { Condition, Database } from './scope.ts'
import { eventTable } from './source.ts'

const NOW = { nowMs: Date.UTC(2024, 5, 1) }
const HOUR_MS = 3_600_000
const logSource = { product: 'windows', service: 'security', categories: [] }
const TABLE = { logSource: { product: null, category: null, service: null }, columns: { Renamed: 'A' } }

const eventsOf = (records: readonly Readonly<Record<string, unknown>>[]) =>
  records.map((record, i) => ({ record, view: plainView, logSource, timeMs: NOW.nowMs - i * HOUR_MS }))

/** Runs a query; `seen` receives the conditions behind each read of a table. */
function run(query: string, records: readonly Readonly<Record<string, unknown>>[]) {
  const seen: Narrowing[] = []
  const events = eventsOf(records)
  const database = (narrows: boolean): Database => ({
    names: ['T', 'U'],
    table: (name) => {
      if (!['T', 'U', 'SecurityEvent'].includes(name)) return null
      const table = eventTable(name, events)
      const recordsFor = (conditions: readonly Condition[]) => {
        const narrowing = narrowingOf(conditions, TABLE, (field) => field === 'Made')
        seen.push(narrowing)
        return events.filter((event) => mayPass(narrowing, event))
      }
      return narrows ? { ...table, recordsFor } : table
    },
  })
  const rows = (narrows: boolean) => {
    const result = runKql(query, database(narrows), NOW)
    if ('reason' in result) expect.fail(`${query}: ${result.reason}`)
    return result.rows
  }
  return { all: rows(false), narrowed: rows(true), seen }
}

function mayPass({ where, texts, fromMs, toMs }: Narrowing, event: ReturnType<typeof eventsOf>[number]): boolean {
  const { timeMs } = event
  const isInTime = (fromMs === null || timeMs >= fromMs) && (toMs === null || timeMs < toMs)
  return isInTime && scanExpr(where)(event) && mayHold(texts, JSON.stringify(event.record).toLowerCase())
}

/** Checks the texts as the lake does. */
const mayHold = (texts: Narrowing['texts'], text: string): boolean =>
  texts.every((list) => list.some((one) => text.includes(one)))

const SCALARS = [
  ...['', 'net', 'NET user', 'a.exe', '7', '0x7', ' 7 ', '7.5', '7.0', '+70e-1', 'true', 'tool'],
  ...[7, 7.5, 8, true, false, null],
]
const CONSTANTS = ['', 'net', 'NET', 'a.exe', '7', '[', '["net"]', 'user', 'tool', 'e":"n', 'nnet', 'İ', 'i̇']
const OPERATORS = [
  ...['==', '!=', '=~', '!~', 'has', '!has', 'contains', 'contains_cs', 'startswith', 'startswith_cs', 'endswith'],
  ...['endswith_cs', 'hasprefix', 'hassuffix', '!endswith', '!startswith'],
]
const text = fc.constantFrom(...CONSTANTS).map((one) => JSON.stringify(one))
const number = fc.constantFrom('7', '8', '7.5', '-1', 'N')
const column = fc.constantFrom(
  ...['A', 'B', 'Renamed', 'A.b', 'B[0]', 'tostring(A)', 'tolower(B)', 'parse_json(tostring(A)).b', 'tostring(A.b)'],
)
const listed = (item: fc.Arbitrary<string>) => fc.array(item, { minLength: 1, maxLength: 3 }).map((of) => of.join(', '))
const leaf = fc
  .oneof(
    fc.tuple(column, fc.constantFrom(...OPERATORS), fc.oneof(text, fc.constantFrom('L', 'strcat("n", "et")'))),
    fc.tuple(
      column,
      fc.constantFrom('in', '!in', 'in~'),
      listed(fc.oneof(text, number)).map((of) => `(${of})`),
    ),
    fc.tuple(
      column,
      fc.constantFrom('has_any', 'has_all'),
      fc.oneof(
        listed(text).map((of) => `(${of})`),
        fc.constant('(Many)'),
      ),
    ),
    fc.tuple(fc.constantFrom('A', 'B'), fc.constantFrom('<', '<=', '>', '>=', '==', '!='), number),
    fc.tuple(fc.constantFrom('A', 'B'), fc.constantFrom('between', '!between'), fc.constant('(6 .. 8)')),
    fc.tuple(
      fc.constant('TimeGenerated'),
      fc.constantFrom('<', '<=', '>', '>=', '=='),
      fc.constantFrom('ago(2h)', 'now()'),
    ),
    fc.tuple(
      fc.constantFrom('ago(1h)'),
      fc.constantFrom('<', '>='),
      fc.constantFrom('TimeGenerated', 'ingestion_time()'),
    ),
    fc.constant(['TimeGenerated', 'between', '(ago(3h) .. 2h)']),
    fc.constantFrom(['not(A == "net")'], ['isnotempty(B)'], ['A =~ B'], ['strlen(tostring(A)) > 2']),
  )
  .map((parts) => parts.join(' '))
const condition = fc
  .array(leaf, { minLength: 1, maxLength: 3 })
  .chain((leaves) => fc.constantFrom(' and ', ' or ').map((word) => leaves.map((one) => `(${one})`).join(word)))
const value = fc.oneof(
  fc.constantFrom(...SCALARS),
  fc.array(fc.constantFrom(...SCALARS), { maxLength: 2 }),
  fc.record({ b: fc.constantFrom(...SCALARS) }),
  fc.constantFrom('{"b":"net"}', '["net"]', [{ b: 'net' }], 'x\ntool', 'ADMİ', 'straße'),
)
const record = fc.record({ A: value, B: value }, { requiredKeys: [] })

test('the narrowing condition excludes no row that the query would return', () => {
  const lets = 'let N = 7; let L = "net"; let Many = dynamic(["net", "tool"]);'
  fc.assert(
    fc.property(condition, condition, fc.array(record, { maxLength: 5 }), (first, second, records) => {
      const query = `${lets} T | where ${first} | where ${second} | project Id = ingestion_time()`
      const { all, narrowed } = run(query, records)
      expect(narrowed, query).toEqual(all)
    }),
    { numRuns: 1500 },
  )
})

test.each<[string, unknown]>([
  [`A == '["net"]'`, ['net']],
  [`A startswith '["n'`, ['net']],
  [`A endswith ']'`, ['net']],
  [`A has 'b":"n'`, { b: 'n' }],
  ['A has "net"', [{ b: 'net' }]],
  ['tolower(A) == "i̇"', 'İ'],
  ['tolower(A) startswith "admi"', 'ADMİ'],
  ['tolower(A) contains "admi"', 'ADMİ'],
  ['A == 7', '7.0'],
  ['A > 7', '7.5'],
  ['A == 1', true],
  ['A in (7)', ' 7 '],
  ['A < 1', false],
  ['tostring(TimeGenerated) startswith "2024"', 'x'],
  ['A.b == "net"', { b: 'net' }],
  ['parse_json(tostring(A)).b == "net"', '{"b":"net"}'],
])('%s returns the same rows with narrowing', (where, A) => {
  const { all, narrowed } = run(`T | where ${where} | project A`, [{ A }])
  expect(all).toHaveLength(1)
  expect(narrowed).toEqual(all)
})

test('does not search for a letter that may be part of an escape', () => {
  const [narrowing] = run('T | where A contains "nnet"', []).seen
  expect(narrowing?.texts).toEqual([['net']])
})

const RECORDS = [
  { A: 'net', B: 7 },
  { A: 'x', B: 8 },
  { A: ['net'], B: { b: 'net' } },
]
const shown = (query: string) => run(query, RECORDS).seen

test('does not search the raw text for values that may not be in it', () => {
  const [made, own] = ['Made', 'A'].map(
    (name) => shown(`T | where ${name} == "tool" and tostring(${name}.b) has "net"`)[0],
  )
  expect(own?.texts).toEqual([['tool']])
  expect(made).toMatchObject({ texts: [], where: { field: 'Made' } })
})

test.each<[string, unknown]>([
  ['T | where A == "net"', { kind: 'field', field: 'A', test: { op: 'equals', text: 'net', cased: true } }],
  ['T | where Renamed =~ "net"', { kind: 'field', field: 'A', test: { op: 'equals', text: 'net', cased: false } }],
  ['let f = (x: string) { T | where A == x }; f("net")', { field: 'A', test: { text: 'net' } }],
  ['let x = strcat("n", "et"); let all = T; all | where A startswith x', { field: 'A', test: { op: 'prefix' } }],
  ['T | where A in ("x", "net") or B == 7', { kind: 'or' }],
  ['union T, U | where A == "net"', { field: 'A' }],
  ['T | where not(A == "net")', { kind: 'const', value: true }],
  ['let x = toscalar(U | take 1 | project A); T | where A == x', { kind: 'const', value: true }],
  ['T | take 1 | where A == "net"', { kind: 'const', value: true }],
  ['T | extend A = "net" | where A == "net"', { kind: 'const', value: true }],
  ['union withsource=A T, U | where A == "T"', { kind: 'const', value: true }],
  ['let A = "net"; T | where A == "net"', { kind: 'const', value: true }],
  [`T | where A in (${Array.from({ length: 3000 }, (_, i) => `"${i}"`)})`, { kind: 'const', value: true }],
])('%.80s', (query, where) => {
  for (const narrowing of shown(query).filter(({ where: one }) => one.kind !== 'const' || !query.includes('U |')))
    expect(narrowing.where).toMatchObject(where as object)
  expect(shown(query).length).toBeGreaterThan(0)
})

test('takes the narrowest time range from the conditions', () => {
  const [first] = shown(
    'T | where TimeGenerated > ago(1d) and Timestamp < now() | where ingestion_time() >= datetime(2024-05-31 12:00)',
  )
  expect(first).toMatchObject({ fromMs: Date.UTC(2024, 4, 31, 12), toMs: NOW.nowMs + 1 })
  const [between] = shown('T | where TimeGenerated between (datetime(2024-05-01) .. 1d)')
  expect(between).toMatchObject({ fromMs: Date.UTC(2024, 4, 1), toMs: Date.UTC(2024, 4, 2) + 1 })
  const [either] = shown('T | where TimeGenerated > ago(1d) or A == "net"')
  expect(either).toMatchObject({ fromMs: null, toMs: null })
})
