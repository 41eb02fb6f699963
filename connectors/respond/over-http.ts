/** Requests of executors over HTTP: the credential, the limits, and how a refusal is read. */
import type { EgressResponse } from '../../platform/egress/client.ts'
import { isWorthRetrying, retryAfterSeconds } from '../../platform/egress/retry.ts'
import { AppError } from '../../platform/errors.ts'
import { storable, storableText } from '../../platform/storable.ts'
import { type ExecutorDeps, type ExecutorSettings, type Job, NotDone } from './executor.ts'

export const TIMEOUT_MS = 20_000
export const BYTES_MAX = 1 << 20
const RETRY_SECONDS_MAX = 3_600

export type Ask = ReturnType<typeof asker>

export function asker({ secret, settings }: ExecutorSettings, { egress }: ExecutorDeps) {
  return async (method: string, url: string, body?: object, fine: readonly number[] = []): Promise<EgressResponse> => {
    const user = settings.user
    const credential =
      secret && (user ? `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` : `Bearer ${secret}`)
    const headers = {
      accept: 'application/json',
      ...(credential ? { authorization: credential } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const answer = await egress({
      ...{ url, chosenBy: 'tenant', method, headers, timeoutMs: TIMEOUT_MS, responseBytesMax: BYTES_MAX },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (answer.status >= 300 && !fine.includes(answer.status)) throw refusal('the executor', answer)
    return answer
  }
}

/** Separates transient errors from final refusals, with the message of the other side, such as `invalid_payload`. */
export function refusal(who: string, { status, headers, body }: EgressResponse): AppError {
  const isLater = isWorthRetrying(status)
  const wait = isLater ? retryAfterSeconds(headers, RETRY_SECONDS_MAX) : null
  const vendorWords = storableText(body.toString('utf8'))
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
  const detail = `${who} answered ${status}${vendorWords === '' || vendorWords === '{}' ? '' : `: ${vendorWords}`}`
  return new NotDone(isLater ? 'unavailable' : 'conflict', detail, wait === null ? {} : { retryAfterSeconds: wait })
}

/** The members of an answer; none of an empty one. */
export const jsonOf = ({ body }: EgressResponse): Record<string, unknown> =>
  body.length === 0 ? {} : membersOf('the executor', body)

/** Throws `unavailable` for an answer that is no JSON object. */
export function membersOf(who: string, body: Buffer): Record<string, unknown> {
  try {
    const value = storable(JSON.parse(body.toString()))
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The error below says so.
  }
  throw new AppError('unavailable', `${who} answered what is no JSON object`)
}

/** The mark by which a ticket of an action is found again. */
export const labelOf = ({ id }: Job) => `svc-${id}`
