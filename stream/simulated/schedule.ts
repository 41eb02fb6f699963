/** Fault rates and latencies of a simulated world. Chances are from 0 to 1, per operation of the kind. */
export type Schedule = {
  /** Every operation takes a random whole time up to this. */
  readonly latencyMsMax: number
  /** A read returns fewer records than it could. */
  readonly shortRead: number
  /** A read that must not wait returns nothing although a record exists: it was not fetched yet. */
  readonly lazyRead: number
  /** An unwanted body is loaded all the same. */
  readonly looseWant: number
  /** An append or a commit is refused and has no effect. */
  readonly refusedAppend: number
  readonly refusedCommit: number
  /** An append or a commit takes effect and then fails without saying so. */
  readonly unknownAppend: number
  readonly unknownCommit: number
  /** Offsets skip a few numbers, as they do after the markers of a transaction. */
  readonly gap: number
  /** Partitions are revoked without waiting for the work of the old owner, which learns of it up to this much later. */
  readonly harshRebalance: number
  readonly lateNewsMsMax: number
}

export const BENIGN: Schedule = {
  latencyMsMax: 3,
  shortRead: 0,
  lazyRead: 0,
  looseWant: 0,
  refusedAppend: 0,
  refusedCommit: 0,
  unknownAppend: 0,
  unknownCommit: 0,
  gap: 0,
  harshRebalance: 0,
  lateNewsMsMax: 0,
}

export const HOSTILE: Schedule = {
  latencyMsMax: 40,
  shortRead: 0.5,
  lazyRead: 0.3,
  looseWant: 0.2,
  refusedAppend: 0.05,
  refusedCommit: 0.02,
  unknownAppend: 0.05,
  unknownCommit: 0.02,
  gap: 0.2,
  harshRebalance: 0.5,
  lateNewsMsMax: 400,
}
