/** Operation that returns the compliance of a tenant over a period, with its evidence, as a signed file for an assessor. */
import { Type } from 'typebox'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { toWire } from '../../../schemas/to-wire.ts'
import { closed, plainText } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { operationsOf } from '../acting/index.ts'
import { EXPORT_BYTES_MAX, EXPORT_ROWS_MAX, requireExport, signedBundle, zipFile } from '../exports/index.ts'
import type { Vault } from '../vault/index.ts'
import { complianceDashboard } from './dashboard.ts'
import { dashboardView } from './dashboard-view.ts'
import { type Evidence, evidencePage } from './evidence.ts'
import { evidenceSchema, evidenceView } from './evidence-view.ts'
import { COMPLIANCE_POINTS, compliancePoints } from './history.ts'
import { COMPLIANCE_LIMITS } from './limits.ts'

type Deps = {
  readonly vault: Vault
  readonly log: Log
  readonly lake?: ((tenant: TenantId) => Reader) | undefined
  readonly retentionDays?: number | undefined
}
const operation = operationsOf<Deps>()

const compliance = operation.file({
  name: 'exports.compliance',
  summary: 'Export the compliance of the tenant in a framework as signed JSON: status now, daily points and evidence',
  description:
    'The points and the evidence are those of the last `days`. Contents of evidence are left out for a caller from whom a field rule hides something.',
  permission: 'reports:read',
  audit: 'export:made',
  path: 'GET /exports/compliance/:framework',
  params: Type.Object({ framework: plainText(40) }),
  query: Type.Object(
    {
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: COMPLIANCE_LIMITS.historyDays, default: 365 })),
    },
    closed,
  ),
  file: zipFile,
  async run(call, { framework, days = 365 }) {
    await requireExport(call, { holdsRecords: false })
    const { actor, deps, nowMs, read: inTenant } = call
    const { retentionDays = null, lake, log } = deps
    const reader = lake?.(actor.tenantId) ?? null
    const measured = await complianceDashboard({ inTenant, reader, retentionDays, nowMs, log }, framework)
    const from = new Date(nowMs - days * DAY_MS)
    const { history, found, isWhole } = await inTenant(async (tx) => ({
      history: await compliancePoints(tx, framework, days, nowMs),
      ...(await evidenceSince(tx, framework, from)),
    }))
    const shown = found.map((one) => (actor.hidden.size === 0 ? one : { ...one, payload: null }))
    const bundle = {
      ...dashboardView(measured, nowMs),
      period: { from: from.toISOString(), to: new Date(nowMs).toISOString(), days },
      history: history.map((point) => toWire(COMPLIANCE_POINTS.schema, point)),
      evidence: shown.map((one) => toWire(evidenceSchema, evidenceView(one))),
      evidence_contents_left_out: actor.hidden.size > 0,
    }
    const content = `${JSON.stringify(bundle, null, 2)}\n`
    const rows = measured.controls.length + history.length + found.length
    const file = `${measured.framework.id}.json`
    return signedBundle(call, { kind: 'compliance', file, content, rows, isWhole, query: { framework, days } })
  },
})

const DAY_MS = 86_400_000
const PAGE = 500

/** Newest first, up to the bounds of an export. */
async function evidenceSince(tx: TenantTx, framework: string, from: Date) {
  const found: Evidence[] = []
  let bytes = 0
  for (let before: number | null = null; ; before = found.at(-1)?.seq ?? null) {
    const page = await evidencePage(tx, { framework }, PAGE, before)
    for (const one of page) {
      if (one.collectedAt < from) return { found, isWhole: true }
      bytes += Buffer.byteLength(JSON.stringify(one))
      if (found.length === EXPORT_ROWS_MAX || bytes > EXPORT_BYTES_MAX) return { found, isWhole: false }
      found.push(one)
    }
    if (page.length < PAGE) return { found, isWhole: true }
  }
}

export const COMPLIANCE_EXPORT_OPERATIONS = [compliance]
