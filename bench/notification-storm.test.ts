/** A small version of `npm run bench -- notifications`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { runStorm } from './notification-storm.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server?.close())

test('each notification arrives or is reported as failed, despite kills and a mail server that is down for ten minutes', async () => {
  const result = await runStorm(server, { notifications: 240, kills: 2, processes: 1 })
  expect(result).toMatchObject({ notifications: 240, missing: 0, in_two_messages: 0, kills: 2 })
  // At most once for each kill: the mail that its process was sending, and those sent concurrently.
  expect(result.again_under_the_same_id).toBeLessThanOrEqual(2 * 10)
}, 120_000)
