/** Finds and deletes a subject's rows in the lake: rows that name it are deleted whole. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { TenantId } from '../../../../platform/tenant.ts'
import type { Reader } from '../../../../stores/clickhouse/tenant-reader.ts'
import type { Subject } from './subject-deletion.ts'
import { patternsOf } from './subject-patterns.ts'

export type LakeSubject = {
  /** Rows that name the subject, by table. */
  count(tenant: TenantId, subject: Subject): Promise<Readonly<Record<string, number>>>
  /** Deletes them, but those that name one of `held` as well. */
  erase(tenant: TenantId, subject: Subject, held: readonly string[]): Promise<void>
}

const OF_EVENT = {
  user: '(lowerUTF8(user) = {value:String} OR lowerUTF8(target_user) = {value:String})',
  host: 'lowerUTF8(host) = {value:String}',
  ip: `(src_ip = toIPv6OrDefault({value:String}) OR dst_ip = toIPv6OrDefault({value:String})
    OR has(other_ips, toIPv6OrDefault({value:String})))`,
}
const OF_SIGNAL = {
  user: 'lowerUTF8(user) = {value:String}',
  host: 'lowerUTF8(host) = {value:String}',
  ip: 'src_ip = toIPv6OrDefault({value:String})',
}
const OF_ENTITY = 'entity_type = {kind:String} AND lowerUTF8(entity) = {value:String}'
const OF_OBSERVABLE = `(value = {value:String} OR kind = 'ip' AND value = lower(hex(toIPv6OrDefault({value:String}))))`
const FREE = (text: string) => `({held:String} = '' OR NOT match(${text}, {held:String}))`

type Statements = readonly (readonly [table: string, condition: string, statement: string])[]

function statementsOf({ kind }: Subject): Statements {
  const mine = 'tenant_id = {tenant:String}'
  const events = `${mine} AND (${OF_EVENT[kind]} OR match(raw, {pattern:String})) AND ${FREE('raw')}`
  const values = "arrayStringConcat(`matched.value`, ' ')"
  const signals = `${mine} AND (${OF_SIGNAL[kind]} OR match(${values}, {pattern:String})) AND ${FREE(values)}`
  const letters = `${mine} AND (match(raw, {pattern:String}) OR match(detail, {pattern:String})) AND ${FREE('raw')}`
  const entities = `${mine} AND ${OF_ENTITY}`
  const observables = `${mine} AND ${OF_OBSERVABLE}`
  return [
    ['events', events, `DELETE FROM events WHERE ${events}`],
    ['signals', signals, `DELETE FROM signals WHERE ${signals}`],
    ['dead_letters', letters, `DELETE FROM dead_letters WHERE ${letters}`],
    ['anomalies', entities, `DELETE FROM anomalies WHERE ${entities}`],
    ['baselines', entities, `DELETE FROM baselines WHERE ${entities}`],
    ['observables', observables, `DELETE FROM observables WHERE ${observables}`],
  ]
}

const paramsOf = (tenant: TenantId, subject: Subject, held: readonly string[]) => ({
  tenant,
  kind: subject.kind,
  value: subject.value.toLowerCase(),
  pattern: patternsOf(subject).inEvents,
  held: held.map((value) => patternsOf({ value }).inEvents).join('|'),
})

/** Rows that name the subject and none of `held`, by table, as the tenant reads them. */
export async function namedInLake(reader: Reader, tenant: TenantId, subject: Subject, held: readonly string[]) {
  const counts: Record<string, number> = {}
  for (const [table, condition] of statementsOf(subject)) {
    const sql = `SELECT toUInt32(count()) AS n FROM ${table} WHERE ${condition}`
    const [row] = await reader.query<{ n: number }>(sql, paramsOf(tenant, subject, held))
    counts[table] = row?.n ?? 0
  }
  return counts
}

export function lakeSubject(client: ClickHouseClient): LakeSubject {
  const SETTINGS = { max_execution_time: 1_800, lightweight_deletes_sync: '2' } as const
  return {
    async count(tenant, subject) {
      const counts: Record<string, number> = {}
      for (const [table, condition] of statementsOf(subject)) {
        const query = `SELECT toUInt32(count()) AS n FROM ${table} WHERE ${condition}`
        const answer = await client.query({ query, query_params: paramsOf(tenant, subject, []), format: 'JSONEachRow' })
        const [row] = await answer.json<{ n: number }>()
        counts[table] = row?.n ?? 0
      }
      return counts
    },
    async erase(tenant, subject, held) {
      for (const [table, , query] of statementsOf(subject)) {
        const query_params = paramsOf(tenant, subject, held)
        await client.command({ query, query_params, clickhouse_settings: SETTINGS })
        // The rows are invisible from here on, and leave the disk as parts are merged, which this requests.
        await client.command({
          query: `ALTER TABLE ${table} APPLY DELETED MASK`,
          clickhouse_settings: { mutations_sync: '0' },
        })
      }
    },
  }
}
