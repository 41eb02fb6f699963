/**
 * Runs queries in a separate thread, so that the caller can cancel a long computation: terminating the thread ends it
 * at any point.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { KqlFault } from '../../detections/kql/fault.ts'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { KqlHunt, KqlHuntResult } from '../../query/kql/kql-hunt.ts'
import type { KqlTable, TableBounds } from '../../query/kql/kql-table.ts'
import type { ArchivedEvents } from '../../stores/clickhouse/archived-events.ts'

/**
 * Memory limit of the thread; events are held as parsed records, some three times the size of their texts.
 * @bound memory of a KQL query -> an error that names the limit, never a partial result
 */
export const KQL_MEMORY_MB = 2048

/** A bound against a hang: loading the code takes half a second, and half a minute or more beside a lot of other work. */
const START_SECONDS = 600
/** Bound for the end of a thread that has nothing to do; on a busy machine it first loads its code for as long as this. */
const END_MS = 120_000
/** Asks a thread to end by itself. */
export const END = 'end'

export type ThreadData = {
  readonly clickhouseUrl: string
  /** Time limit of a lake statement. */
  readonly timeoutSeconds: number
}
/**
 * With `table` the rows come as a client reads them. With `isPlan` the query runs over empty tables, to learn which of
 * them it reads.
 */
export type KqlAsk = KqlHunt & {
  readonly tenant: TenantId
  readonly table?: TableBounds
  readonly isPlan?: boolean
  /** Files of the archive whose events are among those of the lake. */
  readonly archive?: ArchivedEvents
}
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'given'; readonly events: number }
  | { readonly kind: 'answer'; readonly answer: KqlHuntResult | KqlTable | KqlFault }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: string }

export type AskOptions = {
  /** Aborting rejects with the signal's reason and ends the thread. */
  readonly signal: AbortSignal
  readonly timeoutSeconds: number
  /** Events that were read from the lake so far. */
  readonly onProgress: (returned: number) => void
}

export class KqlThread {
  /** True once the thread has started the query: one that was cancelled before has left no state in it. */
  isReady = false
  readonly #worker: Worker
  readonly #exited: Promise<void>
  readonly #startSeconds: number
  #isComputing = false
  readonly #broken = Promise.withResolvers<never>()
  readonly #ready = Promise.withResolvers<void>()

  constructor(data: ThreadData, memoryMb: number, startSeconds = START_SECONDS) {
    this.#startSeconds = startSeconds
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb }
    this.#worker = new Worker(new URL('./worker-start.ts', import.meta.url), { workerData: data, resourceLimits })
    this.#worker.on('error', (error) => this.#broken.reject(isOutOfMemory(error) ? tooLarge(memoryMb) : error))
    this.#worker.on('message', ({ kind }: Answer) => {
      if (kind !== 'ready') return
      this.isReady = true
      this.#ready.resolve()
    })
    this.#exited = new Promise((resolve) => void this.#worker.once('exit', () => resolve()))
    this.#worker.unref()
    this.#broken.promise.catch(() => undefined) // The next request rejects with it.
  }

  ask(question: KqlAsk & { readonly table: TableBounds }, options: AskOptions): Promise<KqlTable | KqlFault>
  ask(question: KqlAsk, options: AskOptions): Promise<KqlHuntResult | KqlFault>
  /**
   * Runs one query at a time; the time limit counts from when the thread starts it. Rejects with `too_large` at the
   * limits, and with the lake's error. A thread that rejected because of time or the signal cannot be used again.
   */
  async ask(
    question: KqlAsk,
    { signal, timeoutSeconds, onProgress }: AskOptions,
  ): Promise<KqlHuntResult | KqlTable | KqlFault> {
    this.#worker.ref()
    try {
      return await this.#askWithin(question, { signal, timeoutSeconds, onProgress })
    } finally {
      this.#worker.unref()
    }
  }

  async #askWithin(query: KqlAsk, { signal, timeoutSeconds, onProgress }: AskOptions) {
    const ended = Promise.withResolvers<never>()
    const stop = () => ended.reject(signal.reason as Error)
    const late = () =>
      ended.reject(new AppError('too_large', `the query has not ended within ${timeoutSeconds} seconds`))
    const detail = `the thread of KQL queries has not loaded its code within ${this.#startSeconds} s`
    const starting = new AppError('unavailable', detail, { retryAfterSeconds: 5 })
    let timer = setTimeout(() => ended.reject(starting), this.#startSeconds * 1000)
    signal.addEventListener('abort', stop, { once: true })
    ended.promise.catch(() => undefined) // It may come between two waits.
    try {
      signal.throwIfAborted()
      await Promise.race([this.#ready.promise, ended.promise, this.#broken.promise])
      clearTimeout(timer)
      timer = setTimeout(late, timeoutSeconds * 1000)
      return await Promise.race([this.#answer(query, onProgress), ended.promise, this.#broken.promise])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }

  /**
   * A thread that computes is stopped in the middle. Any other one ends by itself, after it has loaded its code: V8 ends the
   * whole process (`Check failed: (location_) != nullptr`) when a thread is stopped while it evaluates its modules.
   */
  async close(): Promise<void> {
    if (!this.#isComputing) {
      this.#worker.ref()
      this.#worker.postMessage(END)
      const hasEnded = this.#exited.then(() => true)
      if (await Promise.race([hasEnded, delay(END_MS, false, { ref: false })])) return
    }
    await this.#worker.terminate()
  }

  #answer(question: KqlAsk, onProgress: (returned: number) => void): Promise<KqlHuntResult | KqlTable | KqlFault> {
    return new Promise((resolve, reject) => {
      const hear = (message: Answer) => {
        if (message.kind === 'given') return onProgress(message.events)
        if (message.kind === 'ready') return
        this.#worker.off('message', hear)
        this.#isComputing = false
        if (message.kind === 'answer') resolve(message.answer)
        else reject(new AppError(message.code, message.detail))
      }
      this.#worker.on('message', hear)
      this.#isComputing = true
      this.#worker.postMessage(question)
    })
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const tooLarge = (memoryMb: number): AppError =>
  new AppError('too_large', `the query needs more than ${memoryMb} MB of memory`)
