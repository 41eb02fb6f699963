import { assert } from '../../platform/assert.ts'
import type { Row } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { ALERT_COLUMNS } from './alert.ts'
import { type AlertOrder, type AlertPosition, orderSql } from './alert-order.ts'
import {
  type AlertFilter,
  alertFacets,
  alertsPage,
  type Facets,
  facetsOf,
  type Group,
  type PlacedAlert,
  pageParameters,
  parametersOf,
  readsAll,
  toGroup,
  toPlaced,
  WHERE,
} from './query-alerts.ts'

export type PageWithFacets = { readonly rows: readonly PlacedAlert[]; readonly facets: Facets }

/**
 * Gives the results of `alertsPage` and `alertFacets` at the least cost. A filter by words, tags, names or techniques
 * searches every alert of the tenant, and its few matches serve both; any other filter stops at a full page, and counts
 * in an index of its own.
 */
export async function pageWithFacets(
  tx: TenantTx,
  filter: AlertFilter,
  order: AlertOrder,
  limit: number,
  after: AlertPosition | null,
): Promise<PageWithFacets> {
  if (readsAll(filter)) return inOnePass(tx, filter, order, limit, after)
  const [rows, facets] = await Promise.all([alertsPage(tx, filter, order, limit, after), alertFacets(tx, filter)])
  return { rows, facets }
}

async function inOnePass(
  tx: TenantTx,
  filter: AlertFilter,
  order: AlertOrder,
  limit: number,
  after: AlertPosition | null,
): Promise<PageWithFacets> {
  const { key, isAfter, orderByKey } = orderSql(order.sort)
  const sql = /* sql */ `
    WITH matching AS MATERIALIZED (
      SELECT id, created_at, severity, status, ${key} AS sort_key FROM alerts WHERE ${WHERE})
    SELECT
      (SELECT coalesce(json_agg(p), '[]') FROM (
        SELECT id, sort_key::text AS sort_key FROM matching WHERE ${isAfter('sort_key')}
        ORDER BY ${orderByKey} LIMIT $28) p) AS page,
      (SELECT coalesce(json_agg(g), '[]') FROM (
        SELECT severity, status, count(*) AS alerts FROM matching GROUP BY severity, status) g) AS groups`
  const found = await tx.maybeOne(toFound, sql, [...parametersOf(filter), ...pageParameters(order, limit, after)])
  assert(found !== null, 'a statement without a table answers with one row')
  return { rows: await placed(tx, found.page), facets: facetsOf(found.groups) }
}

type Found = { readonly page: readonly { readonly id: string; readonly sort_key: string }[]; readonly groups: Group[] }

function toFound({ page, groups }: Row): Found {
  return { page: page as Found['page'], groups: (groups as readonly Row[]).map(toGroup) }
}

/** Gives the alerts of the page that still exist, in its order. */
function placed(tx: TenantTx, page: Found['page']): Promise<PlacedAlert[]> {
  const sql = /* sql */ `
    SELECT ${ALERT_COLUMNS}, sort_key_text, created_at::text AS position
    FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS shown (shown_id, sort_key_text, place)
      JOIN alerts ON id = shown_id ORDER BY place`
  return tx.many(toPlaced, sql, [page.map(({ id }) => id), page.map(({ sort_key: key }) => key)])
}
