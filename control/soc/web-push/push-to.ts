import type { Egress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type MessageText, payloadOf } from './message.ts'
import { type Sent, sendPush, type Vapid } from './send.ts'
import { subscriptionById, unsubscribe } from './subscription-store.ts'

export type PushWays = { readonly pool: Postgres; readonly egress: Egress; readonly vapid: Vapid }

/** One message to one browser, at once. A subscription that is gone is removed. */
export async function pushTo(
  { pool, egress, vapid }: PushWays,
  tenant: TenantId,
  subscription: string,
  message: MessageText & { readonly topic: string },
): Promise<Sent> {
  const to = await withTenant(pool, tenant, (tx) => subscriptionById(tx, subscription))
  if (to === null) return { outcome: 'gone' }
  const sent = await sendPush(egress, vapid, to, payloadOf(message))
  if (sent.outcome === 'gone') await withTenant(pool, tenant, (tx) => unsubscribe(tx, subscription, null))
  return sent
}
