import { AppError } from '../../platform/errors.ts'
import { DAY_OR_TIME } from '../../query/search/time-value.ts'

/** Reads `--from` and `--to` as Unix milliseconds; the end is exclusive and defaults to now. Throws `bad_request`. */
export function timeSpan(
  { from, to }: { readonly from?: string; readonly to?: string },
  nowMs: number,
): { readonly fromMs: number | null; readonly toMs: number } {
  const toMs = to === undefined ? nowMs : timeOf('--to', to)
  const fromMs = from === undefined ? null : timeOf('--from', from)
  if (fromMs !== null && fromMs >= toMs) throw new AppError('bad_request', '--from is not before --to')
  return { fromMs, toMs }
}

/** UTC unless the text has a zone, like all printed times, whatever the zone of this machine. */
export function timeOf(name: string, text: string): number {
  const parts = DAY_OR_TIME.exec(text)?.groups
  const isBare = parts?.clock !== undefined && parts.zone === undefined
  const ms = parts === undefined ? Number.NaN : Date.parse(isBare ? `${text}Z` : text)
  if (Number.isNaN(ms))
    throw new AppError('bad_request', `${name} must be a time such as 2024-05-14T08:00:00Z, not ${text}`)
  return ms
}
