import { expect, test } from 'vitest'
import { faultsOf } from '../chaos/faults.ts'
import { chaosRounds } from '../chaos/rounds.ts'

/** Its victims are ingest, clickhouse, postgres, clickhouse again and pipeline; then the supervisor. */
const SEED = 3

test('whatever is killed under load, acknowledged events are stored once each', { timeout: 600_000 }, async () => {
  const told: string[] = []
  const result = await chaosRounds({ rounds: 6, seed: SEED, tell: (line) => told.push(line) })
  expect({ faults: faultsOf(result), told }).toEqual({ faults: [], told })
  expect(Object.keys(result.killed)).toContain('supervisor')
})
