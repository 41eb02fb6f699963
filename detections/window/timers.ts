/** Groups by the time at which they must be judged without new matches: a binary heap, the earliest first. */
import type { Group } from './group.ts'

type Timer = { readonly atMs: number; readonly group: Group }

/** Replaced timers are removed when they are half of the heap and at least this many. */
const SWEEP_MIN = 64

export class Timers {
  /** A group has one valid timer, the one at `group.timerMs`. */
  #heap: Timer[] = []
  #replaced = 0

  /** `Infinity` removes the group's timer. */
  set(group: Group, atMs: number): void {
    if (group.timerMs === null && atMs === Number.POSITIVE_INFINITY) return
    if (group.timerMs === atMs) return
    if (group.timerMs !== null) this.#replaced++
    group.timerMs = atMs === Number.POSITIVE_INFINITY ? null : atMs
    if (group.timerMs !== null) this.#push({ atMs, group })
    if (this.#replaced >= SWEEP_MIN && this.#replaced * 2 > this.#heap.length) this.#sweep()
  }

  /** A group whose time is before `nowMs`, or null. Removes its timer. */
  popDue(nowMs: number): Group | null {
    for (let top = this.#heap[0]; top && top.atMs < nowMs; top = this.#heap[0]) {
      this.#pop()
      if (top.group.timerMs !== top.atMs) {
        this.#replaced--
        continue
      }
      top.group.timerMs = null
      return top.group
    }
    return null
  }

  #sweep(): void {
    const valid = this.#heap.filter(({ atMs, group }) => group.timerMs === atMs)
    this.#heap = valid.sort((a, b) => a.atMs - b.atMs) // sorted is heap order
    this.#replaced = 0
  }

  #push(timer: Timer): void {
    const heap = this.#heap
    let at = heap.push(timer) - 1
    for (let up = (at - 1) >> 1; at > 0 && (heap[up] as Timer).atMs > timer.atMs; up = (at - 1) >> 1) {
      heap[at] = heap[up] as Timer
      at = up
    }
    heap[at] = timer
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop() as Timer
    if (heap.length === 0) return
    let at = 0
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      if (down + 1 < heap.length && (heap[down + 1] as Timer).atMs < (heap[down] as Timer).atMs) down++
      if ((heap[down] as Timer).atMs >= last.atMs) break
      heap[at] = heap[down] as Timer
      at = down
    }
    heap[at] = last
  }
}
