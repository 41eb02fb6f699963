/** `svc usage --tenant T`: shows a tenant's usage by day, and its quotas. */
import { ownOrganisation } from '../../control/identity/organisations/index.ts'
import {
  headroomDays,
  headroomOf,
  meteredEvents,
  setEntitlement,
  type Usage,
  usageCsv,
  usageDays,
  usageOf,
} from '../../control/platform/usage/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'
import { requireTenant } from './known-tenant.ts'
import { numberOption } from './number-option.ts'
import { operatorAudit } from './operator-audit.ts'

export type UsageOptions = { tenant: string; from?: string; to?: string; csv?: boolean; json?: boolean }

export async function runUsage({ tenant, from, to, csv, json }: UsageOptions): Promise<void> {
  const id = tenantId(tenant)
  const nowMs = Date.now()
  const days = usageDays({ start: from, end: to }, nowMs)
  const { clickhouseUrl, databaseUrl } = targets()
  const client = openClickhouse({ url: clickhouseUrl })
  const pool = openPostgres({ url: databaseUrl, poolSize: 1 })
  try {
    await requireTenant(pool, id)
    const lake = tenantReader(client, id)
    const events = await meteredEvents(lake, days)
    const ofMonth = await meteredEvents(lake, headroomDays(nowMs))
    await withTenant(pool, id, async (tx) => {
      const usage = await usageOf(tx, events, days)
      const entitlements = await headroomOf(tx, ofMonth, nowMs)
      if (csv) {
        const organisation = (await ownOrganisation(tx))?.name ?? null
        process.stdout.write(usageCsv(usage, { tenant: id, organisation, generatedAt: new Date(nowMs).toISOString() }))
      } else if (json) console.log(JSON.stringify({ tenant_id: id, ...usage, entitlements }))
      else console.log(usageText(usage, entitlements))
    })
  } finally {
    await pool.end()
    await client.close()
  }
}

function usageText(
  { start, end, totals, now, unmeasured }: Usage,
  entitlements: Awaited<ReturnType<typeof headroomOf>>,
) {
  const lines = [
    `${start} to ${end}, UTC`,
    ...Object.entries(totals).map(([name, count]) => `${name}\t${count}`),
    ...Object.entries(now).map(([name, count]) => `${name}\t${count}\tnow`),
    ...unmeasured.map(({ meter, reason }) => `${meter}\tnot measured\t${reason}`),
    ...entitlements.map(({ meter, allowance, period, used, headroom }) => {
      const left = headroom === null ? 'not measured' : `${used} used, ${headroom} left`
      return `may use of ${meter}\t${allowance} ${period === 'month' ? 'a month' : 'at any time'}\t${left}`
    }),
  ]
  return lines.join('\n')
}

export type EntitlementOptions = { tenant: string; meter: string; allowance?: string }

/** Without an allowance there is no bound any more. */
export async function runSetEntitlement({ tenant, meter, allowance }: EntitlementOptions): Promise<void> {
  const id = tenantId(tenant)
  const bound = allowance === undefined ? null : numberOption('--allowance', allowance, 0, 1e15)
  const { config, databaseUrl } = targets()
  const pool = openPostgres({ url: databaseUrl, poolSize: 1 })
  const record = operatorAudit(config)
  try {
    await setEntitlement(pool, id, { meter, allowance: bound }, (tx) =>
      record(tx, 'entitlement:set', { resource: 'entitlement', resourceId: meter, changes: { allowance: bound } }),
    )
  } finally {
    await pool.end()
  }
}
