/** More worlds than `npm test` runs; `npm run sim -- --seeds N` runs any number. */
import { expect, test } from 'vitest'
import { simulate } from './run.ts'

test.each([
  { worlds: 400, steps: 200, first: 41 },
  { worlds: 40, steps: 3000, first: 5 },
])('$worlds worlds of $steps steps from seed $first on have no violation', async ({ worlds, steps, first }) => {
  const wrong: { seed: number; violations: readonly string[] }[] = []
  for (let seed = first; seed < first + worlds; seed++) {
    const { violations } = await simulate(seed, steps)
    if (violations.length > 0) wrong.push({ seed, violations })
  }
  expect(wrong, `npm run sim -- --seed N --steps ${steps}`).toEqual([])
})
