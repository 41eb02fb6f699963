/**
 * Records events that contain values of decoys as touches of these decoys. A signal that is written again changes
 * nothing. Above the limit of individually stored touches, those written just before a crash may be counted twice.
 */
import { isUuid } from '../../../platform/uuid-text.ts'
import { HONEYTOKEN_RULE } from '../../../schemas/honeytoken-signal.ts'
import type { Signal } from '../../../schemas/signal.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type TouchSeen, touchHoneytoken } from './touch.ts'

/** Method of a touch that is no request. */
const METHOD = 'EVENT'

/** Gives the number of signals that were new touches. */
export async function touchByEvents(
  tx: TenantTx,
  signals: readonly Signal[],
  { isNotified }: { readonly isNotified: boolean },
): Promise<number> {
  const byToken = Map.groupBy(signals, ({ rule_id }) => HONEYTOKEN_RULE.honeytokenOf(rule_id) ?? '')
  let touches = 0
  // In order of id, so that two writers of the same decoys do not deadlock.
  for (const [id, own] of [...byToken].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isUuid(id)) continue
    const seen = own.map((signal) => ({ ...seenIn(signal, isNotified), atMs: signal.received_ms }))
    const lastMs = Math.max(...own.map(({ received_ms }) => received_ms))
    touches += await touchHoneytoken(tx, id, { seen, more: 0, lastMs }).then(({ length }) => length)
  }
  return touches
}

function seenIn({ event_uids, matched, host, user, src_ip, source }: Signal, isNotified: boolean): TouchSeen {
  const [{ field = '', value: kind = '' } = {}] = matched
  const all = { event_uid: event_uids[0] ?? '', field, value: kind, host, user, source }
  return {
    sourceIp: src_ip || host || user || 'unknown',
    userAgent: null,
    method: METHOD,
    headers: {},
    details: Object.fromEntries(Object.entries(all).filter(([, text]) => text !== '')),
    eventUid: event_uids[0] ?? null,
    isNotified,
  }
}
