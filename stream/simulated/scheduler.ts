/**
 * The only clock and the only order of a simulated world. Every asynchronous step is an operation with a due time;
 * operations run one at a time, earliest first, and all microtasks that follow from one finish before the next begins.
 * So the whole run follows from the seed.
 */
import type { Clock } from '../clock.ts'
import { Random } from './random.ts'

/** A simulated process. After its death none of its code runs and its promises never settle. */
export class Life {
  isAlive = true
}

type Operation = { readonly dueMs: number; readonly tie: number; readonly life: Life | null; readonly act: () => void }

/** An arbitrary Wednesday; simulated senders use event times around it. */
export const BEGINNING_MS = Date.UTC(2026, 0, 7)

export class Scheduler {
  readonly random: Random
  /** Operations done so far. */
  steps = 0
  #nowMs = BEGINNING_MS
  #heap: Operation[] = []
  #isPumping = false

  constructor(seed: number) {
    this.random = new Random(seed)
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** Runs `act` after `ms`, unless `life` has ended by then. Operations with equal times run in seeded order. */
  after(ms: number, act: () => void, life: Life | null = null): void {
    push(this.#heap, { dueMs: this.#nowMs + ms, tie: this.random.next(), life, act })
    this.#pump()
  }

  sleep(ms: number, life: Life | null = null): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve, life))
  }

  clock(life: Life | null): Clock {
    return {
      now: () => this.#nowMs,
      wait: (ms, stop) =>
        new Promise((resolve) => {
          if (stop.aborted) return resolve()
          stop.addEventListener('abort', () => resolve(), { once: true })
          this.after(ms, resolve, life)
        }),
    }
  }

  /** One macrotask per operation, so that everything that followed from the last one has finished. */
  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    setImmediate(() => {
      this.#isPumping = false
      const next = pop(this.#heap)
      if (!next) return
      this.#nowMs = Math.max(this.#nowMs, next.dueMs)
      this.steps++
      if (next.life?.isAlive !== false) next.act()
      if (this.#heap.length > 0) this.#pump()
    })
  }
}

function isBefore(a: Operation, b: Operation): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.tie < b.tie)
}

function push(heap: Operation[], operation: Operation): void {
  let at = heap.length
  heap.push(operation)
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isBefore(operation, heap[parent] as Operation)) break
    heap[at] = heap[parent] as Operation
    at = parent
  }
  heap[at] = operation
}

function pop(heap: Operation[]): Operation | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (top === undefined || last === undefined || heap.length === 0) return top
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Operation, heap[child] as Operation)) child++
    if (!isBefore(heap[child] as Operation, last)) break
    heap[at] = heap[child] as Operation
    at = child
  }
  heap[at] = last
  return top
}
