import { AppError } from '../../../platform/errors.ts'
import type { JobEvents, JobOutcome, Lane } from './lane.ts'
import type { Job } from './lane-messages.ts'

type Waiting = {
  readonly holder: string
  job: Job
  events: JobEvents
  settle: { resolve(outcome: JobOutcome): void; reject(error: unknown): void }
}

/**
 * Lanes of one kind behind one queue, first come first served, but one lane is always left to the others of a tenant: a
 * statement that cannot be cancelled keeps its lane. A lane opens only when a statement finds no free one: each is a
 * thread whose start costs 70 ms of CPU, and most installations never need them all.
 */
export class LanePool {
  readonly #open: () => Lane
  readonly #lanesMax: number
  readonly #queueMax: number
  /**
   * @bound lanes of the embedded engine in which one tenant's statements run = all but one -> the next ones wait
   */
  readonly #ofOneMax: number
  /** Number of running statements by tenant; the service's own have none. */
  readonly #running = new Map<string, number>()
  readonly #lanes: Lane[] = []
  #waiting: Waiting[] = []

  constructor(open: () => Lane, lanesMax: number, queueMax: number) {
    this.#open = open
    this.#lanesMax = lanesMax
    this.#ofOneMax = Math.max(1, lanesMax - 1)
    this.#queueMax = queueMax
  }

  get lanes(): readonly Lane[] {
    return this.#lanes
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#lanes.every((lane) => lane.isFree)
  }

  /**
   * `holder` is the tenant of the statement, '' for the service's own. Throws `unavailable` when the queue is full, of
   * which one tenant has half, so that requests wait at the sender and not in this process's memory.
   */
  run(job: Job, events: JobEvents, holder = ''): Promise<JobOutcome> {
    const isBusy = this.#lanes.length === this.#lanesMax && !this.#lanes.some((lane) => lane.isFree)
    const isFull = this.#waiting.length >= this.#queueMax || (holder !== '' && this.#isHalfOf(holder))
    if (isFull && (isBusy || !this.#mayRun(holder)))
      throw new AppError('unavailable', 'too many queries are waiting', { retryAfterSeconds: 1 })
    const settle = Promise.withResolvers<JobOutcome>()
    this.#waiting.push({ job, events, settle, holder })
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
    const at = this.#waiting.findIndex(({ holder }) => this.#mayRun(holder))
    if (at === -1) return
    const lane = this.#lanes.find((candidate) => candidate.isFree) ?? this.#opened()
    const [waiting] = lane ? this.#waiting.splice(at, 1) : []
    if (!lane || !waiting) return
    this.#count(waiting.holder, 1)
    void lane
      .run(waiting.job, waiting.events)
      .then(waiting.settle.resolve, waiting.settle.reject)
      .finally(() => {
        this.#count(waiting.holder, -1)
        this.#next()
      })
    this.#next()
  }

  #mayRun(holder: string): boolean {
    return holder === '' || (this.#running.get(holder) ?? 0) < this.#ofOneMax
  }

  #isHalfOf(holder: string): boolean {
    return this.#waiting.filter((waiting) => waiting.holder === holder).length >= this.#queueMax / 2
  }

  #count(holder: string, change: number): void {
    if (holder === '') return
    const count = (this.#running.get(holder) ?? 0) + change
    if (count === 0) this.#running.delete(holder)
    else this.#running.set(holder, count)
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
