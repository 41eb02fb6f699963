/** Operation that returns the tenant's compliance status in a framework as a signed file. */
import { Type } from 'typebox'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { plainText } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { operationsOf } from '../acting/index.ts'
import { requireExport, signedBundle, zipFile } from '../exports/index.ts'
import type { Vault } from '../vault/index.ts'
import { complianceDashboard } from './dashboard.ts'
import { dashboardView } from './dashboard-view.ts'

type Deps = {
  readonly vault: Vault
  readonly log: Log
  readonly lake?: ((tenant: TenantId) => Reader) | undefined
  readonly retentionDays?: number | undefined
}
const operation = operationsOf<Deps>()

const compliance = operation.file({
  name: 'exports.compliance',
  summary: 'Export the current compliance status of the tenant in a framework as signed JSON',
  permission: 'reports:read',
  audit: 'export:made',
  path: 'GET /exports/compliance/:framework',
  params: Type.Object({ framework: plainText(40) }),
  file: zipFile,
  async run(call, { framework }) {
    await requireExport(call, { holdsRecords: false })
    const { actor, deps, nowMs, read: inTenant } = call
    const { retentionDays = null, lake, log } = deps
    const reader = lake?.(actor.tenantId) ?? null
    const measured = await complianceDashboard({ inTenant, reader, retentionDays, nowMs, log }, framework)
    const content = `${JSON.stringify(dashboardView(measured, nowMs), null, 2)}\n`
    const rows = measured.controls.length
    const file = `${measured.framework.id}.json`
    return signedBundle(call, { kind: 'compliance', file, content, rows, isWhole: true, query: { framework } })
  },
})

export const COMPLIANCE_EXPORT_OPERATIONS = [compliance]
