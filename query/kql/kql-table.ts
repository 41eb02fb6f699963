/** Rows of a query as JSON cells, at most as many as an answer may have. */
import { toJson } from '../../detections/kql/run/convert.ts'
import { jsonText } from '../../detections/kql/run/json.ts'
import { type Json, type KqlType, nothing, type Value } from '../../detections/kql/run/value.ts'
import type { KqlHuntResult } from './kql-hunt.ts'

export type KqlTable = Pick<KqlHuntResult, 'reads' | 'unjudged' | 'cut' | 'render'> & {
  /** Types are those of the language: long, datetime, dynamic and so on. */
  readonly columns: readonly { readonly name: string; readonly type: KqlType }[]
  readonly rows: readonly (readonly unknown[])[]
  /** Number of rows of the result; `rows` are the first of them. */
  readonly rowsInAll: number
}

export type TableBounds = { readonly rowsMax: number; readonly charsMax: number }

export function kqlTable({ rows, columns, ...found }: KqlHuntResult, { rowsMax, charsMax }: TableBounds): KqlTable {
  const { reads, unjudged, cut, render } = found
  const shown: unknown[][] = []
  let chars = 0
  for (const row of rows) {
    const cells = columns.map(({ type }, at) => cellOf(row[at] ?? nothing(type), type))
    chars += cells.reduce<number>((sum, [, length]) => sum + length, 2)
    if (shown.length >= rowsMax || chars > charsMax) break
    shown.push(cells.map(([value]) => value))
  }
  const plain = columns.map(({ name, type }) => ({ name, type }))
  return { columns: plain, rows: shown, rowsInAll: rows.length, reads, unjudged, cut, render }
}

/**
 * A cell, and its approximate size in characters. Whole numbers beyond 2^53 become texts, because JavaScript would
 * round them.
 */
function cellOf(value: Value, type: KqlType): readonly [value: unknown, chars: number] {
  const json = toJson(value, type)
  if (typeof json === 'string') return [json, json.length + 3]
  if (typeof json === 'bigint') return [json.toString(), 22]
  if (typeof json !== 'object' || json === null) return [json, 24]
  return [withoutBigints(json), jsonText(json).length + 1]
}

function withoutBigints(value: Json | undefined): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(withoutBigints)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBigints(member)]))
}
