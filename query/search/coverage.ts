/** Time that an answer covers: all that was asked for, or the parts that it leaves out and why. */
import { AppError } from '../../platform/errors.ts'

/** Event time, Unix milliseconds; `toMs` is not part of it. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number }

/**
 * time: the budget of the question was spent; memory: the engine needed more than one question may have; unreadable:
 * events within the time whose text cannot be read back, so that nobody knows whether the query holds for them; archived:
 * events within the time have left the lake for the archive; rows: the answer has as many rows or columns as one may have.
 */
export type LeftOutReason = 'time' | 'memory' | 'unreadable' | 'archived' | 'rows'
export type Missing = TimeSpan & { readonly reason: LeftOutReason }

export type SearchWatch = {
  /** Aborts when the caller has gone: aborts the query in the engine, and rejects with the signal's reason. */
  readonly gone?: AbortSignal | undefined
  /** A signal that aborts after so many milliseconds. */
  readonly timer?: (ms: number) => AbortSignal
}

/** Error codes of ClickHouse: TIMEOUT_EXCEEDED, TOO_SLOW; MEMORY_LIMIT_EXCEEDED, TOO_MANY_ROWS_OR_BYTES. */
const REASONS: Readonly<Record<string, LeftOutReason>> = {
  '159': 'time',
  '160': 'time',
  '241': 'memory',
  '396': 'memory',
}

/** Asks within a budget. Resolves with a reason where a bound was met; rejects with everything else. */
export async function within<T>(
  watch: SearchWatch,
  spent: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly answer: T } | { readonly reason: LeftOutReason }> {
  watch.gone?.throwIfAborted()
  if (spent.aborted) return { reason: 'time' }
  try {
    return { answer: await ask(watch.gone ? AbortSignal.any([watch.gone, spent]) : spent) }
  } catch (error) {
    watch.gone?.throwIfAborted()
    if (spent.aborted) return { reason: 'time' }
    const reason = REASONS[String((error as { code?: unknown }).code)]
    if (reason === undefined) throw error
    return { reason }
  }
}

export const timerOf = ({ timer }: SearchWatch) => timer ?? ((ms: number) => AbortSignal.timeout(ms))

export type Covered<T> = { readonly answer: T; readonly missing: readonly Missing[] }

/** The newest of so many parts is asked again after the whole was too much. */
const NEWEST_PART = 8

/** The whole span, or where that is too much its newest part, saying so. Throws `too_large` when that is too much too. */
export async function wholeOrNewest<T>(
  span: TimeSpan,
  budgetMs: number,
  watch: SearchWatch,
  ask: (span: TimeSpan, signal: AbortSignal) => Promise<T>,
): Promise<Covered<T>> {
  const timer = timerOf(watch)
  const whole = await within(watch, timer((budgetMs * 2) / 3), (signal) => ask(span, signal))
  if ('answer' in whole) return { ...whole, missing: [] }
  const partMs = Math.max(1, Math.floor((span.toMs - span.fromMs) / NEWEST_PART))
  const newest = { fromMs: span.toMs - partMs, toMs: span.toMs }
  const part = await within(watch, timer(budgetMs / 3), (signal) => ask(newest, signal))
  if ('reason' in part)
    throw new AppError('too_large', `the question needs more ${part.reason} than one may have: narrow its time`)
  return { ...part, missing: [{ fromMs: span.fromMs, toMs: newest.fromMs, reason: whole.reason }] }
}
