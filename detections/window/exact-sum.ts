/**
 * A sum of doubles that does not depend on their order, and from which a term can be removed by adding its negative:
 * kept as non-overlapping parts and rounded once when read (J. R. Shewchuk, "Adaptive Precision Floating-Point
 * Arithmetic", 1997; rounding as in Python's `math.fsum`). Terms beyond `TERM_MAX` could overflow, and the caller must
 * refuse them.
 */
export const TERM_MAX = 1e300

export class ExactSum {
  readonly #parts: number[] = []

  add(term: number): void {
    const parts = this.#parts
    let kept = 0
    let high = term
    for (const part of parts) {
      const [large, small] = Math.abs(high) < Math.abs(part) ? [part, high] : [high, part]
      high = large + small
      const low = small - (high - large)
      if (low !== 0) parts[kept++] = low
    }
    parts.length = kept
    if (high !== 0) parts.push(high)
  }

  /** The double nearest to the true sum, ties to even. */
  value(): number {
    const parts = this.#parts
    let at = parts.length - 1
    let high = parts[at] ?? 0
    let low = 0
    while (at > 0 && low === 0) {
      const part = parts[--at] as number
      const sum = high + part
      low = part - (sum - high)
      high = sum
    }
    const next = parts[at - 1]
    const isHalfway = next !== undefined && Math.sign(low) === Math.sign(next) && low !== 0
    const doubled = high + low * 2
    return isHalfway && doubled - high === low * 2 ? doubled : high
  }
}
