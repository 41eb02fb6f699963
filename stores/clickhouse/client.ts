import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { quoteName } from './quote.ts'

export type ClickhouseOptions = {
  /** With credentials, and the database as its path when it is not `default`. */
  readonly url: string
  /** Connections at the same time; further requests wait in the client. */
  readonly connectionsMax?: number
  /** Of one request, its answer included. */
  readonly timeoutMs?: number
  /** Local or in one data centre the time for compression costs more than the bytes. */
  readonly compress?: boolean
}

/** The one client of ClickHouse, embedded or server. */
export function openClickhouse({
  url,
  connectionsMax = 16,
  timeoutMs = 120_000,
  compress = false,
}: ClickhouseOptions): ClickHouseClient {
  return createClient({
    url,
    application: 'svc',
    max_open_connections: connectionsMax,
    request_timeout: timeoutMs,
    compression: { request: compress, response: compress },
    // Every error is thrown to the caller, which knows whether it matters.
    log: { level: ClickHouseLogLevel.OFF },
    keep_alive: { enabled: true, idle_socket_ttl: 2_500 },
  })
}

export type NativeInsert = {
  readonly table: string
  /** Repeating an insert with the same token and table within the table's window changes nothing. */
  readonly token: string
  /** One or more blocks of the Native format, one after another. */
  readonly body: Readable | readonly Uint8Array[]
  readonly settings?: ClickHouseSettings
}

/**
 * One block, and so one part a partition and one token, whatever pieces the body comes in: the engine joins blocks up
 * to these sizes before it writes. More rows than this in one insert make several blocks, each with its own token
 * derived by the engine; a repeat of the same body is dropped all the same.
 */
const ONE_BLOCK: ClickHouseSettings = {
  max_insert_block_size: '1000000',
  min_insert_block_size_rows: '1000000',
  min_insert_block_size_bytes: '1000000000',
}

/** Resolves when the rows are stored; synchronous on the server's side. */
export async function insertNative(
  client: ClickHouseClient,
  { table, token, body, settings }: NativeInsert,
): Promise<void> {
  const values = Array.isArray(body) ? Readable.from(body, { objectMode: false }) : (body as Readable)
  const { stream } = await client.exec({
    query: `INSERT INTO ${quoteName(table)} FORMAT Native`,
    values,
    clickhouse_settings: { ...ONE_BLOCK, ...settings, insert_deduplication_token: token, async_insert: 0 },
  })
  await finished(stream.resume())
}
