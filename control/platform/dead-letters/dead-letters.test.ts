import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../../api/test-api.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type ReadLimits, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withOperator } from '../../../stores/postgres/pool.ts'
import type { IngestClient } from '../connectors/index.ts'
import { runReplayOnce } from './index.ts'

const log = pino({ level: 'silent' })
const engine = useEngine({ migrated: true })
const AT_MS = Date.now() - 3_600_000
const lake = (tenant: TenantId, limits?: ReadLimits) => tenantReader(engine().client, tenant, limits)
let api: TestApi
let acme: TenantId
let token: string
let stranger: string
let analyst: string

const letter = (tenant: string, n: number, raw: string, more: object = {}) => ({
  letter_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  ...{ tenant_id: tenant, connector_id: 'fw', connector_type: 'push', source_format: 'json', request_id: '' },
  ...{ received_at: AT_MS + n * 1000, reason: 'bad_json', detail: `why ${n}`, raw, ...more },
})

beforeAll(async () => {
  api = await startTestApi({ deps: { lake } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  await makeUser(api, acme, 'ana', 'soc_analyst')
  analyst = await tokenOf(api, acme, 'ana')
  stranger = await makeAdmin(api, await makeTenant(api, 'other'))
  await engine().client.insert({
    table: 'dead_letters',
    format: 'JSONEachRow',
    values: [
      ...[letter('acme', 1, '{"a":'), letter('acme', 2, '{"a":'), letter('acme', 3, '{"b":')],
      letter('acme', 4, 'x'.repeat(3000), { reason: 'too_deep', connector_id: 'proxy' }),
      letter('other', 5, 'theirs'),
    ],
  })
}, 120_000)
afterAll(() => api.close())

/** Remembers what it is pushed; a body that holds `refused` is refused. */
function testIngest() {
  const pushed: [string, string, string][] = []
  const push: IngestClient = async ({ tenant, connectorId }, _, body) => {
    const text = body.toString()
    if (text.includes(refused)) throw new AppError('bad_request', 'the ingest service answered 400: not_an_object')
    if (isAway) throw new AppError('unavailable', 'the ingest service does not answer')
    pushed.push([tenant, connectorId, text.slice(0, 20)])
    return { accepted: text.split('\n').length, rejected: 0, errors: [] }
  }
  return { pushed, push }
}
let refused = '\u0000'
let isAway = false

async function finish(push: IngestClient, pageLetters = 1) {
  while (await runReplayOnce({ pool: api.owner, log, lake, ingest: push, pageLetters }));
}

const list = (query = '', as = token) => api.ask('GET', `dead-letters${query}`, { token: as })
const start = (body?: object, as = token) =>
  api.ask('POST', 'dead-letters/replays', { token: as, ...(body && { body }) })
const get = (id: string, as = token) => api.ask('GET', `dead-letters/replays/${id}`, { token: as })

test('are listed newest first, one row for each text and reason, a page at a time, and of this tenant only', async () => {
  const { body } = await list()
  expect(body.items).toMatchObject([
    { reason: 'too_deep', source: 'proxy', letters: 1, bytes: 3000, raw: 'x'.repeat(1000) },
    { raw: '{"b":', letters: 1, detail: 'why 3' },
    { raw: '{"a":', letters: 2, detail: 'why 2', last_at: new Date(AT_MS + 2000).toISOString() },
  ])
  const first = await list('?limit=2')
  expect(first.body.items).toHaveLength(2)
  const second = await list(`?limit=2&cursor=${first.body.next_cursor}`)
  expect([second.body.items.map(({ raw }: { raw: string }) => raw), second.body.next_cursor]).toEqual([
    ['{"a":'],
    undefined,
  ])
  expect((await list('?reason=too_deep')).body.items).toHaveLength(1)
  expect((await list('?source=fw')).body.items).toHaveLength(2)
  expect((await list('', stranger)).body.items).toMatchObject([{ raw: 'theirs' }])
  for (const wrong of ['?cursor=x', '?from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z', '?reason=A%20b'])
    expect([wrong, (await list(wrong)).status]).toEqual([wrong, 422])
})

test('a replay pushes each text once, page by page, and reports the outcome', async () => {
  const { pushed, push } = testIngest()
  const started = await start()
  expect([started.status, started.body.state]).toEqual([201, 'running'])
  expect((await start()).status).toBe(409)
  expect((await start({}, analyst)).status).toBe(403)
  await finish(push)
  expect(pushed).toEqual([
    ['acme', 'fw', '{"a":'],
    ['acme', 'fw', '{"b":'],
    ['acme', 'proxy', 'x'.repeat(20)],
  ])
  const { body } = await get(started.body.id)
  expect(body).toMatchObject({ state: 'done', letters: 3, accepted: 3, rejected: 0, fault: null })
  expect((await get(started.body.id, stranger)).status).toBe(404)
  expect((await api.ask('GET', 'dead-letters/replays', { token })).body.items).toHaveLength(1)
})

test('a refusal is counted and reported, and the others are replayed', async () => {
  refused = '{"a"'
  const { pushed, push } = testIngest()
  const started = await start({ source: 'fw' })
  await finish(push)
  refused = '\u0000'
  expect(pushed.map(([, , text]) => text)).toEqual(['{"b":'])
  expect((await get(started.body.id)).body).toMatchObject({
    state: 'done',
    letters: 2,
    rejected: 1,
    fault: expect.stringMatching(/400/),
  })
})

test('when ingest does not answer, the same page is retried; a replay can be cancelled', async () => {
  const { pushed, push } = testIngest()
  isAway = true
  const started = await start({ reason: 'too_deep' })
  await expect(finish(push)).rejects.toThrow('does not answer')
  isAway = false
  const sql = `UPDATE dead_letter_replays SET lease_until = '-infinity' WHERE id = '${started.body.id}'`
  await withOperator(api.owner, 'test', (tx) => tx.run(sql))
  await finish(push)
  expect([pushed.length, (await get(started.body.id)).body.state]).toEqual([1, 'done'])
  const other = await start()
  const cancel = () => api.ask('POST', `dead-letters/replays/${other.body.id}/cancel`, { token })
  expect([(await cancel()).body.state, (await cancel()).status]).toEqual(['cancelled', 409])
  expect(await runReplayOnce({ pool: api.owner, log, lake, ingest: push })).toBe(false)
})

test('a worker that exceeds its lease does not count letters that another worker counted', async () => {
  const { push } = testIngest()
  const started = await start()
  const expired = () =>
    withOperator(api.owner, 'test', (tx) => tx.run(`UPDATE dead_letter_replays SET lease_until = '-infinity'`))
  let isSlow = true
  const slow: IngestClient = async (...args) => {
    if (isSlow) {
      isSlow = false
      await expired()
      await runReplayOnce({ pool: api.owner, log, lake, ingest: push, pageLetters: 1 })
    }
    return push(...args)
  }
  await finish(slow)
  expect((await get(started.body.id)).body).toMatchObject({ state: 'done', letters: 3, accepted: 3 })
})

test('a replay shows an internal error while it is retried', async () => {
  const { push } = testIngest()
  const started = await start()
  const broken: IngestClient = () => Promise.reject(new Error('a secret of ours'))
  await expect(runReplayOnce({ pool: api.owner, log, lake, ingest: broken })).rejects.toThrow('a secret of ours')
  const fault = 'tried again: an internal error, see the log'
  expect((await get(started.body.id)).body).toMatchObject({ state: 'running', fault })
  await withOperator(api.owner, 'test', (tx) => tx.run(`UPDATE dead_letter_replays SET lease_until = '-infinity'`))
  await finish(push)
  expect((await get(started.body.id)).body).toMatchObject({ state: 'done', fault: null })
})
