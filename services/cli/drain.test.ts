import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { drained } from './drain.ts'

/**
 * A driver with one partition a topic. Each call returns the next of `answers`, a lag or an error; the last one
 * repeats.
 */
function driverOf(...answers: readonly (number | AppError)[]) {
  let calls = 0
  return {
    partitions: () => 1,
    bounds: async () => ({ first: 0, end: 9 }),
    groupPosition: async () => {
      const answer = answers[Math.min(calls++, answers.length - 1)] ?? 0
      if (answer instanceof AppError) throw answer
      return 9 - answer
    },
  }
}

test('a broker that is briefly unreachable does not end the wait', async () => {
  const away = new AppError('unavailable', 'Kafka: position of intake: Local: Timed out')
  await expect(drained(driverOf(away, 3, 0), 60_000)).resolves.toBeUndefined()
})

test('a wait that times out reports the last lag or error', async () => {
  await expect(drained(driverOf(1), -1)).rejects.toThrow(/records are still in flight/)
  await expect(drained(driverOf(new AppError('unavailable', 'no broker answers')), -1)).rejects.toThrow(
    'no broker answers',
  )
  await expect(drained(driverOf(new AppError('gone', 'the broker lost data')), 60_000)).rejects.toThrow(/lost data/)
})
