import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { type AlertStatus, type Disposition, type Severity, severityOfRank, type TriageVerdict } from './words.ts'

export type Metadata = Readonly<Record<string, unknown>>

export type Alert = {
  readonly id: string
  readonly tenantId: string
  readonly title: string
  readonly description: string | null
  readonly severity: Severity
  readonly status: AlertStatus
  /** 0 to 100, higher is sooner. */
  readonly priority: number
  readonly category: string | null
  readonly ruleId: string | null
  readonly connectorId: string | null
  readonly connectorType: string | null
  readonly mitreTactics: readonly string[]
  readonly mitreTechniques: readonly string[]
  readonly affectedIps: readonly string[]
  readonly affectedHosts: readonly string[]
  readonly affectedUsers: readonly string[]
  readonly tags: readonly string[]
  readonly aiScore: number | null
  readonly aiSummary: string | null
  readonly aiRecommendations: readonly string[]
  /** Verdict of triage, whatever people decided since. Null: the alert was not triaged. */
  readonly aiVerdict: TriageVerdict | null
  /** 0 to 1: how sure triage is of its verdict. */
  readonly aiConfidence: number | null
  /** 0 to 100; null: not measured. */
  readonly confidence: number | null
  readonly confidenceRationale: readonly string[]
  readonly disposition: Disposition | null
  readonly assignedToId: string | null
  readonly caseId: string | null
  readonly eventTime: Date | null
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly snoozedUntil: Date | null
  readonly snoozedById: string | null
  readonly resolvedAt: Date | null
  readonly metadata: Metadata
  /** 0 to 100; null: not measured. */
  readonly riskScore: number | null
  /** Counts of its signals, events and rules; null: the alert is not made of signals. */
  readonly signalCount: number | null
  readonly eventCount: number | null
  readonly ruleCount: number | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Everything but what only a detail shows: the narrative and the raw event. */
export const ALERT_COLUMNS = `id, tenant_id, title, description, severity, status, priority, category, rule_id,
  connector_id, connector_type, mitre_tactics, mitre_techniques, affected_ips, affected_hosts, affected_users, tags,
  ai_score, ai_summary, ai_recommendations, ai_verdict, ai_confidence, confidence, confidence_rationale, disposition, assigned_to_id, case_id,
  event_time, first_seen, last_seen, snoozed_until, snoozed_by_id, resolved_at, metadata, risk_score, signal_count,
  event_count, rule_count, created_at, updated_at`

export function toAlert(row: Row): Alert {
  return {
    id: text(row, 'id'),
    tenantId: text(row, 'tenant_id'),
    title: text(row, 'title'),
    description: orNull(text, row, 'description'),
    severity: severityOfRank(int(row, 'severity')),
    status: text(row, 'status') as AlertStatus, // a CHECK constraint of the column guarantees the value
    priority: int(row, 'priority'),
    category: orNull(text, row, 'category'),
    ruleId: orNull(text, row, 'rule_id'),
    connectorId: orNull(text, row, 'connector_id'),
    connectorType: orNull(text, row, 'connector_type'),
    mitreTactics: texts(row, 'mitre_tactics'),
    mitreTechniques: texts(row, 'mitre_techniques'),
    affectedIps: texts(row, 'affected_ips'),
    affectedHosts: texts(row, 'affected_hosts'),
    affectedUsers: texts(row, 'affected_users'),
    tags: texts(row, 'tags'),
    aiScore: row.ai_score === null ? null : Number(row.ai_score),
    aiSummary: orNull(text, row, 'ai_summary'),
    aiRecommendations: texts(row, 'ai_recommendations'),
    aiVerdict: orNull(text, row, 'ai_verdict') as TriageVerdict | null, // as the status
    aiConfidence: row.ai_confidence === null ? null : Number(row.ai_confidence),
    confidence: orNull(int, row, 'confidence'),
    confidenceRationale: texts(row, 'confidence_rationale'),
    disposition: orNull(text, row, 'disposition') as Disposition | null, // as the status
    assignedToId: orNull(text, row, 'assigned_to_id'),
    caseId: orNull(text, row, 'case_id'),
    eventTime: orNull(time, row, 'event_time'),
    firstSeen: time(row, 'first_seen'),
    lastSeen: time(row, 'last_seen'),
    snoozedUntil: orNull(time, row, 'snoozed_until'),
    snoozedById: orNull(text, row, 'snoozed_by_id'),
    resolvedAt: orNull(time, row, 'resolved_at'),
    metadata: row.metadata as Metadata,
    riskScore: row.risk_score === null ? null : Number(row.risk_score),
    signalCount: orNull(int, row, 'signal_count'),
    eventCount: orNull(int, row, 'event_count'),
    ruleCount: orNull(int, row, 'rule_count'),
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}

function texts(row: Row, column: string): readonly string[] {
  return row[column] as readonly string[]
}
