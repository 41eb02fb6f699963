/** SQL that a person wrote, over what a tenant has stored: as many rows and bytes of the answer as one may have. */
import { AppError } from '../platform/errors.ts'
import { LineTooLong, linesIn } from '../platform/lines.ts'
import { engineAway } from '../stores/clickhouse/engine-calls.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'

export type LakeQuery = { readonly sql: string; readonly rowsMax: number; readonly bytesMax: number } & {
  readonly params?: Readonly<Record<string, unknown>>
}

export type LakeAnswer = {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly unknown[])[]
  /** The bound that cut the answer; null when these are all rows. */
  readonly cut: 'rows' | 'bytes' | null
}

/** Bounds of a person's SQL. An answer may end at its rows; a query is refused when the engine would make many more. */
export const LAKE_QUERY_LIMITS = {
  memoryMb: 500,
  mayEndAtMax: true,
  resultBytesMax: 48_000_000,
  blockRows: 4096,
} as const
/** Bytes of one row: it is read and written in one go, while every other request waits. */
const ROW_BYTES_MAX = 4 * 1024 * 1024

/** Whole numbers of 64 bits and more as text: JavaScript would round them. */
const FORMAT = 'JSONCompactStringsEachRowWithNamesAndTypes'

/**
 * Ends the query in the engine when it has enough rows, and when the signal is aborted. Rejects with `forbidden` for what
 * is not allowed, `too_large` for a row that is longer than one may be, and `bad_request` for what the engine refuses, with
 * its words.
 */
export async function lakeQuery(
  reader: Reader,
  { sql, rowsMax, bytesMax, params = {} }: LakeQuery,
  gone?: AbortSignal,
): Promise<LakeAnswer> {
  try {
    const stream = await reader.stream(sql, FORMAT, params, gone)
    let cut: LakeAnswer['cut'] = null
    let bytes = 0
    let names: unknown[] | null = null
    let types: unknown[] | null = null
    const rows: unknown[][] = []
    for await (const line of linesIn(stream, Math.min(bytesMax, ROW_BYTES_MAX))) {
      bytes += line.length
      if (rows.length === rowsMax) cut = 'rows'
      else if (bytes > bytesMax) cut = 'bytes'
      if (cut !== null) break
      // Line by line, so that other requests have their turn between chunks of the answer.
      const cells = JSON.parse(line.toString()) as unknown[]
      if (names === null) names = cells
      else if (types === null) types = cells
      else rows.push(cells.map((value, at) => cellOf(String(value), types?.[at])))
    }
    const columns = (names ?? []).map((name, at) => ({ name: String(name), type: String(types?.[at]) }))
    return { columns, rows, cut }
  } catch (error) {
    if (error instanceof LineTooLong)
      throw new AppError('too_large', `a row of the answer has more than ${error.bytesMax} bytes: ask for less of it`)
    gone?.throwIfAborted()
    const away = error instanceof AppError ? error : engineAway(error)
    if (away !== null) throw away
    if (isTooSlow(error))
      throw new AppError('too_large', 'the statement needs longer than it may take', { cause: error })
    throw new AppError('bad_request', (error as Error).message, { cause: error })
  }
}

/** True when the engine ended a statement at its time limit. */
export function isTooSlow(error: unknown): boolean {
  const causes = [error, (error as { cause?: unknown }).cause]
  return causes.some(
    (one) => one instanceof Error && ((one as { code?: unknown }).code === '159' || TOO_SLOW.test(one.message)),
  )
}

/** The engine breaks off an answer that has begun with its reason in the text. */
const TOO_SLOW = /\bTIMEOUT_EXCEEDED\b/

const SMALL_NUMBER = /^(?:Nullable\()?(?:U?Int(?:8|16|32)|Float(?:32|64))\)?$/

/** Numbers that JSON holds exactly are numbers; NULL is written as ClickHouse does. */
function cellOf(text: string, type: unknown): unknown {
  if (text === 'ᴺᵁᴸᴸ' && String(type).startsWith('Nullable')) return null
  if (!SMALL_NUMBER.test(String(type))) return text
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
