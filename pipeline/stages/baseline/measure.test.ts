import { expect, test } from 'vitest'
import { measured } from './test-measure.ts'

test('reports simulated attackers and almost no one else', {
  timeout: 120_000,
}, () => {
  const { precision, recall, falseAlarmsPerDayPer1000, calibration } = measured(7, {
    ...{ users: 60, hosts: 40, learnWeeks: 3, days: 7, attacks: 24 },
  })
  expect(precision).toBeGreaterThan(0.75)
  expect(recall).toBeGreaterThan(0.75)
  expect(falseAlarmsPerDayPer1000).toBeLessThan(8)
  for (const { stated, found } of calibration) expect(found).toBeLessThan(3 * stated + 1e-4)
})
