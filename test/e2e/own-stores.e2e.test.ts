/** `svc up` with some external stores: a store with an address is used, and only the others are embedded. */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { Instance } from './instance.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let server: TestPostgres
let instance: Instance

beforeAll(async () => {
  server = await withTestPostgres()
  const { url, appUrl } = await server.database()
  instance = await Instance.start({ DATABASE_URL: url, SVC_DATABASE_APP_URL: appUrl })
})
afterAll(async () => {
  await instance?.remove()
  await server?.close()
})

test('a configured database is used, and no other is started', async () => {
  const token = await instance.token('acme')
  const answer = await fetch(`${instance.ingestUrl}/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"connector_id":"c","events":[{"n":1}]}',
  })
  expect(answer.status).toBe(202)
  expect((await instance.ledger('acme')).map(({ stored }) => stored)).toEqual([1])

  const { databaseAppUrl, children } = instance.file()
  const pool = openPostgres({ url: databaseAppUrl, poolSize: 1 })
  const own = withTenant(pool, tenantId('acme'), (tx) => tx.many((row) => row.id, /* sql */ `SELECT id FROM tenants`))
  expect(await own.finally(() => pool.end())).toEqual(['acme'])
  expect(Object.keys(children).sort()).toEqual(['api', 'clickhouse', 'ingest', 'pipeline'])
  expect(fs.existsSync(path.join(instance.dir, 'postgres'))).toBe(false)
})

test('an invalid tenant ends the start with the reason, and no process stays', async () => {
  await instance.end('SIGTERM')
  const refused = await instance.run('up', '--tenant', 'No Tenant')
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain('a tenant id is')
  expect(fs.existsSync(path.join(instance.dir, 'instance.json'))).toBe(false)
})
