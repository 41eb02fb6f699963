/** A feed of indicators that a tenant subscribes to. */
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'

export const FEED_TYPES = ['taxii', 'misp', 'otx', 'csv', 'json', 'stix'] as const
export type FeedType = (typeof FEED_TYPES)[number]
export const FEED_STATES = ['never', 'syncing', 'ok', 'failed'] as const

/** TAXII: `collection`, the id, when the URL is that of an API root; `username` for basic authentication. */
export type FeedConfig = { readonly collection?: string; readonly username?: string }

export const FEEDS = tableInCamelCase('Feed', {
  id: column.uuid(),
  /** True for one that the operator set, for all tenants. */
  is_shared: column.from(`tenant_id = ''`, column.bool()),
  name: column.text(),
  type: column.from('feed_type', column.word(FEED_TYPES)),
  url: column.text(),
  /** Sealed by the vault; null for none. */
  api_key: column.orNull(column.text()),
  config: column.json<FeedConfig>(),
  poll_interval_seconds: column.from('poll_interval', column.int()),
  is_enabled: column.bool(),
  status: column.word(FEED_STATES),
  error: column.orNull(column.text()),
  pages: column.int(),
  indicators: column.int(),
  skipped: column.int(),
  skip_reasons: column.json<Readonly<Record<string, number>>>(),
  started_at: column.orNull(column.time()),
  /** Position in the source up to which it was read, as the source names it. */
  position: column.orNull(column.text()),
  last_polled_at: column.orNull(column.time()),
  created_at: column.time(),
})
export type Feed = RowOf<typeof FEEDS>

export const SYNC_LIMITS = {
  /**
   * @bound a sync of a feed: pages; time; size of a response; indicators = {}; {totalMs}; {answerBytes}; {indicators}
   * -> the feed reports the failure, and the indicators that were read stay
   */
  pages: 2_000,
  totalMs: 600_000,
  answerMs: 30_000,
  answerBytes: 64 << 20,
  indicators: 5_000_000,
} as const
export type SyncLimits = { readonly [K in keyof typeof SYNC_LIMITS]: number }
