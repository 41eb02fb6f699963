/**
 * Reads a file of indicators as a stream. Lines are held one at a time; a document (STIX, MISP) is parsed as a whole,
 * up to `DOCUMENT_BYTES_MAX`.
 */

import { isMembers } from '../../platform/members.ts'
import { atOnce, inTurns } from '../../platform/turns.ts'
import { guessKind } from '../normalise-value.ts'
import { readMisp } from './misp.ts'
import type { Sink } from './reading.ts'
import { refuse } from './reading.ts'
import { cellsOf, isRow, KIND_COLUMNS, kindNamed, readRow, rowOfObject, VALUE_NAMES } from './rows.ts'
import { readStix, readStixObject } from './stix.ts'

export const FORMATS = ['stix', 'misp', 'csv', 'ndjson'] as const
export type Format = (typeof FORMATS)[number]

/** @bound a line of a file of indicators -> skipped with its reason */
export const LINE_BYTES_MAX = 65_536
/** @bound a file of indicators -> skipped with its reason */
export const DOCUMENT_BYTES_MAX = 256 << 20
const HEAD_BYTES = 4096

/** `chunks` are those of a file or a response. Resolves with the detected format. */
export async function readIndicators(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  format: Format | undefined,
  sink: Sink,
): Promise<Format> {
  const reader = new StreamReader(format, sink)
  for await (const chunk of chunks) reader.write(chunk)
  return reader.end()
}

class StreamReader {
  readonly #sink: Sink
  #format: Format | undefined
  #head: Uint8Array[] = []
  #headBytes = 0
  #document: Uint8Array[] | null = null
  #documentBytes = 0
  #lines: LineReader | null = null

  constructor(format: Format | undefined, sink: Sink) {
    this.#format = format
    this.#sink = sink
  }

  write(chunk: Uint8Array): void {
    if (this.#lines) return this.#lines.write(chunk)
    if (this.#document) return this.#keep(chunk)
    this.#head.push(chunk)
    this.#headBytes += chunk.length
    if (this.#format !== undefined || this.#headBytes >= HEAD_BYTES) this.#begin()
  }

  async end(): Promise<Format> {
    if (!this.#lines && !this.#document) this.#begin()
    this.#lines?.end()
    if (this.#document && this.#documentBytes <= DOCUMENT_BYTES_MAX)
      await this.#readDocument(Buffer.concat(this.#document))
    return this.#format as Format
  }

  #begin(): void {
    const head = Buffer.concat(this.#head)
    this.#head = []
    this.#format ??= guessFormat(head.toString('utf8', 0, HEAD_BYTES))
    if (this.#format === 'csv' || this.#format === 'ndjson') this.#lines = new LineReader(this.#format, this.#sink)
    else this.#document = []
    this.write(head)
  }

  #keep(chunk: Uint8Array): void {
    const before = this.#documentBytes
    this.#documentBytes += chunk.length
    if (this.#documentBytes <= DOCUMENT_BYTES_MAX) this.#document?.push(chunk)
    else if (before <= DOCUMENT_BYTES_MAX)
      refuse(this.#sink, `a document of more than ${DOCUMENT_BYTES_MAX} bytes`, '', null)
  }

  async #readDocument(bytes: Buffer): Promise<void> {
    let document: unknown
    try {
      document = JSON.parse(bytes.toString('utf8'))
    } catch (error) {
      return refuse(this.#sink, `not JSON: ${(error as Error).message}`.slice(0, 200), bytes.toString('utf8', 0, 80))
    }
    if (this.#format === 'stix') return inTurns(readStix(document, this.#sink))
    if (await inTurns(readMisp(document, this.#sink))) return
    const rows = rowsIn(document)
    if (rows.length === 0) refuse(this.#sink, 'no MISP event, no warning list and no list of indicators', '')
    await inTurns(readRows(rows, this.#sink))
  }
}

function* readRows(rows: readonly Record<string, unknown>[], sink: Sink): Generator<void, void> {
  for (const row of rows) {
    readRow(row, sink, null)
    yield
  }
}

/** Members under which APIs give a list of indicators. */
const LISTS = ['data', 'iocs', 'indicators', 'results', 'resources', 'objects', 'items', 'value', 'records']

/** The rows of a list of texts or objects, alone or under a member of an API's answer. */
function rowsIn(document: unknown): Record<string, unknown>[] {
  const list = isMembers(document) ? LISTS.map((name) => document[name]).find(Array.isArray) : document
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown): Record<string, unknown>[] => {
    if (typeof one === 'string') return [{ value: one }]
    return isRow(one) ? [rowOfObject(one)] : []
  })
}

/** Detects the format by the beginning. NDJSON: the first line is a whole object and another line follows. */
function guessFormat(head: string): Format {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (!/^[[{]/.test(text)) return 'csv'
  if (/"(?:spec_version|pattern_type|objects)"|"type"\s*:\s*"bundle"/.test(text) && !isWholeLine(text)) return 'stix'
  if (isWholeLine(text)) return /^\{\s*"(?:Event|response)"/.test(text) ? 'misp' : 'ndjson'
  return 'misp'
}

function isWholeLine(text: string): boolean {
  const end = text.indexOf('\n')
  if (end < 0) return false
  try {
    return isMembers(JSON.parse(text.slice(0, end)))
  } catch {
    return false // a document over several lines
  }
}

class LineReader {
  readonly #format: 'csv' | 'ndjson'
  readonly #sink: Sink
  readonly #decoder = new TextDecoder('utf-8')
  #rest = ''
  #isTooLong = false
  #line = 0
  #header: readonly string[] | null = null
  /** The names that a comment before the rows has, as abuse.ch writes them. */
  #commented: readonly string[] = []
  #separator = ','

  constructor(format: 'csv' | 'ndjson', sink: Sink) {
    this.#format = format
    this.#sink = sink
  }

  write(chunk: Uint8Array): void {
    this.#cut(this.#decoder.decode(chunk, { stream: true }))
  }

  end(): void {
    this.#cut(this.#decoder.decode())
    if (this.#rest !== '' || this.#isTooLong) this.#whole(this.#rest)
  }

  #cut(text: string): void {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#whole(this.#rest + text.slice(from, end))
      this.#rest = ''
      from = end + 1
    }
    if (this.#isTooLong) return
    this.#rest += text.slice(from)
    if (this.#rest.length <= LINE_BYTES_MAX) return
    this.#isTooLong = true
    this.#rest = this.#rest.slice(0, 200)
  }

  #whole(text: string): void {
    this.#line++
    const isTooLong = this.#isTooLong || text.length > LINE_BYTES_MAX
    this.#isTooLong = false
    if (isTooLong) return refuse(this.#sink, `a line of more than ${LINE_BYTES_MAX} characters`, text, this.#line)
    const line = text.replace(/\r$/, '').replace(/^\uFEFF/, '')
    if (line.trim() === '') return
    if (this.#format === 'csv' && COMMENT.test(line)) return this.#comment(line)
    if (this.#format === 'ndjson') this.#object(line)
    else this.#cells(line)
  }

  #object(line: string): void {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return refuse(this.#sink, 'not JSON', line, this.#line)
    }
    if (!isRow(value)) return refuse(this.#sink, 'not an object', line, this.#line)
    if (value.type === 'indicator' && value.pattern !== undefined) readStixObject(value, this.#sink, this.#line)
    else if (value.Event !== undefined) atOnce(readMisp(value, this.#sink))
    else readRow(rowOfObject(value), this.#sink, this.#line)
  }

  #comment(line: string): void {
    const cells = cellsOf(line.replace(COMMENT, '').trim(), ',')
    const names = cells !== null && cells.length > 1 ? headerOf(cells) : []
    if (names.length > 0) this.#commented = names
  }

  /** Without a header the first cell that is an indicator is used: a plain list is a CSV of one column. */
  #cells(line: string): void {
    if (this.#line === 1 || this.#header === null)
      this.#separator = [',', ';', '\t'].find((one) => line.includes(one)) ?? ','
    const cells = cellsOf(line, this.#separator)
    if (cells === null) return refuse(this.#sink, 'a quote that is not closed', line, this.#line)
    if (this.#header === null) {
      this.#header = headerOf(cells)
      if (this.#header.length > 0) return
    }
    const names =
      this.#header.length > 0 ? this.#header : cells.length === this.#commented.length ? this.#commented : null
    const row = names
      ? Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
      : { value: plainEntry(cells[0] ?? ''), type: kindNamed(cells[1] ?? '') === undefined ? '' : cells[1] }
    readRow(row, this.#sink, this.#line)
  }
}

const COMMENT = /^[#;]+\s?/
/** `0.0.0.0 evil.example` of a hosts file, `||evil.example^` of a blocker, `.evil.example`, `evil.example # words`. */
const HOSTS = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)[ \t]+([\w.-]{4,253})/
const BLOCKED = /^\|\|([\w.-]{4,253})\^/

function plainEntry(cell: string): string {
  const text = cell.trim()
  const named = HOSTS.exec(text)?.[1] ?? BLOCKED.exec(text)?.[1]
  if (named !== undefined) return named
  return text
    .replace(/\s+[#;].*$/, '')
    .replace(/^\.(?=\w)/, '')
    .replace(/^\/\/(?=\w)/, 'http://')
}

const HEADER_WORDS: ReadonlySet<string> = new Set([...VALUE_NAMES, ...KIND_COLUMNS])

/** Empty when the line is not a header. */
function headerOf(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const isNamed = names.some((name) => HEADER_WORDS.has(name) || kindNamed(name) !== undefined)
  // A row without a header may name its kind: `evil.example,domain`.
  return isNamed && names.every((name) => guessKind(name) === null) ? names : []
}
