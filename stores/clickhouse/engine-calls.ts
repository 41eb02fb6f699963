/**
 * Calls to ClickHouse that always end, even when the engine does not. An engine that is gone refuses the connection at
 * once; one that hangs accepts it and sends nothing. While a call is in progress the engine is pinged, which
 * distinguishes a slow statement from a hanging engine.
 */
import type { Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'

export type PulseTimes = {
  /** Interval of pings while a call is in progress; the first is sent after one interval. */
  readonly everyMs: number
  /** A ping without an answer in this time counts as missed. */
  readonly answerMs: number
  /** After two missed pings the engine's calls are refused for this long without a new ping. */
  readonly restMs: number
}

/**
 * @bound statements of an engine that does not respond = {everyMs}, then two pings of {answerMs} each; all of the next
 * {restMs} are refused at once -> 503 with Retry-After, and `/usage` says what it cannot measure
 */
export const PULSE_TIMES: PulseTimes = { everyMs: 2_000, answerMs: 3_000, restMs: 5_000 }

/** One ping may be missed because the machine was too busy. */
const MISSED_MAX = 2
const RETRY_SECONDS = 5

/** Liveness of one engine, shared by all calls of one client. */
export class Pulse {
  readonly #ping: () => Promise<boolean>
  readonly #times: PulseTimes
  readonly #calls = new Set<AbortController>()
  #missed = 0
  #restsUntil = 0
  #timer: NodeJS.Timeout | undefined

  constructor(ping: () => Promise<boolean>, times: PulseTimes = PULSE_TIMES) {
    this.#ping = ping
    this.#times = times
  }

  /**
   * Aborts `call` with `unavailable` when the engine stops answering pings. Throws `unavailable` during the rest after
   * it did.
   */
  watch(call: AbortController): void {
    if (performance.now() < this.#restsUntil) throw silent()
    this.#calls.add(call)
    // An engine that missed a ping must answer one at once: no caller waits a full interval again.
    this.#timer ??= this.#lookAfter(this.#missed > 0 ? 0 : this.#times.everyMs)
  }

  end(call: AbortController): void {
    this.#calls.delete(call)
  }

  #lookAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), ms).unref()
  }

  async #look(): Promise<void> {
    if (this.#calls.size > 0) this.#missed = await this.#missedAfterPing()
    if (this.#missed >= MISSED_MAX) {
      // After the rest one more missed ping is enough.
      this.#missed = MISSED_MAX - 1
      this.#restsUntil = performance.now() + this.#times.restMs
      for (const call of this.#calls) call.abort(silent())
      this.#calls.clear()
    }
    this.#timer = this.#calls.size > 0 ? this.#lookAfter(this.#missed > 0 ? 0 : this.#times.everyMs) : undefined
  }

  async #missedAfterPing(): Promise<number> {
    const stoodStill = watchOwnLoop(this.#times.answerMs)
    const isAlive = await this.#ping()
    const isOwnFault = stoodStill()
    if (isAlive) return 0
    return isOwnFault ? this.#missed : this.#missed + 1
  }
}

/**
 * Returns a function that says whether this process was too busy to read a ping's answer in time: while the event loop
 * stands still, the time limit passes although the answer has arrived.
 */
function watchOwnLoop(answerMs: number): () => boolean {
  let [seenMs, longestMs] = [performance.now(), 0]
  const see = () => {
    const nowMs = performance.now()
    longestMs = Math.max(longestMs, nowMs - seenMs)
    seenMs = nowMs
  }
  const timer = setInterval(see, answerMs / 10).unref()
  return () => {
    clearInterval(timer)
    see()
    return longestMs > answerMs / 2
  }
}

const silent = () => new AppError('unavailable', 'the lake does not answer', { retryAfterSeconds: RETRY_SECONDS })

const pulses = new WeakMap<ClickHouseClient, Pulse>()

/** `ping` must use a connection of its own, because hanging calls occupy all of the client's. */
export function keepPulse(client: ClickHouseClient, pulse: Pulse): void {
  pulses.set(client, pulse)
}

export type CallBounds = {
  /** A call that takes longer is refused, even when the engine answers pings. */
  readonly timeoutMs: number
  /** When aborted, the call is cancelled in the engine and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Limit of a call that a client makes once and that all callers wait for: one that hangs must end soon after the engine
 * is back.
 */
export const SETUP_CALL: CallBounds = { timeoutMs: 30_000 }

/**
 * Rejects with `unavailable` when the engine is gone, hangs, is too busy or takes too long. `work` must pass its signal
 * to the client. `work` may also wait for a call that others began; it is then abandoned, not cancelled.
 */
export async function callEngine<T>(
  client: ClickHouseClient,
  bounds: CallBounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const call = openCall(client, bounds)
  try {
    return await call.run(work)
  } finally {
    call.end()
  }
}

/** The same for a streamed answer: once it has begun there is no time limit, but the engine must still answer pings. */
export async function streamFromEngine<T extends Readable>(
  client: ClickHouseClient,
  bounds: CallBounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const call = openCall(client, bounds)
  try {
    const stream = await call.run(work)
    call.hasBegun()
    const destroy = () => stream.destroy(call.signal.reason)
    call.signal.addEventListener('abort', destroy, { once: true })
    stream.once('close', () => {
      call.signal.removeEventListener('abort', destroy)
      call.end()
    })
    if (call.signal.aborted) destroy()
    return stream
  } catch (error) {
    call.end()
    throw error
  }
}

function openCall(client: ClickHouseClient, { timeoutMs, signal }: CallBounds) {
  signal?.throwIfAborted()
  const call = new AbortController()
  const pulse = pulses.get(client)
  pulse?.watch(call)
  const late = () =>
    new AppError('unavailable', 'the lake did not answer in time', { retryAfterSeconds: RETRY_SECONDS })
  const timer = setTimeout(() => call.abort(late()), timeoutMs)
  const gone = () => call.abort(signal?.reason)
  signal?.addEventListener('abort', gone, { once: true })
  return {
    signal: call.signal,
    hasBegun: () => clearTimeout(timer),
    end() {
      clearTimeout(timer)
      pulse?.end(call)
      signal?.removeEventListener('abort', gone)
    },
    async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      call.signal.addEventListener('abort', () => reject(call.signal.reason), { once: true })
      try {
        return await Promise.race([work(call.signal), aborted])
      } catch (error) {
        if (call.signal.aborted) throw call.signal.reason
        throw engineAway(error) ?? error
      }
    },
  }
}

const RESET: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

/**
 * Repeats `ask` once when the connection broke before the answer began: the engine may have closed a pooled connection
 * a moment before, which does not mean that the engine is down. Safe because `ask` only reads.
 */
export async function retryOnReset<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (signal.aborted || !RESET.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    return ask()
  }
}

/** Node's error codes for a connection that cannot be opened or was lost. */
const AWAY: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ERR_STREAM_PREMATURE_CLOSE'],
])
/** Messages of the client and of Node that carry no code. */
const AWAY_WORDS = /^(?:Timeout error\.|socket hang up|aborted|Premature close)$/
/** Error codes of ClickHouse: TOO_MANY_SIMULTANEOUS_QUERIES, CANNOT_SCHEDULE_TASK. */
const BUSY: ReadonlySet<string> = new Set(['202', '439'])

/** Maps a refusal of the network or of a busy engine to `unavailable`; null for every other error. */
export function engineAway(cause: unknown): AppError | null {
  if (cause instanceof ClickHouseError) {
    if (!BUSY.has(cause.code)) return null
    return new AppError('unavailable', 'the lake has too much to do', { cause, retryAfterSeconds: RETRY_SECONDS })
  }
  if (!(cause instanceof Error) || cause instanceof AppError) return null
  const { code, message } = cause as NodeJS.ErrnoException
  if (!(code !== undefined && AWAY.has(code)) && !AWAY_WORDS.test(message)) return null
  return new AppError('unavailable', 'the lake does not answer', { cause, retryAfterSeconds: RETRY_SECONDS })
}

/**
 * Error codes of ClickHouse: TOO_MANY_ROWS, TIMEOUT_EXCEEDED, TOO_SLOW, MEMORY_LIMIT_EXCEEDED, TOO_MANY_BYTES,
 * TOO_MANY_ROWS_OR_BYTES.
 */
const OVER_BOUNDS: Readonly<Record<string, string>> = {
  ...{ '158': 'rows', '159': 'time', '160': 'time', '241': 'memory', '307': 'bytes', '396': 'rows' },
}

/**
 * Maps an exceeded limit to an error, for queries that have no better error for it; null for every other error.
 * `too_large` is for a question that its sender can make smaller.
 */
export function overBounds(cause: unknown, code: 'unavailable' | 'too_large' = 'unavailable'): AppError | null {
  const bound = cause instanceof ClickHouseError ? OVER_BOUNDS[cause.code] : undefined
  if (bound === undefined) return null
  const detail = `the lake needs more ${bound} for this than one question may have`
  if (code === 'too_large') return new AppError(code, detail, { cause })
  return new AppError('unavailable', detail, { cause, retryAfterSeconds: RETRY_SECONDS })
}
