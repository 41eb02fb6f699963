/**
 * A bounded thread that tenants share: they take turns, a question each, and each has a budget of the thread's time.
 *
 * bound   none of its own: a caller waits for its answer, and limits how many questions it has under way
 */
import { type Answered, BoundedThread, type ThreadLimits } from './bounded-thread.ts'
import { AppError } from './errors.ts'
import { TenantQueues } from './tenant-queues.ts'

export type FairLimits = ThreadLimits & {
  /** After so long without a question the thread ends. */
  readonly idleMs: number
  /** A tenant's CPU budget on the thread: this much at once, then this much more each second. */
  readonly tenantCpuMs: number
  readonly tenantCpuMsPerSecond: number
  /** Tenants whose use is remembered; past it all start anew. */
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

  /** Null when the question took too long. Rejects when there can be no thread. */
  ask(tenant: string, question: Q): Promise<A | null> {
    const job: Job<Q, A> = { question, answer: Promise.withResolvers() }
    this.#waiting.push(tenant, job)
    if (!this.#isRunning) void this.#run()
    return job.answer.promise
  }

  /** Throws `rate_limited` when the tenant has used up what it may. */
  requireBudget(tenant: string, refusal: string): void {
    const overMs = this.#usedBy(tenant) - this.#limits.tenantCpuMs
    if (overMs <= 0) return
    const retryAfterSeconds = Math.ceil(overMs / this.#limits.tenantCpuMsPerSecond) + 1
    throw new AppError('rate_limited', refusal, { retryAfterSeconds })
  }

  /** Later calls are refused. */
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
