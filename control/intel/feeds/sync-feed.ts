/** A look at a feed, from its beginning to its end, with progress a page and an error that is kept. */

import { passesAirGap } from '../../../platform/egress/air-gap.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { hostOf, portOf } from '../../../platform/egress/guard.ts'
import { neverReachedUrl, type Reach } from '../../../platform/egress/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { withinRegion } from '../../governance/index.ts'
import type { Vault } from '../../vault/index.ts'
import { ImportBatches } from '../import-indicators.ts'
import { addIndicators, requireRoom, settleIndicators } from '../manage-indicators.ts'
import { type Feed, SYNC_LIMITS, type SyncLimits } from './feed.ts'
import { beginSync, endSync, feedById, feedsOf, insertFeed, type NewFeed, noteProgress } from './feed-store.ts'
import { pullFeed } from './pull.ts'

const FEEDS_MAX = 100

export type SyncDeps = {
  readonly pool: Postgres
  readonly egress: Egress
  readonly vault: Vault
  readonly log: Log
  readonly nowMs: () => number
  readonly limits?: SyncLimits
}

/**
 * Throws 422 for an address that is none, `forbidden` for one that the air gap would block: such a feed is never
 * registered. `conflict`: the tenant has one of that name, or too many.
 */
export async function createFeed(
  tx: TenantTx,
  given: NewFeed,
  deps: { readonly vault: Vault; readonly reach: Reach; readonly log: Log },
): Promise<Feed> {
  const url = URL.parse(given.url)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw invalid('url', 'is an http or https address without credentials')
  const host = hostOf(url)
  if (!passesAirGap(deps.reach.airGap, host, portOf(url))) {
    deps.log.warn({ event: 'airgap.feed_blocked', tenant: tx.tenantId, host }, 'airgap.feed_blocked')
    throw new AppError('forbidden', `the air gap keeps this installation from ${host}`)
  }
  const why = neverReachedUrl(url, deps.reach)
  if (why !== null) throw invalid('url', why)
  if ((await feedsOf(tx)).length >= FEEDS_MAX) throw new AppError('conflict', `a tenant has at most ${FEEDS_MAX} feeds`)
  const apiKey = given.apiKey === null ? null : deps.vault.encrypt(given.apiKey, useOf(tx.tenantId, 'create'))
  const made = await insertFeed(tx, { ...given, apiKey })
  if (made === null) throw new AppError('conflict', `this tenant has a feed named ${given.name}`)
  return made
}

/** Throws `not_found`, and `conflict` while one is under way. What it begins is done by `runSync`. */
export async function startSync(tx: TenantTx, id: string, { limits = SYNC_LIMITS }: Pick<SyncDeps, 'limits'>) {
  await requireRoom(tx)
  const begun = await beginSync(tx, id, 2 * limits.totalMs)
  if (begun !== null) return begun
  if ((await feedById(tx, id)) === null) throw new AppError('not_found', `no feed ${id}`)
  throw new AppError('conflict', 'a sync of this feed is under way')
}

/** Never rejects: what went wrong stands at the feed. */
export async function runSync(deps: SyncDeps, tenant: TenantId, feed: Feed): Promise<void> {
  const { pool, log } = deps
  const batches = new ImportBatches()
  try {
    const position = await readInto(deps, tenant, feed, batches)
    await withTenant(pool, tenant, (tx) => endSync(tx, feed.id, null, position))
  } catch (err) {
    log.warn({ err, tenant, feed: feed.id }, 'a feed could not be read')
    const why = err instanceof AppError ? err.message : 'an internal error, see the log'
    await withTenant(pool, tenant, (tx) => endSync(tx, feed.id, why, null)).catch((failed) =>
      log.error({ err: failed, tenant, feed: feed.id }, 'the end of a sync could not be noted'),
    )
  }
}

async function readInto(deps: SyncDeps, tenant: TenantId, feed: Feed, batches: ImportBatches): Promise<string | null> {
  const { pool, egress, vault, nowMs, limits = SYNC_LIMITS } = deps
  const store = async (isEnd: boolean) => {
    for (const batch of batches.batches(isEnd))
      await withTenant(pool, tenant, (tx) => addIndicators(tx, feed.name, batch, nowMs()))
    for (const settled of batches.settled())
      await withTenant(pool, tenant, (tx) => settleIndicators(tx, feed.name, settled))
  }
  let pages = 0
  const onPage = async () => {
    pages++
    await store(true)
    const { indicators, skipped, reasons } = batches.counts
    const progress = { pages, indicators, skipped, skipReasons: reasons }
    await withTenant(pool, tenant, (tx) => noteProgress(tx, feed.id, progress))
    if (indicators > limits.indicators) throw new AppError('too_large', `more than ${limits.indicators} indicators`)
  }
  const apiKey = feed.apiKey === null ? null : vault.decrypt(feed.apiKey, useOf(tenant, 'sync'))
  const within = withinRegion((work) => withTenant(pool, tenant, work), egress, 'feed')
  return pullFeed({ feed, apiKey, egress: within, limits, nowMs, sink: batches, onPage })
}

function useOf(tenantId: TenantId, act: string) {
  return { tenantId, connectorId: 'intel_feed', caller: `intel_feed:${act}` }
}
