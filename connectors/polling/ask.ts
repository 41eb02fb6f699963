/** Sends requests to a polled source, and reads its responses and their errors. */
import { AppError } from '../../platform/errors.ts'

export type PollRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
export type PollResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}
export type Ask = (request: PollRequest) => Promise<PollResponse>

const RETRY_SECONDS = 60
/** Words of Google, Microsoft 365 and GitHub, which answer 403 to too many requests. */
const RATE_WORDS = /rateLimitExceeded|quotaExceeded|RATE_LIMIT_EXCEEDED|AF429|rate limit/i

/**
 * Throws `bad_credential` for a refused credential, `rate_limited` with the time to wait, `unavailable` for a request
 * that may work later, `bad_request` for one that will not.
 */
export function refuseFaults(answer: PollResponse): PollResponse {
  const { status, headers } = answer
  if (status < 300) return answer
  if (status === 403 && RATE_WORDS.test(answer.body.toString('latin1', 0, 2000)))
    throw new AppError('rate_limited', `too many requests for the source (403)${vendorWords(answer)}`, {
      retryAfterSeconds: RETRY_SECONDS,
    })
  if (status === 401 || status === 403)
    throw new AppError('bad_credential', `the source refuses the credential (${status})${vendorWords(answer)}`)
  if (status === 429) {
    const after = Number([headers['retry-after']].flat()[0])
    const retryAfterSeconds = after > 0 ? Math.min(Math.ceil(after), 86_400) : RETRY_SECONDS
    throw new AppError('rate_limited', `too many requests for the source (429)${vendorWords(answer)}`, {
      retryAfterSeconds,
    })
  }
  if (status >= 500) throw new AppError('unavailable', `the source answered ${status}${vendorWords(answer)}`)
  throw new AppError('bad_request', `the source answered ${status}${vendorWords(answer)}`)
}

/** The start of the source's response, for the operator who has to repair the connector. */
export function vendorWords({ body }: PollResponse): string {
  const text = [...body.subarray(0, 400).toString('utf8')]
    .map((char) => (char < ' ' ? ' ' : char))
    .join('')
    .trim()
  return text === '' ? '' : `: ${text.slice(0, 300)}`
}

/** Reads JSON or JSON lines. Throws `unavailable` for anything else. */
export function readAnswer(body: Buffer): unknown {
  const text = body.toString('utf8').trim()
  if (text === '') return []
  try {
    return JSON.parse(text)
  } catch {
    try {
      return text.split('\n').map((line) => JSON.parse(line) as unknown)
    } catch (cause) {
      throw new AppError('unavailable', 'the source answered what is neither JSON nor lines of it', { cause })
    }
  }
}
