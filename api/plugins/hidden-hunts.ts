/**
 * Hunts and back-tests ask the lake by conditions of their own, and the number of what they find already says what a hidden
 * field holds. Names of SQL, KQL and rules are those of many vendors, so that they are refused whole.
 */
import type { FastifyRequest } from 'fastify'
import { huntById } from '../../control/detect/hunts/index.ts'
import { fieldsIn, type HiddenFields, refuseHidden, refuseTables } from '../../control/platform/governance/index.ts'
import { parseSearch } from '../../query/search/parse.ts'
import { type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import { principalOf } from '../route-config.ts'

type Question = { readonly language?: unknown; readonly query?: unknown }

const WRITTEN = new Set(['POST /api/v1/hunts', 'PATCH /api/v1/hunts/:hunt_id'])
const STORED = new Set(['PATCH /api/v1/hunts/:hunt_id', 'POST /api/v1/hunts/:hunt_id/runs'])
const BACK_TEST = 'POST /api/v1/rules/:id/backtest'
/** Throws `forbidden` for whom a field of events is hidden from. */
export async function refuseHiddenHunt(request: FastifyRequest, pool: Postgres): Promise<void> {
  const { hidden, tenantId } = principalOf(request)
  if (!hidden.has('event')) return
  const route = `${request.method} ${request.routeOptions.url}`
  if (route === BACK_TEST) refuseTables(hidden)
  const sent = (request.body ?? {}) as Question
  const { hunt_id: id = '' } = request.params as { hunt_id?: string }
  const stored: Question = STORED.has(route) ? await withTenant(pool, tenantId, (tx) => huntById(tx, id)) : {}
  if (WRITTEN.has(route) || STORED.has(route)) refuseQuery({ ...stored, ...sent }, hidden)
}

function refuseQuery({ language = 'lucene', query }: Question, hidden: HiddenFields): void {
  if (language !== 'lucene') refuseTables(hidden)
  if (typeof query === 'string' && language === 'lucene') refuseHidden(hidden, fieldsIn(parseSearch(query)))
}
