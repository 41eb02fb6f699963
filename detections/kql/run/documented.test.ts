/** Statements of the Kusto documentation on operators and functions that are easy to get wrong: columns, then rows. */
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
const CONNECTION = `print s = 'src=10.1.1.123 dst=10.1.1.124 bytes=125`
const PERSON = `print s = 'name=John Doe phone=555 5555 city=New York'`
const THREAD = `print s = "2021-01-01T10:00:34 [INFO] ThreadId:458745723, Machine:Node001, Text:`
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
  [`${PEOPLE} | evaluate bag_unpack(d, other="x")`, ['bag_unpack does not have this argument']],
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
  ['union isfuzzy=true (Nowhere | where b == 1)', ['the union names no known table']],
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
  ['let f = (a: long) { a }; print f(1, a=1)', ['the argument a is set twice']],
  ['let f = (a: long, b: long) { a }; print f(a=1, 2)', ['an unnamed argument cannot follow a named one']],
  ['let f = (a: long, b: long) { a }; print f(b=1)', ['the function is called without a']],
  ['print x = case(1 > 2, strcat="a", 2 > 1, strcat="b", "c")', ['x:string', 'b']],
  [
    'print zip(dynamic([1, 3, 5]), dynamic([2, 4, 6])), zip(dynamic(["A", 1, 1.5]), dynamic([{}, "B"])), zip(dynamic([1]), 2)',
    ['print_0:dynamic|print_1:dynamic|print_2:dynamic', '[[1,2],[3,4],[5,6]]|[["A",{}],[1,"B"],[1.5,null]]|null'],
  ],
  ['print zip(dynamic([1]))', ['zip takes 2 to 16 arguments']],
  [
    'print hash("World"), hash("World", 100), hash(datetime(2015-01-01)), hash_xxhash64("World"), hash(1) == hash(int(1)), hash("x", 0)',
    [
      'print_0:long|print_1:long|print_2:long|print_3:long|print_4:bool|print_5:long',
      '1846988464401551951|51|1380966698541616202|1846988464401551951|true|null',
    ],
  ],
  [
    `print parse_xml("<e/>"), parse_xml("<e>text</e>"), parse_xml("<e name='value' />"), parse_xml("<e name='value'>text</e>")`,
    [
      'print_0:dynamic|print_1:dynamic|print_2:dynamic|print_3:dynamic',
      '{"e":null}|{"e":"text"}|{"e":{"@name":"value"}}|{"e":{"@name":"value","#text":"text"}}',
    ],
  ],
  [
    'print parse_xml("<e> <a>text</a> <b>text</b> </e>"), parse_xml("<e> <a>text</a> <a>text</a> </e>"), parse_xml("<e> text <a>text</a> </e>")',
    [
      'print_0:dynamic|print_1:dynamic|print_2:dynamic',
      '{"e":{"a":"text","b":"text"}}|{"e":{"a":["text","text"]}}|{"e":{"#text":"text","a":"text"}}',
    ],
  ],
  [
    `print d = parse_xml('<?xml version="1.0" encoding="UTF-8"?><duration> <value>118.0</value> <min>100.0</min> </duration>') | project d.duration.value, d["duration"]["min"]`,
    ['d_duration_value:dynamic|d_duration_min:dynamic', '118.0|100.0'],
  ],
  [
    'print parse_xml("<e><![CDATA[a<b]]></e>"), parse_xml("<e>&lt;<!-- c -->&#65;</e>"), parse_xml("<n:e><__proto__/></n:e>")',
    [
      'print_0:dynamic|print_1:dynamic|print_2:dynamic',
      '{"e":{"#text":"a<b"}}|{"e":{"#text":["<","A"]}}|{"n:e":{"__proto__":null}}',
    ],
  ],
  [
    `print parse_xml("<e>"), parse_xml("<e/><e/>"), parse_xml(""), parse_xml("x"), parse_xml('<!DOCTYPE e [<!ENTITY x "y">]><e>&x;</e>'), parse_xml(strcat("<e>", strrep(strrep("é", 1024), 600), "</e>"))`,
    [
      'print_0:dynamic|print_1:dynamic|print_2:dynamic|print_3:dynamic|print_4:dynamic|print_5:dynamic',
      'null|null|null|null|null|null',
    ],
  ],
  [
    'print isnull(parse_xml(strcat(strrep("<a>", 64), strrep("</a>", 64)))), isnull(parse_xml(strcat(strrep("<a>", 65), strrep("</a>", 65))))',
    ['print_0:bool|print_1:bool', 'false|true'],
  ],
  [
    'print s="ThreadId:458745723, Machine:Node001, Text: The service is up, Level: Info" | parse-kv s as (Text: string, ThreadId: long, Machine: string) with (pair_delimiter=",", kv_delimiter=":") | project-away s',
    ['Text:string|ThreadId:long|Machine:string', 'The service is up|458745723|Node001'],
  ],
  [
    `${CONNECTION} failure="connection aborted" "event time"=2021-01-01T10:00:54' | parse-kv s as (['event time']: datetime, src: string, bytes: long, failure: string, none: string, no: long) with (pair_delimiter=' ', kv_delimiter='=', quote='"') | project-away s`,
    [
      'event time:datetime|src:string|bytes:long|failure:string|none:string|no:long',
      '2021-01-01T10:00:54.0000000Z|10.1.1.123|125|connection aborted||null',
    ],
  ],
  [
    `${CONNECTION} failure=(connection aborted) (event time)=(2021-01-01 10:00:54)' | parse-kv s as (['event time']: datetime, failure: string) with (pair_delimiter=' ', kv_delimiter='=', quote='()') | project-away s`,
    ['event time:datetime|failure:string', '2021-01-01T10:00:54.0000000Z|connection aborted'],
  ],
  [
    `${CONNECTION} failure="the remote host sent \\\\"bye!\\\\"" time=[a b]' | parse-kv s as (['time']: string, failure: string) with (pair_delimiter=' ', kv_delimiter='=', quote='"', quote='[]', escape='\\\\') | project-away s`,
    ['time:string|failure:string', 'a b|the remote host sent "bye!"'],
  ],
  [
    `${PERSON} | parse-kv s as (name: string, phone: string, city: string) with (pair_delimiter=' ', kv_delimiter='=') | project-away s`,
    ['name:string|phone:string|city:string', 'John|555|New'],
  ],
  [
    `${PERSON} | parse-kv s as (name: string, phone: string, city: string) with (pair_delimiter=' ', kv_delimiter='=', greedy=true) | project-away s`,
    ['name:string|phone:string|city:string', 'John Doe|555 5555|New York'],
  ],
  [
    `${THREAD} Started" | parse-kv s as (Text: string, ThreadId: long, Machine: string) | project-away s`,
    ['Text:string|ThreadId:long|Machine:string', 'Started|458745723|Node001'],
  ],
  [
    `${THREAD} 'The service \\\\' is up'" | parse-kv s as (Text: string, ThreadId: long, Machine: string) with (quote="'", escape='\\\\') | project-away s`,
    ['Text:string|ThreadId:long|Machine:string', "The service ' is up|458745723|Node001"],
  ],
  [
    `print s = @'["referer url: https://a.example/redirect?h=1", "advertiser id: 24fefbca-cf27-4d62-a623-249c2ad30c73", "referer url: b"]' | parse-kv s as (['referer url']: string, ['advertiser id']: guid) with (regex=@'"([\\w ]+)\\s*:\\s*([^"]*)"') | project-away s`,
    ['referer url:string|advertiser id:guid', 'https://a.example/redirect?h=1|24fefbca-cf27-4d62-a623-249c2ad30c73'],
  ],
  [
    'print s = ",, junk,a=,b = \'x, c=2" | parse-kv s as (a: string, b: string, c: int) with (pair_delimiter=",", kv_delimiter="=", quote="\'") | project-away s',
    ['a:string|b:string|c:int', "|'x|2"],
  ],
  [
    'print s = "" | parse-kv s as (a: string) with (pair_delimiter=",")',
    ['parse-kv needs both pair_delimiter and kv_delimiter; greedy can only be used with them'],
  ],
  [
    'print s = "" | parse-kv s as (a: string) with (regex="(a)")',
    ['the regex of parse-kv must have two groups: key and value'],
  ],
  [
    'print s = "" | parse-kv s as (a: string) with (quote="abc")',
    ['the quote of parse-kv must be one or two characters'],
  ],
  ['print s = "" | parse-kv s as (a: string) with (escape="")', ['the escape of parse-kv must be one character']],
  ['union withsource=T (print a = 1), (print a = 2)', ['T:string|a:long', 'union_arg0|1', 'union_arg1|2']],
])('%s', (query, expected) => {
  expect(shown(query)).toEqual(expected)
})
