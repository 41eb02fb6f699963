/**
 * Remembers the result of a table for a text, since logs repeat the same texts. A slot is found by a hash
 * of some characters, and the whole text is compared. A text is kept when it is met for the second time, so texts that
 * never come again (messages, identifiers) are not held. Holds at most `SLOTS` texts of `LENGTH_MAX`.
 */
import { codeAt } from '../../platform/code-at.ts'

const SLOTS = 1 << 14
const LENGTH_MIN = 16
const LENGTH_MAX = 2048
const SAMPLES = 8

/** The owner, and after it the predicates that hold. */
export type Answer = readonly number[]
const NONE: Answer = []

export class ValueMemo {
  private readonly prints = new Int32Array(SLOTS)
  /** Text and answer of a slot beside each other: they are read together. */
  private readonly cells: (string | Answer)[] = new Array(SLOTS * 2).fill(NONE)

  /** Shorter texts are judged faster than found here, longer ones would fill the memory. */
  takes(text: string): boolean {
    return text.length >= LENGTH_MIN && text.length <= LENGTH_MAX
  }

  /** Null when it is not known. `print` is that of the owner and the text. */
  find(print: number, owner: number, text: string): Answer | null {
    const slot = print & (SLOTS - 1)
    if (this.prints[slot] !== print || this.cells[slot * 2] !== text) return null
    const answer = this.cells[slot * 2 + 1] as Answer
    return answer[0] === owner ? answer : null
  }

  /** True when the text was met before, and its answer is worth keeping. */
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
