import { assert } from '../../../platform/assert.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { FEED_TYPES, type Feed, type FeedConfig, type FeedStatus, type FeedType } from './feed.ts'

const COLUMNS = `id, name, feed_type, url, api_key, config, poll_interval, is_enabled, status, error, pages, indicators,
  skipped, skip_reasons, started_at, position, last_polled_at, created_at`

export function feedsOf(tx: TenantTx): Promise<Feed[]> {
  return tx.many(toFeed, /* sql */ `SELECT ${COLUMNS} FROM intel_feeds ORDER BY created_at, id`)
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
    ON CONFLICT (tenant_id, name) DO NOTHING RETURNING ${COLUMNS}`
  const { name, type, url, apiKey, config, pollIntervalSeconds } = feed
  return tx.maybeOne(toFeed, sql, [name, type, url, apiKey, JSON.stringify(config), pollIntervalSeconds])
}

export function feedById(tx: TenantTx, id: string): Promise<Feed | null> {
  return tx.maybeOne(toFeed, /* sql */ `SELECT ${COLUMNS} FROM intel_feeds WHERE id = $1`, [id])
}

/** Null: it is under way, and began less than `staleMs` ago. One whose process ended is begun anew. */
export function beginSync(tx: TenantTx, id: string, staleMs: number): Promise<Feed | null> {
  const sql = /* sql */ `
    UPDATE intel_feeds SET status = 'syncing', error = NULL, pages = 0, indicators = 0, skipped = 0, skip_reasons = '{}',
      started_at = clock_timestamp()
    WHERE id = $1 AND (status <> 'syncing' OR started_at < clock_timestamp() - $2 * interval '1 millisecond')
    RETURNING ${COLUMNS}`
  return tx.maybeOne(toFeed, sql, [id, staleMs])
}

export type Progress = Pick<Feed, 'pages' | 'indicators' | 'skipped' | 'skipReasons'>

export async function noteProgress(tx: TenantTx, id: string, { pages, indicators, skipped, skipReasons }: Progress) {
  const sql = /* sql */ `
    UPDATE intel_feeds SET pages = $2, indicators = $3, skipped = $4, skip_reasons = $5 WHERE id = $1`
  await tx.run(sql, [id, pages, indicators, skipped, JSON.stringify(skipReasons)])
}

export async function endSync(tx: TenantTx, id: string, error: string | null, position: string | null): Promise<void> {
  const sql = /* sql */ `
    UPDATE intel_feeds SET status = CASE WHEN $2::text IS NULL THEN 'ok' ELSE 'failed' END, error = $2,
      position = CASE WHEN $2::text IS NULL THEN $3 ELSE position END, last_polled_at = clock_timestamp() WHERE id = $1`
  await tx.run(sql, [id, error?.slice(0, 1000) ?? null, position])
}

function toFeed(row: Row): Feed {
  const type = FEED_TYPES.find((known) => known === row.feed_type)
  assert(type !== undefined, 'a stored feed has a type of ours')
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    type,
    url: text(row, 'url'),
    apiKey: orNull(text, row, 'api_key'),
    config: row.config as FeedConfig,
    pollIntervalSeconds: int(row, 'poll_interval'),
    isEnabled: row.is_enabled === true,
    status: text(row, 'status') as FeedStatus,
    error: orNull(text, row, 'error'),
    pages: int(row, 'pages'),
    indicators: int(row, 'indicators'),
    skipped: int(row, 'skipped'),
    skipReasons: row.skip_reasons as Record<string, number>,
    startedAt: orNull(time, row, 'started_at'),
    position: orNull(text, row, 'position'),
    lastPolledAt: orNull(time, row, 'last_polled_at'),
    createdAt: time(row, 'created_at'),
  }
}
