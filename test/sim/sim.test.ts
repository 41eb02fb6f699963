import { expect, test } from 'vitest'
import regressions from './regressions.json' with { type: 'json' }
import { simulate } from './run.ts'

const SEEDS = 40
const STEPS = 200
/**
 * Only long runs let watermarks, folds and ranges of the lake overtake one another; `worlds.long.ts` has more of all.
 */
const LONG_LIVES = 4
const LONG_STEPS = 3000

test.each(regressions)('seed $seed with $steps steps passes: $was', async ({ seed, steps }) => {
  expect((await simulate(seed, steps)).violations).toEqual([])
})

test('a run depends on its seed alone', async () => {
  const [one, two, other] = [await simulate(7, 800), await simulate(7, 800), await simulate(8, 800)]
  expect(one).toEqual(two)
  expect(one.digest).not.toBe(other.digest)
})

test(`${LONG_LIVES} long worlds end well`, { timeout: 120_000 }, async () => {
  for (let seed = 1; seed <= LONG_LIVES; seed++) {
    expect((await simulate(seed, LONG_STEPS)).violations, `npm run sim -- --seed ${seed}`).toEqual([])
  }
})

/** The seeds run in portions, so that a failure is reported before all have run. */
const PORTION = 20

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
