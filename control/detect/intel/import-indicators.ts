/** Indicators of a file or a feed on their way into the store: in batches, with what was left out counted by reason. */
import type { Indicator } from '../../../intel/indicator.ts'
import type { Settled, Sink, Skip } from '../../../intel/read/reading.ts'

export type ImportCounts = {
  readonly indicators: number
  readonly skipped: number
  /** Rejected values by reason; past `REASONS_MAX` reasons under `other`. */
  readonly reasons: Readonly<Record<string, number>>
  /** The first few, to look at. */
  readonly examples: readonly Skip[]
}

export const BATCH_MAX = 2_000
const REASONS_MAX = 50
const EXAMPLES_MAX = 20

/** Filled while a piece is parsed; the reader empties it between two pieces. */
export class ImportBatches implements Sink {
  #waiting: Indicator[] = []
  #settled: Settled[] = []
  #indicators = 0
  #skipped = 0
  readonly #reasons = new Map<string, number>()
  readonly #examples: Skip[] = []

  add(indicator: Indicator): void {
    this.#indicators++
    this.#waiting.push(indicator)
  }

  settle(settled: Settled): void {
    this.#settled.push(settled)
  }

  skip(skip: Skip): void {
    this.#skipped++
    const isKnown = this.#reasons.has(skip.reason) || this.#reasons.size < REASONS_MAX
    const reason = isKnown ? skip.reason : 'other'
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1)
    if (this.#examples.length < EXAMPLES_MAX) this.#examples.push(skip)
  }

  /** Batches of at most `BATCH_MAX`: of what waits, only full ones unless it is the end. */
  *batches(isEnd: boolean): Generator<Indicator[]> {
    const waiting = this.#waiting
    const end = isEnd ? waiting.length : waiting.length - (waiting.length % BATCH_MAX)
    this.#waiting = waiting.slice(end)
    for (let from = 0; from < end; from += BATCH_MAX) yield waiting.slice(from, Math.min(end, from + BATCH_MAX))
  }

  /** Objects of the source that are all said; to be stored behind the batches before it, at most `BATCH_MAX` at once. */
  *settled(): Generator<readonly Settled[]> {
    const settled = this.#settled
    this.#settled = []
    for (let from = 0; from < settled.length; from += BATCH_MAX) yield settled.slice(from, from + BATCH_MAX)
  }

  get counts(): ImportCounts {
    return {
      indicators: this.#indicators,
      skipped: this.#skipped,
      reasons: Object.fromEntries(this.#reasons),
      examples: [...this.#examples],
    }
  }
}
