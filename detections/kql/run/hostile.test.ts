import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RUN_LIMITS } from './limits.ts'
import { runKql } from './query.ts'
import type { Database } from './scope.ts'

/** Small limits, so that the test reaches them quickly. */
const NOW = { nowMs: 0, limits: { steps: 2_000_000, cells: 300_000, parts: 5000, rows: 2000 } }
const EMPTY: Database = { table: () => null, names: [] }

const doubling = (start: string, step: (name: string) => string, times: number): string => {
  const lets = Array.from({ length: times }, (_, i) => `let v${i + 1} = ${step(`v${i}`)};`)
  return `let v0 = ${start};\n${lets.join('\n')}\n`
}

test.each([
  ['rows without end', 'range x from 1 to 9000000000000000000 step 1 | count', 'steps'],
  ['rows that are given back', 'range x from 1 to 10000000 step 1', 'rows'],
  [
    'a join of everything',
    'range x from 1 to 20000 step 1 | extend k = 1 | join kind=inner (range y from 1 to 20000 step 1 | extend k = 1) on k | count',
    'steps',
  ],
  [
    'a text that doubles',
    `${doubling('"xxxxxxxxxxxxxxxx"', (v) => `strcat(${v}, ${v})`, 40)}print strlen(v40)`,
    'characters',
  ],
  [
    'a list that doubles',
    `${doubling('dynamic([1,2,3,4])', (v) => `array_concat(${v}, ${v})`, 40)}print array_length(v40)`,
    'entries',
  ],
  [
    'lists inside each other',
    `${doubling('dynamic([1])', (v) => `pack_array(${v}, ${v})`, 60)}print tostring(v60)`,
    'more than',
  ],
  ['tables that double', `${doubling('datatable(a: long) [1]', (v) => `union ${v}, ${v}`, 40)}v40 | count`, 'parts'],
  [
    'functions that double',
    `let v0 = (x: long) { x };\n${Array.from({ length: 40 }, (_, i) => `let v${i + 1} = (x: long) { v${i}(x) + v${i}(x) };`).join('\n')}\nprint v40(1)`,
    'parts',
  ],
  ['repeated text', 'print strrep("abc", 100000000)', 'entries'],
  ['a list of numbers', 'print range(1, 1000000000, 1)', 'entries'],
  ['groups without end', 'range x from 1 to 90000000 step 1 | summarize count() by x | count', 'more than'],
  [
    'patterns out of the data',
    'range x from 1 to 5000 step 1 | where "a" matches regex strcat("a", x) | count',
    'regular expressions',
  ],
  ['brackets', `print ${'('.repeat(90)}1${')'.repeat(91)}`, 'fragment'],
  ['look-around', 'print "a" matches regex "(?=a)"', 'RE2'],
])('%s ends at its limit', (_, query, reason) => {
  const result = runKql(query, EMPTY, NOW)
  expect('reason' in result && result.reason).toContain(reason)
})

test('a regular expression that is exponential in other engines takes linear time', () => {
  const result = runKql(`print strcat(strrep("a", 1000), "!") matches regex "^(a+)+$"`, EMPTY, NOW)
  expect(result).toMatchObject({ rows: [[false]] })
})

const WORDS = [
  ...[
    'print',
    'range',
    'x',
    'from',
    '1',
    'to',
    '5',
    'step',
    '|',
    'where',
    'extend',
    'project',
    'summarize',
    'by',
    'join',
  ],
  ...['on', 'kind=inner', 'let', 'f', '=', '(', ')', '{', '}', ';', ',', 'a', 'b', 'count()', 'bin(x, 2)', '"t"', '1d'],
  ...[
    'datatable(a: long)',
    '[1, 2]',
    'dynamic([1, {"k": "v"}])',
    'mv-expand',
    'parse',
    'with',
    '*',
    'has',
    'in',
    'between',
  ],
  ...[
    '..',
    '==',
    '!=',
    '+',
    '-',
    '/',
    '%',
    'and',
    'or',
    'not(a)',
    'union',
    'sort',
    'top',
    'take',
    'distinct',
    'a[0]',
    'a.k',
  ],
  ...[
    'tostring(x)',
    'parse_json(a)',
    'strcat(a, b)',
    'now()',
    'ago(1d)',
    'arg_max(x, *)',
    'make_set(x)',
    'prev(x)',
    'null',
  ],
]

test('any text gives rows or a fault with its place', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }).map((words) => words.join(' ')),
    fc
      .array(fc.constantFrom(...WORDS), { maxLength: 12 })
      .map((words) => `range x from 1 to 5 step 1 | ${words.join(' ')}`),
  )
  fc.assert(
    fc.property(text, (query) => {
      const result = runKql(query, EMPTY, NOW)
      if ('reason' in result) {
        expect(result.line).toBeGreaterThan(0)
        expect(result.column).toBeGreaterThan(0)
        expect(result.reason).not.toBe('')
      } else for (const row of result.rows) expect(row).toHaveLength(result.columns.length)
    }),
    { numRuns: 400 },
  )
})

const CALLS = [
  'strlen',
  'substring',
  'split',
  'extract',
  'parse_url',
  'parse_path',
  'parse_json',
  'todatetime',
  'totimespan',
  'toguid',
  'todecimal',
  'ipv4_is_private',
  'parse_ipv4',
  'parse_command_line',
  'base64_decode_tostring',
  'url_decode',
  'parse_csv',
  'trim',
  'replace_regex',
  'indexof',
  'format_datetime',
  'bin',
  'array_slice',
  'bag_merge',
  'pack_all',
  'datetime_utc_to_local',
  'make_datetime',
  'geo_point_to_geohash',
  'has_ipv4',
  'tohex',
  'repeat',
  'array_index_of',
  'strrep',
  'round',
  'parse_version',
  'translate',
  'extract_all',
  'parse_xml',
  'zip',
  'hash',
]
const VALUES = [
  '"é\\u0000x"',
  '""',
  '-1',
  '0',
  '1e308',
  'real(null)',
  'long(null)',
  'dynamic(null)',
  'dynamic({"a":[1]})',
  'dynamic([1,"b",null])',
  'datetime(9999-12-31)',
  'datetime(0001-01-01)',
  '99999d',
  'true',
  '9223372036854775807',
  'strrep("a", 100)',
  'typeof(long)',
  'decimal(1e30)',
  'guid(74be27de-1e4e-49d9-b579-fe0b331d3642)',
]

test('no function throws on any input', () => {
  const call = fc.tuple(fc.constantFrom(...CALLS), fc.array(fc.constantFrom(...VALUES), { maxLength: 5 }))
  fc.assert(
    fc.property(call, ([name, args]) => {
      const result = runKql(`print v = ${name}(${args.join(', ')})`, EMPTY, NOW)
      expect('reason' in result ? result.reason : result.rows.length).toBeTruthy()
    }),
    { numRuns: 600 },
  )
})

test('a text of the maximum length is evaluated quickly', () => {
  const long = 'strrep(strrep("a b/c:1.", 1000), 100)'
  for (const name of ['parse_path', 'parse_url', 'parse_command_line', 'todatetime', 'todouble', 'has_ipv4']) {
    const second = name === 'has_ipv4' ? ', "1.1.1.1"' : ''
    const result = runKql(`print v = isnull(${name}(${long}${second}))`, EMPTY, NOW)
    expect('rows' in result || result.reason).not.toBe('')
  }
  expect(RUN_LIMITS.textChars).toBeGreaterThan(800_000)
})

test('keys and values are parsed in linear time, with any text between them', () => {
  const withs = [
    '',
    ` with (quote="'", quote="()", escape="\\\\")`,
    ' with (pair_delimiter=",", kv_delimiter="=", quote="\'", greedy=true)',
    ' with (pair_delimiter=" ", kv_delimiter="=", quote="()", escape="x")',
  ]
  const texts = ["'", "'(", 'a=', 'a= ', ' ', ',', '(', 'x(', "='", '=,']
  for (const clause of withs)
    for (const text of texts) {
      const long = `strrep(strrep("${text}", 1000), 100)`
      const result = runKql(`print s = ${long} | parse-kv s as (a: string) ${clause} | count`, EMPTY, NOW)
      expect(result).toMatchObject({ rows: [[1n]] })
    }
})

test('a document with many or deeply nested elements is parsed in linear time', () => {
  for (const [text, isNull] of [
    [`strcat("<a>", strrep(strrep("<b c='d'/>", 1000), 50), "</a>")`, false],
    ['strrep(strrep("<a>", 1000), 100)', true],
    ['strcat("<a>", strrep(strrep("&lt;", 1000), 100), "</a>")', false],
    ['strcat("<a><![CDATA[", strrep(strrep("]]", 1000), 100))', true],
  ] as const)
    expect(runKql(`print isnull(parse_xml(${text}))`, EMPTY, NOW)).toMatchObject({ rows: [[isNull]] })
  const many = runKql('print parse_xml(strcat("<a>", strrep(strrep("<b/>", 1000), 200), "</a>"))', EMPTY, NOW)
  expect(many).toMatchObject({ reason: 'a list has more than 100000 entries' })
})

test('a pattern with unclosed brackets is parsed in linear time', () => {
  for (const pattern of ['['.repeat(60_000), `${'['.repeat(60_000)}\\\\`, '(?P<'.repeat(15_000)]) {
    const result = runKql(`print s = "a" | parse kind=regex s with "${pattern}" x`, EMPTY, NOW)
    const reason = expect.stringMatching(/^this is not a valid pattern for parse$|has more than 4096 steps$/)
    expect(result).toMatchObject({ reason })
  }
})
