/**
 * Work that waits in a table. Any process may claim a row that is due, and holds it under a lease, so that no other
 * process works on it. When the process dies, the row is due again at the end of the lease. A table declares its lease
 * columns and the SQL condition for rows that are due; the claiming statement is only here.
 */
import { randomUUID } from 'node:crypto'
import { assert } from '../../platform/assert.ts'
import type { Log } from '../../platform/log.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { type Row, text } from './columns.ts'
import { type OperatorTx, type Postgres, type TenantTx, withOperator, withTenant } from './pool.ts'

/** The moment of a claim, for use in the SQL of `due`: the caller's clock, or that of the database. */
export const NOW = 'coalesce($1::timestamptz, clock_timestamp())'

/** SQL fragments refer to the columns of the table by the alias `j`. */
export type JobTable<T> = {
  readonly table: string
  /** Column that identifies a row within its tenant; `id` when absent. */
  readonly id?: string
  /** Column of the moment at which the lease ends. */
  readonly until: string
  /** Column of the lease id, by which a process recognises its own row; null when a claim ends at once. */
  readonly lease: string | null
  /** Length of a lease in seconds; `claim` may override it. */
  readonly seconds: number
  /** Column that counts the claims of the row. */
  readonly tries?: string
  /** Condition for rows that are due. */
  readonly due: string
  readonly order: string
  /** Column with the time since which a due row waits. */
  readonly since: string
  /** Queries that the condition or the order needs, such as `served AS (SELECT ...)`. */
  readonly with?: string
  /** `LEFT JOIN served USING (tenant_id)`. */
  readonly join?: string
  /** Columns whose values before the claim are returned as `was_NAME`. */
  readonly before?: readonly string[]
  /** Further assignments of a claim, such as `status = 'running'`. */
  readonly set?: string
  /**
   * Another table whose columns are returned as well, such as `honeytokens h`, and the condition that joins it to `j`.
   */
  readonly from?: string
  readonly where?: string
  /** Columns that are returned. */
  readonly returning: string
  readonly read: (row: Row) => T
}

export type Lease = { readonly tenant: TenantId; readonly id: string; readonly lease: string }

export type ClaimOptions = {
  /** Moment of the claim; the clock of the database when absent. */
  readonly now?: Date
  readonly seconds?: number
  /** Rows that the caller chose, in its tenant: those of them that are due are claimed. Absent: any row. */
  readonly among?: readonly string[]
}

export type Jobs<T> = {
  /** Interval of renewals of a lease: two of them may fail. */
  readonly renewMs: number
  /** The row that is due first, null when none is. Over all tenants for the operator. */
  claim(tx: TenantTx | OperatorTx, options?: ClaimOptions): Promise<(T & Lease) | null>
  claimMany(tx: TenantTx | OperatorTx, limit: number, options?: ClaimOptions): Promise<(T & Lease)[]>
  /** Extends the lease. False when another process holds the row, or when the work has ended. */
  renew(tx: TenantTx | OperatorTx, job: Lease, options?: ClaimOptions): Promise<boolean>
  /**
   * Releases the row: it is due at once, and the claim does not count as a try. False when another process holds it by
   * now.
   */
  release(tx: TenantTx | OperatorTx, job: Lease): Promise<boolean>
  /** Age of the row that has been due longest, null when none is due. */
  oldestSeconds(pool: Postgres): Promise<number | null>
}

export function jobs<T>(of: JobTable<T>): Jobs<T> {
  const { table, id = 'id', until, lease, tries } = of
  const length = 'make_interval(secs => $2::double precision)'
  const was = (of.before ?? []).map((column) => `, j.${column} AS was_${column}`).join('')
  const sets = [`${until} = ${NOW} + ${length}`]
  if (lease !== null) sets.push(`${lease} = $4::uuid`)
  if (tries !== undefined) sets.push(`${tries} = j.${tries} + 1`)
  if (of.set !== undefined) sets.push(of.set)
  const from = `FROM ${table} j ${of.join ?? ''} WHERE ${of.due}`
  // A query that locks rows runs only once and separately: rows that other processes hold are skipped, not counted.
  const claimSql = (among: string) => /* sql */ `
    WITH ${of.with === undefined ? '' : `${of.with}, `}next AS (
      SELECT j.tenant_id AS next_tenant, j.${id} AS next_id${was} ${from}${among}
      ORDER BY ${of.order} LIMIT $3 FOR UPDATE OF j SKIP LOCKED)
    UPDATE ${table} j SET ${sets.join(', ')} FROM next${of.from === undefined ? '' : `, ${of.from}`}
    WHERE j.tenant_id = next_tenant AND j.${id} = next_id${of.where === undefined ? '' : ` AND ${of.where}`}
    RETURNING j.tenant_id AS job_tenant, j.${id} AS job_id, ${of.returning}`
  const claim = claimSql('')
  const claimAmong = claimSql(` AND j.${id} = ANY($${lease === null ? 4 : 5})`)
  const oldest = /* sql */ `
    ${of.with === undefined ? '' : `WITH ${of.with}`}
    SELECT extract(epoch FROM ${NOW} - min(j.${of.since}))::double precision AS seconds ${from}`

  async function claimMany(tx: TenantTx | OperatorTx, limit: number, options: ClaimOptions = {}) {
    const { now = null, seconds = of.seconds, among } = options
    const own = randomUUID()
    const read = (row: Row): T & Lease => {
      return { ...of.read(row), tenant: tenantId(text(row, 'job_tenant')), id: text(row, 'job_id'), lease: own }
    }
    const params = [now, seconds, limit, ...(lease === null ? [] : [own])]
    return among === undefined ? tx.many(read, claim, params) : tx.many(read, claimAmong, [...params, among])
  }

  return {
    renewMs: (of.seconds * 1000) / 3,
    claimMany,
    claim: async (tx, options) => (await claimMany(tx, 1, options))[0] ?? null,
    async renew(tx, job, { now = null, seconds = of.seconds }: { now?: Date | null; seconds?: number } = {}) {
      assert(lease !== null, 'a table whose claims are renewed has a column of the lease')
      const sql = /* sql */ `
        UPDATE ${table} j SET ${until} = ${NOW} + ${length} WHERE j.tenant_id = $3 AND j.${id} = $4 AND j.${lease} = $5`
      return (await tx.run(sql, [now, seconds, job.tenant, job.id, job.lease])) === 1
    },
    async release(tx, job) {
      assert(lease !== null, 'a table whose claims are released has a column of the lease')
      const back = tries === undefined ? '' : `, ${tries} = greatest(j.${tries} - 1, 0)`
      const sql = /* sql */ `
        UPDATE ${table} j SET ${until} = clock_timestamp(), ${lease} = NULL${back}
        WHERE j.tenant_id = $1 AND j.${id} = $2 AND j.${lease} = $3`
      return (await tx.run(sql, [job.tenant, job.id, job.lease])) === 1
    },
    oldestSeconds: (pool) =>
      withOperator(pool, `age of ${table}`, async (tx) => {
        const seconds = await tx.maybeOne((row) => row.seconds as number | null, oldest, [null])
        return seconds === null ? null : Math.max(0, seconds)
      }),
  }
}

export type Holding = {
  readonly pool: Postgres
  readonly log: Log
  /** Aborts when the process stops: work that ends early because of it releases its row. */
  readonly stop?: AbortSignal
  /** That of the table when absent. */
  readonly renewMs?: number
}

/**
 * Does `work` under a lease that is renewed while it lasts. Leases are short, so that a crash costs seconds, while work
 * may take minutes. A process that stops releases the row at once, so that the next one continues without waiting.
 */
export async function whileHeld<W>(
  job: Lease,
  { renew, release, ...table }: Pick<Jobs<unknown>, 'renew' | 'release' | 'renewMs'>,
  { pool, log, stop, renewMs = table.renewMs }: Holding,
  work: () => Promise<W>,
): Promise<W> {
  const about = { tenant: job.tenant, job: job.id }
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewing.then(() =>
      withTenant(pool, job.tenant, (tx) => renew(tx, job)).then(
        () => undefined,
        (err) => log.warn({ err, ...about }, 'cannot renew the lease of a job, retrying'),
      ),
    )
  }, renewMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await renewing
    if (stop?.aborted === true)
      await withTenant(pool, job.tenant, (tx) => release(tx, job)).catch((err: unknown) =>
        log.warn({ err, ...about }, 'cannot release a job, its lease will expire'),
      )
  }
}
