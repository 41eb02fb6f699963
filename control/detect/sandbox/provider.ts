/** Questions to a sandbox, the same for every provider. */

export const PROVIDER_NAMES = ['sandbox_local', 'sandbox_hosted', 'mock'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** `value` null: the provider does not publish it, for this reason. Never 0 or an empty list for "not known". */
export type Published<T> =
  | { readonly value: T; readonly reason: null }
  | { readonly value: null; readonly reason: string }

export const unpublished = (reason: string) => ({ value: null, reason }) as const
export const published = <T>(value: T) => ({ value, reason: null }) as const

export const REPORT_STATES = ['pending', 'running', 'complete', 'failed'] as const
export const REPORT_VERDICTS = ['malicious', 'suspicious', 'no_threats_found', 'unavailable'] as const

export type Report = {
  readonly handle: string
  readonly state: (typeof REPORT_STATES)[number]
  /** Verdict of an incomplete analysis: unavailable, never good. */
  readonly verdict: (typeof REPORT_VERDICTS)[number]
  /** 0 to 10. */
  readonly score: Published<number>
  readonly family: Published<string>
  readonly signatures: Published<readonly string[]>
}

/** Each throws `AppError` for whatever kept it from an answer that can be read. */
export type Provider = {
  readonly name: ProviderName
  /** Null: it has not seen the file. */
  lookup(sha256: string): Promise<Report | null>
  submitFile(file: { readonly bytes: Buffer; readonly name: string; readonly sha256: string }): Promise<string>
  submitUrl(url: string): Promise<string>
  /** Null: it knows no such analysis. */
  report(handle: string): Promise<Report | null>
}

export const SCORE_MALICIOUS = 7
export const SCORE_SUSPICIOUS = 4

export function verdictOf(score: number | null): Report['verdict'] {
  if (score === null) return 'unavailable'
  if (score >= SCORE_MALICIOUS) return 'malicious'
  return score >= SCORE_SUSPICIOUS ? 'suspicious' : 'no_threats_found'
}

const WHY_PENDING = 'the analysis is not complete'

export function pending(handle: string, state: 'pending' | 'running'): Report {
  const none = unpublished(WHY_PENDING)
  return { handle, state, verdict: 'unavailable', score: none, family: none, signatures: none }
}

export function failed(handle: string): Report {
  const none = unpublished('the analysis failed')
  return { handle, state: 'failed', verdict: 'unavailable', score: none, family: none, signatures: none }
}
