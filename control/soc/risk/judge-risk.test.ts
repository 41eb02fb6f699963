import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { openPostgres, type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { alertDetail, createAlert, deleteAlert, type Severity, upsertFusedAlerts } from '../alerts/index.ts'
import { entityRisk } from './entity-risk.ts'
import { judgeRisks } from './judge-risk.ts'
import { putRiskSettings } from './settings.ts'

let server: TestPostgres
let app: Postgres
let count = 0
/** A new one for each test. */
let acme: TenantId
const HOUR = 3_600_000
const T0 = Date.UTC(2026, 5, 1)

beforeAll(async () => {
  server = await withTestPostgres()
  app = openPostgres({ url: server.appUrl, poolSize: 6 })
})
beforeEach(async () => {
  acme = tenantId(`acme-${++count}`)
  await createTenant(app, { id: acme })
})
afterAll(async () => {
  await app.end()
  await server.close()
})

const on = <T>(work: (tx: TenantTx) => Promise<T>, tenant = acme) => withTenant(app, tenant, work)
const audited: string[] = []
const door = { audit: async (_: TenantTx, { action }: { action: string }) => void audited.push(action) }
const judge = (nowMs: number, tenant = acme) => on((tx) => judgeRisks(tx, door, nowMs), tenant)
const weak = (hours: number, severity: Severity = 'medium', host = 'DB-1') =>
  on((tx) => {
    const eventTime = new Date(T0 + hours * HOUR)
    const more = { affectedHosts: [host], mitreTactics: [`TA000${hours % 10}`] }
    return createAlert(tx, { title: `seen at ${hours}`, severity, eventTime, ...more }, T0)
  })
const raised = (tenant = acme) =>
  on(
    (tx) =>
      tx.many(
        (row) => text(row, 'id'),
        `SELECT id::text AS id FROM alerts WHERE starts_with(rule_id, 'svc-entity-risk:') ORDER BY created_at`,
      ),
    tenant,
  )
const messages = () =>
  on((tx) =>
    tx.many(
      (row) => row.document as Record<string, unknown>,
      `SELECT document FROM entity_changes WHERE kind = 'risk_changed' ORDER BY position`,
    ),
  )

test('weak alerts that together pass the threshold make one alert, which lists them', async () => {
  for (let hour = 0; hour < 5; hour++) {
    await weak(hour)
    expect(await judge(T0 + hour * HOUR)).toEqual({ judged: 1, raised: 0 })
  }
  await weak(5)
  audited.length = 0
  expect(await judge(T0 + 5 * HOUR)).toEqual({ judged: 1, raised: 1 })
  expect(audited).toEqual(['entity_risk:raised'])
  const [id = ''] = await raised()
  const { alert } = await on((tx) => alertDetail(tx, id))
  expect(alert).toMatchObject({ severity: 'high', status: 'new', affectedHosts: ['db-1'], riskScore: null })
  expect([alert.firstSeen, alert.lastSeen]).toEqual([new Date(T0), new Date(T0 + 5 * HOUR)])
  expect([...alert.mitreTactics].sort()).toEqual(['TA0000', 'TA0001', 'TA0002', 'TA0003', 'TA0004', 'TA0005'])
  const made = alert.metadata.entity_risk as { contributors: { points: number }[] }
  expect(made).toMatchObject({ entity: 'db-1', threshold: 70, window_hours: 72, contributors_omitted: 0 })
  const risk = await on((tx) => entityRisk(tx, 'db-1', 'host', T0 + 5 * HOUR))
  expect(made.contributors.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(risk.points, 0)
  expect(alert.description).toContain('seen at 5 (medium, 2026-06-01T05:00:00.000Z)')
  // It adds nothing to the risk that it is made of, and is not made again.
  expect(risk.alertCount).toBe(6)
  await weak(6)
  expect(await judge(T0 + 6 * HOUR)).toEqual({ judged: 1, raised: 0 })
  expect(await raised()).toEqual([id])
})

test('subscribers and playbooks get it like any other alert', async () => {
  for (let hour = 0; hour < 6; hour++) await weak(hour)
  await judge(T0 + 6 * HOUR)
  const [id] = await raised()
  const arrivals = await on((tx) =>
    tx.many((row) => text(row, 'consumer'), 'SELECT consumer FROM alert_arrivals WHERE alert_id = $1 ORDER BY 1', [id]),
  )
  expect(arrivals).toEqual(['enrichment', 'playbooks', 'triage'])
  const kinds = await on((tx) =>
    tx.many((row) => text(row, 'kind'), 'SELECT kind FROM entity_changes WHERE entity_id = $1', [id]),
  )
  expect(kinds).toEqual(['alert_created'])
})

test('another alert needs a fall below the threshold in between, even if no judge was running', async () => {
  for (let hour = 0; hour < 6; hour++) await weak(hour)
  await judge(T0 + 6 * HOUR)
  // Two days on what is left of them is below the threshold. It is looked at by the clock, or not at all.
  for (const isLookedAt of [true, false]) {
    const later = isLookedAt ? 72 : 144
    if (isLookedAt) expect(await judge(T0 + 60 * HOUR)).toEqual({ judged: 1, raised: 0 })
    await weak(later)
    expect(await judge(T0 + later * HOUR)).toEqual({ judged: 1, raised: 0 })
    for (let n = 1; n < 6; n++) await weak(later + n)
    expect(await judge(T0 + (later + 6) * HOUR)).toEqual({ judged: 1, raised: 1 })
    expect(await judge(T0 + (later + 7) * HOUR)).toEqual({ judged: 1, raised: 0 })
  }
  expect(new Set(await raised()).size).toBe(3)
})

test('a strong alert suppresses the risk alert, unless it is a false positive', async () => {
  for (let hour = 0; hour < 6; hour++) await weak(hour)
  const strong = await weak(6, 'high')
  expect(await judge(T0 + 6 * HOUR)).toMatchObject({ raised: 0 })
  await on((tx) => tx.run(`UPDATE alerts SET disposition = 'false_positive' WHERE id = $1`, [strong.id]))
  expect(await judge(T0 + 6 * HOUR)).toMatchObject({ raised: 1 })
})

test('a single alert raises no risk alert, whatever its risk', async () => {
  await on((tx) => putRiskSettings(tx, { enabled: true, threshold: 20, windowHours: 72 }, 'ann'))
  await weak(0, 'medium')
  expect(await judge(T0)).toMatchObject({ raised: 0 })
  await weak(1, 'medium')
  expect(await judge(T0 + HOUR)).toMatchObject({ raised: 1 })
})

test('alerts of fusion count while they grow, and no longer when they are retracted', async () => {
  const draft = (id: number, version: number, severity_id: number) => {
    const document = {
      ...{ title: `Fused ${id}`, severity_id, rule_id: 'r', sources: ['s'], tactics: [], techniques: [] },
      ...{ hosts: [], users: ['Eve'], ips: [], first_ms: T0, last_ms: T0, signal_count: 1, event_count: 1 },
      ...{ rule_count: 1, is_storm: false, evidence: [], evidence_omitted: 0 },
      score: { risk: 30, probability: 0.4, impact: 0.7, weights: 'shipped', bias: -1, features: [] },
    }
    const alert_id = `00000000-0000-8000-8000-${String(id).padStart(12, '0')}`
    const body = severity_id === 0 ? '' : JSON.stringify(document)
    return { tenant_id: acme, alert_id, version, absorbs: [], document: body }
  }
  const write = (...drafts: ReturnType<typeof draft>[]) => on((tx) => upsertFusedAlerts(tx, drafts))
  await write(...[1, 2, 3, 4, 5].map((id) => draft(id, id, 2)))
  expect(await judge(T0)).toEqual({ judged: 1, raised: 0 })
  await write(...[1, 2, 3, 4, 5].map((id) => draft(id, 10 + id, 3)))
  expect(await judge(T0)).toEqual({ judged: 1, raised: 1 })
  // The same range once more changes nothing.
  await write(...[1, 2, 3, 4, 5].map((id) => draft(id, 10 + id, 3)))
  expect(await judge(T0)).toEqual({ judged: 0, raised: 0 })
  await write(...[1, 2, 3, 4, 5].map((id) => draft(id, 20 + id, 0)))
  expect(await judge(T0)).toEqual({ judged: 1, raised: 0 })
  expect((await messages()).map(({ risk_score, alert_count }) => [risk_score === null, alert_count])).toEqual([
    [false, 5],
    [false, 5],
    [true, 0],
  ])
})

test('subscribers get the risk of an entity only when it changed', async () => {
  const { id } = await weak(0)
  await weak(0, 'low', 'web-1')
  await judge(T0)
  await judge(T0 + HOUR)
  await on((tx) => tx.run(`UPDATE alerts SET severity = severity WHERE id = $1`, [id]))
  await judge(T0 + HOUR)
  const documents = await messages()
  expect(documents.map((one) => one.id)).toEqual(['host:db-1', 'host:web-1'])
  expect(documents[0]).toEqual({
    ...{ id: 'host:db-1', entity: 'db-1', entity_type: 'host', band: 'low', alert_count: 1 },
    ...{ points: expect.closeTo(12, 6), risk_score: expect.closeTo(18.77, 1), last_seen: new Date(T0).toISOString() },
  })
  await on((tx) => deleteAlert(tx, id))
  await judge(T0 + HOUR)
  expect((await messages()).at(-1)).toMatchObject({ id: 'host:db-1', risk_score: null, points: null, alert_count: 0 })
})

test('a changed threshold judges every entity again, in the own tenant only', async () => {
  const bolt = tenantId(`bolt-${count}`)
  await createTenant(app, { id: bolt })
  for (const tenant of [acme, bolt])
    for (let n = 0; n < 3; n++)
      await on((tx) => createAlert(tx, { title: 'weak', severity: 'medium', affectedUsers: ['eve'] }, T0), tenant)
  for (const tenant of [acme, bolt]) expect(await judge(T0, tenant)).toMatchObject({ raised: 0 })
  await on((tx) => putRiskSettings(tx, { enabled: true, threshold: 40, windowHours: 24 }, 'ann'))
  expect([await judge(T0), await judge(T0, bolt)]).toEqual([
    { judged: 1, raised: 1 },
    { judged: 0, raised: 0 },
  ])
  await on((tx) => putRiskSettings(tx, { enabled: false, threshold: 40, windowHours: 24 }, 'ann'), bolt)
  expect(await judge(T0, bolt)).toEqual({ judged: 1, raised: 0 })
  expect(await raised(bolt)).toEqual([])
})

test('two concurrent judges raise one alert', async () => {
  for (let hour = 0; hour < 6; hour++) await weak(hour)
  const [a, b] = await Promise.all([judge(T0 + 6 * HOUR), judge(T0 + 6 * HOUR)])
  expect((a?.raised ?? 0) + (b?.raised ?? 0)).toBe(1)
  expect(await raised()).toHaveLength(1)
})

test('a crash at any point leaves the same alerts and messages as a run without one', async () => {
  const steps = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 20 }), crashes: fc.boolean() }), { maxLength: 14 })
  const run = async (inputs: readonly { gap: number; crashes: boolean }[], mayCrash: boolean) => {
    acme = tenantId(`acme-${++count}`)
    await createTenant(app, { id: acme })
    let hour = 0
    for (const { gap, crashes } of inputs) {
      hour += gap
      await on((tx) =>
        createAlert(
          tx,
          {
            title: `seen at ${hour}`,
            severity: 'medium',
            affectedIps: ['192.0.2.1'],
            eventTime: new Date(T0 + hour * HOUR),
          },
          T0,
        ),
      )
      if (mayCrash && crashes) {
        const crashing = on(async (tx) => {
          await judgeRisks(tx, door, T0 + hour * HOUR)
          throw new Error('crash')
        })
        await expect(crashing).rejects.toThrow('crash')
      }
      await judge(T0 + hour * HOUR)
    }
    return { raised: (await raised()).length, messages: await messages() }
  }
  await fc.assert(
    fc.asyncProperty(steps, async (value) => {
      expect(await run(value, true)).toEqual(await run(value, false))
    }),
    { numRuns: 5 },
  )
})
