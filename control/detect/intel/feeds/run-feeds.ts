/** Reads due feeds, in any number of replicas: a feed that one replica has begun is no longer due. */
import { AppError } from '../../../../platform/errors.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { SYNC_LIMITS } from './feed.ts'
import { type DueFeed, dueFeeds } from './feed-store.ts'
import { runSync, type SyncDeps, startSharedSync, startSync } from './sync-feed.ts'

const POLL_MS = 5_000
const AT_ONCE = 4
/** Feeds of one query: it includes those that cannot begin now. */
const DUE_MAX = 200
/** Wait before a feed that could not begin is tried again. */
const LATER_MS = 60_000

/** Reads feeds that are due. `deps.pool` signs in as the owner. */
export function feedWorkers(deps: SyncDeps & { readonly pollMs?: number }): Worker[] {
  const { pollMs = POLL_MS, nowMs } = deps
  const later = new Map<string, number>()
  const once = async () => {
    for (const [id, ms] of later) if (ms <= nowMs()) later.delete(id)
    const due = await withOperator(deps.pool, 'feeds that are due', (tx) => dueFeeds(tx, DUE_MAX, staleMs(deps)))
    const next = due.filter(({ id }) => !later.has(id)).slice(0, AT_ONCE)
    await Promise.all(
      next.map(async (feed) => {
        if (!(await readFeed(deps, feed))) later.set(feed.id, nowMs() + LATER_MS)
      }),
    )
    return next.length === AT_ONCE
  }
  return [{ name: 'indicator feeds', everyMs: pollMs, once }]
}

const staleMs = ({ limits = SYNC_LIMITS }: Pick<SyncDeps, 'limits'>) => 2 * limits.totalMs

/** False for a feed that another process began, that was deleted, or whose tenant has no room for more. */
async function readFeed(deps: SyncDeps, { tenant, id }: DueFeed): Promise<boolean> {
  try {
    const begun = await (tenant === null
      ? withOperator(deps.pool, 'feed of the installation', (tx) => startSharedSync(tx, id, deps))
      : withTenant(deps.pool, tenant, (tx) => startSync(tx, id, deps)))
    await runSync(deps, tenant, begun)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.info({ tenant, feed: id, reason: error.message }, 'scheduled feed sync skipped')
    return false
  }
}
