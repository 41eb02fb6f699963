import { expect, test } from 'vitest'
import regressions from './regressions.json' with { type: 'json' }
import { simulate } from './run.ts'

const SEEDS = 1000
const STEPS = 200

test.each(regressions)('seed $seed of $steps steps is right now: $was', async ({ seed, steps }) => {
  expect((await simulate(seed, steps)).violations).toEqual([])
})

test('a run follows from its seed alone', async () => {
  const [one, two, other] = [await simulate(7, 800), await simulate(7, 800), await simulate(8, 800)]
  expect(one).toEqual(two)
  expect(one.digest).not.toBe(other.digest)
})

/** In portions, so that a failure names its seeds before the others are through. */
const PORTION = 100

test.each(Array.from({ length: SEEDS / PORTION }, (_, i) => 1 + i * PORTION))(
  `from seed %i on ${PORTION} worlds of ${STEPS} steps end well; replay with npm run sim -- --seed N --steps ${STEPS}`,
  { timeout: 120_000 },
  async (first) => {
    const wrong: { seed: number; violations: readonly string[] }[] = []
    for (let seed = first; seed < first + PORTION; seed++) {
      const { violations } = await simulate(seed, STEPS)
      if (violations.length > 0) wrong.push({ seed, violations })
    }
    expect(wrong).toEqual([])
  },
)
