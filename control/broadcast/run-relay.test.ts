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

test('the session that holds the lock is one of which the server soon knows that its machine is gone', async () => {
  const said: string[] = []
  const stop = new AbortController()
  const query = async (sql: string) => {
    said.push(sql)
    return { rows: [{ ours: true }] }
  }
  const client = { on: () => undefined, query, release: () => undefined }
  const begin = async () => stop.abort()
  const relay = { what: 'x', lock: 1, channel: null, pollMs: 100, log: pino({ level: 'silent' }), once: async () => 0 }
  const pool = { connect: async () => client } as unknown as Postgres
  await keepRelaying({ ...relay, begin, pool }, stop.signal)
  expect(said.slice(0, 2)).toEqual([
    'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5',
    'SELECT pg_try_advisory_lock($1) AS ours',
  ])
})
