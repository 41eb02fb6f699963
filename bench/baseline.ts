/**
 * Baselines alone: observation records in, anomalies and state changes out, flushed after each record as a commit
 * would. Two lanes: one in which each observation adds to an open hour, and one in which every observation begins the
 * next hour of its entity and so closes one. Then the live memory of an entity with two open hours, while it has events and
 * once it is silent.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BASELINE_LIMITS } from '../pipeline/stages/baseline/limits.ts'
import { baselineStage } from '../pipeline/stages/baseline/stage.ts'
import { logons, observation } from '../pipeline/stages/baseline/testing.ts'
import { type EntityObservation, encodeObservations } from '../schemas/entity-observation.ts'
import { TOPICS } from '../schemas/topics.ts'
import { round } from './round.ts'

const ENTITIES = 5_000
const OBSERVATIONS = 50_000
const RECORD = 1_000

export async function benchBaseline(): Promise<Record<string, unknown>> {
  return {
    ...{ entities: ENTITIES, observations: OBSERVATIONS, flush_every: RECORD },
    adding: measure(() => 0),
    closing: measure((n) => Math.floor(n / ENTITIES)),
    bytes_an_entity: { new: bytesOfEntities(2), learned: bytesOfEntities(5) },
  }
}

/** `hours` of each entity, of which the last two stay open. */
function bytesOfEntities(hours: number) {
  const task = baselineStage({ anomalyPartitions: 1, signalPartitions: 1 }).open(0)
  const topic = TOPICS.entityObservations.name
  let offset = 0
  const step = (observations: readonly EntityObservation[], timestampMs: number) => {
    task.step({ topic, partition: 0, offset: offset++, timestampMs, key: '', value: encodeObservations(observations) })
    task.flush()
  }
  const before = liveBytes()
  for (let hour = 0; hour < hours; hour++)
    for (let from = 0; from < ENTITIES; from += RECORD)
      step(
        Array.from({ length: RECORD }, (_, at) => signIns(480_000 + hour, from + at)),
        480_000 * 3_600_000,
      )
  const live = liveBytes()
  // One entity has events in later periods; the others are silent.
  for (let period = 1; period <= 3; period++)
    step([signIns(480_000 + hours - 1, 0)], 480_000 * 3_600_000 + period * BASELINE_LIMITS.silentMs)
  const silent = liveBytes()
  task.flush()
  return { with_events: Math.round((live - before) / ENTITIES), silent: Math.round((silent - before) / ENTITIES) }
}

/** A user who signs in at three hosts from one country. */
function signIns(hour: number, user: number): EntityObservation {
  const hosts = [1, 2, 3].map((n) => ({ metric: 'hosts', text: `host-${(user * n) % 997}.corp.example` }))
  return observation(hour, {
    entity: `user-${user}`,
    counts: [
      { metric: 'activity', value: 7 },
      { metric: 'logons', value: 5 },
      { metric: 'failed_logons', value: 1 },
    ],
    items: [...hosts, { metric: 'countries', text: 'DE' }],
  })
}

function liveBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function measure(hourOf: (n: number) => number) {
  const observationOf = (n: number) => logons(480_000 + hourOf(n), 3, { entity: `user-${n % ENTITIES}` })
  const records: Buffer[] = []
  for (let from = 0; from < OBSERVATIONS; from += RECORD)
    records.push(encodeObservations(Array.from({ length: RECORD }, (_, at) => observationOf(from + at))))
  const task = baselineStage({ anomalyPartitions: 1, signalPartitions: 1 }).open(0)
  let stateBytes = 0
  const startedAt = process.cpuUsage()
  for (const [offset, value] of records.entries()) {
    const topic = TOPICS.entityObservations.name
    task.step({ topic, partition: 0, offset, timestampMs: 480_000 * 3_600_000, key: '', value })
    for (const { payload } of task.flush().changes) stateBytes += payload.length
  }
  const { user, system } = process.cpuUsage(startedAt)
  const cpuUs = user + system
  return {
    cpu_us_per_observation: round(cpuUs / OBSERVATIONS),
    observations_per_second_a_core: Math.round((OBSERVATIONS * 1e6) / cpuUs),
    state_mb_written: round(stateBytes / 2 ** 20),
  }
}
