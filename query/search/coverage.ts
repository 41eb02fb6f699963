/** The time that an answer covers: the whole requested span, or the parts that it leaves out and why. */
import { AppError } from '../../platform/errors.ts'

/** Event time, Unix milliseconds; `toMs` is exclusive. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number }

/**
 * time: the request's time budget was spent; memory: the engine needed more than one request may use; unreadable: texts
 * of some events cannot be decoded, so it is unknown whether they match; archived: events of that time have moved from
 * the lake to the archive, and were not read; lost: files of the archive with events of that time are gone or damaged; rows: the answer reached its limit of rows or columns.
 */
export type LeftOutReason = 'time' | 'memory' | 'unreadable' | LeftInArchive['reason'] | 'rows'
/** A time span whose events are in the archive, and were not read. */
export type LeftInArchive = TimeSpan & { readonly reason: 'archived' | 'lost' }
export type Missing = TimeSpan & { readonly reason: LeftOutReason }

export type SearchWatch = {
  /** Aborts when the caller has disconnected: cancels the query in the engine, and rejects with the signal's reason. */
  readonly gone?: AbortSignal | undefined
  /** Returns a signal that aborts after the given milliseconds. */
  readonly timer?: (ms: number) => AbortSignal
}

/** Error codes of ClickHouse: TIMEOUT_EXCEEDED, TOO_SLOW; MEMORY_LIMIT_EXCEEDED, TOO_MANY_ROWS_OR_BYTES. */
const REASONS: Readonly<Record<string, LeftOutReason>> = {
  '159': 'time',
  '160': 'time',
  '241': 'memory',
  '396': 'memory',
}

/** Runs a query within a budget. Resolves with a reason when a bound was reached; rejects with every other error. */
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

/** When the whole span was too much, its newest nth part is tried. */
const NEWEST_PART = 8

/**
 * Queries the whole span, or, when that is too much, its newest part, and reports that. Throws `too_large` when that is
 * too much too.
 */
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
