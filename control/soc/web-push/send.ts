/**
 * One message to one browser, over its vendor's push service: RFC 8030, encrypted (RFC 8291), signed (VAPID, RFC 8292).
 */
import { createHash } from 'node:crypto'
import type { Egress } from '../../../platform/egress/client.ts'
import { isWorthRetrying, retryAfterSeconds } from '../../../platform/egress/retry.ts'
import { AppError } from '../../../platform/errors.ts'
import type { PushSubscription } from './subscription-store.ts'

/** Key pair of this installation: browsers subscribe to its public key, and services refuse what another signed. */
export type Vapid = { readonly publicKey: string; readonly privateKey: string; readonly subject: string }

export type Sent =
  | { readonly outcome: 'delivered' }
  /** The browser is no more, or wants no more. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'failed'; readonly why: string; readonly mayRetry: boolean; readonly afterMs?: number }

/** Seconds that the service keeps it for a browser that is not there. */
const TTL_S = 60
const TIMEOUT_MS = 10_000
const RETRY_SECONDS_MAX = 3_600
const URGENT: ReadonlySet<unknown> = new Set(['critical', 'high'])

type Addressed = Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>

/** Never rejects: a failure of the service is the result. */
export async function sendPush(
  egress: Egress,
  vapid: Vapid,
  { endpoint, p256dh, auth }: Addressed,
  message: Readonly<Record<string, unknown>>,
): Promise<Sent> {
  const { default: webPush } = await import('web-push')
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    ...{ vapidDetails: vapid, contentEncoding: 'aes128gcm', TTL: TTL_S },
    ...{ urgency: URGENT.has(message.severity) ? 'high' : 'normal', topic: collapseKey(String(message.tag)) },
  })
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  try {
    const { status, headers: answered } = await egress({
      ...{ url: endpoint, chosenBy: 'tenant', method: 'POST', headers, body: request.body ?? '' },
      ...{ timeoutMs: TIMEOUT_MS, redirectsMax: 0, responseBytesMax: 64 << 10 },
    })
    if (status === 404 || status === 410) return { outcome: 'gone' }
    if (status < 300) return { outcome: 'delivered' }
    const wait = retryAfterSeconds(answered, RETRY_SECONDS_MAX)
    return {
      ...{ outcome: 'failed', why: `the push service answered ${status}`, mayRetry: isWorthRetrying(status) },
      ...(wait === null ? {} : { afterMs: wait * 1000 }),
    }
  } catch (error) {
    const code = error instanceof AppError ? error.code : null
    const why = error instanceof AppError ? error.message : 'the push service does not answer'
    return { outcome: 'failed', why, mayRetry: code === null || code === 'unavailable' }
  }
}

/** At most 32 characters of base64url (RFC 8030, 5.4): a service that holds a message of the same tag replaces it. */
function collapseKey(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32)
}
