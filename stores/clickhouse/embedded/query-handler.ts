import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '../../../platform/errors.ts'
import { BODY_FILE_HEADER } from '../body-folder.ts'
import { quoteText } from '../quote.ts'
import { Answer } from './answer.ts'
import type { EmbeddedConfig } from './config.ts'
import type { Engine, Work } from './engine.ts'
import { parseQueryRequest, type QueryRequest } from './request.ts'
import { requireRoom } from './require-free-disk.ts'
import { decodedBody, type Spool, type Spooled } from './spool.ts'
import { type InsertStatement, inspectStatement, type Statement } from './statement.ts'

/** Largest statement in a body, including its inline data. Larger data must come in a body of its own. */
const SQL_MAX_BYTES = 16 * 1024 * 1024
/** Small blocks, so that a block of wide rows is not hundreds of megabytes of text. */
const STREAM_DEFAULTS = { max_block_size: '16384' }
/** A result of mode `whole` is held in memory; the engine refuses a larger one with its code 396. */
const WHOLE_DEFAULTS = { max_result_bytes: '200000000', result_overflow_mode: 'throw' }

export type HandlerDeps = { readonly engine: Engine; readonly spool: Spool; readonly config: EmbeddedConfig }
type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly query: QueryRequest }

/** Answers one query request. Throws errors before the answer has begun, and reports later ones inside the answer. */
export async function handleQuery(deps: HandlerDeps, request: IncomingMessage, response: ServerResponse, url: URL) {
  const query = parseQueryRequest(request, url)
  response.setHeader('X-ClickHouse-Query-Id', query.queryId)
  response.setHeader('X-ClickHouse-Timezone', 'UTC')
  if (/^multipart\//i.test(String(request.headers['content-type'] ?? ''))) {
    throw new AppError('unsupported_media', 'a multipart body is not supported by the embedded engine')
  }
  const exchange = { request, response, query }
  const statement = query.query === undefined ? undefined : inspectStatement(query.query)
  if (statement?.kind === 'insert') return insertBody(deps, exchange, statement)
  const body = await sqlBody(request)
  if (query.query === undefined) return runText(deps, exchange, body)
  return runText(
    deps,
    exchange,
    body.length === 0 ? Buffer.from(query.query) : Buffer.concat([Buffer.from(`${query.query}\n`), body]),
  )
}

async function sqlBody(request: IncomingMessage): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > SQL_MAX_BYTES) throw tooLarge()
  let bytes = 0
  const body = decodedBody(request)
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > SQL_MAX_BYTES) body.destroy(tooLarge())
  })
  return buffer(body)
}

function tooLarge(): AppError {
  return new AppError(
    'too_large',
    `a statement is at most ${SQL_MAX_BYTES} bytes; send data with the statement in the URL`,
  )
}

async function insertBody(deps: HandlerDeps, exchange: Exchange, insert: InsertStatement): Promise<void> {
  const { request, query } = exchange
  const hasInlineData = query.query?.slice(insert.dataStart).trim() !== ''
  if (hasInlineData)
    throw new AppError('bad_request', 'data belongs into the body, not behind the statement in the URL')
  const left = request.headers[BODY_FILE_HEADER]
  if (left !== undefined) return insertFile(deps, exchange, insert, deps.spool.adopt(String(left)))
  const expected = Number(request.headers['content-length'] ?? 0)
  return insertFile(deps, exchange, insert, await deps.spool.write(decodedBody(request), expected))
}

async function runText(deps: HandlerDeps, exchange: Exchange, text: Buffer): Promise<void> {
  const sql = text.toString()
  const statement = inspectStatement(sql)
  if (statement.kind === 'refused') throw new AppError('bad_request', statement.reason)
  if (statement.kind === 'write' && statement.isForSession && exchange.query.isInSession) {
    throw new AppError(
      'bad_request',
      'the embedded engine keeps no session: the change would be lost after this statement',
    )
  }
  if (statement.kind !== 'insert') return runStatement(deps, exchange, sql, statement)
  const head = Buffer.from(sql.slice(0, statement.dataStart))
  if (!text.subarray(0, head.length).equals(head)) throw new AppError('bad_request', 'the statement is not valid UTF-8')
  const data = text.subarray(head.length + gapLength(text.subarray(head.length)))
  return insertFile(deps, exchange, statement, await deps.spool.write(Readable.from([data]), data.length))
}

/** Length of the blanks up to and including one line break between a statement and its data. */
function gapLength(rest: Buffer): number {
  const gap = /^[ \t]*\r?\n?/.exec(rest.subarray(0, 64).toString('latin1'))
  return gap?.[0].length ?? 0
}

async function insertFile(
  deps: HandlerDeps,
  exchange: Exchange,
  insert: InsertStatement,
  spooled: Spooled,
): Promise<void> {
  try {
    requireRoom(deps.config)
    const { target, settings, format } = insert
    const sql = `${target} FROM INFILE ${quoteText(spooled.path)} ${settings} FORMAT ${format}`
    const outcome = await deps.engine.run(work(exchange.query, 'write', 'write', sql), { chunk: () => {} })
    await new Answer(exchange.response, { isBuffered: false, isGzip: false }).end(outcome, true)
  } finally {
    spooled.remove()
  }
}

type Plain = Extract<Statement, { kind: 'read' | 'write' }>

async function runStatement(deps: HandlerDeps, exchange: Exchange, sql: string, statement: Plain): Promise<void> {
  const { request, response, query } = exchange
  const isRead = statement.kind === 'read'
  if (!isRead && statement.makes) requireRoom(deps.config)
  const gone = new AbortController()
  response.once('close', () => response.writableFinished || gone.abort())
  const answer = new Answer(response, { isBuffered: query.isBuffered, isGzip: query.isGzipWanted })
  if (isRead) response.setHeader('X-ClickHouse-Format', statement.format ?? query.defaultFormat)
  try {
    // A server makes every GET read-only, so that opening a link cannot change anything.
    const method = request.method === 'GET' ? { readonly: '2' } : {}
    const mode = readMode(statement, query)
    const todo = {
      ...work(query, isRead ? 'read' : 'write', mode, sql),
      settings: { ...DEFAULTS[mode], ...method, ...query.settings },
    }
    const outcome = await deps.engine.run(todo, answer, isRead ? gone.signal : undefined)
    await answer.end(outcome, false)
  } catch (error) {
    if (!gone.signal.aborted) answer.fail(error)
  }
}

const DEFAULTS = { stream: STREAM_DEFAULTS, whole: WHOLE_DEFAULTS, write: {} }

/**
 * The engine formats each block of a stream by itself, so only a format whose blocks may simply follow one another can
 * be streamed: one with a header, a footer or separators between rows cannot, nor can a result with totals.
 */
function readMode(statement: Plain, query: QueryRequest): Work['mode'] {
  if (statement.kind === 'write' || !statement.isSelect) return 'write'
  const isPlain = STREAMED.has(statement.format ?? query.defaultFormat) && !statement.hasTotals
  const isReshaped = RESHAPING.some((name) => name in query.settings)
  return isPlain && !isReshaped ? 'stream' : 'whole'
}

const RESHAPING = ['extremes', 'output_format_json_array_of_rows']
export const STREAMED = new Set([
  ...['JSONEachRow', 'JSONLines', 'NDJSON', 'JSONStringsEachRow', 'JSONCompactEachRow', 'JSONCompactStringsEachRow'],
  ...['TabSeparated', 'TSV', 'TabSeparatedRaw', 'TSVRaw', 'CSV', 'TSKV', 'Native', 'RowBinary', 'Null'],
])

function work(query: QueryRequest, kind: Work['kind'], mode: Work['mode'], sql: string): Work {
  return { kind, mode, prepare: query.prepare, settings: query.settings, sql, format: query.defaultFormat }
}
