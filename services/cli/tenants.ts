/** `svc tenants list|limits|suspend|resume`: tenants, as the operator keeps them on the machine. */
import {
  changeLimits,
  changeStatus,
  eachTenant,
  type IngestLimits,
  type LimitsChange,
  type Tenant,
  type TenantStatus,
} from '../../control/identity/tenants/index.ts'
import { AppError } from '../../platform/errors.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { type Postgres, type TenantTx, withTenant } from '../../stores/postgres/pool.ts'
import type { Config } from '../config.ts'
import { formatted } from './kql/formats.ts'
import { numberOption } from './number-option.ts'
import { operatorAudit } from './operator-audit.ts'
import { withOwner } from './with-owner.ts'

const COUNT_MAX = 2 ** 31 - 1
const COLUMNS = ['id', 'status', 'weight', 'events/s', 'burst', 'requests/s', 'burst of requests', 'since', 'name']

export async function runTenantsList({ format }: { readonly format: string }): Promise<void> {
  const write = formatted(format)
  const rows = await withOwner(async (pool) => {
    const found: string[][] = []
    for await (const { id, name, status, weight, limits, createdAt } of eachTenant(pool)) {
      const { eventsPerSecond, eventsBurst, requestsPerSecond, requestsBurst } = limits
      const counts = [weight, eventsPerSecond, eventsBurst, requestsPerSecond, requestsBurst].map(String)
      found.push([id, status, ...counts, createdAt.toISOString(), name])
    }
    return found
  })
  const columns = COLUMNS.map((name) => ({ name, type: 'string' as const }))
  for (const piece of write(columns, rows)) process.stdout.write(piece)
}

const LIMITS = {
  eventsPerSecond: '--events-per-second',
  eventsBurst: '--events-burst',
  requestsPerSecond: '--requests-per-second',
  requestsBurst: '--requests-burst',
} as const satisfies Readonly<Record<keyof IngestLimits, string>>

export type LimitsOptions = { readonly weight?: string } & { readonly [K in keyof typeof LIMITS]?: string }

export async function runTenantLimits(tenant: string, options: LimitsOptions): Promise<void> {
  const limits = Object.fromEntries(
    Object.entries(LIMITS).flatMap(([name, option]) => {
      const value = options[name as keyof typeof LIMITS]
      return value === undefined ? [] : [[name, numberOption(option, value, 1, COUNT_MAX)]]
    }),
  )
  const weight = options.weight === undefined ? {} : { weight: numberOption('--weight', options.weight, 1, 1000) }
  const change: LimitsChange = { ...weight, limits }
  if (Object.keys({ ...weight, ...limits }).length === 0)
    throw new AppError('bad_request', 'give at least one limit to change')
  await withOwner((pool, config) =>
    changed(pool, config, tenantId(tenant), 'tenant:limits_changed', { ...weight, ...limits }, (tx) =>
      changeLimits(tx, change),
    ),
  )
}

export async function runTenantStatus(tenant: string, status: TenantStatus): Promise<void> {
  await withOwner((pool, config) =>
    changed(pool, config, tenantId(tenant), `tenant:${status}`, { status }, (tx) => changeStatus(tx, status)),
  )
}

/** With its entry in the audit log of the tenant, in one transaction. */
async function changed(
  pool: Postgres,
  config: Config,
  tenant: TenantId,
  action: string,
  changes: Readonly<Record<string, unknown>>,
  work: (tx: TenantTx) => Promise<Tenant>,
): Promise<Tenant> {
  const record = operatorAudit(config)
  return withTenant(pool, tenant, async (tx) => {
    const after = await work(tx)
    await record(tx, action, { resource: 'tenant', resourceId: tenant, changes })
    return after
  })
}
