/** Finds the places in the control plane that name a subject. */
import { int, text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Left } from './certificate.ts'
import { DELETED_TABLES } from './delete-named.ts'
import { ERASED_TABLES, KEPT_BECAUSE } from './erased-tables.ts'
import type { Subject } from './subject-deletion.ts'
import { patternsOf } from './subject-patterns.ts'

export type Found = {
  readonly searched: readonly string[]
  /** Rows in tables that an erasure changes. */
  readonly found: Readonly<Record<string, number>>
  readonly remains: readonly Left[]
}

const ERASED: ReadonlySet<string> = new Set([...ERASED_TABLES, ...DELETED_TABLES])
const SEALED_FILES = 'files of evidence are sealed and as an auditor was shown them: nothing here looks into them'
const A_SETTING = 'a setting that people wrote; it is changed by its own route'

/** Every table of the tenant that may be read. */
export async function searchSubject(tx: TenantTx, subject: Subject): Promise<Found> {
  const { plain, inJson } = patternsOf(subject)
  const tables = await tenantTables(tx)
  const found: Record<string, number> = {}
  const remains: Left[] = []
  for (const table of tables) {
    const sql = /* sql */ `SELECT svc_rows_naming($1, $2, $3) AS n`
    const rows = (await tx.maybeOne((row) => int(row, 'n'), sql, [table, plain, inJson])) ?? 0
    if (rows === 0) continue
    if (ERASED.has(table)) found[table] = rows
    else remains.push({ where: table, rows, why: KEPT_BECAUSE[table] ?? A_SETTING })
  }
  const files = await tx.one(
    (row) => int(row, 'n'),
    /* sql */ `SELECT count(*)::int AS n FROM compliance_evidence_files`,
  )
  if (files > 0) remains.push({ where: 'compliance_evidence_files', rows: null, why: SEALED_FILES })
  return { searched: tables, found, remains }
}

function tenantTables(tx: TenantTx): Promise<string[]> {
  const sql = /* sql */ `
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND has_any_column_privilege(c.oid, 'SELECT')
    ORDER BY c.relname`
  return tx.many((row) => text(row, 'name'), sql)
}
