/** Keeps one child running until `stop`: it is restarted with a growing pause when it ends unexpectedly. */
import type { Log } from '../../platform/log.ts'

export type Child = {
  readonly pid: number
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>
  stop(): Promise<void>
}

const PAUSE_MS_MIN = 100
const PAUSE_MS_MAX = 10_000
/** A child that lived this long is started again without a pause that grew before. */
const STEADY_MS = 30_000

export class Supervised {
  readonly name: string
  readonly #start: () => Promise<Child>
  readonly #log: Log
  readonly #changed: () => void
  #child: Child | null = null
  #isStopping = false
  #pauseMs = PAUSE_MS_MIN
  #restarting: Promise<void> | null = null

  constructor(name: string, start: () => Promise<Child>, log: Log, changed: () => void) {
    this.name = name
    this.#start = start
    this.#log = log
    this.#changed = changed
  }

  /** Null while it is down. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** The first start: a failure is the caller's, not something to try for ever. */
  async start(): Promise<void> {
    this.#watch(await this.#start())
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#child?.stop()
    await this.#restarting
  }

  #watch(child: Child): void {
    const startedAt = performance.now()
    this.#child = child
    this.#changed()
    void child.exited.then((exit) => {
      this.#child = null
      this.#changed()
      if (this.#isStopping) return
      if (performance.now() - startedAt > STEADY_MS) this.#pauseMs = PAUSE_MS_MIN
      this.#log.warn({ child: this.name, ...exit, pause_ms: this.#pauseMs }, 'a child process exited, restarting it')
      this.#restarting = this.#restart()
    })
  }

  async #restart(): Promise<void> {
    while (!this.#isStopping) {
      await new Promise((resolve) => setTimeout(resolve, this.#pauseMs))
      this.#pauseMs = Math.min(PAUSE_MS_MAX, this.#pauseMs * 2)
      if (this.#isStopping) return
      try {
        const child = await this.#start()
        if (this.#isStopping) await child.stop()
        else this.#watch(child)
        return
      } catch (err) {
        this.#log.error({ child: this.name, err }, 'cannot start a child process, retrying')
      }
    }
  }
}
