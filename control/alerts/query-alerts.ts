import { AppError } from '../../platform/errors.ts'
import { int, type Row, text } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { Placed, Position } from '../identity/index.ts'
import { ALERT_COLUMNS, type Alert, toAlert } from './alert.ts'
import { searchable } from './alert-text.ts'
import {
  type AlertStatus,
  CONFIDENCE_LABELS,
  type ConfidenceLabel,
  confidenceRange,
  type Disposition,
  isOneOf,
  SEVERITIES,
  type Severity,
  STATUSES,
  severityOfRank,
  severityRank,
  UNRESOLVED,
} from './words.ts'

/** Every member narrows; members that are not there do not. */
export type AlertFilter = {
  readonly severities?: readonly Severity[] | undefined
  readonly statuses?: readonly AlertStatus[] | undefined
  readonly category?: string | undefined
  readonly assignedToId?: string | undefined
  /** Found in the title, the rule and the affected names, in any case, as far as 1,000 bytes of them go. */
  readonly search?: string | undefined
  readonly minConfidence?: number | undefined
  readonly confidenceLabel?: string | undefined
  readonly dispositions?: readonly Disposition[] | undefined
  /** Alerts that have all of them. */
  readonly tags?: readonly string[] | undefined
  /** Made at this time or later, and before that one. */
  readonly from?: Date | undefined
  readonly until?: Date | undefined
}

/** Counts over all alerts that the filter lets through, however many a page shows. */
export type Facets = {
  readonly total: number
  readonly bySeverity: Readonly<Record<Severity, number>>
  readonly byStatus: Readonly<Record<AlertStatus, number>>
  readonly unresolved: number
}

/**
 * A parameter that is null takes its condition along when the statement is planned, and the columns of the condition
 * with it: what is left decides which of the covering indexes answers without a look at the rows.
 */
export const WHERE = /* sql */ `
  ($1::smallint[] IS NULL OR severity = ANY($1)) AND ($2::text[] IS NULL OR status = ANY($2))
  AND ($3::text IS NULL OR category = $3) AND ($4::uuid IS NULL OR assigned_to_id = $4)
  AND ($5::text IS NULL OR position($5 IN search_text) > 0)
  AND ($6::smallint IS NULL OR confidence >= $6) AND ($7::smallint IS NULL OR confidence <= $7)
  AND ($8::text[] IS NULL OR disposition = ANY($8)) AND ($9::text[] IS NULL OR tags @> $9)
  AND ($10::timestamptz IS NULL OR created_at >= $10) AND ($11::timestamptz IS NULL OR created_at < $11)`

/** Newest first. Throws `bad_request` for a confidence label that there is none of. */
export function alertsPage(
  tx: TenantTx,
  filter: AlertFilter,
  limit: number,
  after: Position | null,
): Promise<Placed<Alert>[]> {
  const sql = /* sql */ `
    WITH shown AS MATERIALIZED (
      SELECT id AS shown_id FROM alerts
      WHERE ${WHERE} AND ($12::timestamptz IS NULL OR (created_at, id) < ($12::timestamptz, $13::uuid))
      ORDER BY created_at DESC, id DESC LIMIT $14)
    SELECT ${ALERT_COLUMNS}, created_at::text AS position FROM shown JOIN alerts ON id = shown_id
    ORDER BY created_at DESC, id DESC`
  return tx.many(toPlaced, sql, [...parametersOf(filter), after?.[0] ?? null, after?.[1] ?? null, limit])
}

/** Those of the ids that there are, newest first. */
export function alertsPlaced(tx: TenantTx, ids: readonly string[]): Promise<Placed<Alert>[]> {
  const sql = /* sql */ `
    SELECT ${ALERT_COLUMNS}, created_at::text AS position FROM alerts WHERE id = ANY ($1::uuid[])
    ORDER BY created_at DESC, id DESC`
  return tx.many(toPlaced, sql, [ids])
}

function toPlaced(row: Row): Placed<Alert> {
  return { item: toAlert(row), position: [text(row, 'position'), text(row, 'id')] }
}

export async function alertFacets(tx: TenantTx, filter: AlertFilter): Promise<Facets> {
  const sql = /* sql */ `
    SELECT severity, status, count(*) AS alerts FROM alerts WHERE ${WHERE} GROUP BY severity, status`
  return facetsOf(await tx.many(toGroup, sql, parametersOf(filter)))
}

export function facetsOf(groups: readonly Group[]): Facets {
  const sum = (matches: (group: Group) => boolean) =>
    groups.filter(matches).reduce((total, { alerts }) => total + alerts, 0)
  return {
    total: sum(() => true),
    bySeverity: countsOf(SEVERITIES, (severity) => sum((group) => group.severity === severity)),
    byStatus: countsOf(STATUSES, (status) => sum((group) => group.status === status)),
    unresolved: sum(({ status }) => UNRESOLVED.includes(status)),
  }
}

/** Alerts that are alike. */
export type Group = { readonly severity: Severity; readonly status: AlertStatus; readonly alerts: number }

export function toGroup(row: Row): Group {
  const status = text(row, 'status') as AlertStatus // held to the words by the table
  return { severity: severityOfRank(int(row, 'severity')), status, alerts: int(row, 'alerts') }
}

export function countsOf<W extends string>(words: readonly W[], count: (word: W) => number): Record<W, number> {
  return Object.fromEntries(words.map((word) => [word, count(word)])) as Record<W, number>
}

/** Of `WHERE`. Throws `bad_request` for a confidence label that there is none of. */
export function parametersOf(filter: AlertFilter): unknown[] {
  const label = filter.confidenceLabel === undefined ? null : labelOf(filter.confidenceLabel)
  const [lowest, highest] = label === null ? [null, null] : confidenceRange(label)
  const { minConfidence: min } = filter
  return [
    filter.severities?.map(severityRank) ?? null,
    filter.statuses ?? null,
    filter.category ?? null,
    filter.assignedToId ?? null,
    filter.search === undefined ? null : searchable(filter.search),
    min === undefined ? lowest : Math.max(min, lowest ?? 0),
    highest,
    filter.dispositions ?? null,
    filter.tags ?? null,
    filter.from ?? null,
    filter.until ?? null,
  ]
}

function labelOf(label: string): ConfidenceLabel {
  const labels = Object.keys(CONFIDENCE_LABELS) as ConfidenceLabel[]
  if (isOneOf(labels, label)) return label
  throw new AppError('bad_request', `a confidence label is one of ${labels.join(', ')}`)
}
