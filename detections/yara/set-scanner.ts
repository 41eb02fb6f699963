/**
 * Scans with the rules of many sets in one process of its own. A set is compiled on first use, and again in a new
 * process; the least recently used sets are evicted. Errors are returned, never thrown, unless the process cannot
 * start.
 *
 * bound   `setChars` of rules in the process; one request at a time
 */
import { EngineSlot } from './engine-slot.ts'
import { YARA_LIMITS } from './limits.ts'
import type { YaraMatch, YaraSource } from './rule.ts'

export type YaraSet = {
  readonly name: string
  /** The identity of the list identifies the rules. */
  readonly sources: readonly YaraSource[]
}

/** `load`: the rules could not be compiled in their time. `timeout` and `engine` as for a single scan. */
export type SetFault = 'load' | 'timeout' | 'engine'
export type SetResult =
  | { readonly found: readonly (readonly YaraMatch[])[]; readonly cpuMs: number }
  | { readonly fault: SetFault }

/** The process cannot start: no rule is to blame, and a later attempt may succeed. */
export class NoEngine extends Error {
  override readonly name = 'NoEngine'
}

export type SetScannerOptions = { readonly scanMs?: number; readonly loadMs?: number; readonly setChars?: number }

export class SetScanner {
  readonly #slot = new EngineSlot()
  readonly #scanMs: number
  readonly #loadMs: number
  readonly #setChars: number
  /** Sets in the current process, the most recently used one last. */
  readonly #loaded = new Map<string, { readonly sources: readonly YaraSource[]; readonly chars: number }>()
  #pid: number | null = null
  #tail: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor({
    scanMs = YARA_LIMITS.streamScanMs,
    loadMs = YARA_LIMITS.streamLoadMs,
    setChars = YARA_LIMITS.setChars,
  }: SetScannerOptions = {}) {
    this.#scanMs = scanMs
    this.#loadMs = loadMs
    this.#setChars = setChars
  }

  /** Id of the engine's process; null while there is none. */
  get pid(): number | null {
    return this.#slot.pid
  }

  /** Returns the matches of each item; all of them together have the time limit of one scan. Throws `NoEngine`. */
  scan(set: YaraSet, items: readonly Uint8Array[]): Promise<SetResult> {
    return this.#inTurn(() => this.#scan(set, items))
  }

  /** Removes a set that is no longer needed. */
  drop(name: string): Promise<void> {
    return this.#inTurn(() => this.#drop(name))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#slot.stop()
    await this.#tail
  }

  /** Each caller waits for its result, so the queue is never longer than the number of callers. */
  async #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(ask)
    this.#tail = turn.catch(() => undefined)
    return turn
  }

  async #scan({ name, sources }: YaraSet, items: readonly Uint8Array[]): Promise<SetResult> {
    await this.#ready()
    if (!(await this.#hold(name, sources))) return { fault: 'load' }
    const answer = await this.#slot.ask({ kind: 'scan', set: name, items }, this.#scanMs)
    if (answer.kind === 'scanned') return { found: answer.found, cpuMs: answer.cpuMs }
    return { fault: answer.kind === 'timeout' ? 'timeout' : 'engine' }
  }

  async #drop(name: string): Promise<void> {
    if (this.#loaded.delete(name)) await this.#slot.ask({ kind: 'drop', set: name }, YARA_LIMITS.loadMs)
  }

  async #ready(): Promise<void> {
    if (this.#isClosed) throw new NoEngine('the scanner is closed')
    if (this.#slot.isRunning && this.#slot.pid === this.#pid) return
    this.#loaded.clear()
    if (!this.#slot.isRunning) this.#slot.start()
    // Later errors are the rules' fault only if the engine starts without them.
    const { kind } = await this.#slot.ask({ kind: 'load', set: '', sources: [] }, YARA_LIMITS.loadMs)
    if (kind !== 'loaded') throw new NoEngine(`the YARA engine cannot be started: ${kind}`)
    this.#pid = this.#slot.pid
  }

  async #hold(name: string, sources: readonly YaraSource[]): Promise<boolean> {
    const known = this.#loaded.get(name)
    this.#loaded.delete(name)
    if (known?.sources === sources) {
      this.#loaded.set(name, known)
      return true
    }
    const chars = sources.reduce((sum, { text }) => sum + text.length, 0)
    await this.#makeRoom(chars)
    const { kind } = await this.#slot.ask({ kind: 'load', set: name, sources }, this.#loadMs)
    if (kind === 'loaded') this.#loaded.set(name, { sources, chars })
    return kind === 'loaded'
  }

  async #makeRoom(chars: number): Promise<void> {
    let held = chars
    for (const one of this.#loaded.values()) held += one.chars
    for (const [name, one] of [...this.#loaded]) {
      if (held <= this.#setChars) return
      held -= one.chars
      await this.#drop(name)
    }
  }
}
