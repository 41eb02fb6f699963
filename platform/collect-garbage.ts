/**
 * Collects the garbage of a process that has little to do. The heap may grow to 512 MB before V8 looks at the old part of
 * it (`node-flags.ts`), which a busy process does every few minutes and a quiet one after hours: until then it holds
 * hundreds of megabytes that nobody needs. Of each thread its own.
 */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type HeapWatch = {
  /** Bytes of the heap and of buffers that it holds, garbage included. */
  readonly usedBytes: () => number
  readonly collect: () => void
}

export const GARBAGE_LIMITS = {
  /** Between two looks. A thread that V8 collects more often than that is left alone. */
  lookMs: 60_000,
  /** Growth since the last collection. A collection takes some 50 ms for each 100 MB that stay. */
  grownBytes: 48 * 1024 * 1024,
} as const

/** Looks at the heap of this thread from now on, without keeping the process alive. */
export function collectGarbage(): void {
  const watch = new GarbageWatch({ usedBytes, collect: collector() })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as GcEntry).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) watch.collected()
  }).observe({ entryTypes: ['gc'] })
  setInterval(() => watch.look(), GARBAGE_LIMITS.lookMs).unref()
}

/** The types have no detail of it. */
type GcEntry = PerformanceEntry & { readonly detail?: { readonly kind?: number } }

/**
 * Collects at a look when V8 has not done so since the look before, and much has come since the last collection. The first
 * look collects whatever came: the start of a process leaves tens of megabytes, and an idle one would keep them for good.
 */
export class GarbageWatch {
  readonly #heap: HeapWatch
  #hasCollected = false
  #isFirst = true
  /** After the last collection; before the first, where it began. */
  #keptBytes: number

  constructor(heap: HeapWatch) {
    this.#heap = heap
    this.#keptBytes = heap.usedBytes()
  }

  /** V8 did it itself. */
  collected(): void {
    this.#hasCollected = true
  }

  look(): void {
    const used = this.#heap.usedBytes()
    const isFirst = this.#isFirst
    this.#isFirst = false
    // At the look after a collection it is known what stayed.
    if (this.#hasCollected || used < this.#keptBytes) {
      this.#hasCollected = false
      this.#keptBytes = used
    } else if (isFirst || used - this.#keptBytes >= GARBAGE_LIMITS.grownBytes) {
      this.#heap.collect()
      this.#keptBytes = this.#heap.usedBytes()
    }
  }
}

function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}

/** Node offers it to a program that was started with a flag, which would let every script of it collect. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
