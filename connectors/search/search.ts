/** Searches a SIEM in its own language. This module opens no connections itself. */
import { AppError } from '../../platform/errors.ts'
import type { Ask } from '../polling/ask.ts'
import { at } from '../polling/table.ts'

export type SearchRequest = {
  readonly statement: string
  /** Half open, Unix milliseconds; it stands in the statement too. */
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly secrets: Readonly<Record<string, string>>
  /** Settings, with defaults for those that were left out. */
  readonly settings: Readonly<Record<string, string>>
  readonly ask: Ask
}

export type SearchAnswer = {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** The source's note on results that it left out; null when it reports none. */
  readonly partial: string | null
}

/** Throws `bad_credential`, `rate_limited`, `unavailable`, `bad_request`, as polls do; other errors are no answer. */
export type Search = (request: SearchRequest) => Promise<SearchAnswer>

/** The rows of an answer with columns and rows. Throws `unavailable` when a row is not as long as the columns. */
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
