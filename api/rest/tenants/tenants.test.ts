import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTenantLimits } from '../../../control/identity/tenants/index.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 0, 7, 12)
const HOUR_MS = 3_600_000
let api: TestApi
let token: string
let stranger: string

beforeAll(async () => {
  const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
  api = await startTestApi({ deps: { lake } })
  token = await makeAdmin(api, await makeTenant(api, 'acme'))
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(() => api.close())

describe('the OCSF version', () => {
  const url = 'tenants/me/ocsf-version'

  test('is pinned by the tenant for itself, and the change is audited', async () => {
    api.audited.length = 0
    expect((await api.ask('GET', url, { token })).body).toMatchObject({ version: '1.8.0', stored_as: '1.8.0' })
    const pinned = await api.ask('PUT', url, { token, body: { version: '1.3.0' } })
    expect([pinned.status, pinned.body.version]).toEqual([200, '1.3.0'])
    expect((await api.ask('GET', url, { token })).body.version).toBe('1.3.0')
    expect((await api.ask('GET', url, { token: stranger })).body.version).toBe('1.8.0')
    expect(api.audited).toMatchObject([
      {
        action: 'tenant:ocsf_version_pinned',
        resourceId: 'acme',
        changes: { ocsf_version: { from: '1.8.0', to: '1.3.0' } },
      },
    ])
  })

  test('must be a known one', async () => {
    api.audited.length = 0
    const unknown = await api.ask('PUT', url, { token, body: { version: '9.9.9' } })
    expect([unknown.status, unknown.body.detail]).toEqual([400, expect.stringContaining('1.8.0')])
    expect((await api.ask('PUT', url, { token, body: { version: 'latest' } })).status).toBe(422)
    expect(api.audited).toEqual([])
  })
})

test('a tenant reads its own ingest limits only', async () => {
  await setTenantLimits(api.owner, tenantId('globex'), { weight: 7, limits: { eventsPerSecond: 4321 } })
  const of = async (as: string) => (await api.ask('GET', 'tenants/me/limits', { token: as })).body
  expect(await of(stranger)).toMatchObject({ events_per_second: 4321, weight: 7 })
  expect(await of(token)).toMatchObject({ weight: 1 })
  expect((await of(token)).events_per_second).not.toBe(4321)
})

describe('schema drift', () => {
  const report = (id: number, of: { tenant?: string; kind: string; path: string; hour: number; source?: string }) => ({
    drift_id: `00000000-0000-4000-8000-00000000000${id}`,
    tenant_id: of.tenant ?? 'acme',
    source: of.source ?? 'fw',
    mapping: 'cisco/1',
    kind: of.kind,
    path: of.path,
    time: NOW_MS + of.hour * HOUR_MS,
    ingest_time: NOW_MS,
    event_uid: '00000000-0000-4000-9000-000000000001',
    last_seen: of.kind === 'vanished' ? NOW_MS : 0,
  })
  const idsOf = async (query: string, as = token) => {
    const { body } = await api.ask('GET', `schema-drift?${query}`, { token: as })
    return body.items.map(({ id }: { id: string }) => Number(id.at(-1)))
  }

  beforeAll(async () => {
    const values = [
      report(1, { kind: 'new', path: 'src.geo', hour: 1 }),
      report(1, { kind: 'new', path: 'src.geo', hour: 9 }),
      report(2, { kind: 'vanished', path: 'dst.port', hour: 2 }),
      report(3, { kind: 'untracked', path: '', hour: 2, source: 'app' }),
      report(4, { tenant: 'globex', kind: 'new', path: 'theirs', hour: 3 }),
    ]
    await engine().client.insert({ table: 'schema_drift', format: 'JSONEachRow', values })
  })

  test('is reported to the tenant of the source, each change once, with the first time it was seen', async () => {
    const { body } = await api.ask('GET', 'schema-drift', { token })
    expect(body.items).toHaveLength(3)
    expect(body.items[2]).toEqual({
      id: '00000000-0000-4000-8000-000000000001',
      source: 'fw',
      mapping: 'cisco/1',
      kind: 'new',
      path: 'src.geo',
      noticed_at: '2026-01-07T13:00:00.000Z',
      event_uid: '00000000-0000-4000-9000-000000000001',
      last_seen_before: null,
    })
    expect(body.items[1]).toMatchObject({ kind: 'vanished', last_seen_before: '2026-01-07T12:00:00.000Z' })
    expect(await idsOf('', stranger)).toEqual([4])
  })

  test('can be filtered by source, kind and time', async () => {
    expect(await idsOf('source=app')).toEqual([3])
    expect(await idsOf('kind=vanished')).toEqual([2])
    expect(await idsOf('since=2026-01-07T13:30:00Z')).toEqual([3, 2])
    expect(await idsOf('until=2026-01-07T13:30:00Z')).toEqual([1])
    expect((await api.ask('GET', 'schema-drift?kind=other', { token })).status).toBe(422)
  })

  test('is read page by page, without repeats or gaps', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await api.ask('GET', `schema-drift?limit=1${cursor && `&cursor=${cursor}`}`, { token })
      seen.push(...body.items.map(({ id }: { id: string }) => id.at(-1)))
      cursor = body.next_cursor ?? ''
    } while (cursor !== '')
    expect(seen).toEqual(['3', '2', '1'])
    const forged = Buffer.from('1|x').toString('base64url')
    expect((await api.ask('GET', `schema-drift?cursor=${forged}`, { token })).status).toBe(422)
  })
})
