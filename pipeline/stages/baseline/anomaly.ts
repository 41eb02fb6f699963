/** Turns an anomalous hour into an anomaly, and into a signal for fusion. */
import type { Anomaly, BaselineSnapshot } from '../../../schemas/anomaly.ts'
import type { Signal } from '../../../schemas/signal.ts'
import { idOf, signalIdOf } from '../../signal-id.ts'
import type { Entity, Judged } from './entity.ts'
import { type Expected, expectedOf, tailProbability } from './hourly-profile.ts'
import { type BaselineLimits, HOUR_MS } from './limits.ts'
import type { Metric } from './metrics.ts'

/** OCSF severity: 0 none, 3 medium, 4 high, 5 critical. */
export function severityOf({ expected, metric, value }: Judged, { readyHours, probabilities }: BaselineLimits): number {
  if (expected.hours < readyHours) return 0
  const probability = tailProbability(expected, Math.log1p(value / metric.unit))
  return probability > probabilities[0] ? 0 : 2 + probabilities.filter((bound) => probability <= bound).length
}

/** Mean and deviation of the logarithm, converted to values: the mean, and the distance to one deviation above it. */
export function inUnits({ center, spread }: Expected, { unit }: Metric): { mean: number; stddev: number } {
  return { mean: unit * Math.expm1(center), stddev: unit * Math.exp(center) * spread }
}

export function anomalyOf({ tenant, type, name }: Entity, judged: Judged, severityId: number): Anomaly {
  const { metric, open, expected, value } = judged
  const { mean, stddev } = inUnits(expected, metric)
  const anomalyId = idOf('anomaly', tenant, type, name, metric.name, String(open.hour))
  return {
    row_id: idOf('anomaly row', anomalyId, String(severityId)),
    anomaly_id: anomalyId,
    tenant_id: tenant,
    entity_type: type,
    entity: name,
    metric: metric.name,
    time_ms: open.hour * HOUR_MS,
    received_ms: open.receivedMs,
    observed: value,
    mean,
    stddev,
    z_score: (value - mean) / stddev,
    tail_probability: tailProbability(expected, Math.log1p(value / metric.unit)),
    samples: expected.hours,
    severity_id: severityId,
    items: judged.items(),
    event_uid: open.eventUid,
  }
}

/**
 * A signal in the form of a rule's: its rule is, for example, `ueba/failed_logons`. An anomaly of a domain alone starts
 * no story.
 */
export function signalOf(anomaly: Anomaly, { title, tactics, techniques }: Metric): Signal {
  const { tenant_id, entity_type: type, entity, metric, items } = anomaly
  return {
    signal_id: signalIdOf('ueba', anomaly.row_id),
    tenant_id,
    rule_id: `ueba/${metric}`,
    rule_title: title,
    language: 'anomaly',
    severity_id: anomaly.severity_id,
    time_ms: anomaly.time_ms,
    received_ms: anomaly.received_ms,
    source: 'ueba',
    class_uid: 2004,
    host: type === 'host' ? entity : '',
    user: type === 'user' ? entity : '',
    src_ip: type === 'ip' ? entity : '',
    event_uids: [anomaly.event_uid],
    techniques,
    tactics,
    matched: [
      { field: metric, value: numberText(anomaly.observed) },
      { field: 'mean', value: numberText(anomaly.mean) },
      { field: 'tail_probability', value: anomaly.tail_probability.toExponential(1) },
      ...(type === 'domain' ? [{ field: 'domain', value: entity }] : []),
      ...items.map((value) => ({ field: 'item', value })),
    ].slice(0, 6),
  }
}

function numberText(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** The entity's current profiles, with the values expected in the coming hour. */
export function snapshotsOf(entity: Entity, receivedMs: number): BaselineSnapshot[] {
  const { tenant, type, name, hour } = entity
  return entity.metrics.flatMap((metric, place) => {
    const learned = entity.learned[place]
    if (!learned) return []
    const snapshot = {
      ...{ tenant_id: tenant, entity_type: type, entity: name, metric: metric.name },
      ...{ time_ms: (hour - 2) * HOUR_MS, received_ms: receivedMs, samples: learned.profile.hours },
      ...inUnits(expectedOf(learned.profile, hour + 1), metric),
    }
    return [{ row_id: idOf('baseline', tenant, type, name, metric.name, String(hour)), ...snapshot }]
  })
}
