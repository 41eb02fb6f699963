import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { plainView } from '../../schemas/event-view.ts'
import { corporaDir } from '../../test/corpora/config.ts'
import { scanExpr } from '../match/scan.ts'
import type { EventBody } from '../plan/plan.ts'
import { compileKql } from './compile-query.ts'
import { KQL_LIMITS } from './limits.ts'

function eventBody(text: string): EventBody {
  const body = compileKql(text)
  if ('reason' in body || body.kind !== 'event') expect.fail(JSON.stringify(body))
  return body
}

function holds(condition: string, record: Record<string, unknown>): boolean {
  const logSource = { product: 'windows', service: 'security', categories: [] }
  return scanExpr(eventBody(`SecurityEvent | where ${condition}`).where)({
    record,
    view: plainView,
    logSource,
    timeMs: 0,
  })
}

test.each([
  ['A == "x"', { A: 'x' }, { A: 'X' }],
  ['A =~ "x"', { A: 'X' }, { A: 'xy' }],
  ['A != "x"', { A: 'X' }, { A: 'x' }],
  ['A !~ "x"', { B: 'X' }, { A: 'X' }],
  ['A in ("x", "y")', { A: 'y' }, { A: 'Y' }],
  ['A in~ ("x", "y")', { A: 'Y' }, { A: 'z' }],
  ['A !in ("x", "y")', { A: 'Y' }, { A: 'y' }],
  ['A has "net user"', { A: 'run NET USER.exe' }, { A: 'net users' }],
  ['A !has "net"', { A: 'dotnet' }, { A: 'net' }],
  ['A has_any ("foo", "bar")', { A: 'a-bar-b' }, { A: 'abar' }],
  ['A has_all ("foo", "bar")', { A: 'bar foo' }, { A: 'bar' }],
  ['A hasprefix "ab"', { A: 'x abc' }, { A: 'xabc' }],
  ['A contains "b"', { A: 'aBc' }, { A: 'ac' }],
  ['A contains_cs "b"', { A: 'abc' }, { A: 'aBc' }],
  ['A startswith "a"', { A: 'Abc' }, { A: 'ba' }],
  ['A endswith @"\\c"', { A: 'a\\C' }, { A: 'ac' }],
  ['A matches regex "^a+$"', { A: 'aaa' }, { A: 'ab' }],
  ['tolower(A) matches regex "^a+$"', { A: 'AAa' }, { A: 'AB' }],
  ['toupper(A) matches regex "^[A-Z]+$"', { A: 'ab' }, { A: 'a1' }],
  ['N == 5', { N: '5' }, { N: 6 }],
  ['N between (1 .. 3)', { N: 3 }, { N: 4 }],
  ['N > -2 and N <= 4', { N: -1 }, { N: 5 }],
  ['ipv4_is_in_range(A, "10.1.2.3/8")', { A: '10.9.9.9' }, { A: '11.0.0.1' }],
  ['ipv4_is_private(A)', { A: '192.168.1.1' }, { A: '8.8.8.8' }],
  ['isnotempty(A)', { A: 'x' }, { A: '' }],
  ['isempty(A)', { A: null }, { A: 'x' }],
  ['not(A == "x" or B == "y")', { A: 'z' }, { B: 'y' }],
  ['tolower(A) == "x"', { A: 'X' }, { A: 'y' }],
  ['tostring(A.b["c"]) == "x"', { A: { b: { c: 'x' } } }, { A: { b: 'x' } }],
  ['A =~ B', { A: 'x', B: 'X' }, { A: 'x', B: 'y' }],
])('%s', (condition, yes, no) => {
  expect(holds(condition, yes)).toBe(true)
  expect(holds(condition, no)).toBe(false)
})

test('handles constants, look-back, computed columns and operators that only shape the output', () => {
  const body = eventBody(`
    let names = dynamic(["a.exe", "b.exe"]);
    let start = 7d;
    DeviceProcessEvents
    | where Timestamp > ago(start)
    | extend Name = tostring(FileName)
    | where Name in~ (names)
    | project DeviceName, Name
    | sort by DeviceName asc | take 10`)
  expect(body.logSource).toEqual({ product: 'windows', category: 'process_creation', service: null })
  const [lookBack, named] = body.where.kind === 'and' ? body.where.of : []
  expect(lookBack).toEqual({ kind: 'const', value: true })
  expect(named).toMatchObject({
    kind: 'or',
    of: [{ field: 'process.name', test: { op: 'equals', text: 'a.exe', cased: false } }, {}],
  })
})

test('a count by bin above a bound is a window', () => {
  const query =
    'SecurityEvent | where EventID == 4625 | summarize c = count() by Account, bin(TimeGenerated, 5m) | where c > 10'
  expect(compileKql(query)).toMatchObject({
    kind: 'window',
    window: {
      kind: 'aggregate',
      groupBy: [{ name: 'Account', fields: ['Account'] }],
      windowMs: 300_000,
      measure: { of: 'count' },
      bounds: [{ op: 'gt', value: 10 }],
    },
  })
})

test.each([
  ['strlen(A) > 3', { A: 'abcd' }, { A: 'abc' }],
  ['strlen(A) == 0', {}, { A: 'x' }],
  ['strcat(A, "-", B) =~ "x-Y"', { A: 'X', B: 'y' }, { A: 'X' }],
  ['split(A, "/")[1] == "b"', { A: 'a/b/c' }, { A: 'a' }],
  ['extract(@"(\\d+)", 1, A) == "12"', { A: 'x12' }, { A: 'x' }],
  ['replace_string(A, "-", "") has "ab"', { A: 'x a-b' }, { A: 'a-bc' }],
  ['N + 1 > 5', { N: 5 }, { N: 4 }],
  ['A has ".exe"', { A: 'a.exe' }, { A: 'a.exec' }],
  ['tolower(A) startswith tolower(B)', { A: 'ABC', B: 'ab' }, { A: 'xab', B: 'ab' }],
  ['isempty(extract("(x+)", 1, A))', { A: 'y' }, { A: 'x' }],
])('computed: %s', (condition, yes, no) => {
  expect(holds(condition, yes)).toBe(true)
  expect(holds(condition, no)).toBe(false)
})

test('handles renamed, parsed and computed columns', () => {
  const body = eventBody(`
    SecurityEvent
    | project-rename Name = Account
    | extend IsLocal = ipv4_is_private(IP)
    | parse Text with * "user=" User " " *
    | where IsLocal == true and Name == "x" and User == "ann"`)
  const event = (record: Record<string, unknown>) => ({
    record,
    view: plainView,
    logSource: { product: 'windows', service: 'security', categories: [] },
    timeMs: 0,
  })
  const yes = { Account: 'x', IP: '10.0.0.1', Text: 'a user=ann b' }
  expect(scanExpr(body.where)(event(yes))).toBe(true)
  expect(scanExpr(body.where)(event({ ...yes, IP: '8.8.8.8' }))).toBe(false)
  expect(scanExpr(body.where)(event({ ...yes, Text: 'user=ann' }))).toBe(false)
})

test.each<[string, string]>([
  ['kind=regex Text with * "to=" To "," *', 'a, b'],
  ['kind=regex flags=U Text with * "to=" To "," *', 'a'],
  ['kind=regex flags=Ui Text with * "TO=" To "[,]" *', 'a'],
  ['kind=relaxed Text with * "to=" To "," *', 'a'],
  ['Text with * "to=" To "," *', 'a'],
])('a rule parses a field as a query does: %s', (pattern, found) => {
  const { where } = eventBody(`SecurityEvent | parse ${pattern} | where To == "${found}"`)
  const logSource = { product: 'windows', service: 'security', categories: [] }
  expect(scanExpr(where)({ record: { Text: 'to=a, b, c' }, view: plainView, logSource, timeMs: 0 })).toBe(true)
})

test.each([
  [
    'SigninLogs | where TimeGenerated > ago(1h) | summarize n = dcount(IP) by User | where n >= 3',
    3_600_000,
    'distinct',
    'gte',
  ],
  [
    'SigninLogs | summarize f = countif(Code != 0), s = count() by User, bin(TimeGenerated, 10m) | where f > 5',
    600_000,
    'count',
    'gt',
  ],
  [
    'SigninLogs | summarize ips = make_set(IP) by User, bin(TimeGenerated, 1d) | where array_length(ips) > 4',
    86_400_000,
    'distinct',
    'gt',
  ],
  [
    'SigninLogs | summarize sum(Bytes) by User, bin(TimeGenerated, 1h) | where sum_Bytes > 9 and isnotempty(User)',
    3_600_000,
    'sum',
    'gt',
  ],
])('%s is a window', (query, windowMs, of, op) => {
  expect(compileKql(query)).toMatchObject({ kind: 'window', window: { windowMs, measure: { of }, bounds: [{ op }] } })
})

/** Eight names, each defined as eight times the one before it: sixteen million parts. */
const EIGHT = Array.from({ length: 8 }, (_, i) => i)
const grown = (step: (columns: string[]) => string) =>
  EIGHT.map((i) => ` | extend c${i + 1} = ${step(EIGHT.map(() => `c${i}`))}`).join('')
const grownLets = EIGHT.map((i) => `let v${i + 1} = pack_array(${EIGHT.map(() => `v${i}`).join(', ')}); `).join('')

test.each([
  ['SecurityEvent | where A == ', 1, 'Missing expression'],
  ['SecurityEvent\n| where A == "x"\n| join (Syslog) on B', 3, 'a rule cannot use join'],
  ['SecurityEvent\n| where geo_distance_2points(A, B, C, D) > 3', 2, 'cannot use the function geo_distance_2points'],
  ['NoSuchTable | where A == 1', 1, 'known table of events'],
  ['SecurityEvent | where A matches regex "(?=a)"', 1, 'regular expression'],
  [`SecurityEvent | where A == "${'x'.repeat(KQL_LIMITS.queryChars)}"`, 1, 'longer than'],
  [`SecurityEvent | where ${'('.repeat(30_000)}A == 1${')'.repeat(30_000)}`, 1, 'deep'],
  [`SecurityEvent${' | where a==1'.repeat(1900)}`, 1, 'more than 400 operators'],
  [`union ${'SecurityEvent, '.repeat(4_000)}SecurityEvent`, 1, 'words and marks'],
  [`SecurityEvent | where a in (${'1,'.repeat(8_000)}1)`, 1, 'constants and commas'],
  ['SecurityEvent | summarize c = count() by Account | where c > 5', 1, 'needs bin(TimeGenerated, ...)'],
  [`SecurityEvent | where ${'('.repeat(2000)}A == 1${')'.repeat(2000)}`, 1, 'deep'],
  ['[]'.repeat(8_000), 1, 'words and marks'],
  [`SecurityEvent | where A matches regex "${'(([a-z]{30}){30})'.repeat(900)}"`, 1, '4096 steps'],
  [`SecurityEvent | where strcat(A, B) matches regex "${'(([a-z]{30}){30})'.repeat(90)}"`, 1, '4096 steps'],
  [`SecurityEvent | where extract("${'(([a-z]{30}){30})'.repeat(90)}", 1, A) == "x"`, 1, '4096 steps'],
  ['SecurityEvent | where strcat(A, B) matches regex "(?=a)"', 1, 'error parsing'],
  ['"\n'.repeat(8_000), 4_001, 'words and marks'],
  [`SecurityEvent | where ${'a.'.repeat(8_000)}a == 1`, 1, 'words and marks'],
  [`let v0 = 1; ${grownLets}SecurityEvent | where A in (v8)`, 1, 'expanded'],
  [`SecurityEvent | extend c0 = A == 1${grown((c) => `(${c.join(' or ')})`)} | where c8`, 1, 'expanded'],
  [`SecurityEvent | extend c0 = A${grown((c) => `strcat(${c.join(', ')})`)} | where c8 == "x"`, 1, 'expanded'],
  [`SecurityEvent | parse A with ${Array.from({ length: 65 }, (_, i) => `"x" c${i}`).join(' ')}`, 1, 'columns'],
])('%.60s is refused with its place', (query, line, reason) => {
  const fault = compileKql(query)
  expect(fault).toMatchObject({ line })
  expect('reason' in fault && fault.reason).toContain(reason)
})

const dir = corporaDir()

test.skipIf(dir === null)('public hunting queries become rules or faults with a reason (SVC_CORPORA_DIR)', () => {
  const lines = fs
    .readFileSync(path.join(dir ?? '', 'kql/queries.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean)
  const reasons = new Map<string, number>()
  let rules = 0
  for (const line of lines) {
    const { query } = JSON.parse(line) as { query: string }
    const body = compileKql(query)
    if ('reason' in body) reasons.set(body.reason, (reasons.get(body.reason) ?? 0) + 1)
    else rules++
  }
  expect([rules, lines.length]).toEqual([465, 1329])
  expect([...reasons.keys()].filter((reason) => /assert|undefined|internal/i.test(reason))).toEqual([])
})
