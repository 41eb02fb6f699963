/** Deletes rows that consist of a subject's name, and caches about the subject. */
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Subject } from './subject-deletion.ts'
import { patternsOf } from './subject-patterns.ts'

type Removal = { readonly sql: string; readonly values: (subject: Subject) => readonly string[] }

const byKind = ({ kind, value }: Subject) => [kind, value.toLowerCase()]
const byPattern = ({ value }: Subject) => {
  const { plain, inJson } = patternsOf({ value })
  return [plain, inJson]
}

const REMOVALS: Readonly<Record<string, Removal>> = {
  case_observables: {
    sql: /* sql */ `DELETE FROM case_observables WHERE kind = $1 AND lower(value) = $2`,
    values: byKind,
  },
  enrichment_answers: {
    sql: /* sql */ `DELETE FROM enrichment_answers WHERE value ~* $1 OR data::text ~* $2`,
    values: byPattern,
  },
  enrichment_records: {
    sql: /* sql */ `
      DELETE FROM enrichment_records
      WHERE table_name = CASE $1 WHEN 'user' THEN 'identities' ELSE 'assets' END AND $2 = ANY (names)`,
    values: byKind,
  },
  entity_risks: {
    sql: /* sql */ `DELETE FROM entity_risks WHERE entity_type = $1 AND lower(entity) = $2`,
    values: byKind,
  },
  alert_entities: {
    sql: /* sql */ `DELETE FROM alert_entities WHERE entity_type = $1 AND lower(entity) = $2`,
    values: byKind,
  },
}

export const DELETED_TABLES: readonly string[] = Object.keys(REMOVALS)

/** Answers how many rows went, by table. */
export async function deleteNamed(tx: TenantTx, subject: Subject): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, { sql, values }] of Object.entries(REMOVALS)) counts[table] = await tx.run(sql, values(subject))
  return counts
}
