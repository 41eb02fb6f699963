/** Targets for alerts by severity. A severity without a row has no target, and its due times are null. */
import { createHash } from 'node:crypto'
import { requireFound } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { uuidText } from '../../../../platform/uuid-text.ts'
import { int, orNull, type Row, time } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { SEVERITIES, type Severity, severityOfRank, severityRank } from '../../alerts/index.ts'

/** Minutes from when an alert was made: to detect (from its first event), to resolve, to close. Null: no target. */
export type SlaConfig = {
  readonly id: string
  readonly severity: Severity
  readonly mttdTarget: number | null
  readonly mttrTarget: number | null
  readonly mttcTarget: number | null
  /** Null: never set. */
  readonly updatedAt: Date | null
}
export type SlaTargets = Pick<SlaConfig, 'mttdTarget' | 'mttrTarget' | 'mttcTarget'>

/** One for each severity, whether it has targets or not, the most severe first. */
export async function slaConfigs(tx: TenantTx): Promise<SlaConfig[]> {
  const sql = /* sql */ `SELECT severity, mttd_target, mttr_target, mttc_target, updated_at FROM sla_configs`
  const toConfig = (row: Row) => configOf(tx.tenantId, row)
  const set = new Map((await tx.many(toConfig, sql)).map((config) => [config.severity, config]))
  return SEVERITIES.toReversed().map((severity) => set.get(severity) ?? unset(tx.tenantId, severity))
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

function configOf(tenant: TenantId, row: Row): SlaConfig {
  return {
    ...unset(tenant, severityOfRank(int(row, 'severity'))),
    mttdTarget: orNull(int, row, 'mttd_target'),
    mttrTarget: orNull(int, row, 'mttr_target'),
    mttcTarget: orNull(int, row, 'mttc_target'),
    updatedAt: time(row, 'updated_at'),
  }
}
