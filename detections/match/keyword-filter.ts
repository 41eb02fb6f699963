/**
 * Rules out quickly that a text contains any of some literals, in a fraction of the time of an automaton. It searches
 * for one window of a common length of every literal: it steps through the text by the pair of characters at a window's
 * end, which mostly allows skipping nearly a whole window (Horspool's rule for a set of words), and compares a window
 * only where the pair fits.
 */

import { codeAt } from '../../platform/code-at.ts'
import { foldCase } from '../plan/fold.ts'
import { asciiBytes as bytes, putAscii } from './ascii-bytes.ts'

const WINDOW_MAX = 8
const WINDOW_MIN = 3
const CODES = 128
/** Code of every unit that is not folded ASCII. */
const OTHER = 127

/** UTF-16 unit -> its folded ASCII code, or `OTHER`. */
const codeOf = new Uint8Array(0x10000).fill(OTHER)
for (let unit = 0; unit < OTHER; unit++) codeOf[unit] = codeAt(foldCase(String.fromCharCode(unit)), 0)
for (const unit of ['\u212a', '\u017f']) codeOf[codeAt(unit, 0)] = codeAt(foldCase(unit), 0)

export class KeywordFilter {
  private readonly length: number
  /** How far a window with this last pair may move; 0 when a wanted window ends with the pair. */
  private readonly shift: Uint8Array
  /** The same for unfolded ASCII. */
  private readonly byteShift: Uint8Array
  /** By last pair: the codes of wanted windows. */
  private readonly windows = new Map<number, Uint8Array[]>()

  private constructor(literals: readonly Uint8Array[], length: number) {
    this.length = length
    this.shift = new Uint8Array(CODES * CODES).fill(length - 1)
    for (const codes of literals) this.add(rarestWindow(codes, length))
    this.byteShift = this.shift.map((_, pair) => {
      const [first, second] = [codeOf[pair >> 7] as number, codeOf[pair & 127] as number]
      return this.shift[first * CODES + second] as number
    })
  }

  /** Null when a literal is too short for a useful filter. */
  static of(literals: readonly string[]): KeywordFilter | null {
    const codes = literals.map(codesOf)
    const length = codes.reduce((shortest, one) => Math.min(shortest, one.length), WINDOW_MAX)
    return codes.length > 0 && length >= WINDOW_MIN ? new KeywordFilter(codes, length) : null
  }

  /** False only when the text contains no literal, in any case. */
  mayContain(text: string): boolean {
    if (text.length < this.length) return false
    return putAscii(text) ? this.isFoundInBytes(text, text.length) : this.isFoundIn(text)
  }

  private isFoundIn(text: string): boolean {
    const { shift, length } = this
    let end = length - 1
    while (end < text.length) {
      const pair = (codeOf[codeAt(text, end - 1)] as number) * CODES + (codeOf[codeAt(text, end)] as number)
      const step = shift[pair] as number
      if (step > 0) end += step
      else if (this.hasWindow(text, end, pair)) return true
      else end++
    }
    return false
  }

  /** Moves three windows at once, each through a third of the text, because every step depends on the previous one. */
  private isFoundInBytes(text: string, size: number): boolean {
    const { byteShift } = this
    const third = (size / 3) | 0
    let a = this.length - 1
    let b = Math.max(a, third)
    let c = Math.max(b, third * 2)
    const [aEnd, bEnd] = [b, c]
    while (a < aEnd && b < bEnd && c < size) {
      const aStep = byteShift[((bytes[a - 1] as number) << 7) | (bytes[a] as number)] as number
      const bStep = byteShift[((bytes[b - 1] as number) << 7) | (bytes[b] as number)] as number
      const cStep = byteShift[((bytes[c - 1] as number) << 7) | (bytes[c] as number)] as number
      if (aStep === 0 && this.hasWindow(text, a, this.pairIn(a))) return true
      if (bStep === 0 && this.hasWindow(text, b, this.pairIn(b))) return true
      if (cStep === 0 && this.hasWindow(text, c, this.pairIn(c))) return true
      a += aStep || 1
      b += bStep || 1
      c += cStep || 1
    }
    return this.finish(text, a, aEnd) || this.finish(text, b, bEnd) || this.finish(text, c, size)
  }

  private finish(text: string, from: number, to: number): boolean {
    let end = from
    while (end < to) {
      const step = this.byteShift[((bytes[end - 1] as number) << 7) | (bytes[end] as number)] as number
      if (step === 0 && this.hasWindow(text, end, this.pairIn(end))) return true
      end += step || 1
    }
    return false
  }

  private pairIn(end: number): number {
    return (codeOf[bytes[end - 1] as number] as number) * CODES + (codeOf[bytes[end] as number] as number)
  }

  private hasWindow(text: string, end: number, pair: number): boolean {
    const from = end - this.length + 1
    for (const window of this.windows.get(pair) ?? []) {
      let i = 0
      while (i < this.length && codeOf[codeAt(text, from + i)] === window[i]) i++
      if (i === this.length) return true
    }
    return false
  }

  private add(window: Uint8Array): void {
    const last = this.length - 1
    for (let end = 1; end <= last; end++) {
      const pair = pairAt(window, end)
      this.shift[pair] = Math.min(this.shift[pair] as number, last - end)
    }
    const pair = pairAt(window, last)
    const windows = this.windows.get(pair)
    if (windows) windows.push(window)
    else this.windows.set(pair, [window])
  }
}

function codesOf(literal: string): Uint8Array {
  return Uint8Array.from({ length: literal.length }, (_, i) => codeOf[codeAt(literal, i)] as number)
}

function pairAt(codes: Uint8Array, end: number): number {
  return (codes[end - 1] as number) * CODES + (codes[end] as number)
}

/** Letters and digits of log texts, the most frequent first; characters not listed are rare. */
const FREQUENT = 'e0ntiaorscdlmu1p2-\\f.3 4ghb5:69877wyvk,/x_'
const commonness = Float64Array.from({ length: CODES }, (_, code) => {
  const rank = FREQUENT.indexOf(String.fromCharCode(code))
  return rank < 0 ? 1 : FREQUENT.length + 2 - rank
})

/** The window with the rarest last pair, so that most texts are skipped quickly. */
function rarestWindow(codes: Uint8Array, length: number): Uint8Array {
  let best = length
  for (let end = length; end <= codes.length; end++) if (pairPrice(codes, end) < pairPrice(codes, best)) best = end
  return codes.slice(best - length, best)
}

/** A doubled sign (`::`) is rarer than each of the two. */
function pairPrice(codes: Uint8Array, end: number): number {
  const [a, b] = [codes[end - 2] as number, codes[end - 1] as number]
  const price = (commonness[a] as number) * (commonness[b] as number)
  return a === b ? price / 100 : price
}
