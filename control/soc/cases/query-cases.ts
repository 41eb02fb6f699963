import { int, placed, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { countsOf, SEVERITIES, type Severity, searchable, severityOfRank, severityRank } from '../alerts/index.ts'
import { CASES, type Case } from './case.ts'
import { CASE_STATUSES, type CaseStatus, UNRESOLVED_CASES } from './words.ts'

/** A present member narrows the list. Merged cases are only listed on request. */
export type CaseFilter = {
  readonly statuses?: readonly CaseStatus[] | undefined
  readonly severities?: readonly Severity[] | undefined
  readonly assigneeId?: string | undefined
  readonly isUnassigned?: boolean | undefined
  readonly queueId?: string | undefined
  readonly caseType?: string | undefined
  /** Cases that have all of them. */
  readonly tags?: readonly string[] | undefined
  /** Found in the number and the title, in any case. */
  readonly search?: string | undefined
  /** At this time one of the clocks is, or was when it was met, past its due time. */
  readonly breachedAt?: Date | undefined
  /** Opened at this time or later, and before that one. */
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly isMerged?: boolean | undefined
}

/** Counts over all cases that the filter lets through, however many a page shows. */
export type CaseFacets = {
  readonly total: number
  readonly bySeverity: Readonly<Record<Severity, number>>
  readonly byStatus: Readonly<Record<CaseStatus, number>>
  readonly unresolved: number
}

/** A parameter that is null takes its condition along when the statement is planned, as for alerts. */
const WHERE = /* sql */ `
  ($1::smallint[] IS NULL OR severity = ANY($1)) AND ($2::text[] IS NULL OR status = ANY($2))
  AND ($3::uuid IS NULL OR assignee_id = $3) AND ($4::boolean IS NULL OR (assignee_id IS NULL) = $4)
  AND ($5::uuid IS NULL OR queue_id = $5) AND ($6::text IS NULL OR case_type = $6)
  AND ($7::text[] IS NULL OR tags @> $7) AND ($8::text IS NULL OR position($8 IN search_text) > 0)
  AND ($9::timestamptz IS NULL OR ack_due_at < coalesce(acknowledged_at, $9)
    OR resolve_due_at < coalesce(resolved_at, $9) OR close_due_at < coalesce(closed_at, $9))
  AND ($10::timestamptz IS NULL OR opened_at >= $10) AND ($11::timestamptz IS NULL OR opened_at < $11)`

const whereOf = ({ isMerged = false }: CaseFilter) => `merged_into_id IS ${isMerged ? 'NOT NULL' : 'NULL'} AND ${WHERE}`

/** Newest first. */
export function casesPage(
  tx: TenantTx,
  filter: CaseFilter,
  limit: number,
  after: Position | null,
): Promise<Placed<Case>[]> {
  const sql = /* sql */ `
    WITH shown AS MATERIALIZED (
      SELECT id AS shown_id FROM cases
      WHERE ${whereOf(filter)} AND ($12::timestamptz IS NULL OR (opened_at, id) < ($12::timestamptz, $13::uuid))
      ORDER BY opened_at DESC, id DESC LIMIT $14)
    SELECT ${CASES.columns}, opened_at::text AS position FROM shown JOIN cases ON id = shown_id
    ORDER BY opened_at DESC, id DESC`
  return tx.many(placed(CASES.read), sql, [...parametersOf(filter), after?.[0] ?? null, after?.[1] ?? null, limit])
}

export async function caseFacets(tx: TenantTx, filter: CaseFilter): Promise<CaseFacets> {
  const sql = /* sql */ `
    SELECT severity, status, count(*) AS cases FROM cases WHERE ${whereOf(filter)} GROUP BY severity, status`
  const groups = await tx.many(toGroup, sql, parametersOf(filter))
  const sum = (matches: (group: Group) => boolean) =>
    groups.filter(matches).reduce((total, { cases }) => total + cases, 0)
  return {
    total: sum(() => true),
    bySeverity: countsOf(SEVERITIES, (severity) => sum((group) => group.severity === severity)),
    byStatus: countsOf(CASE_STATUSES, (status) => sum((group) => group.status === status)),
    unresolved: sum(({ status }) => UNRESOLVED_CASES.includes(status)),
  }
}

type Group = { readonly severity: Severity; readonly status: CaseStatus; readonly cases: number }

function toGroup(row: Row): Group {
  const status = text(row, 'status') as CaseStatus // a CHECK constraint of the column guarantees the value
  return { severity: severityOfRank(int(row, 'severity')), status, cases: int(row, 'cases') }
}

function parametersOf(filter: CaseFilter): unknown[] {
  return [
    filter.severities?.map(severityRank) ?? null,
    filter.statuses ?? null,
    filter.assigneeId ?? null,
    filter.isUnassigned ?? null,
    filter.queueId ?? null,
    filter.caseType ?? null,
    filter.tags ?? null,
    filter.search === undefined ? null : searchable(filter.search),
    filter.breachedAt ?? null,
    filter.from ?? null,
    filter.until ?? null,
  ]
}
