/** Events of one tenant as they leave the lake for the archive, and come back. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { assert } from '../../../platform/assert.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { quoteName } from '../../../stores/clickhouse/quote.ts'
import { ARCHIVE_COLUMNS } from '../../../stores/iceberg/columns.ts'
import { LAKE_CHECKSUM, LAKE_RESTORED_CHECKSUM, lineName } from '../../../stores/iceberg/parquet.ts'

/** `day` is the day of the events in UTC, such as 2026-01-31. */
export type Listed = { readonly tenant: TenantId; readonly day: string; readonly moveId: string }

export type LakeRows = {
  /** Days with events before a time, oldest first. */
  days(tenant: TenantId, beforeMs: number): Promise<string[]>
  /**
   * Stores which rows a move covers, except rows already covered by the moves in `except`. Resolves with their number.
   */
  list(listed: Listed, beforeMs: number, except: readonly string[], rowsMax: number): Promise<number>
  checksum(listed: Listed): Promise<string>
  /** JSON lines of the archive's columns. */
  lines(listed: Listed): Promise<Readable>
  /** Rows of several moves of one tenant, in one statement. */
  drop(listed: readonly Listed[]): Promise<void>
  count(listed: readonly Listed[]): Promise<number>
  /** Starts to give the room of dropped rows back. */
  freeDisk(): Promise<void>
  /** Makes an empty table for rows that come back, and takes one away that a run has left. */
  makeStage(stage: string): Promise<void>
  /** Puts a file of JSON lines into it. */
  fillStage(stage: string, file: string): Promise<void>
  stageChecksum(stage: string): Promise<string>
  /** Rows of the stage become events, at once for each day of receipt; those that are events already do not. */
  attachStage(stage: string, of: Pick<Listed, 'tenant' | 'day'>): Promise<void>
  dropStage(stage: string): Promise<void>
  /** Forgets which rows these moves were about. */
  forget(tenant: TenantId, moveIds: readonly string[]): Promise<void>
}

/** A day may take up to half an hour; other queries keep their share of the engine. */
const SETTINGS: ClickHouseSettings = {
  max_execution_time: 1800,
  max_memory_usage: '1500000000',
  max_result_rows: '0',
  output_format_json_quote_64bit_integers: 0,
  output_format_json_escape_forward_slashes: 0,
}

const DAY = `time >= toDateTime64({day:String}, 3, 'UTC') AND time < toDateTime64({day:String}, 3, 'UTC') + INTERVAL 1 DAY`
const OF_MOVE = `tenant_id = {tenant:String} AND ${DAY} AND (event_uid, ingest_time) IN (
  SELECT event_uid, ingest_time FROM archived_rows WHERE tenant_id = {tenant:String} AND move_id = {move:UUID})`

/** Like `OF_MOVE`, for several moves. */
const OF_MOVES = `tenant_id = {tenant:String} AND time >= toDateTime64({first:String}, 3, 'UTC')
  AND time < toDateTime64({last:String}, 3, 'UTC') + INTERVAL 1 DAY AND (event_uid, ingest_time) IN (
  SELECT event_uid, ingest_time FROM archived_rows WHERE tenant_id = {tenant:String} AND move_id IN {moves:Array(UUID)})`

function paramsOfMoves(listed: readonly Listed[]): Record<string, unknown> {
  const days = listed.map(({ day }) => day).sort()
  return { tenant: listed[0]?.tenant, first: days[0], last: days.at(-1), moves: listed.map(({ moveId }) => moveId) }
}

export function lakeRows(client: ClickHouseClient): LakeRows {
  const rows = async <T>(query: string, query_params: Record<string, unknown>) =>
    (await client.query({ query, query_params, format: 'JSONEachRow', clickhouse_settings: SETTINGS })).json<T>()
  const command = async (query: string, query_params: Record<string, unknown>, settings: ClickHouseSettings = {}) => {
    await client.command({ query, query_params, clickhouse_settings: { ...SETTINGS, ...settings } })
  }
  const paramsOf = ({ tenant, day, moveId }: Listed) => ({ tenant, day, move: moveId })
  return {
    async days(tenant, beforeMs) {
      const query = /* sql */ `
        SELECT toString(toDate(time)) AS day FROM events
        WHERE tenant_id = {tenant:String} AND time < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
        GROUP BY day ORDER BY day`
      return (await rows<{ day: string }>(query, { tenant, before: beforeMs })).map(({ day }) => day)
    },
    async list(listed, beforeMs, except, rowsMax) {
      const query = /* sql */ `
        INSERT INTO archived_rows (tenant_id, move_id, source, event_uid, ingest_time)
        SELECT tenant_id, {move:UUID}, source, event_uid, ingest_time FROM events
        WHERE tenant_id = {tenant:String} AND ${DAY} AND time < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
          AND (event_uid, ingest_time) NOT IN (SELECT event_uid, ingest_time FROM archived_rows
            WHERE tenant_id = {tenant:String} AND move_id IN {except:Array(UUID)})
        ORDER BY time, event_uid LIMIT {rows:UInt32}`
      await command(query, { ...paramsOf(listed), before: beforeMs, except, rows: rowsMax })
      const counted = /* sql */ `
        SELECT toUInt32(count()) AS n FROM archived_rows WHERE tenant_id = {tenant:String} AND move_id = {move:UUID}`
      const [row] = await rows<{ n: number }>(counted, paramsOf(listed))
      return row?.n ?? 0
    },
    async checksum(listed) {
      const query = `SELECT ${LAKE_CHECKSUM} AS checksum FROM events WHERE ${OF_MOVE}`
      const [row] = await rows<{ checksum: string }>(query, paramsOf(listed))
      assert(row !== undefined, 'a sum has a row')
      return row.checksum
    },
    async lines(listed) {
      const columns = ARCHIVE_COLUMNS.map((column) => `${column.lakeSql} AS ${lineName(column)}`).join(', ')
      const { stream } = await client.exec({
        query: `SELECT ${columns} FROM events WHERE ${OF_MOVE} FORMAT JSONEachRow`,
        query_params: paramsOf(listed),
        clickhouse_settings: { ...SETTINGS, max_block_size: '8192' },
      })
      return stream
    },
    drop: (listed) =>
      command(`DELETE FROM events WHERE ${OF_MOVES}`, paramsOfMoves(listed), { lightweight_deletes_sync: '2' }),
    async count(listed) {
      const [row] = await rows<{ n: number }>(
        `SELECT toUInt32(count()) AS n FROM events WHERE ${OF_MOVES}`,
        paramsOfMoves(listed),
      )
      return row?.n ?? 0
    },
    freeDisk: () => command('ALTER TABLE events APPLY DELETED MASK', {}, { mutations_sync: '0' }),
    async makeStage(stage) {
      await command(`DROP TABLE IF EXISTS ${quoteName(stage)}`, {})
      await command(`CREATE TABLE ${quoteName(stage)} AS events`, {})
    },
    async fillStage(stage, file) {
      const columns = ARCHIVE_COLUMNS.flatMap(({ restores }) => restores ?? []).join(', ')
      const { stream } = await client.exec({
        query: `INSERT INTO ${quoteName(stage)} (${columns}) FORMAT JSONEachRow`,
        values: createReadStream(file),
        clickhouse_settings: SETTINGS,
      })
      await finished(stream.resume())
    },
    async stageChecksum(stage) {
      const query = `SELECT ${LAKE_RESTORED_CHECKSUM} AS checksum FROM ${quoteName(stage)}`
      const [row] = await rows<{ checksum: string }>(query, {})
      assert(row !== undefined, 'a sum has a row')
      return row.checksum
    },
    async attachStage(stage, { tenant, day }) {
      const present = `SELECT event_uid, ingest_time FROM events WHERE tenant_id = {tenant:String} AND ${DAY}`
      await command(
        `DELETE FROM ${quoteName(stage)} WHERE (event_uid, ingest_time) IN (${present})`,
        { tenant, day },
        { lightweight_deletes_sync: '2' },
      )
      const days = `SELECT DISTINCT toString(toDate(ingest_time)) AS day FROM ${quoteName(stage)}`
      for (const part of await rows<{ day: string }>(days, {}))
        await command(`ALTER TABLE events ATTACH PARTITION {day:String} FROM ${quoteName(stage)}`, {
          stage,
          day: part.day,
        })
    },
    dropStage: (stage) => command(`DROP TABLE IF EXISTS ${quoteName(stage)}`, {}),
    forget: (tenant, moveIds) =>
      command('DELETE FROM archived_rows WHERE tenant_id = {tenant:String} AND move_id IN {moves:Array(UUID)}', {
        tenant,
        moves: moveIds,
      }),
  }
}
