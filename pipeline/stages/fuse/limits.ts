/**
 * Bounds of fusion, a tenant each unless said. Inside of them the same signals make the same alerts in any order; what is
 * beyond is counted under `not_linked` with its reason, and the signal itself is in an alert all the same.
 */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export type FuseLimits = {
  /** A part without signals for this long is dropped; later signals for it begin an alert of their own. */
  readonly keepMs: number
  /** Partners of an entity in a day from which on it says nothing about who belongs together. */
  readonly partnersMax: number
  /** Hours of a day in which an entity shows up, from which on its stories end at midnight. */
  readonly hoursMax: number
  /** Parts of stories held. */
  readonly partsMax: number
  /** Entities held, a day each. */
  readonly entitiesMax: number
  /** Rules in a part, and of an entity by which partners are counted. */
  readonly rulesMax: number
  /** Signal ids by which a repeat is known: so many chunks of `CHUNK` ids, the oldest goes first. */
  readonly seenChunks: number
  /** Rules whose days are remembered. */
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
