import { AppError } from '../../../platform/errors.ts'
import type { JobEvents, JobOutcome, Lane } from './lane.ts'
import type { Job } from './lane-messages.ts'

type Waiting = {
  job: Job
  events: JobEvents
  settle: { resolve(outcome: JobOutcome): void; reject(error: unknown): void }
}

/**
 * Lanes of one kind behind one queue, first come first served. A lane is opened when a statement finds no other free: each is
 * a thread with 70 ms of CPU for its start, and most installations never need them all.
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

  /** Throws `unavailable` when the queue is full: the sender waits instead of this process's memory. */
  run(job: Job, events: JobEvents): Promise<JobOutcome> {
    const isBusy = this.#lanes.length === this.#lanesMax && !this.#lanes.some((lane) => lane.isFree)
    const isFull = this.#waiting.length >= this.#queueMax && isBusy
    if (isFull) throw new AppError('unavailable', 'too many queries are waiting', { retryAfterSeconds: 1 })
    const settle = Promise.withResolvers<JobOutcome>()
    this.#waiting.push({ job, events, settle })
    this.#next()
    return settle.promise
  }

  /** Takes a job out of the queue, or stops it between two chunks. True when it had started. */
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
  /** A job that is run before the thread is there waits in its port. */
  #opened(): Lane | undefined {
    if (this.#lanes.length === this.#lanesMax) return undefined
    const lane = this.#open()
    this.#lanes.push(lane)
    return lane
  }
}
