/**
 * Sends each touch to `ALERT_WEBHOOK_URL`, in any number of replicas: at least once, and again for some ten hours while the
 * receiver is busy, broken or away. A refusal ends it at once. The signature is HMAC-SHA256 of the body under `X-SVC-Signature`.
 */
import { createHmac } from 'node:crypto'
import type { Egress } from '../../../platform/egress/client.ts'
import { isWorthRetrying, retryAfterSeconds } from '../../../platform/egress/retry.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Worker } from '../../../platform/workers.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { withinRegion } from '../../platform/governance/index.ts'
import { markSent, TOUCHES_TO_SEND, type ToSend } from './honeytoken-store.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'

export type DeliverDeps = {
  /** Signs in as the owner, because it looks for due notifications over all tenants. */
  readonly pool: Postgres
  readonly egress: Egress
  readonly log: Log
  readonly nowMs: () => number
  readonly url: string
  readonly secret: string | null
}

const POLL_MS = 1000
const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 64 * 1024
const RETRY_SECONDS_MAX = 3_600

/** Sends webhooks of touched honeytokens. */
export function touchWorkers(deps: DeliverDeps): Worker[] {
  const oldestSeconds = () => TOUCHES_TO_SEND.oldestSeconds(deps.pool)
  return [{ name: 'honeytoken webhooks', everyMs: POLL_MS, once: () => deliverNext(deps), oldestSeconds }]
}

/** False when no touch waits. */
export async function deliverNext(deps: DeliverDeps): Promise<boolean> {
  const next = await withOperator(deps.pool, 'the next touch to tell', (tx) => TOUCHES_TO_SEND.claim(tx))
  if (next === null) return false
  const fault = await sent(deps, next)
  const isOver = fault === null || !fault.isWorthRetrying || next.tries >= HONEYTOKEN_LIMITS.webhookTries
  const state = fault === null ? 'sent' : isOver ? 'failed' : 'pending'
  if (fault !== null)
    deps.log.warn(
      { reason: fault.why, tenant: next.tenant, touch: next.touch.id, tries: next.tries },
      isOver ? 'honeytoken notification failed, giving up' : 'honeytoken notification failed, retrying',
    )
  const waitMs = Math.max(60_000 * 2 ** (next.tries - 1), (fault?.afterSeconds ?? 0) * 1000)
  const again = isOver ? null : new Date(deps.nowMs() + waitMs)
  await withOperator(deps.pool, 'state of a touch notification', (tx) =>
    markSent(tx, next, { state, again, fault: fault?.why ?? null }),
  )
  return true
}

type Fault = { readonly why: string; readonly isWorthRetrying: boolean; readonly afterSeconds: number | null }

/** Null: the receiver has it. */
async function sent({ egress, pool, url, secret }: DeliverDeps, next: ToSend): Promise<Fault | null> {
  const body = JSON.stringify(bodyOf(next))
  const signature = secret === null ? null : createHmac('sha256', secret).update(body).digest('hex')
  try {
    const within = withinRegion((work) => withTenant(pool, next.tenant, work), egress, 'webhook')
    const { status, headers } = await within({
      ...{ url, chosenBy: 'operator', method: 'POST', body, timeoutMs: TIMEOUT_MS, responseBytesMax: ANSWER_BYTES_MAX },
      headers: {
        'content-type': 'application/json',
        ...(signature === null ? {} : { 'x-svc-signature': `sha256=${signature}` }),
      },
    })
    if (status >= 200 && status < 300) return null
    const afterSeconds = retryAfterSeconds(headers, RETRY_SECONDS_MAX)
    return { why: `it answered ${status}`, isWorthRetrying: isWorthRetrying(status), afterSeconds }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { why: error.message, isWorthRetrying: error.retryable, afterSeconds: error.retryAfterSeconds ?? null }
  }
}

function bodyOf({ tenant, touch, token }: ToSend) {
  return {
    event: 'honeytoken.triggered',
    honeytoken_id: touch.honeytokenId,
    tenant_id: tenant,
    token_type: text(token, 'token_type'),
    token_name: text(token, 'name'),
    trigger_id: touch.id,
    source_ip: touch.sourceIp,
    triggered_at: touch.triggeredAt.toISOString(),
  }
}
