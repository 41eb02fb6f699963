import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { postgresFindings } from './local-findings.ts'

let server: TestPostgres
let url: string
beforeAll(async () => {
  server = await withTestPostgres()
  url = (await server.database()).url
}, 120_000)
afterAll(() => server.close())

test('doctor reports a clock of Postgres that differs', async () => {
  expect((await postgresFindings(url)).map(({ isGood }) => isGood)).toEqual([true, true])
  const hourAgo = () => Date.now() - 3_600_000
  const [, clock] = await postgresFindings(url, hourAgo)
  expect(clock).toMatchObject({ isGood: false, text: expect.stringContaining('by 3600 s') })
})
