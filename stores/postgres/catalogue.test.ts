import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { roleBreaches, tenancyBreaches } from './catalogue.ts'
import { openPostgres, withOperator } from './pool.ts'
import { type TestPostgres, withTestPostgres } from './testing.ts'

// A real server on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestPostgres

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())

async function breachesAfter(sql: string): Promise<string[]> {
  const pool = openPostgres({ url: (await server.database()).url, poolSize: 1 })
  try {
    await pool.query(sql)
    const found = await withOperator(pool, 'catalogue test', tenancyBreaches)
    return found.map(({ table, reason }) => `${table}: ${reason}`)
  } finally {
    await pool.end()
  }
}

test('every tenant table forces row security after all migrations', async () => {
  expect(await breachesAfter('SELECT 1')).toEqual([])
})

test('neither role may bypass row security, own a table, or act as another role', async () => {
  const pool = openPostgres({ url: server.url, poolSize: 1 })
  expect(await withOperator(pool, 'catalogue test', roleBreaches)).toEqual([])
  await pool.end()
})

test('the check detects each kind of fault', async () => {
  const secured = 'ALTER TABLE t ENABLE ROW LEVEL SECURITY; ALTER TABLE t FORCE ROW LEVEL SECURITY;'
  expect(await breachesAfter('CREATE TABLE t (tenant_id text)')).toEqual([
    't: row security is not enabled',
    't: row security is not forced',
  ])
  expect(await breachesAfter('CREATE TABLE t (tenant_id text); ALTER TABLE t ENABLE ROW LEVEL SECURITY')).toEqual([
    't: row security is not forced',
  ])
  expect(
    await breachesAfter(`CREATE TABLE t (tenant_id text); ${secured} CREATE POLICY open ON t USING (true)`),
  ).toEqual(['t: policy open for svc_app does not read svc_tenant()'])
  const owned = `GRANT CREATE ON SCHEMA public TO svc_app; CREATE TABLE t (tenant_id text); ${secured} ALTER TABLE t OWNER TO svc_app`
  expect(await breachesAfter(owned)).toEqual(['t: owned by svc_app'])
})
