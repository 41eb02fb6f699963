import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ApiDeps } from '../../deps.ts'
import { principalOf } from '../../route-config.ts'

/** The lake as the caller's tenant sees it. Throws `unavailable` where there is none. */
export function lakeOf(deps: ApiDeps, request: FastifyRequest): Reader {
  if (!deps.lake) throw new AppError('unavailable', 'no lake is configured here')
  return deps.lake(principalOf(request).tenantId)
}
