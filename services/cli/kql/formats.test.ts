import { expect, test } from 'vitest'
import { runKql } from '../../../detections/kql/run/query.ts'
import { formatted } from './formats.ts'

function written(query: string, format: string): string {
  const result = runKql(query, { table: () => null, names: [] }, { nowMs: 0 })
  if ('reason' in result) throw new Error(result.reason)
  return [...formatted(format)(result.columns, result.rows)].join('')
}

const ODD =
  'print At = datetime(2026-03-01T03:00:00Z), Name = "ann \\"the\\ttab\\"\\u001b[2J", n = 1, half = 0.5, is = true, Details = dynamic({"list": [1, "x"], "big": 2}), none = int(null)'

test.each<[string, string]>([
  ['TSV', '2026-03-01T03:00:00.0000000Z\tann "the\\ttab"\u001b[2J\t1\t0.5\ttrue\t{"list":[1,"x"],"big":2}\t\\N\n'],
  [
    'csv',
    '"2026-03-01T03:00:00.0000000Z","ann ""the\ttab""\u001b[2J",1,0.5,true,"{""list"":[1,""x""],""big"":2}",\\N\n',
  ],
  [
    'JSONEachRow',
    '{"At":"2026-03-01T03:00:00.0000000Z","Name":"ann \\"the\\ttab\\"\\u001b[2J","n":1,"half":0.5,"is":true,"Details":{"list":[1,"x"],"big":2},"none":null}\n',
  ],
  [
    'table',
    'At                            Name                     n  half  is    Details                   none\n' +
      '2026-03-01T03:00:00.0000000Z  ann "the\\ttab"\\u001b[2J  1   0.5  true  {"list":[1,"x"],"big":2}\n',
  ],
])('as %s', (format, expected) => {
  expect(written(ODD, format)).toBe(expected)
})

test('formats with names, and one document', () => {
  const query = 'print a = "x", b = long(9007199254740993)'
  expect(written(query, 'TSVWithNames')).toBe('a\tb\nx\t9007199254740993\n')
  expect(written(query, 'CSVWithNames')).toBe('"a","b"\n"x",9007199254740993\n')
  expect(written(query, 'json')).toBe(
    '{"meta":[{"name":"a","type":"string"},{"name":"b","type":"long"}],"data":[\n{"a":"x","b":9007199254740993}\n],"rows":1}\n',
  )
  expect(written('print a = strcat(strrep("é", 100), "z")', 'table')).toBe(`a\n${'é'.repeat(79)}…\n`)
})
