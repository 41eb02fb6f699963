/** The public golden cases: their queries, and whether a result is the expected one. Used by tests alone. */
import fs from 'node:fs'
import path from 'node:path'
import type { KqlFault } from '../fault.ts'
import { realText, textOf } from './convert.ts'
import { jsonText } from './json.ts'
import type { KqlResult } from './query.ts'
import type { Database, KqlSource } from './scope.ts'
import { datetimeText } from './time.ts'
import { type Column, isArray, isBag, type Json, type KqlType, type Value } from './value.ts'

export type GoldenCase = {
  /** File and name, unique. */
  readonly id: string
  readonly query: string
  readonly database: Database
  /** Null when the answer is the expected one, otherwise a short form of both. */
  readonly check: (answer: KqlResult | KqlFault) => string | null
}

export const GOLDEN_FILES = ['babykusto', 'kustoloco-e2e', 'kustoloco-basic', 'pql'] as const

export function goldenCases(dir: string, file: (typeof GOLDEN_FILES)[number]): readonly GoldenCase[] {
  if (file === 'pql') return pqlCases(path.join(dir, 'kql/golden-pql'))
  const lines = fs
    .readFileSync(path.join(dir, `kql/golden-${file}.ndjson`), 'utf8')
    .split('\n')
    .filter(Boolean)
  const names = new Map<string, number>()
  return lines.map((line) => {
    const goldenCase = JSON.parse(line) as ListedCase
    const nth = (names.get(goldenCase.name) ?? 0) + 1
    names.set(goldenCase.name, nth)
    const check = 'checks' in goldenCase ? checksOf(goldenCase) : tableOf(goldenCase.expected)
    return {
      id: `${file}/${goldenCase.name}${nth > 1 ? `#${nth}` : ''}`,
      query: goldenCase.query,
      database: NO_TABLES,
      check,
    }
  })
}

const NO_TABLES: Database = { table: () => null, names: [] }

type Checked = { readonly read: string; readonly checks: readonly (readonly [string, string])[] }
type ListedCase = { readonly name: string; readonly query: string } & ({ readonly expected: string } | Checked)

const differs = (expected: string, got: string): string => `expected ${short(expected)}, got ${short(got)}`
const short = (text: string): string => JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}...` : text)

/** `a:long; b:string`, a line of dashes, then a line a row. */
function tableOf(expected: string): GoldenCase['check'] {
  return (answer) => {
    if ('reason' in answer) return `fault ${answer.line}:${answer.column} ${answer.reason}`
    const head = answer.columns.map(({ name, type }) => `${name}:${type}`).join('; ')
    const rows = answer.rows.map((row) =>
      answer.columns.map(({ type }, i) => tableCell(row[i] ?? null, type)).join('; '),
    )
    const got = [head, '------------------', ...rows].join('\n')
    return plain(got) === plain(expected) ? null : differs(expected, got)
  }
}

/** Blanks at line ends vary between the corpus's cases. */
const plain = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd().replace(/(?:;\s*)+$/, ''))
    .join('\n')
    .trimEnd()

function tableCell(value: Value, type: KqlType): string {
  if (value === null) return type === 'string' ? '' : '(null)'
  if (type === 'bool') return value === true ? 'True' : 'False'
  if (type === 'datetime') return datetimeText(value as bigint).replace(/Z$/, '')
  if (type === 'real') return realText(value as number)
  return type === 'dynamic' ? jsonText(value as Json) : textOf(value, type)
}

function checksOf({ read, checks }: Checked): GoldenCase['check'] {
  return (answer) => {
    if ('reason' in answer) return `fault ${answer.line}:${answer.column} ${answer.reason}`
    const lines = answer.rows.map((row) =>
      answer.columns.map(({ type }, i) => lineCell(row[i] ?? null, type)).join(','),
    )
    const got =
      read === 'ResultAsString'
        ? lines.join(',')
        : read === 'ResultAsLines'
          ? `${lines.join('\n')}\n`
          : (lines.at(-1) ?? '')
    const wrong = checks.find(([how, expected]) => !CHECKS[how]?.(squashed(got), squashed(expected)))
    return wrong ? differs(`${wrong[0]} ${wrong[1]}`, got) : null
  }
}

/** Some cases show lists and bags over several lines, others on one. */
const squashed = (text: string): string => (/[[{]/.test(text) ? text.replace(/\s+/g, '') : text)

const CHECKS: Readonly<Record<string, (got: string, expected: string) => boolean>> = {
  Be: (got, expected) => got === expected,
  Contain: (got, expected) => got.includes(expected),
  NotContain: (got, expected) => !got.includes(expected),
  StartWith: (got, expected) => got.startsWith(expected),
}

function lineCell(value: Value, type: KqlType): string {
  if (value === null) return '<null>'
  if (type === 'bool') return value === true ? 'True' : 'False'
  if (type === 'datetime') return dotNetTime(value as bigint)
  if (type === 'dynamic' && typeof value !== 'string') return jsonText(value as Json)
  return textOf(value, type)
}

/** `2024-01-02 03:04:05Z`, with four digits of the second instead of the Z where there are some. */
function dotNetTime(ticks: bigint): string {
  const [date = '', clock = ''] = datetimeText(ticks).slice(0, -1).split('T')
  const [time = '', fraction = ''] = clock.split('.')
  return Number(fraction) === 0 ? `${date} ${time}Z` : `${date} ${time}.${fraction.slice(0, 4)}`
}

function pqlCases(dir: string): readonly GoldenCase[] {
  const tables = new Map<string, KqlSource>()
  for (const file of fs.readdirSync(path.join(dir, 'Tables'))) {
    const text = fs.readFileSync(path.join(dir, 'Tables', file), 'utf8')
    tables.set(file.replace(/\.\w+$/, ''), file.endsWith('.csv') ? csvTable(text) : jsonTable(text))
  }
  return fs.readdirSync(path.join(dir, 'Goldens')).map((name) => {
    const file = (one: string): string => path.join(dir, 'Goldens', name, one)
    const isOrdered = !fs.existsSync(file('unordered'))
    const expected = fs.existsSync(file('output.csv')) ? fs.readFileSync(file('output.csv'), 'utf8') : null
    return {
      id: `pql/${name}`,
      query: fs.readFileSync(file('input.pql'), 'utf8'),
      database: { table: (one) => tables.get(one) ?? null, names: [...tables.keys()] },
      check: csvCheck(expected, isOrdered),
    }
  })
}

/** For unnamed columns the corpus has ClickHouse's names, so only the values are compared. */
function csvCheck(expected: string | null, isOrdered: boolean): GoldenCase['check'] {
  return (answer) => {
    if ('reason' in answer) return `fault ${answer.line}:${answer.column} ${answer.reason}`
    if (expected === null) return answer.rows.length > 0 ? null : 'no rows'
    const cell = (value: Value, { type }: Column): string =>
      type === 'bool' ? String(Number(value)) : textOf(value, type)
    const got = answer.rows.map((row) => answer.columns.map((column, i) => cell(row[i] ?? null, column)))
    const wanted = parseCsv(expected).slice(1)
    const text = (rows: readonly (readonly string[])[]): string => {
      const lines = rows.map((row) => row.join(','))
      return (isOrdered ? lines : lines.toSorted()).join('\n')
    }
    return text(got) === text(wanted) ? null : differs(text(wanted), text(got))
  }
}

function parseCsv(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare,
      ),
    )
}

function csvTable(text: string): KqlSource {
  const [names = [], ...rows] = parseCsv(text)
  const isWhole = (i: number): boolean => rows.every((row) => /^-?\d+$/.test(row[i] ?? ''))
  const columns = names.map((name, i): Column => ({ name, type: isWhole(i) ? 'long' : 'string' }))
  const read = (row: readonly string[], column: string): unknown => row[names.indexOf(column)]
  return { columns, open: false, records: rows, read: read as (row: unknown, column: string) => unknown }
}

function jsonTable(text: string): KqlSource {
  const { data } = JSON.parse(text) as { data: readonly Record<string, unknown>[] }
  const names = Object.keys(data[0] ?? {})
  const isDynamic = (name: string): boolean => data.some((row) => isArray(row[name]) || isBag(row[name]))
  const columns = names.map((name): Column => ({ name, type: isDynamic(name) ? 'dynamic' : 'long' }))
  const read = (row: unknown, column: string): unknown => (row as Record<string, unknown>)[column]
  return { columns, open: false, records: data, read }
}
