/** A YARA rule that matched an event as a signal. */
import type { YaraMatch } from '../../detections/yara/rule.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import type { MatchedField, Signal } from '../../schemas/signal.ts'
import type { Finding } from '../detector.ts'
import { signalIdOf, uuidText } from '../signal-id.ts'
import type { Item } from './event-bytes.ts'

/** Fields of a signal: the first strings of the rule. */
const FIELDS_MAX = 16

/** The same event under the same rule is the same signal, however often it is scanned. */
export function signalOf(row: EventRow, eventUid: string, { rule, matched }: Finding): Signal {
  return {
    signal_id: signalIdOf(row.tenantId, rule.id, eventUid),
    tenant_id: row.tenantId,
    rule_id: rule.id,
    rule_title: rule.title,
    language: rule.language,
    severity_id: rule.severityId,
    time_ms: row.timeMs,
    received_ms: row.receivedMs,
    source: row.source,
    class_uid: row.classUid,
    host: row.host,
    user: row.user,
    src_ip: row.srcIp,
    event_uids: [eventUid],
    techniques: rule.techniques,
    tactics: rule.tactics,
    matched,
  }
}

/** Where each string was found, and what it was: `raw $a` and its text. */
export function matchedOf({ strings }: YaraMatch, { fieldAt }: Item): readonly MatchedField[] {
  return strings
    .slice(0, FIELDS_MAX)
    .map(({ identifier, offset, text }) => ({ field: `${fieldAt(offset)} ${identifier}`, value: text }))
}

/** The uid of an event as text. */
export function uidText(words: Uint32Array): string {
  return uuidText(Array.from(words, (word) => word.toString(16).padStart(8, '0')).join(''))
}
