import { AppError } from '../../../platform/errors.ts'
import type { JobEvents, JobOutcome, Lane } from './lane.ts'
import type { Job } from './lane-messages.ts'

type Waiting = {
  job: Job
  events: JobEvents
  settle: { resolve(outcome: JobOutcome): void; reject(error: unknown): void }
}

/** Lanes of one kind behind one queue, first come first served. */
export class LanePool {
  readonly lanes: readonly Lane[]
  readonly #queueMax: number
  #waiting: Waiting[] = []

  constructor(lanes: readonly Lane[], queueMax: number) {
    this.lanes = lanes
    this.#queueMax = queueMax
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.lanes.every((lane) => lane.isFree)
  }

  /** Throws `unavailable` when the queue is full: the sender waits instead of this process's memory. */
  run(job: Job, events: JobEvents): Promise<JobOutcome> {
    const isFull = this.#waiting.length >= this.#queueMax && !this.lanes.some((lane) => lane.isFree)
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
      for (const lane of this.lanes) lane.cancel(id)
      return true
    }
    this.#waiting = this.#waiting.filter((entry) => entry !== waiting)
    waiting.settle.reject(new AppError('unavailable', 'the client went away'))
    return false
  }

  #next(): void {
    const lane = this.lanes.find((candidate) => candidate.isFree)
    const waiting = lane && this.#waiting.shift()
    if (!waiting) return
    void lane
      .run(waiting.job, waiting.events)
      .then(waiting.settle.resolve, waiting.settle.reject)
      .finally(() => this.#next())
    this.#next()
  }
}
