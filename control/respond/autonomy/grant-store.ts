import { orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export const SCOPE_KINDS = ['alert_class', 'action_verb'] as const
export type ScopeKind = (typeof SCOPE_KINDS)[number]
export const CAPABILITIES = ['auto_close', 'auto_execute'] as const
export type Capability = (typeof CAPABILITIES)[number]
export type Scope = { readonly scopeKind: ScopeKind; readonly scopeKey: string; readonly capability: Capability }

export type Evidence = Readonly<Record<string, unknown>>
export type Grant = Scope & {
  readonly id: string
  readonly state: 'granted' | 'demoted'
  readonly source: 'earned' | 'operator_override'
  readonly evidence: Evidence
  readonly overrideReason: string | null
  readonly decidedBy: string
  readonly decidedAt: Date
}

const COLUMNS = `id, scope_kind, scope_key, capability, state, source, evidence, override_reason, decided_by, decided_at`

export function grants(tx: TenantTx): Promise<Grant[]> {
  return tx.many(toGrant, /* sql */ `SELECT ${COLUMNS} FROM autonomy_grants ORDER BY scope_kind, scope_key, capability`)
}

export function grantOf(tx: TenantTx, { scopeKind, scopeKey, capability }: Scope): Promise<Grant | null> {
  const sql = /* sql */ `
    SELECT ${COLUMNS} FROM autonomy_grants WHERE scope_kind = $1 AND scope_key = $2 AND capability = $3`
  return tx.maybeOne(toGrant, sql, [scopeKind, scopeKey, capability])
}

export function putGrant(tx: TenantTx, grant: Omit<Grant, 'id' | 'decidedAt'>): Promise<Grant | null> {
  const sql = /* sql */ `
    INSERT INTO autonomy_grants (scope_kind, scope_key, capability, state, source, evidence, override_reason, decided_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (tenant_id, scope_kind, scope_key, capability) DO UPDATE SET state = $4, source = $5, evidence = $6,
      override_reason = $7, decided_by = $8, decided_at = clock_timestamp()
    RETURNING ${COLUMNS}`
  const { scopeKind, scopeKey, capability, state, source, evidence, overrideReason, decidedBy } = grant
  const scope = [scopeKind, scopeKey, capability]
  return tx.maybeOne(toGrant, sql, [...scope, state, source, JSON.stringify(evidence), overrideReason, decidedBy])
}

function toGrant(row: Row): Grant {
  return {
    id: text(row, 'id'),
    scopeKind: row.scope_kind as ScopeKind, // words and JSON that this context wrote
    scopeKey: text(row, 'scope_key'),
    capability: row.capability as Capability,
    state: row.state as Grant['state'],
    source: row.source as Grant['source'],
    evidence: row.evidence as Evidence,
    overrideReason: orNull(text, row, 'override_reason'),
    decidedBy: text(row, 'decided_by'),
    decidedAt: time(row, 'decided_at'),
  }
}
