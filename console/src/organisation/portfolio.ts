/** Figures of the tenants that one may work in, each read with the token of its delegation. Unknown is null, never 0. */
import { type AnswerOf, call, type Operation } from '../api/call.ts'

export type Portfolio = {
  readonly delegation: string
  readonly open: number | null
  readonly critical: number | null
  readonly missed: number | null
  readonly lateSources: number | null
  readonly events: number | null
}

type Live = { readonly id: string; readonly revoked_at: string | null; readonly expires_at: string }

export const TENANTS_MAX = 25
const LIST_MAX = 200

/** One after the other: a person may ask only so often in a minute. */
export async function readPortfolio(delegations: readonly Live[]): Promise<Portfolio[]> {
  const found: Portfolio[] = []
  for (const { id } of liveDelegations(delegations)) found.push(await read(id))
  return found
}

/** Those in force, one for each that is read. */
export function liveDelegations<D extends Live>(delegations: readonly D[]): readonly D[] {
  return delegations
    .filter(({ revoked_at: revoked, expires_at: until }) => revoked === null && Date.parse(until) > Date.now())
    .slice(0, TENANTS_MAX)
}

async function read(delegation: string): Promise<Portfolio> {
  const { access_token: token } = await call('POST /api/v1/delegations/{id}/enter', { path: { id: delegation } })
  const [stats, missed, sources] = await Promise.all([
    askAs<AnswerOf<'GET /api/v1/alerts/stats'>>(token, 'GET /api/v1/alerts/stats', '?period=all'),
    askAs<AnswerOf<'GET /api/v1/sla/events'>>(token, 'GET /api/v1/sla/events', `?limit=${LIST_MAX}`),
    askAs<AnswerOf<'GET /api/v1/sources'>>(token, 'GET /api/v1/sources', `?limit=${LIST_MAX}`),
  ])
  const unmet = missed?.items.filter(({ metadata }) => metadata.met_at === null)
  return {
    delegation,
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
