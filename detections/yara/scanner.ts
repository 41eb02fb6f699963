/**
 * Scans with the rules of one set, in a process of its own. A scan beyond its time ends the process; the next one finds
 * a new process with the same rules. Scans go one after the other; nothing here blocks the caller's event loop.
 */
import { type ChildProcess, fork } from 'node:child_process'
import type { FromChild, ToChild } from './child.ts'
import { YARA_LIMITS } from './limits.ts'
import type { LoadReport, ScanResult, YaraSource } from './rule.ts'

export type ScannerOptions = { readonly scanMs?: number; readonly loadMs?: number }

export type YaraScanner = {
  /** What was loaded, and what was left out and why. */
  readonly report: LoadReport
  /** The rules that match, in no order. Never rejects. */
  scan(bytes: Uint8Array): Promise<ScanResult>
  /** Ends the process; scans that wait answer `closed`. */
  close(): Promise<void>
}

/** Rejects when the engine cannot be started, or the rules are too many or take too long to compile. */
export async function openYaraScanner(
  sources: readonly YaraSource[],
  { scanMs = YARA_LIMITS.scanMs, loadMs = YARA_LIMITS.loadMs }: ScannerOptions = {},
): Promise<YaraScanner> {
  const chars = sources.reduce((sum, { text }) => sum + text.length, 0)
  if (chars > YARA_LIMITS.setChars) throw new Error(`YARA rules are longer than ${YARA_LIMITS.setChars} characters`)
  const slot = new EngineSlot(sources, loadMs)
  const report = await slot.start()
  return new QueuedScanner(slot, report, scanMs)
}

class QueuedScanner implements YaraScanner {
  readonly report: LoadReport
  readonly #slot: EngineSlot
  readonly #scanMs: number
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #isClosed = false

  constructor(slot: EngineSlot, report: LoadReport, scanMs: number) {
    this.#slot = slot
    this.report = report
    this.#scanMs = scanMs
  }

  async scan(bytes: Uint8Array): Promise<ScanResult> {
    if (bytes.byteLength > YARA_LIMITS.scanBytes) return { fault: 'too_large' }
    if (this.#waiting >= YARA_LIMITS.waiting) return { fault: 'busy' }
    this.#waiting++
    const turn = this.#tail.then(() => this.#scanNow(bytes)).finally(() => this.#waiting--)
    this.#tail = turn
    return turn
  }

  async #scanNow(bytes: Uint8Array): Promise<ScanResult> {
    if (this.#isClosed) return { fault: 'closed' }
    if (!this.#slot.isRunning) await this.#slot.start().catch(() => null)
    if (!this.#slot.isRunning) return { fault: 'engine' }
    const answer = await this.#slot.ask({ kind: 'scan', bytes }, this.#scanMs)
    if (answer.kind === 'scanned') return { matches: answer.matches }
    return { fault: this.#isClosed ? 'closed' : answer.kind === 'timeout' ? 'timeout' : 'engine' }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#slot.stop()
    await this.#tail
  }
}

type Answer = FromChild | { readonly kind: 'timeout' } | { readonly kind: 'ended' }

/** One child at a time, asked one thing at a time. */
class EngineSlot {
  readonly #sources: readonly YaraSource[]
  readonly #loadMs: number
  #child: ChildProcess | null = null

  constructor(sources: readonly YaraSource[], loadMs: number) {
    this.#sources = sources
    this.#loadMs = loadMs
  }

  get isRunning(): boolean {
    return this.#child !== null
  }

  async start(): Promise<LoadReport> {
    const child = fork(new URL('./child.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${YARA_LIMITS.childHeapMb}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    child.once('exit', () => this.#forget(child))
    child.once('error', () => this.#forget(child))
    const answer = await this.ask({ kind: 'load', sources: this.#sources }, this.#loadMs)
    if (answer.kind === 'loaded') return answer.report
    await this.stop()
    throw new Error(`YARA rules were not loaded: ${answer.kind === 'failed' ? answer.reason : answer.kind}`)
  }

  /** A child that does not answer in time is ended. */
  async ask(message: ToChild, timeoutMs: number): Promise<Answer> {
    const child = this.#child
    if (child === null) return { kind: 'ended' }
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const onEnd = () => resolve({ kind: 'ended' })
    const timer = setTimeout(() => resolve({ kind: 'timeout' }), timeoutMs)
    child.once('message', resolve).once('exit', onEnd).once('error', onEnd)
    child.send(message, (error) => error && onEnd())
    const answer = await promise
    clearTimeout(timer)
    child.off('message', resolve).off('exit', onEnd).off('error', onEnd)
    if (answer.kind === 'timeout') await this.stop()
    return answer
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (child === null) return
    this.#forget(child)
    if (child.exitCode !== null || child.signalCode !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
    await promise
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = null
  }
}
