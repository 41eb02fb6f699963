/** Counts the events that a polled source added to the lake: the door of this test stores each event once. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ConnectorsDeps, pollNext } from '../../../control/platform/connectors/index.ts'
import { type Egress, openEgress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type ReadLimits, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi, VAULT } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const log = pino({ level: 'silent' })
const MINUTE_MS = 60_000
/** A round minute in the past. */
const BEGIN_MS = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 600 * MINUTE_MS

let server: TestPostgres
let api: TestApi
let acme: TenantId
let token: string
let source: Server
let base: string
let vendorEvents: readonly object[] = []
let nowMs = BEGIN_MS
let isLakeAway = false

beforeAll(async () => {
  server = await withTestPostgres()
  const lake = (tenant: TenantId, limits?: ReadLimits) => {
    const reader = tenantReader(engine().client, tenant, limits)
    return isLakeAway ? { ...reader, query: () => Promise.reject(new Error('engine away')) } : reader
  }
  const guarded = openEgress({
    ...{ airGap: { enabled: false, allowlist: [] }, allowPrivate: true, log },
    resolve: async () => ['127.0.0.1'],
  })
  egress = (request) => guarded({ ...request, chosenBy: 'operator' })
  api = await openTestApi(server, { deps: { egress, lake } })
  source = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(vendorEvents))
  })
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  base = `http://source.example:${(source.address() as AddressInfo).port}`
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
})
afterEach(() => withTenant(api.owner, acme, (tx) => tx.run(/* sql */ `DELETE FROM connectors`)))
afterAll(async () => {
  source?.close()
  await api?.close()
  await server?.close()
})

let egress: Egress
const seen = new Set<string>()
/** Sums of the ledger for a minute of receipt. */
const counted = (connectorId: string, outcome: string, events: number) => ({
  ...{ tenant_id: acme, source: connectorId, minute: Math.floor(nowMs / MINUTE_MS) * 60, outcome, reason: '', events },
})
async function store(connectorId: string, events: readonly unknown[]) {
  const fresh = (events as { uuid: string }[]).filter(({ uuid }) => !seen.has(uuid))
  for (const { uuid } of fresh) seen.add(uuid)
  const time = new Date(nowMs).toISOString().slice(0, -1).replace('T', ' ')
  const rows = fresh.map(() => ({
    ...{ tenant_id: acme, source: connectorId, event_uid: crypto.randomUUID(), time, ingest_time: time, raw: '{}' },
  }))
  if (rows.length > 0) await engine().client.insert({ table: 'events', values: rows, format: 'JSONEachRow' })
  const sums = [
    counted(connectorId, 'received', events.length),
    counted(connectorId, 'stored', fresh.length),
    counted(connectorId, 'duplicate', events.length - fresh.length),
  ].filter((sum) => sum.events > 0)
  // Equal sums of two polls are not one insert that was sent again.
  const settings = { clickhouse_settings: { insert_deduplication_token: crypto.randomUUID() } } as const
  await engine().client.insert({ table: 'ledger', values: sums, format: 'JSONEachRow', ...settings })
}
const deps = (over: Partial<ConnectorsDeps> = {}): ConnectorsDeps => ({
  ...{ pool: api.owner, vault: VAULT, egress, log, nowMs: () => nowMs },
  pushEvents: ({ connectorId }, events) => store(connectorId, events),
  ...over,
})
const eventAt = (ms: number, id: string) => ({ uuid: id, published: new Date(ms).toISOString() })

async function connected(name: string): Promise<string> {
  const body = { name, type: 'okta', auth_config: { api_token: 'secret' }, connector_config: { base_url: base } }
  const made = await api.ask('POST', 'connectors', { token, body })
  expect(made).toMatchObject({ status: 201, body: { events_ingested: 0, last_event_at: null } })
  return made.body.id
}
async function poll(id: string, over: Partial<ConnectorsDeps> = {}) {
  await api.ask('POST', `connectors/${id}/poll`, { token })
  expect(await pollNext(deps(over))).toBe(true)
}
const pollsOf = async (id: string) => (await api.ask('GET', `connectors/${id}/polls`, { token })).body.items
const shown = async (id: string) => (await api.ask('GET', `connectors/${id}`, { token })).body

test('a repeated event is fetched but not added; figures and freshness count stored events', async () => {
  const id = await connected('okta')
  vendorEvents = [eventAt(nowMs, 'a'), eventAt(nowMs, 'b'), eventAt(nowMs, 'c')]
  await poll(id)
  const storedAt = new Date(nowMs).toISOString()
  for (let n = 0; n < 3; n++) {
    nowMs += 30_000
    await poll(id)
  }
  nowMs += 30_000
  vendorEvents = [...vendorEvents, eventAt(nowMs, 'd')]
  await poll(id)
  const figures = (await pollsOf(id)).map(({ fetched, added }: Record<string, number>) => [fetched, added])
  expect(figures).toEqual([
    ...[
      [4, 1],
      [3, 0],
      [3, 0],
      [3, 0],
    ],
    [3, 3],
  ])
  expect(await shown(id)).toMatchObject({ events_ingested: 4, last_event_at: new Date(nowMs).toISOString() })
  nowMs += 10 * MINUTE_MS
  await poll(id)
  expect(await shown(id)).toMatchObject({ events_ingested: 4 })
  expect(Date.parse((await shown(id)).last_event_at)).toBeLessThan(nowMs - 9 * MINUTE_MS)
  expect(storedAt).toBe(new Date(BEGIN_MS).toISOString())
  const { body } = await api.ask('GET', 'connectors', { token })
  expect(body.items).toMatchObject([{ id, events_ingested: 4 }])
})

test('events of a poll whose process died are counted once', async () => {
  nowMs += 60 * MINUTE_MS
  const id = await connected('dies')
  vendorEvents = [eventAt(nowMs, 'e'), eventAt(nowMs, 'f')]
  let isStored = () => {}
  const stored = new Promise<void>((resolve) => {
    isStored = resolve
  })
  const dying = deps({
    renewMs: 3_600_000,
    pushEvents: async ({ connectorId }, events) => {
      await store(connectorId, events)
      isStored()
      await new Promise<never>(() => {})
    },
  })
  void pollNext(dying)
  await stored
  await withTenant(api.owner, acme, (tx) =>
    tx.run(/* sql */ `UPDATE connectors SET lease_until = clock_timestamp() - interval '1 second'`),
  )
  nowMs += 2 * MINUTE_MS
  await poll(id)
  expect(await pollsOf(id)).toMatchObject([
    { outcome: 'ok', fetched: 2, added: 0 },
    { outcome: 'interrupted', fetched: 2, added: 2 },
  ])
  expect(await shown(id)).toMatchObject({ events_ingested: 2 })
})

test('events in transit, or events that cannot be counted, are unknown and not 0', async () => {
  nowMs += 60 * MINUTE_MS
  const id = await connected('slow')
  vendorEvents = [eventAt(nowMs, 'g')]
  let arrives = async () => {}
  await poll(id, {
    pushEvents: async ({ connectorId }, events) => {
      arrives = () => store(connectorId, events)
    },
  })
  expect(await pollsOf(id)).toMatchObject([{ outcome: 'ok', fetched: 1, added: null }])
  await arrives()
  expect(await pollsOf(id)).toMatchObject([{ fetched: 1, added: 1 }])
  isLakeAway = true
  expect(await pollsOf(id)).toMatchObject([{ fetched: 1, added: null }])
  expect(await shown(id)).toMatchObject({ state: 'healthy', events_ingested: null, last_event_at: null })
  isLakeAway = false
})
