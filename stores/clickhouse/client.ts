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
  /** Time that nothing may move on the connection of a request, before the request is given up. */
  readonly timeoutMs?: number
  /** Local or in one data centre the time for compression costs more than the bytes. */
  readonly compress?: boolean
  /** When readers look whether the engine still answers. */
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
    // By the clock too: a process that computed for seconds has not come to its timers, and the engine may have hung up.
    keep_alive: { enabled: true, idle_socket_ttl: 2_500, eagerly_destroy_stale_sockets: true },
  })
  keepPulse(client, new Pulse(pingOf(url, pulse.answerMs), pulse))
  return client
}

/** A sign of life on a connection of its own, which is closed after it: those of the client may all be waiting. */
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
  /** Repeating an insert with the same token and table within the table's window changes nothing. */
  readonly token: string
  /** One or more blocks of the Native format, one after another. */
  readonly body: Readable | readonly Uint8Array[]
  readonly settings?: ClickHouseSettings
  /** Folder for bodies of an embedded engine on this machine. */
  readonly folder?: string
}

/**
 * One block, and so one part a partition and one token, whatever pieces the body comes in: the engine joins blocks up
 * to these sizes before it writes. More rows than this in one insert make several blocks, each with its own token
 * derived by the engine; a repeat of the same body is dropped all the same.
 */
const INSERT: ClickHouseSettings = {
  max_insert_block_size: '1000000',
  min_insert_block_size_rows: '1000000',
  min_insert_block_size_bytes: '1000000000',
  // Skip indexes are built by the first merge, seconds later, which builds them in any case: until then the few rows of
  // the newest parts are read through.
  materialize_skip_indexes_on_insert: 0,
}

/**
 * Resolves when the rows are stored. With `folder` (see `bodyFolder`), and buffers as body, an embedded engine is handed
 * a file in memory instead of a body over HTTP, which halves the cost of the insert; without room it goes over HTTP.
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
