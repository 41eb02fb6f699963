/** Bounds of items and catalogues. Past one of them an item is broken, or a catalogue refused. */
export const MARKETPLACE_LIMITS = {
  /** Bounds of an item. */
  files: 200,
  bytes: 4 * 1024 * 1024,
  /** Bounds of one catalogue. */
  items: 1000,
  indexBytes: 4 * 1024 * 1024,
  requestMs: 20_000,
  /** Wait of a request that lists items for a catalogue from elsewhere. */
  waitMs: 3_000,
  /** Time for which a catalogue from elsewhere counts as the newest, and until the next request after a failure. */
  refreshMs: 10 * 60_000,
  retryMs: 60_000,
} as const
