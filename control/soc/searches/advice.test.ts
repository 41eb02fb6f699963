import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '../../../platform/tenant.ts'
import { compileSearch } from '../../../query/search/compile.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { searchEvents } from '../../../query/search/search-events.ts'
import { fieldIndexes } from '../../../stores/clickhouse/field-indexes.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { advise } from './advice.ts'
import { addFieldIndex, removeFieldIndex, tenantFieldIndexes } from './field-index-store.ts'
import { keepFieldIndexes } from './field-index-worker.ts'
import { FIELD_USE_LIMITS, fieldUses, noteFieldUses } from './field-uses.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 10)
const SPAN = { fromMs: NOW_MS - 86_400_000, toMs: NOW_MS }
const ROWS = 60_000
const LUCENE = { language: 'lucene' } as const
let server: TestPostgres
let pool: Postgres
let acme: TenantId
let globex: TenantId

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: server.url, poolSize: 4 })
  acme = (await createTenant(pool, { id: 'acme' })).id
  globex = (await createTenant(pool, { id: 'globex' })).id
  await engine().client.command({
    query: /* sql */ `
      INSERT INTO events (tenant_id, event_uid, time, ingest_time, mapping, event_code, dst_port, ocsf_form, ocsf_rest, raw)
      SELECT 'acme', generateUUIDv4(), toDateTime64('2026-03-09 10:00:00', 3) + intDiv(number, 100), toDateTime64('2026-03-09 10:00:00', 3),
        'test/1', concat('Tool', toString(intDiv(number, 1000)), '.exe'), number % 60000,
        '', concat('"device":{"os":{"build":"B-', toString(number), '/x"}},"resources":[{"uid":"r"},{"uid":"R-', toString(number), '"}]'),
        concat('{"ticket":{"ref":["AX-1-', toString(number), '",', toString(number), ']},"ticket_note":"AX 1"}')
      FROM numbers(${ROWS}) SETTINGS materialize_skip_indexes_on_insert = 0`,
  })
}, 120_000)
afterAll(async () => {
  await pool.end()
  await server.close()
})

const inAcme = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(pool, acme, work)
const reader = () => tenantReader(engine().client, acme)

async function found(query: string): Promise<number> {
  const condition = compileSearch(parseSearch(query), query, NOW_MS)
  const search = { condition, span: SPAN, fields: [], limit: 500, after: null }
  const { events, missing } = await searchEvents(reader(), search)
  expect(missing).toEqual([])
  return events.length
}

/** Granules of the table that a condition leaves to be read. */
async function granules(query: string): Promise<number> {
  const { sql, params } = compileSearch(parseSearch(query), query, NOW_MS)
  const answer = await engine().client.query({
    query: `EXPLAIN indexes = 1 SELECT count() FROM events WHERE ${sql}`,
    query_params: params,
    format: 'JSONEachRow',
  })
  const plan = (await answer.json<{ explain: string }>()).map(({ explain }) => explain).join('\n')
  return Number(/Parts: \d+ \| Granules: (\d+)/.exec(plan)?.[1])
}

async function built(): Promise<void> {
  do await keepFieldIndexes({ pool, client: engine().client })
  while ((await fieldIndexes(engine().client)).some(({ isBuilding }) => isBuilding))
  await keepFieldIndexes({ pool, client: engine().client })
}

test('fields that searches wait for are proposed, with what an index would take at most', async () => {
  await inAcme(async (tx) => {
    for (let at = 0; at < 5; at++) {
      await noteFieldUses(
        tx,
        { ...LUCENE, fields: ['unmapped.ticket.ref', 'src_ip'], ms: 3000, isLate: at === 0 },
        NOW_MS,
      )
      await noteFieldUses(tx, { ...LUCENE, fields: ['event_code', 'event_code'], ms: 20, isLate: false }, NOW_MS)
    }
    await noteFieldUses(tx, { ...LUCENE, fields: ['host'], ms: 90_000, isLate: true }, NOW_MS - 31 * 86_400_000)
  })
  const uses = await inAcme((tx) => fieldUses(tx, NOW_MS, 10))
  const advice = await advise(uses, [], reader())
  expect(advice).toMatchObject([
    { field: 'src_ip', searches: 5, ms: 15_000, meanMs: 3000, late: 1, state: 'none', bytesAtMost: null },
    { field: 'unmapped.ticket.ref', state: 'proposed' },
    { field: 'event_code', searches: 5, ms: 100, state: 'possible' },
  ])
  expect(advice[1]?.bytesAtMost).toBe(Math.ceil(8192 * 1.3 * Math.ceil(ROWS / 8192)))
  expect(await withTenant(pool, globex, (tx) => fieldUses(tx, NOW_MS, 10)), 'of another tenant').toEqual([])
})

test('the fields counted per day are bounded, and those already counted go on', async () => {
  const many = Array.from({ length: FIELD_USE_LIMITS.ofDay }, (_, at) => `unmapped.m${at}`)
  const day = NOW_MS + 40 * 86_400_000
  await inAcme((tx) => noteFieldUses(tx, { ...LUCENE, fields: many, ms: 1, isLate: false }, day))
  await inAcme((tx) =>
    noteFieldUses(tx, { ...LUCENE, fields: ['unmapped.m7', 'unmapped.further'], ms: 1, isLate: false }, day),
  )
  const uses = await inAcme((tx) => fieldUses(tx, day, 1000))
  expect(uses).toHaveLength(FIELD_USE_LIMITS.ofDay)
  expect(uses[0]).toEqual({ ...LUCENE, field: 'unmapped.m7', searches: 2, ms: 2, late: 0 })
})

test('searches use the index of their field with the same results, and it is dropped when no tenant uses it', async () => {
  const searches = [
    ['unmapped.ticket.ref', 'unmapped.ticket.ref:ax-1-41234', 1],
    ['event_code', 'event_code:tool41.exe', 500],
    ['device.os.build', 'device.os.build:"b-41234/x"', 1],
    ['resources.uid', 'resources.uid:r-41234', 1],
  ] as const
  const before = new Map<string, number>()
  for (const [, query, events] of searches) {
    before.set(query, await granules(query))
    expect(await found(query), query).toBe(events)
  }
  const made = []
  // The last is of another tenant, and serves all.
  for (const [at, [field]] of searches.entries()) {
    const owner = at < 3 ? acme : globex
    made.push({ owner, ...(await withTenant(pool, owner, (tx) => addFieldIndex(tx, field, 'ann'))) })
  }
  await built()
  const rows = [...(await inAcme(tenantFieldIndexes)), ...(await withTenant(pool, globex, tenantFieldIndexes))]
  expect(rows).toMatchObject(searches.map(([field]) => ({ field, state: 'built', fault: null })))
  for (const { bytes } of await fieldIndexes(engine().client)) expect(bytes).toBeGreaterThan(0)
  for (const [, query, events] of searches) {
    expect(await found(query)).toBe(events)
    expect(await granules(query), query).toBeLessThan(Math.max(2, (before.get(query) ?? 0) / 2))
  }
  for (const { id, owner } of made) await withTenant(pool, owner, (tx) => removeFieldIndex(tx, id))
  await built()
  expect(await fieldIndexes(engine().client)).toEqual([])
}, 60_000)

test('indexes of a tenant are bounded, and a shared index stays while one tenant uses it', async () => {
  for (const [field, reason] of [
    ['src_ip', /has an index/],
    ['host', /has an index/],
    ['cmd_line', /has an index/],
    ['class_uid', /few values/],
    ['nothing_like_it', /no field/],
    ['process.name', /made of other columns/],
    ['metadata.product.name', /builds no index/],
  ] as const)
    await expect(inAcme((tx) => addFieldIndex(tx, field, 'ann'))).rejects.toThrow(reason)
  const own = []
  for (const field of ['event_code', 'dst_port', 'pid', 'src_port'])
    own.push(await inAcme((tx) => addFieldIndex(tx, field, 'ann')))
  expect(await inAcme((tx) => addFieldIndex(tx, 'event_code', 'bob')), 'the same again').toEqual(own[0])
  await expect(inAcme((tx) => addFieldIndex(tx, 'unmapped.a', 'ann'))).rejects.toThrow(/at most 4/)
  await withTenant(pool, globex, (tx) => addFieldIndex(tx, 'event_code', 'eve'))
  await built()
  for (const { id } of own) await inAcme((tx) => removeFieldIndex(tx, id))
  await built()
  expect(await fieldIndexes(engine().client)).toHaveLength(1)
  expect(await withTenant(pool, globex, tenantFieldIndexes)).toMatchObject([{ field: 'event_code', state: 'built' }])
}, 60_000)
