/** A look at a feed, from its beginning to its end, with progress a page and an error that is kept. */
import type { Indicator } from '../../../../intel/indicator.ts'
import type { Settled } from '../../../../intel/read/reading.ts'
import { passesAirGap } from '../../../../platform/egress/air-gap.ts'
import type { Egress } from '../../../../platform/egress/client.ts'
import { hostOf, portOf } from '../../../../platform/egress/guard.ts'
import { type Reach, requireReachable } from '../../../../platform/egress/reach.ts'
import { AppError, requireFound } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import type { Log } from '../../../../platform/log.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import {
  type OperatorTx,
  type Postgres,
  type TenantTx,
  type Tx,
  withOperator,
  withTenant,
} from '../../../../stores/postgres/pool.ts'
import { withinRegion } from '../../../platform/governance/index.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import { ImportBatches } from '../import-indicators.ts'
import {
  addIndicators,
  addSharedIndicators,
  requireRoom,
  settleIndicators,
  settleSharedIndicators,
} from '../manage-indicators.ts'
import { type Feed, type FeedType, SYNC_LIMITS, type SyncLimits } from './feed.ts'
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
  /** Keys of the feeds of the installation, by the type of the feed. */
  readonly sharedKeys?: Readonly<Partial<Record<FeedType, string>>>
}

/**
 * Throws 422 for an invalid address and for one that the air gap blocks (such a feed is never registered), `conflict` when the tenant has one of that name or too many.
 */
export async function createFeed(
  tx: TenantTx,
  newFeed: NewFeed,
  deps: { readonly vault: Vault; readonly reach: Reach; readonly log: Log },
): Promise<Feed> {
  const url = URL.parse(newFeed.url)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw invalid('url', 'is an http or https address without credentials')
  logWhenBlocked(url, tx.tenantId, deps)
  requireReachable('url', url, deps.reach)
  if ((await feedsOf(tx)).filter(({ isShared }) => !isShared).length >= FEEDS_MAX)
    throw new AppError('conflict', `a tenant has at most ${FEEDS_MAX} feeds`)
  const apiKey = newFeed.apiKey === null ? null : deps.vault.encrypt(newFeed.apiKey, useOf(tx.tenantId, 'create'))
  const made = await insertFeed(tx, { ...newFeed, apiKey })
  if (made === null) throw new AppError('conflict', `this tenant has a feed named ${newFeed.name}`)
  return made
}

/** Logs an address that the air gap blocks, and is true for it. */
export function logWhenBlocked(
  url: URL,
  tenant: TenantId | null,
  { reach, log }: { readonly reach: Reach; readonly log: Log },
): boolean {
  const host = hostOf(url)
  if (passesAirGap(reach.airGap, host, portOf(url))) return false
  log.warn({ event: 'airgap.feed_blocked', tenant, host }, 'airgap.feed_blocked')
  return true
}

/** Throws `not_found`, `forbidden` for a feed of the installation, and `conflict` while one is under way. What it begins is done by `runSync`. */
export async function startSync(tx: TenantTx, id: string, { limits = SYNC_LIMITS }: Pick<SyncDeps, 'limits'>) {
  await requireRoom(tx)
  const begun = await beginSync(tx, id, 2 * limits.totalMs)
  if (begun !== null) return begun
  const found = requireFound(await feedById(tx, id), 'feed', id)
  if (found.isShared)
    throw new AppError('forbidden', 'the operator of this installation set this feed, for all tenants')
  throw new AppError('conflict', 'a sync of this feed is under way')
}

/** The same for a feed of the installation. Throws `conflict` while one is under way. */
export async function startSharedSync(tx: OperatorTx, id: string, { limits = SYNC_LIMITS }: Pick<SyncDeps, 'limits'>) {
  const begun = await beginSync(tx, id, 2 * limits.totalMs)
  if (begun === null) throw new AppError('conflict', 'a sync of this feed is under way')
  return begun
}

/** Transactions of the owner of a feed; `tenant` is null for the installation. */
function ownerOf(pool: Postgres, tenant: TenantId | null, { name }: Feed, nowMs: () => number) {
  if (tenant === null) {
    const work = <T>(run: (tx: OperatorTx) => Promise<T>) => withOperator(pool, 'feed of the installation', run)
    return {
      work: (run: (tx: Tx) => Promise<void>) => work(run),
      add: (batch: readonly Indicator[]) => work((tx) => addSharedIndicators(tx, name, batch, nowMs())),
      settle: (settled: readonly Settled[]) => work((tx) => settleSharedIndicators(tx, name, settled)),
    }
  }
  const work = <T>(run: (tx: TenantTx) => Promise<T>) => withTenant(pool, tenant, run)
  return {
    work: (run: (tx: Tx) => Promise<void>) => work(run),
    add: (batch: readonly Indicator[]) => work((tx) => addIndicators(tx, name, batch, nowMs())),
    settle: (settled: readonly Settled[]) => work((tx) => settleIndicators(tx, name, settled)),
  }
}

/** Never rejects: the error is stored with the feed. */
export async function runSync(deps: SyncDeps, tenant: TenantId | null, feed: Feed): Promise<void> {
  const { pool, log, nowMs } = deps
  const { work } = ownerOf(pool, tenant, feed, nowMs)
  try {
    const position = await readInto(deps, tenant, feed)
    await work((tx) => endSync(tx, feed.id, null, position))
  } catch (err) {
    log.warn({ err, tenant, feed: feed.id }, 'feed sync failed')
    const why = err instanceof AppError ? err.message : 'an internal error, see the log'
    await work((tx) => endSync(tx, feed.id, why, null)).catch((failed) =>
      log.error({ err: failed, tenant, feed: feed.id }, 'cannot store the result of a feed sync'),
    )
  }
}

async function readInto(deps: SyncDeps, tenant: TenantId | null, feed: Feed): Promise<string | null> {
  const { pool, egress, vault, nowMs, limits = SYNC_LIMITS, sharedKeys = {} } = deps
  const { work, add, settle } = ownerOf(pool, tenant, feed, nowMs)
  const batches = new ImportBatches()
  let pages = 0
  const onPage = async () => {
    pages++
    for (const batch of batches.batches(true)) await add(batch)
    for (const settled of batches.settled()) await settle(settled)
    const { indicators, skipped, reasons } = batches.counts
    const progress = { pages, indicators, skipped, skipReasons: reasons }
    await work((tx) => noteProgress(tx, feed.id, progress))
    if (indicators > limits.indicators) throw new AppError('too_large', `more than ${limits.indicators} indicators`)
  }
  const pull = { feed, limits, nowMs, sink: batches, onPage }
  if (tenant === null) {
    const chosen: Egress = (request) => egress({ ...request, chosenBy: 'operator' })
    return pullFeed({ ...pull, apiKey: sharedKeys[feed.type] ?? null, egress: chosen })
  }
  const apiKey = feed.apiKey === null ? null : vault.decrypt(feed.apiKey, useOf(tenant, 'sync'))
  const within = withinRegion((run) => withTenant(pool, tenant, run), egress, 'feed')
  return pullFeed({ ...pull, apiKey, egress: within })
}

function useOf(tenantId: TenantId, act: string) {
  return { tenantId, connectorId: 'intel_feed', caller: `intel_feed:${act}` }
}
