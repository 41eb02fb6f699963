/** Questions of requests to the lake. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { askBoth, askLake, type Both } from '../../../control/platform/archive/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ApiDeps } from '../../deps.ts'
import { principalOf } from '../../route-config.ts'

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

export function bothTurns(deps: Pick<ApiDeps, 'pool' | 'archive' | 'lake'>): AskBoth {
  return (request, { raw }, span, work, limits) =>
    whileWaited(raw, (gone) =>
      askBoth(
        deps,
        { ...principalOf(request), gone },
        span,
        (reader, archive) => work({ reader, gone, archive }),
        limits,
      ),
    )
}

export function lakeTurns(deps: Pick<ApiDeps, 'lake'>): AskLake {
  return (request, { raw }, work, limits) =>
    whileWaited(raw, (gone) =>
      askLake(deps, { ...principalOf(request), gone }, (reader) => work({ reader, gone }), limits),
    )
}

/** A client that goes ends its question. */
async function whileWaited<T>(raw: FastifyReply['raw'], ask: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController()
  const end = () => gone.abort(new AppError('unavailable', 'nobody waits for the answer'))
  raw.once('close', end)
  try {
    return await ask(gone.signal)
  } finally {
    raw.off('close', end)
  }
}
