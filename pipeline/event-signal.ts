/** Makes a signal of a rule's match in one event. */

import type { RuleHead } from '../detections/tenant/detector.ts'
import type { EventRow } from '../schemas/event-row.ts'
import type { MatchedField, Signal } from '../schemas/signal.ts'

type Ids = { readonly signalId: string; readonly eventUid: string }

export function eventSignal(ids: Ids, rule: RuleHead, row: EventRow, matched: readonly MatchedField[]): Signal {
  return {
    signal_id: ids.signalId,
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
    event_uids: [ids.eventUid],
    techniques: rule.techniques,
    tactics: rule.tactics,
    matched,
  }
}
