/** A YARA rule that matched an event as a signal. */

import type { Finding } from '../../detections/tenant/detector.ts'
import type { YaraMatch } from '../../detections/yara/rule.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import type { MatchedField, Signal } from '../../schemas/signal.ts'
import { eventSignal } from '../event-signal.ts'
import { signalIdOf } from '../signal-id.ts'
import type { Item } from './event-bytes.ts'

/** Fields of a signal: the first strings of the rule. */
const FIELDS_MAX = 16

/** The same event under the same rule is the same signal, however often it is scanned. */
export function signalOf(row: EventRow, eventUid: string, { rule, matched }: Finding): Signal {
  return eventSignal({ signalId: signalIdOf(row.tenantId, rule.id, eventUid), eventUid }, rule, row, matched)
}

/** Where each string was found, and what it was: `raw $a` and its text. */
export function matchedOf({ strings }: YaraMatch, { fieldAt }: Item): readonly MatchedField[] {
  return strings
    .slice(0, FIELDS_MAX)
    .map(({ identifier, offset, text }) => ({ field: `${fieldAt(offset)} ${identifier}`, value: text }))
}
