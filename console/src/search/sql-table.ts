/** The answer of a statement in SQL as the table that the page draws. */
import type { Schemas } from '../api/client.ts'
import { csvCell } from '../parts/csv.ts'

type Answer = Pick<Schemas['LakeQueryResult'], 'columns' | 'rows'>
type Table = Schemas['KqlTable']

export type Drawing = 'none' | 'line' | 'bars'
const CHARTS = { line: 'timechart', bars: 'columnchart' } as const

/** Types of ClickHouse by what the page makes of them; a time of another zone than UTC is a text. */
function typeOf(type: string): 'datetime' | 'long' | 'real' | 'string' {
  const plain = type.replace(/^(?:LowCardinality|Nullable)\(/, '').replace(/^Nullable\(/, '')
  if (/^Date(?:32)?\b(?!Time)/.test(plain) || /^DateTime.*'UTC'/.test(plain)) return 'datetime'
  if (/^U?Int\d/.test(plain)) return 'long'
  return /^(?:Float|Decimal)/.test(plain) ? 'real' : 'string'
}

const isTime = (type: string): boolean => typeOf(type) === 'datetime' && type.includes('DateTime')

export function tableOfSql({ columns, rows }: Answer, drawing: Drawing): Table {
  const times = columns.map(({ type }) => isTime(type))
  return {
    columns: columns.map(({ name, type }) => ({ name, type: typeOf(type) })),
    rows: rows.map((row) => row.map((value, at) => (times[at] === true ? isoOf(value) : value))),
    rows_in_all: rows.length,
    reads: [],
    render: drawing === 'none' ? null : { chart: CHARTS[drawing], properties: {} },
  }
}

const isoOf = (value: unknown): unknown => (typeof value === 'string' ? `${value.replace(' ', 'T')}Z` : value)

export function csvOfSql({ columns, rows }: Answer): string {
  const lines = [columns.map(({ name }) => name), ...rows].map((row) => row.map(csvCell).join(','))
  return `${lines.join('\r\n')}\r\n`
}
