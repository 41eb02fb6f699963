import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { FIELD_RULES, type FieldRule } from './field-rule.ts'

export type NewFieldRule = Pick<
  FieldRule,
  'resource' | 'field_path' | 'visible_to_roles' | 'treatment' | 'enabled' | 'created_by'
>

export function fieldRules(tx: TenantTx): Promise<FieldRule[]> {
  const sql = /* sql */ `SELECT ${FIELD_RULES.columns} FROM field_rules ORDER BY resource, field_path`
  return tx.many(FIELD_RULES.read, sql)
}

/** Null where the tenant has a rule of that field. */
export function insertFieldRule(tx: TenantTx, rule: NewFieldRule): Promise<FieldRule | null> {
  const sql = /* sql */ `
    INSERT INTO field_rules (resource, field_path, visible_to_roles, treatment, enabled, created_by)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id, resource, field_path) DO NOTHING
    RETURNING ${FIELD_RULES.columns}`
  const { resource, field_path, visible_to_roles, treatment, enabled, created_by } = rule
  return tx.maybeOne(FIELD_RULES.read, sql, [resource, field_path, visible_to_roles, treatment, enabled, created_by])
}

export type FieldRuleChange = Partial<Pick<FieldRule, 'visible_to_roles' | 'treatment' | 'enabled'>>

export function updateFieldRule(tx: TenantTx, id: string, change: FieldRuleChange): Promise<FieldRule | null> {
  const sql = /* sql */ `
    UPDATE field_rules SET visible_to_roles = coalesce($2, visible_to_roles), treatment = coalesce($3, treatment),
      enabled = coalesce($4, enabled), updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${FIELD_RULES.columns}`
  const { visible_to_roles = null, treatment = null, enabled = null } = change
  return tx.maybeOne(FIELD_RULES.read, sql, [id, visible_to_roles, treatment, enabled])
}

export function deleteFieldRule(tx: TenantTx, id: string): Promise<FieldRule | null> {
  return tx.maybeOne(
    FIELD_RULES.read,
    /* sql */ `DELETE FROM field_rules WHERE id = $1 RETURNING ${FIELD_RULES.columns}`,
    [id],
  )
}
