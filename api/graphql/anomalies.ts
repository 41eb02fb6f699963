import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { noLake } from '../../control/platform/acting/index.ts'
import { severityOfRank } from '../../control/soc/alerts/index.ts'
import { assert } from '../../platform/assert.ts'
import { anomaliesPage, type UebaAnomaly } from '../../query/ueba.ts'
import { ENTITY_TYPES } from '../../schemas/entity-observation.ts'
import { followed, type GraphqlContext } from './context.ts'
import type { Resolvers } from './schema.ts'

type Args = { readonly entityId?: string | null; readonly minZScore?: number | null; readonly limit?: number | null }

/** Fields of an anomaly that the query interface shows. */
type ShownAnomaly = Omit<UebaAnomaly, 'tailProbability' | 'samples' | 'items' | 'eventUid'>

const documentCheck = Compile(
  Type.Object({
    id: Type.String(),
    entity_id: Type.String(),
    entity_type: Type.Enum([...ENTITY_TYPES]),
    metric_name: Type.String(),
    observed_value: Type.Number(),
    baseline_mean: Type.Number(),
    baseline_stddev: Type.Number(),
    z_score: Type.Number(),
    severity_id: Type.Integer(),
    detected_at: Type.String({ format: 'date-time' }),
  }),
)

const LIMIT_DEFAULT = 50

export const anomalyResolvers: Resolvers = {
  'Query.uebaAnomalies': uebaAnomalies,
  'UebaAnomaly.entityType': ({ entityType }: ShownAnomaly) => entityType.toUpperCase(),
  'UebaAnomaly.severity': ({ severityId }: ShownAnomaly) => severityOfRank(severityId).toUpperCase(),
  'UebaAnomaly.detectedAt': ({ detectedAt }: ShownAnomaly) => detectedAt.toISOString(),
  'Subscription.uebaAnomalyDetected': anomalyDetected,
}

function uebaAnomalies(_: unknown, { entityId, minZScore, limit }: Args, { deps, principal, inTurn }: GraphqlContext) {
  const { lake } = deps
  if (!lake) throw noLake()
  const filter = { entityId: entityId ?? undefined, minZScore: minZScore ?? undefined }
  return inTurn(() => anomaliesPage(lake(principal.tenantId), limit ?? LIMIT_DEFAULT, filter))
}

/** Sends each anomaly as the baselines find it; one that grows is sent again, with its higher severity. */
function anomalyDetected(_: unknown, __: unknown, { follow, principal: { tenantId } }: GraphqlContext) {
  return followed(follow, ['anomaly_detected'], ({ tenantId: whose, document }) => () => {
    assert(whose === tenantId, 'an anomaly is published to its own tenant')
    assert(documentCheck.Check(document), 'a published anomaly has the fields that are shown')
    const shown: ShownAnomaly = {
      id: document.id,
      entityId: document.entity_id,
      entityType: document.entity_type,
      metricName: document.metric_name,
      observedValue: document.observed_value,
      baselineMean: document.baseline_mean,
      baselineStddev: document.baseline_stddev,
      zScore: document.z_score,
      severityId: document.severity_id,
      detectedAt: new Date(document.detected_at),
    }
    return shown
  })
}
