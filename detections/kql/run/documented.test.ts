/** What the Kusto documentation says of operators and functions where it is easily got wrong: columns, then rows. */
import { expect, test } from 'vitest'
import { textOf } from './convert.ts'
import { jsonText } from './json.ts'
import { runKql } from './query.ts'
import type { Json } from './value.ts'

function shown(query: string): readonly string[] {
  const result = runKql(query, { table: () => null, names: [] }, { nowMs: 0 })
  if ('reason' in result) return [result.reason]
  const rows = result.rows.map((row) =>
    result.columns.map(({ type }, i) => {
      const value = row[i] ?? null
      if (value === null) return 'null'
      return type === 'dynamic' && typeof value !== 'string' ? jsonText(value as Json) : textOf(value, type)
    }),
  )
  return [result.columns.map(({ name, type }) => `${name}:${type}`), ...rows].map((cells) => cells.join('|'))
}

const LISTS = `datatable(a: int, b: dynamic) [1, dynamic([10, 20]), 2, dynamic([]), 3, dynamic({}), 4, dynamic(null)]`
const SLICE = `print s = "slice: (name=Plan, total=27, number=none, at=02/17/2016 08:40:00, end=02/17/2016 08:39:00)"`
const LINES = `print s = "slice: (name=Plan\\ntotal=27)"`
const BAGS = `datatable(Name: string, d: dynamic) ["old", dynamic({"Name": "ann", "Age": 20}), "old", dynamic({"Age": 1.5})]`
const PEOPLE = `datatable(d: dynamic, w: string) [dynamic({"n": "ann", "a": 2, "h": true}), "x", dynamic({"n": null, "a": 3}), "y"]`

test.each<[string, readonly string[]]>([
  [`${LISTS} | mv-expand b`, ['a:int|b:dynamic', '1|10', '1|20', '4|null']],
  [`${LISTS} | mv-expand b, c = dynamic([7]) | where a == 2`, ['a:int|b:dynamic|c:dynamic', '2|null|7']],
  [`${LISTS} | mv-apply e = b on (summarize n = count()) | project a, n`, ['a:int|n:long', '1|2', '2|0', '3|0', '4|1']],
  [
    `${SLICE} | parse s with * "name=" n ", total=" t: long ", number=" k: long ", at=" * | project n, t, k`,
    ['n:string|t:long|k:long', '|null|null'],
  ],
  [
    `${SLICE} | parse kind=relaxed s with * "name=" n ", total=" t: long ", number=" k: long ", at=" * | project n, t, k`,
    ['n:string|t:long|k:long', 'Plan|27|null'],
  ],
  [
    `${SLICE} | parse kind=relaxed s with * "number=" k: long * "at=" at: date ", " * | project k, at`,
    ['k:long|at:datetime', 'null|2016-02-17T08:40:00.0000000Z'],
  ],
  [
    `${SLICE} | parse kind=regex s with "(.*?)[a-z]*=" n @", total=" t: long ".*?(begin|at)=" at ".*?end=" end: date "[)]" | project n, t, at, end`,
    ['n:string|t:long|at:string|end:datetime', 'Plan|27|02/17/2016 08:40:00, |2016-02-17T08:39:00.0000000Z'],
  ],
  [
    `${SLICE} | parse kind=regex s with * "name=" n "," * | project n`,
    ['n:string', 'Plan, total=27, number=none, at=02/17/2016 08:40:00'],
  ],
  [`${SLICE} | parse kind=regex flags=Ui s with * "NAME=" n "," * | project n`, ['n:string', 'Plan']],
  [`${SLICE} | parse-where kind=regex s with * "NAME=" n "," * | count`, ['Count:long', '0']],
  [`${LINES} | parse kind=regex s with * "name=" n "(.*?)total=" t: long "[)]" | project t`, ['t:long', 'null']],
  [`${LINES} | parse kind=regex flags=s s with * "name=" n "total=" t: long "[)]" | project t`, ['t:long', '27']],
  [`print s = "a(b" | parse kind=regex s with @"(?P<x>a)[(?:]" y | project y`, ['y:string', 'b']],
  ['print s = "a" | parse kind=strict s with x', ['there is no parse of kind strict']],
  [
    'range x from 1 to 10 step 1 | summarize percentile(x, 95), percentiles(x, 5, 50), percentiles_array(x, 25, 75)',
    ['percentile_x_95:long|percentile_x_5:long|percentile_x_50:long|percentiles_x:dynamic', '10|1|5|[3,8]'],
  ],
  [
    'datatable(x: long) [] | summarize stdev(x), variance(x), stdevif(x, x > 0), sum(x), avg(x), max(x)',
    ['stdev_x:real|variance_x:real|stdevif_x:real|sum_x:long|avg_x:real|max_x:long', '0|0|0|0|NaN|null'],
  ],
  [
    'datatable(k: string, v: long) [] | summarize arg_max(v, k), any = take_any(k), low = min(k) | project k == "", any == "", low == ""',
    ['Column1:bool|Column2:bool|Column3:bool', 'true|true|true'],
  ],
  [
    'datatable(g: long, k: string, v: string) [1, "a", "x", 2, "b", ""] | evaluate pivot(k, take_any(v), g) | project a == ""',
    ['Column1:bool', 'false', 'true'],
  ],
  [
    'datatable(t: long) [3, 7, 10, 12] | make-series n = count() on t in range(3, 10, 5)',
    ['n:dynamic|t:dynamic', '[1,1,1]|[0,5,10]'],
  ],
  [
    'datatable(t: long) [3, 7, 10, 12] | make-series n = count() on t from 3 to 10 step 5',
    ['n:dynamic|t:dynamic', '[2,0]|[3,8]'],
  ],
  [
    'datatable(t: long) [] | make-series kind=nonempty n = count() default=1 on t from 3 to 10 step 5',
    ['n:dynamic|t:dynamic', '[1,1]|[3,8]'],
  ],
  ['datatable(t: long) [] | make-series n = count() on t from 3 to 10 step 5', ['n:dynamic|t:dynamic']],
  [`${PEOPLE} | evaluate bag_unpack(d)`, ['w:string|n:string|a:long|h:bool', 'x|ann|2|true', 'y||3|null']],
  [
    `${PEOPLE} | evaluate bag_unpack(d, "p_", ignoredProperties=dynamic(["n", "h"]))`,
    ['w:string|p_a:long', 'x|2', 'y|3'],
  ],
  [`${PEOPLE} | evaluate bag_unpack(d) : (*, a: long)`, ['w:string|a:long', 'x|2', 'y|3']],
  [`${PEOPLE} | evaluate bag_unpack(d, other="x")`, ['bag_unpack has no such argument']],
  [`${BAGS} | evaluate bag_unpack(d, columnsConflict="replace_source")`, ['Name:string|Age:dynamic', 'ann|20', '|1.5']],
  [`${BAGS} | evaluate bag_unpack(d, columnsConflict="keep_source")`, ['Name:string|Age:dynamic', 'old|20', 'old|1.5']],
  [
    `print x = extract_all(@"(?P<first>\\w)(?P<rest>\\w+)", dynamic(["rest", 1]), "ann bob")`,
    ['x:dynamic', '[["nn","a"],["ob","b"]]'],
  ],
  [
    'print indexof("abcdefgabcdefg", "cde", 1, 10, 2), indexof("abcdefg", "cde", 1, 2), indexof("aaaa", "a", 0, -1, 3)',
    ['print_0:long|print_1:long|print_2:long', '9|-1|2'],
  ],
  [
    `print x = format_timespan(time(29.09:00:05.12345), "ddd.h:mm:ss [fffffff]")`,
    ['x:string', '029.9:00:05 [1234500]'],
  ],
  [
    `print extract_json("$.a[0]", '{"a": [5]}', typeof(long)), extract_json("$.b", '{"a": 1}')`,
    ['print_0:long|print_1:string', '5|'],
  ],
  ['union isfuzzy=true (print a = 1), (Nowhere | where b == 1 | extend c = 2), Nowhere', ['a:long', '1']],
  ['union (print a = 1), (Nowhere | where b == 1)', ['there is no table Nowhere']],
  ['union isfuzzy=true (Nowhere | where b == 1)', ['none of the tables is known']],
  [
    'print array_shift_left(dynamic([1, 2, 3]), 2, -1), array_shift_right(dynamic([1, 2, 3]), 2, 1.5), array_shift_left(dynamic([1]), 1)',
    ['print_0:dynamic|print_1:dynamic|print_2:dynamic', '[3,-1,-1]|[1.5,1.5,1]|[null]'],
  ],
  [
    'print datetime(Sat, 8 Nov 14 15:05:02 GMT), datetime(8 Nov 14 15:05), todatetime("Saturday, 08-Nov-14 15:05:02 UTC"), todatetime("1 Jan 50")',
    [
      'print_0:datetime|print_1:datetime|print_2:datetime|print_3:datetime',
      '2014-11-08T15:05:02.0000000Z|2014-11-08T15:05:00.0000000Z|2014-11-08T15:05:02.0000000Z|1950-01-01T00:00:00.0000000Z',
    ],
  ],
  [
    'let f = (a: long, b: string = "b", c: long = 0) { strcat(a, "-", b, "-", c) }; print f(12, c=7), f(c=7, a=12), f(1, "x", 2)',
    ['print_0:string|print_1:string|print_2:string', '12-b-7|12-b-7|1-x-2'],
  ],
  [
    'let f = (T: (a: long), least: long, most: long = 9) { T | where a between (least .. most) }; range a from 1 to 10 step 1 | invoke f(most=8, least=7)',
    ['a:long', '7', '8'],
  ],
  ['let f = (a: long) { a }; print f(b=1)', ['the function has no parameter b']],
  ['let f = (a: long) { a }; print f(1, a=1)', ['a is given twice']],
  ['let f = (a: long, b: long) { a }; print f(a=1, 2)', ['an argument without a name is behind one with a name']],
  ['let f = (a: long, b: long) { a }; print f(b=1)', ['the function is called without a']],
  ['union withsource=T (print a = 1), (print a = 2)', ['T:string|a:long', 'union_arg0|1', 'union_arg1|2']],
])('%s', (query, expected) => {
  expect(shown(query)).toEqual(expected)
})
