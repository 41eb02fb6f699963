import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { AlertDocument, AlertDraft, EvidenceLink } from '../../../schemas/alert-draft.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { openPostgres, type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import type { Actor } from './actor.ts'
import { alertDetail } from './alert-detail.ts'
import { changeAlert, deleteAlert, escalateAlert } from './change-alert.ts'
import { getAlert } from './find-alert.ts'
import { fitToVerdicts, publishWeights } from './fitted-weights.ts'
import { overrideVerdict } from './override-verdict.ts'
import { upsertFusedAlerts } from './upsert-fused.ts'

let server: TestPostgres
let app: Postgres
const [acme, bolt] = [tenantId('acme'), tenantId('bolt')]
const robot: Actor = { id: 'somebody', kind: 'automation', ownId: null }

beforeAll(async () => {
  server = await withTestPostgres()
  app = openPostgres({ url: server.appUrl, poolSize: 6 })
  for (const id of [acme, bolt]) await createTenant(app, { id })
})
afterAll(async () => {
  await app.end()
  await server.close()
})

const at = (minute: number) => Date.UTC(2026, 0, 1, 0, minute)
let count = 0
/** A new one. */
const id = () => `00000000-0000-8000-8000-${String(++count).padStart(12, '0')}`
const document = (more: Partial<AlertDocument> = {}): AlertDocument => ({
  ...{ title: 'Fused', severity_id: 3, rule_id: 'r', sources: ['s'], tactics: ['TA0002'], techniques: ['T1059'] },
  ...{ hosts: [], users: [], ips: [], first_ms: at(1), last_ms: at(2), signal_count: 1, event_count: 1, rule_count: 1 },
  ...{ is_storm: false, evidence: [], evidence_omitted: 0 },
  score: { risk: 35.5, probability: 0.5, impact: 0.7, weights: 'shipped', bias: -1, features: [] },
  ...more,
})
const draft = (
  alertId: string,
  version: number,
  more: Partial<AlertDocument> = {},
  absorbs: string[] = [],
): AlertDraft => {
  return { tenant_id: acme, alert_id: alertId, version, absorbs, document: JSON.stringify(document(more)) }
}
const on = <T>(tenant: TenantId, work: (tx: TenantTx) => Promise<T>) => withTenant(app, tenant, work)
const write = (...drafts: AlertDraft[]) => on(acme, (tx) => upsertFusedAlerts(tx, drafts))
const read = (alertId: string) => on(acme, (tx) => getAlert(tx, alertId))
const kinds = (alertId: string) =>
  on(acme, (tx) =>
    tx.many((row) => text(row, 'kind'), 'SELECT kind FROM entity_changes WHERE entity_id = $1 ORDER BY position', [
      alertId,
    ]),
  )

test('the newer version is stored, however often and in any order both are written', async () => {
  const one = id()
  expect(await write(draft(one, 5, { hosts: ['h1'] }))).toEqual({ created: 1, updated: 0, gone: 0 })
  expect(await read(one)).toMatchObject({
    riskScore: 35.5,
    signalCount: 1,
    confidence: 50,
    priority: 50,
    affectedHosts: ['h1'],
  })
  const newer = draft(one, 9, { hosts: ['h1', 'h2'], severity_id: 4, signal_count: 12, first_ms: at(0) })
  expect(await write(newer)).toEqual({ created: 0, updated: 1, gone: 0 })
  expect(await write(newer, draft(one, 7))).toEqual({ created: 0, updated: 0, gone: 0 })
  expect(await read(one)).toMatchObject({
    ...{ severity: 'high', priority: 75, signalCount: 12, affectedHosts: ['h1', 'h2'], firstSeen: new Date(at(0)) },
  })
})

test('an alert of a product’s findings has the id and the link of the most severe one; an invalid link is left out', async () => {
  const link = (severity_id: number, uid: string, url: string): EvidenceLink => ({
    ...{
      order: 1,
      kind: 'signal',
      signal_id: id(),
      rule_id: 'finding:edr:x',
      title: 'x',
      language: 'finding',
      severity_id,
    },
    ...{ time_ms: at(1), last_ms: at(1), count: 1, event_uids: [], host: 'h1', user: '', ip: '', sources: ['s'] },
    ...{ tactics: [], techniques: [], why: '' },
    matched: [
      { field: 'finding_info.uid', value: uid },
      { field: 'finding_info.src_url', value: url },
      { field: 'status', value: uid === 'A-2' ? 'In Progress' : 'New' },
    ],
  })
  const [one, two, three] = [id(), id(), id()]
  await write(
    draft(one, 1, { evidence: [link(3, 'A-1', 'https://edr.example/A-1'), link(5, 'A-2', 'https://edr.example/A-2')] }),
  )
  expect((await read(one)).metadata).toMatchObject({
    external_id: 'A-2',
    external_url: 'https://edr.example/A-2',
    vendor_status: 'In Progress',
  })
  await write(draft(two, 1, { evidence: [link(3, 'A-3', 'javascript:alert(1)')] }))
  const { metadata } = await read(two)
  expect(metadata).toMatchObject({ external_id: 'A-3' })
  expect(metadata).not.toHaveProperty('external_url')
  await write(draft(three, 1))
  expect((await read(three)).metadata).not.toHaveProperty('external_id')
})

test('an alert lists as many names as fusion gives it: 500 machines of a campaign, 100 users and addresses', async () => {
  const one = id()
  const names = (count: number, of: string) =>
    Array.from({ length: count }, (_, i) => `${of}-${String(i).padStart(3, '0')}.${'x'.repeat(240)}`)
  const many = { hosts: names(500, 'ws'), users: names(100, 'u'), ips: names(100, 'a') }
  expect(await write(draft(one, 1, many))).toEqual({ created: 1, updated: 0, gone: 0 })
  expect(await write(draft(one, 2, { ...many, title: 'More' }))).toEqual({ created: 0, updated: 1, gone: 0 })
  expect((await read(one))?.affectedHosts).toHaveLength(500)
  expect(await on(acme, (tx) => alertDetail(tx, one))).toMatchObject({ alert: { title: 'More' } })
})

test('of two drafts of one alert in one write the last is stored', async () => {
  const one = id()
  expect(await write(draft(one, 1), draft(id(), 2), draft(one, 3, { signal_count: 2 }))).toMatchObject({ created: 2 })
  expect(await read(one)).toMatchObject({ signalCount: 2 })
})

test('a failed write leaves nothing behind, and can be repeated', async () => {
  const one = id()
  const failing = on(acme, async (tx) => {
    await upsertFusedAlerts(tx, [draft(one, 1)])
    throw new Error('crash')
  })
  await expect(failing).rejects.toThrow('crash')
  expect(await write(draft(one, 1))).toMatchObject({ created: 1 })
})

test('two concurrent writes of the same draft create one alert', async () => {
  const one = id()
  await Promise.all([write(draft(one, 1)), write(draft(one, 1))])
  expect(await kinds(one)).toEqual(['alert_created'])
})

test('the same alert id in two tenants is two alerts', async () => {
  const one = id()
  await write(draft(one, 1))
  await expect(on(bolt, (tx) => getAlert(tx, one))).rejects.toMatchObject({ code: 'not_found' })
  await on(bolt, (tx) => upsertFusedAlerts(tx, [{ ...draft(one, 1, { title: 'Theirs' }), tenant_id: bolt }]))
  expect(await read(one)).toMatchObject({ title: 'Fused' })
})

test('changes by people stay when evidence arrives, and evidence for a closed alert is announced', async () => {
  const one = id()
  await write(draft(one, 1))
  await on(acme, (tx) => changeAlert(tx, robot, one, { status: 'closed', priority: 5, tags: ['seen'] }, Date.now()))
  await on(acme, (tx) => escalateAlert(tx, robot, one, null))
  await write(draft(one, 2, { last_ms: at(7), signal_count: 3 }))
  expect(await read(one)).toMatchObject({
    ...{ status: 'closed', severity: 'high', priority: 75, tags: ['seen'], lastSeen: new Date(at(7)), signalCount: 3 },
    metadata: { changed_after_resolution: true },
  })
  await write(draft(one, 3, { severity_id: 5 }))
  expect(await read(one)).toMatchObject({ severity: 'critical', priority: 75 })
})

test('a severity that no person set falls when its evidence is withdrawn', async () => {
  const one = id()
  await write(draft(one, 1, { severity_id: 5 }), draft(one, 2, { severity_id: 2 }))
  expect(await read(one)).toMatchObject({ severity: 'low', priority: 30 })
})

test('an alert that is merged into another gives it its name, and is still found by its own id', async () => {
  const [first, second, whole] = [id(), id(), id()]
  await write(draft(first, 1), draft(second, 2))
  await on(acme, (tx) => changeAlert(tx, robot, second, { status: 'triaged' }, Date.now()))
  const merged = draft(whole, 3, { signal_count: 2 }, [first, second])
  expect(await write(merged)).toEqual({ created: 0, updated: 1, gone: 2 })
  for (const name of [first, second, whole]) {
    expect(await read(name)).toMatchObject({ id: whole, status: 'triaged', signalCount: 2 })
    expect((await on(acme, (tx) => alertDetail(tx, name))).miniTimeline).toHaveLength(1)
  }
  expect(await write(draft(first, 1), draft(second, 2), merged)).toEqual({ created: 0, updated: 0, gone: 0 })
  const again = id()
  await write(draft(again, 4, {}, [whole]))
  expect(await read(first)).toMatchObject({ id: again })
})

test('when two alerts that people worked on are merged, the absorbed one stays and links to the other', async () => {
  const [first, second] = [id(), id()]
  await write(draft(first, 1), draft(second, 2))
  for (const one of [first, second]) {
    await on(acme, (tx) => changeAlert(tx, robot, one, { status: 'in_progress' }, Date.now()))
  }
  await write(draft(first, 3, { signal_count: 2 }, [second]))
  expect(await read(first)).toMatchObject({ id: first, signalCount: 2 })
  expect(await read(second)).toMatchObject({ id: second, status: 'in_progress', metadata: { merged_into: first } })
})

test('an alert gets its name back when it is split off again', async () => {
  const [first, second] = [id(), id()]
  await write(draft(first, 1), draft(second, 2, {}, [first]), draft(first, 3))
  expect(await read(first)).toMatchObject({ id: first })
})

test('an alert without signals is deleted, unless people worked on it', async () => {
  const [one, held] = [id(), id()]
  await write(draft(one, 1), draft(held, 1))
  await on(acme, (tx) => changeAlert(tx, robot, held, { status: 'triaged' }, Date.now()))
  const nothing = (alertId: string) => ({ ...draft(alertId, 2), document: '' })
  expect(await write(nothing(one), nothing(held))).toEqual({ created: 0, updated: 0, gone: 1 })
  await expect(read(one)).rejects.toMatchObject({ code: 'not_found' })
  await write(draft(one, 1))
  await expect(read(one)).rejects.toMatchObject({ code: 'not_found' })
})

test('a deleted alert is not created again by more evidence', async () => {
  const one = id()
  await write(draft(one, 1))
  await on(acme, (tx) => deleteAlert(tx, one))
  await write(draft(one, 2))
  await expect(read(one)).rejects.toMatchObject({ code: 'not_found' })
})

test('evidence is published when it changes the visible alert, and only then', async () => {
  const one = id()
  await write(draft(one, 1))
  await write(draft(one, 2, { last_ms: at(7), hosts: ['h9'] }))
  expect(await kinds(one)).toEqual(['alert_created'])
  await write(draft(one, 3, { severity_id: 5 }))
  await write(draft(one, 3, { severity_id: 5 }))
  expect(await kinds(one)).toEqual(['alert_created', 'alert_updated'])
})

test('weights are fitted to verdicts of people, once there are enough, and sent to the stages', async () => {
  const fitted = () => on(acme, (tx) => fitToVerdicts(tx))
  await expect(fitted()).rejects.toMatchObject({ code: 'conflict' })
  const feature = { name: 'severity', weight: 1, contribution: 1, why: 'because' }
  for (let n = 0; n < 60; n++) {
    const one = id()
    const score = { ...document().score, features: [{ ...feature, value: n % 2 }] }
    await write(draft(one, 1, { score }))
    // An automation's verdict is not what people said.
    const actor: Actor = { id: 'ann', kind: n < 55 ? 'human' : 'automation', ownId: null }
    const expected = {
      correctedVerdict: n % 2 ? 'true_positive' : 'false_positive',
      reason: 'x',
      reasonCode: 'missing_context',
    } as const
    await on(acme, (tx) => overrideVerdict(tx, actor, one, expected, Date.now()))
  }
  const found = await fitted()
  expect([found.attacks, found.others]).toEqual([27, 28])
  expect(found.fitted.logLoss).toBeLessThan(0.4)
  await on(acme, (tx) => publishWeights(tx, found, at(0)))
  const [announced] = await on(acme, (tx) =>
    tx.many((row) => row.document, `SELECT document FROM control_outbox WHERE kind = 'fusion_weights'`),
  )
  expect(announced).toMatchObject({ version: 'fitted 2026-01-01T00:00:00.000Z', ...found.weights })
})

test('names and titles that no column holds are made fit for one, and secrets are not shown', async () => {
  const one = id()
  const link = {
    ...{ order: 1, kind: 'signal' as const, signal_id: one, rule_id: 'r', title: 'a\0b', language: 'sigma' },
    ...{ severity_id: 3, time_ms: at(1), last_ms: at(1), count: 1, event_uids: [], host: '\ud800', user: '', ip: '' },
    ...{ sources: [], tactics: [], techniques: [], why: 'because' },
    matched: [
      { field: 'password', value: 'hunter2' },
      { field: 'x', value: 'y\0' },
    ],
  }
  const names = { title: '', rule_id: 'x'.repeat(500), hosts: ['a\0b', 'h'.repeat(999)], evidence: [link] }
  expect(await write(draft(one, 1, names))).toMatchObject({ created: 1 })
  const { fusion, narrative } = await on(acme, (tx) => alertDetail(tx, one))
  expect(fusion?.evidence[0]?.matched).toEqual([
    { field: 'password', value: '[REDACTED]' },
    { field: 'x', value: 'y\ufffd' },
  ])
  expect(narrative).toContain('In order: (1) a\ufffdb on \ufffd at 2026-01-01T00:01:00.000Z.')
})

test.each([
  ['alert', (alert: string) => alert],
  ['host', () => 'WEB-HELD'],
  ['tenant', () => acme as string],
])('under a legal hold on its %s, fusion neither deletes an alert nor changes its name', async (kind, subjectOf) => {
  const [one, union] = [id(), id()]
  await write(draft(one, 1, { hosts: ['web-held'] }))
  const place = /* sql */ `
    INSERT INTO legal_holds (name, matter_ref, subject_kind, subject_value, placed_by) VALUES ('M', 'M-1', $1, $2, 'a')`
  await on(acme, (tx) => tx.run(place, [kind, subjectOf(one)]))
  try {
    await write(draft(union, 2, { hosts: ['web-held'] }, [one]))
    expect(await read(one)).toMatchObject({ id: one, affectedHosts: ['web-held'] })
    await write({ ...draft(one, 3), document: '' })
    expect(await read(one)).toMatchObject({ id: one })
  } finally {
    const sql = /* sql */ `UPDATE legal_holds SET released_at = now(), released_by = 'a', release_reason = 'x' WHERE released_at IS NULL`
    await on(acme, (tx) => tx.run(sql))
  }
  await write({ ...draft(one, 4), document: '' })
  await expect(read(one)).rejects.toMatchObject({ code: 'not_found' })
})

test('an alert closed by its vendor is resolved, reopens with it, and is not changed while a person works on it', async () => {
  const [free, held] = [id(), id()]
  const closed = (isClosed: boolean) => ({ is_closed_by_vendor: isClosed })
  await write(draft(free, 1, closed(false)), draft(held, 1, closed(false)))
  await on(acme, (tx) => changeAlert(tx, robot, held, { status: 'in_progress' }, Date.now()))
  await write(draft(free, 2, closed(true)), draft(held, 2, closed(true)))
  expect(await read(free)).toMatchObject({ status: 'resolved', metadata: { closed_by_vendor: true } })
  expect((await read(free)).resolvedAt).not.toBeNull()
  expect(await read(held)).toMatchObject({ status: 'in_progress', metadata: { closed_by_vendor: true } })
  await write(draft(free, 3, closed(true)))
  expect(await read(free)).toMatchObject({ status: 'resolved' })
  await write(draft(free, 4, closed(false)))
  expect(await read(free)).toMatchObject({ status: 'in_progress', resolvedAt: null })
  await on(acme, (tx) => changeAlert(tx, robot, free, { status: 'closed' }, Date.now()))
  await write(draft(free, 5, closed(false)))
  expect(await read(free)).toMatchObject({ status: 'closed' })
  const late = id()
  await write(draft(late, 6, closed(true)))
  expect(await read(late)).toMatchObject({ status: 'resolved' })
  // No person worked on it, so it is absorbed like any other.
  const whole = id()
  expect(await write(draft(whole, 7, {}, [late]))).toMatchObject({ gone: 1 })
})
