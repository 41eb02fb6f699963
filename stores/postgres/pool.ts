import pg from 'pg'
import { assert } from '../../platform/assert.ts'
import type { Log } from '../../platform/log.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { Row } from './columns.ts'
import { asAppError } from './errors.ts'
import { gatheringSocket } from './gathering-socket.ts'
import { prepared } from './prepared.ts'

export type Postgres = pg.Pool

/**
 * Statements inside one transaction. It refuses use after the transaction has ended. Concurrent statements run in the
 * order of the calls and share one round trip: use `Promise.all` for statements that do not need each other's results.
 */
export interface Tx {
  /** Asserts that there is at most one row. */
  maybeOne<T>(map: (row: Row) => T, sql: string, params?: readonly unknown[]): Promise<T | null>
  /** For a statement that always has one row: an insert, a count, an update of a locked row. Asserts that it has one. */
  one<T>(map: (row: Row) => T, sql: string, params?: readonly unknown[]): Promise<T>
  many<T>(map: (row: Row) => T, sql: string, params?: readonly unknown[]): Promise<T[]>
  /** Number of affected rows. */
  run(sql: string, params?: readonly unknown[]): Promise<number>
}

declare const bound: unique symbol
/** Row security shows and accepts this tenant's rows only. */
export type TenantTx = Tx & { readonly tenantId: TenantId; readonly [bound]: 'tenant' }
/** No tenant bound: every tenant table raises, only the lookup functions made for it answer. */
export type SystemTx = Tx & { readonly [bound]: 'system' }
/** Reads across tenants, as far as the policies for `svc_operator` allow. */
export type OperatorTx = Tx & { readonly [bound]: 'operator' }

export type PostgresOptions = {
  readonly url: string
  readonly poolSize: number
  readonly log?: Log
  /**
   * A statement that runs longer is cancelled and reported as `unavailable`. When the server is silent for a sixth
   * longer, the statement fails in the same way and its connection is closed, because it may be dead.
   */
  readonly statementTimeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000

export function openPostgres(options: PostgresOptions): Postgres {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: Math.ceil((statementTimeoutMs * 7) / 6),
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    application_name: 'svc',
    pipeline: true,
    stream: gatheringSocket,
  })
  // The pool has already removed an idle connection that was cut; without a listener the process would end.
  // The driver hangs its whole client on the error, statements and buffers included: a line of log wants the reason alone.
  pool.on('error', ({ message }) =>
    options.log?.warn({ reason: message }, 'idle postgres connection closed by the server'),
  )
  return pool
}

/** One transaction as `svc_app`, bound to one tenant. Commits when `work` resolves, rolls back when it rejects. */
export function withTenant<T>(pool: Postgres, tenant: TenantId, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  const sql = /* sql */ `SELECT set_config('role', 'svc_app', true), set_config('svc.tenant_id', $1, true)`
  return inTransaction(pool, { sql, param: tenant }, (tx) => work(Object.assign(tx, { tenantId: tenant }) as TenantTx))
}

/** For the few lookups before a tenant is known. `reason` shows in `pg_stat_activity`. */
export function withSystem<T>(pool: Postgres, reason: string, work: (tx: SystemTx) => Promise<T>): Promise<T> {
  const sql = /* sql */ `SELECT set_config('role', 'svc_app', true), set_config('application_name', $1, true)`
  return inTransaction(pool, { sql, param: `svc: ${reason}` }, (tx) => work(tx as SystemTx))
}

/** For work across tenants. Needs a pool that signs in as the owner; to `svc_app` the role is refused. */
export function withOperator<T>(pool: Postgres, reason: string, work: (tx: OperatorTx) => Promise<T>): Promise<T> {
  const sql = /* sql */ `SELECT set_config('role', 'svc_operator', true), set_config('application_name', $1, true)`
  return inTransaction(pool, { sql, param: `svc: ${reason}` }, (tx) => work(tx as OperatorTx))
}

/**
 * Runs a part of an operator's transaction that belongs to one tenant, such as its audit entry: as `svc_app`, bound to
 * that tenant, until `work` ends. The transaction must not be used otherwise meanwhile.
 */
export async function asTenant<T>(tx: OperatorTx, tenant: TenantId, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  const become = /* sql */ `SELECT set_config('role', $1, true), set_config('svc.tenant_id', $2, true)`
  await tx.run(become, ['svc_app', tenant])
  const { maybeOne, one, many, run } = tx
  const result = await work({ maybeOne, one, many, run, tenantId: tenant } as TenantTx)
  await tx.run(become, ['svc_operator', ''])
  return result
}

type Binding = { readonly sql: string; readonly param: string }

/**
 * The work does not wait for BEGIN and the binding: all three are sent together. When one of these is refused, the
 * following statements find no tenant or role and are refused too; the reported error is the first one.
 */
async function inTransaction<T>(pool: Postgres, binding: Binding, work: (tx: Tx) => Promise<T>): Promise<T> {
  let broken: Error | undefined
  const client = await pool.connect().catch((error) => Promise.reject(asAppError(error)))
  const onError = (error: Error) => {
    // The connection was cut while checked out: the running statement rejects, and it must not return to the pool.
    broken = error
  }
  client.on('error', onError)
  const { tx, close } = transactionOf(client)
  const bound = Promise.all([client.query('BEGIN'), client.query(prepared(binding.sql, [binding.param]))])
  const refused = bound.then(
    () => null,
    (error: unknown) => error,
  )
  try {
    const result = await work(tx)
    close()
    await bound
    const { command } = await client.query('COMMIT')
    assert(command === 'COMMIT', 'a transaction in which a statement failed is not taken for done')
    return result
  } catch (error) {
    close()
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken = failed
    })
    throw asAppError((await refused) ?? error)
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

function transactionOf(client: pg.PoolClient): { tx: Tx; close(): void } {
  let open = true
  const query = async (sql: string, params: readonly unknown[] = []) => {
    assert(open, 'a transaction is not used after its end')
    return client.query<Record<string, unknown>>(prepared(sql, params))
  }
  const tx: Tx = {
    async maybeOne(map, sql, params) {
      const { rows } = await query(sql, params)
      assert(rows.length <= 1, 'at most one row answers')
      const [row] = rows
      return row === undefined ? null : map(row)
    },
    async one(map, sql, params) {
      const [row, ...others] = (await query(sql, params)).rows
      assert(row !== undefined && others.length === 0, 'exactly one row answers')
      return map(row)
    },
    many: async (map, sql, params) => (await query(sql, params)).rows.map((row) => map(row)),
    run: async (sql, params) => (await query(sql, params)).rowCount ?? 0,
  }
  const close = () => {
    open = false
  }
  return { tx, close }
}
