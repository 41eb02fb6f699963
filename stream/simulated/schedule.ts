/** How friendly a simulated world is. Chances are of 1, for each operation of the kind. */
export type Schedule = {
  /** Every operation takes a random whole time up to this. */
  readonly latencyMsMax: number
  /** A read gives less than it could. */
  readonly shortRead: number
  /** A read that may not wait gives nothing, although something is there: it was not fetched yet. */
  readonly lazyRead: number
  /** A body that was not wanted is loaded all the same. */
  readonly looseWant: number
  /** An append or a commit is refused and has no effect. */
  readonly refusedAppend: number
  readonly refusedCommit: number
  /** It has its effect and then fails to say so. */
  readonly unknownAppend: number
  readonly unknownCommit: number
  /** Offsets skip a few numbers, as behind the markers of a transaction. */
  readonly gap: number
  /** Partitions are taken away without waiting for the work of the old owner, who is told up to this much later. */
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
