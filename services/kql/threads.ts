/**
 * The pool of KQL threads of a service. A thread whose query was stopped or refused is ended, and the next query gets a
 * new one; an idle thread ends after a while. Among waiting queries, the tenant with the fewest running ones goes
 * first.
 */
import type { KqlFault } from '../../detections/kql/fault.ts'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { AskKql } from '../../query/kql/kql-answer.ts'
import type { KqlTable } from '../../query/kql/kql-table.ts'
import { KqlThread } from './thread.ts'

const THREADS_MAX = 2
const WAITING_MAX = 32
const MEMORY_MB = 1024
/** A start costs seconds of a core: a thread outlives the minutes in which a person reads an answer. */
const IDLE_MS = 300_000
const BUSY_SECONDS = 2

export class KqlThreads {
  readonly #clickhouseUrl: string
  readonly #statementSeconds: number
  readonly #idle: { readonly thread: KqlThread; readonly timer: ReturnType<typeof setTimeout> }[] = []
  readonly #waiting: { readonly tenant: TenantId; readonly start: () => void }[] = []
  readonly #running = new Map<TenantId, number>()

  /** `statementSeconds`: time limit of one lake statement. */
  constructor(clickhouseUrl: string, statementSeconds = 60) {
    this.#clickhouseUrl = clickhouseUrl
    this.#statementSeconds = statementSeconds
  }

  /** Rejects with `unavailable` when the queue is full or the thread is slow to start; else as a thread does. */
  readonly ask: AskKql = async (tenant, request, { timeoutSeconds, signal, onProgress = () => {} }) => {
    await this.#turn(tenant, signal)
    const thread = this.#claim()
    let answer: KqlTable | KqlFault | null = null
    try {
      answer = await thread.ask({ ...request, tenant }, { signal, timeoutSeconds, onProgress })
      return answer
    } finally {
      if (answer === null && thread.isReady) await thread.close()
      else this.#rest(thread)
      this.#leave(tenant)
    }
  }

  async close(): Promise<void> {
    for (const { thread, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      await thread.close()
    }
  }

  /** Resolves when the tenant's query may run; it counts as running from then on. */
  async #turn(tenant: TenantId, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#count() < THREADS_MAX) return this.#enter(tenant)
    if (this.#waiting.length >= WAITING_MAX)
      throw new AppError('unavailable', 'other KQL queries are running', { retryAfterSeconds: BUSY_SECONDS })
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason as Error)
      }
      const start = () => {
        signal.removeEventListener('abort', stop)
        this.#enter(tenant)
        resolve()
      }
      const waiting = { tenant, start }
      this.#waiting.push(waiting)
      signal.addEventListener('abort', stop, { once: true })
    })
  }

  #count(): number {
    return [...this.#running.values()].reduce((all, one) => all + one, 0)
  }

  #enter(tenant: TenantId): void {
    this.#running.set(tenant, (this.#running.get(tenant) ?? 0) + 1)
  }

  #leave(tenant: TenantId): void {
    const left = (this.#running.get(tenant) ?? 1) - 1
    if (left === 0) this.#running.delete(tenant)
    else this.#running.set(tenant, left)
    const runningOf = (one: { readonly tenant: TenantId }) => this.#running.get(one.tenant) ?? 0
    const [first] = this.#waiting.toSorted((a, b) => runningOf(a) - runningOf(b))
    if (first === undefined) return
    this.#waiting.splice(this.#waiting.indexOf(first), 1)
    first.start()
  }

  #claim(): KqlThread {
    const idle = this.#idle.pop()
    if (idle === undefined)
      return new KqlThread({ clickhouseUrl: this.#clickhouseUrl, timeoutSeconds: this.#statementSeconds }, MEMORY_MB)
    clearTimeout(idle.timer)
    return idle.thread
  }

  #rest(thread: KqlThread): void {
    const end = () => {
      const at = this.#idle.findIndex((one) => one.thread === thread)
      if (at === -1) return
      this.#idle.splice(at, 1)
      void thread.close()
    }
    this.#idle.push({ thread, timer: setTimeout(end, IDLE_MS).unref() })
  }
}
