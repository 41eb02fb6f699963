import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { text } from './columns.ts'
import { jobs, NOW, whileHeld } from './jobs.ts'
import { type OperatorTx, openPostgres, type Postgres, withOperator } from './pool.ts'
import { type TestPostgres, withTestPostgres } from './testing.ts'

const log = pino({ level: 'silent' })
let server: TestPostgres
let pool: Postgres
beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: (await server.database()).url, poolSize: 4 })
  await pool.query(/* sql */ `
    CREATE TABLE chores (tenant_id text NOT NULL, id text NOT NULL, state text NOT NULL DEFAULT 'new', tries int NOT NULL DEFAULT 0,
      queued_at timestamptz NOT NULL DEFAULT clock_timestamp(), lease uuid, lease_until timestamptz, PRIMARY KEY (tenant_id, id));
    ALTER TABLE chores ENABLE ROW LEVEL SECURITY;
    CREATE POLICY one_tenant ON chores TO svc_app USING (tenant_id = (SELECT svc_tenant()));
    CREATE POLICY operator ON chores TO svc_operator USING (true);
    GRANT SELECT, UPDATE ON chores TO svc_app, svc_operator`)
}, 120_000)
afterEach(() => pool.query('DELETE FROM chores'))
afterAll(async () => {
  await pool.end()
  await server.close()
})

const CHORES = jobs({
  table: 'chores',
  until: 'lease_until',
  lease: 'lease',
  seconds: 60,
  tries: 'tries',
  due: `(j.state = 'new' OR j.lease_until < ${NOW})`,
  order: 'j.queued_at, j.id',
  since: 'queued_at',
  before: ['state'],
  set: `state = 'begun'`,
  returning: 'was_state, tries',
  read: (row) => ({ was: text(row, 'was_state'), tries: row.tries }),
})
const operator = <T>(work: (tx: OperatorTx) => Promise<T>) => withOperator(pool, 'a test', work)
const add = (tenant: string, id: string, queued = new Date()) =>
  pool.query('INSERT INTO chores (tenant_id, id, queued_at) VALUES ($1, $2, $3)', [tenant, id, queued])
const rowOf = async (id: string) => (await pool.query('SELECT * FROM chores WHERE id = $1', [id])).rows[0]
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const claim = async (now?: Date) => {
  const held = await operator((tx) => CHORES.claim(tx, now && { now }))
  if (held === null) throw new Error('nothing is due')
  return held
}

test('claims the row that is due first, of any tenant, and returns its old and new columns', async () => {
  await add('globex', 'second', inMinutes(-1))
  await add('acme', 'first', inMinutes(-2))
  const held = await claim()
  expect(held).toEqual({ was: 'new', tries: 1, tenant: 'acme', id: 'first', lease: expect.any(String) })
  expect(await rowOf('first')).toMatchObject({ state: 'begun', lease: held.lease, tries: 1 })
  expect((await claim()).id).toBe('second')
  expect(await operator((tx) => CHORES.claim(tx))).toBeNull()
})

test('of the rows that the caller chose, those are claimed that are due', async () => {
  for (const id of ['a', 'b', 'c']) await add('acme', id)
  const among = async (...ids: string[]) =>
    (await operator((tx) => CHORES.claimMany(tx, ids.length, { among: ids }))).map(({ id }) => id).sort()
  expect(await among('b')).toEqual(['b'])
  expect(await among('b', 'c')).toEqual(['c'])
  expect((await claim()).id).toBe('a')
})

test('concurrent claims never get one row twice, and skip rows that another is claiming', async () => {
  for (const id of ['a', 'b', 'c']) await add('acme', id)
  await operator(async (tx) => {
    expect((await CHORES.claim(tx))?.id).toBe('a')
    expect((await claim()).id, 'the first claim is not committed').toBe('b')
  })
  await add('acme', 'd')
  const all = await Promise.all(Array.from({ length: 4 }, () => operator((tx) => CHORES.claimMany(tx, 2))))
  expect(
    all
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['c', 'd'])
})

test('a claim of a process that dies before its commit leaves the row to the next process', async () => {
  await add('acme', 'a')
  const died = operator(async (tx) => {
    await CHORES.claim(tx)
    await tx.run('SELECT pg_terminate_backend(pg_backend_pid())')
  })
  await expect(died).rejects.toThrow()
  expect(await claim()).toMatchObject({ id: 'a', was: 'new', tries: 1 })
})

test('a row is due again at the end of its lease, and its previous holder loses it', async () => {
  await add('acme', 'a')
  const first = await claim()
  expect(await operator((tx) => CHORES.claim(tx, { now: inMinutes(0.5) }))).toBeNull()
  const second = await claim(inMinutes(2))
  expect(second).toMatchObject({ id: 'a', was: 'begun', tries: 2 })
  expect(await operator((tx) => CHORES.renew(tx, first))).toBe(false)
  expect(await operator((tx) => CHORES.release(tx, first))).toBe(false)
  expect(await rowOf('a')).toMatchObject({ lease: second.lease })
})

test('a renewed lease lasts longer; a released one ends at once, and does not count as a try', async () => {
  await add('acme', 'a')
  const held = await claim()
  expect(await operator((tx) => CHORES.renew(tx, held, { seconds: 600 }))).toBe(true)
  expect(await operator((tx) => CHORES.claim(tx, { now: inMinutes(5) }))).toBeNull()
  expect(await operator((tx) => CHORES.release(tx, held))).toBe(true)
  expect(await claim()).toMatchObject({ id: 'a', tries: 1 })
})

test('a tenant never gets the row of another tenant', async () => {
  await add('acme', 'a')
  await add('globex', 'g')
  const { withTenant } = await import('./pool.ts')
  const inAcme = () => withTenant(pool, tenantId('acme'), (tx) => CHORES.claimMany(tx, 10))
  expect((await inAcme()).map(({ id }) => id)).toEqual(['a'])
  const held = await claim()
  expect(held.id).toBe('g')
  expect(await withTenant(pool, tenantId('acme'), (tx) => CHORES.renew(tx, held))).toBe(false)
})

test('the age is that of the row that has been due longest; null when nothing is due', async () => {
  expect(await CHORES.oldestSeconds(pool)).toBeNull()
  await add('acme', 'a', inMinutes(-10))
  await add('acme', 'b')
  expect(await CHORES.oldestSeconds(pool)).toBeGreaterThanOrEqual(600)
  await claim()
  await claim()
  expect(await CHORES.oldestSeconds(pool)).toBeNull()
})

test('long work keeps its lease; the lease is released at once only when the process stops', async () => {
  await add('acme', 'a')
  const held = await claim()
  const { lease_until: before } = await rowOf('a')
  const renewed = () => vi.waitFor(async () => expect((await rowOf('a')).lease_until > before).toBe(true))
  await whileHeld(held, CHORES, { pool, log, renewMs: 5 }, renewed)
  expect(await operator((tx) => CHORES.claim(tx)), 'its work went well, and says itself what is next').toBeNull()

  const stop = new AbortController()
  const stopped = whileHeld(held, CHORES, { pool, log, stop: stop.signal }, async () => {
    stop.abort()
    throw new Error('the process stops')
  })
  await expect(stopped).rejects.toThrow('the process stops')
  expect(await claim()).toMatchObject({ id: 'a', tries: 1 })
})

test('a claim of a table without a lease counts, and can be neither renewed nor released', async () => {
  const {
    renew,
    release,
    claim: claimOnce,
  } = jobs({
    ...{ table: 'chores', until: 'lease_until', lease: null, seconds: 60, order: 'j.id', since: 'queued_at' },
    due: `(j.lease_until IS NULL OR j.lease_until < ${NOW})`,
    ...{ returning: 'id', read: () => ({}) },
  })
  await add('acme', 'a')
  const held = await operator((tx) => claimOnce(tx))
  expect(held?.id).toBe('a')
  expect(await operator((tx) => claimOnce(tx))).toBeNull()
  if (held === null) return
  await expect(operator((tx) => renew(tx, held))).rejects.toThrow('column of the lease')
  await expect(operator((tx) => release(tx, held))).rejects.toThrow('column of the lease')
})
