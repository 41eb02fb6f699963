import { expect, test } from 'vitest'
import { kafkaAvailable } from '../../docker/kafka/jars.ts'
import { kafkaClientAvailable } from '../../pipeline/runtime/kafka/rdkafka.ts'
import { faultsOf } from '../chaos/faults.ts'
import { chaosRounds } from '../chaos/rounds.ts'

/** Its victims are ingest, clickhouse, postgres, clickhouse again and pipeline; then the supervisor. */
const SEED = 3
const TIMEOUT_MS = 600_000

async function survives(rounds: number, kafka: boolean): Promise<void> {
  const told: string[] = []
  const running = chaosRounds({ rounds, seed: SEED, tell: (line) => told.push(line), kafka })
  const result = await running.catch((cause: unknown) => {
    throw new Error(told.join('\n'), { cause })
  })
  expect({ faults: faultsOf(result), told }).toEqual({ faults: [], told })
  expect(Object.keys(result.killed)).toContain('supervisor')
}

test('whatever is killed under load, acknowledged events are stored once each', { timeout: TIMEOUT_MS }, () =>
  survives(6, false),
)

const hasKafka = (kafkaAvailable() ?? kafkaClientAvailable()) === null

test.skipIf(!hasKafka)('the same with Kafka as the backbone', { timeout: TIMEOUT_MS }, () => survives(5, true))
