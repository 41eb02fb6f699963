/**
 * Decides which body is read next. Reading holds the one thread: nothing else is read, answered or appended meanwhile.
 * One turn of the event loop reads `TURN_BYTES`, and other bodies wait for the next, in one queue per tenant, one body
 * of each tenant in turn: however many bodies a tenant has ready at once, another tenant waits for one of them.
 *
 * bound   `in-flight.ts` counts the bodies that wait
 */
export const TURN_BYTES = 256 * 1024

export class Turns {
  readonly #nextTurn: (call: () => void) => void
  /** Tenant -> waiting bodies, in the order in which tenants have their turn. */
  readonly #waiting = new Map<string, { readonly bytes: number; readonly go: () => void }[]>()
  #spent = 0
  #isScheduled = false

  /** `nextTurn` calls back in the next turn of the event loop, after what has arrived was read. */
  constructor(nextTurn: (call: () => void) => void = setImmediate) {
    this.#nextTurn = nextTurn
  }

  /** Resolves when this body may be looked at; at once, while there is room in this turn. */
  async take(tenant: string, bytes: number): Promise<void> {
    this.#schedule()
    if (this.#waiting.size === 0 && this.#spent < TURN_BYTES) {
      this.#spent += bytes
      return
    }
    await new Promise<void>((go) => {
      const queue = this.#waiting.get(tenant)
      if (queue) queue.push({ bytes, go })
      else this.#waiting.set(tenant, [{ bytes, go }])
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#nextTurn(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    this.#spent = 0
    // A tenant that was served goes to the end of the map and comes round again.
    for (const [tenant, queue] of this.#waiting) {
      if (this.#spent >= TURN_BYTES) break
      const next = queue.shift()
      this.#waiting.delete(tenant)
      if (queue.length > 0) this.#waiting.set(tenant, queue)
      this.#spent += next?.bytes ?? 0
      next?.go()
    }
    if (this.#waiting.size > 0) this.#schedule()
  }
}
