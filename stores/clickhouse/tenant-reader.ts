import type { Readable } from 'node:stream'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { functionGate } from './allowed-functions.ts'
import { type ArchivedEvents, overArchive } from './archived-events.ts'
import { askedAgain, callEngine, streamFromEngine } from './engine-calls.ts'
import { showAsSelect, withCutLists } from './tenant-catalogue.ts'
import { guardedDatabase, TENANT_SETTING } from './tenant-policies.ts'
import { checkNames, checkTenantTree } from './tenant-sql.ts'
import { TENANT_TABLES } from './tenant-tables.ts'

export type Reader = {
  /** Statements over `events` read files of the archive too, whose rows have 1 in `is_archived`. */
  readonly hasArchive?: boolean
  /** Rows as objects. The SQL names no format. An aborted signal ends the query in the engine. */
  query<T>(sql: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<T[]>
  /**
   * The bytes of any output format. An error after the first byte breaks the stream. A stream that is destroyed, and an
   * aborted signal, end the query in the engine.
   */
  stream(sql: string, format: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<Readable>
}

export type ReadLimits = {
  readonly timeoutSeconds?: number
  readonly memoryMb?: number
  /** A result with more rows is an error, never a part of it, unless it is asked to be. */
  readonly rowsMax?: number
  /** The result ends at `rowsMax` rows: a caller asks for one row more than it wants, to see that there are more. */
  readonly mayEndAtMax?: boolean
  /** Bytes that the engine makes of a result before it writes them as text; past it the statement is refused. */
  readonly resultBytesMax?: number
  /** A statement that names one of these, or all columns of a table, is refused. */
  readonly closedColumns?: readonly string[]
  /** Files of the tenant's archive whose events are among those of `events`, for a statement that reads these. */
  readonly archive?: ArchivedEvents
  /** Rows that the engine works on at a time: it is as far ahead of its reader as three times these. */
  readonly blockRows?: number
}

/** A statement ends in the engine after its time; the client waits this much longer and no more. */
const GRACE_MS = 5_000
const TIMEOUT_SECONDS = 60
const waitMs = ({ timeoutSeconds = TIMEOUT_SECONDS }: ReadLimits) => timeoutSeconds * 1000 + GRACE_MS

/**
 * Reads of one tenant: the engine shows each table as if it had the tenant's rows alone, and the query is refused when it
 * names anything else. An engine that is gone or hangs is `unavailable`, within seconds.
 */
export function tenantReader(client: ClickHouseClient, tenant: TenantId, limits: ReadLimits = {}): Reader {
  // A question is often asked in steps that differ in their parameters alone: no check looks at those.
  let last: { readonly sql: string; readonly query: string } | null = null
  const prepare: Prepare = async (sql, params, signal) => {
    const database = await guardedDatabase(client)
    const query =
      sql === last?.sql
        ? last.query
        : await checkedSql(client, database, { sql, params, signal }, limits.closedColumns ?? [])
    last = { sql, query }
    const settings = { ...limitSettings(limits), ...ONLY_ITS_ROWS, [TENANT_SETTING]: tenant }
    const both = limits.archive ? await overArchive(client, database, query, limits.archive) : null
    // The engine takes a file for something to be changed, unless settings may be: the statement has none, and was checked.
    return both === null ? { query, settings } : { query: both, settings: { ...settings, readonly: '2' } }
  }
  return { ...readerOf(client, prepare, waitMs(limits)), hasArchive: (limits.archive?.files.length ?? 0) > 0 }
}

/** Reads of the operator over every tenant, read-only. */
export function operatorReader(client: ClickHouseClient, limits: ReadLimits = {}): Reader {
  return readerOf(client, async (query) => ({ query, settings: limitSettings(limits) }), waitMs(limits))
}

type Prepare = (
  sql: string,
  params: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<{ query: string; settings: ClickHouseSettings }>

function readerOf(client: ClickHouseClient, prepare: Prepare, timeoutMs: number): Reader {
  return {
    query<T>(sql: string, params: Record<string, unknown> = {}, signal?: AbortSignal) {
      return callEngine(client, { timeoutMs, signal }, async (abort_signal) => {
        const { query, settings } = await askedAgain(abort_signal, () => prepare(sql, params, abort_signal))
        abort_signal.throwIfAborted()
        const request = { query, abort_signal, query_params: params, clickhouse_settings: settings }
        const answer = await askedAgain(abort_signal, () => client.query({ ...request, format: 'JSONEachRow' }))
        // The client forgets the signal once an answer has begun.
        abort_signal.addEventListener('abort', () => answer.close(), { once: true })
        return answer.json<T>()
      })
    },
    async stream(sql, format, params = {}, signal) {
      if (!/^[A-Za-z0-9]{1,64}$/.test(format)) throw new AppError('bad_request', 'not the name of a format')
      return streamFromEngine(client, { timeoutMs, signal }, async (abort_signal) => {
        const { query, settings } = await askedAgain(abort_signal, () => prepare(sql, params, abort_signal))
        abort_signal.throwIfAborted()
        const request = { abort_signal, query_params: params, clickhouse_settings: settings }
        const { stream } = await askedAgain(abort_signal, () =>
          client.exec({ query: `${query}\nFORMAT ${format}`, ...request }),
        )
        return stream
      })
    },
  }
}

type Asked = { readonly sql: string; readonly params: Record<string, unknown>; readonly signal: AbortSignal }

/** One statement as the engine's parser understood it: what is run is what was checked. */
async function checkedSql(
  client: ClickHouseClient,
  database: string,
  { sql, params, signal }: Asked,
  closedColumns: readonly string[],
) {
  const rowsOf = async <T>(query: string, query_params: Record<string, unknown>) =>
    (await client.query({ query, query_params, format: 'JSONEachRow', abort_signal: signal })).json<T>()
  const [formatted] = await rowsOf<{ sql: string }>(/* sql */ `SELECT formatQuery({sql:String}) AS sql`, { sql })
  if (!formatted) throw new AppError('unavailable', 'the engine answered nothing')
  const statement = showAsSelect(formatted.sql)
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
  // The engine holds a result to its bounds only where it reads from something.
  return isOfNoTable ? `SELECT * FROM (${query})` : query
}

/** Turns off everything that would tell of rows beside the tenant's own (decision 40). */
const ONLY_ITS_ROWS: ClickHouseSettings = {
  // Conditions are tried on the values of the partition key, which all tenants share: one that fails there tells of a day.
  use_partition_pruning: 0,
  // How many rows were read: whole granules, others' rows among them.
  output_format_write_statistics: 0,
}

/** Elements of arrays that one call may make out of nothing. */
const ELEMENTS_MAX = 5_000_000

function limitSettings({
  timeoutSeconds = TIMEOUT_SECONDS,
  memoryMb = 1000,
  rowsMax = 100_000,
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
    // A server goes on for a client that has gone unless it is told; the embedded engine stops in any case.
    cancel_http_readonly_queries_on_client_close: 1,
  }
}
