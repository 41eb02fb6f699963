import { assert } from '../../platform/assert.ts'
import type { Row } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { Placed, Position } from '../identity/index.ts'
import type { Alert } from './alert.ts'
import {
  type AlertFilter,
  alertFacets,
  alertsPage,
  alertsPlaced,
  type Facets,
  facetsOf,
  type Group,
  parametersOf,
  toGroup,
  WHERE,
} from './query-alerts.ts'

export type PageWithFacets = { readonly rows: readonly Placed<Alert>[]; readonly facets: Facets }

/**
 * What `alertsPage` and `alertFacets` give, at the least cost. Words and tags are looked for in every alert of the
 * tenant, whose few matches then serve both; any other filter stops at a full page, and counts in an index of its own.
 */
export async function pageWithFacets(
  tx: TenantTx,
  filter: AlertFilter,
  limit: number,
  after: Position | null,
): Promise<PageWithFacets> {
  if (filter.search !== undefined || filter.tags !== undefined) return inOnePass(tx, filter, limit, after)
  const [rows, facets] = await Promise.all([alertsPage(tx, filter, limit, after), alertFacets(tx, filter)])
  return { rows, facets }
}

async function inOnePass(
  tx: TenantTx,
  filter: AlertFilter,
  limit: number,
  after: Position | null,
): Promise<PageWithFacets> {
  const sql = /* sql */ `
    WITH matching AS MATERIALIZED (SELECT id, created_at, severity, status FROM alerts WHERE ${WHERE})
    SELECT
      ARRAY(SELECT id FROM matching WHERE $12::timestamptz IS NULL OR (created_at, id) < ($12::timestamptz, $13::uuid)
        ORDER BY created_at DESC, id DESC LIMIT $14) AS ids,
      (SELECT coalesce(json_agg(g), '[]') FROM (
        SELECT severity, status, count(*) AS alerts FROM matching GROUP BY severity, status) g) AS groups`
  const values = [...parametersOf(filter), after?.[0] ?? null, after?.[1] ?? null, limit]
  const found = await tx.maybeOne(toFound, sql, values)
  assert(found !== null, 'a statement without a table answers with one row')
  return { rows: await alertsPlaced(tx, found.ids), facets: facetsOf(found.groups) }
}

function toFound({ ids, groups }: Row): { readonly ids: readonly string[]; readonly groups: readonly Group[] } {
  return { ids: ids as readonly string[], groups: (groups as readonly Row[]).map(toGroup) }
}
