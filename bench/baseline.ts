/**
 * Baselines alone: observation records in, anomalies and state changes out, flushed after each record as a commit
 * would. Two lanes: one in which each observation adds to an open hour, and one in which every observation begins the
 * next hour of its entity and so closes one.
 */
import { baselineStage } from '../pipeline/stages/baseline/stage.ts'
import { logons } from '../pipeline/stages/baseline/testing.ts'
import { encodeObservations } from '../schemas/entity-observation.ts'
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
  }
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
