import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type PushMessage, payloadOf } from './message.ts'

/**
 * Sends to each browser subscribed to the topic, once for each tag, if the transaction commits. People who are offline
 * or snoozed (on-call) are skipped.
 */
export async function announcePush(tx: TenantTx, messages: readonly PushMessage[]): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO push_deliveries (subscription_id, tag, message)
    SELECT s.id, $2, $3 FROM push_subscriptions s LEFT JOIN oncall_presence p ON p.user_id = s.user_id
    WHERE $1 = ANY(s.topics) AND s.expires_at > clock_timestamp() AND ($4::uuid IS NULL OR s.user_id = $4)
      AND NOT coalesce(p.status = 'offline' OR (p.status = 'snoozed' AND p.until > clock_timestamp()), false)
    ON CONFLICT (tenant_id, subscription_id, tag) DO NOTHING`
  for (const message of messages)
    await tx.run(sql, [message.topic, message.tag, JSON.stringify(payloadOf(message)), message.to ?? null])
}
