/**
 * Calls to the engine that end although the engine does not: an engine that is gone refuses at once, one that hangs takes
 * the connection and says nothing more. While a call is under way the engine is asked for a sign of life, so that a
 * statement that takes its time is told from an engine that stands still.
 */
import type { Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'

export type PulseTimes = {
  /** A call that takes longer than this is a reason to ask for a sign of life, and so is each further such time. */
  readonly everyMs: number
  /** A sign of life that comes later is missed. */
  readonly answerMs: number
  /** An engine that missed two of them refuses calls for so long without being asked. */
  readonly restMs: number
}

export const PULSE_TIMES: PulseTimes = { everyMs: 2_000, answerMs: 3_000, restMs: 5_000 }

/** One may be missed because the machine was too busy. */
const MISSED_MAX = 2
const RETRY_SECONDS = 5

/** Signs of life of one engine, for all calls of one client. */
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

  /** Aborts `call` with `unavailable` when the engine gives no sign of life. Throws it for one that has just given none. */
  watch(call: AbortController): void {
    if (performance.now() < this.#restsUntil) throw silent()
    this.#calls.add(call)
    // An engine that was silent before has to show itself at once: nobody waits for it as long again.
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
      // One more miss after the rest is enough.
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
 * Watches whether this process came to read answers in time: when its event loop stood still, the time limit of a ping is
 * over before the answer, which has arrived, is read.
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

/** `ping` needs no connection of the client's own: calls that hang hold all of them. */
export function keepPulse(client: ClickHouseClient, pulse: Pulse): void {
  pulses.set(client, pulse)
}

export type CallBounds = {
  /** A call that takes longer is refused, signs of life or not. */
  readonly timeoutMs: number
  /** Aborted: the call ends in the engine, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Bounds of a call that a client makes once and all callers wait for: one that hangs must not outlive the engine's
 * return by much.
 */
export const SETUP_CALL: CallBounds = { timeoutMs: 30_000 }

/**
 * Rejects with `unavailable` when the engine is gone, hangs, is too busy or takes too long. `work` gives its signal to the
 * client; it may wait for what others began, and is then left behind.
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

/** The same for an answer that comes in pieces: once it has begun there is no time limit, but signs of life are due. */
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
  const late = () => new AppError('unavailable', 'the lake takes too long', { retryAfterSeconds: RETRY_SECONDS })
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
 * Asks once more when the connection broke before the answer began. One that waited in the pool may have been closed by
 * the engine a moment before, which says nothing about the engine. `ask` only reads, so that to ask twice changes nothing.
 */
export async function askedAgain<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (signal.aborted || !RESET.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    return ask()
  }
}

/** Codes of Node for a connection that there is not, or not any more. */
const AWAY: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ERR_STREAM_PREMATURE_CLOSE'],
])
/** Words of the client and of Node without a code. */
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

/** Maps an exceeded bound to an error, for queries without an error of their own for it; null for everything else. */
export function overBounds(cause: unknown): AppError | null {
  const bound = cause instanceof ClickHouseError ? OVER_BOUNDS[cause.code] : undefined
  if (bound === undefined) return null
  const detail = `the lake needs more ${bound} for this than one question may have`
  return new AppError('unavailable', detail, { cause, retryAfterSeconds: RETRY_SECONDS })
}
