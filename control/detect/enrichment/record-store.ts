/** Hosts and people that a tenant uploads. */
import { int, type Row } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

export const TABLE_NAMES = ['assets', 'identities'] as const
export type TableName = (typeof TABLE_NAMES)[number]

export const ENRICHMENT_RECORDS = table('EnrichmentRecord', {
  name: column.text(),
  names: column.texts({ description: 'all names of the record, in lower case' }),
  attributes: column.json<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true } as never),
  updated_at: column.time(),
})
export type EnrichmentRecord = RowOf<typeof ENRICHMENT_RECORDS>
export type RecordInput = {
  readonly name: string
  readonly names: readonly string[]
  readonly attributes: Readonly<Record<string, unknown>>
}

const MATCHES_MAX = 10

/**
 * Records of the first name come first; also returns how many more there are. `shortName` finds the hosts of that name in any
 * domain.
 */
export async function recordsNaming(
  tx: TenantTx,
  of: TableName,
  names: readonly string[],
  shortName: string | null = null,
) {
  const sql = /* sql */ `
    SELECT ${ENRICHMENT_RECORDS.columns}, count(*) OVER () AS found FROM enrichment_records
    WHERE table_name = $1 AND (names && $2 OR (table_name = 'assets' AND svc_short_names(names) @> ARRAY[$4::text]))
    ORDER BY names @> ($2::text[])[1:1] DESC, updated_at DESC, name LIMIT $3`
  const rows = await tx.many((row) => ({ found: int(row, 'found'), one: ENRICHMENT_RECORDS.read(row) }), sql, [
    ...[of, names, MATCHES_MAX, shortName],
  ])
  return { records: rows.map(({ one }) => one), leftOut: (rows[0]?.found ?? 0) - rows.length }
}

export async function putRecords(tx: TenantTx, of: TableName, records: readonly RecordInput[]): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO enrichment_records (table_name, name, names, attributes)
    SELECT $1, g.name, g.names, g.attributes FROM jsonb_to_recordset($2) AS g (name text, names text[], attributes jsonb)
    ON CONFLICT (tenant_id, table_name, name) DO UPDATE SET names = EXCLUDED.names, attributes = EXCLUDED.attributes,
      updated_at = clock_timestamp()`
  await tx.run(sql, [of, JSON.stringify(records)])
}

/** Removes the records of other names. */
export function keepRecords(tx: TenantTx, of: TableName, names: readonly string[]): Promise<number> {
  const sql = /* sql */ `DELETE FROM enrichment_records WHERE table_name = $1 AND NOT (name = ANY($2))`
  return tx.run(sql, [of, names])
}

export async function countRecords(tx: TenantTx, of: TableName): Promise<number> {
  const sql = /* sql */ `SELECT count(*) AS n FROM enrichment_records WHERE table_name = $1`
  return (await tx.maybeOne((row: Row) => int(row, 'n'), sql, [of])) ?? 0
}

export function recordsPage(
  tx: TenantTx,
  of: TableName,
  limit: number,
  after: string | null,
): Promise<EnrichmentRecord[]> {
  const sql = /* sql */ `
    SELECT ${ENRICHMENT_RECORDS.columns} FROM enrichment_records WHERE table_name = $1 AND ($3::text IS NULL OR name > $3)
    ORDER BY name LIMIT $2`
  return tx.many(ENRICHMENT_RECORDS.read, sql, [of, limit, after])
}
