/** Records of real log files as intake sees them: decoded, in the order of files and lines. */
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { cutText, openBody } from '../../connectors/formats/body.ts'
import { isFault } from '../../connectors/formats/decoder.ts'

export type CorpusRecord = Record<string, unknown>

/** Files that are not logs: indices, labels, licences, expectations of other parsers. */
const NO_LOG =
  /(^|\/)(index\.tsv|LICENSE[^/]*|README[^/]*)$|\.(labels\.tsv|golden|yaml|yml|md)$|traildiscover_events\.json$/
const RECEIVED_MS = Date.UTC(2026, 0, 1)

/** At most `perFile` records of each log file of a part, files in order of their names. */
export function* corpusRecords(corpora: string, part: string, perFile: number): Generator<CorpusRecord> {
  for (const file of logFiles(path.join(corpora, part))) yield* recordsOf(file, perFile)
}

function logFiles(dir: string): string[] {
  if (!fs.existsSync(dir)) return []
  return fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !NO_LOG.test(file))
    .sort()
}

function* recordsOf(file: string, max: number): Generator<CorpusRecord> {
  const bytes = fs.readFileSync(file)
  const body = file.endsWith('.br') ? zlib.brotliDecompressSync(bytes) : bytes
  const whole = wholeJson(body)
  let left = max
  for (const record of whole ?? textRecords(body)) {
    if (left-- <= 0) return
    yield unwrapped(record)
  }
}

/** One JSON value over several lines, or a list; null for lines of events. */
function wholeJson(body: Buffer): CorpusRecord[] | null {
  try {
    const value = JSON.parse(body.toString()) as unknown
    return (Array.isArray(value) ? value : [value]).filter((one): one is CorpusRecord => isObject(one))
  } catch {
    return null
  }
}

function textRecords(body: Buffer): CorpusRecord[] {
  const { decode } = openBody(body, 'lines', 'text', { receivedMs: RECEIVED_MS })
  const records: CorpusRecord[] = []
  cutText(body, 'text', (start, end) => {
    const decoded = decode(start, end)
    if (!isFault(decoded)) records.push(decoded)
    return true
  })
  return records
}

/** Unwraps a vendor's message that a test collection put into an object of its own. */
function unwrapped(record: CorpusRecord): CorpusRecord {
  const isWrapped = typeof record.message === 'string' && typeof record.sourcetype === 'string' && 'test' in record
  return isWrapped ? (textRecords(Buffer.from(record.message as string))[0] ?? record) : record
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
