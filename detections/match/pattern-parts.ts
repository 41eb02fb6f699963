/** Literals that parts of a regular expression contain, and rules that combine them into those of the whole. */
import { foldCase } from '../plan/fold.ts'
import { MATCH_LIMITS } from './limits.ts'

/** The texts that a part of the pattern matches, when there are few, and the literals that each of them contains. */
export type Part = {
  readonly exact: readonly string[] | null
  readonly need: readonly string[] | null
  readonly min: number
}

const EXACT_MAX = MATCH_LIMITS.gateLiteralsMax
const TEXT_MAX = 64
/** A repetition count may be large for the minimum length, but its texts are enumerated only when it is small. */
const UNROLL_MAX = 8
export const EMPTY: Part = { exact: [''], need: null, min: 0 }
export const ONE_CHARACTER: Part = { exact: null, need: null, min: 1 }

/** Joins neighbouring parts to longer literals as long as there are few. */
export class Sequence {
  private run: readonly string[] = ['']
  private need: readonly string[] | null = null
  private isWhole = true
  private min = 0

  add(part: Part): void {
    this.min += part.min
    if (part.exact === null) {
      this.close()
      this.need = better(this.need, part.need)
      return
    }
    const joined = cross(this.run, part.exact)
    if (joined) {
      this.run = joined
    } else {
      this.close()
      this.run = part.exact
    }
  }

  private close(): void {
    this.need = better(this.need, this.run)
    this.run = ['']
    this.isWhole = false
  }

  part(): Part {
    if (this.isWhole) return { exact: this.run, need: null, min: this.min }
    return { exact: null, need: better(this.need, this.run), min: this.min }
  }
}

export function literal(char: string): Part {
  return { exact: [foldCase(char)], need: null, min: 1 }
}

export function either(a: Part, b: Part): Part {
  const min = Math.min(a.min, b.min)
  if (a.exact && b.exact && a.exact.length + b.exact.length <= EXACT_MAX) {
    return { exact: [...a.exact, ...b.exact], need: null, min }
  }
  const [x, y] = [better(a.need, a.exact), better(b.need, b.exact)]
  const need = x && y && x.length + y.length <= EXACT_MAX ? [...x, ...y] : null
  return { exact: null, need, min }
}

export function times(part: Part, min: number, max: number): Part {
  const length = part.min * min
  if (max === 1 && part.exact) return { exact: min === 1 ? part.exact : ['', ...part.exact], need: null, min: length }
  if (min === 0) return { exact: null, need: null, min: 0 }
  if (min === max && min <= UNROLL_MAX && part.exact) {
    const exact = power(part.exact, min)
    if (exact) return { exact, need: null, min: length }
  }
  return { exact: null, need: better(part.need, part.exact), min: length }
}

function power(texts: readonly string[], count: number): readonly string[] | null {
  let all: readonly string[] | null = ['']
  for (let i = 0; i < count && all; i++) all = cross(all, texts)
  return all
}

function cross(left: readonly string[], right: readonly string[]): readonly string[] | null {
  if (left.length * right.length > EXACT_MAX) return null
  const all = left.flatMap((a) => right.map((b) => a + b))
  return all.every((text) => text.length <= TEXT_MAX) ? all : null
}

/** The set that fewer texts contain: the one whose shortest literal is longer. */
export function better(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  const [x, y] = [usable(a), usable(b)]
  if (!x || !y) return x ?? y
  const [m, n] = [shortest(x), shortest(y)]
  return m > n || (m === n && x.length <= y.length) ? x : y
}

/** False for a single character that nearly every text contains. */
function usable(texts: readonly string[] | null): readonly string[] | null {
  return texts?.length && texts.every((text) => text.length > 1 || /^[^\s\p{L}\p{N}\\/.:"_-]$/u.test(text))
    ? texts
    : null
}

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map((text) => text.length))
}
