import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTenant } from '../../control/identity/tenants/index.ts'
import { openCase } from '../../control/soc/cases/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { runCasesList, runCasesShow } from './cases.ts'
import { useCommand } from './testing.ts'

const command = useCommand()
let server: TestPostgres
beforeAll(async () => {
  server = await withTestPostgres()
  const pool = openPostgres({ url: server.appUrl, poolSize: 1 })
  for (const id of ['acme', 'bolt']) await createTenant(pool, { id })
  const actor = { id: 'test', kind: 'automation', ownId: null } as const
  for (const title of ['first', 'second'])
    await withTenant(pool, tenantId('acme'), (tx) => openCase(tx, actor, { title, severity: 'high' }, Date.now()))
  await pool.end()
}, 120_000)
afterAll(() => server.close())
afterEach(() => void vi.unstubAllEnvs())

const options = { limit: '50', format: 'TSV' }

async function reading<T>(work: () => Promise<T>): Promise<T> {
  vi.stubEnv('DATABASE_URL', server.appUrl)
  vi.stubEnv('CLICKHOUSE_URL', 'http://127.0.0.1:1') // asked for, and never reached
  return work()
}

test('lists the cases of a tenant, and no others', async () => {
  await reading(() => runCasesList({ ...options, tenant: 'acme' }))
  const lines = command.printed.trim().split('\n')
  expect(lines.map((line) => line.split('\t')[0])).toEqual(['INC-002', 'INC-001'])
  expect(command.stderr).toContain('2 in all')
  await expect(reading(() => runCasesList({ ...options, tenant: 'nobody' }))).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(reading(() => runCasesList({ ...options, tenant: 'acme', status: 'new' }))).rejects.toThrow(/--status/)
})

test('shows a case by its number, as JSON or as a page', async () => {
  await reading(() => runCasesShow('inc-1', { tenant: 'acme' }))
  expect(JSON.parse(command.printed)).toMatchObject({ label: 'INC-001', title: 'first', status: 'open' })
  command.clear()
  await reading(() => runCasesShow('INC-001', { tenant: 'acme', postmortem: true, html: true }))
  expect(command.printed).toContain('<!doctype html>')
  await expect(reading(() => runCasesShow('INC-001', { tenant: 'bolt' }))).rejects.toMatchObject({ code: 'not_found' })
})
