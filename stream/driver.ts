/**
 * The backbone as the runtime sees it, and nothing more. Three things implement it (`embedded`, `kafka`, `simulated`)
 * and all three run `driver-conformance.ts`.
 *
 * What every driver owes:
 * - records of one partition are read in offset order, each once per cursor, offsets rising (gaps are allowed);
 * - a commit is atomic: its outputs, state slots and positions become visible together or not at all, also when the
 *   process is killed inside it; when `commit` resolves it survives kill -9 and power loss;
 * - a cursor sees committed records only;
 * - what a lost owner tries to commit is refused with `Fenced`, never half applied.
 */
export type TopicPartition = { readonly topic: string; readonly partition: number }

export type LogRecord = {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  /** Milliseconds since the epoch, set by the producer: the only clock a stage may see. */
  readonly timestampMs: number
  readonly key: string
  /** Not changed until it is said to be spent; holding it holds the chunk it was read in. */
  readonly value: Buffer
}

export type Output = {
  readonly topic: string
  readonly partition: number
  readonly timestampMs: number
  readonly key: string
  /** One value in pieces, written one behind the other: a large body is never copied just to be framed. */
  readonly value: readonly Buffer[]
  /** Nobody else looks into the memory of these pieces: with the commit it may move to another thread, and they are empty. */
  readonly isMovable?: boolean
}

/** The latest payload of a slot is the slot's state; an empty payload removes the slot. */
export type SlotChange = {
  readonly store: string
  /** The input partition that owns this state. */
  readonly partition: number
  readonly slot: string
  readonly payload: Buffer
}

/** A position says: every record of this partition below `offset` has had its effect. */
export type Position = TopicPartition & { readonly offset: number }

export type Commit = {
  readonly outputs: readonly Output[]
  readonly changes: readonly SlotChange[]
  readonly positions: readonly Position[]
}

export interface Cursor {
  /**
   * Records from the cursor on, in order: at least one when any is there, then up to about `bytesMax` of values.
   * Empty after `waitMs` without one. `want` false skips the body: such a record comes without being loaded
   * (its `value` is empty) where the driver can avoid the read.
   */
  read(
    bytesMax: number,
    waitMs: number,
    want?: (record: { key: string; offset: number }) => boolean,
  ): Promise<LogRecord[]>
  /** Offset of the next record `read` would give. */
  position(): number
  /**
   * Passes over what is there now, and loads nothing until the next `read`; `isWanted` is asked once it is known how far
   * that is. Only where records that nobody wants are loaded all the same.
   */
  pass?(isWanted: () => boolean): Promise<void>
  /**
   * Nobody will look at these values again, nor at a view of them: their memory may be read into. Saying it is not owed.
   * The records may have come from another cursor of the driver.
   */
  spent?(records: readonly LogRecord[]): void
  close(): Promise<void>
}

/** The handle of one group member while it owns some partitions of the group's topics. */
export interface Ownership {
  readonly partitions: readonly TopicPartition[]
  /** Where the group stands: the first offset without effect. 0 for a new group. */
  committed(tp: TopicPartition): Promise<number>
  cursor(tp: TopicPartition, offset: number): Promise<Cursor>
  /** Live slots of a store, in the order of their last write. */
  restore(store: string, partition: number): AsyncIterable<{ slot: string; payload: Buffer }>
  /** Commits are applied in call order. */
  commit(commit: Commit): Promise<void>
  /** Aborts when the partitions are being taken away; work in flight after that is refused with `Fenced`. */
  readonly lost: AbortSignal
}

export type GroupSpec = {
  readonly group: string
  /** All partitions with one number, of all these topics, go to the same member. */
  readonly topics: readonly string[]
  readonly stores: readonly string[]
}

/** Runs while this member owns partitions; called again after each rebalance with the new set. */
export type Work = (ownership: Ownership) => Promise<void>

/** How the records of a compacted topic replace each other: of one key only the newest holds. */
export type Compaction = {
  readonly topic: string
  /**
   * The greater version of two records of one key counts, wherever they lie; the later record counts for equal
   * versions.
   */
  readonly version: (record: LogRecord) => number
  /** True when the record deletes its key, and all followers of the topic have read that. */
  readonly isForgotten: (record: LogRecord) => boolean
}

export interface Driver {
  readonly name: 'embedded' | 'kafka' | 'simulated'
  partitions(topic: string): number
  /** Takes part in a group until `stop` aborts; rejects when work fails, after giving the partitions up. */
  join(group: GroupSpec, work: Work, stop: AbortSignal): Promise<void>
  /** Appends outside of any group (what a sender pushed). Durable on every replica that must have it when it resolves. */
  append(outputs: readonly Output[]): Promise<void>
  /** First offset still kept, and the offset the next record will get. */
  bounds(tp: TopicPartition): Promise<{ first: number; end: number }>
  /**
   * Lets go of what newer records of a compacted topic replaced, when it is worth it; for the one process that appends
   * to it, again and again. Followers meet some records a second time. Gives the number of files removed: always 0
   * where the backbone compacts by itself.
   */
  compact(compaction: Compaction): Promise<number>
  /** Where a group stands, for lag; readable from any process. A commit is seen soon after it resolved. */
  groupPosition(group: string, tp: TopicPartition): Promise<number>
  /** A cursor outside of any group (tools, replay of dead letters, control broadcast). */
  reader(tp: TopicPartition, offset: number): Promise<Cursor>
  close(): Promise<void>
}

/** The partitions belong to somebody else now. Nothing of the refused commit took effect. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}
