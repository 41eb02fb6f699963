import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonbBytes, storable } from './jsonb.ts'
import { type TestPostgres, withTestPostgres } from './testing.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server?.close())

const VALUES = [
  ...[{}, [], null, 'é"\\\n\u0001', [1, 2, 3], { a: [{ b: 'x' }, true], 'c d': null }, [1e21, 1.5e300, -2e-7, 1.25e-9]],
  ...[[0.1, -5, 123456789.25, Number.MAX_SAFE_INTEGER], { deep: { deeper: [[[]]] } }, { left: undefined, kept: 1 }],
]

test('counts the same bytes as Postgres', async () => {
  const database = await server.database()
  const { Client } = await import('pg')
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    for (const value of VALUES) {
      const { rows } = await client.query('SELECT octet_length(($1::jsonb)::text) AS n', [JSON.stringify(value)])
      expect([value, jsonbBytes(value)]).toEqual([value, rows[0].n])
    }
  } finally {
    await client.end()
  }
})

test('removes characters that jsonb refuses, also from names', () => {
  expect(storable({ 'a\0': ['x\0y', 'half \ud800'] })).toEqual({ a: ['xy', 'half \ufffd'] })
})
