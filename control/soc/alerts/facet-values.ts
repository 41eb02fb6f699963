/** Counts the values that filtered alerts have, as options to narrow the list further. */
import { attackName } from '../../../detections/attack/attack.ts'
import { assert } from '../../../platform/assert.ts'
import { int, orNull, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type AlertFilter, type FacetKind, parametersOf, whereOf } from './query-alerts.ts'

/** Alerts that are counted: the newest ones of more. */
export const FACET_ALERTS_MAX = 5_000
export const FACET_VALUES_MAX = 50

export type FacetValue = {
  readonly value: string
  /** The title of a rule, the name of a technique or tactic. Null: nothing names the value. */
  readonly name: string | null
  readonly alerts: number
}
export type FacetValues = {
  readonly kind: FacetKind
  /** Values of most alerts first. */
  readonly values: readonly FacetValue[]
  readonly distinct: number
}
export type CountedFacets = {
  readonly facets: readonly FacetValues[]
  readonly assignees: readonly { readonly assigneeId: string | null; readonly alerts: number }[]
  readonly counted: number
  /** False when only the newest were counted. */
  readonly isWhole: boolean
}

export async function countFacets(
  tx: TenantTx,
  filter: AlertFilter,
  kinds: readonly FacetKind[],
  limit: number,
): Promise<CountedFacets> {
  const sql = /* sql */ `
    WITH matching AS MATERIALIZED (
      SELECT id, assigned_to_id FROM alerts WHERE ${whereOf(filter)} ORDER BY created_at DESC, id DESC LIMIT $24::int + 1),
    counted AS (
      SELECT f.kind, f.value, count(*) AS alerts, max(f.alert_id::text)::uuid AS sample,
        row_number() OVER (PARTITION BY f.kind ORDER BY count(*) DESC, f.value) AS place,
        count(*) OVER (PARTITION BY f.kind) AS distinct_values
      FROM matching AS m JOIN alert_facets AS f ON f.alert_id = m.id
      WHERE f.kind = ANY($25::text[]) GROUP BY f.kind, f.value)
    SELECT (SELECT count(*) FROM matching) AS matched,
      (SELECT coalesce(json_agg(c ORDER BY c.kind, c.place), '[]') FROM (
        SELECT kind, value, alerts, place, distinct_values, CASE WHEN kind = 'rule' THEN (
          SELECT e.step ->> 'title' FROM alerts AS a, jsonb_array_elements(a.fusion -> 'evidence') AS e (step)
          WHERE a.id = counted.sample AND e.step ->> 'rule_id' = counted.value LIMIT 1) END AS title
        FROM counted WHERE place <= $26::int) AS c) AS facets,
      (SELECT coalesce(json_agg(o), '[]') FROM (
        SELECT assigned_to_id, count(*) AS alerts FROM matching GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $26::int) o) AS owners`
  const found = await tx.maybeOne(toFound, sql, [...parametersOf(filter), FACET_ALERTS_MAX, kinds, limit])
  assert(found !== null, 'an aggregate answers with one row')
  const { matched, rows, owners } = found
  return {
    facets: kinds.map((kind) => facetOf(kind, rows)),
    assignees: owners.map((row) => ({
      assigneeId: row.assigned_to_id === null ? null : text(row, 'assigned_to_id'),
      alerts: int(row, 'alerts'),
    })),
    counted: matched,
    isWhole: matched <= FACET_ALERTS_MAX,
  }
}

function toFound({ facets, owners, ...row }: Row) {
  return { matched: int(row, 'matched'), rows: facets as readonly Row[], owners: owners as readonly Row[] }
}

function facetOf(kind: FacetKind, rows: readonly Row[]): FacetValues {
  const own = rows.filter((row) => row.kind === kind)
  return {
    kind,
    values: own.map((row) => {
      const value = text(row, 'value')
      const isOfAttack = kind === 'technique' || kind === 'tactic'
      return { value, name: isOfAttack ? attackName(value) : orNull(text, row, 'title'), alerts: int(row, 'alerts') }
    }),
    distinct: own[0] === undefined ? 0 : int(own[0], 'distinct_values'),
  }
}
