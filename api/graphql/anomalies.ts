import { severityOfRank } from '../../control/alerts/index.ts'
import { AppError } from '../../platform/errors.ts'
import { anomaliesPage, type UebaAnomaly } from '../../query/ueba.ts'
import type { GraphqlContext } from './context.ts'
import type { Resolvers } from './schema.ts'

type Args = { readonly entityId?: string | null; readonly minZScore?: number | null; readonly limit?: number | null }

const LIMIT_DEFAULT = 50

export const anomalyResolvers: Resolvers = {
  'Query.uebaAnomalies': uebaAnomalies,
  'UebaAnomaly.entityType': ({ entityType }: UebaAnomaly) => entityType.toUpperCase(),
  'UebaAnomaly.severity': ({ severityId }: UebaAnomaly) => severityOfRank(severityId).toUpperCase(),
  'UebaAnomaly.detectedAt': ({ detectedAt }: UebaAnomaly) => detectedAt.toISOString(),
}

function uebaAnomalies(_: unknown, { entityId, minZScore, limit }: Args, { deps, principal, inTurn }: GraphqlContext) {
  const { lake } = deps
  if (!lake) throw new AppError('unavailable', 'no lake is configured here')
  const filter = { entityId: entityId ?? undefined, minZScore: minZScore ?? undefined }
  return inTurn(() => anomaliesPage(lake(principal.tenantId), limit ?? LIMIT_DEFAULT, filter))
}
