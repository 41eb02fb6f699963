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
  /** Unchanged until it is passed to `spent`. Holding it keeps the chunk in memory that it was read in. */
  readonly value: Buffer
}

export type Output = {
  readonly topic: string
  readonly partition: number
  readonly timestampMs: number
  readonly key: string
  /** One value in pieces that are written one after another, so that a large body is not copied just for framing. */
  readonly value: readonly Buffer[]
  /**
   * True when the caller no longer reads these pieces: the commit may transfer their memory to another thread, which
   * leaves them empty here.
   */
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

/** A position means that every record of this partition below `offset` has been processed. */
export type Position = TopicPartition & { readonly offset: number }

export type Commit = {
  readonly outputs: readonly Output[]
  readonly changes: readonly SlotChange[]
  readonly positions: readonly Position[]
}

export interface Cursor {
  /**
   * Returns records from the cursor on, in order: at least one when any exists, then up to about `bytesMax` of values.
   * Returns an empty list when none arrived within `waitMs`. Where `want` returns false, a driver that can avoid the
   * read does not load the value: the record then has an empty `value`.
   */
  read(
    bytesMax: number,
    waitMs: number,
    want?: (record: { key: string; offset: number }) => boolean,
  ): Promise<LogRecord[]>
  /** Offset of the next record `read` would give. */
  position(): number
  /**
   * Skips the records that exist now, unless `isWanted` returns true once their end is known, and fetches nothing until
   * the next `read`. Only drivers that load unwanted records anyway have this method.
   */
  pass?(isWanted: () => boolean): Promise<void>
  /**
   * The caller no longer reads these values or views of them; the driver may reuse their buffers. Calling this is
   * optional. The records may come from another cursor of the same driver.
   */
  spent?(records: readonly LogRecord[]): void
  close(): Promise<void>
}

/** One group member's access while it owns some partitions of the group's topics. */
export interface Ownership {
  readonly partitions: readonly TopicPartition[]
  /** Offset of the first record that the group has not processed; 0 for a new group. */
  committed(tp: TopicPartition): Promise<number>
  cursor(tp: TopicPartition, offset: number): Promise<Cursor>
  /** Live slots of a store, in the order of their last write. */
  restore(store: string, partition: number): AsyncIterable<{ slot: string; payload: Buffer }>
  /** Commits are applied in call order. */
  commit(commit: Commit): Promise<void>
  /** Aborts when the partitions are being revoked; a commit after that is refused with `Fenced`. */
  readonly lost: AbortSignal
}

export type GroupSpec = {
  readonly group: string
  /** Partitions with the same number, of all these topics, are assigned to the same member. */
  readonly topics: readonly string[]
  readonly stores: readonly string[]
}

/** Runs while this member owns partitions. Called again after each rebalance, with the new partitions. */
export type Work = (ownership: Ownership) => Promise<void>

/** How records of a compacted topic replace one another: only the newest record of a key is live. */
export type Compaction = {
  readonly topic: string
  /** The record with the greater version wins, wherever the two lie; with equal versions the later one wins. */
  readonly version: (record: LogRecord) => number
  /** True when the record deletes its key and all followers of the topic have read it, so it may be dropped as well. */
  readonly isForgotten: (record: LogRecord) => boolean
}

export interface Driver {
  readonly name: 'embedded' | 'kafka' | 'simulated'
  partitions(topic: string): number
  /** Takes part in a group until `stop` aborts. Rejects when `work` fails, after it gave up the partitions. */
  join(group: GroupSpec, work: Work, stop: AbortSignal): Promise<void>
  /**
   * Appends outside of any group, for data that a sender pushed. When it resolves, the records are durable on every
   * required replica.
   */
  append(outputs: readonly Output[]): Promise<void>
  /** First offset still kept, and the offset the next record will get. */
  bounds(tp: TopicPartition): Promise<{ first: number; end: number }>
  /**
   * Removes records of a compacted topic that newer ones replaced, when enough of them have accumulated. Call it
   * regularly, from the one process that appends to the topic. Followers read some records a second time. Returns the
   * number of removed files; always 0 where the backbone compacts by itself.
   */
  compact(compaction: Compaction): Promise<number>
  /** A group's position, to compute lag; any process may read it. A commit shows shortly after it resolved. */
  groupPosition(group: string, tp: TopicPartition): Promise<number>
  /** A cursor outside of any group (tools, replay of dead letters, control broadcast). */
  reader(tp: TopicPartition, offset: number): Promise<Cursor>
  close(): Promise<void>
}

/** Another member owns the partitions now. Nothing of the refused commit took effect. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}
