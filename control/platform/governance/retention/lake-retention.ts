/**
 * Removes a tenant's old rows from the lake when the engine's own retention is off for it, because of a hold or a
 * retention period of its own. Rows that contain the subject of a hold stay.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import type { TenantId } from '../../../../platform/tenant.ts'
import { type HeldTable, retentionDays } from '../../../../stores/clickhouse/retention.ts'
import type { HeldSubjects } from './held-subjects.ts'

export type LakeRetention = {
  /** Days that the installation keeps rows, by table. */
  days(): Promise<Readonly<Record<HeldTable, number>>>
  /** Counts rows of before, and removes those that no hold keeps. */
  expire(
    tenant: TenantId,
    table: HeldTable,
    before: Date,
    held: Pick<HeldSubjects, 'pattern' | 'addresses'>,
  ): Promise<{ readonly removed: number; readonly kept: number }>
}

const IN = (column: string) => `match(toValidUTF8(toString(${column})), {pattern:String})`
const ADDRESS = (column: string) => `has(arrayMap(a -> toIPv6OrDefault(a), {addresses:Array(String)}), ${column})`
const HEX = `has(arrayMap(a -> lower(hex(toIPv6OrDefault(a))), {addresses:Array(String)}), value)`

/** Tables with their time of retention, and the places of a row where a held value may stand. */
const TABLES = {
  events: {
    time: 'ingest_time',
    held: [
      ...['raw', 'message', 'user', 'target_user', 'host', 'ocsf_rest', 'cmd_line', 'file_path', 'url'].map(IN),
      ...[ADDRESS('src_ip'), ADDRESS('dst_ip')],
      'arrayExists(ip -> has(arrayMap(a -> toIPv6OrDefault(a), {addresses:Array(String)}), ip), other_ips)',
    ],
  },
  signals: {
    time: 'ingest_time',
    held: [IN('user'), IN('host'), IN("arrayStringConcat(`matched.value`, ' ')"), ADDRESS('src_ip')],
  },
  dead_letters: { time: 'received_at', held: [IN('raw'), IN('detail')] },
  anomalies: { time: 'ingest_time', held: [IN('entity'), IN("arrayStringConcat(items, ' ')")] },
  observables: { time: 'day', held: [IN('value'), HEX] },
} as const satisfies Record<HeldTable, { readonly time: string; readonly held: readonly string[] }>

const SETTINGS = { max_execution_time: 1_800, lightweight_deletes_sync: '2' } as const

export function lakeRetention(client: ClickHouseClient): LakeRetention {
  const params = (
    tenant: TenantId,
    before: Date,
    { pattern, addresses }: Pick<HeldSubjects, 'pattern' | 'addresses'>,
  ) => ({
    ...{ tenant, pattern, addresses },
    before: Math.floor(before.getTime() / 1000),
  })
  return {
    days: () => retentionDays(client),
    async expire(tenant, table, before, held) {
      const { time, held: named } = TABLES[table]
      const old = `tenant_id = {tenant:String} AND toDateTime(${time}, 'UTC') < fromUnixTimestamp({before:Int64})`
      const stays = held.pattern === '' ? 'false' : `(${named.join(' OR ')})`
      const query_params = params(tenant, before, held)
      const count = `SELECT toUInt32(count()) AS rows, toUInt32(countIf(${stays})) AS kept FROM ${table} WHERE ${old}`
      const answer = await client.query({ query: count, query_params, format: 'JSONEachRow' })
      const [found] = await answer.json<{ rows: number; kept: number }>()
      const [rows, kept] = [found?.rows ?? 0, found?.kept ?? 0]
      if (rows === kept) return { removed: 0, kept }
      const query = `DELETE FROM ${table} WHERE ${old} AND NOT ${stays}`
      await client.command({ query, query_params, clickhouse_settings: SETTINGS })
      // The rows are invisible from here on, and leave the disk as parts are merged, which this requests.
      await client.command({
        query: `ALTER TABLE ${table} APPLY DELETED MASK`,
        clickhouse_settings: { mutations_sync: '0' },
      })
      return { removed: rows - kept, kept }
    },
  }
}
