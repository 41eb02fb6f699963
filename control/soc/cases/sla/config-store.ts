/** Targets for alerts by severity. A severity without a row has no target, and its due times are null. */
import { createHash } from 'node:crypto'
import { requireFound } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { uuidText } from '../../../../platform/uuid-text.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import { SEVERITIES, SEVERITY_COLUMN, type Severity, severityRank } from '../../alerts/index.ts'

/** Minutes from when an alert was made: to detect (from its first event), to resolve, to close. Null: no target. */
const SLA_CONFIGS = tableInCamelCase('StoredSlaConfig', {
  severity: SEVERITY_COLUMN,
  mttd_target: column.orNull(column.int()),
  mttr_target: column.orNull(column.int()),
  mttc_target: column.orNull(column.int()),
  updated_at: column.time(),
})
type StoredConfig = RowOf<typeof SLA_CONFIGS>
/** `updatedAt` is null for a severity whose targets were never set. */
export type SlaConfig = Omit<StoredConfig, 'updatedAt'> & { readonly id: string; readonly updatedAt: Date | null }
export type SlaTargets = Pick<SlaConfig, 'mttdTarget' | 'mttrTarget' | 'mttcTarget'>

/** One for each severity, whether it has targets or not, the most severe first. */
export async function slaConfigs(tx: TenantTx): Promise<SlaConfig[]> {
  const sql = /* sql */ `SELECT ${SLA_CONFIGS.columns} FROM sla_configs`
  const set = new Map((await tx.many(SLA_CONFIGS.read, sql)).map((config) => [config.severity, config]))
  return SEVERITIES.toReversed().map((severity) => ({ ...unset(tx.tenantId, severity), ...set.get(severity) }))
}

/** Finds the configuration by id or by name of severity. Throws `not_found`. */
export async function changeSlaConfig(tx: TenantTx, ref: string, to: SlaTargets, nowMs: number): Promise<SlaConfig> {
  const severity = requireFound(
    SEVERITIES.find((one) => one === ref || idOf(tx.tenantId, one) === ref),
    'SLA configuration',
    ref,
  )
  const at = new Date(nowMs)
  const sql = /* sql */ `
    INSERT INTO sla_configs (severity, mttd_target, mttr_target, mttc_target, updated_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (tenant_id, severity) DO UPDATE SET mttd_target = $2, mttr_target = $3, mttc_target = $4, updated_at = $5`
  await tx.run(sql, [severityRank(severity), to.mttdTarget, to.mttrTarget, to.mttcTarget, at])
  return { ...unset(tx.tenantId, severity), ...to, updatedAt: at }
}

function unset(tenant: TenantId, severity: Severity): SlaConfig {
  return { id: idOf(tenant, severity), severity, mttdTarget: null, mttrTarget: null, mttcTarget: null, updatedAt: null }
}

/** A tenant has one a severity, so the id follows from both: a UUID of version 8 (RFC 9562). */
function idOf(tenant: TenantId, severity: Severity): string {
  const bytes = createHash('sha256').update(`sla config ${tenant} ${severity}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidText(bytes.toString('hex'))
}
