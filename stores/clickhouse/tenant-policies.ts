/**
 * Row policies: the engine itself keeps a tenant's statement to the tenant's rows. The filter of a policy is the first
 * thing that happens to a row that was read, before any condition of the statement (decision 40), so that no condition
 * sees, or fails on, a row of somebody else. `additional_table_filters` is no such thing: it is one condition among others.
 *
 * Which tenant it is says a setting of the request. It is one that has a text and no other effect on a read: settings of
 * one's own have to be allowed in the configuration of a server, and the embedded engine does not know them. It is a label of
 * the query cache, which is off; were it on, the label would keep the results of tenants apart.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'
import { askedAgain, callEngine, SETUP_CALL } from './engine-calls.ts'
import { quoteName } from './quote.ts'
import { TENANT_TABLES } from './tenant-tables.ts'

/** The setting is empty for a reader of every tenant: sinks, migrations, the operator. */
export const TENANT_SETTING = 'query_cache_tag'

/** The first half is known before anything is read, and the second is then a range of the order key. */
export const POLICY_FILTER = `getSetting('${TENANT_SETTING}') = '' OR tenant_id = getSetting('${TENANT_SETTING}')`

const REMEDY = `the user of CLICKHOUSE_URL needs SHOW ROW POLICIES, and CREATE ROW POLICY on the database for svc migrate`

/**
 * The statements that `requirePolicies` makes on a server, which an administrator may run instead. RESTRICTIVE: a policy
 * that somebody adds cannot widen it.
 */
export function policyStatements(database: string, tables: readonly string[]): string[] {
  const on = (table: string) => `${quoteName(database)}.${quoteName(table)}`
  return tables.map(
    (table) =>
      `CREATE ROW POLICY OR REPLACE svc_tenant ON ${on(table)} FOR SELECT USING ${POLICY_FILTER} AS RESTRICTIVE TO ALL`,
  )
}

/** Makes the policies that are missing. In the embedded engine they are part of its configuration. */
export async function createPolicies(client: ClickHouseClient): Promise<void> {
  const { database, tables } = await unguarded(client)
  for (const query of policyStatements(database, tables)) {
    try {
      await client.command({ query })
    } catch (error) {
      const detail = `cannot keep tenants apart: ${(error as Error).message} (${REMEDY})`
      throw new AppError('bad_config', detail, { cause: error })
    }
  }
}

const guarded = new WeakMap<ClickHouseClient, Promise<string>>()

/** The client's database, once all its tables of tenants have their policy. Asked once a client; throws `unavailable`. */
export function guardedDatabase(client: ClickHouseClient): Promise<string> {
  const known = guarded.get(client) ?? findGuarded(client)
  guarded.set(client, known)
  known.catch(() => guarded.delete(client))
  return known
}

async function findGuarded(client: ClickHouseClient): Promise<string> {
  const { database, tables } = await unguarded(client)
  if (tables.length > 0) throw new AppError('unavailable', `no row policy on ${tables.join(', ')}: run svc migrate`)
  return database
}

type Policy = { table: string; select_filter: string; is_restrictive: number }

/** Policies of the client's own user. Policies of a whole database have an empty table. */
const POLICIES = /* sql */ `
SELECT table, ifNull(select_filter, '') AS select_filter, is_restrictive
FROM system.row_policies
WHERE database = currentDatabase()
  AND if(apply_to_all, NOT has(apply_to_except, currentUser()), has(apply_to_list, currentUser()))`

async function unguarded(client: ClickHouseClient): Promise<{ database: string; tables: string[] }> {
  const rowsOf = <T>(query: string) =>
    callEngine(client, SETUP_CALL, (abort_signal) =>
      askedAgain(abort_signal, async () =>
        (await client.query({ query, abort_signal, format: 'JSONEachRow' })).json<T>(),
      ),
    )
  const [[current], policies] = await Promise.all([
    rowsOf<{ database: string }>(/* sql */ `SELECT currentDatabase() AS database`),
    rowsOf<Policy>(POLICIES),
  ])
  if (!current) throw new AppError('unavailable', 'the engine answered nothing')
  return { database: current.database, tables: TENANT_TABLES.filter((table) => !isGuarded(policies, table)) }
}

/** Policies that are not restrictive widen each other, so one of those has to stand alone. */
function isGuarded(policies: readonly Policy[], table: string): boolean {
  const here = policies.filter((policy) => policy.table === table || policy.table === '')
  const ours = here.filter((policy) => plain(policy.select_filter) === plain(POLICY_FILTER))
  const others = here.filter((policy) => policy.is_restrictive === 0)
  return ours.some((policy) => policy.is_restrictive === 1) || (ours.length === 1 && others.length === 1)
}

/** The engine writes a filter down with brackets of its own. */
function plain(filter: string): string {
  return filter.replace(/[()\s]/g, '')
}
