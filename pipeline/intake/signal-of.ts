/** A rule that held for one event, as a signal. */
import type { EventRow } from '../../schemas/event-row.ts'
import type { MatchedField, Signal } from '../../schemas/signal.ts'
import type { RuleHead } from '../detector.ts'
import { formatUid, uuidOf } from './event-uid.ts'

/** The same event under the same rule is the same signal, however often it is seen. */
export function signalOf(rule: RuleHead, row: EventRow, matched: readonly MatchedField[]): Signal {
  const eventUid = formatUid(row.uid)
  return {
    signal_id: uuidOf(`signal\0${row.tenantId}\0${rule.id}\0${eventUid}`),
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
