/**
 * Bounds of fusion, for each tenant unless stated. Within the bounds the same signals give the same alerts in any
 * order. Beyond them a signal is counted under `not_linked` with its reason, but is still in an alert.
 */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export type FuseLimits = {
  /** A part without signals for this long is dropped; later signals for it begin an alert of their own. */
  readonly keepMs: number
  /** An entity with at least this many partners in a day links nothing any more. */
  readonly partnersMax: number
  /** For an entity active in at least this many hours of a day, stories end at midnight. */
  readonly hoursMax: number
  /** Largest number of parts of stories. */
  readonly partsMax: number
  /** Largest number of entities, counted per day. */
  readonly entitiesMax: number
  /** Largest number of rules in a part, and of rules per entity for which partners are counted. */
  readonly rulesMax: number
  /** Chunks of `CHUNK` signal ids by which a repeated signal is recognised; the oldest chunk is overwritten first. */
  readonly seenChunks: number
  /** Rules whose firing days are remembered. */
  readonly historyMax: number
}

export const FUSE_LIMITS: FuseLimits = {
  keepMs: DAY_MS,
  partnersMax: 16,
  hoursMax: 12,
  partsMax: 20_000,
  entitiesMax: 50_000,
  rulesMax: 256,
  seenChunks: 16,
  historyMax: 10_000,
}
