/** Counts by field values of a background search: each slice of time stores a page, and reading adds the pages up. */
import type { Facet } from '../../../query/search/count-events.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

/** One field of a slice: its most frequent values, and the number of events with others. */
type CountRow = readonly [
  field: string,
  values: readonly (readonly [value: string | null, events: number])[],
  others: number,
]

export type SliceCounts = { readonly events: number; readonly rows: readonly CountRow[] }

export function sliceCounts(facets: readonly Facet[]): SliceCounts {
  const rows = facets.map(({ field, values, otherEvents }): CountRow => {
    return [field, values.map(({ value, events }) => [value, events]), otherEvents]
  })
  const [first] = facets
  const events = (first?.values ?? []).reduce((sum, { events }) => sum + events, first?.otherEvents ?? 0)
  return { events, rows }
}

/** `isExact` false: a slice had more values than are kept, so that each value has at least so many events. */
export type JobFacet = Facet & { readonly isExact: boolean }

export async function jobCounts(
  tx: TenantTx,
  id: string,
  fields: readonly string[],
  limit: number,
): Promise<readonly JobFacet[]> {
  const sql = /* sql */ `SELECT rows FROM search_job_pages WHERE job_id = $1 ORDER BY page`
  const pages = await tx.many((row) => row.rows as readonly CountRow[], sql, [id])
  return fields.map((field) => {
    const counts = new Map<string | null, number>()
    let unnamed = 0
    for (const [, values, others] of pages.flat().filter(([name]) => name === field)) {
      unnamed += others
      for (const [value, events] of values) counts.set(value, (counts.get(value) ?? 0) + events)
    }
    const sorted = [...counts].sort(([a, n], [b, m]) => m - n || (String(a) < String(b) ? -1 : 1))
    const values = sorted.slice(0, limit).map(([value, events]) => ({ value, events }))
    const otherEvents = sorted.slice(limit).reduce((sum, [, events]) => sum + events, unnamed)
    return { field, values, distinct: counts.size, otherEvents, isExact: unnamed === 0 }
  })
}
