import { describe, expect, test } from 'vitest'
import { plainView } from '../../../schemas/event-view.ts'
import { realText, textOf } from './convert.ts'
import { jsonText } from './json.ts'
import { bindKql, runKql } from './query.ts'
import type { Database, KqlSource } from './scope.ts'
import { eventTable, isTimeColumn, recordTable } from './source.ts'
import type { Json, Value } from './value.ts'

const NOW = { nowMs: Date.UTC(2024, 5, 1, 12) }

const SIGNINS = [
  {
    TimeGenerated: '2024-06-01T11:00:00Z',
    User: 'ann',
    IP: '10.1.2.3',
    Code: 0,
    Device: { os: 'Linux', tags: ['a', 'b'] },
  },
  { TimeGenerated: '2024-06-01T11:30:00Z', User: 'ann', IP: '8.8.8.8', Code: 50126 },
  { TimeGenerated: '2024-05-01T00:00:00Z', User: 'bob', IP: '8.8.4.4', Code: '50126' },
]
const TABLES: Readonly<Record<string, KqlSource>> = {
  SigninLogs: recordTable(SIGNINS, [{ name: 'TimeGenerated', type: 'datetime' }]),
  Hosts: recordTable([
    { Owner: 'ann', Host: 'h1' },
    { Owner: 'cid', Host: 'h2' },
  ]),
}
const database: Database = { table: (name) => TABLES[name] ?? null, names: Object.keys(TABLES) }

const NETS = 'let Nets = datatable(net: string, name: string)["10.0.0.0/8", "in", "8.8.8.8", "dns", "none", "x"];'

function shown(query: string, over = database): readonly string[] {
  const result = runKql(query, over, NOW)
  if ('reason' in result) return [`${result.line}:${result.column} ${result.reason}`]
  const cell = (value: Value, i: number): string => {
    const type = result.columns[i]?.type ?? 'dynamic'
    if (value === null) return 'null'
    if (type === 'real') return realText(value as number)
    return type === 'dynamic' ? jsonText(value as Json) : textOf(value, type)
  }
  return result.rows.map((row) => row.map(cell).join('|'))
}

const value = (expression: string): string | undefined => shown(`print ${expression}`)[0]

test.each([
  ['has_ipv4_prefix("from 10.1.2.3.", "10.1.")', 'true'],
  ['has_ipv4_prefix("from 110.1.2.3", "10.1.")', 'false'],
  ['has_ipv4_prefix("from 10.12.2.3", "10.1")', 'false'],
  ['has_ipv4_prefix("10.1.2.300", "10.1.")', 'false'],
  ['has_any_ipv4("a 10.1.2.3 b", "1.1.1.1", "10.1.2.3")', 'true'],
  ['has_any_ipv4("a 10.1.2.3 b", dynamic(["1.1.1.1", "0.1.2.3"]))', 'false'],
  ['has_any_ipv4_prefix("a 10.1.2.3 b", dynamic(["1.1.", "10."]))', 'true'],
  ['ipv6_compare("fe80::1", "fe80::2")', '-1'],
  ['ipv6_compare("::ffff:192.168.1.1", "192.168.1.1")', '0'],
  ['ipv6_is_match("fe80::1/64", "fe80::ffff")', 'true'],
  ['ipv6_is_match("192.168.1.1", "192.168.1.255", 120)', 'true'],
  ['ipv6_is_match("fe80::1", "x")', 'null'],
  ['int(null) == 1', 'false'],
  ['int(null) == int(null)', 'null'],
  ['int(null) != 1', 'true'],
  ['int(null) > 1', 'null'],
  ['bool(null) or true', 'true'],
  ['not(bool(null))', 'null'],
  ['"" == ""', 'true'],
  ['isnull("")', 'false'],
  ['-7 / 2', '-3'],
  ['-14 % 12', '10'],
  ['7 / 2.0', '3.5'],
  ['1 / 0', 'null'],
  ['9223372036854775807 + 1', '-9223372036854775808'],
  ['bin(-1, 3)', '-3'],
  ['datetime(2024-03-01) - datetime(2024-02-01)', '29.00:00:00'],
  ['datetime(2024-02-29 10:20:30) + 1d', '2024-03-01T10:20:30.0000000Z'],
  ['now() - ago(90m)', '01:30:00'],
  ['datetime_diff("month", datetime(2024-03-01), datetime(2023-12-31))', '3'],
  ['datetime_add("month", 1, datetime(2024-01-31))', '2024-02-29T00:00:00.0000000Z'],
  ['format_datetime(datetime(2024-01-02 03:04:05), "yy-MM-dd [HH:mm:ss]")', '24-01-02 [03:04:05]'],
  ['dayofweek(datetime(2024-06-01))', '6.00:00:00'],
  ['week_of_year(datetime(2021-01-03))', '53'],
  ['"run NET USER.exe" has "net user"', 'true'],
  ['"dotnet" has "net"', 'false'],
  ['"a.exe" has ".exe"', 'true'],
  ['"Straße" has "straße"', 'true'],
  ['"abcdef" hasprefix "abc"', 'true'],
  ['"x abcdef" hassuffix "def"', 'true'],
  ['"a b c" has_all ("A", "c")', 'true'],
  ['"a" in~ ("A", "b")', 'true'],
  ['5 in (dynamic([1, 5]))', 'true'],
  ['5 !between (1 .. 4)', 'true'],
  ['"ab12" matches regex @"^[a-z]+\\d+$"', 'true'],
  ['extract(@"(\\d+)-(\\d+)", 2, "x 12-34", typeof(long))', '34'],
  ['extract_all(@"(\\w)(\\d)", "a1 b2")', '[["a","1"],["b","2"]]'],
  ['replace_regex("a1b2", @"(\\d)", @"<\\1>")', 'a<1>b<2>'],
  ['split("a,b,c", ",", 1)', '["b"]'],
  ['indexof("abcabc", "c", 3)', '5'],
  ['parse_json(\'{"a":[1,{"b":"x"}]}\').a[1].b', '"x"'],
  ['parse_json("not json")', '"not json"'],
  ['tostring(dynamic({"a":1}))', '{"a":1}'],
  ['dynamic([1,2,3])[-1]', '3'],
  ['tolong(dynamic("17")) + 1', '18'],
  ['toint("x")', 'null'],
  ['tolong(parse_json("9007199254740993"))', '9007199254740993'],
  ['ipv4_is_in_range("10.1.2.3", "10.0.0.0/8")', 'true'],
  ['ipv4_is_private("192.168.0.1")', 'true'],
  ['ipv4_compare("10.1.2.3", "10.1.2.9", 24)', '0'],
  ['parse_url("https://u:p@h.example:8080/a/b?x=1#f").Host', '"h.example"'],
  ['base64_decode_tostring("aGk=")', 'hi'],
  ['parse_path(@"C:\\a\\b.txt").Filename', '"b.txt"'],
  ['array_sort_asc(dynamic([3,1,2]))', '[1,2,3]'],
  ['set_difference(dynamic([1,2,3]), dynamic([2]))', '[1,3]'],
  ['hash_sha256("a")', 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'],
  ['case(1 > 2, "a", 2 > 1, "b", "c")', 'b'],
  ['decimal(0.1) + decimal(0.2)', '0.3'],
])('%s is %s', (expression, expected) => {
  expect(value(expression)).toBe(expected)
})

test.each<[string, readonly string[]]>([
  ['SigninLogs | where Code == 50126 | project User, IP', ['"ann"|"8.8.8.8"', '"bob"|"8.8.4.4"']],
  ['SigninLogs | where TimeGenerated > ago(1d) | count', ['2']],
  ['SigninLogs | where tostring(Device.os) =~ "linux" | project User', ['"ann"']],
  ['SigninLogs | where Missing == "x" | count', ['0']],
  [
    'SigninLogs | summarize n = count(), ips = make_set(IP) by tostring(User)',
    ['ann|2|["10.1.2.3","8.8.8.8"]', 'bob|1|["8.8.4.4"]'],
  ],
  [
    'SigninLogs | summarize arg_max(TimeGenerated, IP) by tostring(User) | project User, IP',
    ['ann|"8.8.8.8"', 'bob|"8.8.4.4"'],
  ],
  [
    'SigninLogs | summarize arg_max(TimeGenerated, *) by tostring(User) | project User, Code',
    ['ann|50126', 'bob|"50126"'],
  ],
  [
    'SigninLogs | mv-expand tag = Device.tags | project User, tag',
    ['"ann"|"a"', '"ann"|"b"', '"ann"|null', '"bob"|null'],
  ],
  [
    'SigninLogs | join kind=inner Hosts on $left.User == $right.Owner | project User, Host',
    ['"ann"|"h1"', '"ann"|"h1"'],
  ],
  ['SigninLogs | where User in ((Hosts | project Owner)) | count', ['2']],
  ['let hot = (t: (User: dynamic), n: long) { t | where Code > n }; hot(SigninLogs, 1) | count', ['2']],
  ['let n = toscalar(SigninLogs | count); print n', ['3']],
  ['union withsource=T SigninLogs, Hosts | summarize count() by T', ['SigninLogs|3', 'Hosts|2']],
  ['print t = "user=ann code=7 rest" | parse t with * "user=" u " code=" c:long " " * | project u, c', ['ann|7']],
  ['print t = "none" | parse-where t with "user=" u | count', ['0']],
  ['range x from 1 to 4 step 1 | extend p = prev(x), n = next(x) | project p, n', ['null|2', '1|3', '2|4', '3|null']],
  ['print a = dynamic([3, 1]) | mv-apply a to typeof(long) on (top 1 by a asc) | project a', ['1']],
  ['print d = dynamic({"x": 1, "y": "z"}) | evaluate bag_unpack(d)', ['1|z']],
  ['SigninLogs | project User = tostring(User), Code = toint(Code) | evaluate pivot(Code)', ['ann|1|1', 'bob|0|1']],
  ['SigninLogs | project U = User, C = toint(Code), IP | evaluate pivot(U, dcount(IP), C)', ['0|1|0', '50126|1|1']],
  [
    'SigninLogs | project U = tostring(User), C = toint(Code) | evaluate pivot(C, max(C) + 1, U)',
    ['ann|1|50127', 'bob|null|50127'],
  ],
  ['SigninLogs | where User == "x" | project User | evaluate pivot(User)', []],
  ['SigninLogs | project User, IP | evaluate pivot(IP, count(), User): (bob: string, User: string)', ['|ann', '|bob']],
  [
    `${NETS} SigninLogs | project IP = tostring(IP) | evaluate ipv4_lookup(Nets, IP, net)`,
    ['10.1.2.3|10.0.0.0/8|in', '8.8.8.8|8.8.8.8|dns'],
  ],
  [
    `${NETS} SigninLogs | project IP = tostring(IP) | evaluate ipv4_lookup(Nets, IP, net, return_unmatched = true) | where name == ""`,
    ['8.8.4.4||'],
  ],
  [
    `${NETS} SigninLogs | project IP = tostring(IP), name = "in" | evaluate ipv4_lookup(Nets, IP, net, name)`,
    ['10.1.2.3|in|10.0.0.0/8'],
  ],
  ['datatable(x: long) [1, 2, 3, 4] | summarize percentile(x, 50), stdev(x)', ['2|1.2909944487358056']],
  ['search "h2" | project Host', ['"h2"']],
  ['SigninLogs\n| where User ==', ['2:16 Missing expression']],
  ['Nowhere | count', ['1:1 there is no table Nowhere']],
  ['print nosuch(1)', ['1:7 the function nosuch is not supported']],
  ['print a | project', ['1:7 there is no column a']],
  ['print 1 + "a"', ['1:7 + is not defined for long and string']],
  [
    'externaldata(a: string) ["http://x"]',
    ['1:1 externaldata is not supported: queries cannot load data from other places'],
  ],
])('%s', (query, rows) => {
  expect(shown(query)).toEqual(rows)
})

describe('tables with known column names only', () => {
  /** Tables whose columns are those of their events, and none is shown by default. */
  const [LOGONS, STARTS] = [
    [
      { Host: 'h1', User: 'ann', Tags: ['x'] },
      { Host: 'h2', User: 'bob' },
    ],
    [{ Host: 'h1', User: 'system', Command: 'net user', Groups: [{ Name: 'a' }] }],
  ]
  const open = (name: string, records: readonly Readonly<Record<string, unknown>>[]): KqlSource => {
    const logSource = { product: '', service: '', categories: [] }
    const events = records.map((record, i) => ({ record, view: plainView, logSource, timeMs: Date.UTC(2024, 5, 1, i) }))
    const isThere = (column: string) => isTimeColumn(column) || records.some((one) => column in one)
    const table = eventTable(name, events)
    return { ...table, typeOf: (column) => (isThere(column) ? (table.typeOf?.(column) ?? null) : null) }
  }
  const tables: Readonly<Record<string, KqlSource>> = { Logons: open('Logons', LOGONS), Starts: open('Starts', STARTS) }
  const events: Database = { table: (name) => tables[name] ?? null, names: ['Logons', 'Starts'] }

  test.each<[string, readonly string[]]>([
    ['Logons | join kind=inner Starts on Host | project User, Command', ['"ann"|"net user"']],
    ['Logons | join kind=inner Starts on Host | project User, User1', ['"ann"|"system"']],
    ['Logons | join kind=inner (Logons) on Host | project User1', ['"ann"', '"bob"']],
    ['Logons | lookup Starts on Host | project Host, Command', ['"h1"|"net user"', '"h2"|null']],
    [
      'Logons | join kind=inner Starts on Host | where Command has "net" | summarize count() by tostring(User1)',
      ['system|1'],
    ],
    ['union Logons, Starts | where isnotempty(Command) | project User', ['"system"']],
    ['union Logons, Starts | summarize count() by tostring(Nothing)', ['|3']],
    [
      'union (Logons | project Who = User), (Starts | project Who = strcat(Command, "!")), (Logons | summarize by Who = tolower(User)) | project Who, gettype(Who)',
      ['ann|string', 'bob|string', 'net user!|string', 'ann|string', 'bob|string'],
    ],
    ['union Logons, (Starts | extend User = tostring(User)) | project User', ['ann', 'bob', 'system']],
    ['union Starts, (Logons | extend User = parse_json(User)) | project User', ['"system"', '"ann"', '"bob"']],
    ['union Logons, (Starts | summarize User = count()) | project User', ['null', 'null', '1']],
    ['union kind=inner (Logons | project Host), (Starts | project Host = "h9") | project Host', ['h1', 'h2', 'h9']],
    ['union (Logons | extend Tags = tostring(Tags)), Logons | project Tags', ['["x"]', '', '["x"]', '']],
    [
      'union (Logons | summarize Who = make_set(User)), (Logons | project Who = tostring(User)) | project Who_dynamic, Who_string',
      ['["ann","bob"]|', 'null|ann', 'null|bob'],
    ],
    [
      'union (Logons | project n = User), (Logons | summarize n = count()) | project n_dynamic, n_long',
      ['"ann"|null', '"bob"|null', 'null|2'],
    ],
    ['Logons | project-keep User, Command', ['"ann"', '"bob"']],
    ['Logons | where Tags[0] == "x" | count', ['1']],
    ['Logons | where Tags.y == "x" | count', ['0']],
    ['Starts | project g = Groups | mv-expand g | evaluate bag_unpack(g) | project Name', ['a']],
    ['Starts | where tostring(Groups[0].Name) == "a" | mv-expand Groups | project Groups', ['{"Name":"a"}']],
    [
      'Logons | where ingestion_time() > datetime(2024-06-01 00:30) | project Timestamp',
      ['2024-06-01T01:00:00.0000000Z'],
    ],
  ])('%s', (query, rows) => {
    expect(shown(query, events)).toEqual(rows)
  })
})

test.each([
  ['dynamic(5.7) == 5', 'false'],
  ['dynamic(5.7) > 5', 'true'],
  ['dynamic("5") == 5', 'true'],
  ['dynamic(5) in (5, 6)', 'true'],
  ['dynamic("5") in (5, 6)', 'true'],
  ['dynamic("9007199254740993") in (9007199254740993)', 'true'],
  ['dynamic("9007199254740993") in (9007199254740992)', 'false'],
  ['dynamic("5.0") in (5) and dynamic("5.0") == 5 and dynamic("5.5") > 5 and 4 < dynamic(" +5e0 ")', 'true'],
  ['dynamic("5.0") in (5.0) and dynamic("5.0") == 5.0 and dynamic("5.5") > 5.0', 'true'],
  ['dynamic("0x10") in (16) or dynamic("0x10") == 16 or "0x10" == 16', 'false'],
  ['tolong(dynamic("0x10")) == 16 and isnull(tolong(dynamic("5.0"))) and dynamic(true) == 1', 'true'],
  ['dynamic(5) in ("5")', 'true'],
  ['dynamic("x") !in ("y")', 'true'],
  ['dynamic(null) in ("")', 'true'],
  ['dynamic([1]) in ("[1]")', 'true'],
  ['parse_json("9223372036854775807") > 1', 'true'],
  ['array_sort_asc(parse_json("[9223372036854775807, 1]"))', '[1,9223372036854775807]'],
  ['"\\u017fet" contains "SET"', 'true'],
])('a dynamic value is compared by its type: %s is %s', (expression, expected) => {
  expect(value(expression)).toBe(expected)
})

test.each<[string, boolean]>([
  ['SigninLogs', true],
  ['SigninLogs | where User == "ann" | extend n = 1 | take 1', true],
  ['SigninLogs | join kind=inner Hosts on $left.User == $right.Owner', true],
  ['SigninLogs | summarize arg_max(TimeGenerated, *) by tostring(User) | project Code', true],
  ['SigninLogs | where * has "ann" | count', true],
  ['search "ann" | count', true],
  ['SigninLogs | parse User with * "n" rest | project rest', false],
  ['SigninLogs | project User', false],
  ['print 1', false],
])('more columns would change the rows of %s: %s', (query, isOpen) => {
  expect(runKql(query, database, NOW)).toMatchObject({ isOpen })
})

test('the time of receipt is not a column of the result', () => {
  const result = runKql(
    'T | where ingestion_time() > ago(1d)',
    { table: (name) => eventTable(name, []), names: [] },
    NOW,
  )
  expect(result).toMatchObject({ columns: [{ name: 'TimeGenerated', type: 'datetime' }] })
})

test('binding names the columns without reading a row', () => {
  const columns = bindKql('SigninLogs | project User, n = strlen(IP)', database, NOW)
  expect(columns).toEqual({
    columns: [
      { name: 'User', type: 'dynamic' },
      { name: 'n', type: 'long' },
    ],
  })
})
