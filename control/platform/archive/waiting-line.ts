/**
 * Limits concurrent queries and queues the rest: tenants are served in turn, one query each, so a tenant with many
 * queries delays only itself.
 * bound   `runningMax` in all and `tenantRunningMax` of a tenant run; `tenantWaitingMax` of a tenant wait, each for
 * `waitMs` at most; past either `unavailable`
 */
import { AppError } from '../../../platform/errors.ts'
import { TenantQueues } from '../../../platform/tenant-queues.ts'

export type LineLimits = {
  readonly runningMax: number
  readonly tenantRunningMax: number
  readonly tenantWaitingMax: number
  readonly waitMs: number
  readonly retryAfterSeconds: number
}

type Waiting = { readonly start: () => void }

export class WaitingLine {
  readonly #limits: LineLimits
  readonly #running = new Map<string, number>()
  readonly #waiting = new TenantQueues<Waiting>()
  #all = 0

  constructor(limits: LineLimits) {
    this.#limits = limits
  }

  /** Runs `work` when it is this question's turn. Rejects with `unavailable`, or with the reason of `gone`. */
  async run<T>(tenant: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    gone.throwIfAborted()
    if (this.#mayStart(tenant)) this.#count(tenant, 1)
    else await this.#turnOf(tenant, gone)
    try {
      return await work()
    } finally {
      this.#count(tenant, -1)
      this.#callNext()
    }
  }

  #mayStart(tenant: string): boolean {
    return this.#all < this.#limits.runningMax && (this.#running.get(tenant) ?? 0) < this.#limits.tenantRunningMax
  }

  #count(tenant: string, change: 1 | -1): void {
    this.#all += change
    const running = (this.#running.get(tenant) ?? 0) + change
    if (running === 0) this.#running.delete(tenant)
    else this.#running.set(tenant, running)
  }

  async #turnOf(tenant: string, gone: AbortSignal): Promise<void> {
    if (this.#waiting.lengthOf(tenant) >= this.#limits.tenantWaitingMax) throw this.#busy()
    const turn = Promise.withResolvers<void>()
    const waiting = { start: turn.resolve }
    this.#waiting.push(tenant, waiting)
    const leave = (reason: unknown) => {
      if (this.#waiting.remove(tenant, waiting)) turn.reject(reason)
    }
    const late = setTimeout(() => leave(this.#busy()), this.#limits.waitMs)
    const left = () => leave(gone.reason)
    gone.addEventListener('abort', left, { once: true })
    try {
      await turn.promise
    } finally {
      clearTimeout(late)
      gone.removeEventListener('abort', left)
    }
  }

  /** Calls who may start now. Their places are counted here, before their work begins. */
  #callNext(): void {
    const mayStart = (tenant: string) => this.#mayStart(tenant)
    for (let next = this.#waiting.shift(mayStart); next !== null; next = this.#waiting.shift(mayStart)) {
      this.#count(next.tenant, 1)
      next.item.start()
    }
  }

  #busy(): AppError {
    const { retryAfterSeconds } = this.#limits
    return new AppError('unavailable', 'other questions to the lake are running', { retryAfterSeconds })
  }
}
