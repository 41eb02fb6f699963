/** Figures of the tenants of a provider's person. Unknown is null with a reason, never 0. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { LakeReader } from '../../../query/ledger.ts'
import { sourceHealth } from '../../../query/source-health.ts'
import { overBounds } from '../../../stores/clickhouse/engine-calls.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, isAllowed, NO_LAKE } from '../../platform/acting/index.ts'
import { meteredEvents, type Usage, usageDays, usageOf } from '../../platform/usage/index.ts'
import { queueCounts, SEVERITIES } from '../../soc/alerts/index.ts'
import { caseFacets, slaConfigs } from '../../soc/cases/index.ts'
import type { Permission } from '../accounts/index.ts'
import { type Entrance, entrancesOf, inEach, inTenant, notRead, type PortfolioDeps } from './each-tenant.ts'

export type FigureDeps = PortfolioDeps & { readonly lake?: ((tenant: TenantId) => Reader) | undefined }

export const FIGURES = [
  ...(['open_alerts', 'critical_alerts', 'overdue_alerts', 'open_cases', 'overdue_cases'] as const),
  ...(['sources', 'late_sources', 'events_24h'] as const),
] as const
type Figure = (typeof FIGURES)[number]

const NEEDS = {
  alerts: 'alerts:read',
  cases: 'cases:read',
  sources: 'connectors:read',
} as const satisfies Record<string, Permission>

/** One page of tenants, by id. */
export async function portfolioOf(
  deps: FigureDeps,
  actor: Actor,
  { limit, cursor = '' }: { readonly limit: number; readonly cursor?: string | undefined },
  nowMs: number,
) {
  const { entrances, leftOff } = await entrancesOf(deps, actor, nowMs)
  const rest = entrances.filter(({ tenant }) => tenant > cursor)
  const shown = rest.slice(0, limit)
  const reads = await inEach(shown, (entrance) => figuresOf(deps, entrance, nowMs))
  const last = shown.at(-1)
  return {
    items: reads.flatMap((one) => ('value' in one ? [one.value] : [])),
    ...(rest.length > limit && last ? { next_cursor: last.tenant as string } : {}),
    not_read: notRead(reads),
    tenants_left_off: leftOff,
  }
}

async function figuresOf(deps: FigureDeps, entrance: Entrance, nowMs: number) {
  const { actor, delegation, tenant } = entrance
  const figures = new Map<Figure, number>()
  const unknown: Record<string, string> = {}
  const may = (part: keyof typeof NEEDS, names: readonly Figure[]) => {
    if (isAllowed(actor, NEEDS[part])) return true
    for (const name of names) unknown[name] = `the delegated role ${delegation.role} lacks ${NEEDS[part]}`
    return false
  }
  const alerts = may('alerts', ['open_alerts', 'critical_alerts', 'overdue_alerts'])
  const cases = may('cases', ['open_cases', 'overdue_cases'])
  const sources = may('sources', ['sources', 'late_sources', 'events_24h'])
  const first = alerts ? NEEDS.alerts : cases ? NEEDS.cases : NEEDS.sources
  const name = await inTenant(
    deps,
    entrance,
    { needs: first, action: 'organisation:portfolio_read', nowMs },
    async (tx, { name }) => {
      await Promise.all([alerts && alertFigures(tx, figures, unknown, nowMs), cases && caseFigures(tx, figures, nowMs)])
      return name
    },
  )
  // The lake is read when the transaction has ended: one that hangs holds no connection.
  if (sources) await sourceFigures(deps.lake?.(tenant) ?? null, figures, unknown, nowMs)
  return {
    tenant_id: tenant as string,
    tenant_name: name,
    delegation_id: delegation.id,
    role: delegation.role,
    expires_at: delegation.expiresAt,
    ...(Object.fromEntries(FIGURES.map((figure) => [figure, figures.get(figure) ?? null])) as Record<
      Figure,
      number | null
    >),
    not_measured: unknown,
  }
}

async function caseFigures(tx: TenantTx, figures: Map<Figure, number>, nowMs: number): Promise<void> {
  const [open, overdue] = await Promise.all([caseFacets(tx, {}), caseFacets(tx, { breachedAt: new Date(nowMs) })])
  figures.set('open_cases', open.unresolved)
  figures.set('overdue_cases', overdue.unresolved)
}

async function alertFigures(
  tx: TenantTx,
  figures: Map<Figure, number>,
  unknown: Record<string, string>,
  nowMs: number,
): Promise<void> {
  const configs = await slaConfigs(tx)
  const targets = SEVERITIES.map((severity) => configs.find((one) => one.severity === severity)?.mttrTarget ?? null)
  const criticalSql = /* sql */ `
    SELECT count(*)::int AS n FROM alerts WHERE status IN ('new', 'triaged', 'in_progress') AND severity = $1
      AND (snoozed_until IS NULL OR snoozed_until <= $2)`
  const [counts, critical] = await Promise.all([
    queueCounts(tx, { owner: 'all', period: 'all', me: null, nowMs }, targets),
    tx.one((row) => int(row, 'n'), criticalSql, [SEVERITIES.length, new Date(nowMs)]),
  ])
  figures.set('open_alerts', counts.all)
  figures.set('critical_alerts', critical)
  if (targets.some((minutes) => minutes !== null)) figures.set('overdue_alerts', counts.breached)
  else unknown.overdue_alerts = 'no severity has a target to resolve'
}

async function sourceFigures(
  lake: LakeReader | null,
  figures: Map<Figure, number>,
  unknown: Record<string, string>,
  nowMs: number,
): Promise<void> {
  const unread = (reason: string) => {
    for (const name of ['sources', 'late_sources', 'events_24h']) unknown[name] = reason
  }
  if (lake === null) return unread(NO_LAKE)
  try {
    const found = await sourceHealth(lake, nowMs)
    figures.set('sources', found.length)
    figures.set('late_sources', found.filter(({ state }) => state === 'late' || state === 'silent').length)
    figures.set(
      'events_24h',
      found.reduce((sum, { volume }) => sum + volume.last24h, 0),
    )
  } catch (error) {
    const refused = error instanceof AppError ? error : overBounds(error)
    if (refused?.code !== 'unavailable') throw error
    unread(refused.message)
  }
}

/** Usage of every tenant in the days, and the sum over those that are in the answer. */
export async function usageOfAll(
  deps: FigureDeps,
  actor: Actor,
  input: { readonly start?: string | undefined; readonly end?: string | undefined },
  nowMs: number,
) {
  const days = usageDays(input, nowMs)
  const { entrances, leftOff } = await entrancesOf(deps, actor, nowMs)
  const reads = await inEach(entrances, async (entrance) => {
    if (!isAllowed(entrance.actor, 'reports:read'))
      throw new AppError('forbidden', `the delegated role ${entrance.delegation.role} lacks reports:read`)
    const events = await meteredEvents(deps.lake?.(entrance.tenant) ?? null, days)
    const action = { needs: 'reports:read', action: 'organisation:usage_read', nowMs } as const
    return inTenant(deps, entrance, action, async (tx, { name }) => ({ name, usage: await usageOf(tx, events, days) }))
  })
  const items = reads.flatMap((one) => ('value' in one ? [itemOf(one.entrance.tenant, one.value)] : []))
  const meters = [...new Set(items.flatMap(({ totals }) => Object.keys(totals)))]
  return {
    ...days,
    items,
    totals: Object.fromEntries(
      meters.map((meter) => [meter, items.reduce((sum, { totals }) => sum + (totals[meter] ?? 0), 0)]),
    ),
    not_read: notRead(reads),
    is_whole: !leftOff && items.length === entrances.length && items.every(({ unmeasured }) => unmeasured.length === 0),
    tenants_left_off: leftOff,
  }
}

function itemOf(tenant: string, { name, usage }: { readonly name: string; readonly usage: Usage }) {
  const { totals, now, unmeasured } = usage
  return {
    tenant_id: tenant,
    tenant_name: name,
    totals: { ...totals },
    now: { ...now },
    unmeasured: unmeasured.map(({ meter, reason }) => ({ meter, reason })),
  }
}
