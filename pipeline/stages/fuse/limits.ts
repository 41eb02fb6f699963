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
  /** @bound time without a signal for a story -> the story is forgotten, its alert stays */
  keepMs: DAY_MS,
  /**
   * @bound partners of an entity in a day -> it no longer links stories, and one rule's signals about it are one storm
   */
  partnersMax: 16,
  /** @bound hours with signals of an entity in a day -> its stories end at midnight */
  hoursMax: 12,
  /** @bound parts of a tenant's stories -> further alerts are one by rule and day */
  partsMax: 20_000,
  /** @bound entities of a tenant's stories -> further ones link nothing */
  entitiesMax: 50_000,
  /** @bound rules of a part of a story -> further ones are only counted */
  rulesMax: 256,
  /**
   * @bound ids by which a repeated signal is recognised = {} chunks of 1,024 -> the oldest are forgotten, and such a
   * signal counts again
   */
  seenChunks: 16,
  historyMax: 10_000,
}
