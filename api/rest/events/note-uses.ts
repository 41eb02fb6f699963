/** Counts which fields searches name and how long they take, for what `GET /lake/advice` proposes. */
import type { FastifyRequest } from 'fastify'
import { fieldsOfQuery, noteFieldUses } from '../../../control/soc/searches/index.ts'
import type { Missing } from '../../../query/search/coverage.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { principalOf } from '../../route-config.ts'

/** Call it before the lake is asked, and what it gives with what was not looked at. */
export function useOf(deps: ApiDeps, request: FastifyRequest, query: string) {
  const startedAt = performance.now()
  return async (missing: readonly Missing[]): Promise<void> => {
    const ms = performance.now() - startedAt
    const isLate = missing.some(({ reason }) => reason === 'time' || reason === 'memory')
    const cost = { fields: fieldsOfQuery(parseSearch(query)), ms, isLate }
    // A count that is lost costs nobody an answer.
    await withTenant(deps.pool, principalOf(request).tenantId, (tx) => noteFieldUses(tx, cost, deps.nowMs())).catch(
      (err: unknown) => deps.log.warn({ err }, 'the fields of a search could not be counted'),
    )
  }
}
