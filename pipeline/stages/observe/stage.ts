/**
 * observe: adds up the events about users, hosts, addresses and domains by entity and hour of the event; one
 * record in, one record out. This extra hop repartitions them: baselines need all events of an entity together, while
 * events are partitioned by their primary entity.
 *
 * key     none: it keeps no state
 * state   none
 * loses   common names (`pipeline/entity-names.ts`), which have no individual behaviour
 */
import { partitionOf } from '../../../platform/hash.ts'
import { encodeObservations } from '../../../schemas/entity-observation.ts'
import { isTimeMarks } from '../../../schemas/time-marks.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord, Output } from '../../../stream/driver.ts'
import type { Flushed, Stage, StageTask } from '../../../stream/stage.ts'
import { observationsOf } from './observations.ts'

export const OBSERVE = 'observe'

/** `partitions` is the count of `svc.entity_observations`. */
export function observeStage({ partitions }: { readonly partitions: number }): Stage {
  return {
    ...{ name: OBSERVE, inputs: [TOPICS.normalizedEvents.name], stores: [] },
    open: () => new ObserveTask(partitions),
  }
}

class ObserveTask implements StageTask {
  readonly #partitions: number
  #outputs: Output[] = []
  #events = 0

  constructor(partitions: number) {
    this.#partitions = partitions
  }

  restore(): void {}

  step({ value, timestampMs }: LogRecord): void {
    if (isTimeMarks(value)) return
    const { observations, events } = observationsOf(value)
    this.#events += events
    const lanes = Map.groupBy(observations, ({ tenant_id, entity_type, entity }) =>
      partitionOf(`${tenant_id}/${entity_type}/${entity}`, this.#partitions),
    )
    const topic = TOPICS.entityObservations.name
    for (const [partition, lane] of lanes)
      this.#outputs.push({ topic, partition, timestampMs, key: '', value: [encodeObservations(lane)] })
  }

  flush(): Flushed {
    const outputs = this.#outputs
    const outcomes = this.#events === 0 ? [] : [{ outcome: 'observed', reason: '', events: this.#events }]
    this.#outputs = []
    this.#events = 0
    return { outputs, changes: [], figures: { outcomes, state: {}, rows: 0 } }
  }
}
