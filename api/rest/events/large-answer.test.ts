/** A large answer of SQL goes out in pieces as its reader takes them, and other tenants are answered meanwhile. */
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi } from '../../test-api.ts'

const ROWS = 8_000
const LONG = 'x'.repeat(1_500)

/** The lines that the engine would send: names, types, and the rows. */
function* lines() {
  yield '["n","text"]\n["UInt32","String"]\n'
  for (let n = 0; n < ROWS; n++) yield `["${n}","${LONG}"]\n`
}
const lake: Reader = { query: async () => [], stream: async () => Readable.from(lines(), { objectMode: false }) }
let api: TestApi
const tokens: Record<string, string> = {}

beforeAll(async () => {
  api = await startTestApi({ deps: { lake: () => lake } })
  for (const name of ['acme', 'globex']) tokens[name] = await makeAdmin(api, await makeTenant(api, name))
}, 120_000)
afterAll(() => api.close())

test('a reader that pauses holds neither the answer in memory nor the requests of another tenant up', async () => {
  const port = await api.api.listen(0, '127.0.0.1')
  const headers = { authorization: `Bearer ${tokens.acme}`, 'content-type': 'application/json' }
  const sent = request({ port, host: '127.0.0.1', path: '/api/v1/lake/query', method: 'POST', headers })
  const answered = Promise.withResolvers<import('node:http').IncomingMessage>()
  sent.on('response', answered.resolve).on('error', answered.reject)
  sent.end(JSON.stringify({ sql: 'SELECT n, text FROM events', limit: ROWS }))
  const answer = await answered.promise
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, undefined])
  const pieces: Buffer[] = []
  const begun = Promise.withResolvers<void>()
  // Paused at the first piece: what sockets hold of the rest on their own is less than half of it.
  answer.once('data', () => {
    answer.pause()
    begun.resolve()
  })
  answer.on('data', (piece: Buffer) => pieces.push(piece))
  await begun.promise
  for (let n = 0; n < 5; n++) {
    const other = await fetch(`http://127.0.0.1:${port}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${tokens.globex}` },
    })
    expect([other.status, (await other.json()).tenant_id]).toEqual([200, 'globex'])
  }
  expect(answer.complete, 'the answer waits for its reader').toBe(false)
  answer.resume()
  await expect.poll(() => answer.complete, { timeout: 60_000 }).toBe(true)
  const body = JSON.parse(Buffer.concat(pieces).toString())
  expect([body.rows.length, body.rows.at(-1), body.complete]).toEqual([ROWS, [ROWS - 1, LONG], true])
  expect(pieces.length).toBeGreaterThan(20)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000_000)
})
