/** Checks that state which went through crashes equals the state of a run without crashes. */

import { decodeNormalizedEvents } from '../../schemas/normalized-events.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { SimulatedBackbone } from '../../stream/simulated/backbone.ts'
import type { Flushed, StageTask } from '../../stream/stage.ts'
import { nativeRows } from '../native-block.ts'
import type { SimulatedLake } from './lake.ts'
import { intakeOf } from './node.ts'

type Fail = (text: string) => void

export function checkState(backbone: SimulatedBackbone, lake: SimulatedLake, fail: Fail): void {
  const stage = intakeOf(backbone)
  const uids: unknown[] = []
  for (let partition = 0; partition < backbone.partitions(TOPICS.securityEvents.name); partition++) {
    uids.push(...uidsOf(runAll(stage.open(partition), partition, backbone)))
    const restored = stage.open(partition)
    restored.restore(
      stage.stores.flatMap((store) =>
        [...backbone.slots(stage.name, store, partition)].map(([slot, payload]) => ({ store, slot, payload })),
      ),
    )
    const again = uidsOf(runAll(restored, partition, backbone))
    if (again.length > 0) fail(`partition ${partition}: the restored state has forgotten ${again.length} events`)
  }
  const inLake = lake.tables.events.map(({ row }) => row.event_uid)
  if (uids.sort().join() !== inLake.sort().join()) fail('the lake does not hold what a run without crashes gives')
  checkSettled(backbone, fail)
}

/** With no claim left, these slots must be gone. */
function checkSettled(backbone: SimulatedBackbone, fail: Fail): void {
  for (let partition = 0; partition < backbone.partitions(TOPICS.securityEvents.name); partition++) {
    if (backbone.slots('lake', 'claims', partition).size > 0) fail(`partition ${partition}: a range is still claimed`)
  }
}

function runAll(task: StageTask, partition: number, backbone: SimulatedBackbone): Flushed {
  for (const record of backbone.partition({ topic: TOPICS.securityEvents.name, partition }).records) task.step(record)
  return task.flush()
}

function uidsOf({ outputs }: Flushed): unknown[] {
  return outputs
    .filter(({ topic }) => topic === TOPICS.normalizedEvents.name)
    .flatMap(({ value }) => nativeRows(decodeNormalizedEvents(Buffer.concat(value)).block))
    .map((row) => row.event_uid)
}
