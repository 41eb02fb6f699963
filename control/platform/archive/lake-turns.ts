/** Limits concurrent lake queries: each occupies a slot, and no tenant may occupy all slots. */
import type { TenantId } from '../../../platform/tenant.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { noLake } from '../acting/index.ts'
import { type Both, overBoth } from './read-archived.ts'
import { type LineLimits, WaitingLine } from './waiting-line.ts'

/** A page of the console asks six questions at once: those past the four that run wait for their turn. */
const LIMITS: LineLimits = {
  /** @bound concurrent lake queries over REST, of a process -> they wait, tenants take turns */
  runningMax: 16,
  /** @bound concurrent lake queries over REST, of a tenant -> they wait, tenants take turns */
  tenantRunningMax: 4,
  /** @bound lake queries of a tenant that wait -> 503, Retry-After 2 */
  tenantWaitingMax: 32,
  /** @bound time that a lake query waits -> 503, Retry-After 2 */
  waitMs: 20_000,
  retryAfterSeconds: 2,
}

export type LakeDeps = { readonly lake?: ((tenant: TenantId, limits?: ReadLimits) => Reader) | undefined }
/** The tenant of the query. */
export type Asker = { readonly tenantId: TenantId; readonly gone?: AbortSignal }

const line = new WaitingLine(LIMITS)
const NEVER_GONE = new AbortController().signal

/**
 * Queries the lake when it is the tenant's turn. Throws `unavailable` without a lake, and when no turn came in time.
 * The time limit of a query starts with its turn, and a caller that is `gone` stops waiting.
 */
export async function askLake<T>(
  { lake }: LakeDeps,
  { tenantId, gone = NEVER_GONE }: Asker,
  work: (reader: Reader) => Promise<T>,
  limits?: ReadLimits,
): Promise<T> {
  if (!lake) throw noLake()
  return line.run(tenantId, gone, () => work(lake(tenantId, limits)))
}

export type BothDeps = LakeDeps & {
  readonly pool: Postgres
  readonly archive?: { readonly store: ObjectStore } | undefined
}

/** Asks like `askLake`, over the lake and the part of the span that is in the archive. */
export function askBoth<T>(
  deps: BothDeps,
  asker: Asker,
  span: TimeSpan,
  work: (reader: Reader, archive: ArchivedEvents | undefined) => Promise<T>,
  limits?: ReadLimits,
): Promise<Both<T>> {
  return overBoth({ pool: deps.pool, store: deps.archive?.store }, asker.tenantId, span, (archive) => {
    const both = archive === undefined ? limits : { ...limits, archive }
    return askLake(deps, asker, (reader) => work(reader, archive), both)
  })
}
