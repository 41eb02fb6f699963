import type { LogRecord, Output, SlotChange } from './driver.ts'
import type { Time } from './time/stream-time.ts'

/** The outcome of one event. The union is closed: no stage can add another fate. */
export const FATES = ['stored', 'duplicate', 'rejected', 'dead_lettered'] as const

/**
 * A stage decides, the runtime acts. A stage sees only its input: no backbone, clock, environment or database. The same
 * records in the same order give the same state and the same outputs; replay, the simulator and exactly-once effects
 * depend on that.
 */
export interface Stage {
  /** Also the name of its consumer group. */
  readonly name: string
  /** One topic, so that the stage's state depends on one partition of it alone. */
  readonly inputs: readonly string[]
  readonly stores: readonly string[]
  /** Topic at the start of the pipeline whose partitions' time the stage receives; none for a stage without timers. */
  readonly timeFrom?: string
  /** State for one input partition, empty; the runtime restores it before the first step. */
  open(partition: number): StageTask
}

export interface StageTask {
  /** Live slots, in any order; called once, before the first step. */
  restore(slots: readonly { store: string; slot: string; payload: Buffer }[]): void
  /**
   * For a stage with `timeFrom`: the time of receipt that has been reached. Called after `restore`, and between steps
   * whenever it moves; it never goes back for any tenant. The runtime stores it; a stage with timers fires those that
   * lie before it.
   */
  advance?(time: Time): void
  /**
   * The time that was given was wrong: a clock had jumped ahead and was corrected. Earlier decisions stay; from here on
   * time continues from `time`.
   */
  setBack?(time: Time): void
  /**
   * Processes one record. May change its own state and nothing else. Must copy any part of the value that it keeps
   * beyond the commit.
   */
  step(record: LogRecord): void
  /**
   * Returns the result of the steps since the last call. Called once a commit; its buffers must stay unchanged until
   * `release`.
   */
  flush(): Flushed
}

export type Flushed = {
  readonly outputs: readonly Output[]
  readonly changes: readonly Omit<SlotChange, 'partition'>[]
  readonly figures: StageFigures
  /** Called when the commit has settled: the stage may reuse the outputs' memory. */
  release?(): void
}

/** For metrics only: outcomes of the steps since the last flush, and the size of the state. */
export type StageFigures = {
  readonly outcomes: readonly { readonly outcome: string; readonly reason: string; readonly events: number }[]
  readonly state: Readonly<Record<string, number>>
  /** Rows handed on to the lake. */
  readonly rows: number
}
