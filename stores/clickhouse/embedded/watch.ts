/**
 * Detects lost writes of the embedded engine. After a write that the system refused (no space, a quota, a bad disk) the
 * embedded engine activates the incomplete part and acknowledges its insert; a server throws there. The only trace is
 * this counter. It is read before each write is answered, and every few seconds for merges; a counter that cannot be
 * read also shows that the engine hangs.
 */
const FAILED_WRITES = /* sql */ `SELECT value FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed'`

/**
 * Interval of the background check. Merged-away parts stay for eight minutes (`engine-config.ts`), so until then an
 * incomplete merge loses nothing.
 */
const EVERY_MS = 5_000
/**
 * Checks that came due while one had no answer. A count and not a duration, because a suspended process must not count
 * as hung.
 */
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
   * `end` must kill the process without another step of the engine: at its restart the engine finds incomplete parts by
   * their sizes and detaches them in favour of the parts that they replaced.
   */
  constructor(ask: (sql: string) => Promise<string>, end: (why: string) => void) {
    this.#ask = ask
    this.#end = end
    this.#timer = setInterval(() => this.#lookAgain(), EVERY_MS).unref()
  }

  /**
   * Resolves when a check that began after this call found no lost write; never resolves when writes were lost.
   * Concurrent callers share one check.
   */
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
      void this.look().catch(() => {}) // A rejected check is repeated before the next answer.
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
