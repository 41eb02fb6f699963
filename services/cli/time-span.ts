import { AppError } from '../../platform/errors.ts'

/** `--from` and `--to` as Unix milliseconds, the end not part of it and now when it is not given. Throws `bad_request`. */
export function timeSpan(
  { from, to }: { readonly from?: string; readonly to?: string },
  nowMs: number,
): { readonly fromMs: number | null; readonly toMs: number } {
  const toMs = to === undefined ? nowMs : timeOf('--to', to)
  const fromMs = from === undefined ? null : timeOf('--from', from)
  if (fromMs !== null && fromMs >= toMs) throw new AppError('bad_request', '--from is not before --to')
  return { fromMs, toMs }
}

function timeOf(name: string, text: string): number {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new AppError('bad_request', `${name} is no time: ${text}`)
  return ms
}
