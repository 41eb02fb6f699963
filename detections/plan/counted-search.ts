/**
 * Searches texts with the program that the library compiled for a pattern, and counts the work (`work.ts`). It follows
 * all threads of the program at once and caches the transition of a thread set by character: most characters cost one
 * array look-up, and a new thread set costs its threads. It finds the same matches as the library.
 */
import type { RE2JS } from 're2js'
import { assert } from '../../platform/assert.ts'
import { work } from './work.ts'

type Instruction = {
  readonly op: number
  readonly out: number
  readonly arg: number
  matchRune(rune: number): boolean
}

/** Instructions as the library numbers them; from `RUNE` on they take a character. */
const OP = { alt: 1, altMatch: 2, capture: 3, emptyWidth: 4, fail: 5, match: 6, nop: 7, rune: 8 } as const
/** Conditions of an `emptyWidth`, as bits of the library. */
const EDGE = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, word: 16, noWord: 32 } as const
/** A bit in addition to those of `EDGE`: the previous character is a word character. */
const AFTER_WORD = 64

/** Stands for the end of the text in place of a character. */
const END = -1
const LINE_FEED = 10
const LATIN = 256
/**
 * Threads and targets of the cached states of all patterns together, a few bytes each; beyond it the cache is cleared.
 * @bound cached states of regular expression searches in a thread = {} cells -> the cache is emptied
 */
const CELLS_MAX = 4_000_000
/** Work units that a state costs in addition to its threads: it has an array of its own. */
const STATE_UNITS = 32
/** Cached characters are counted in blocks of this size, 8 characters per unit. */
const KNOWN_CHARS = 512

type State = {
  /** Instructions at which threads continue, in order, before empty instructions are followed. */
  readonly pcs: Int32Array
  /** Bits of `EDGE` and `AFTER_WORD` set by the previous character. */
  readonly before: number
  /** By character; null when a match ends before it. */
  readonly latin: (State | null | undefined)[]
  far: Map<number, State | null> | null
  /** Number of threads that a step from here follows. */
  weight: number
}

const holding = new Set<CountedSearch>()
let cells = 0

function hold(search: CountedSearch, count: number): void {
  if (cells + count > CELLS_MAX) {
    for (const one of holding) one.forget()
    holding.clear()
    cells = 0
  }
  holding.add(search)
  cells += count
}

export class CountedSearch {
  readonly #instructions: readonly Instruction[]
  readonly #first: number
  readonly #goesOn: boolean
  /** Bits of `before` that the program uses: the others would only split equal states. */
  readonly #edges: number
  readonly #seen: Int32Array
  readonly #stack: Int32Array
  /** One bit per instruction. */
  readonly #targets: Uint32Array
  readonly #ordered: Int32Array
  #epoch = 0
  #states = new Map<number, State[]>()

  /** `goesOn`: a match does not end the search, which can then only be used for `count`. */
  constructor(pattern: RE2JS, goesOn = false) {
    const { inst, start, numLb } = pattern.re2Input.prog
    assert(numLb === 0, 'patterns do not look behind')
    this.#instructions = inst as readonly Instruction[]
    this.#first = start
    this.#goesOn = goesOn
    this.#edges = edgesOf(this.#instructions)
    const { length } = this.#instructions
    this.#seen = new Int32Array(length)
    this.#stack = new Int32Array(2 * length + 2)
    this.#targets = new Uint32Array((length >> 5) + 1)
    this.#ordered = new Int32Array(length + 1)
  }

  forget(): void {
    this.#states = new Map()
  }

  /** True when there is a match anywhere in the text. Throws `OutOfWork`. */
  test(text: string): boolean {
    let state = this.#begin()
    let countedAt = KNOWN_CHARS
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      let next = unit < LATIN ? state.latin[unit] : undefined
      if (next === undefined) {
        const rune = text.codePointAt(at) as number
        if (rune > 0xffff) at++
        next = this.#next(state, rune)
      }
      if (next === null) return true
      state = next
      if (at < countedAt) continue
      work.read(KNOWN_CHARS)
      countedAt = at + KNOWN_CHARS
    }
    return this.#next(state, END) === null
  }

  /**
   * Counts the work of an engine that follows every thread of the program through each character of the text, each
   * `times` over. Throws `OutOfWork`.
   */
  count(text: string, times: number): void {
    let state = this.#begin()
    for (let at = 0; at < text.length; at++) {
      const rune = text.codePointAt(at) as number
      if (rune > 0xffff) at++
      const next = this.#next(state, rune)
      assert(next !== null, 'a search that goes on is not ended by a match')
      work.spend(state.weight * times)
      state = next
    }
  }

  #begin(): State {
    return this.#stateOf(Int32Array.of(this.#first), (EDGE.beginText | EDGE.beginLine) & this.#edges)
  }

  #next(state: State, rune: number): State | null {
    const known = rune < LATIN ? state.latin[rune] : state.far?.get(rune)
    return known === undefined ? this.#step(state, rune) : known
  }

  #step(state: State, rune: number): State | null {
    const isMatched = this.#follow(state, rune)
    if (rune === END) return isMatched ? null : state
    if (isMatched) return this.#keep(state, rune, null)
    return this.#keep(state, rune, this.#stateOf(this.#takeTargets(), beforeNext(rune) & this.#edges))
  }

  /** Marks the instructions after the character; returns true when a match ends before it. */
  #follow(state: State, rune: number): boolean {
    const stack = this.#stack
    const seen = this.#seen
    const targets = this.#targets
    const instructions = this.#instructions
    const { pcs } = state
    const epoch = ++this.#epoch
    const edges = edgesBetween(state.before, rune)
    targets.fill(0)
    let followed = 0
    let depth = 0
    for (let i = 0; i < pcs.length; i++) {
      stack[depth++] = pcs[i] as number
      while (depth > 0) {
        const pc = stack[--depth] as number
        if (pc === 0 || seen[pc] === epoch) continue
        seen[pc] = epoch
        followed++
        const one = instructions[pc] as Instruction
        const { op, out } = one
        if (op >= OP.rune) {
          if (rune !== END && one.matchRune(rune)) (targets[out >> 5] as number) |= 1 << (out & 31)
        } else if (op === OP.match) {
          if (!this.#goesOn) {
            work.spend(followed)
            return true
          }
        } else if (op === OP.emptyWidth) {
          if ((one.arg & ~edges) === 0) stack[depth++] = out
        } else if (op !== OP.fail) {
          stack[depth++] = out
          if (op === OP.alt || op === OP.altMatch) stack[depth++] = one.arg
        }
      }
    }
    state.weight = followed
    work.spend(followed + (targets.length >> 3))
    return false
  }

  /**
   * Returns the marked instructions in order, and the start of the program, because a match may begin at any character.
   */
  #takeTargets(): Int32Array {
    const targets = this.#targets
    ;(targets[this.#first >> 5] as number) |= 1 << (this.#first & 31)
    let count = 0
    for (let i = 0; i < targets.length; i++) {
      for (let bits = targets[i] as number; bits !== 0; bits &= bits - 1)
        this.#ordered[count++] = (i << 5) | (31 - Math.clz32(bits & -bits))
    }
    return this.#ordered.slice(0, count)
  }

  #keep(state: State, rune: number, next: State | null): State | null {
    if (rune < LATIN) state.latin[rune] = next
    else {
      hold(this, LATIN >> 5)
      state.far ??= new Map()
      state.far.set(rune, next)
    }
    return next
  }

  #stateOf(pcs: Int32Array, before: number): State {
    let hash = before
    for (let i = 0; i < pcs.length; i++) hash = Math.imul(hash ^ (pcs[i] as number), 0x01000193)
    const beside = this.#states.get(hash)
    const known = beside?.find((state) => state.before === before && areSame(state.pcs, pcs))
    if (known) return known
    work.spend(STATE_UNITS)
    hold(this, pcs.length + LATIN)
    const made: State = { pcs, before, latin: new Array(LATIN).fill(undefined), far: null, weight: 1 }
    this.#states.set(hash, [...(this.#states.get(hash) ?? []), made])
    return made
  }
}

/** Bits of `before` that the program uses. */
function edgesOf(instructions: readonly Instruction[]): number {
  const emptyWidthFlags = instructions.reduce((all, { op, arg }) => (op === OP.emptyWidth ? all | arg : all), 0)
  const needsWordEdge = (emptyWidthFlags & (EDGE.word | EDGE.noWord)) !== 0
  return (emptyWidthFlags & (EDGE.beginLine | EDGE.beginText)) | (needsWordEdge ? AFTER_WORD : 0)
}

function beforeNext(rune: number): number {
  return (rune === LINE_FEED ? EDGE.beginLine : 0) | (isOfWord(rune) ? AFTER_WORD : 0)
}

function edgesBetween(before: number, rune: number): number {
  const isWordEdge = ((before & AFTER_WORD) !== 0) !== isOfWord(rune)
  const atEnd = rune === END ? EDGE.endText | EDGE.endLine : rune === LINE_FEED ? EDGE.endLine : 0
  return (before & (EDGE.beginLine | EDGE.beginText)) | atEnd | (isWordEdge ? EDGE.word : EDGE.noWord)
}

/** RE2's word characters are ASCII only. */
function isOfWord(rune: number): boolean {
  return (rune >= 97 && rune <= 122) || (rune >= 65 && rune <= 90) || (rune >= 48 && rune <= 57) || rune === 95
}

function areSame(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
