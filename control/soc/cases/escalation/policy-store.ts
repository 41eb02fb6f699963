import { placed } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../../identity/accounts/index.ts'
import type { Step } from './ladder.ts'

export const ESCALATION_POLICIES = tableInCamelCase('StoredEscalationPolicy', {
  id: column.uuid(),
  name: column.text(),
  queue_id: column.uuid(),
  trigger_at_sla_fraction: column.from('trigger_fraction::float8', column.number()),
  ladder: column.json<readonly Step[]>(),
  enabled: column.bool(),
  created_at: column.time(),
  updated_at: column.time(),
})
export type EscalationPolicy = RowOf<typeof ESCALATION_POLICIES>
export type EscalationInput = Omit<EscalationPolicy, 'id' | 'createdAt' | 'updatedAt'>

/** Null when the name is taken. */
export function insertEscalationPolicy(tx: TenantTx, input: EscalationInput): Promise<EscalationPolicy | null> {
  const sql = /* sql */ `
    INSERT INTO case_escalation_policies (name, queue_id, trigger_fraction, ladder, enabled)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING ${ESCALATION_POLICIES.columns}`
  return tx.maybeOne(ESCALATION_POLICIES.read, sql, [
    ...[input.name, input.queueId, input.triggerAtSlaFraction, JSON.stringify(input.ladder), input.enabled],
  ])
}

/** False when there is none. Cases keep the ladders that they have. */
export async function deleteEscalationPolicy(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM case_escalation_policies WHERE id = $1`, [id])) === 1
}

/** Newest first. */
export function escalationPoliciesPage(
  tx: TenantTx,
  limit: number,
  after: Position | null,
): Promise<Placed<EscalationPolicy>[]> {
  const sql = /* sql */ `
    SELECT ${ESCALATION_POLICIES.columns}, created_at::text AS position FROM case_escalation_policies
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(ESCALATION_POLICIES.read), sql, [...[limit, after?.[0] ?? null, after?.[1] ?? null]])
}

/** The enabled one of the queue; of several the first by name. */
export function escalationOf(tx: TenantTx, queueId: string): Promise<EscalationPolicy | null> {
  const sql = /* sql */ `
    SELECT ${ESCALATION_POLICIES.columns} FROM case_escalation_policies WHERE queue_id = $1 AND enabled ORDER BY name COLLATE "C" LIMIT 1`
  return tx.maybeOne(ESCALATION_POLICIES.read, sql, [queueId])
}

const ESCALATION_STEPS = tableInCamelCase('EscalationStep', {
  case_id: column.uuid(),
  step: column.int(),
  policy_id: column.uuid(),
  notify: column.from("coalesce(notify, '')", column.text()),
  due_at: column.time(),
  taken_at: column.from('created_at', column.time()),
})
export type EscalationStep = RowOf<typeof ESCALATION_STEPS>
export type NewStep = Omit<EscalationStep, 'takenAt'>

/** False when the step was taken before. */
export async function insertStep(tx: TenantTx, newStep: NewStep, at: Date): Promise<boolean> {
  const sql = /* sql */ `
    INSERT INTO case_escalations (case_id, step, policy_id, notify, due_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`
  return (await tx.run(sql, [newStep.caseId, newStep.step, newStep.policyId, newStep.notify, newStep.dueAt, at])) === 1
}

/** Steps of one case, in their order. There are as many as its ladder has steps. */
export function stepsOf(tx: TenantTx, caseId: string): Promise<EscalationStep[]> {
  const sql = /* sql */ `
    SELECT ${ESCALATION_STEPS.columns} FROM case_escalations WHERE case_id = $1 ORDER BY created_at, step`
  return tx.many(ESCALATION_STEPS.read, sql, [caseId])
}
