/**
 * Scans with the rules of one set, in a process of its own. A scan beyond its time ends the process; the next one finds
 * a new process with the same rules. Scans go one after the other; nothing here blocks the caller's event loop.
 */
import { EngineSlot } from './engine-slot.ts'
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
  const slot = new EngineSlot()
  const load = () => loadInto(slot, sources, loadMs)
  return new QueuedScanner(slot, load, await load(), scanMs)
}

/** The only set of its process. */
const SET = ''

async function loadInto(slot: EngineSlot, sources: readonly YaraSource[], loadMs: number): Promise<LoadReport> {
  slot.start()
  const answer = await slot.ask({ kind: 'load', set: SET, sources }, loadMs)
  if (answer.kind === 'loaded') return answer.report
  await slot.stop()
  throw new Error(`YARA rules were not loaded: ${answer.kind === 'failed' ? answer.reason : answer.kind}`)
}

class QueuedScanner implements YaraScanner {
  readonly report: LoadReport
  readonly #slot: EngineSlot
  readonly #load: () => Promise<LoadReport>
  readonly #scanMs: number
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #isClosed = false

  constructor(slot: EngineSlot, load: () => Promise<LoadReport>, report: LoadReport, scanMs: number) {
    this.#slot = slot
    this.#load = load
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
    if (!this.#slot.isRunning) await this.#load().catch(() => null)
    if (!this.#slot.isRunning) return { fault: 'engine' }
    const answer = await this.#slot.ask({ kind: 'scan', set: SET, items: [bytes] }, this.#scanMs)
    if (answer.kind === 'scanned') return { matches: answer.found[0] ?? [] }
    return { fault: this.#isClosed ? 'closed' : answer.kind === 'timeout' ? 'timeout' : 'engine' }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#slot.stop()
    await this.#tail
  }
}
