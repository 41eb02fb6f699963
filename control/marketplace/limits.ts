/** Bounds of items and catalogues. Past one of them an item is broken, or a catalogue refused. */
export const MARKETPLACE_LIMITS = {
  /** Of an item. */
  files: 200,
  bytes: 4 * 1024 * 1024,
  /** Of one catalogue. */
  items: 1000,
  indexBytes: 4 * 1024 * 1024,
  requestMs: 20_000,
  /** Of a request that lists items, for a catalogue from elsewhere. */
  waitMs: 3_000,
  /** How long a catalogue from elsewhere is believed to be the newest, and until it is asked again after a failure. */
  refreshMs: 10 * 60_000,
  retryMs: 60_000,
} as const
