import pg from 'pg'
import { assert } from '../../platform/assert.ts'
import type { Log } from '../../platform/log.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { Row } from './columns.ts'
import { asAppError } from './errors.ts'

export type Postgres = pg.Pool

/** Statements inside one transaction. It refuses use after the transaction ended. */
export interface Tx {
  /** Asserts that there is at most one row. */
  maybeOne<T>(map: (row: Row) => T, sql: string, params?: readonly unknown[]): Promise<T | null>
  many<T>(map: (row: Row) => T, sql: string, params?: readonly unknown[]): Promise<T[]>
  /** Number of affected rows. */
  run(sql: string, params?: readonly unknown[]): Promise<number>
}

declare const bound: unique symbol
/** Row security shows and accepts this tenant's rows only. */
export type TenantTx = Tx & { readonly tenantId: TenantId; readonly [bound]: 'tenant' }
/** No tenant bound: every tenant table raises, only the lookup functions made for it answer. */
export type SystemTx = Tx & { readonly [bound]: 'system' }
/** Across tenants, as far as the policies for `svc_operator` go. */
export type OperatorTx = Tx & { readonly [bound]: 'operator' }

export type PostgresOptions = {
  readonly url: string
  readonly poolSize: number
  readonly log?: Log
  /** A statement that runs longer is cancelled and reported as `unavailable`. */
  readonly statementTimeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000

export function openPostgres(options: PostgresOptions): Postgres {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 2 * (options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS),
    application_name: 'svc',
  })
  // An idle connection was cut: the pool has dropped it already, and without a listener the process would end.
  pool.on('error', (error) => options.log?.warn({ err: error }, 'an idle database connection was cut'))
  return pool
}

/** One transaction as `svc_app`, bound to one tenant. Commits when `work` resolves, rolls back when it rejects. */
export function withTenant<T>(pool: Postgres, tenant: TenantId, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  const sql = /* sql */ `SELECT set_config('role', 'svc_app', true), set_config('svc.tenant_id', $1, true)`
  return inTransaction(pool, sql, tenant, (tx) => work(Object.assign(tx, { tenantId: tenant }) as TenantTx))
}

/** For the few questions asked before a tenant is known. `reason` shows in `pg_stat_activity`. */
export function withSystem<T>(pool: Postgres, reason: string, work: (tx: SystemTx) => Promise<T>): Promise<T> {
  const sql = /* sql */ `SELECT set_config('role', 'svc_app', true), set_config('application_name', $1, true)`
  return inTransaction(pool, sql, `svc: ${reason}`, (tx) => work(tx as SystemTx))
}

/** For work across tenants. Needs a pool that signs in as the owner; to `svc_app` the role is refused. */
export function withOperator<T>(pool: Postgres, reason: string, work: (tx: OperatorTx) => Promise<T>): Promise<T> {
  const sql = /* sql */ `SELECT set_config('role', 'svc_operator', true), set_config('application_name', $1, true)`
  return inTransaction(pool, sql, `svc: ${reason}`, (tx) => work(tx as OperatorTx))
}

async function inTransaction<T>(pool: Postgres, bind: string, param: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  let broken: Error | undefined
  const client = await pool.connect().catch((error) => Promise.reject(asAppError(error)))
  const onError = (error: Error) => {
    broken = error // cut while checked out: the running statement rejects, and this one must not go back to the pool
  }
  client.on('error', onError)
  const { tx, close } = transactionOf(client)
  try {
    await client.query('BEGIN')
    await client.query(bind, [param])
    const result = await work(tx)
    close()
    await client.query('COMMIT')
    return result
  } catch (error) {
    close()
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken = failed
    })
    throw asAppError(error)
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

function transactionOf(client: pg.PoolClient): { tx: Tx; close(): void } {
  let open = true
  const query = async (sql: string, params: readonly unknown[] = []) => {
    assert(open, 'a transaction is not used after its end')
    return client.query<Record<string, unknown>>(sql, [...params])
  }
  const tx: Tx = {
    async maybeOne(map, sql, params) {
      const { rows } = await query(sql, params)
      assert(rows.length <= 1, 'at most one row answers')
      const [row] = rows
      return row === undefined ? null : map(row)
    },
    many: async (map, sql, params) => (await query(sql, params)).rows.map((row) => map(row)),
    run: async (sql, params) => (await query(sql, params)).rowCount ?? 0,
  }
  const close = () => {
    open = false
  }
  return { tx, close }
}
