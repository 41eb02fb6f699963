import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchRiskOnce } from '../../../control/soc/risk/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
let api: TestApi
let acme: TenantId
const tokens: Record<string, string> = {}
const HOUR = 3_600_000
const NOW = Math.floor(Date.now() / HOUR) * HOUR

beforeAll(async () => {
  const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
  api = await startTestApi({ deps: { lake } })
  acme = await makeTenant(api, 'acme')
  const bolt = await makeTenant(api, 'bolt')
  for (const [name, role] of Object.entries({ ann: 'soc_analyst', tess: 'tenant_admin' })) {
    await makeUser(api, acme, name, role)
    tokens[name] = await tokenOf(api, acme, name)
  }
  await makeUser(api, bolt, 'bob', 'tenant_admin')
  tokens.bob = await tokenOf(api, bolt, 'bob')
}, 120_000)
afterAll(() => api.close())

const ask = (name: string, method: string, url: string) => api.ask(method, url, { token: tokens[name] ?? '' })
const get = async (url: string, name = 'ann') => {
  const { status, body, text: answerText } = await ask(name, 'GET', url)
  expect([status, answerText.slice(0, 400)]).toEqual([200, answerText.slice(0, 400)])
  return body
}

const anomaly = (more: object) => ({
  ...{ tenant_id: acme, row_id: randomUUID(), anomaly_id: randomUUID(), time: NOW - HOUR, ingest_time: NOW },
  ...{ entity_type: 'user', entity: 'alice', metric: 'logons', observed: 60, mean: 4, stddev: 2, z_score: 28 },
  ...{ tail_probability: 1e-9, samples: 336, severity_id: 4, items: ['h1'], event_uid: randomUUID() },
  ...more,
})
const baseline = (more: object) => ({
  ...{ tenant_id: acme, row_id: randomUUID(), time: NOW - 3 * HOUR, ingest_time: NOW - HOUR, entity_type: 'user' },
  ...{ entity: 'alice', metric: 'logons', mean: 4, stddev: 2, samples: 336 },
  ...more,
})
const insert = (table: string, ...values: object[]) =>
  engine().client.insert({ table, format: 'JSONEachRow', values: values.map(seconds) })
/** The engine reads a number as seconds where it has a point. */
const seconds = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name === 'time' || name === 'ingest_time' ? new Date(value).toISOString().slice(0, -1).replace('T', ' ') : value,
    ]),
  )

test('anomalies are listed newest first, once each with the highest severity, and can be filtered', async () => {
  const grown = randomUUID()
  await insert(
    'anomalies',
    anomaly({ anomaly_id: grown, severity_id: 3, observed: 20, z_score: 8 }),
    anomaly({ anomaly_id: grown, severity_id: 5, observed: 90, z_score: 43 }),
    anomaly({ entity_type: 'host', entity: 'web-1', metric: 'bytes_out', time: NOW - 30 * HOUR, z_score: 5 }),
    anomaly({ tenant_id: 'bolt', entity: 'secret' }),
  )
  const { items } = await get('ueba/anomalies')
  expect(items.map((one: { entity_id: string }) => one.entity_id)).toEqual(['alice', 'web-1'])
  expect(items[0]).toMatchObject({
    ...{ id: grown, entity_type: 'user', metric_name: 'logons', observed_value: 90, baseline_mean: 4 },
    ...{ baseline_stddev: 2, z_score: 43, severity: 'critical', baseline_state: 'ready', items: ['h1'] },
  })
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const page = await get(`ueba/anomalies?limit=1${cursor}`)
    seen.push(...page.items.map((one: { id: string }) => one.id))
    if (!page.next_cursor) break
    cursor = `&cursor=${page.next_cursor}`
  }
  expect(seen).toEqual(items.map((one: { id: string }) => one.id))
  const found = async (query: string) => (await get(`ueba/anomalies?${query}`)).items.length
  expect(await found('entity_id=alice')).toBe(1)
  expect(await found('entity_type=host')).toBe(1)
  expect(await found('min_z_score=10')).toBe(1)
  expect(await found('min_severity=critical')).toBe(1)
  expect(await found('metric=bytes_out')).toBe(1)
  expect(await found(`since=${new Date(NOW - 2 * HOUR).toISOString()}`)).toBe(1)
  expect(await get(`ueba/anomalies/${grown}`)).toEqual({ ...items[0], peer: null })
  expect((await ask('bob', 'GET', `ueba/anomalies/${grown}`)).status).toBe(404)
  expect((await ask('ann', 'GET', 'ueba/anomalies?cursor=bm9uZQ')).status).toBe(422)
  const query = `{ uebaAnomalies(minZScore: 10) { id entityId entityType metricName observedValue zScore severity detectedAt } }`
  const graphql = await api.api.app.inject({
    ...{ method: 'POST', url: '/graphql', payload: { query } },
    headers: { authorization: `Bearer ${tokens.ann}`, 'content-type': 'application/json' },
  })
  expect(graphql.json().data.uebaAnomalies).toEqual([
    {
      ...{ id: grown, entityId: 'alice', entityType: 'USER', metricName: 'logons', observedValue: 90, zScore: 43 },
      ...{ severity: 'CRITICAL', detectedAt: new Date(NOW - HOUR).toISOString() },
    },
  ])
})

test('baselines show their progress, and a missing one is not zero', async () => {
  await insert(
    'baselines',
    baseline({ mean: 3, samples: 300, ingest_time: NOW - 30 * HOUR }),
    baseline({}),
    baseline({ metric: 'failed_logons', mean: 0, samples: 20 }),
    baseline({ entity: 'old', time: NOW - 20 * 24 * HOUR, ingest_time: NOW - 20 * 24 * HOUR }),
    baseline({ entity: '', entity_type: '', metric: 'entities_refused', samples: 50_000 }),
    baseline({ tenant_id: 'bolt', entity: 'secret' }),
  )
  const { items } = await get('ueba/baselines')
  expect(items).toMatchObject([
    { entity_id: 'alice', metric: 'failed_logons', mean: 0, samples: 20, state: 'learning' },
    { entity_id: 'alice', metric: 'logons', mean: 4, stddev: 2, samples: 336, state: 'ready' },
    { entity_id: 'old', metric: 'logons', state: 'stale' },
  ])
  const second = await get(`ueba/baselines?limit=2&cursor=${(await get('ueba/baselines?limit=2')).next_cursor}`)
  expect(second.items.map((one: { entity_id: string }) => one.entity_id)).toEqual(['old'])
  expect((await get('ueba/baselines?state=learning')).items).toHaveLength(1)
  expect(await get('ueba/baselines/alice')).toEqual({
    ...{ entity_id: 'alice', peer_groups: [] },
    baselines: items.slice(0, 2).map((one: object) => ({ ...one, peer: null })),
  })
  expect((await ask('ann', 'GET', 'ueba/baselines/nobody')).status).toBe(404)
  expect((await ask('bob', 'GET', 'ueba/baselines/alice')).status).toBe(404)
  expect((await ask('ann', 'GET', 'ueba/baselines?cursor=bm9uZQ')).status).toBe(422)
  expect(await get('ueba/stats')).toEqual({
    ...{ entities: 2, baselines: 3, baselines_by_state: { learning: 1, ready: 1, stale: 1 } },
    ...{ anomalies_24h: 1, anomalies_24h_by_severity: { medium: 0, high: 0, critical: 1 } },
    entities_refused_on: new Date(NOW - 3 * HOUR).toISOString(),
  })
})

test('one entity is answered whole, in the words of the lists', async () => {
  const entity = await get('ueba/entities/alice')
  const { baselines, peer_groups: groups } = await get('ueba/baselines/alice')
  const { items } = await get('ueba/anomalies?entity_id=alice')
  expect(entity).toEqual({
    ...{ entity_id: 'alice', baselines, peer_groups: groups, resets: [], has_more_anomalies: false },
    anomalies: items.map((one: object) => ({ ...one, peer: null })),
  })
  expect((await ask('ann', 'GET', 'ueba/entities/nobody')).status).toBe(404)
  expect((await ask('bob', 'GET', 'ueba/entities/alice')).status).toBe(404)
})

test('a reset hides learned values at once, names its author and reason, notifies the stages, is audited, and needs the permission', async () => {
  expect((await ask('ann', 'DELETE', 'ueba/baselines/alice')).status).toBe(403)
  expect((await ask('bob', 'DELETE', 'ueba/baselines/alice')).status).toBe(404)
  expect((await ask('tess', 'DELETE', 'ueba/baselines/alice?entity_type=host')).status).toBe(404)
  expect((await ask('tess', 'DELETE', 'ueba/baselines/alice?reason=a%20new%20role')).status).toBe(204)
  expect((await ask('ann', 'GET', 'ueba/baselines/alice')).status).toBe(404)
  const { items } = await get('ueba/resets?entity_id=alice')
  expect(items).toMatchObject([{ entity_type: 'user', entity: 'alice', reason: 'a new role' }])
  expect(items[0].reset_by).toMatch(/^[0-9a-f-]{36}$/)
  expect(await get('ueba/entities/alice')).toMatchObject({ baselines: [], resets: items })
  expect((await get('ueba/resets?entity_id=alice', 'bob')).items).toEqual([])
  expect((await get('ueba/stats')).entities).toBe(1)
  expect((await ask('tess', 'DELETE', 'ueba/baselines/alice')).status).toBe(404)
  const announced = await withTenant(api.deps.pool, acme, (tx) =>
    tx.many(
      (row) => [text(row, 'kind'), text(row, 'id')],
      `SELECT kind, id FROM control_outbox WHERE kind = 'ueba_reset'`,
    ),
  )
  expect(announced).toEqual([['ueba_reset', 'user alice']])
  await insert('baselines', baseline({ samples: 5, ingest_time: Date.now() + 1000 }))
  expect((await get('ueba/baselines/alice')).baselines).toMatchObject([{ samples: 5, state: 'learning' }])
})

const alert = async (more: object) =>
  (
    await api.ask('POST', 'alerts', {
      token: tokens.ann ?? '',
      body: { title: 'An alert', severity: 'high', ...more },
    })
  ).body.id as string

test('entities are listed by the risk of their alerts, which decays and keeps the order', async () => {
  const old = new Date(Date.now() - 7 * 24 * HOUR).toISOString()
  const ids = [
    await alert({ severity: 'critical', affected_hosts: ['DB-1'], affected_users: ['eve'] }),
    await alert({ severity: 'high', affected_hosts: ['db-1'], affected_ips: ['10.0.0.1'] }),
    await alert({ severity: 'medium', affected_users: ['bob'] }),
    await alert({ severity: 'low', affected_users: ['carl'] }),
  ]
  await withTenant(api.deps.pool, acme, (tx) =>
    tx.run(`UPDATE alerts SET first_seen = $2, last_seen = $2 WHERE id = $1`, [ids[2], old]),
  )
  const { items } = await get('entity-risk')
  const shown = items.map((one: { entity: string }) => one.entity)
  expect(shown).toEqual(['db-1', 'eve', '10.0.0.1', 'bob', 'carl'])
  expect(items[0]).toMatchObject({ entity_type: 'host', alert_count: 2, points: expect.closeTo(90, 1), band: 'high' })
  expect(items[0].risk_score).toBeCloseTo(100 * (1 - 2 ** -2.25), 1)
  expect(items[3].points).toBeCloseTo(6, 1)
  const paged: string[] = []
  for (let cursor = ''; ; ) {
    const page = await get(`entity-risk?limit=2${cursor}`)
    paged.push(...page.items.map((one: { entity: string }) => one.entity))
    if (!page.next_cursor) break
    cursor = `&cursor=${page.next_cursor}`
  }
  expect(paged).toEqual(shown)
  expect((await get('entity-risk?entity_type=user')).items).toHaveLength(3)
  const one = await get('entity-risk/DB-1')
  expect(one).toMatchObject({
    entity: 'db-1',
    alert_count: 2,
    contributors: [{ alert_id: ids[0] }, { alert_id: ids[1] }],
  })
  expect([...one.alerts].sort()).toEqual([ids[0], ids[1]].sort())
  expect((await ask('ann', 'GET', 'entity-risk/nobody')).status).toBe(404)
  expect((await ask('bob', 'GET', 'entity-risk/db-1')).status).toBe(404)
  expect((await get('entity-risk', 'bob')).items).toEqual([])
  expect((await ask('ann', 'GET', 'entity-risk?cursor=bm9uZQ')).status).toBe(422)
  await withTenant(api.deps.pool, acme, (tx) =>
    tx.run(`UPDATE alerts SET disposition = 'false_positive' WHERE id = $1`, [ids[0]]),
  )
  expect((await get('entity-risk/db-1')).points).toBeCloseTo(30, 1)
  expect((await ask('ann', 'GET', 'entity-risk/eve')).status).toBe(404)
})

test('a rise of risk makes an alert, by the settings of the tenant', async () => {
  const put = (name: string, body: object) => api.ask('PUT', 'ueba/risk-settings', { token: tokens[name] ?? '', body })
  expect((await ask('tess', 'GET', 'ueba/risk-settings')).body).toEqual({
    ...{ enabled: true, threshold: 70, window_hours: 72 },
  })
  for (const wrong of [{ threshold: 19 }, { threshold: 100 }, { window_hours: 0 }, { window_hours: 721 }, { more: 1 }])
    expect((await put('tess', { enabled: true, threshold: 70, window_hours: 72, ...wrong })).status).toBe(422)
  const set = { enabled: true, threshold: 40, window_hours: 24 }
  expect((await put('ann', set)).status).toBe(403)
  api.audited.length = 0
  expect(await put('tess', set)).toMatchObject({ status: 200, body: set })
  expect(api.audited).toMatchObject([{ action: 'entity_risk:settings_set', changes: set }])
  expect((await ask('tess', 'GET', 'ueba/risk-settings')).body).toEqual(set)
  expect((await ask('bob', 'GET', 'ueba/risk-settings')).body).toMatchObject({ threshold: 70 })
  for (let n = 0; n < 3; n++) await alert({ title: `weak ${n}`, severity: 'medium', affected_users: ['mallory'] })
  const watch = () => watchRiskOnce({ pool: api.owner, audit: api.deps.audit, log: api.deps.log, nowMs: Date.now })
  expect([await watch(), await watch()]).toEqual([true, true])
  const raised = async (name = 'ann') =>
    (await get('alerts?search=mallory&limit=50', name)).items.filter(
      (one: { rule_id: string | null }) => one.rule_id === 'svc-entity-risk:user:mallory',
    )
  expect(await raised()).toMatchObject([
    { title: 'Risk of user mallory passed its threshold without a strong alert', severity: 'high', status: 'new' },
  ])
  expect(await raised('bob')).toEqual([])
  expect((await get('entity-risk/mallory')).alert_count).toBe(3)
  expect(api.audited.map(({ action }) => action)).toContain('entity_risk:raised')
})

const logon = (user: string, host: string, more: object = {}) => ({
  ...{ tenant_id: acme, event_uid: randomUUID(), time: NOW - HOUR, ingest_time: NOW, class_uid: 3002, activity_id: 1 },
  ...{ user, host, src_ip: '::ffff:10.1.0.9', ...more },
})

test('an entity is compared with users of the same hosts, and unknown is not zero', async () => {
  const alike = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']
  const hosts = ['srv-1', 'srv-2', 'SRV-3.']
  await insert(
    'events',
    ...['peggy', ...alike].flatMap((user) => hosts.map((host) => logon(`CORP\\${user}`, host))),
    ...['srv-1', 'x-1', 'x-2', 'x-3', 'x-4', 'x-5', 'x-6', 'x-7'].map((host) => logon('roamer', host)),
    ...hosts.map((host) => logon('late', host, { time: NOW - 20 * 24 * HOUR })),
    ...hosts.map((host) => logon('secret', host, { tenant_id: 'bolt' })),
  )
  await insert(
    'baselines',
    baseline({ entity: 'peggy', mean: 9 }),
    baseline({ entity: 'peggy', metric: 'bytes_out', mean: 5 }),
    baseline({ entity: 'peggy', metric: 'activity', mean: 0 }),
    ...alike.map((entity, n) => baseline({ entity, mean: 1 + n })),
    ...alike.map((entity) => baseline({ entity, metric: 'bytes_out', samples: 20 })),
    ...alike.map((entity) => baseline({ entity, metric: 'activity', mean: 0 })),
    ...alike.map((entity) => baseline({ entity, metric: 'failed_logons', time: NOW - 20 * 24 * HOUR })),
    baseline({ entity: 'peggy', metric: 'failed_logons', mean: 1 }),
    baseline({ entity: 'roamer', mean: 100 }),
  )
  const { baselines, peer_groups } = await get('ueba/baselines/peggy')
  expect(peer_groups).toEqual([{ entity_type: 'user', kind: 'hosts', name: null, size: 6, members: alike }])
  const peer = Object.fromEntries(baselines.map((one: { metric: string; peer: object }) => [one.metric, one.peer]))
  expect(peer).toEqual({
    // Median 3.5, of 1 to 6 half are 1.5 away from it.
    logons: { state: 'ready', members: 6, median: 3.5, z_score: expect.closeTo((0.6745 * 5.5) / 1.5, 6) },
    bytes_out: { state: 'learning', members: 0, median: null, z_score: null },
    activity: { state: 'ready', members: 6, median: 0, z_score: null },
    failed_logons: { state: 'stale', members: 0, median: null, z_score: null },
  })
  const id = randomUUID()
  await insert('anomalies', anomaly({ anomaly_id: id, entity: 'peggy', observed: 60 }))
  expect((await get(`ueba/anomalies/${id}`)).peer).toMatchObject({ state: 'ready', z_score: expect.closeTo(25.4, 1) })
  const lonely = await get('ueba/baselines/roamer')
  expect([lonely.peer_groups, lonely.baselines[0].peer]).toEqual([[], null])
})

test('entities are compared within a department known from a directory, in their own tenant only', async () => {
  const department = { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Finance' } }
  const people = ['fay', 'f1', 'f2', 'f3', 'f4', 'f5']
  for (const name of people) {
    const id = await makeUser(api, acme, name)
    await withTenant(api.deps.pool, acme, (tx) =>
      tx.run('INSERT INTO scim_users (user_id, attributes) VALUES ($1, $2)', [id, JSON.stringify(department)]),
    )
  }
  await insert('baselines', ...people.map((entity) => baseline({ entity, mean: entity === 'fay' ? 8 : 2 })))
  const { baselines, peer_groups } = await get('ueba/baselines/fay')
  expect(peer_groups).toEqual([
    { entity_type: 'user', kind: 'department', name: 'Finance', size: 5, members: people.slice(1) },
  ])
  // All of them are exactly alike: how far one is from them cannot be said.
  expect(baselines[0].peer).toEqual({ state: 'ready', members: 5, median: 2, z_score: null })
  await insert('baselines', baseline({ entity: 'fay', tenant_id: 'bolt' }))
  expect((await get('ueba/baselines/fay', 'bob')).peer_groups).toEqual([])
})
