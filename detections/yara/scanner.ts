/**
 * Scans with the rules of one set, in a process of its own. A scan that exceeds its time limit kills the process; the
 * next one gets a new process with the same rules. Scans run one after another; nothing here blocks the caller's event
 * loop.
 */
import { AppError } from '../../platform/errors.ts'
import { type Answer, EngineSlot } from './engine-slot.ts'
import { YARA_LIMITS } from './limits.ts'
import type { LoadReport, ScanResult, YaraFault, YaraSource } from './rule.ts'

export type ScannerOptions = {
  readonly scanMs?: number
  readonly loadMs?: number
  /** Total time for finding files that crash the engine; the remaining ones are then faults. */
  readonly searchMs?: number
}

export type YaraScanner = {
  /** The loaded rules, and the faults of those that were left out. */
  readonly report: LoadReport
  /** The rules that match, in no order. Never rejects. */
  scan(bytes: Uint8Array): Promise<ScanResult>
  /** Ends the process; waiting scans are answered `closed`. */
  close(): Promise<void>
}

/**
 * A file that crashes the engine, or does not compile in its time, is a fault, and the others are loaded. Rejects when
 * the engine cannot start, when there are too many rules, or when they only fail together.
 */
export async function openYaraScanner(
  sources: readonly YaraSource[],
  { scanMs = YARA_LIMITS.scanMs, loadMs = YARA_LIMITS.loadMs, searchMs = Infinity }: ScannerOptions = {},
): Promise<YaraScanner> {
  const chars = sources.reduce((sum, { text }) => sum + text.length, 0)
  if (chars > YARA_LIMITS.setChars)
    throw new AppError('too_large', `YARA rules are longer than ${YARA_LIMITS.setChars} characters`)
  const slot = new EngineSlot()
  const { sound, report } = await loadSound(slot, sources, loadMs, searchMs)
  return new QueuedScanner(slot, () => loadInto(slot, sound, loadMs), report, scanMs)
}

/** Name of the only set of its process. */
const SET = ''

async function loadInto(slot: EngineSlot, sources: readonly YaraSource[], loadMs: number): Promise<Answer> {
  slot.start()
  const answer = await slot.ask({ kind: 'load', set: SET, sources }, loadMs)
  if (answer.kind !== 'loaded') await slot.stop()
  return answer
}

async function loadSound(
  slot: EngineSlot,
  sources: readonly YaraSource[],
  loadMs: number,
  searchMs: number,
): Promise<{ readonly sound: readonly YaraSource[]; readonly report: LoadReport }> {
  const answer = await loadInto(slot, sources, loadMs)
  if (answer.kind === 'loaded') return { sound: sources, report: answer.report }
  const faults = await new Search(slot, loadMs, searchMs).faultsIn(sources, answer)
  const bad = new Set(faults.map(({ file }) => file))
  const sound = sources.filter(({ file }) => !bad.has(file))
  if (sound.length === 0) return { sound, report: { rules: 0, names: [], faults } }
  const again = await loadInto(slot, sound, loadMs)
  if (again.kind !== 'loaded') throw new AppError('unavailable', `the YARA rules were not loaded: ${reasonOf(again)}`)
  return { sound, report: { ...again.report, faults: [...faults, ...again.report.faults] } }
}

/** Bisects for files that fail, each part in a process of its own. */
class Search {
  readonly #slot: EngineSlot
  readonly #partMs: number
  readonly #untilMs: number
  #failed = 0

  constructor(slot: EngineSlot, loadMs: number, searchMs: number) {
    this.#slot = slot
    this.#partMs = Math.min(loadMs, YARA_LIMITS.searchMs)
    this.#untilMs = performance.now() + searchMs
  }

  /**
   * Finds the bad files among sources that have just failed. Beyond `failingParts`, or the time limit, all files of a
   * part count as bad.
   */
  async faultsIn(sources: readonly YaraSource[], answer: Answer): Promise<readonly YaraFault[]> {
    const reason = reasonOf(answer)
    const isLast = sources.length <= 1 || ++this.#failed > YARA_LIMITS.failingParts
    if (isLast) return sources.map(({ file }) => ({ file, line: 0, reason }))
    const half = sources.length >> 1
    const faults: YaraFault[] = []
    for (const part of [sources.slice(0, half), sources.slice(half)]) {
      if (performance.now() > this.#untilMs) {
        faults.push(...part.map(({ file }) => ({ file, line: 0, reason: NOT_TRIED })))
        continue
      }
      const tried = await loadInto(this.#slot, part, this.#partMs)
      if (tried.kind === 'loaded') await this.#slot.stop()
      else faults.push(...(await this.faultsIn(part, tried)))
    }
    return faults
  }
}

const NOT_TRIED = 'was not tried: a file that it came with took the time'

function reasonOf(answer: Answer): string {
  if (answer.kind === 'failed') return answer.reason
  return answer.kind === 'timeout' ? 'takes too long to compile' : 'ends the engine'
}

class QueuedScanner implements YaraScanner {
  readonly report: LoadReport
  readonly #slot: EngineSlot
  readonly #load: () => Promise<unknown>
  readonly #scanMs: number
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #isClosed = false

  constructor(slot: EngineSlot, load: () => Promise<unknown>, report: LoadReport, scanMs: number) {
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
    if (!this.#slot.isRunning) await this.#load()
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
