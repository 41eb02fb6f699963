import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { SEVERITY_COLUMN } from '../alerts/index.ts'
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

export const CASES = tableInCamelCase('Case', {
  id: column.text(),
  tenant_id: column.text(),
  number: column.int(),
  title: column.text(),
  description: column.orNull(column.text()),
  severity: SEVERITY_COLUMN,
  status: column.json<CaseStatus>(),
  case_type: column.orNull(column.text()),
  tags: column.texts(),
  mitre_techniques: column.texts(),
  compliance_frameworks: column.texts(),
  custom_fields: column.json<Readonly<Record<string, unknown>>>(),
  assignee_id: column.orNull(column.text()),
  queue_id: column.orNull(column.text()),
  created_by: column.text(),
  opened_at: column.time(),
  acknowledged_at: column.orNull(column.time()),
  resolved_at: column.orNull(column.time()),
  closed_at: column.orNull(column.time()),
  reopen_count: column.int(),
  sla_policy_id: column.orNull(column.text()),
  sla_terms: column.orNull(column.json<SlaTerms>()),
  ack_due_at: column.orNull(column.time()),
  resolve_due_at: column.orNull(column.time()),
  close_due_at: column.orNull(column.time()),
  escalation: column.orNull(column.json<Ladder>()),
  escalation_level: column.int(),
  escalate_at: column.orNull(column.time()),
  merged_into_id: column.orNull(column.text()),
  fanout_results: column.json<readonly FanoutResult[]>(),
  created_at: column.time(),
  updated_at: column.time(),
})
export type Case = RowOf<typeof CASES>

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
