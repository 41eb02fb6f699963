/**
 * The engine we embed goes on after a write that the system refused (no room, a quota, a bad disk): the part is put in
 * place short of what was not written, and an insert of it is answered with yes. A server throws there. What the engine
 * leaves is a counter, so that is looked at before a statement that writes is answered, and every few seconds for merges:
 * by which it is noticed too when the engine stands still.
 */
const FAILED_WRITES = /* sql */ `SELECT value FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed'`

/** Parts that a merge replaced stay for eight minutes (`engine-config.ts`): until then a short one costs nothing. */
const EVERY_MS = 5_000
/** Looks that were due while one had no answer. Not a time: a process that was stopped counts none. */
const MISSED_MAX = 12

export class Watch {
  readonly #ask: (sql: string) => Promise<string>
  readonly #end: (why: string) => void
  readonly #timer: NodeJS.Timeout
  #current: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #isAsking = false
  #missed = 0

  /**
   * `end` ends the process, without any further step of the engine: parts that are short are found by their sizes when it
   * starts again, and put aside for those that they replaced.
   */
  constructor(ask: (sql: string) => Promise<string>, end: (why: string) => void) {
    this.#ask = ask
    this.#end = end
    this.#timer = setInterval(() => this.#lookAgain(), EVERY_MS).unref()
  }

  /** Resolves when a look that began after the call found nothing; never when writes were lost. One look serves all who wait. */
  look(): Promise<void> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined
      const looked = this.#lookNow()
      this.#current = looked.catch(() => {})
      return looked
    })
    return this.#next
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #lookAgain(): void {
    if (!this.#isAsking) {
      this.#missed = 0
      void this.look().catch(() => {}) // refused, and asked again before the next answer
    } else if (++this.#missed === MISSED_MAX) this.#end('it stands still')
  }

  async #lookNow(): Promise<void> {
    this.#isAsking = true
    const answer = await this.#ask(FAILED_WRITES).finally(() => {
      this.#isAsking = false
    })
    const writes = Number(answer)
    if (writes === 0) return
    this.#end(`${writes} of its writes were refused by the system`)
    await new Promise(() => {})
  }
}
