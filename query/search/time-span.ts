/** The time that a question about events asks for. */
import { InvalidInput } from '../../platform/invalid-input.ts'
import type { TimeSpan } from './coverage.ts'
import { SEARCH_LIMITS } from './limits.ts'

const DAY_MS = 86_400_000
const { rangeDays, rangeDaysDefault } = SEARCH_LIMITS
const LATEST_MS = Date.UTC(2200, 0, 1)

type Asked = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Throws 422 for a span that is empty, or longer than one question may ask for. */
export function spanOf({ from, to }: Asked, nowMs: number, place: 'body' | 'query'): TimeSpan {
  const toMs = to === undefined ? nowMs : Date.parse(to)
  const fromMs = from === undefined ? toMs - rangeDaysDefault * DAY_MS : Date.parse(from)
  const refuse = (msg: string) => new InvalidInput({ loc: [place, 'from'], msg, type: 'range' })
  if (!(fromMs < toMs)) throw refuse('is not before to')
  if (isTooLong({ fromMs, toMs })) throw refuse(`is more than ${rangeDays} days before to`)
  if (fromMs < 0 || toMs > LATEST_MS) throw refuse('is outside of the time that events may have')
  return { fromMs, toMs }
}

/** True for a span that no question may have: a cursor that names it was made up. */
export function isBeyondQuestions(span: TimeSpan): boolean {
  return isTooLong(span) || span.toMs > LATEST_MS
}

function isTooLong({ fromMs, toMs }: TimeSpan): boolean {
  return toMs - fromMs > rangeDays * DAY_MS
}

/** `TimeGenerated > ago(1h)`: no older events are asked for, so that they are not looked at either. */
export function lookedBack(span: TimeSpan, backMs: number | null, nowMs: number): TimeSpan {
  return backMs === null ? span : { ...span, fromMs: Math.min(span.toMs, Math.max(span.fromMs, nowMs - backMs)) }
}
