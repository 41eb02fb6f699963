/** Questions to the lake under way: each keeps a lane of it busy, and no tenant may keep all of them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Both, overBoth } from '../../../control/platform/archive/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ApiDeps } from '../../deps.ts'
import { principalOf } from '../../route-config.ts'

/** Questions that run at once in this process; `TENANT_RUNNING_MAX` is for one tenant. */
const RUNNING_MAX = 16
const TENANT_RUNNING_MAX = 4
const BUSY_SECONDS = 2

export type Asked = { readonly reader: Reader; readonly gone: AbortSignal }
export type AskLake = <T>(
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'raw'>,
  work: (asked: Asked) => Promise<T>,
  limits?: ReadLimits,
) => Promise<T>

/** Asks like `AskLake`, over the lake and the part of the span that is in the archive. */
export type AskBoth = <T>(
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'raw'>,
  span: TimeSpan,
  work: (asked: Asked & { readonly archive: ArchivedEvents | undefined }) => Promise<T>,
  limits?: ReadLimits,
) => Promise<Both<T>>

export function bothTurns({ pool, archive: port }: Pick<ApiDeps, 'pool' | 'archive'>, askLake: AskLake): AskBoth {
  return (request, reply, span, work, limits) =>
    overBoth({ pool, store: port?.store }, principalOf(request).tenantId, span, (archive) => {
      const both = archive === undefined ? limits : { ...limits, archive }
      return askLake(request, reply, (request) => work({ ...request, archive }), both)
    })
}

/** Throws `unavailable` where there is no lake, and when too much is under way. A client that goes ends its question. */
export function lakeTurns(deps: Pick<ApiDeps, 'lake'>): AskLake {
  const running = new Map<TenantId, number>()
  let all = 0
  return async (request, reply, work, limits) => {
    const { tenantId } = principalOf(request)
    if (!deps.lake) throw new AppError('unavailable', 'no lake is configured here')
    const own = running.get(tenantId) ?? 0
    if (own >= TENANT_RUNNING_MAX || all >= RUNNING_MAX)
      throw new AppError('unavailable', 'other questions to the lake are running', { retryAfterSeconds: BUSY_SECONDS })
    const gone = new AbortController()
    const end = () => gone.abort(new AppError('unavailable', 'nobody waits for the answer'))
    reply.raw.once('close', end)
    running.set(tenantId, own + 1)
    all++
    try {
      return await work({ reader: deps.lake(tenantId, limits), gone: gone.signal })
    } finally {
      reply.raw.off('close', end)
      all--
      const left = (running.get(tenantId) ?? 1) - 1
      if (left === 0) running.delete(tenantId)
      else running.set(tenantId, left)
    }
  }
}
