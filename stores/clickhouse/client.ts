import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { BODY_FILE_HEADER, leaveBody, reuseBody, takeBack } from './body-folder.ts'
import { keepPulse, PULSE_TIMES, Pulse, type PulseTimes } from './engine-calls.ts'
import { quoteName } from './quote.ts'

export type ClickhouseOptions = {
  /** With credentials, and the database as its path when it is not `default`. */
  readonly url: string
  /** Connections at the same time; further requests wait in the client. */
  readonly connectionsMax?: number
  /** Milliseconds without any traffic on a request's connection after which the request fails. */
  readonly timeoutMs?: number
  /** Default false: on one machine or in one data centre, compression costs more time than it saves in transfer. */
  readonly compress?: boolean
  /** When readers check that the engine is still alive; default `PULSE_TIMES`. */
  readonly pulse?: PulseTimes
}

/** The one client of ClickHouse, embedded or server. */
export function openClickhouse({
  url,
  connectionsMax = 16,
  timeoutMs = 120_000,
  compress = false,
  pulse = PULSE_TIMES,
}: ClickhouseOptions): ClickHouseClient {
  const client = createClient({
    url,
    application: 'svc',
    max_open_connections: connectionsMax,
    request_timeout: timeoutMs,
    compression: { request: compress, response: compress },
    // Every error is thrown to the caller, which knows whether it matters.
    log: { level: ClickHouseLogLevel.OFF },
    // Also closes sockets by wall clock: a process that computed for seconds has not run its timers, and the engine may
    // have hung up.
    keep_alive: { enabled: true, idle_socket_ttl: 2_500, eagerly_destroy_stale_sockets: true },
  })
  keepPulse(client, new Pulse(pingOf(url, pulse.answerMs), pulse))
  return client
}

/** Liveness check on a connection of its own, closed afterwards: every pooled connection may be waiting for a query. */
function pingOf(url: string, timeoutMs: number): () => Promise<boolean> {
  const client = createClient({
    url,
    application: 'svc',
    max_open_connections: 1,
    request_timeout: timeoutMs,
    log: { level: ClickHouseLogLevel.OFF },
    keep_alive: { enabled: false },
  })
  return async () => (await client.ping()).success
}

export type NativeInsert = {
  readonly table: string
  /**
   * Repeating an insert with the same token into the same table, within the table's deduplication window, changes
   * nothing.
   */
  readonly token: string
  /** One or more blocks of the Native format, one after another. */
  readonly body: Readable | readonly Uint8Array[]
  readonly settings?: ClickHouseSettings
  /** Folder for bodies of an embedded engine on this machine. */
  readonly folder?: string
}

/**
 * Makes one insert one block, hence one part per partition and one token, however the body was chunked: the engine
 * joins blocks up to these sizes before it writes. An insert with more rows becomes several blocks, for each of which
 * the engine derives a token; repeating the same body is still deduplicated.
 */
const INSERT: ClickHouseSettings = {
  max_insert_block_size: '1000000',
  min_insert_block_size_rows: '1000000',
  min_insert_block_size_bytes: '1000000000',
  // The first merge, seconds later, builds the skip indexes in any case. Until then queries scan the few rows of the
  // newest parts.
  materialize_skip_indexes_on_insert: 0,
}

/**
 * Resolves when the rows are stored. With `folder` (see `bodyFolder`) and a body of buffers, an embedded engine reads
 * the body from a file in memory instead of HTTP, which halves the cost of the insert. Without enough memory the body
 * goes over HTTP.
 */
export async function insertNative(client: ClickHouseClient, insert: NativeInsert): Promise<void> {
  const { body, folder } = insert
  if (!isParts(body)) return send(client, insert, body)
  const name = folder === undefined ? undefined : leaveBody(folder, body)
  if (folder === undefined || name === undefined)
    return send(client, insert, Readable.from(body, { objectMode: false }))
  try {
    await send(client, insert, Readable.from([], { objectMode: false }), { [BODY_FILE_HEADER]: name })
  } catch (error) {
    takeBack(folder, name)
    throw error
  }
  reuseBody(folder, name)
}

function isParts(body: NativeInsert['body']): body is readonly Uint8Array[] {
  return Array.isArray(body)
}

async function send(
  client: ClickHouseClient,
  insert: NativeInsert,
  values: Readable,
  headers: Record<string, string> = {},
) {
  const { stream } = await client.exec({
    query: `INSERT INTO ${quoteName(insert.table)} FORMAT Native`,
    values,
    http_headers: headers,
    clickhouse_settings: {
      ...INSERT,
      ...insert.settings,
      insert_deduplication_token: insert.token,
      async_insert: 0,
    },
  })
  await finished(stream.resume())
}
