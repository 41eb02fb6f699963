import { expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'
import { simulate } from './run.ts'

const SEEDS = 60
const STEPS = 600

test.each(MUTANTS)('the oracle finds $fault', { timeout: 120_000 }, async ({ found, mutation }) => {
  const messages: string[] = []
  for (let seed = 1; seed <= SEEDS && !messages.some((text) => found.test(text)); seed++) {
    messages.push(...(await simulate(seed, STEPS, mutation())).violations)
  }
  expect(messages.filter((text) => found.test(text))).not.toEqual([])
})
