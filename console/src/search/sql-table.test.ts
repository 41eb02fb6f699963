import { expect, test } from 'vitest'
import { drawnOf } from './kql-drawn.ts'
import { csvOfSql, tableOfSql } from './sql-table.ts'

const ANSWER = {
  columns: [
    { name: 'hour', type: "DateTime('UTC')" },
    { name: 'source', type: 'LowCardinality(String)' },
    { name: 'events', type: 'UInt64' },
  ],
  rows: [
    ['2026-11-30 20:00:00', 'linux', '12'],
    ['2026-11-30 21:00:00', 'linux', '5'],
  ],
}

test('hours and counts of SQL are drawn over time', () => {
  const drawn = drawnOf(tableOfSql(ANSWER, 'line'))
  expect(drawn).toMatchObject({
    ...{ kind: 'time', times: ['2026-11-30T20:00:00Z', '2026-11-30T21:00:00Z'] },
    series: [{ name: 'linux', values: [12, 5] }],
  })
  expect(tableOfSql(ANSWER, 'none').render).toBeNull()
})

test('types of the engine become numbers, times and texts, and a time of another zone stays as it is', () => {
  const types = ['Nullable(UInt8)', 'LowCardinality(Nullable(Int32))', 'Decimal(9, 2)', 'Date', "DateTime64(3, 'UTC')"]
  const columns = [...types, "DateTime('Europe/Berlin')", 'Array(UInt8)'].map((type, at) => ({ name: `c${at}`, type }))
  const { columns: made, rows } = tableOfSql(
    { columns, rows: [['1', '2', '3.5', '2026-11-30', null, '2026-11-30 21:00:00', '[]']] },
    'none',
  )
  expect(made.map(({ type }) => type)).toEqual(['long', 'long', 'real', 'datetime', 'datetime', 'string', 'string'])
  expect(rows[0]?.slice(3, 6)).toEqual(['2026-11-30', null, '2026-11-30 21:00:00'])
})

test('a CSV has the names of the columns and runs nothing', () => {
  const columns = [
    { name: 'a', type: 'String' },
    { name: 'b', type: 'UInt8' },
  ]
  expect(
    csvOfSql({
      columns,
      rows: [
        ['=1+1', 2],
        ['x,"y"', null],
      ],
    }),
  ).toBe('a,b\r\n\'=1+1,2\r\n"x,""y""",\r\n')
})
