import { expect, test } from 'vitest'
import { BARS_MAX, drawnOf } from './kql-drawn.ts'

const column = (name: string, type: string) => ({ name, type })
const render = (chart: string, properties = {}) => ({ chart, properties })

test('a chart over time has a series for each value of the text, sorted by time', () => {
  const drawn = drawnOf({
    columns: [column('TimeGenerated', 'datetime'), column('Computer', 'string'), column('n', 'long')],
    rows: [
      ['2026-11-02T00:00:00Z', 'ws2', 4],
      ['2026-11-01T00:00:00Z', 'ws1', 3],
      ['2026-11-02T00:00:00Z', 'ws1', '9007199254740992'],
    ],
    render: render('timechart'),
  })
  expect(drawn).toEqual({
    ...{ kind: 'time', isBars: false, leftOut: 0, times: ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'] },
    series: [
      { name: 'ws2', values: [null, 4] },
      { name: 'ws1', values: [3, 2 ** 53] },
    ],
  })
})

test('without a time the chart has bars for the column that the query names, and counts the omitted ones', () => {
  const columns = [column('EventID', 'int'), column('n', 'long')]
  const rows = Array.from({ length: BARS_MAX + 3 }, (_, at) => [4624 + at, at])
  const drawn = drawnOf({ columns, rows, render: render('columnchart', { xcolumn: 'EventID' }) })
  expect(drawn).toMatchObject({ kind: 'bars', of: 'n', leftOut: 3 })
  expect(drawn?.kind === 'bars' && drawn.rows[1]).toEqual({ label: '4625', value: 1 })
})

test('without a render operator or without numbers there is no chart', () => {
  const columns = [column('Computer', 'string'), column('n', 'long')]
  expect(drawnOf({ columns, rows: [['ws1', 1]], render: null })).toBeNull()
  expect(drawnOf({ columns, rows: [['ws1', 1]], render: render('table') })).toBeNull()
  expect(drawnOf({ columns, rows: [], render: render('barchart') })).toBeNull()
  expect(drawnOf({ columns, rows: [['ws1', null]], render: render('piechart') })).toBeNull()
  expect(drawnOf({ columns: columns.slice(0, 1), rows: [['ws1']], render: render('barchart') })).toBeNull()
})
