import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import { type Row, text } from '../../../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx, Tx } from '../../../../stores/postgres/pool.ts'
import { SHARED } from '../indicator-store.ts'
import { FEEDS, type Feed, type FeedConfig, type FeedType } from './feed.ts'

export function feedsOf(tx: TenantTx): Promise<Feed[]> {
  return tx.many(FEEDS.read, /* sql */ `SELECT ${FEEDS.columns} FROM intel_feeds ORDER BY created_at, id`)
}

export type NewFeed = {
  readonly name: string
  readonly type: FeedType
  readonly url: string
  readonly apiKey: string | null
  readonly config: FeedConfig
  readonly pollIntervalSeconds: number
}

/** Null: the tenant has one of that name. */
export function insertFeed(tx: TenantTx, feed: NewFeed): Promise<Feed | null> {
  const sql = /* sql */ `
    INSERT INTO intel_feeds (name, feed_type, url, api_key, config, poll_interval) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (tenant_id, name) DO NOTHING RETURNING ${FEEDS.columns}`
  const { name, type, url, apiKey, config, pollIntervalSeconds } = feed
  return tx.maybeOne(FEEDS.read, sql, [name, type, url, apiKey, JSON.stringify(config), pollIntervalSeconds])
}

export function feedById(tx: Tx, id: string): Promise<Feed | null> {
  return tx.maybeOne(FEEDS.read, /* sql */ `SELECT ${FEEDS.columns} FROM intel_feeds WHERE id = $1`, [id])
}

/** Null: a sync is running that began less than `staleMs` ago. An older one is taken over. */
export function beginSync(tx: Tx, id: string, staleMs: number): Promise<Feed | null> {
  const sql = /* sql */ `
    UPDATE intel_feeds SET status = 'syncing', error = NULL, pages = 0, indicators = 0, skipped = 0, skip_reasons = '{}',
      started_at = clock_timestamp()
    WHERE id = $1 AND (status <> 'syncing' OR started_at < clock_timestamp() - $2 * interval '1 millisecond')
    RETURNING ${FEEDS.columns}`
  return tx.maybeOne(FEEDS.read, sql, [id, staleMs])
}

/** Null: of the installation. */
export type DueFeed = { readonly tenant: TenantId | null; readonly id: string }

/**
 * Due feeds of active tenants, those that wait the longest first. A sync that began longer than `staleMs` ago has died.
 */
export function dueFeeds(tx: OperatorTx, limit: number, staleMs: number): Promise<DueFeed[]> {
  const sql = /* sql */ `
    SELECT f.tenant_id, f.id FROM intel_feeds f LEFT JOIN tenants t ON t.id = f.tenant_id
    WHERE f.is_enabled AND (f.tenant_id = '' OR t.status = 'active')
      AND (f.status <> 'syncing' OR f.started_at < clock_timestamp() - $2::bigint * interval '1 millisecond')
      AND (f.last_polled_at IS NULL OR f.last_polled_at < clock_timestamp() - make_interval(secs => f.poll_interval))
    ORDER BY f.last_polled_at NULLS FIRST, f.id LIMIT $1`
  return tx.many(toDue, sql, [limit, staleMs])
}

function toDue(row: Row): DueFeed {
  const owner = text(row, 'tenant_id')
  return { tenant: owner === SHARED ? null : tenantId(owner), id: text(row, 'id') }
}

/**
 * Sets the feeds of the installation to the configured ones: others are switched off, and a feed with a changed address
 * starts from the beginning.
 */
export async function setSharedFeeds(tx: OperatorTx, wanted: readonly Omit<NewFeed, 'apiKey'>[]): Promise<void> {
  const off = /* sql */ `
    UPDATE intel_feeds SET is_enabled = false WHERE tenant_id = $1 AND is_enabled AND NOT (name = ANY($2))`
  await tx.run(off, [SHARED, wanted.map(({ name }) => name)])
  const sql = /* sql */ `
    INSERT INTO intel_feeds AS old (tenant_id, name, feed_type, url, config, poll_interval) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (tenant_id, name) DO UPDATE SET is_enabled = true, feed_type = EXCLUDED.feed_type, url = EXCLUDED.url,
      config = EXCLUDED.config,
      position = CASE WHEN old.url = EXCLUDED.url AND old.config = EXCLUDED.config THEN old.position END,
      last_polled_at = CASE WHEN old.url = EXCLUDED.url AND old.config = EXCLUDED.config THEN old.last_polled_at END`
  for (const { name, type, url, config, pollIntervalSeconds } of wanted)
    await tx.run(sql, [SHARED, name, type, url, JSON.stringify(config), pollIntervalSeconds])
}

export type FeedChange = { readonly isEnabled?: boolean; readonly pollIntervalSeconds?: number }

/** Returns null for an unknown feed. */
export function updateFeed(tx: TenantTx, id: string, change: FeedChange): Promise<Feed | null> {
  const sql = /* sql */ `
    UPDATE intel_feeds SET is_enabled = coalesce($2::boolean, is_enabled), poll_interval = coalesce($3::int, poll_interval)
    WHERE id = $1 RETURNING ${FEEDS.columns}`
  return tx.maybeOne(FEEDS.read, sql, [id, change.isEnabled ?? null, change.pollIntervalSeconds ?? null])
}

export async function deleteFeed(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM intel_feeds WHERE id = $1`, [id])) === 1
}

export type Progress = Pick<Feed, 'pages' | 'indicators' | 'skipped' | 'skipReasons'>

export async function noteProgress(tx: Tx, id: string, { pages, indicators, skipped, skipReasons }: Progress) {
  const sql = /* sql */ `
    UPDATE intel_feeds SET pages = $2, indicators = $3, skipped = $4, skip_reasons = $5 WHERE id = $1`
  await tx.run(sql, [id, pages, indicators, skipped, JSON.stringify(skipReasons)])
}

export async function endSync(tx: Tx, id: string, error: string | null, position: string | null): Promise<void> {
  const sql = /* sql */ `
    UPDATE intel_feeds SET status = CASE WHEN $2::text IS NULL THEN 'ok' ELSE 'failed' END, error = $2,
      position = CASE WHEN $2::text IS NULL THEN $3 ELSE position END, last_polled_at = clock_timestamp() WHERE id = $1`
  await tx.run(sql, [id, error?.slice(0, 1000) ?? null, position])
}
