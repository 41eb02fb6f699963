/**
 * Queries in a thread of their own: a query may compute for long, and meanwhile whoever asked can still take it back. A
 * thread that is told to end ends in the middle of what it does.
 */
import { Worker } from 'node:worker_threads'
import type { KqlFault } from '../../../detections/kql/fault.ts'
import { AppError, type ErrorCode } from '../../../platform/errors.ts'
import type { KqlHunt, KqlHuntResult } from '../../../query/kql/kql-hunt.ts'

/** What the thread may hold; events are held as parsed records, some three times the size of their texts. */
const MEMORY_MB = 2048

export type ThreadData = {
  readonly clickhouseUrl: string
  readonly tenant: string
  /** Of a statement of the lake. */
  readonly timeoutSeconds: number
}
export type Answer =
  | { readonly kind: 'given'; readonly events: number }
  | { readonly kind: 'answer'; readonly answer: KqlHuntResult | KqlFault }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: string }

export type AskOptions = {
  /** Rejects with its reason, and ends the thread. */
  readonly signal: AbortSignal
  readonly timeoutSeconds: number
  /** Events that the lake has given so far. */
  readonly onProgress: (given: number) => void
}

export class KqlThread {
  readonly #worker: Worker
  readonly #broken = Promise.withResolvers<never>()

  constructor(data: ThreadData) {
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB }
    this.#worker = new Worker(new URL('./worker-start.ts', import.meta.url), { workerData: data, resourceLimits })
    this.#worker.on('error', (error) => this.#broken.reject(isOutOfMemory(error) ? tooLarge() : error))
    this.#broken.promise.catch(() => undefined) // Whoever asks hears of it.
  }

  /** One query after the other. Rejects with `too_large` at the limits, and with what the lake refused. */
  async ask(hunt: KqlHunt, { signal, timeoutSeconds, onProgress }: AskOptions): Promise<KqlHuntResult | KqlFault> {
    const ended = Promise.withResolvers<never>()
    const stop = () => ended.reject(signal.reason as Error)
    const late = () =>
      ended.reject(new AppError('too_large', `the query has not ended within ${timeoutSeconds} seconds`))
    const timer = setTimeout(late, timeoutSeconds * 1000)
    signal.addEventListener('abort', stop, { once: true })
    try {
      signal.throwIfAborted()
      return await Promise.race([this.#answer(hunt, onProgress), ended.promise, this.#broken.promise])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #answer(hunt: KqlHunt, onProgress: (given: number) => void): Promise<KqlHuntResult | KqlFault> {
    return new Promise((resolve, reject) => {
      const hear = (message: Answer) => {
        if (message.kind === 'given') return onProgress(message.events)
        this.#worker.off('message', hear)
        if (message.kind === 'answer') resolve(message.answer)
        else reject(new AppError(message.code, message.detail))
      }
      this.#worker.on('message', hear)
      this.#worker.postMessage(hunt)
    })
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const tooLarge = (): AppError => new AppError('too_large', `the query needs more than ${MEMORY_MB} MB of memory`)
