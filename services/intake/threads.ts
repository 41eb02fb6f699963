/**
 * Intake of an embedded instance, spread over threads: the log has one writer, and so the partitions have one owner,
 * which lends each thread a part of them. A thread that breaks breaks the process, and all resume from their commits.
 */
import { Worker } from 'node:worker_threads'
import { assert } from '../../platform/assert.ts'
import type { Series } from '../../platform/metrics.ts'
import { type Answer, Calls } from '../../platform/port-rpc.ts'
import { rowsOf } from '../../schemas/normalized-events.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Commit, Driver, GroupSpec, Ownership } from '../../stream/driver.ts'
import type { Pace } from '../../stream/sink-backpressure.ts'
import { answerLent } from '../../stream/threads/lend.ts'
import type { FeedPositions } from '../../stream/time/feed-positions.ts'
import type { FromThread, ThreadData, ToThread } from './thread.ts'

/** The position of intake and its limits, as the rest of the process sees them. */
export type IntakeSurroundings = { readonly pace: Pace; readonly feeds: FeedPositions }

export class IntakeThreads {
  readonly #threads: IntakeThread[] = []
  readonly #around: IntakeSurroundings
  #intel: SharedArrayBuffer | null = null
  /** Ends the lending under way, for one among more threads. */
  #grown = new AbortController()

  constructor(count: number, around: IntakeSurroundings) {
    this.#around = around
    this.#add(count)
  }

  /** Never shrinks: memory of compiled code is not returned when a thread ends. */
  grow(count: number): void {
    const added = this.#add(count)
    if (added.length === 0) return
    // The running threads continue while these load. A thread that cannot load fails the run that first uses it.
    void Promise.allSettled(added.map((thread) => thread.series())).then(() => this.#grown.abort())
  }

  #add(count: number): IntakeThread[] {
    const missing = Math.max(0, count - this.#threads.length)
    const added = Array.from(
      { length: missing },
      (_, i) => new IntakeThread({ thread: this.#threads.length + i, intel: this.#intel }, this.#around),
    )
    this.#threads.push(...added)
    return added
  }

  /** Resolves when `stop` aborts; rejects when a thread breaks. */
  async run(driver: Driver, group: GroupSpec, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      this.#grown = new AbortController()
      await driver.join(group, (ownership) => this.#lend(ownership), AbortSignal.any([stop, this.#grown.signal]))
    }
  }

  async #lend(ownership: Ownership): Promise<void> {
    const threads = [...this.#threads]
    const partsOf = Map.groupBy(ownership.partitions, ({ partition }) => partition % threads.length)
    await Promise.all(threads.map((one, thread) => one.run(ownership, partsOf.get(thread) ?? [])))
  }

  /** Threads that start later get the same block. */
  showIntel(block: SharedArrayBuffer): void {
    this.#intel = block
    for (const thread of this.#threads) thread.showIntel(block)
  }

  series(): Promise<Series[]> {
    return Promise.all(this.#threads.map((thread) => thread.series()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}

class IntakeThread {
  readonly #worker: Worker
  readonly #calls: Calls<ToThread>
  readonly #around: IntakeSurroundings
  #ownership: Ownership | null = null

  constructor(data: ThreadData, around: IntakeSurroundings) {
    this.#around = around
    this.#worker = new Worker(new URL('./thread-start.ts', import.meta.url), { workerData: data })
    this.#calls = new Calls(this.#worker, (question: FromThread) => this.#answer(question))
    this.#worker.on('error', (error) => this.#calls.close(error))
    this.#worker.on('exit', () => this.#calls.close(new Error('the thread has ended')))
  }

  async run(ownership: Ownership, partitions: Ownership['partitions']): Promise<void> {
    this.#ownership = this.#counted(ownership)
    ownership.lost.addEventListener('abort', () => void this.#calls.ask({ kind: 'lost' }).catch(() => undefined))
    await this.#calls.ask({ kind: 'run', partitions })
  }

  /** A thread that has ended breaks its run. */
  showIntel(block: SharedArrayBuffer): void {
    void this.#calls.ask({ kind: 'intel', block }).catch(() => undefined)
  }

  async series(): Promise<Series> {
    return (await this.#calls.ask({ kind: 'series' })) as Series
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  async #answer(question: FromThread): Promise<Answer> {
    const { pace, feeds } = this.#around
    assert(this.#ownership, 'a thread asks only while it has partitions')
    if (question.kind === 'room') await pace.room(this.#ownership.lost)
    else if (question.kind === 'stands') feeds.saw(question.at)
    else return answerLent(this.#ownership, question)
    return { value: null }
  }

  /** Rows are counted before the lake can have them. */
  #counted(ownership: Ownership): Ownership {
    const commit = async (commit: Commit) => {
      await ownership.commit(commit)
      for (const { topic, value } of commit.outputs)
        if (topic === TOPICS.normalizedEvents.name) this.#around.pace.added(rowsOf(value))
    }
    return { ...ownership, commit }
  }
}
