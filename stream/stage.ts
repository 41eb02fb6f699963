import type { LogRecord, Output, SlotChange } from './driver.ts'
import type { Time } from './time/stream-time.ts'

/** The outcome of one event. Closed: no stage can invent a fifth fate. */
export const FATES = ['stored', 'duplicate', 'rejected', 'dead_lettered'] as const

/**
 * A stage decides, the runtime acts. What a stage is given is all it sees: no backbone, clock, environment or database.
 * The same records in the same order leave the same state and give the same outputs; replay, the simulator and effect
 * once rest on that.
 */
export interface Stage {
  /** Also the name of its consumer group. */
  readonly name: string
  /** One topic, so that a partition of it is all that its state rests on. */
  readonly inputs: readonly string[]
  readonly stores: readonly string[]
  /** It is told the time that has come to it of the partitions of this topic, where its records begin. */
  readonly timeFrom?: string
  /** State for one input partition, empty; the runtime restores it before the first step. */
  open(partition: number): StageTask
}

export interface StageTask {
  /** Live slots, in any order; called once, before the first step. */
  restore(slots: readonly { store: string; slot: string; payload: Buffer }[]): void
  /**
   * Where `timeFrom` is set: how far time of receipt has come; after `restore`, and between the steps whenever it moves.
   * For none it goes back. It is the runtime's to remember, and a stage with timers lets those go off that lie before it.
   */
  advance?(time: Time): void
  /**
   * The time that it was told is not so: a clock had jumped ahead and is right again. What it decided by it stays; from here
   * on time goes from `time` again.
   */
  setBack?(time: Time): void
  /** Takes one record in. May change its own state and nothing else. What it keeps of the value beyond the commit is a copy. */
  step(record: LogRecord): void
  /**
   * Returns the result of the steps since the last call. Called once a commit; buffers stay as they are until released.
   */
  flush(): Flushed
}

export type Flushed = {
  readonly outputs: readonly Output[]
  readonly changes: readonly Omit<SlotChange, 'partition'>[]
  readonly figures: StageFigures
  /** Called when the commit has settled: the outputs' memory is the stage's again. */
  release?(): void
}

/** For metrics only: outcomes of the steps since the last flush, and the size of the state. */
export type StageFigures = {
  readonly outcomes: readonly { readonly outcome: string; readonly reason: string; readonly events: number }[]
  readonly state: Readonly<Record<string, number>>
  /** Rows handed on to the lake. */
  readonly rows: number
}
