/**
 * Seals everything again under the newest credential key, so that older keys can be dropped. A page of rows and the
 * audit entries of their tenants are one transaction, so an interrupted run continues where it stopped.
 */
import { assert } from '../../../platform/assert.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { bytes, type Row, text } from '../../../stores/postgres/columns.ts'
import { asTenant, type OperatorTx, type Postgres, withOperator } from '../../../stores/postgres/pool.ts'
import { operatorIn, type RecordAct, record } from '../acting/index.ts'
import {
  type KeyRing,
  keyOf,
  mapVaulted,
  nameOfColumn,
  pageOf,
  SEALED_COLUMNS,
  type SealedColumn,
} from '../vault/index.ts'

export type ResealDeps = { readonly pool: Postgres; readonly ring: KeyRing; readonly audit: RecordAct }

/** Counts of one column; columns with neither are left out. */
export type Resealed = {
  readonly column: string
  readonly resealed: number
  /** Secrets that no configured key opens; they are not changed. */
  readonly unreadable: number
}

const PAGE = 200

/** Needs the owner's pool. Safe to run again, and beside services that seal and open. */
export async function resealAll(deps: ResealDeps, stop?: AbortSignal): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const column of SEALED_COLUMNS) {
    const one = await resealColumn(deps, column, stop)
    if (one.resealed > 0 || one.unreadable > 0) done.push(one)
  }
  return done
}

async function resealColumn(deps: ResealDeps, column: SealedColumn, stop?: AbortSignal): Promise<Resealed> {
  const size = column.page ?? PAGE
  let [resealed, unreadable] = [0, 0]
  let after: readonly string[] | null = null
  for (;;) {
    stop?.throwIfAborted()
    const from: readonly string[] | null = after
    const page: ResealedPage = await withOperator(deps.pool, `reseal ${nameOfColumn(column)}`, (tx) =>
      resealPage(tx, deps, column, from, size),
    )
    resealed += page.resealed
    unreadable += page.unreadable
    if (page.last === null) return { column: nameOfColumn(column), resealed, unreadable }
    after = page.last
  }
}

/** `last` is the key of the last row where more may follow. */
type ResealedPage = { readonly resealed: number; readonly unreadable: number; readonly last: readonly string[] | null }

async function resealPage(
  tx: OperatorTx,
  { ring, audit }: ResealDeps,
  column: SealedColumn,
  after: readonly string[] | null,
  size: number,
): Promise<ResealedPage> {
  const isOlder =
    column.form === 'sealed'
      ? `encode(substring(${column.column} FROM 2 FOR 4), 'hex') <> '${ring.ids[0]}'` // eight hexadecimal digits
      : 'true'
  const { sql, params } = pageOf(column, after, size, isOlder)
  const rows = await tx.many((row) => row, `${sql} FOR UPDATE`, params)
  let [resealed, unreadable] = [0, 0]
  const ofTenants = new Map<string, number>()
  for (const row of rows) {
    const anew = renewed(ring, column, row)
    unreadable += anew.unreadable
    if (anew.resealed === 0) continue
    resealed += anew.resealed
    await replace(tx, column, row, anew.value)
    const tenant = row.tenant_id === undefined ? null : text(row, 'tenant_id')
    if (tenant !== null) ofTenants.set(tenant, (ofTenants.get(tenant) ?? 0) + anew.resealed)
  }
  for (const [tenant, secrets] of ofTenants)
    await asTenant(tx, tenantId(tenant), (own) =>
      record(own, { audit }, operatorIn(own.tenantId), 'vault:resealed', {
        resource: 'vault',
        resourceId: nameOfColumn(column),
        changes: { secrets, key_id: ring.ids[0] },
      }),
    )
  const last = rows.length < size ? null : keyOf(column, rows.at(-1) ?? {})
  return { resealed, unreadable, last }
}

type Renewed = { readonly value: unknown; readonly resealed: number; readonly unreadable: number }

function renewed(ring: KeyRing, column: SealedColumn, row: Row): Renewed {
  if (column.form === 'sealed') {
    const { context } = column
    assert(context !== undefined, 'a sealed column says what its values are bound to')
    const key = Object.fromEntries(Object.keys(column.key).map((name) => [name, text(row, name)]))
    const value = ring.renewSealed(bytes(row, 'sealed'), context(key))
    return value === null ? { value, resealed: 0, unreadable: 1 } : { value, resealed: 1, unreadable: 0 }
  }
  let [resealed, unreadable] = [0, 0]
  const value = mapVaulted(row.sealed, (stored) => {
    const again = ring.renewVaulted(stored)
    if (again === null) unreadable++
    else if (again !== stored) resealed++
    return again ?? stored
  })
  return { value: column.form === 'vaulted' ? value : JSON.stringify(value), resealed, unreadable }
}

async function replace(tx: OperatorTx, column: SealedColumn, row: Row, value: unknown): Promise<void> {
  const where = Object.entries(column.key).map(([name, type], at) => `${name} = $${at + 2}::${type}`)
  const sql = /* sql */ `UPDATE ${column.table} SET ${column.column} = $1 WHERE ${where.join(' AND ')}`
  assert((await tx.run(sql, [value, ...keyOf(column, row)])) === 1, 'a row that is locked is there')
}
