import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Postgres } from '../../stores/postgres/pool.ts'
import { keepRelaying } from './run-relay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a database that is away is asked less and less often', async () => {
  let asked = 0
  const connect = () => {
    asked++
    return Promise.reject(new Error('away'))
  }
  const stop = new AbortController()
  const work = { begin: () => Promise.resolve(), once: () => Promise.resolve(0) }
  const relay = { what: 'x', lock: 1, channel: null, pollMs: 100, log: pino({ level: 'silent' }), ...work }
  const running = keepRelaying({ ...relay, pool: { connect } as unknown as Postgres }, stop.signal)
  await vi.advanceTimersByTimeAsync(3_100)
  expect(asked).toBe(6) // at once, and after 0.1, 0.2, 0.4, 0.8 and 1.6 s
  await vi.advanceTimersByTimeAsync(4_000)
  expect(asked).toBe(8)
  stop.abort()
  await running
})
