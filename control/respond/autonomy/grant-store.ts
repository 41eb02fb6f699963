import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

export const SCOPE_KINDS = ['alert_class', 'action_verb'] as const
export type ScopeKind = (typeof SCOPE_KINDS)[number]
export const CAPABILITIES = ['auto_close', 'auto_execute'] as const
export type Capability = (typeof CAPABILITIES)[number]
export type Scope = { readonly scopeKind: ScopeKind; readonly scopeKey: string; readonly capability: Capability }

export type Evidence = Readonly<Record<string, unknown>>
export const GRANTS = tableInCamelCase('Grant', {
  id: column.uuid(),
  scope_kind: column.word(SCOPE_KINDS),
  scope_key: column.text(),
  capability: column.word(CAPABILITIES),
  state: column.word(['granted', 'demoted']),
  source: column.word(['earned', 'operator_override']),
  evidence: column.json<Evidence>(),
  override_reason: column.orNull(column.text()),
  decided_by: column.text(),
  decided_at: column.time(),
})
export type Grant = RowOf<typeof GRANTS>

export function grants(tx: TenantTx): Promise<Grant[]> {
  return tx.many(
    GRANTS.read,
    /* sql */ `SELECT ${GRANTS.columns} FROM autonomy_grants ORDER BY scope_kind, scope_key, capability`,
  )
}

export function grantOf(tx: TenantTx, { scopeKind, scopeKey, capability }: Scope): Promise<Grant | null> {
  const sql = /* sql */ `
    SELECT ${GRANTS.columns} FROM autonomy_grants WHERE scope_kind = $1 AND scope_key = $2 AND capability = $3`
  return tx.maybeOne(GRANTS.read, sql, [scopeKind, scopeKey, capability])
}

export function grantById(tx: TenantTx, id: string): Promise<Grant | null> {
  const sql = /* sql */ `SELECT ${GRANTS.columns} FROM autonomy_grants WHERE id = $1 FOR UPDATE`
  return tx.maybeOne(GRANTS.read, sql, [id])
}

export function putGrant(tx: TenantTx, grant: Omit<Grant, 'id' | 'decidedAt'>): Promise<Grant | null> {
  const sql = /* sql */ `
    INSERT INTO autonomy_grants (scope_kind, scope_key, capability, state, source, evidence, override_reason, decided_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (tenant_id, scope_kind, scope_key, capability) DO UPDATE SET state = $4, source = $5, evidence = $6,
      override_reason = $7, decided_by = $8, decided_at = clock_timestamp()
    RETURNING ${GRANTS.columns}`
  const { scopeKind, scopeKey, capability, state, source, evidence, overrideReason, decidedBy } = grant
  const scope = [scopeKind, scopeKey, capability]
  return tx.maybeOne(GRANTS.read, sql, [...scope, state, source, JSON.stringify(evidence), overrideReason, decidedBy])
}
