import { expect } from 'vitest'
import { faultsOf } from '../chaos/faults.ts'
import { chaosRounds } from '../chaos/rounds.ts'

/**
 * With this seed the killed processes are ingest, clickhouse, postgres, clickhouse again and pipeline; then the
 * supervisor.
 */
const SEED = 3
export const SURVIVES_WITHIN_MS = 600_000

/** Kills a process each round, under load, and expects every acknowledged event to be stored once. */
export async function survives(rounds: number, kafka: boolean): Promise<void> {
  const messages: string[] = []
  const running = chaosRounds({ rounds, seed: SEED, tell: (line) => messages.push(line), kafka })
  const result = await running.catch((cause: unknown) => {
    throw new Error(messages.join('\n'), { cause })
  })
  expect({ faults: faultsOf(result), messages }).toEqual({ faults: [], messages })
  expect(Object.keys(result.killed)).toContain('supervisor')
}
