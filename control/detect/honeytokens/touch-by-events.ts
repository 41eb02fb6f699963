/**
 * Events in which values of decoys stand, as touches of these decoys. A signal that is written again changes nothing; past
 * the touches of a decoy that are kept one by one, what a process wrote just before it was killed may be counted again.
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
  { isTold }: { readonly isTold: boolean },
): Promise<number> {
  const byToken = Map.groupBy(signals, ({ rule_id }) => HONEYTOKEN_RULE.honeytokenOf(rule_id) ?? '')
  let touches = 0
  // In the order of their ids: two processes that write the same decoys do not wait for each other.
  for (const [id, own] of [...byToken].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isUuid(id)) continue
    const seen = own.map((signal) => ({ ...seenIn(signal, isTold), atMs: signal.received_ms }))
    const lastMs = Math.max(...own.map(({ received_ms }) => received_ms))
    touches += await touchHoneytoken(tx, id, { seen, more: 0, lastMs }).then(({ length }) => length)
  }
  return touches
}

function seenIn({ event_uids, matched, host, user, src_ip, source }: Signal, isTold: boolean): TouchSeen {
  const [{ field = '', value: kind = '' } = {}] = matched
  const all = { event_uid: event_uids[0] ?? '', field, value: kind, host, user, source }
  return {
    sourceIp: src_ip || host || user || 'unknown',
    userAgent: null,
    method: METHOD,
    headers: {},
    details: Object.fromEntries(Object.entries(all).filter(([, text]) => text !== '')),
    eventUid: event_uids[0] ?? null,
    isTold,
  }
}
