/** A slow and simple reference for an entity's baselines, computed from all observations at once; and test data. */
import type { EntityObservation } from '../../../schemas/entity-observation.ts'
import { Entity, type Judged } from './entity.ts'
import { HOUR_MS } from './limits.ts'

export function observation(hour: number, more: Partial<EntityObservation> = {}): EntityObservation {
  return {
    ...{ tenant_id: 'acme', entity_type: 'user', entity: 'alice', hour, received_ms: (hour + 1) * HOUR_MS },
    ...{ event_uid: '00000000-0000-8000-8000-000000000001', counts: [], items: [] },
    ...more,
  }
}

export const logons = (hour: number, value: number, more: Partial<EntityObservation> = {}) =>
  observation(hour, { counts: [{ metric: 'logons', value }], ...more })

/** Merges each hour into one observation, in order: no two hours overlap and nothing is late. */
export function referenceEntity(observations: readonly EntityObservation[]): {
  readonly entity: Entity
  readonly over: Set<string>
} {
  const [first] = observations
  const { tenant_id, entity_type, entity: name } = first as EntityObservation
  const entity = new Entity(tenant_id, entity_type, name)
  const over = new Set<string>()
  const judge = ({ metric, open }: Judged) => void over.add(`${metric.name} ${open.hour}`)
  const hours = Map.groupBy(observations, ({ hour }) => hour)
  for (const hour of [...hours.keys()].sort((a, b) => a - b)) entity.add(sumOf(hours.get(hour) ?? []), judge)
  return { entity, over }
}

function sumOf(all: readonly EntityObservation[]): EntityObservation {
  const counts = new Map<string, number>()
  for (const { metric, value } of all.flatMap((one) => one.counts))
    counts.set(metric, (counts.get(metric) ?? 0) + value)
  return {
    ...(all[0] as EntityObservation),
    received_ms: Math.max(...all.map((one) => one.received_ms)),
    counts: [...counts].map(([metric, value]) => ({ metric, value })),
    items: all.flatMap((one) => one.items),
  }
}
