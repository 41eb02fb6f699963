/** Figures of the tenants of a provider's person. Unknown is null with a reason, never 0. */
import { joinedCursor, partsOfJoined, refusedCursor } from '../../../platform/cursor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { LakeReader } from '../../../query/ledger.ts'
import { sourceHealth } from '../../../query/source-health.ts'
import { overBounds } from '../../../stores/clickhouse/engine-calls.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, isAllowed, NO_LAKE } from '../../platform/acting/index.ts'
import type { HiddenFields } from '../../platform/governance/index.ts'
import { meteredEvents, type Usage, usageDays, usageOf } from '../../platform/usage/index.ts'
import { queueCounts, SEVERITIES } from '../../soc/alerts/index.ts'
import { caseFacets, slaConfigs } from '../../soc/cases/index.ts'
import type { Permission } from '../accounts/index.ts'
import { type Entrance, entrancesOf, inEach, inTenant, notRead, type PortfolioDeps } from './each-tenant.ts'

export type FigureDeps = PortfolioDeps & { readonly lake?: ((tenant: TenantId) => Reader) | undefined }

const SOURCE_FIGURES = ['sources', 'late_sources', 'events_24h'] as const
export const FIGURES = [
  ...(['open_alerts', 'critical_alerts', 'overdue_alerts', 'open_cases', 'overdue_cases'] as const),
  ...SOURCE_FIGURES,
] as const
type Figure = (typeof FIGURES)[number]

const NEEDS = {
  alerts: 'alerts:read',
  cases: 'cases:read',
  sources: 'connectors:read',
} as const satisfies Record<string, Permission>

/** `id` is ascending; by a figure the highest comes first, and tenants without the figure last. */
export const PORTFOLIO_SORTS = ['id', 'open_alerts', 'critical_alerts', 'overdue_alerts', 'late_sources'] as const
type PortfolioSort = (typeof PORTFOLIO_SORTS)[number]

type PortfolioQuery = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly sort?: PortfolioSort | undefined
}

/** One page of tenants. By a figure, every tenant is read for each page; by id, only the tenants of the page. */
export async function portfolioOf(deps: FigureDeps, actor: Actor, query: PortfolioQuery, nowMs: number) {
  const { sort = 'id', ...page } = query
  const { entrances, leftOff } = await entrancesOf(deps, actor, nowMs)
  const found = await (sort === 'id'
    ? pageById(deps, entrances, page, nowMs)
    : pageByFigure(deps, entrances, sort, page, nowMs))
  return { ...found, tenants_left_off: leftOff }
}

async function pageById(
  deps: FigureDeps,
  entrances: readonly Entrance[],
  { limit, cursor = '' }: PortfolioQuery,
  nowMs: number,
) {
  const rest = entrances.filter(({ tenant }) => tenant > cursor)
  const shown = rest.slice(0, limit)
  const reads = await inEach(shown, async (entrance) => {
    const stored = await storedFigures(deps, entrance, nowMs)
    return withSources(deps, stored, nowMs)
  })
  const last = shown.at(-1)
  return {
    items: reads.flatMap((one) => ('value' in one ? [tenantView(one.value)] : [])),
    ...(rest.length > limit && last ? { next_cursor: last.tenant as string } : {}),
    not_read: notRead(reads),
  }
}

async function pageByFigure(
  deps: FigureDeps,
  entrances: readonly Entrance[],
  sort: Exclude<PortfolioSort, 'id'>,
  { limit, cursor }: PortfolioQuery,
  nowMs: number,
) {
  const after = placeOf(cursor, sort)
  const needsLake = sort === 'late_sources'
  const reads = await inEach(entrances, async (entrance) => {
    const stored = await storedFigures(deps, entrance, nowMs)
    return needsLake ? withSources(deps, stored, nowMs) : stored
  })
  const placed = reads
    .flatMap((one) => ('value' in one ? [{ at: placeIn(one.value, sort), found: one.value }] : []))
    .sort((a, b) => inOrder(a.at, b.at))
  const rest = placed.filter(({ at }) => after === null || inOrder(after, at) < 0)
  const shown = rest.slice(0, limit)
  const last = shown.at(-1)
  const wanted = new Map(shown.map(({ found }) => [found.entrance, found]))
  const whole = await inEach([...wanted.keys()], async (entrance) => {
    const found = wanted.get(entrance) as TenantFigures
    return needsLake ? found : withSources(deps, found, nowMs)
  })
  return {
    items: whole.flatMap((one) => ('value' in one ? [tenantView(one.value)] : [])),
    ...(rest.length > limit && last ? { next_cursor: joinedCursor([sort, last.at.figure, last.at.tenant]) } : {}),
    // Tenants that could not be read have no place among the others: the first page names them.
    not_read: [...(after === null ? notRead(reads) : []), ...notRead(whole)],
  }
}

/** `figure` is -1 where it is unknown, which is below every figure. */
type Place = { readonly figure: number; readonly tenant: string }

function placeIn({ figures, entrance }: TenantFigures, sort: Exclude<PortfolioSort, 'id'>): Place {
  return { figure: figures.get(sort) ?? -1, tenant: entrance.tenant }
}

function inOrder(a: Place, b: Place): number {
  if (a.figure !== b.figure) return b.figure - a.figure
  return a.tenant === b.tenant ? 0 : a.tenant < b.tenant ? -1 : 1
}

/** Throws 422 for a cursor of another order. */
function placeOf(cursor: string | undefined, sort: PortfolioSort): Place | null {
  if (cursor === undefined) return null
  const [by, figure = '', tenant = '', ...rest] = partsOfJoined(cursor)
  if (by !== sort || !/^(?:-1|\d{1,15})$/.test(figure) || tenant === '' || rest.length > 0) throw refusedCursor()
  return { figure: Number(figure), tenant }
}

type TenantFigures = {
  readonly entrance: Entrance
  readonly name: string
  readonly figures: Map<Figure, number>
  /** Figures without a value, with the reason for each. */
  readonly unknown: Record<string, string>
}

/** True when the delegated role may read the part; otherwise the figures of the part are unknown for that reason. */
function mayRead(
  { actor, delegation }: Entrance,
  part: keyof typeof NEEDS,
  names: readonly Figure[],
  unknown: Record<string, string>,
): boolean {
  if (isAllowed(actor, NEEDS[part])) return true
  for (const name of names) unknown[name] = `the delegated role ${delegation.role} lacks ${NEEDS[part]}`
  return false
}

/** Figures of alerts and cases, read in the tenant and on record there. */
async function storedFigures(deps: FigureDeps, entrance: Entrance, nowMs: number): Promise<TenantFigures> {
  const figures = new Map<Figure, number>()
  const unknown: Record<string, string> = {}
  const alerts = mayRead(entrance, 'alerts', ['open_alerts', 'critical_alerts', 'overdue_alerts'], unknown)
  const cases = mayRead(entrance, 'cases', ['open_cases', 'overdue_cases'], unknown)
  const first = alerts ? NEEDS.alerts : cases ? NEEDS.cases : NEEDS.sources
  const action = { needs: first, action: 'organisation:portfolio_read', nowMs }
  const name = await inTenant(deps, entrance, action, async (tx, { name, hidden }) => {
    await Promise.all([alerts && alertFigures(tx, figures, unknown, nowMs), cases && caseFigures(tx, figures, nowMs)])
    withholdCounts(hidden, figures, unknown)
    return name
  })
  return { entrance, name, figures, unknown }
}

/** Fields by which alerts and cases are counted: a count reveals what a rule hides. */
const COUNTED_BY: Partial<Record<Figure, readonly [resource: 'alert' | 'case', ...fields: string[]]>> = {
  open_alerts: ['alert', 'status'],
  critical_alerts: ['alert', 'status', 'severity'],
  overdue_alerts: ['alert', 'status', 'severity'],
  open_cases: ['case', 'status'],
  overdue_cases: ['case', 'status', 'severity', 'sla_breached', 'clocks'],
}

function withholdCounts(hidden: HiddenFields, figures: Map<Figure, number>, unknown: Record<string, string>): void {
  for (const [figure, [resource, ...fields]] of Object.entries(COUNTED_BY)) {
    const rule = (hidden.get(resource) ?? []).find(({ path: [first = ''] }) => fields.includes(first))
    if (rule === undefined) continue
    figures.delete(figure as Figure)
    unknown[figure] = `a field rule hides ${resource}.${rule.path[0]}`
  }
}

/** Adds the figures of the lake. No transaction is open meanwhile: a lake that hangs holds no connection. */
async function withSources(deps: FigureDeps, found: TenantFigures, nowMs: number): Promise<TenantFigures> {
  const { entrance, figures, unknown } = found
  if (mayRead(entrance, 'sources', SOURCE_FIGURES, unknown))
    await sourceFigures(deps.lake?.(entrance.tenant) ?? null, figures, unknown, nowMs)
  return found
}

function tenantView({ entrance: { delegation, tenant }, name, figures, unknown }: TenantFigures) {
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
    for (const name of SOURCE_FIGURES) unknown[name] = reason
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
