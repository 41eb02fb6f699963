/** Questions to the lake under way: each keeps a lane of it busy, and no tenant may keep all of them. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { type Both, overBoth } from './read-archived.ts'

/** Questions that run at once in this process; `TENANT_RUNNING_MAX` is for one tenant. */
const RUNNING_MAX = 16
const TENANT_RUNNING_MAX = 4
const BUSY_SECONDS = 2

export type LakeDeps = { readonly lake?: ((tenant: TenantId, limits?: ReadLimits) => Reader) | undefined }
/** The tenant whose events are asked for. */
export type Asker = { readonly tenantId: TenantId }

const running = new Map<TenantId, number>()
let all = 0

/** Throws `unavailable` where there is no lake, and when too much is under way. */
export async function askLake<T>(
  { lake }: LakeDeps,
  { tenantId }: Asker,
  work: (reader: Reader) => Promise<T>,
  limits?: ReadLimits,
): Promise<T> {
  if (!lake) throw new AppError('unavailable', 'no lake is configured here')
  const own = running.get(tenantId) ?? 0
  if (own >= TENANT_RUNNING_MAX || all >= RUNNING_MAX)
    throw new AppError('unavailable', 'other questions to the lake are running', { retryAfterSeconds: BUSY_SECONDS })
  running.set(tenantId, own + 1)
  all++
  try {
    return await work(lake(tenantId, limits))
  } finally {
    all--
    const left = (running.get(tenantId) ?? 1) - 1
    if (left === 0) running.delete(tenantId)
    else running.set(tenantId, left)
  }
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
