/** Decides if and when a call is retried. The SDKs of the other languages follow the same rules. */
import { DeadlineExceeded } from './errors.ts'
import type { RequestOptions } from './types.ts'

export const DEFAULT_TIMEOUT_MS = 60_000
export const DEFAULT_RETRIES = 4
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 8_000
/** Idempotent methods (RFC 9110, 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
/** Errors before anything was sent, by Node's names; a browser does not distinguish them. */
const UNSENT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

export type Repeatable = { readonly method: string; readonly reads: boolean; readonly keyed: boolean }

/** Counts the attempts of one call, and decides if another one follows. */
export class Attempts {
  readonly timeoutMs: number
  readonly deadline: number
  readonly key: string | undefined
  readonly #isRepeatable: boolean
  #left: number
  #made = 0
  /** True if an attempt may have taken effect although its response was lost. */
  lostAnswer = false

  constructor(request: Repeatable, options: RequestOptions, timeoutMs: number, maxRetries: number) {
    this.timeoutMs = options.timeoutMs ?? timeoutMs
    this.deadline = performance.now() + this.timeoutMs
    this.#left = options.maxRetries ?? maxRetries
    this.key = options.idempotencyKey ?? (request.keyed ? crypto.randomUUID() : undefined)
    this.#isRepeatable = IDEMPOTENT.has(request.method) || request.reads || request.keyed
  }

  remainingMs(): number {
    const left = this.deadline - performance.now()
    if (left <= 0) throw this.exceeded()
    return left
  }

  exceeded(): DeadlineExceeded {
    return new DeadlineExceeded(`no answer within ${this.timeoutMs / 1000} s`)
  }

  /** Milliseconds until the next attempt; undefined if this response is final. */
  pauseAfterStatus(status: number, headers: Headers): number | undefined {
    const isAgain =
      status === 503
        ? this.#isRepeatable || headers.has('retry-after')
        : status === 429 || ((status === 502 || status === 504) && this.#isRepeatable)
    if (!isAgain) return undefined
    if (status === 502 || status === 504) this.lostAnswer = true
    const seconds = retryAfter(headers)
    return this.#next(seconds === undefined ? undefined : seconds * 1000)
  }

  pauseAfterFailure(error: unknown): number | undefined {
    const isSent = !UNSENT.has((error as { cause?: { code?: unknown } } | null)?.cause?.code)
    if (isSent && !this.#isRepeatable) return undefined
    this.lostAnswer ||= isSent
    return this.#next(undefined)
  }

  #next(requestedMs: number | undefined): number | undefined {
    if (this.#left <= 0) return undefined
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#made)
    const pause = requestedMs ?? longest * (0.5 + Math.random() / 2)
    if (performance.now() + pause >= this.deadline) return undefined
    this.#left--
    this.#made++
    return pause
  }
}

/** Seconds of a Retry-After (RFC 9110, 10.2.3), which is a number or a date. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  if (/^\s*\d+\s*$/.test(text)) return Number(text)
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, (atMs - Date.now()) / 1000)
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
