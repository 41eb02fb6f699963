/**
 * Finds which credential keys an installation still needs. A process that signs in as the owner scans every sealed
 * column and stores the result; services that see one tenant at a time read that.
 */
import { AppError } from '../../../platform/errors.ts'
import { int, type Row, text, time } from '../../../stores/postgres/columns.ts'
import {
  type OperatorTx,
  type Postgres,
  type SystemTx,
  type TenantTx,
  withOperator,
  withSystem,
} from '../../../stores/postgres/pool.ts'
import { type KeyRing, mapVaulted } from './key-ring.ts'
import { nameOfColumn, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

export type KeyUse = {
  /** `table.column` */
  readonly column: string
  /** Functions that stop working without the key. */
  readonly serves: string
  /** Null: no present or former key opens these. They were damaged, or their key was lost long ago. */
  readonly keyId: string | null
  readonly secrets: number
}

/** Rows of one page while texts of the vault are tried, which do not name their key. */
const PAGE = 1_000
const UNREADABLE = 'unreadable'

/**
 * Counts the secrets of every sealed column by key, and stores the counts. A vault text that no present key opens
 * counts for the missing key of an earlier scan; sealed bytes name their key themselves. Needs the owner's pool.
 */
export async function lookAtKeys(pool: Postgres, ring: KeyRing): Promise<KeyUse[]> {
  const found: KeyUse[] = []
  for (const column of SEALED_COLUMNS) {
    const counts = await (column.form === 'sealed' ? sealedCounts(pool, column) : vaultedCounts(pool, ring, column))
    found.push(...(await withOperator(pool, 'credential keys', (tx) => keepCounts(tx, ring, column, counts))))
  }
  return found
}

export type DatedKeyUse = KeyUse & { readonly lookedAt: Date }

/** Result of the last look at each column, over all tenants. */
export function datedKeyUse(tx: TenantTx): Promise<DatedKeyUse[]> {
  const sql = /* sql */ `
    SELECT column_name, key_id, secrets, looked_at FROM credential_key_use ORDER BY column_name, key_id`
  return tx.many((row) => ({ ...toUse(row), lookedAt: time(row, 'looked_at') }), sql)
}

/** Result of the last look. */
export async function knownKeyUse(pool: Postgres): Promise<KeyUse[]> {
  return withSystem(pool, 'credential keys', (tx) => keyUseOf(tx))
}

/**
 * Throws `bad_config` with the missing keys and the columns that need them. `lost` are keys that nobody has any more
 * and whose secrets the operator has given up.
 */
export function requireKeys(ring: KeyRing, uses: readonly KeyUse[], lost: readonly string[]): void {
  const missing = uses.filter(({ keyId }) => keyId !== null && !ring.ids.includes(keyId) && !lost.includes(keyId))
  if (missing.length === 0) return
  const ids = [...new Set(missing.map(({ keyId }) => keyId))].join(', ')
  const needs = missing.map(({ serves, column, secrets }) => `${serves} (${column}: ${secrets})`).join(', ')
  throw new AppError(
    'bad_config',
    `SVC_CREDENTIAL_KEY: key ${ids} is missing and still needed for ${needs}. ` +
      'Put it back behind the newest one, run "svc vault reseal", and drop it then',
  )
}

type Counts = ReadonlyMap<string, number>

async function sealedCounts(pool: Postgres, { table, column, live = 'true' }: SealedColumn): Promise<Counts> {
  const sql = /* sql */ `
    SELECT encode(substring(${column} FROM 2 FOR 4), 'hex') AS key_id, count(*) AS secrets
    FROM ${table} WHERE ${column} IS NOT NULL AND ${live} GROUP BY 1`
  const rows = await withOperator(pool, 'credential keys', (tx) =>
    tx.many((row) => [text(row, 'key_id'), int(row, 'secrets')] as const, sql),
  )
  return new Map(rows)
}

async function vaultedCounts(pool: Postgres, ring: KeyRing, column: SealedColumn): Promise<Counts> {
  const counts = new Map<string, number>()
  for (let after: readonly string[] | null = null; ; ) {
    const { sql, params } = pageOf(column, after, PAGE, column.live ?? 'true')
    const rows: Row[] = await withOperator(pool, 'credential keys', (tx) => tx.many((row) => row, sql, params))
    for (const row of rows)
      mapVaulted(row.sealed, (stored) => {
        const id = ring.vaultedUnder(stored) ?? UNREADABLE
        counts.set(id, (counts.get(id) ?? 0) + 1)
        return stored
      })
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return counts
    after = keyOf(column, last)
  }
}

/** A page in the order of the primary key, with the key's columns as text and the sealed one as `sealed`. */
export function pageOf(
  { table, column, key }: SealedColumn,
  after: readonly string[] | null,
  limit: number,
  condition: string,
): { readonly sql: string; readonly params: readonly unknown[] } {
  const names = Object.keys(key)
  const beyond = `(${names.join(', ')}) > (${Object.values(key).map((type, at) => `$${at + 2}::${type}`)})`
  const sql = /* sql */ `
    SELECT ${names.map((name) => `${name}::text AS ${name}`).join(', ')}, ${column} AS sealed
    FROM ${table} WHERE ${column} IS NOT NULL AND (${condition}) ${after === null ? '' : `AND ${beyond}`}
    ORDER BY ${names.map((name) => `${table}.${name}`).join(', ')} LIMIT $1`
  return { sql, params: [limit, ...(after ?? [])] }
}

export function keyOf({ key }: SealedColumn, row: Row): string[] {
  return Object.keys(key).map((name) => text(row, name))
}

async function keepCounts(tx: OperatorTx, ring: KeyRing, column: SealedColumn, counts: Counts): Promise<KeyUse[]> {
  const name = nameOfColumn(column)
  const before = (await keyUseOf(tx)).filter((use) => use.column === name)
  const kept = new Map(counts)
  for (const { keyId, secrets } of before) {
    const unreadable = kept.get(UNREADABLE) ?? 0
    if (keyId === null || column.form === 'sealed' || ring.ids.includes(keyId) || unreadable === 0) continue
    const ofMissing = Math.min(secrets, unreadable)
    kept.set(keyId, ofMissing)
    kept.set(UNREADABLE, unreadable - ofMissing)
  }
  const found = [...kept].filter(([, secrets]) => secrets > 0)
  await tx.run(/* sql */ `DELETE FROM credential_key_use WHERE column_name = $1 AND key_id <> ALL ($2)`, [
    name,
    found.map(([id]) => id),
  ])
  const save = /* sql */ `
    INSERT INTO credential_key_use (column_name, key_id, secrets)
    SELECT $1, key_id, secrets FROM unnest($2::text[], $3::bigint[]) AS u (key_id, secrets)
    ON CONFLICT (column_name, key_id) DO UPDATE SET secrets = excluded.secrets, looked_at = clock_timestamp()`
  await tx.run(save, [name, found.map(([id]) => id), found.map(([, secrets]) => secrets)])
  return found.map(([id, secrets]) => useOf(name, id, secrets))
}

function keyUseOf(tx: SystemTx | OperatorTx): Promise<KeyUse[]> {
  const sql = /* sql */ `SELECT column_name, key_id, secrets FROM credential_key_use ORDER BY column_name, key_id`
  return tx.many(toUse, sql)
}

const toUse = (row: Row): KeyUse => useOf(text(row, 'column_name'), text(row, 'key_id'), int(row, 'secrets'))

function useOf(column: string, id: string, secrets: number): KeyUse {
  const serves = SEALED_COLUMNS.find((one) => nameOfColumn(one) === column)?.serves ?? column
  return { column, serves, keyId: id === UNREADABLE ? null : id, secrets }
}
