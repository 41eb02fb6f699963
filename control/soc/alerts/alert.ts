import { oneOf } from '../../../schemas/wire.ts'
import { int } from '../../../stores/postgres/columns.ts'
import { type Column, column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { AlertStatus, Disposition, TriageVerdict } from './words.ts'
import { SEVERITIES, type Severity, severityOfRank } from './words.ts'

export type Metadata = Readonly<Record<string, unknown>>

/** A severity, stored as its rank from 1 to 5. */
export const SEVERITY_COLUMN: Column<Severity> = {
  read: (row, name) => severityOfRank(int(row, name)),
  schema: oneOf(SEVERITIES),
}

export const ALERTS = tableInCamelCase('Alert', {
  id: column.text(),
  tenant_id: column.text(),
  title: column.text(),
  description: column.orNull(column.text()),
  severity: SEVERITY_COLUMN,
  status: column.json<AlertStatus>(),
  /** 0 to 100, higher is sooner. */
  priority: column.int(),
  category: column.orNull(column.text()),
  rule_id: column.orNull(column.text()),
  connector_id: column.orNull(column.text()),
  connector_type: column.orNull(column.text()),
  mitre_tactics: column.texts(),
  mitre_techniques: column.texts(),
  affected_ips: column.texts(),
  affected_hosts: column.texts(),
  affected_users: column.texts(),
  tags: column.texts(),
  ai_score: column.orNull(column.numeric()),
  ai_summary: column.orNull(column.text()),
  ai_recommendations: column.texts(),
  /** Verdict of triage, whatever people decided since. Null: the alert was not triaged. */
  ai_verdict: column.orNull(column.json<TriageVerdict>()),
  /** 0 to 1: how sure triage is of its verdict. */
  ai_confidence: column.orNull(column.numeric()),
  /** 0 to 100; null: not measured. */
  confidence: column.orNull(column.int()),
  confidence_rationale: column.texts(),
  disposition: column.orNull(column.json<Disposition>()),
  assigned_to_id: column.orNull(column.text()),
  case_id: column.orNull(column.text()),
  event_time: column.orNull(column.time()),
  first_seen: column.time(),
  last_seen: column.time(),
  snoozed_until: column.orNull(column.time()),
  snoozed_by_id: column.orNull(column.text()),
  resolved_at: column.orNull(column.time()),
  metadata: column.json<Metadata>(),
  /** 0 to 100; null: not measured. */
  risk_score: column.orNull(column.numeric()),
  /** Counts of its signals, events and rules; null: the alert is not made of signals. */
  signal_count: column.orNull(column.int()),
  event_count: column.orNull(column.int()),
  rule_count: column.orNull(column.int()),
  created_at: column.time(),
  updated_at: column.time(),
})
export type Alert = RowOf<typeof ALERTS>

/** Everything but what only a detail shows: the narrative and the raw event. */
