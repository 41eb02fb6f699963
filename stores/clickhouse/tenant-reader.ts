import type { Readable } from 'node:stream'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { functionGate } from './allowed-functions.ts'
import { answerStream, TAG_HEADER } from './answer-stream.ts'
import { type ArchivedEvents, overArchive } from './archived-events.ts'
import { CheckedStatements, checkedStatements } from './checked-statements.ts'
import { callEngine, retryOnReset, streamFromEngine } from './engine-calls.ts'
import { showAsSelect, withCutLists } from './tenant-catalogue.ts'
import { guardedDatabase, TENANT_SETTING } from './tenant-policies.ts'
import { checkNames, checkTenantTree } from './tenant-sql.ts'
import { TENANT_TABLES } from './tenant-tables.ts'

export type Reader = {
  /** True when statements over `events` also read archive files, whose rows have `is_archived` = 1. */
  readonly hasArchive?: boolean
  /** Rows as objects. The SQL names no format. An aborted signal ends the query in the engine. */
  query<T>(sql: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<T[]>
  /**
   * Returns the bytes of any output format. An error after the first byte ends the stream with that error. Destroying the
   * stream, or aborting the signal, cancels the query in the engine.
   */
  stream(sql: string, format: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<Readable>
}

export type ReadLimits = {
  readonly timeoutSeconds?: number
  readonly memoryMb?: number
  /** A result with more rows is an error, never a truncated result, unless `mayEndAtMax` is set. */
  readonly rowsMax?: number
  /**
   * Cuts the result at `rowsMax` rows without an error: a caller asks for one row more than it shows, to know whether
   * there are more.
   */
  readonly mayEndAtMax?: boolean
  /**
   * Size of a result inside the engine before formatting, in bytes; a larger result refuses the statement. Without it a
   * streamed result has no such limit, because its reader holds only a part of it at a time.
   */
  readonly resultBytesMax?: number
  /** Hidden columns: a statement that names one of them, or all columns of a table, is refused. */
  readonly closedColumns?: readonly string[]
  /** Archive files of the tenant whose events are added to those of `events`. */
  readonly archive?: ArchivedEvents
  /** Rows per block of the engine, which runs at most three blocks ahead of its reader. */
  readonly blockRows?: number
  /** Rewrites the statement, as the engine formatted it, to one of the same meaning; the result is what is checked and runs. */
  readonly rewrite?: (statement: string) => string
}

/**
 * The engine ends a statement at its time limit; the client waits this much longer.
 * @bound a statement beyond its time limit -> 503 with Retry-After, and `/usage` says what it cannot measure
 */
const GRACE_MS = 5_000
/**
 * @bound rows and memory of a tenant's query of the lake, unless its caller asks for others = {} and {MEMORY_MB} -> an
 * error, never a partial result
 */
const ROWS_MAX = 100_000
const MEMORY_MB = 1_000
/**
 * @bound time of a tenant's query of the lake -> an error, never a partial result
 */
const TIMEOUT_SECONDS = 60
const waitMs = ({ timeoutSeconds = TIMEOUT_SECONDS }: ReadLimits) => timeoutSeconds * 1000 + GRACE_MS

/**
 * Reads of one tenant: the engine shows each table as if it held only the tenant's rows, and a query that names
 * anything else is refused. An engine that is down or hangs gives `unavailable` within seconds.
 */
export function tenantReader(client: ClickHouseClient, tenant: TenantId, limits: ReadLimits = {}): Reader {
  const { closedColumns = [] } = limits
  // A rewriter also notes what it would advise about its statement, so that its result is of one reader.
  const checked = limits.rewrite ? new CheckedStatements() : checkedStatements(client)
  const prepare: Prepare = async (sql, params, signal) => {
    const database = await guardedDatabase(client)
    const check = () => checkedSql(client, database, { sql, params, signal }, limits)
    const query = await checked.of({ sql, database, closedColumns }, check)
    const settings = { ...limitSettings(limits), ...ONLY_ITS_ROWS, [TENANT_SETTING]: tenant }
    const both = limits.archive ? await overArchive(client, database, query, limits.archive) : null
    // The engine refuses `file()` in read-only mode 1. Mode 2 would allow settings, but the checked statement contains
    // none.
    if (both === null) return { query, settings }
    const without = limits.archive?.isWithoutPrewhere ? { optimize_move_to_prewhere: 0 as const } : {}
    return { query: both, settings: { ...settings, readonly: '2', ...without } }
  }
  return { ...readerOf(client, prepare, limits), hasArchive: (limits.archive?.files.length ?? 0) > 0 }
}

/** Reads of the operator over all tenants, read-only. */
export function operatorReader(client: ClickHouseClient, limits: ReadLimits = {}): Reader {
  return readerOf(client, async (query) => ({ query, settings: limitSettings(limits) }), limits)
}

type Prepare = (
  sql: string,
  params: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<{ query: string; settings: ClickHouseSettings }>

function readerOf(client: ClickHouseClient, prepare: Prepare, limits: ReadLimits): Reader {
  const timeoutMs = waitMs(limits)
  const { resultBytesMax: streamedBytesMax = 0 } = limits
  return {
    query<T>(sql: string, params: Record<string, unknown> = {}, signal?: AbortSignal) {
      return callEngine(client, { timeoutMs, signal }, async (abort_signal) => {
        const { query, settings } = await retryOnReset(abort_signal, () => prepare(sql, params, abort_signal))
        abort_signal.throwIfAborted()
        const request = { query, abort_signal, query_params: params, clickhouse_settings: settings }
        const answer = await retryOnReset(abort_signal, () => client.query({ ...request, format: 'JSONEachRow' }))
        // The client forgets the signal once an answer has begun.
        abort_signal.addEventListener('abort', () => answer.close(), { once: true })
        return answer.json<T>()
      })
    },
    async stream(sql, format, params = {}, signal) {
      if (!/^[A-Za-z0-9]{1,64}$/.test(format)) throw new AppError('bad_request', 'not the name of a format')
      return streamFromEngine(client, { timeoutMs, signal }, async (abort_signal) => {
        const { query, settings } = await retryOnReset(abort_signal, () => prepare(sql, params, abort_signal))
        abort_signal.throwIfAborted()
        const clickhouse_settings = { ...settings, max_result_bytes: `${streamedBytesMax}` }
        const request = { abort_signal, query_params: params, clickhouse_settings }
        const { stream, response_headers } = await retryOnReset(abort_signal, () =>
          client.exec({ query: `${query}\nFORMAT ${format}`, ...request }),
        )
        return answerStream(stream, response_headers[TAG_HEADER]?.toString())
      })
    },
  }
}

type ReadRequest = { readonly sql: string; readonly params: Record<string, unknown>; readonly signal: AbortSignal }

/** Returns the statement as the engine's parser formatted it, so that the checked text is the text that runs. */
async function checkedSql(
  client: ClickHouseClient,
  database: string,
  { sql, params, signal }: ReadRequest,
  { closedColumns = [], rewrite = (same) => same }: ReadLimits,
) {
  const rowsOf = async <T>(query: string, query_params: Record<string, unknown>) =>
    (await client.query({ query, query_params, format: 'JSONEachRow', abort_signal: signal })).json<T>()
  const [formatted] = await rowsOf<{ sql: string }>(/* sql */ `SELECT formatQuery({sql:String}) AS sql`, { sql })
  if (!formatted) throw new AppError('unavailable', 'the engine answered nothing')
  const statement = rewrite(showAsSelect(formatted.sql))
  checkNames(statement)
  const [isAllowedFunction, tables] = await Promise.all([
    functionGate(client),
    rowsOf<{ name: string }>(/* sql */ `SELECT name FROM system.tables WHERE database = {database:String}`, {
      database,
    }),
  ])
  const explain = await client.exec({
    query: `EXPLAIN AST ${statement}\nFORMAT TabSeparatedRaw`,
    query_params: params,
    abort_signal: signal,
  })
  const parts: Buffer[] = []
  for await (const part of explain.stream) parts.push(part as Buffer)
  const existing = new Set(tables.map(({ name }) => name))
  const scope = { database, tables: TENANT_TABLES, existing, isAllowedFunction, closedColumns }
  const { lists, isOfNoTable } = checkTenantTree(Buffer.concat(parts).toString(), scope)
  const query = withCutLists(statement, lists)
  if (query === undefined) throw new AppError('forbidden', 'a list of the engine is not allowed here')
  // The engine applies the result limits only to a SELECT that reads from a source.
  return isOfNoTable ? `SELECT * FROM (${query})` : query
}

/** Turns off everything that would reveal rows beside the tenant's own (decision 40). */
const ONLY_ITS_ROWS: ClickHouseSettings = {
  // Pruning evaluates conditions on the partition key, which all tenants share: a condition that fails there reveals a
  // day.
  use_partition_pruning: 0,
  // The statistics count whole granules, which include rows of other tenants.
  output_format_write_statistics: 0,
}

/** Largest number of array elements that one function call may generate. */
const ELEMENTS_MAX = 5_000_000

function limitSettings({
  timeoutSeconds = TIMEOUT_SECONDS,
  memoryMb = MEMORY_MB,
  rowsMax = ROWS_MAX,
  mayEndAtMax = false,
  resultBytesMax = 256_000_000,
  blockRows,
}: ReadLimits): ClickHouseSettings {
  return {
    readonly: '1',
    max_execution_time: timeoutSeconds,
    timeout_overflow_mode: 'throw',
    max_memory_usage: `${memoryMb * 1_000_000}`,
    ...(mayEndAtMax ? { limit: `${rowsMax}` } : { max_result_rows: `${rowsMax}` }),
    max_result_bytes: `${resultBytesMax}`,
    result_overflow_mode: 'throw',
    function_range_max_elements_in_block: `${ELEMENTS_MAX}`,
    ...(blockRows === undefined ? {} : { max_block_size: `${blockRows}` }),
    allow_introspection_functions: 0,
    // A server continues a query after its client has disconnected unless this is set; the embedded engine stops in any
    // case.
    cancel_http_readonly_queries_on_client_close: 1,
  }
}
