import { AppError } from '../../../platform/errors.ts'
import type { Placed, Position } from '../../../platform/paging.ts'
import { int, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { ALERTS, type Alert } from './alert.ts'
import { type AlertOrder, type AlertPosition, NEWEST, orderSql } from './alert-order.ts'
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

/** Facets that alerts are found and counted by, one row a value in `alert_facets`. */
export const FACET_KINDS = ['host', 'user', 'ip', 'tactic', 'technique', 'rule', 'source'] as const
export type FacetKind = (typeof FACET_KINDS)[number]

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
  /** The same of the event: when it happened, or of several the first. */
  readonly eventFrom?: Date | undefined
  readonly eventUntil?: Date | undefined
  /** An alert has one of the values of each kind. Names of hosts, users and addresses match in any case. */
  readonly facets?: Readonly<Partial<Record<FacetKind, readonly string[]>>> | undefined
  /** Assignees to include; null stands for unassigned. */
  readonly assignees?: readonly (string | null)[] | undefined
  readonly hasVerdict?: boolean | undefined
}

/** Counts over all alerts that the filter lets through, however many a page shows. */
export type Facets = {
  readonly total: number
  readonly bySeverity: Readonly<Record<Severity, number>>
  readonly byStatus: Readonly<Record<AlertStatus, number>>
  readonly unresolved: number
}

/** Facets that an alert has one value of at most: an index has the column, and no set of ids is made of most alerts. */
const COLUMN_OF: Readonly<Partial<Record<FacetKind, string>>> = { rule: 'rule_id', source: 'connector_type' }

/**
 * The condition for one facet. A facet without a column is a join with alert_facets, which is fast only outside an OR,
 * so the statement contains it only when it is requested. Its parameter is always present, null or not.
 */
function hasFacet(kind: FacetKind, values: string, isWanted: boolean): string {
  const column = COLUMN_OF[kind]
  if (column !== undefined) return /* sql */ ` AND (${values}::text[] IS NULL OR ${column} = ANY(${values}))`
  if (!isWanted) return /* sql */ ` AND ${values}::text[] IS NULL`
  return /* sql */ `
  AND id IN (SELECT f.alert_id FROM alert_facets AS f WHERE f.kind = '${kind}' AND f.value = ANY(${values}::text[]))`
}

/**
 * A null parameter removes its condition at planning time, and the columns with it; the remaining columns decide which
 * covering index answers without reading rows.
 */
export const whereOf = ({ facets = {} }: AlertFilter) => /* sql */ `
  ($1::smallint[] IS NULL OR severity = ANY($1)) AND ($2::text[] IS NULL OR status = ANY($2))
  AND ($3::text IS NULL OR category = $3) AND ($4::uuid IS NULL OR assigned_to_id = $4)
  AND ($5::text IS NULL OR position($5 IN search_text) > 0)
  AND ($6::smallint IS NULL OR confidence >= $6) AND ($7::smallint IS NULL OR confidence <= $7)
  AND ($8::text[] IS NULL OR disposition = ANY($8)) AND ($9::text[] IS NULL OR tags @> $9)
  AND ($10::timestamptz IS NULL OR created_at >= $10) AND ($11::timestamptz IS NULL OR created_at < $11)
  ${FACET_KINDS.map((kind, at) => hasFacet(kind, `$${12 + at}`, facets[kind] !== undefined)).join(' ')}
  AND ($19::uuid[] IS NULL OR assigned_to_id = ANY($19) OR ($20::boolean AND assigned_to_id IS NULL))
  AND ($21::boolean IS NULL OR (disposition IS NOT NULL) = $21)
  AND ($22::timestamptz IS NULL OR coalesce(event_time, first_seen) >= $22)
  AND ($23::timestamptz IS NULL OR coalesce(event_time, first_seen) < $23)`

export type PlacedAlert = { readonly item: Alert; readonly position: AlertPosition }

/** Throws `bad_request` for an unknown confidence label. */
export function alertsPage(
  tx: TenantTx,
  filter: AlertFilter,
  order: AlertOrder,
  limit: number,
  after: AlertPosition | null,
): Promise<PlacedAlert[]> {
  const { key, isAfter, orderBy } = orderSql(order.sort)
  const first = (where: string, by: string) => /* sql */ `
    SELECT id AS shown_id, ${key} AS sort_key, created_at AS made_at FROM alerts
    WHERE ${where} AND ${isAfter(key)} ORDER BY ${by} LIMIT $28`
  const where = whereOf(filter)
  // No index has the due time itself, but alerts of one severity are due in the order in which they were made.
  const shown =
    order.sort === 'sla'
      ? /* sql */ `
        SELECT shown_id, sort_key FROM unnest('{1,2,3,4,5}'::smallint[]) AS level (rank)
          CROSS JOIN LATERAL (${first(`severity = rank AND ${where}`, 'created_at, id')}) AS soonest
        ORDER BY sort_key, made_at, shown_id LIMIT $28`
      : first(where, orderBy)
  return tx.many(toPlaced, rowsOf(shown, order), [...parametersOf(filter), ...pageParameters(order, limit, after)])
}

/**
 * The same for a filter that few alerts match: it finds them all in an index, then puts them in order. `alertsMax`: more
 * are never looked at.
 */
export function fewAlertsPage(
  tx: TenantTx,
  filter: AlertFilter,
  order: AlertOrder,
  { limit, alertsMax }: { readonly limit: number; readonly alertsMax: number },
  after: AlertPosition | null,
): Promise<PlacedAlert[]> {
  const { key, isAfter, orderBy } = orderSql(order.sort)
  const shown = /* sql */ `
    SELECT id AS shown_id, ${key} AS sort_key FROM alerts
      JOIN (SELECT id AS found_id FROM alerts WHERE ${whereOf(filter)} LIMIT $29) AS found ON id = found_id
    WHERE ${isAfter(key)} ORDER BY ${orderBy} LIMIT $28`
  const parameters = [...parametersOf(filter), ...pageParameters(order, limit, after), alertsMax]
  return tx.many(toPlaced, rowsOf(shown, order), parameters)
}

function rowsOf(shown: string, { sort }: AlertOrder): string {
  return /* sql */ `
    WITH shown AS MATERIALIZED (${shown})
    SELECT ${ALERTS.columns}, sort_key::text AS sort_key_text, created_at::text AS position
    FROM shown JOIN alerts ON id = shown_id ORDER BY ${orderSql(sort).orderByKey}`
}

/** The newest first, by a cursor of two parts as other lists have it. */
export async function newestAlerts(
  tx: TenantTx,
  filter: AlertFilter,
  limit: number,
  after: Position | null,
): Promise<Placed<Alert>[]> {
  const rows = await alertsPage(tx, filter, NEWEST, limit, after && [after[0], ...after])
  return rows.map(({ item, position: [, createdAt, id] }) => ({ item, position: [createdAt, id] }))
}

/** Parameters behind those of the filter: $24 to $28. */
function pageParameters(order: AlertOrder, limit: number, after: AlertPosition | null): unknown[] {
  return [order.targets, ...(after ?? [null, null, null]), limit]
}

function toPlaced(row: Row): PlacedAlert {
  return { item: ALERTS.read(row), position: [text(row, 'sort_key_text'), text(row, 'position'), text(row, 'id')] }
}

export async function alertFacets(tx: TenantTx, filter: AlertFilter): Promise<Facets> {
  const sql = /* sql */ `
    SELECT severity, status, count(*) AS alerts FROM alerts WHERE ${whereOf(filter)} GROUP BY severity, status`
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
  const status = text(row, 'status') as AlertStatus // a CHECK constraint of the column guarantees the value
  return { severity: severityOfRank(int(row, 'severity')), status, alerts: int(row, 'alerts') }
}

export function countsOf<W extends string>(words: readonly W[], count: (word: W) => number): Record<W, number> {
  return Object.fromEntries(words.map((word) => [word, count(word)])) as Record<W, number>
}

/** Parameters of `WHERE`. Throws `bad_request` for an unknown confidence label. */
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
    ...facetParameters(filter.facets),
    filter.assignees?.filter((one) => one !== null) ?? null,
    filter.assignees?.includes(null) ?? null,
    filter.hasVerdict ?? null,
    filter.eventFrom ?? null,
    filter.eventUntil ?? null,
  ]
}

const IN_ANY_CASE: readonly FacetKind[] = ['host', 'user', 'ip']

function facetParameters(facets: AlertFilter['facets'] = {}): unknown[] {
  const valuesOf = (kind: FacetKind) =>
    IN_ANY_CASE.includes(kind) ? facets[kind]?.map((value) => value.toLowerCase()) : facets[kind]
  return FACET_KINDS.map((kind) => valuesOf(kind) ?? null)
}

/** True for a filter that reads every alert of the tenant. */
export function readsAll({ search, tags, facets = {} }: AlertFilter): boolean {
  const isInOtherTable = FACET_KINDS.some((kind) => COLUMN_OF[kind] === undefined && facets[kind] !== undefined)
  return search !== undefined || tags !== undefined || isInOtherTable
}

function labelOf(label: string): ConfidenceLabel {
  const labels = Object.keys(CONFIDENCE_LABELS) as ConfidenceLabel[]
  if (isOneOf(labels, label)) return label
  throw new AppError('bad_request', `a confidence label is one of ${labels.join(', ')}`)
}
