/** SQL that a person wrote, over what a tenant has stored: as many rows and bytes of the answer as one may have. */
import { AppError } from '../platform/errors.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'

export type LakeQuery = { readonly sql: string; readonly rowsMax: number; readonly bytesMax: number } & {
  readonly params?: Readonly<Record<string, unknown>>
}

export type LakeAnswer = {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly unknown[])[]
  /** What there was too much of; null when these are all rows. */
  readonly cut: 'rows' | 'bytes' | null
}

/** Whole numbers of 64 bits and more as text: JavaScript would round them. */
const FORMAT = 'JSONCompactStringsEachRowWithNamesAndTypes'

/**
 * Ends the query in the engine when it has enough rows, and when the signal is aborted. Rejects with `forbidden` for what
 * is not allowed and `bad_request` for what the engine refuses, with its words.
 */
export async function lakeQuery(
  reader: Reader,
  { sql, rowsMax, bytesMax, params = {} }: LakeQuery,
  gone?: AbortSignal,
): Promise<LakeAnswer> {
  try {
    const lines: string[] = []
    const stream = await reader.stream(sql, FORMAT, params, gone)
    let cut: LakeAnswer['cut'] = null
    let bytes = 0
    for await (const line of linesOf(stream)) {
      bytes += line.length
      if (lines.length === rowsMax + 2) cut = 'rows'
      else if (bytes > bytesMax) cut = 'bytes'
      if (cut !== null) break
      lines.push(line)
    }
    const [names = [], types = [], ...rows] = lines.map((line) => JSON.parse(line) as unknown[])
    const columns = names.map((name, at) => ({ name: String(name), type: String(types[at]) }))
    return { columns, rows: rows.map((row) => row.map((value, at) => cellOf(String(value), types[at]))), cut }
  } catch (error) {
    gone?.throwIfAborted()
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', (error as Error).message, { cause: error })
  }
}

const SMALL_NUMBER = /^(?:Nullable\()?(?:U?Int(?:8|16|32)|Float(?:32|64))\)?$/

/** Numbers that JSON holds exactly are numbers; NULL is written as ClickHouse does. */
function cellOf(text: string, type: unknown): unknown {
  if (text === 'ᴺᵁᴸᴸ' && String(type).startsWith('Nullable')) return null
  if (!SMALL_NUMBER.test(String(type))) return text
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

async function* linesOf(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of stream) {
    const lines = (rest + decoder.decode(part as Buffer, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
