/** Queries of hunts to the lake of a tenant. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { TenantId } from '../../../platform/tenant.ts'
import { LAKE_QUERY_LIMITS, type LakeAnswer, type LakeQuery, lakeQuery } from '../../../query/lake-query.ts'
import type { LakeSources } from '../../../query/lake-sources.ts'
import { type RuleSearch, searchByRule } from '../../../query/search/search-by-rule.ts'
import { type EventSearch, type FoundPage, searchEvents } from '../../../query/search/search-events.ts'
import { TextFilters } from '../../../query/sql/text-filters.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import { type ReadLimits, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'

export type HuntLake = {
  search(tenant: TenantId, search: EventSearch, signal: AbortSignal, archive?: Files): Promise<FoundPage>
  searchByRule(tenant: TenantId, search: RuleSearch, signal: AbortSignal, archive?: Files): Promise<FoundPage>
  /** Read-only SQL with the span as parameters `from` and `to`. */
  sql(tenant: TenantId, query: LakeQuery, span: SqlSpan, signal: AbortSignal, archive?: Files): Promise<LakeAnswer>
}

/** Events of the archive, which are looked at beside those of the lake. */
type Files = ArchivedEvents

/** In the format of ClickHouse's `DateTime64(3)`. */
export type SqlSpan = { readonly from: string; readonly to: string }

/** Limits of one statement; a page has a budget of its own. */
const LIMITS = { timeoutSeconds: 60, rowsMax: 10_000, ...LAKE_QUERY_LIMITS }

export function huntLake(client: ClickHouseClient, sources: LakeSources): HuntLake {
  const reader = (tenant: TenantId, archive?: Files, limits: ReadLimits = LIMITS) =>
    tenantReader(client, tenant, { ...limits, ...(archive && { archive }) })
  const sqlReader = (tenant: TenantId, archive?: Files) =>
    reader(tenant, archive, { ...LIMITS, rewrite: new TextFilters().rewrite })
  return {
    search: (tenant, search, gone, files) => searchEvents(reader(tenant, files), search, { gone }),
    searchByRule: (tenant, search, gone, files) => searchByRule(reader(tenant, files), sources, search, { gone }),
    sql: (tenant, query, span, signal, files) =>
      lakeQuery(sqlReader(tenant, files), { ...query, params: span }, signal),
  }
}
