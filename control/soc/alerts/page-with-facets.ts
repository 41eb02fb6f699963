import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { AlertOrder, AlertPosition } from './alert-order.ts'
import {
  type AlertFilter,
  alertFacets,
  alertsPage,
  type Facets,
  fewAlertsPage,
  type PlacedAlert,
  readsAll,
} from './query-alerts.ts'

export type PageWithFacets = { readonly rows: readonly PlacedAlert[]; readonly facets: Facets }

/**
 * A filter that matches more alerts than this finds a page by scanning in order; for a filter that matches fewer, all
 * matches are read and sorted.
 */
const FEW_ALERTS = 5_000

/**
 * Gives the results of `alertsPage` and `alertFacets` at the least cost. Words, tags, names and techniques are in no
 * index that has an order: how many alerts match decides whether the order is followed until the page is full, or the
 * matches are put in order.
 */
export async function pageWithFacets(
  tx: TenantTx,
  filter: AlertFilter,
  order: AlertOrder,
  limit: number,
  after: AlertPosition | null,
): Promise<PageWithFacets> {
  if (!readsAll(filter)) {
    const [rows, facets] = await Promise.all([alertsPage(tx, filter, order, limit, after), alertFacets(tx, filter)])
    return { rows, facets }
  }
  const facets = await alertFacets(tx, filter)
  const rows =
    facets.total > FEW_ALERTS
      ? await alertsPage(tx, filter, order, limit, after)
      : // Some that came meanwhile have room too.
        await fewAlertsPage(tx, filter, order, { limit, alertsMax: 2 * FEW_ALERTS }, after)
  return { rows, facets }
}
