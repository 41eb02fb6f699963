import { placed } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../../identity/accounts/index.ts'
import { SEVERITY_COLUMN, type Severity, severityRank } from '../../alerts/index.ts'
import type { SlaTerms } from './terms.ts'

export const SLA_POLICIES = tableInCamelCase('SlaPolicy', {
  id: column.text(),
  name: column.text(),
  severity: SEVERITY_COLUMN,
  ack_minutes: column.int(),
  resolve_minutes: column.int(),
  close_minutes: column.int(),
  business_hours_only: column.bool(),
  timezone: column.text(),
  business_days: column.json<readonly number[]>(),
  /** Minutes of the local day. */
  business_start: column.int(),
  business_end: column.int(),
  holidays: column.texts(),
  enabled: column.bool(),
  created_at: column.time(),
  updated_at: column.time(),
})
export type SlaPolicy = RowOf<typeof SLA_POLICIES>

export type PolicyInput = Omit<SlaPolicy, 'id' | 'createdAt' | 'updatedAt'>

function valuesOf(input: PolicyInput): unknown[] {
  return [
    ...[input.name, severityRank(input.severity), input.ackMinutes, input.resolveMinutes, input.closeMinutes],
    ...[input.businessHoursOnly, input.timezone, input.businessDays, input.businessStart, input.businessEnd],
    ...[input.holidays, input.enabled],
  ]
}

/** Null when the severity has a policy of that name. */
export function insertPolicy(tx: TenantTx, input: PolicyInput): Promise<SlaPolicy | null> {
  const sql = /* sql */ `
    INSERT INTO sla_policies (name, severity, ack_minutes, resolve_minutes, close_minutes, business_hours_only, timezone,
      business_days, business_start, business_end, holidays, enabled)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING ${SLA_POLICIES.columns}`
  return tx.maybeOne(SLA_POLICIES.read, sql, valuesOf(input))
}

export function lockPolicy(tx: TenantTx, id: string): Promise<SlaPolicy | null> {
  return tx.maybeOne(SLA_POLICIES.read, `SELECT ${SLA_POLICIES.columns} FROM sla_policies WHERE id = $1 FOR UPDATE`, [
    id,
  ])
}

/** False when another policy of the severity has that name. */
export async function isNameFree(tx: TenantTx, id: string, { severity, name }: PolicyInput): Promise<boolean> {
  const sql = /* sql */ `SELECT 1 FROM sla_policies WHERE severity = $1 AND name = $2 AND id <> $3`
  return (await tx.many(() => true, sql, [severityRank(severity), name, id])).length === 0
}

export function updatePolicy(tx: TenantTx, id: string, input: PolicyInput): Promise<SlaPolicy | null> {
  const sql = /* sql */ `
    UPDATE sla_policies SET name = $2, severity = $3, ack_minutes = $4, resolve_minutes = $5, close_minutes = $6,
      business_hours_only = $7, timezone = $8, business_days = $9, business_start = $10, business_end = $11,
      holidays = $12, enabled = $13, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${SLA_POLICIES.columns}`
  return tx.maybeOne(SLA_POLICIES.read, sql, [id, ...valuesOf(input)])
}

/** Newest first. */
export function policiesPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<SlaPolicy>[]> {
  const sql = /* sql */ `
    SELECT ${SLA_POLICIES.columns}, created_at::text AS position FROM sla_policies
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(SLA_POLICIES.read), sql, [...[limit, after?.[0] ?? null, after?.[1] ?? null]])
}

export type ApplicablePolicy = { readonly id: string; readonly terms: SlaTerms }

/** The policy of the queue if it is enabled, else the first enabled one of the severity by name. */
export async function policyFor(
  tx: TenantTx,
  severity: Severity,
  queuePolicyId: string | null,
): Promise<ApplicablePolicy | null> {
  const sql = /* sql */ `
    SELECT ${SLA_POLICIES.columns} FROM sla_policies WHERE enabled AND (id = $2 OR severity = $1)
    ORDER BY id = $2 DESC NULLS LAST, name LIMIT 1`
  const policy = await tx.maybeOne(SLA_POLICIES.read, sql, [severityRank(severity), queuePolicyId])
  return policy && { id: policy.id, terms: termsOf(policy) }
}

function termsOf(policy: SlaPolicy): SlaTerms {
  const calendar = {
    timezone: policy.timezone,
    days: policy.businessDays,
    start: policy.businessStart,
    end: policy.businessEnd,
    holidays: policy.holidays,
  }
  return {
    policy: policy.name,
    ack_minutes: policy.ackMinutes,
    resolve_minutes: policy.resolveMinutes,
    close_minutes: policy.closeMinutes,
    calendar: policy.businessHoursOnly ? calendar : null,
  }
}
