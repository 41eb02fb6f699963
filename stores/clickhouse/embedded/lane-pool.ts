import { AppError } from '../../../platform/errors.ts'
import type { JobEvents, JobOutcome, Lane } from './lane.ts'
import type { Job } from './lane-messages.ts'

type Waiting = {
  job: Job
  events: JobEvents
  settle: { resolve(outcome: JobOutcome): void; reject(error: unknown): void }
}

/**
 * Lanes of one kind behind one queue, first come first served. A lane opens only when a statement finds no free one:
 * each is a thread whose start costs 70 ms of CPU, and most installations never need them all.
 */
export class LanePool {
  readonly #open: () => Lane
  readonly #lanesMax: number
  readonly #queueMax: number
  readonly #lanes: Lane[] = []
  #waiting: Waiting[] = []

  constructor(open: () => Lane, lanesMax: number, queueMax: number) {
    this.#open = open
    this.#lanesMax = lanesMax
    this.#queueMax = queueMax
  }

  get lanes(): readonly Lane[] {
    return this.#lanes
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#lanes.every((lane) => lane.isFree)
  }

  /**
   * Throws `unavailable` when the queue is full, so that requests wait at the sender and not in this process's memory.
   */
  run(job: Job, events: JobEvents): Promise<JobOutcome> {
    const isBusy = this.#lanes.length === this.#lanesMax && !this.#lanes.some((lane) => lane.isFree)
    const isFull = this.#waiting.length >= this.#queueMax && isBusy
    if (isFull) throw new AppError('unavailable', 'too many queries are waiting', { retryAfterSeconds: 1 })
    const settle = Promise.withResolvers<JobOutcome>()
    this.#waiting.push({ job, events, settle })
    this.#next()
    return settle.promise
  }

  /**
   * Removes a waiting job from the queue, or stops a running one between two chunks. Returns true when it had started.
   */
  cancel(id: number): boolean {
    const waiting = this.#waiting.find((entry) => entry.job.id === id)
    if (!waiting) {
      for (const lane of this.#lanes) lane.cancel(id)
      return true
    }
    this.#waiting = this.#waiting.filter((entry) => entry !== waiting)
    waiting.settle.reject(new AppError('unavailable', 'the client went away'))
    return false
  }

  #next(): void {
    if (this.#waiting.length === 0) return
    const lane = this.#lanes.find((candidate) => candidate.isFree) ?? this.#opened()
    const waiting = lane && this.#waiting.shift()
    if (!waiting) return
    void lane
      .run(waiting.job, waiting.events)
      .then(waiting.settle.resolve, waiting.settle.reject)
      .finally(() => this.#next())
    this.#next()
  }
  /**
   * Opens one more lane if the limit allows. A job that is posted before its thread is ready waits in the message port.
   */
  #opened(): Lane | undefined {
    if (this.#lanes.length === this.#lanesMax) return undefined
    const lane = this.#open()
    this.#lanes.push(lane)
    return lane
  }
}
