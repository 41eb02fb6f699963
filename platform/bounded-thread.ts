/**
 * A thread that answers one question at a time, and is ended when a question takes too much of its processor or memory:
 * for texts from outside, which may be made to take for ever. The thread runs `serveQuestions`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, Worker } from 'node:worker_threads'
import { assert } from './assert.ts'

export type ThreadLimits = {
  /** CPU time of the thread for one question: a busy machine is no fault of the text. */
  readonly cpuMs: number
  /** Until the thread has begun, its libraries loaded, and for what its processor does not show. */
  readonly wallMs: number
  /** Between looks at the processor. */
  readonly lookMs: number
  readonly heapMb: number
}

/** Null: the thread was ended, because the question took too long or too much memory. */
export type Answered<A> = { readonly answer: A | null; readonly cpuMs: number }

/** The thread says when it begins to answer: loading its libraries does not count against the question. */
type FromThread = { readonly kind: 'begins' } | { readonly kind: 'answer'; readonly answer: unknown }

export class BoundedThread<Q, A> {
  readonly #start: URL
  readonly #limits: ThreadLimits
  #worker: Worker | null = null

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
    if (used === null) await this.close()
    return { answer, cpuMs: used ?? this.#limits.cpuMs }
  }

  /** Also in the middle of a question. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  /** Resolves once the question has taken more than it may; rejects with `signal`. */
  async #watch(worker: Worker, before: Promise<NodeJS.CpuUsage>, signal: AbortSignal): Promise<void> {
    do await delay(this.#limits.lookMs, undefined, { signal })
    while ((await usedMs(worker, before)) <= this.#limits.cpuMs)
  }

  #open(): Worker {
    const worker = new Worker(this.#start, { resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb } })
    worker.on('error', () => undefined) // The caller sees that the thread is gone.
    return worker
  }
}

async function usedMs(worker: Worker, before: Promise<NodeJS.CpuUsage>): Promise<number> {
  const { user, system } = await worker.cpuUsage(await before)
  return (user + system) / 1000
}

/**
 * In the thread: answers each question, one after the other. `prepare` loads what the first question of a kind needs; its
 * time does not count against the question.
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
}
