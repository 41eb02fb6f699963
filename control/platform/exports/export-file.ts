/** Writes one file of an export: the events of a time span, with its row count, bytes and digest. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Condition } from '../../../query/search/compile.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../../query/search/export-events.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'

export type ExportedFile = {
  readonly file: string
  readonly from: string
  readonly to: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

export type FileToWrite = {
  readonly question: Condition
  readonly format: ExportFormat
  /** Name in the manifest, and where it is written. */
  readonly file: string
  readonly path: string
  readonly span: TimeSpan
}

/** Null for a time without events, of which nothing is written, unless `keepsEmpty`. */
export async function writeExportFile(
  reader: Reader,
  { question, format, file, path, span }: FileToWrite,
  { keepsEmpty = true, signal }: { readonly keepsEmpty?: boolean; readonly signal?: AbortSignal } = {},
): Promise<ExportedFile | null> {
  const params = { ...question.params }
  const count = `SELECT toString(count()) AS rows FROM (${question.sql})`
  const [counted] = await reader.query<{ rows: string }>(count, params, signal)
  const rows = Number(counted?.rows ?? 0)
  if (rows === 0 && !keepsEmpty) return null
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const stream = await reader.stream(question.sql, EXPORT_FORMATS[format], params, signal)
  await pipeline(stream, measured, createWriteStream(path))
  const [from, to] = [span.fromMs, span.toMs].map((ms) => new Date(ms).toISOString())
  return { file, from: from ?? '', to: to ?? '', rows, bytes, sha256: hash.digest('hex') }
}
