/** Asking a SIEM in its own language. It connects to nobody by itself. */
import { AppError } from '../../platform/errors.ts'
import type { Ask } from '../polling/ask.ts'
import { at } from '../polling/table.ts'

export type SearchRequest = {
  readonly statement: string
  /** Half open, Unix milliseconds; it stands in the statement too. */
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly secrets: Readonly<Record<string, string>>
  /** With what holds for settings that were left out. */
  readonly settings: Readonly<Record<string, string>>
  readonly ask: Ask
}

export type SearchAnswer = {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** What the source says that it left out; null: nothing that it knows of. */
  readonly partial: string | null
}

/** Throws `bad_credential`, `rate_limited`, `unavailable`, `bad_request`, as a poll does; anything else is no answer. */
export type Search = (request: SearchRequest) => Promise<SearchAnswer>

/** Of an answer as columns and rows. Throws `unavailable` for one whose rows are not as long as its columns. */
export function rowsOf(columns: unknown, rows: unknown): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(columns) || !Array.isArray(rows))
    throw new AppError('unavailable', 'the source answered without columns and rows')
  const names = columns.map((column) => String(at(column, 'name')))
  return rows.map((row: unknown) => {
    if (!Array.isArray(row) || row.length !== names.length)
      throw new AppError('unavailable', 'the source answered a row that does not fit its columns')
    return Object.fromEntries(names.map((name, i) => [name, row[i]]))
  })
}
