import type { LearnedTable } from '../../../connectors/learned/learned-table.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { SOURCE_TABLES, type SourceTable, type TableFidelity } from './source-table.ts'

/** The newest version of each, in the order of their names; without those that were removed. */
export function newestTables(tx: TenantTx): Promise<SourceTable[]> {
  const sql = /* sql */ `
    SELECT ${SOURCE_TABLES.columns} FROM (
      SELECT DISTINCT ON (name) * FROM source_tables ORDER BY name, version DESC) newest
    WHERE definition IS NOT NULL ORDER BY name`
  return tx.many(SOURCE_TABLES.read, sql)
}

/** Newest first. */
export function versionsOfTable(tx: TenantTx, name: string): Promise<SourceTable[]> {
  const sql = /* sql */ `SELECT ${SOURCE_TABLES.columns} FROM source_tables WHERE name = $1 ORDER BY version DESC`
  return tx.many(SOURCE_TABLES.read, sql, [name])
}

/** Samples that the running version was tested against; null where none runs. */
export function samplesOfTable(tx: TenantTx, name: string): Promise<{ samples: string; format: string } | null> {
  const sql = /* sql */ `SELECT samples, format FROM source_tables WHERE name = $1 ORDER BY version DESC LIMIT 1`
  return tx.maybeOne((row) => ({ samples: text(row, 'samples'), format: text(row, 'format') }), sql, [name])
}

/** Samples that one version was tested against; null where there is no such version. */
export function samplesOfVersion(
  tx: TenantTx,
  name: string,
  version: number,
): Promise<{ samples: string; format: string } | null> {
  const sql = /* sql */ `SELECT samples, format FROM source_tables WHERE name = $1 AND version = $2`
  return tx.maybeOne((row) => ({ samples: text(row, 'samples'), format: text(row, 'format') }), sql, [name, version])
}

/** Changes of a tenant's tables come one after the other: their number is bounded, and versions have no gaps. */
export async function lockTables(tx: TenantTx): Promise<void> {
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('source_tables/' || svc_tenant(), 0))`)
}

export type NewVersion = {
  readonly name: string
  readonly definition: LearnedTable | null
  readonly samples: string
  readonly format: string
  readonly fidelity: TableFidelity
  readonly applied_by: string
}

export async function insertVersion(tx: TenantTx, newVersion: NewVersion): Promise<SourceTable> {
  const { name, definition, samples, format, fidelity, applied_by } = newVersion
  const next = `(SELECT coalesce(max(version), 0) + 1 FROM source_tables WHERE name = $1)`
  const sql = /* sql */ `
    INSERT INTO source_tables (name, version, definition, samples, format, fidelity, applied_by)
    SELECT $1, ${next}, $2, $3, $4, $5, $6 RETURNING ${SOURCE_TABLES.columns}`
  const written = definition === null ? null : JSON.stringify(definition)
  const params = [name, written, samples, format, JSON.stringify(fidelity), applied_by]
  return tx.one(SOURCE_TABLES.read, sql, params)
}

export async function countVersions(tx: TenantTx, name: string): Promise<number> {
  const sql = /* sql */ `SELECT count(*)::int AS n FROM source_tables WHERE name = $1`
  return (await tx.maybeOne((row) => int(row, 'n'), sql, [name])) ?? 0
}
