/**
 * Collects the garbage of a process that has little to do. The heap may grow to 512 MB before V8 collects its old
 * generation (`node-flags.ts`). A busy process reaches that every few minutes, a quiet one only after hours, and until
 * then it holds hundreds of megabytes of garbage. Each thread collects its own heap.
 */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type HeapWatch = {
  /** Bytes of the heap and of the buffers that it references, garbage included. */
  readonly usedBytes: () => number
  readonly collect: () => void
}

export const GARBAGE_LIMITS = {
  /** Interval of checks. A thread that V8 collects more often than that is left alone. */
  lookMs: 60_000,
  /**
   * The first quiet interval of this length ends the start of a process: everything that it can do without is given back
   * then, such as new space that grew while code was loaded, and empty pages. It takes three times as long as a
   * collection, so a busy process is left alone.
   */
  afterStartMs: 20_000,
  /** Largest share of a core that a quiet thread uses. */
  quietShare: 0.1,
  /** Growth since the last collection that triggers one. A collection takes some 50 ms for each 100 MB of live data. */
  grownBytes: 48 * 1024 * 1024,
} as const

/** Starts checking this thread's heap, without keeping the process alive. Call it once the process or thread is ready. */
export function collectGarbage(isQuiet = quietness()): void {
  const collect = collector()
  const watch = new GarbageWatch({ usedBytes, collect: () => collect() })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as GcEntry).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) watch.collected()
  }).observe({ entryTypes: ['gc'] })
  setInterval(() => watch.look(), GARBAGE_LIMITS.lookMs).unref()
  const start = setInterval(() => {
    if (!isQuiet()) return
    clearInterval(start)
    collect(LAST_RESORT)
  }, GARBAGE_LIMITS.afterStartMs).unref()
}

/** Tells whether this thread was quiet since the last call, by its CPU time: beside other work the same takes longer. */
function quietness(): () => boolean {
  let atMs = performance.now()
  let before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    const passedMs = performance.now() - atMs
    before = process.threadCpuUsage()
    atMs = performance.now()
    return (user + system) / 1000 < GARBAGE_LIMITS.quietShare * passedMs
  }
}

/** Node's type declarations lack `detail`. */
type GcEntry = PerformanceEntry & { readonly detail?: { readonly kind?: number } }

/**
 * Collects at a check when V8 has not collected since the check before and the heap has grown a lot since the last
 * collection. The first check collects for any growth: the start of a process leaves tens of megabytes, which an idle
 * process would keep for good.
 */
export class GarbageWatch {
  readonly #heap: HeapWatch
  #hasCollected = false
  #isFirst = true
  /** Heap size after the last collection; before the first one, at the start. */
  #keptBytes: number

  constructor(heap: HeapWatch) {
    this.#heap = heap
    this.#keptBytes = heap.usedBytes()
  }

  /** Call it when V8 itself has collected. */
  collected(): void {
    this.#hasCollected = true
  }

  look(): void {
    const used = this.#heap.usedBytes()
    const isFirst = this.#isFirst
    this.#isFirst = false
    // The first check after a collection shows the size of the live data.
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

/** Gets the `gc` function from a new context: starting the program with `--expose-gc` would give it to every script. */
function collector(): (options?: typeof LAST_RESORT) => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as (options?: typeof LAST_RESORT) => void
}

/** V8 then also shrinks its spaces and returns empty pages to the system; a plain collection keeps both for later. */
const LAST_RESORT = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const
