/**
 * The engine we embed goes on after a write that the system refused (no room, a quota, a bad disk): the part is put in
 * place short of what was not written, and an insert of it is answered with yes. A server throws there. What the engine
 * leaves is a counter, so that is looked at before a statement that writes is answered, and every few seconds for merges.
 */
const FAILED = /* sql */ `SELECT value FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed'`

/** The engine deletes parts that a merge replaced after eight minutes: until then a short one costs nothing. */
const EVERY_MS = 5_000

export class FailedWrites {
  readonly #ask: (sql: string) => Promise<string>
  readonly #lost: (writes: number) => void
  readonly #timer: NodeJS.Timeout
  #current: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /**
   * `lost` ends the process, without any further step of the engine: parts that are short are found by their sizes when it
   * starts again, and put aside for those that they replaced.
   */
  constructor(ask: (sql: string) => Promise<string>, lost: (writes: number) => void) {
    this.#ask = ask
    this.#lost = lost
    // An engine too busy to be asked is asked before its next answer.
    this.#timer = setInterval(() => void this.look().catch(() => {}), EVERY_MS).unref()
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

  async #lookNow(): Promise<void> {
    const writes = Number(await this.#ask(FAILED))
    if (writes === 0) return
    this.#lost(writes)
    await new Promise(() => {})
  }
}
