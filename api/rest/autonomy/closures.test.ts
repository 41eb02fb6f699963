/** Closed findings of a tenant's SIEM: read from what speaks as the vendor does, and held against the agent's decisions. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PollRequest, PollResponse } from '../../../connectors/polling/ask.ts'
import { type ClosureSettings, sweepClosuresOnce } from '../../../control/respond/autonomy/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf, VAULT } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const HOUR = 3_600_000
const NOW = Date.UTC(2026, 5, 1, 12)
const SETTINGS: ClosureSettings = {
  ...{ enabled: true, intervalSeconds: 900, connectorIntervalSeconds: 3600, connectorsPerTick: 10 },
  ...{ windowHoursMax: 24, lookbackHoursMax: 168, overlapSeconds: 900, limit: 1000 },
}
let api: TestApi
let acme: TenantId
let token: string
let requests: PollRequest[] = []
let vendor: (request: PollRequest) => Partial<PollResponse> & { json?: unknown }

beforeAll(async () => {}, 120_000)
beforeEach(async () => {
  await api?.close()
  api = await startTestApi({ deps: { vault: VAULT, readsClosures: true } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  requests = []
})
afterAll(() => api?.close())

function sweep(nowMs: number, more: Partial<ClosureSettings> = {}) {
  const ask = async (request: PollRequest): Promise<PollResponse> => {
    requests.push(request)
    const { json, ...rest } = vendor(request)
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(json ?? [])), ...rest }
  }
  return sweepClosuresOnce({
    ...{ pool: api.owner, vault: VAULT, audit: api.deps.audit, ask, settings: { ...SETTINGS, ...more } },
    ...{ lake: (tenant: TenantId) => tenantReader(engine().client, tenant), nowMs: () => nowMs },
    log: pino({ level: 'silent' }),
  })
}
const health = async (as = token) => (await api.ask('GET', 'health/shadow-reconciliation', { token: as })).body
const shadow = (enabled = true) => api.ask('PUT', 'autonomy-policy/shadow-mode/*', { token, body: { enabled } })
const run = (sql: string, params: unknown[] = []) => withTenant(api.owner, acme, (tx) => tx.run(sql, params))
const decisions = () =>
  withTenant(api.owner, acme, (tx) =>
    tx.many((row) => row, `SELECT * FROM svc_shadow_decisions ORDER BY external_id NULLS LAST, decided_at`),
  )

async function connect(more: object = {}): Promise<string> {
  const body = {
    ...{ name: 'console', type: 'qradar', auth_config: { api_token: 'secret-of-qradar' } },
    connector_config: { base_url: 'https://qradar.example' },
    ...more,
  }
  const made = await api.ask('POST', 'connectors', { token, body })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id
}

/** An alert of fusion about these findings of the connector, and what the agent decided of it in the shadow. */
async function decidedOn(connector: string, ids: readonly (number | string)[], verdict = 'benign') {
  const uids = ids.map(() => crypto.randomUUID())
  const values = uids.map((event_uid, n) => ({
    ...{ tenant_id: acme, event_uid, time: '2026-06-01 08:00:00', ingest_time: '2026-06-01 08:00:00' },
    ...{ class_uid: 2004, source: connector, source_format: 'qradar', raw: JSON.stringify({ id: ids[n] }) },
  }))
  await engine().client.insert({ table: 'events', values, format: 'JSONEachRow' })
  const made = await api.ask('POST', 'alerts', { token, body: { title: `about ${ids.join()}`, severity: 'low' } })
  expect(made.status).toBe(201)
  const fusion = { evidence: [{ order: 1, event_uids: uids }], evidence_omitted: 0 }
  await run(`UPDATE alerts SET fusion = $2, fusion_version = 1, metadata = $3 WHERE id = $1`, [
    ...[made.body.id, JSON.stringify(fusion), JSON.stringify({ sources: [connector] })],
  ])
  await run(
    `INSERT INTO svc_shadow_decisions (alert_id, alert_class, model, verdict, confidence, evidence_signature, decided_at)
     VALUES ($1, 'Findings', 'rules/1', $2, 0.9, '', $3)`,
    [made.body.id, verdict, new Date(NOW - 4 * HOUR)],
  )
}

const offense = (id: number, closedMs: number, closing_reason_id = 1) => ({
  ...{ id, status: 'CLOSED', close_time: closedMs, closing_user: 'ana', closing_reason_id },
})

test('a closure at the vendor labels the decision about the same alert, and no other decision', async () => {
  const connector = await connect()
  await shadow()
  await decidedOn(connector, [17])
  await decidedOn(connector, [18], 'true_positive')
  await decidedOn(connector, [19, 20])
  const closed = [
    offense(17, NOW - 2 * HOUR),
    offense(18, NOW - HOUR, 3),
    offense(19, NOW - HOUR),
    offense(99, NOW - HOUR),
  ]
  vendor = () => ({ json: closed })
  for (let looks = 0; looks < 7; looks++) await sweep(NOW + looks * HOUR)
  const rows = await decisions()
  expect(rows).toMatchObject([
    {
      ...{ external_id: '17', source: connector, analyst_disposition: 'false_positive', resolution_source: 'siem' },
      ...{ resolved_by: 'ana', vendor_disposition: '1', resolved_at: new Date(NOW - 2 * HOUR) },
    },
    { external_id: '18', analyst_disposition: 'true_positive', vendor_disposition: '3' },
    { external_id: null, resolved_at: null, source: null },
  ])
  const state = await health()
  expect(state).toMatchObject({ state: 'ok', connectors: [{ connector_id: connector, closures_matched: 2 }] })
  const agreement = (await api.ask('GET', 'autonomy-policy/agreement?window_days=365', { token })).body
  expect(agreement.by_source).toMatchObject([{ key: connector, decisions: 2 }])
  expect(api.audited.filter(({ action }) => action === 'autonomy:closures_matched')).toHaveLength(1)
})

test('a closure reason that is neither true nor false leaves the decision unlabelled, outside all rates', async () => {
  const connector = await connect()
  await shadow()
  await decidedOn(connector, [17])
  vendor = () => ({ json: [offense(17, NOW - HOUR, 55)] })
  for (let looks = 0; looks < 7; looks++) await sweep(NOW + looks * HOUR)
  expect(await decisions()).toMatchObject([{ analyst_disposition: 'unlabeled', vendor_disposition: '55' }])
})

test('time windows overlap a little, stay within the limit, and are not requested early', async () => {
  await connect()
  await shadow()
  vendor = () => ({ json: [] })
  const spans = () =>
    requests.map(({ url }) => {
      const filter = new URL(url).searchParams.get('filter') ?? ''
      return [...filter.matchAll(/\d{10,}/g)].map(([ms]) => (Number(ms) - NOW) / HOUR)
    })
  expect(await sweep(NOW)).toBe(1)
  expect(await sweep(NOW + 60_000)).toBe(0)
  expect(await sweep(NOW + 900_000)).toBe(1)
  expect(spans()).toEqual([
    [-168, -144],
    [-144.25, -120.25],
  ])
  expect(await health()).toMatchObject({ connectors: [{ state: 'idle', closures_read: 0 }] })
})

test('a window with more closures than the limit continues where it was cut', async () => {
  await connect()
  await shadow()
  const all = Array.from({ length: 50 }, (_, n) => offense(n, NOW - 168 * HOUR + n * 60_000))
  vendor = ({ url }) => {
    const since = Number(/close_time >= (\d+)/.exec(new URL(url).searchParams.get('filter') ?? '')?.[1])
    return { json: all.filter(({ close_time }) => close_time >= since).slice(0, 50) }
  }
  vendor = (
    (whole) => (request) =>
      request.headers.range === 'items=0-49' ? whole(request) : { json: [] }
  )(vendor)
  await sweep(NOW, { limit: 30 })
  expect(await health()).toMatchObject({ connectors: [{ closures_read: 50 }] })
  await sweep(NOW + 900_000, { limit: 30 })
  const since = requests.map(({ url }) =>
    Number(/close_time >= (\d+)/.exec(decodeURIComponent(url.replaceAll('+', ' ')))?.[1]),
  )
  expect(since[0]).toBe(NOW - 168 * HOUR)
  expect(since.at(-1)).toBe(NOW - 168 * HOUR + 49 * 60_000)
})

describe('health', () => {
  test('says when nothing is measured and when there is no connector', async () => {
    expect((await health()).state).toBe('not_measuring')
    await shadow()
    expect((await health()).state).toBe('no_connector')
    await connect({
      ...{ name: 'other', type: 'okta', auth_config: { api_token: 'x' } },
      connector_config: { base_url: 'https://acme.okta.example' },
    })
    expect((await health()).state).toBe('no_connector')
    expect(await sweep(NOW)).toBe(0)
    await shadow(false)
    await connect()
    expect(await sweep(NOW)).toBe(0)
  })

  test('is blocked after refused credentials until the connector is saved again, and shows no secret', async () => {
    const connector = await connect()
    await shadow()
    vendor = () => ({ status: 401, body: Buffer.from('no such token: secret-of-qradar') })
    await sweep(NOW)
    const blocked = await health()
    expect(blocked).toMatchObject({ state: 'blocked', connectors: [{ state: 'blocked', reason: /\[secret\]/ }] })
    expect(JSON.stringify(blocked)).not.toContain('secret-of-qradar')
    expect(await sweep(NOW + 100 * HOUR)).toBe(0)
    vendor = () => ({ json: [] })
    const saved = await api.ask('PATCH', `connectors/${connector}`, { token, body: { name: 'console 2' } })
    expect(saved.status).toBe(200)
    expect(await sweep(NOW + 100 * HOUR)).toBe(1)
    expect(await health()).toMatchObject({ state: 'ok', connectors: [{ state: 'idle', reason: null }] })
  })

  test('is degraded after a rate limit, and the vendor is not called again before its Retry-After', async () => {
    await connect()
    await shadow()
    vendor = () => ({ status: 429, headers: { 'retry-after': '7200' } })
    await sweep(NOW)
    expect(await health()).toMatchObject({ state: 'degraded', connectors: [{ state: 'transient', watermark: null }] })
    expect(await sweep(NOW + 7_100_000)).toBe(0)
    expect(await sweep(NOW + 7_200_000)).toBe(1)
  })

  test('is transient after an unavailable vendor or an invalid answer, and the next sweep tries again', async () => {
    await connect()
    await shadow()
    vendor = () => ({ status: 503 })
    await sweep(NOW)
    vendor = () => ({ body: Buffer.from('<html>') })
    await sweep(NOW + 900_000)
    expect(await health()).toMatchObject({ connectors: [{ state: 'transient', reason: /neither JSON/ }] })
  })
})

test('replicas that sweep at the same time call the vendor once', async () => {
  await connect()
  await shadow()
  vendor = () => ({ json: [] })
  await Promise.all([sweep(NOW), sweep(NOW), sweep(NOW)])
  expect(requests).toHaveLength(1)
})

test('another tenant sees none of it, and a viewer may not read it', async () => {
  await connect()
  await shadow()
  vendor = () => ({ json: [] })
  await sweep(NOW)
  const globex = await makeTenant(api, 'globex')
  expect(await health(await makeAdmin(api, globex))).toEqual({ state: 'not_measuring', connectors: [] })
  await makeUser(api, acme, 'vic', 'viewer')
  const viewer = await tokenOf(api, acme, 'vic')
  expect((await api.ask('GET', 'health/shadow-reconciliation', { token: viewer })).status).toBe(403)
})
