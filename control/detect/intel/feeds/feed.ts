/** A feed of indicators that a tenant subscribes to. */

export const FEED_TYPES = ['taxii', 'misp', 'otx', 'csv', 'json', 'stix'] as const
export type FeedType = (typeof FEED_TYPES)[number]
export type FeedStatus = 'never' | 'syncing' | 'ok' | 'failed'

export type Feed = {
  readonly id: string
  /** True for one that the operator set, for all tenants. */
  readonly isShared: boolean
  readonly name: string
  readonly type: FeedType
  readonly url: string
  /** Sealed by the vault; null for none. */
  readonly apiKey: string | null
  readonly config: FeedConfig
  readonly pollIntervalSeconds: number
  readonly isEnabled: boolean
  readonly status: FeedStatus
  readonly error: string | null
  readonly pages: number
  readonly indicators: number
  readonly skipped: number
  readonly skipReasons: Readonly<Record<string, number>>
  readonly startedAt: Date | null
  /** Up to where the source was read, in its own words. */
  readonly position: string | null
  readonly lastPolledAt: Date | null
  readonly createdAt: Date
}

/** TAXII: `collection`, the id, when the URL is that of an API root; `username` for basic authentication. */
export type FeedConfig = { readonly collection?: string; readonly username?: string }

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
