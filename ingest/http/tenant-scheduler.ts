/**
 * Decides which body is processed next. Processing occupies the only thread: meanwhile nothing else is read, answered
 * or appended. One turn of the event loop processes `TURN_BYTES`; other bodies wait for the next turn in one queue per
 * tenant, one body of each tenant in turn. However many bodies a tenant has ready, another tenant waits for only one of
 * them.
 *
 * bound   `in-flight.ts` bounds the waiting bodies
 */
import { TenantQueues } from '../../platform/tenant-queues.ts'

/**
 * @bound bytes of bodies read in one turn of the event loop -> the next turn continues, with one body of each tenant
 */
export const TURN_BYTES = 256 * 1024

export class Turns {
  readonly #nextTurn: (call: () => void) => void
  readonly #waiting = new TenantQueues<{ readonly bytes: number; readonly go: () => void }>()
  #spent = 0
  #isScheduled = false

  /** `nextTurn` calls back in the next turn of the event loop, after arrived data was read. */
  constructor(nextTurn: (call: () => void) => void = setImmediate) {
    this.#nextTurn = nextTurn
  }

  /** Resolves when this body may be processed; at once while there is room in this turn. */
  async waitForTurn(tenant: string, bytes: number): Promise<void> {
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

  /** Undefined when nothing waits, or when this turn has used up its bytes. */
  #next() {
    return this.#spent < TURN_BYTES ? this.#waiting.shift()?.item : undefined
  }
}
