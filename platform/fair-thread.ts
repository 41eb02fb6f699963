/**
 * A bounded thread that tenants share: they take turns, one question each, and each tenant has a budget of CPU time.
 *
 * bound   none of its own: a caller waits for its answer, and must limit its concurrent questions
 */
import { type Answered, BoundedThread, type ThreadLimits } from './bounded-thread.ts'
import { AppError } from './errors.ts'
import { TenantQueues } from './tenant-queues.ts'

export type FairLimits = ThreadLimits & {
  /** The thread ends after this long without a question. */
  readonly idleMs: number
  /** A tenant's CPU budget on the thread: a burst of this many milliseconds, refilled by as much each second. */
  readonly tenantCpuMs: number
  readonly tenantCpuMsPerSecond: number
  /** Number of tenants whose use is tracked; beyond it all budgets start anew. */
  readonly tenants: number
}

type Job<Q, A> = { readonly question: Q; readonly answer: PromiseWithResolvers<A | null> }

export class FairThread<Q, A> {
  readonly #limits: FairLimits
  readonly #now: () => number
  readonly #thread: BoundedThread<Q, A>
  readonly #waiting = new TenantQueues<Job<Q, A>>()
  readonly #used = new Map<string, { cpuMs: number; atMs: number }>()
  #isRunning = false
  #isClosed = false
  #idle: NodeJS.Timeout | undefined

  /** `start` is the module of the thread. */
  constructor(start: URL, limits: FairLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
    this.#thread = new BoundedThread(start, limits)
  }

  /** Null when the question took too long. Rejects when no thread can be started. */
  ask(tenant: string, question: Q): Promise<A | null> {
    const job: Job<Q, A> = { question, answer: Promise.withResolvers() }
    this.#waiting.push(tenant, job)
    if (!this.#isRunning) void this.#run()
    return job.answer.promise
  }

  /** Throws `rate_limited` when the tenant has used up its budget. */
  requireBudget(tenant: string, refusal: string): void {
    const overMs = this.#usedBy(tenant) - this.#limits.tenantCpuMs
    if (overMs <= 0) return
    const retryAfterSeconds = Math.ceil(overMs / this.#limits.tenantCpuMsPerSecond) + 1
    throw new AppError('rate_limited', refusal, { retryAfterSeconds })
  }

  /** Ends the thread; later calls are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#thread.close()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    clearTimeout(this.#idle)
    for (let turn = this.#waiting.shift(); turn !== null; turn = this.#waiting.shift())
      await this.#answer(turn.tenant, turn.item)
    this.#isRunning = false
    this.#idle = setTimeout(() => void this.#thread.close(), this.#limits.idleMs).unref()
  }

  async #answer(tenant: string, { question, answer }: Job<Q, A>): Promise<void> {
    try {
      if (this.#isClosed) throw new AppError('unavailable', 'the thread is closed')
      const answered: Answered<A> = await this.#thread.ask(question)
      this.#use(tenant, answered.cpuMs)
      answer.resolve(answered.answer)
    } catch (error) {
      answer.reject(error)
    }
  }

  #usedBy(tenant: string): number {
    const used = this.#used.get(tenant)
    if (!used) return 0
    return Math.max(0, used.cpuMs - ((this.#now() - used.atMs) / 1000) * this.#limits.tenantCpuMsPerSecond)
  }

  #use(tenant: string, cpuMs: number): void {
    const before = this.#usedBy(tenant)
    if (this.#used.size >= this.#limits.tenants) this.#used.clear()
    this.#used.set(tenant, { cpuMs: before + cpuMs, atMs: this.#now() })
  }
}
