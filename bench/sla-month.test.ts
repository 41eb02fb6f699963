/** A small version of `npm run bench -- sla`. */
import { expect, test } from 'vitest'
import { simulatedMonths } from './sla-month.ts'

test('in a month with more cases than people can handle, the forecast’s order costs less than half of the order by due time', () => {
  const [busy] = simulatedMonths([1.2], 1)
  expect(busy?.by_due_time.penalty).toBeGreaterThan(500)
  expect(busy?.by_forecast.penalty).toBeLessThan((busy?.by_due_time.penalty ?? 0) / 2)
})
