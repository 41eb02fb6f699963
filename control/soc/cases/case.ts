import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { type Severity, severityOfRank } from '../alerts/index.ts'
import type { SlaTerms } from './clocks/terms.ts'
import type { Ladder } from './escalation/ladder.ts'
import type { CaseStatus } from './words.ts'

/** Outcome of pushing a case to a connected ticket system. */
export type FanoutResult = {
  readonly connector_id: string
  readonly connector_type: string | null
  readonly connector_name: string | null
  readonly status: 'ok' | 'error' | 'unsupported' | 'skipped'
  readonly external_id: string | null
  readonly external_url: string | null
  readonly external_status: string | null
  readonly error: string | null
}

export type Case = {
  readonly id: string
  readonly tenantId: string
  readonly number: number
  readonly title: string
  readonly description: string | null
  readonly severity: Severity
  readonly status: CaseStatus
  readonly caseType: string | null
  readonly tags: readonly string[]
  readonly mitreTechniques: readonly string[]
  readonly complianceFrameworks: readonly string[]
  readonly customFields: Readonly<Record<string, unknown>>
  readonly assigneeId: string | null
  readonly queueId: string | null
  readonly createdBy: string
  readonly openedAt: Date
  readonly acknowledgedAt: Date | null
  readonly resolvedAt: Date | null
  readonly closedAt: Date | null
  readonly reopenCount: number
  readonly slaPolicyId: string | null
  readonly slaTerms: SlaTerms | null
  readonly ackDueAt: Date | null
  readonly resolveDueAt: Date | null
  readonly closeDueAt: Date | null
  readonly escalation: Ladder | null
  readonly escalationLevel: number
  readonly escalateAt: Date | null
  readonly mergedIntoId: string | null
  readonly fanoutResults: readonly FanoutResult[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const CASE_COLUMNS = `id, tenant_id, number, title, description, severity, status, case_type, tags,
  mitre_techniques, compliance_frameworks, custom_fields, assignee_id, queue_id, created_by, opened_at, acknowledged_at,
  resolved_at, closed_at, reopen_count, sla_policy_id, sla_terms, ack_due_at, resolve_due_at, close_due_at, escalation,
  escalation_level, escalate_at, merged_into_id, fanout_results, created_at, updated_at`

export function toCase(row: Row): Case {
  return {
    id: text(row, 'id'),
    tenantId: text(row, 'tenant_id'),
    number: int(row, 'number'),
    title: text(row, 'title'),
    description: orNull(text, row, 'description'),
    severity: severityOfRank(int(row, 'severity')),
    status: text(row, 'status') as CaseStatus, // a CHECK constraint of the column guarantees the value
    caseType: orNull(text, row, 'case_type'),
    tags: row.tags as readonly string[],
    mitreTechniques: row.mitre_techniques as readonly string[],
    complianceFrameworks: row.compliance_frameworks as readonly string[],
    customFields: row.custom_fields as Case['customFields'],
    assigneeId: orNull(text, row, 'assignee_id'),
    queueId: orNull(text, row, 'queue_id'),
    createdBy: text(row, 'created_by'),
    openedAt: time(row, 'opened_at'),
    acknowledgedAt: orNull(time, row, 'acknowledged_at'),
    resolvedAt: orNull(time, row, 'resolved_at'),
    closedAt: orNull(time, row, 'closed_at'),
    reopenCount: int(row, 'reopen_count'),
    slaPolicyId: orNull(text, row, 'sla_policy_id'),
    slaTerms: row.sla_terms as SlaTerms | null, // JSON that this context wrote, as the two below
    ackDueAt: orNull(time, row, 'ack_due_at'),
    resolveDueAt: orNull(time, row, 'resolve_due_at'),
    closeDueAt: orNull(time, row, 'close_due_at'),
    escalation: row.escalation as Ladder | null,
    escalationLevel: int(row, 'escalation_level'),
    escalateAt: orNull(time, row, 'escalate_at'),
    mergedIntoId: orNull(text, row, 'merged_into_id'),
    fanoutResults: row.fanout_results as readonly FanoutResult[],
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}

const REF = /^INC-0*([1-9]\d{0,8})$/i

/** `INC-001`; from the thousandth on with as many digits as it has. */
export function caseNumber(number: number): string {
  return `INC-${String(number).padStart(3, '0')}`
}

/** Reads the number of `INC-7` or `inc-007`; null for a text that is no case number. */
export function numberOf(reference: string): number | null {
  const digits = REF.exec(reference)?.[1]
  return digits === undefined ? null : Number(digits)
}
