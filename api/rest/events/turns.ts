/** Questions to the lake under way: each keeps a lane of it busy, and no tenant may keep all of them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Both, overBoth } from '../../../control/platform/archive/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ApiDeps } from '../../deps.ts'
import { principalOf } from '../../route-config.ts'
import { type LineLimits, WaitingLine } from './waiting-line.ts'

/** A page of the console asks six questions at once: those past the four that run wait for their turn. */
const LIMITS: LineLimits = {
  runningMax: 16,
  tenantRunningMax: 4,
  tenantWaitingMax: 32,
  waitMs: 20_000,
  retryAfterSeconds: 2,
}

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

/**
 * Throws `unavailable` where there is no lake, and when no turn came in time. The time limits of a question begin with
 * its turn. A client that goes ends its question.
 */
export function lakeTurns(deps: Pick<ApiDeps, 'lake'>): AskLake {
  const line = new WaitingLine(LIMITS)
  return async (request, reply, work, limits) => {
    const { tenantId } = principalOf(request)
    const { lake } = deps
    if (!lake) throw new AppError('unavailable', 'no lake is configured here')
    const gone = new AbortController()
    const end = () => gone.abort(new AppError('unavailable', 'nobody waits for the answer'))
    reply.raw.once('close', end)
    try {
      return await line.run(tenantId, gone.signal, () => work({ reader: lake(tenantId, limits), gone: gone.signal }))
    } finally {
      reply.raw.off('close', end)
    }
  }
}
