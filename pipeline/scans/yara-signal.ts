/** Makes a signal of a YARA rule's match in an event. */

import type { Finding } from '../../detections/tenant/detector.ts'
import type { YaraMatch } from '../../detections/yara/rule.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import type { MatchedField, Signal } from '../../schemas/signal.ts'
import { eventSignal } from '../event-signal.ts'
import { signalIdOf } from '../signal-id.ts'
import type { Item } from './event-bytes.ts'

/** Number of matched strings that a signal shows: the first ones of the rule. */
const FIELDS_MAX = 16

/** The signal id derives from event and rule, so scanning an event again gives the same signal. */
export function signalOf(row: EventRow, eventUid: string, { rule, matched }: Finding): Signal {
  return eventSignal({ signalId: signalIdOf(row.tenantId, rule.id, eventUid), eventUid }, rule, row, matched)
}

/** Where each string matched and its text: field `raw $a`. */
export function matchedOf({ strings }: YaraMatch, { fieldAt }: Item): readonly MatchedField[] {
  return strings
    .slice(0, FIELDS_MAX)
    .map(({ identifier, offset, text }) => ({ field: `${fieldAt(offset)} ${identifier}`, value: text }))
}
