/** Bounds of items and catalogues. Past one of them an item is broken, or a catalogue refused. */
export const MARKETPLACE_LIMITS = {
  /** Bounds of an item. */
  files: 200,
  /** @bound an item of the marketplace; its files = {}; {files} -> the item is shown as broken */
  bytes: 4 * 1024 * 1024,
  /** Bounds of one catalogue. */
  items: 1000,
  /** @bound index of a marketplace catalogue; its items = {}; {items} -> the catalogue is refused */
  indexBytes: 4 * 1024 * 1024,
  requestMs: 20_000,
  /** Maximum time that a list of items waits for a remote catalogue. */
  waitMs: 3_000,
  /** Time until a remote catalogue is fetched again, after a success and after a failure. */
  refreshMs: 10 * 60_000,
  retryMs: 60_000,
} as const
