/**
 * Caches a table's result for a text, since logs repeat the same texts. A slot is found by a hash of some characters,
 * and the whole text is compared. A text is cached when it occurs for the second time, so unique texts (messages,
 * identifiers) are not kept. Holds at most `SLOTS` texts of up to `LENGTH_MAX`.
 */
import { codeAt } from '../../platform/code-at.ts'

const SLOTS = 1 << 14
const LENGTH_MIN = 16
const LENGTH_MAX = 2048
const SAMPLES = 8

/** The owner, followed by the true predicates. */
export type Answer = readonly number[]
const NONE: Answer = []

export class ValueMemo {
  private readonly prints = new Int32Array(SLOTS)
  /** Text and result of a slot are adjacent, because they are read together. */
  private readonly cells: (string | Answer)[] = new Array(SLOTS * 2).fill(NONE)

  /** Shorter texts are judged faster than they are looked up, longer ones would fill the memory. */
  takes(text: string): boolean {
    return text.length >= LENGTH_MIN && text.length <= LENGTH_MAX
  }

  /** Null when it is not cached. `print` is the hash of owner and text. */
  find(print: number, owner: number, text: string): Answer | null {
    const slot = print & (SLOTS - 1)
    if (this.prints[slot] !== print || this.cells[slot * 2] !== text) return null
    const answer = this.cells[slot * 2 + 1] as Answer
    return answer[0] === owner ? answer : null
  }

  /** True when the text occurred before, so that its result is worth caching. */
  meet(print: number): boolean {
    const slot = print & (SLOTS - 1)
    if (this.prints[slot] === print) return true
    this.prints[slot] = print
    this.cells[slot * 2] = NONE
    this.cells[slot * 2 + 1] = NONE
    return false
  }

  keep(print: number, text: string, answer: Answer): void {
    const slot = print & (SLOTS - 1)
    this.cells[slot * 2] = text
    this.cells[slot * 2 + 1] = answer
  }
}

/** Hashes a text of at least two units. */
export function printOf(owner: number, text: string): number {
  const { length } = text
  const step = (length / SAMPLES) | 0
  let print = Math.imul(owner + 1, 0x9e3779b1) ^ length
  for (let i = 0, at = 0; i < SAMPLES; i++, at += step) print = Math.imul(print ^ codeAt(text, at), 0x01000193)
  print = Math.imul(print ^ codeAt(text, length - 2), 0x01000193)
  print = Math.imul(print ^ codeAt(text, length - 1), 0x85ebca6b)
  return print ^ (print >>> 15)
}
