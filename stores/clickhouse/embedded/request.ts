import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../platform/errors.ts'
import { quoteName, quoteText } from '../quote.ts'

/** The parts of a query request. */
export type QueryRequest = {
  readonly queryId: string
  /** The `query` parameter; undefined when the statement is in the body. */
  readonly query: string | undefined
  /** Statements that bind database and parameters. */
  readonly prepare: readonly string[]
  readonly settings: Readonly<Record<string, string>>
  readonly defaultFormat: string
  readonly isBuffered: boolean
  readonly isGzipWanted: boolean
  /**
   * True when the request names a session, which some clients do by default. Here each statement has a session of its
   * own.
   */
  readonly isInSession: boolean
}

/** Parameters of the protocol itself; every other name is a setting of the engine. */
const NOT_SETTINGS = new Set(['query', 'query_id', 'database', 'default_format', 'wait_end_of_query'])
/** Parameters for a login or for tuning a server's own HTTP layer; without effect here. */
const IGNORED = new Set(['user', 'password', 'buffer_size', 'http_write_exception_in_output_format'])
/** Ignored for a statement that neither leaves anything in its session nor needs anything from an earlier one. */
const SESSION = new Set(['session_id', 'session_timeout'])
const REFUSED = new Set(['session_check', 'role', 'quota_key', 'compress', 'decompress'])
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

/** Throws `bad_request` for every parameter that the embedded engine does not support; none is silently ignored. */
export function parseQueryRequest(request: IncomingMessage, url: URL): QueryRequest {
  const found = url.searchParams
  const settings: Record<string, string> = {}
  const prepare: string[] = []
  const database = found.get('database') ?? request.headers['x-clickhouse-database']
  if (database && database !== 'default') prepare.push(`USE ${quoteName(String(database))}`)
  for (const [name, value] of found) {
    if (!NAME.test(name)) throw new AppError('bad_request', `parameter ${JSON.stringify(name)} has no valid name`)
    if (REFUSED.has(name)) throw new AppError('bad_request', `the embedded engine does not support ${name}`)
    if (name.startsWith('param_')) prepare.push(`SET ${name} = ${quoteText(value)}`)
    else if (![NOT_SETTINGS, IGNORED, SESSION].some((names) => names.has(name))) settings[name] = value
  }
  const { enable_http_compression: compression, ...engineSettings } = settings
  const isGzipAccepted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  return {
    queryId: found.get('query_id') || randomUUID(),
    query: found.get('query') || undefined,
    prepare,
    settings: engineSettings,
    defaultFormat: found.get('default_format') ?? String(request.headers['x-clickhouse-format'] ?? 'TabSeparated'),
    isBuffered: found.get('wait_end_of_query') === '1',
    isGzipWanted: compression === '1' && isGzipAccepted,
    isInSession: found.has('session_id'),
  }
}
