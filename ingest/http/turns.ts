/**
 * Decides which body is read next. Reading holds the one thread: nothing else is read, answered or appended meanwhile.
 * One turn of the event loop reads `TURN_BYTES`, and other bodies wait for the next, in one queue per tenant, one body
 * of each tenant in turn: however many bodies a tenant has ready at once, another tenant waits for one of them.
 *
 * bound   `in-flight.ts` counts the bodies that wait
 */
import { TenantQueues } from '../../platform/tenant-queues.ts'

export const TURN_BYTES = 256 * 1024

export class Turns {
  readonly #nextTurn: (call: () => void) => void
  readonly #waiting = new TenantQueues<{ readonly bytes: number; readonly go: () => void }>()
  #spent = 0
  #isScheduled = false

  /** `nextTurn` calls back in the next turn of the event loop, after what has arrived was read. */
  constructor(nextTurn: (call: () => void) => void = setImmediate) {
    this.#nextTurn = nextTurn
  }

  /** Resolves when this body may be looked at; at once, while there is room in this turn. */
  async take(tenant: string, bytes: number): Promise<void> {
    this.#schedule()
    if (this.#waiting.isEmpty && this.#spent < TURN_BYTES) {
      this.#spent += bytes
      return
    }
    await new Promise<void>((go) => this.#waiting.push(tenant, { bytes, go }))
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#nextTurn(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    this.#spent = 0
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#spent += next.bytes
      next.go()
    }
    if (!this.#waiting.isEmpty) this.#schedule()
  }

  /** Undefined when nothing waits, or this turn has read as much as one may. */
  #next() {
    return this.#spent < TURN_BYTES ? this.#waiting.shift()?.item : undefined
  }
}
