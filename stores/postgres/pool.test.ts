import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { int, text } from './columns.ts'
import { asTenant, openPostgres, type Postgres, type TenantTx, withOperator, withSystem, withTenant } from './pool.ts'
import { prepared } from './prepared.ts'
import { freePort, type TestPostgres, withTestPostgres } from './testing.ts'

const a = tenantId('acme')
const b = tenantId('bolt')
// A real server on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestPostgres
let owner: Postgres
let app: Postgres

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())

beforeEach(async () => {
  const database = await server.database()
  owner = openPostgres({ url: database.url, poolSize: 2 })
  app = openPostgres({ url: database.appUrl, poolSize: 2 })
  for (const tenant of [a, b]) await withTenant(app, tenant, addTenant)
  return async () => {
    await owner.end()
    await app.end()
  }
})

function addTenant(tx: TenantTx): Promise<number> {
  return tx.run(`INSERT INTO tenants (id, name) VALUES (svc_tenant(), 'x')`)
}

const countTenants = `SELECT count(*) AS n FROM tenants`
const toCount = (row: Readonly<Record<string, unknown>>) => int(row, 'n')

describe.each(['app', 'owner'] as const)('signed in as %s', (login) => {
  const pool = () => (login === 'app' ? app : owner)

  test('a tenant’s transaction sees only its rows', async () => {
    const seen = await withTenant(pool(), a, (tx) => tx.many((row) => text(row, 'id'), 'SELECT id FROM tenants'))
    expect(seen).toEqual([a])
  })

  test('another tenant’s row cannot be changed, removed or added', async () => {
    await withTenant(pool(), a, async (tx) => {
      expect(await tx.run(`UPDATE tenants SET weight = 9 WHERE id = 'bolt'`)).toBe(0)
      expect(await tx.run('UPDATE tenants SET weight = 5')).toBe(1)
    })
    const forged = withTenant(pool(), a, (tx) => tx.run(`INSERT INTO tenants (id, name) VALUES ('forged', 'x')`))
    await expect(forged).rejects.toMatchObject({ code: '42501' })
    const moved = withTenant(pool(), a, (tx) => tx.run(`UPDATE tenants SET id = 'moved'`))
    await expect(moved).rejects.toMatchObject({ code: '42501' })
    await expect(withTenant(pool(), a, (tx) => tx.run('DELETE FROM tenants'))).rejects.toMatchObject({ code: '42501' })
  })

  test('without a tenant every tenant table raises, also after a tenant was bound on the same connection', async () => {
    for (let n = 0; n < 3; n++) {
      await withTenant(pool(), a, (tx) => tx.maybeOne(toCount, countTenants))
      const unbound = withSystem(pool(), 'test', (tx) => tx.maybeOne(toCount, countTenants))
      await expect(unbound).rejects.toThrow('no tenant bound')
    }
  })

  test('rejected work leaves nothing behind, and the connection stays usable', async () => {
    const failed = withTenant(pool(), a, async (tx) => {
      await tx.run('UPDATE tenants SET weight = 77')
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    const kept = await withTenant(pool(), a, (tx) => tx.maybeOne((r) => int(r, 'weight'), 'SELECT weight FROM tenants'))
    expect(kept).toBe(1)
    expect(pool().idleCount).toBe(pool().totalCount)
  })
})

test('concurrent statements run in order, each with its own result', async () => {
  const numbers = Array.from({ length: 50 }, (_, n) => n)
  const answers = await withTenant(app, a, (tx) =>
    Promise.all(numbers.map((n) => tx.maybeOne((row) => int(row, 'n'), 'SELECT $1::int AS n', [n]))),
  )
  expect(answers).toEqual(numbers)
})

test('a failing statement rolls back the concurrent ones, and the connection stays usable', async () => {
  const failed = withTenant(app, a, (tx) =>
    Promise.all([
      tx.run('UPDATE tenants SET weight = 66'),
      tx.run('SELECT 1/0'),
      tx.run('UPDATE tenants SET weight = 67'),
    ]),
  )
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  expect(await withTenant(app, a, (tx) => tx.maybeOne((r) => int(r, 'weight'), 'SELECT weight FROM tenants'))).toBe(1)
  expect(app.idleCount).toBe(app.totalCount)
})

test('a swallowed failure does not count as a commit', async () => {
  const swallowed = withTenant(app, a, async (tx) => {
    await tx.run('UPDATE tenants SET weight = 66')
    await tx.run('SELECT 1/0').catch(() => undefined)
  })
  await expect(swallowed).rejects.toThrow('not taken for done')
})

test('asTenant binds a part of an operator’s transaction to one tenant, and unbinds it afterwards', async () => {
  const seen = await withOperator(owner, 'test', async (tx) => {
    const inside = await asTenant(tx, a, async (bound) => {
      await bound.run('UPDATE tenants SET weight = 5')
      return [bound.tenantId, await bound.maybeOne(toCount, countTenants)]
    })
    return [...inside, await tx.maybeOne(toCount, countTenants)]
  })
  expect(seen).toEqual([a, 1, 2])
  await withTenant(app, a, (tx) => tx.run('UPDATE tenants SET weight = 1'))
  const failed = withOperator(owner, 'test', (tx) =>
    asTenant(tx, a, async (bound) => {
      await bound.run('UPDATE tenants SET weight = 6')
      throw new Error('not recorded')
    }),
  )
  await expect(failed).rejects.toThrow('not recorded')
  expect(await withTenant(app, a, (tx) => tx.maybeOne((r) => int(r, 'weight'), 'SELECT weight FROM tenants'))).toBe(1)
})

test('a statement is prepared under its name, one with an optional condition is planned each time', () => {
  const text = 'SELECT id FROM users WHERE id = $1'
  expect(prepared(text, [1])).toEqual({ name: prepared(text, [2]).name, text, values: [1] })
  expect(prepared(text, []).name).toMatch(/^[\w-]{22}$/)
  expect(prepared('SELECT id FROM users WHERE id <> $1', []).name).not.toBe(prepared(text, []).name)
  for (const type of ['', '::text', '::smallint[]'])
    expect(prepared(`SELECT id FROM users WHERE ($1${type} IS NULL OR id = $1)`, []).name).toBeUndefined()
})

test('only the owner becomes the operator, who sees all tenants and may not write them', async () => {
  expect(await withOperator(owner, 'test', (tx) => tx.maybeOne(toCount, countTenants))).toBe(2)
  await expect(withOperator(app, 'test', (tx) => tx.many(toCount, countTenants))).rejects.toMatchObject({
    code: '42501',
  })
  const written = withOperator(owner, 'test', (tx) => tx.run('UPDATE tenants SET weight = 2'))
  await expect(written).rejects.toMatchObject({ code: '42501' })
})

test('the owner itself is subject to row security', async () => {
  expect((await owner.query(countTenants)).rows).toEqual([{ n: '0' }])
})

test('a transaction refuses use after its end', async () => {
  let kept: TenantTx | undefined
  await withTenant(app, a, async (tx) => {
    kept = tx
  })
  await expect(kept?.run('SELECT 1')).rejects.toThrow('not used after its end')
})

test('asserts that maybeOne gets at most one row', async () => {
  const two = withTenant(app, a, (tx) => tx.maybeOne((row) => int(row, 'n'), 'SELECT generate_series(1, 2) AS n'))
  await expect(two).rejects.toThrow('at most one row')
})

test.each([0, 2])('asserts that one gets exactly one row, not %i', async (rows) => {
  const sql = /* sql */ `SELECT n FROM generate_series(1, $1::int) AS n`
  const one = (count: number) => withTenant(app, a, (tx) => tx.one((row) => int(row, 'n'), sql, [count]))
  expect(await one(1)).toBe(1)
  await expect(one(rows)).rejects.toThrow('exactly one row')
})

test('a database that does not answer is unavailable', async () => {
  const url = `postgres://x:y@127.0.0.1:${await freePort()}/svc`
  const pool = openPostgres({ url, poolSize: 1 })
  await expect(withTenant(pool, a, addTenant)).rejects.toMatchObject({ code: 'unavailable', retryable: true })
  await pool.end()
})

test('a connection cut inside a transaction is unavailable, and the next transaction gets another', async () => {
  const cut = withTenant(owner, a, async (tx) => {
    const pid = await tx.maybeOne((row) => int(row, 'pid'), 'SELECT pg_backend_pid() AS pid')
    await owner.query('SELECT pg_terminate_backend($1)', [pid])
    await tx.run('SELECT 1')
  })
  await expect(cut).rejects.toMatchObject({ code: 'unavailable' })
  expect(await withTenant(owner, a, (tx) => tx.maybeOne(toCount, countTenants))).toBe(1)
})

test('an idle connection that was cut is logged in a short line, without statements', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const pool = openPostgres({ url: server.appUrl, poolSize: 1, log })
  const client = await pool.connect()
  client.release()
  pool.emit('error', Object.assign(new Error('Connection terminated'), { client }), client)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reason: 'Connection terminated', msg: 'idle postgres connection closed by the server' },
  ])
  expect(lines.join('').length).toBeLessThan(500)
  await pool.end()
})

test('a statement over its time is cancelled and unavailable', async () => {
  const pool = openPostgres({ url: server.appUrl, poolSize: 1, statementTimeoutMs: 50 })
  const slow = withSystem(pool, 'test', (tx) => tx.run('SELECT pg_sleep(60)'))
  await expect(slow).rejects.toMatchObject({ code: 'unavailable' })
  await pool.end()
})
