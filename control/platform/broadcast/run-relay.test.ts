import { expect, test } from 'vitest'
import { keepRunning } from '../../../platform/workers-testing.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { relayWorker } from './run-relay.ts'

test('the server soon detects that the machine of the lock’s session is gone', async () => {
  const logged: string[] = []
  const stop = new AbortController()
  const query = async (sql: string) => {
    logged.push(sql)
    return { rows: [{ ours: true }] }
  }
  const client = { on: () => undefined, query, release: () => undefined }
  const begin = async () => stop.abort()
  const relay = { name: 'x', lock: 1, channel: null, pollMs: 100, once: async () => 0 }
  const pool = { connect: async () => client } as unknown as Postgres
  await keepRunning([relayWorker({ ...relay, begin, pool })], stop.signal)
  expect(logged.slice(0, 2)).toEqual([
    'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5',
    'SELECT pg_try_advisory_lock($1) AS ours',
  ])
})
