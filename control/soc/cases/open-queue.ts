/** Unresolved cases in the order of a queue: the most severe first, of one severity the one that was opened first. */
import { type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Severity, severityRank } from '../alerts/index.ts'
import { CASES, type Case } from './case.ts'
import { UNRESOLVED_CASES } from './words.ts'

export type OpenCasesAfter = {
  /** Cases of this severity follow when they were opened later; null: the position is between two severities. */
  readonly of: Severity | null
  /** Cases of these severities follow. */
  readonly below: readonly Severity[]
  readonly openedAt: string
  readonly id: string
}

export type OpenCasesFilter = { readonly severities?: readonly Severity[] | undefined; readonly isUnassigned: boolean }

/** The time of a position keeps the microseconds that a Date would lose. */
export function openCasesPage(
  tx: TenantTx,
  { severities, isUnassigned }: OpenCasesFilter,
  limit: number,
  after: OpenCasesAfter | null,
): Promise<{ readonly item: Case; readonly openedAt: string }[]> {
  const sql = /* sql */ `
    SELECT ${CASES.columns}, opened_at::text AS position FROM cases
    WHERE merged_into_id IS NULL AND status = ANY($1) AND ($2::smallint[] IS NULL OR severity = ANY($2))
      AND (NOT $3 OR assignee_id IS NULL)
      AND ($4::smallint[] IS NULL OR severity = ANY($4) OR (severity = $5 AND (opened_at, id) > ($6::timestamptz, $7::uuid)))
    ORDER BY severity DESC, opened_at, id LIMIT $8`
  const toPlaced = (row: Row) => ({ item: CASES.read(row), openedAt: text(row, 'position') })
  return tx.many(toPlaced, sql, [
    UNRESOLVED_CASES,
    severities?.map(severityRank) ?? null,
    isUnassigned,
    after?.below.map(severityRank) ?? null,
    after?.of ? severityRank(after.of) : null,
    after?.openedAt ?? null,
    after?.id ?? null,
    limit,
  ])
}
