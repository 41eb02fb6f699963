/** The state of one group member between two rebalances. Commits that wait at the same time become one transaction. */
import { assert } from '../../platform/assert.ts'
import { type Commit, type Cursor, Fenced, type Ownership, type Position, type TopicPartition } from '../driver.ts'
import { restoreSlots } from './changelog.ts'
import type { KafkaContext } from './context.ts'
import type { CursorOptions, KafkaCursor } from './cursor.ts'
import { isFencing, unavailable } from './errors.ts'
import type { NativeOffset } from './rdkafka.ts'
import { bytesOf, type WireRecord, wireRecord } from './wire-record.ts'

const WAITING_MAX = 1_000
/** Waiting commits are combined into one transaction up to this size, because a transaction costs a few round trips. */
const TRANSACTION_BYTES = 16 * 1024 * 1024

type Waiting = {
  readonly records: readonly WireRecord[]
  readonly positions: readonly Position[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export type OwnershipPorts = {
  readonly context: KafkaContext
  readonly group: string
  transact(records: readonly WireRecord[], offsets: readonly NativeOffset[]): Promise<void>
  openCursor(tp: TopicPartition, offset: number, options: CursorOptions): Promise<KafkaCursor>
  bounds(tp: TopicPartition): Promise<{ first: number; end: number }>
}

export class KafkaOwnership implements Ownership {
  readonly partitions: readonly TopicPartition[]
  readonly lost: AbortSignal
  /** The reason why the session must restart; set by the first failure of a commit or a read. */
  failure: unknown
  committedOnce = false
  readonly #ports: OwnershipPorts
  readonly #positions: Map<string, number>
  readonly #lost = new AbortController()
  readonly #cursors = new Set<KafkaCursor>()
  #waiting: Waiting[] = []
  #draining: Promise<void> = Promise.resolve()
  #isDraining = false

  constructor(ports: OwnershipPorts, partitions: readonly TopicPartition[], positions: Map<string, number>) {
    this.#ports = ports
    this.partitions = partitions
    this.#positions = positions
    this.lost = this.#lost.signal
  }

  async committed(tp: TopicPartition): Promise<number> {
    return this.#positionOf(tp)
  }

  async cursor(tp: TopicPartition, offset: number): Promise<Cursor> {
    this.#positionOf(tp)
    this.#refuseWhenLost()
    const options = {
      onClose: (closed: KafkaCursor) => this.#cursors.delete(closed),
      onFailure: (error: unknown) => this.fail(error),
    }
    const cursor = await this.#orFail(this.#ports.openCursor(tp, offset, options))
    this.#cursors.add(cursor)
    return cursor
  }

  async *restore(store: string, partition: number): AsyncIterable<{ slot: string; payload: Buffer }> {
    this.#refuseWhenLost()
    const { context, group } = this.#ports
    const topic = context.changelog(group, store)
    yield* await this.#orFail(restoreSlots(this.#ports, { topic, partition }, this.lost))
    this.#refuseWhenLost()
  }

  commit(commit: Commit): Promise<void> {
    const done = this.#enqueue(commit)
    // Work that pipelines commits stops at the first failure. The other commits fail too; `lost` reports it, so their
    // rejections may be ignored.
    done.catch(() => undefined)
    return done
  }

  async #enqueue(commit: Commit): Promise<void> {
    this.#refuseWhenLost()
    const records = this.#recordsOf(commit)
    const done = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ records, positions: commit.positions, resolve, reject })
    })
    if (!this.#isDraining) this.#draining = this.#drain()
    return done
  }

  /** Accepts no more commits; those called before may still take effect. */
  lose(): void {
    this.#lost.abort()
  }

  /** After `lose`: resolves when no call of this ownership is in progress any more. */
  async settled(): Promise<void> {
    await this.#draining
    await Promise.all([...this.#cursors].map((cursor) => cursor.close()))
  }

  fail(error: unknown): void {
    this.failure ??= error
    this.lose()
  }

  async #drain(): Promise<void> {
    this.#isDraining = true
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch()
      try {
        await this.#transact(batch)
        for (const each of batch) each.resolve()
      } catch (error) {
        this.#refuse(batch, error)
      }
    }
    this.#isDraining = false
  }

  #nextBatch(): Waiting[] {
    let bytes = 0
    const fits = (each: Waiting, i: number): boolean => {
      bytes += bytesOf(each.records)
      return i === 0 || bytes <= TRANSACTION_BYTES
    }
    const end = this.#waiting.findIndex((each, i) => !fits(each, i))
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  /**
   * Every transaction includes the position of every owned partition. So the group coordinator checks our generation
   * for each of them, and the next owner, which waits for pending positions, also waits for pending state and outputs.
   */
  async #transact(batch: readonly Waiting[]): Promise<void> {
    const positions = new Map(this.#positions)
    for (const { positions: moved } of batch) for (const each of moved) positions.set(keyOf(each), each.offset)
    const offsets = this.partitions.map((tp) => ({
      topic: this.#ports.context.wire(tp.topic),
      partition: tp.partition,
      offset: positions.get(keyOf(tp)) ?? 0,
    }))
    await this.#ports.transact(
      batch.flatMap((each) => each.records),
      offsets,
    )
    for (const [key, offset] of positions) this.#positions.set(key, offset)
    this.committedOnce = true
  }

  /** Refuses the commits behind a failed one too: they may depend on state that was never written. */
  #refuse(batch: readonly Waiting[], cause: unknown): void {
    const error = isFencing(cause) ? fenced(cause) : unavailable('committing', cause)
    this.fail(error)
    for (const each of batch) each.reject(error)
    for (const each of this.#waiting.splice(0)) each.reject(fenced(error))
  }

  /** A commit that cannot be encoded also ends the ownership, because the next commit may depend on it. */
  #recordsOf(commit: Commit): WireRecord[] {
    try {
      assert(this.#waiting.length < WAITING_MAX, `at most ${WAITING_MAX} commits wait`)
      for (const position of commit.positions) this.#positionOf(position)
      return [...commit.outputs.map((each) => wireRecord(this.#ports.context, each)), ...this.#changes(commit)]
    } catch (error) {
      this.fail(error)
      throw error
    }
  }

  #changes(commit: Commit): WireRecord[] {
    const { context, group } = this.#ports
    const timestampMs = Date.now()
    return commit.changes.map(({ store, partition, slot, payload }) =>
      wireRecord(context, {
        topic: context.changelog(group, store),
        partition,
        timestampMs,
        key: slot,
        value: [payload],
      }),
    )
  }

  #positionOf(tp: TopicPartition): number {
    const position = this.#positions.get(keyOf(tp))
    assert(position !== undefined, `${keyOf(tp)} is owned`)
    return position
  }

  #refuseWhenLost(): void {
    if (this.lost.aborted) throw fenced(this.failure)
  }

  async #orFail<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      this.fail(error)
      throw error
    }
  }
}

export function keyOf(tp: TopicPartition): string {
  return `${tp.topic}/${tp.partition}`
}

function fenced(cause: unknown): Fenced {
  return new Fenced('the partitions belong to another member now', { cause })
}
