/**
 * Sets how long the lake keeps rows, and which tenants under legal hold are exempt. Both are stored in the tables' own
 * TTL.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { assert } from '../../platform/assert.ts'
import { AppError } from '../../platform/errors.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'

/** The shortest retention that the product promises, in days. */
const EVENTS_DAYS_MIN = 400
/**
 * Tables of evidence. A legal hold of a tenant applies to these and no others: counts and costs are no evidence.
 * @bound age of dead letters = {0001-lake.sql received_at) + INTERVAL} days -> whole days are deleted, but nothing of
 * tenants with a legal hold
 */
export const HELD_TABLES = ['events', 'dead_letters', 'signals', 'anomalies', 'observables'] as const
export type HeldTable = (typeof HELD_TABLES)[number]

/**
 * Sets the days for which events are kept after receipt. Data is dropped in whole days where no tenant is held. Raising
 * the value restores nothing. Holds stay in force.
 */
export async function setRetention(client: ClickHouseClient, { eventsDays }: { eventsDays: number }): Promise<void> {
  const isValid = Number.isSafeInteger(eventsDays) && eventsDays >= EVENTS_DAYS_MIN && eventsDays <= 3650
  if (!isValid) throw new AppError('bad_config', `events are kept ${EVENTS_DAYS_MIN} to 3650 days, not ${eventsDays}`)
  const { held } = await rulesOf(client, 'events')
  await modify(client, 'events', `toDateTime(ingest_time) + INTERVAL ${eventsDays} DAY`, held, false)
}

/**
 * Replaces the set of held tenants. No row of these tenants is dropped from now on, including later rows; every other
 * tenant is no longer held, and its expired rows go as parts are merged. Safe to repeat.
 */
export async function holdTenants(client: ClickHouseClient, tenants: readonly TenantId[]): Promise<void> {
  const wanted = [...new Set(tenants)].sort()
  for (const table of HELD_TABLES) {
    const { expression, held } = await rulesOf(client, table)
    if (held.join() === wanted.join()) continue
    const isAnyFree = held.some((tenant) => !wanted.includes(tenant))
    await modify(client, table, expression, wanted, isAnyFree)
  }
}

/** Tenants that every one of these tables holds. */
export async function heldTenants(client: ClickHouseClient): Promise<TenantId[]> {
  const [first = [], ...rest] = await Promise.all(HELD_TABLES.map(async (table) => (await rulesOf(client, table)).held))
  return first.filter((tenant) => rest.every((held) => held.includes(tenant)))
}

/** Days for which the engine keeps rows of tenants without a hold, by table. */
export async function retentionDays(client: ClickHouseClient): Promise<Readonly<Record<HeldTable, number>>> {
  const daysOf = async (table: HeldTable) => {
    const { expression } = await rulesOf(client, table)
    const [, days] = /toIntervalDay\((\d+)\)/.exec(expression) ?? []
    assert(days !== undefined, `the retention of ${table} is in days`)
    return [table, Number(days)] as const
  }
  return Object.fromEntries(await Promise.all(HELD_TABLES.map(daysOf))) as Record<HeldTable, number>
}

type Rules = { readonly expression: string; readonly held: readonly TenantId[] }

/**
 * The TTL as the engine prints it: `TTL toDateTime(ingest_time) + toIntervalDay(400) WHERE tenant_id NOT IN ('acme',
 * 'bolt')`.
 */
const WRITTEN = /\sTTL (.+?)(?:(?: DELETE)? WHERE tenant_id NOT IN \(([^()]*)\))?(?:\s+SETTINGS\s|$)/s

async function rulesOf(client: ClickHouseClient, table: string): Promise<Rules> {
  const query = `SELECT create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name = {table:String}`
  const result = await client.query({ query, query_params: { table }, format: 'JSONEachRow' })
  const [found] = await result.json<{ sql: string }>()
  const [, expression = '', held = ''] = WRITTEN.exec(found?.sql ?? '') ?? []
  assert(expression !== '' && !expression.includes('WHERE'), `the retention of ${table} is one that this build writes`)
  return { expression, held: [...held.matchAll(/'([^']*)'/g)].map(([, id]) => tenantId(id ?? '')).sort() }
}

/** A tenant's id cannot contain quotes: `tenantId` validates it. */
async function modify(
  client: ClickHouseClient,
  table: string,
  expression: string,
  held: readonly TenantId[],
  isApplied: boolean,
): Promise<void> {
  const kept = held.length === 0 ? '' : ` DELETE WHERE tenant_id NOT IN (${held.map((id) => `'${id}'`).join(', ')})`
  await client.command({
    query: `ALTER TABLE ${table} MODIFY TTL ${expression}${kept}`,
    clickhouse_settings: { materialize_ttl_after_modify: isApplied ? 1 : 0 },
  })
}
