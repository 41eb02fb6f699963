/** API views of anomalies and baselines. */
import { type Static, Type } from 'typebox'
import { SEVERITIES, severityOfRank } from '../../../control/alerts/index.ts'
import { BASELINE_STATES, type Baseline, type UebaAnomaly } from '../../../query/ueba.ts'
import { named } from '../../plugins/named-schemas.ts'
import { oneOf } from '../alerts/inputs.ts'
import { time, uuid } from '../views.ts'

export const tags = ['ueba']
export const entityType = oneOf(['user', 'host', 'ip', 'domain'] as const)
export const entityName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\u0000]*$' })
export const state = oneOf(BASELINE_STATES, {
  description: 'learning: too few hours are known to tell of; stale: nothing was learned for two weeks',
})

export const anomalySchema = named(
  'UebaAnomaly',
  Type.Object({
    id: uuid,
    entity_id: Type.String(),
    entity_type: entityType,
    metric_name: Type.String(),
    observed_value: Type.Number(),
    baseline_mean: Type.Number({ description: 'of that hour of the week' }),
    baseline_stddev: Type.Number(),
    z_score: Type.Number(),
    tail_probability: Type.Number({ description: 'how likely an hour is to hold this much or more, 0 to 1' }),
    baseline_samples: Type.Integer({ description: 'hours that the baseline knew' }),
    baseline_state: state,
    severity: oneOf(SEVERITIES),
    items: Type.Array(Type.String(), { description: 'some of what was counted' }),
    event_uid: Type.String({ description: 'one event of the hour' }),
    detected_at: time,
  }),
)

export function anomalyView(anomaly: UebaAnomaly): Static<typeof anomalySchema> {
  return {
    id: anomaly.id,
    entity_id: anomaly.entityId,
    entity_type: anomaly.entityType,
    metric_name: anomaly.metricName,
    observed_value: anomaly.observedValue,
    baseline_mean: anomaly.baselineMean,
    baseline_stddev: anomaly.baselineStddev,
    z_score: anomaly.zScore,
    tail_probability: anomaly.tailProbability,
    baseline_samples: anomaly.samples,
    // An entity without a ready baseline, learning or unseen, has no anomalies.
    baseline_state: 'ready',
    severity: severityOfRank(anomaly.severityId),
    items: [...anomaly.items],
    event_uid: anomaly.eventUid,
    detected_at: anomaly.detectedAt.toISOString(),
  }
}

export const baselineSchema = named(
  'UebaBaseline',
  Type.Object({
    entity_id: Type.String(),
    entity_type: entityType,
    metric: Type.String(),
    mean: Type.Number({ description: 'of the hour of the week that came next' }),
    stddev: Type.Number(),
    samples: Type.Integer({ description: 'hours that it was learned from, counted up to two weeks' }),
    state,
    learned_until: time,
  }),
)

export function baselineView(baseline: Baseline): Static<typeof baselineSchema> {
  const { entityId, entityType: type, metric, mean, stddev, samples, learnedUntil } = baseline
  return {
    ...{ entity_id: entityId, entity_type: type, metric, mean, stddev, samples, state: baseline.state },
    learned_until: learnedUntil.toISOString(),
  }
}
