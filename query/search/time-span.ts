/** The time range of a request about events. */
import { InvalidInput } from '../../platform/invalid-input.ts'
import type { TimeSpan } from './coverage.ts'
import { SEARCH_LIMITS } from './limits.ts'

const DAY_MS = 86_400_000
const { rangeDays, rangeDaysDefault } = SEARCH_LIMITS
const LATEST_MS = Date.UTC(2200, 0, 1)

type RequestedSpan = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Throws 422 for an empty span, or one longer than a request may have. */
export function spanOf({ from, to }: RequestedSpan, nowMs: number, place: 'body' | 'query'): TimeSpan {
  const toMs = to === undefined ? nowMs : Date.parse(to)
  const fromMs = from === undefined ? toMs - rangeDaysDefault * DAY_MS : Date.parse(from)
  const refuse = (msg: string) => new InvalidInput({ loc: [place, 'from'], msg, type: 'range' })
  if (!(fromMs < toMs)) throw refuse('is not before to')
  if (isTooLong({ fromMs, toMs })) throw refuse(`is more than ${rangeDays} days before to`)
  if (fromMs < 0 || toMs > LATEST_MS) throw refuse('is outside of the time that events may have')
  return { fromMs, toMs }
}

/** True for a span that no request can have: a cursor with it was forged. */
export function isBeyondQuestions(span: TimeSpan): boolean {
  return isTooLong(span) || span.toMs > LATEST_MS
}

function isTooLong({ fromMs, toMs }: TimeSpan): boolean {
  return toMs - fromMs > rangeDays * DAY_MS
}

/** For `TimeGenerated > ago(1h)` the span is shortened, so that older events are not read. */
export function lookedBack(span: TimeSpan, backMs: number | null, nowMs: number): TimeSpan {
  return backMs === null ? span : { ...span, fromMs: Math.min(span.toMs, Math.max(span.fromMs, nowMs - backMs)) }
}
