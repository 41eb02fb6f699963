/** Figures of the tenants that one may work in, each read with the token of its delegation. Unknown is null, never 0. */
import { type AnswerOf, call, type Operation } from '../api/call.ts'
import { everyPage } from '../parts/every-page.ts'
import { onePerTenant } from './live-delegations.ts'

export type Delegation = AnswerOf<'GET /api/v1/delegations'>['items'][number]

export type Portfolio = {
  readonly tenant: string
  readonly open: number | null
  readonly critical: number | null
  readonly missed: number | null
  readonly lateSources: number | null
  readonly events: number | null
}

const LIST_MAX = 200
const DELEGATIONS_PAGE = 500
const DELEGATIONS_PAGES = 10

/** The newest first, ended ones too; not whole past the bound of pages. */
export const allDelegations = () =>
  everyPage<Delegation>(DELEGATIONS_PAGES, (of) =>
    call('GET /api/v1/delegations', { query: { limit: DELEGATIONS_PAGE, ...of } }),
  )

/** One after the other: a person may ask only so often in a minute. */
export async function readPortfolio(delegations: readonly Delegation[]): Promise<Portfolio[]> {
  const found: Portfolio[] = []
  for (const one of onePerTenant(delegations, Date.now()).read) found.push(await read(one))
  return found
}

async function read({ id, tenant_id: tenant }: Delegation): Promise<Portfolio> {
  const { access_token: token } = await call('POST /api/v1/delegations/{id}/enter', { path: { id } })
  const [stats, missed, sources] = await Promise.all([
    askAs<AnswerOf<'GET /api/v1/alerts/stats'>>(token, 'GET /api/v1/alerts/stats', '?period=all'),
    askAs<AnswerOf<'GET /api/v1/sla/events'>>(token, 'GET /api/v1/sla/events', `?limit=${LIST_MAX}`),
    askAs<AnswerOf<'GET /api/v1/sources'>>(token, 'GET /api/v1/sources', `?limit=${LIST_MAX}`),
  ])
  const unmet = missed?.items.filter(({ metadata }) => metadata.met_at === null)
  return {
    tenant,
    open: stats?.facets.unresolved ?? null,
    critical: stats?.facets.by_severity.critical ?? (stats ? 0 : null),
    missed: unmet?.length ?? null,
    lateSources: sources?.items.filter(({ state }) => state === 'late' || state === 'silent').length ?? null,
    events: sources?.items.reduce((sum, { volume }) => sum + volume.last_24h, 0) ?? null,
  }
}

/** Null when the role there may not, or there is no answer: the figure is then not known. */
export async function askAs<T>(token: string, operation: Operation, query: string): Promise<T | null> {
  const [, path] = operation.split(' ')
  const answer = await fetch(`${path}${query}`, { headers: { authorization: `Bearer ${token}` } }).catch(() => null)
  return answer?.ok ? ((await answer.json()) as T) : null
}
