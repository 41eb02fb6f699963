/**
 * A thread that answers one question at a time and is terminated when a question takes too much CPU or memory: for
 * input from outside, which may be crafted to take for ever. The thread's module calls `serveQuestions`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, Worker } from 'node:worker_threads'
import { assert } from './assert.ts'

export type ThreadLimits = {
  /** CPU time of the thread for one question; not wall time, because a busy machine is not the input's fault. */
  readonly cpuMs: number
  /**
   * Wall time for the start of the thread, including its libraries, and for a question that waits without using CPU.
   */
  readonly wallMs: number
  /** Interval of checks of the CPU time. */
  readonly lookMs: number
  readonly heapMb: number
}

/** `answer` is null when the thread was terminated, because the question took too long or too much memory. */
export type Answered<A> = { readonly answer: A | null; readonly cpuMs: number }

/**
 * The thread sends `loaded` when it can hear questions, and `begins` when it starts to answer, so that loading its
 * libraries does not count.
 */
type FromThread =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'begins' }
  | { readonly kind: 'answer'; readonly answer: unknown }

export class BoundedThread<Q, A> {
  readonly #start: URL
  readonly #limits: ThreadLimits
  #worker: Worker | null = null
  /** Threads that evaluate their modules, and the end of that. */
  readonly #loading = new WeakMap<Worker, Promise<void>>()

  /** `start` is the module of the thread. */
  constructor(start: URL, limits: ThreadLimits) {
    this.#start = start
    this.#limits = limits
  }

  /** Rejects when no thread can be started. */
  async ask(question: Q): Promise<Answered<A>> {
    const worker = (this.#worker ??= this.#open())
    worker.ref()
    const answered = Promise.withResolvers<A | null>()
    const watched = new AbortController()
    let before: Promise<NodeJS.CpuUsage> | null = null
    const end = () => answered.resolve(null)
    const receive = (message: FromThread) => {
      if (message.kind === 'answer') return answered.resolve(message.answer as A)
      if (message.kind === 'loaded') return
      before = worker.cpuUsage()
      this.#watch(worker, before, watched.signal).then(end, end)
    }
    const late = setTimeout(end, this.#limits.wallMs)
    worker.on('message', receive).once('exit', end)
    worker.postMessage(question)
    const answer = await answered.promise
    clearTimeout(late)
    watched.abort()
    worker.off('message', receive).off('exit', end)
    const used = answer === null || before === null ? null : await usedMs(worker, before).catch(() => null)
    worker.unref()
    if (used === null) {
      const isLoading = this.#loading.has(worker)
      const closed = this.close()
      if (!isLoading) await closed
    }
    return { answer, cpuMs: used ?? this.#limits.cpuMs }
  }

  /**
   * Ends the thread, also in the middle of a question, but not while it loads its code: V8 ends the whole process when a
   * thread is stopped while it evaluates its modules.
   */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    if (worker === null) return
    await this.#loading.get(worker)
    await worker.terminate()
  }

  /** Resolves once the question has exceeded a limit; rejects with `signal`. */
  async #watch(worker: Worker, before: Promise<NodeJS.CpuUsage>, signal: AbortSignal): Promise<void> {
    do await delay(this.#limits.lookMs, undefined, { signal })
    while ((await usedMs(worker, before)) <= this.#limits.cpuMs)
  }

  #open(): Worker {
    const worker = new Worker(this.#start, { resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb } })
    worker.on('error', () => undefined) // The caller notices by the exit that the thread is gone.
    const loaded = new Promise<void>((resolve) => {
      worker.once('message', () => resolve()).once('exit', () => resolve())
    })
    this.#loading.set(worker, loaded)
    void loaded.then(() => this.#loading.delete(worker))
    return worker
  }
}

async function usedMs(worker: Worker, before: Promise<NodeJS.CpuUsage>): Promise<number> {
  const { user, system } = await worker.cpuUsage(await before)
  return (user + system) / 1000
}

/**
 * Runs inside the thread: answers questions one after another. `prepare` loads the code that the first question of a
 * kind needs; its time does not count against the question.
 */
export function serveQuestions<Q, A>(
  answer: (question: Q) => A | Promise<A>,
  prepare: (question: Q) => void = () => {},
) {
  assert(parentPort, 'questions are answered in a thread of their own')
  const port = parentPort
  port.on('message', async (question: Q) => {
    prepare(question)
    port.postMessage({ kind: 'begins' } satisfies FromThread)
    port.postMessage({ kind: 'answer', answer: await answer(question) } satisfies FromThread)
  })
  // Then the modules that import this one have been evaluated too.
  setImmediate(() => port.postMessage({ kind: 'loaded' } satisfies FromThread))
}
