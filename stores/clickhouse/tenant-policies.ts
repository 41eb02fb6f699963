/**
 * Row policies: the engine itself limits a tenant's statement to the tenant's rows. A policy's filter is applied to
 * each row before any condition of the statement (decision 40), so no condition sees, or fails on, another tenant's
 * row. `additional_table_filters` does not guarantee that: it is one condition among others.
 *
 * A setting of the request names the tenant. It must be an existing setting that holds text and does not change reads:
 * custom settings need server configuration, and the embedded engine does not know them. `query_cache_tag` labels
 * entries of the query cache, which is off; if it were on, the label would separate the results of tenants.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'
import { callEngine, retryOnReset, SETUP_CALL } from './engine-calls.ts'
import { quoteName } from './quote.ts'
import { TENANT_TABLES } from './tenant-tables.ts'

/** The setting is empty for a reader of all tenants: sinks, migrations, the operator. */
export const TENANT_SETTING = 'query_cache_tag'

/** The engine evaluates the first half before it reads anything; the second half is then a range of the order key. */
export const POLICY_FILTER = `getSetting('${TENANT_SETTING}') = '' OR tenant_id = getSetting('${TENANT_SETTING}')`

const REMEDY = `the user of CLICKHOUSE_URL needs SHOW ROW POLICIES, and CREATE ROW POLICY on the database for svc migrate`

/**
 * The statements by which `createPolicies` makes the policies on a server; an administrator may run them instead.
 * RESTRICTIVE, so that a policy that somebody adds later cannot widen them.
 */
export function policyStatements(database: string, tables: readonly string[]): string[] {
  const on = (table: string) => `${quoteName(database)}.${quoteName(table)}`
  return tables.map(
    (table) =>
      `CREATE ROW POLICY OR REPLACE svc_tenant ON ${on(table)} FOR SELECT USING ${POLICY_FILTER} AS RESTRICTIVE TO ALL`,
  )
}

/** Creates the missing policies. The embedded engine has them in its configuration instead. */
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

/**
 * Returns the client's database once every tenant table has its policy; throws `unavailable` before. Checked once per
 * client.
 */
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

/** Policies that apply to the client's own user. A policy on a whole database has an empty table name. */
const POLICIES = /* sql */ `
SELECT table, ifNull(select_filter, '') AS select_filter, is_restrictive
FROM system.row_policies
WHERE database = currentDatabase()
  AND if(apply_to_all, NOT has(apply_to_except, currentUser()), has(apply_to_list, currentUser()))`

async function unguarded(client: ClickHouseClient): Promise<{ database: string; tables: string[] }> {
  const rowsOf = <T>(query: string) =>
    callEngine(client, SETUP_CALL, (abort_signal) =>
      retryOnReset(abort_signal, async () =>
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

/**
 * True when a table is protected. Permissive policies widen one another, so ours must be restrictive or the only
 * permissive one.
 */
function isGuarded(policies: readonly Policy[], table: string): boolean {
  const here = policies.filter((policy) => policy.table === table || policy.table === '')
  const ours = here.filter((policy) => plain(policy.select_filter) === plain(POLICY_FILTER))
  const others = here.filter((policy) => policy.is_restrictive === 0)
  return ours.some((policy) => policy.is_restrictive === 1) || (ours.length === 1 && others.length === 1)
}

/** Ignores brackets and blanks, because the engine adds brackets when it prints a filter. */
function plain(filter: string): string {
  return filter.replace(/[()\s]/g, '')
}
