/** Makes a signal of a rule's match in one event. */

import type { RuleHead } from '../../../../detections/tenant/detector.ts'
import type { EventRow } from '../../../../schemas/event-row.ts'
import type { MatchedField, Signal } from '../../../../schemas/signal.ts'
import { eventSignal } from '../../../event-signal.ts'
import { formatUid } from '../../../signal-id.ts'
import { uuidOf } from '../normalise/event-uid.ts'

/**
 * The signal id derives from event and rule, so matching an event again gives the same signal. `host` is the machine that
 * the event is about.
 */
export function signalOf(rule: RuleHead, row: EventRow, matched: readonly MatchedField[], host = row.host): Signal {
  const eventUid = formatUid(row.uid)
  const signalId = uuidOf(`signal\0${row.tenantId}\0${rule.id}\0${eventUid}`)
  return { ...eventSignal({ signalId, eventUid }, rule, row, matched), host }
}
