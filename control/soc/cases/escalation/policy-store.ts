import { orNull, placed, type Row, text, time } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../../identity/accounts/index.ts'
import type { LadderTerms, Step } from './ladder.ts'

export type EscalationPolicy = LadderTerms & {
  readonly queueId: string
  readonly enabled: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}
export type EscalationInput = Omit<EscalationPolicy, 'id' | 'createdAt' | 'updatedAt'>

const COLUMNS = 'id, name, queue_id, trigger_fraction::float8 AS fraction, ladder, enabled, created_at, updated_at'

function toPolicy(row: Row): EscalationPolicy {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    queueId: text(row, 'queue_id'),
    triggerFraction: Number(row.fraction),
    ladder: row.ladder as readonly Step[],
    enabled: row.enabled === true,
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}

/** Null when the name is taken. */
export function insertEscalationPolicy(tx: TenantTx, input: EscalationInput): Promise<EscalationPolicy | null> {
  const sql = /* sql */ `
    INSERT INTO case_escalation_policies (name, queue_id, trigger_fraction, ladder, enabled)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`
  return tx.maybeOne(toPolicy, sql, [
    ...[input.name, input.queueId, input.triggerFraction, JSON.stringify(input.ladder), input.enabled],
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
    SELECT ${COLUMNS}, created_at::text AS position FROM case_escalation_policies
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(toPolicy), sql, [...[limit, after?.[0] ?? null, after?.[1] ?? null]])
}

/** The enabled one of the queue; of several the first by name. */
export function escalationOf(tx: TenantTx, queueId: string): Promise<EscalationPolicy | null> {
  const sql = /* sql */ `
    SELECT ${COLUMNS} FROM case_escalation_policies WHERE queue_id = $1 AND enabled ORDER BY name COLLATE "C" LIMIT 1`
  return tx.maybeOne(toPolicy, sql, [queueId])
}

export type NewStep = {
  readonly caseId: string
  readonly step: number
  readonly policyId: string
  readonly notify: string
  readonly dueAt: Date
}

/** False when the step was taken before. */
export async function insertStep(tx: TenantTx, newStep: NewStep, at: Date): Promise<boolean> {
  const sql = /* sql */ `
    INSERT INTO case_escalations (case_id, step, policy_id, notify, due_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`
  return (await tx.run(sql, [newStep.caseId, newStep.step, newStep.policyId, newStep.notify, newStep.dueAt, at])) === 1
}

export type EscalationStep = NewStep & { readonly takenAt: Date }

/** Steps of one case, in their order. There are as many as its ladder has steps. */
export function stepsOf(tx: TenantTx, caseId: string): Promise<EscalationStep[]> {
  const sql = /* sql */ `
    SELECT case_id, step, policy_id, notify, due_at, created_at FROM case_escalations WHERE case_id = $1
    ORDER BY created_at, step`
  const toStep = (row: Row): EscalationStep => ({
    caseId: text(row, 'case_id'),
    step: Number(row.step),
    policyId: text(row, 'policy_id'),
    notify: orNull(text, row, 'notify') ?? '',
    dueAt: time(row, 'due_at'),
    takenAt: time(row, 'created_at'),
  })
  return tx.many(toStep, sql, [caseId])
}
