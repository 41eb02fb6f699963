/** Runs a person's SQL over a tenant's stored data, and returns at most the rows and bytes that an answer may have. */
import { AppError } from '../platform/errors.ts'
import { LineTooLong, linesIn } from '../platform/lines.ts'
import { engineAway, overBounds } from '../stores/clickhouse/engine-calls.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'

export type LakeQuery = { readonly sql: string; readonly rowsMax: number; readonly bytesMax: number } & {
  readonly params?: Readonly<Record<string, unknown>>
}

export type LakeAnswer = {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly unknown[])[]
  /** The bound that cut the answer; null when it is complete. */
  readonly cut: 'rows' | 'bytes' | null
}

/**
 * Bounds of a person's SQL. The answer is cut at its row limit; the query is refused when the engine would produce many
 * more.
 */
export const LAKE_QUERY_LIMITS = {
  /** @bound memory of SQL over the API, and of a hunt -> 400 */
  memoryMb: 500,
  mayEndAtMax: true,
  resultBytesMax: 48_000_000,
  /** @bound rows in a statement of a hunt -> the statement is split */
  blockRows: 4096,
} as const
/** Bytes of one row, because a row is parsed and written synchronously while every other request waits. */
const ROW_BYTES_MAX = 4 * 1024 * 1024

/** A format with 64-bit and larger integers as text: JavaScript would round them. */
const FORMAT = 'JSONCompactStringsEachRowWithNamesAndTypes'

/**
 * Cancels the query in the engine when it has enough rows, and when the signal aborts. Rejects with `forbidden` for a
 * disallowed statement, `too_large` for a row that is too long, and `bad_request` with the engine's message for what it
 * refuses.
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
      // Line by line, so that other requests run between chunks of the answer.
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
    const text = (error as Error).message.replaceAll(FILE_OF_ARCHIVE, '')
    throw overBounds(error, 'too_large') ?? new AppError('bad_request', text, { cause: error })
  }
}

/** The engine names the file of the archive that it was reading, and the folders of this machine are nobody's business. */
const FILE_OF_ARCHIVE = /(?:: )?\(in file\/uri [^)]*\)/g

/** True when the engine ended a statement at its time limit. */
export function isTooSlow(error: unknown): boolean {
  const causes = [error, (error as { cause?: unknown }).cause]
  return causes.some(
    (one) => one instanceof Error && ((one as { code?: unknown }).code === '159' || TOO_SLOW.test(one.message)),
  )
}

/** When an answer has begun, the engine reports its failure in the text. */
const TOO_SLOW = /\bTIMEOUT_EXCEEDED\b/

const SMALL_NUMBER = /^(?:Nullable\()?(?:U?Int(?:8|16|32)|Float(?:32|64))\)?$/

/** Numbers that JSON can represent exactly become numbers; NULL is parsed in ClickHouse's notation. */
function cellOf(text: string, type: unknown): unknown {
  if (text === 'ᴺᵁᴸᴸ' && String(type).startsWith('Nullable')) return null
  if (!SMALL_NUMBER.test(String(type))) return text
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
