import { hash } from 'node:crypto'
import type { Egress, EgressRequest, EgressResponse } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'

/** Documents that identity providers publish, and requests to the providers. */
export type ProviderDocuments = {
  /** A published document, fetched at most once in `FRESH_MS` by this process. Throws `unavailable`. */
  text(url: string): Promise<string>
  /** Returns the answer unchanged, whatever its status. */
  get(url: string): Promise<ProviderAnswer>
  /** Sends the request each time, without a cache. */
  ask(request: Omit<EgressRequest, 'chosenBy'>): Promise<ProviderAnswer>
}

export type ProviderAnswer = Pick<EgressResponse, 'status' | 'headers' | 'body'>

/** Maximum delay until a changed address or certificate of a provider is noticed. Its OIDC keys are not cached. */
const FRESH_MS = 300_000
/** Above it the oldest document is dropped. */
const DOCUMENTS_MAX = 200
/** @bound response of a sign-in provider -> 503 */
const ANSWER_BYTES_MAX = 256 * 1024
const TIMEOUT_MS = 10_000

type Kept = { readonly answer: Promise<ProviderAnswer>; readonly untilMs: number }

/** A tenant chose the addresses, so the guard against inner networks holds; redirects are not followed. */
export function openProviderDocuments(egress: Egress, nowMs: () => number): ProviderDocuments {
  const kept = new Map<string, Kept>()
  const bounds = { timeoutMs: TIMEOUT_MS, responseBytesMax: ANSWER_BYTES_MAX, redirectsMax: 0 }
  const ask: ProviderDocuments['ask'] = (request) =>
    egress({ ...request, chosenBy: 'tenant', ...bounds }).catch((cause: unknown) => {
      throw cause instanceof AppError ? noAnswer(cause) : cause
    })
  const get = (url: string) => {
    const key = hash('sha256', url)
    const found = kept.get(key)
    if (found && found.untilMs > nowMs()) return found.answer
    const answer = ask({ url, headers: { accept: 'application/json, application/samlmetadata+xml, */*' } })
    remember(kept, key, { answer, untilMs: nowMs() + FRESH_MS })
    const forget = () => {
      if (kept.get(key)?.answer === answer) kept.delete(key)
    }
    // Only usable documents are cached; the caller gets the error itself.
    answer.then(({ status }) => status !== 200 && forget(), forget)
    return answer
  }
  return {
    ask,
    get,
    async text(url) {
      const { status, body } = await get(url)
      if (status !== 200) throw noAnswer()
      return body.toString('utf8')
    },
  }
}

/** The same error for every reason: anyone may begin a sign-in, and must not learn what is in our network. */
function noAnswer(cause?: AppError): AppError {
  return new AppError('unavailable', 'the identity provider does not answer', { cause })
}

function remember(kept: Map<string, Kept>, key: string, document: Kept): void {
  kept.delete(key)
  kept.set(key, document)
  if (kept.size <= DOCUMENTS_MAX) return
  const [oldest] = kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
}
