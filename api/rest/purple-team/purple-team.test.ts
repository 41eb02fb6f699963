import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ATOMIC_TESTS, type PurpleDeps, runNextExecution } from '../../../control/detect/purple-team/index.ts'
import type { TakeEvents } from '../../../control/platform/connectors/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const log = pino({ level: 'silent' })
let api: TestApi
let acme: TenantId
let token: string
let stranger: string
let viewer: string

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await makeUser(api, acme, 'vic', 'viewer')
  viewer = await tokenOf(api, acme, 'vic')
}, 120_000)
afterAll(() => api.close())
beforeEach(async () => {
  clock = Date.now()
  sentBy.length = 0
  for (const tenant of ['acme', 'globex'] as TenantId[])
    await withTenant(api.deps.pool, tenant, (tx) =>
      tx.run(`UPDATE purple_executions SET state = 'cancelled', ended_at = now() WHERE ended_at IS NULL`),
    )
})

let clock = Date.now()
const sentBy: { source: Parameters<TakeEvents>[0]; events: readonly unknown[] }[] = []
const accept: TakeEvents = async (source, events) => void sentBy.push({ source, events })
const deps = (own: Partial<PurpleDeps> = {}): PurpleDeps => ({
  ...{ pool: api.owner, log, nowMs: () => clock, pushEvents: accept, audit: api.deps.audit },
  lake: (tenant) => tenantReader(engine().client, tenant),
  ...own,
})
const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, `purple-team/${url}`, { token: as, ...(body === undefined ? {} : { body }) })

/** Whatever waits is due now. */
async function step(own: Partial<PurpleDeps> = {}): Promise<boolean> {
  await withOperator(api.owner, 'test', (tx) =>
    tx.run(`UPDATE purple_executions SET next_at = '2020-01-01' WHERE ended_at IS NULL`),
  )
  return runNextExecution(deps(own))
}

async function begun(test_id = 'aws-trail-stopped', more: object = {}): Promise<string> {
  const { status, body } = await ask('POST', 'executions', { atomic_test_id: test_id, ...more })
  expect([status, body.status]).toEqual([202, 'pending'])
  return body.id
}
const seen = async (id: string) => (await ask('GET', `executions/${id}`)).body

/** As the sinks write them: the events that were sent, and of the first one a signal. */
async function store(tenant: string, events: readonly unknown[], signal?: { rule: string; techniques: string[] }) {
  const now = clock
  const values = events.map((event) => ({
    ...{ tenant_id: tenant, event_uid: crypto.randomUUID(), source: 'purple-team', raw: JSON.stringify(event) },
    ...{ time: now, ingest_time: now },
  }))
  await engine().client.insert({ table: 'events', format: 'JSONEachRow', values })
  if (signal === undefined) return null
  const row = {
    ...{ tenant_id: tenant, signal_id: crypto.randomUUID(), rule_id: signal.rule, rule_title: `Title ${signal.rule}` },
    ...{ time: now, ingest_time: now, source: 'purple-team', event_uids: [values[0]?.event_uid] },
    techniques: signal.techniques,
  }
  await engine().client.insert({ table: 'signals', format: 'JSONEachRow', values: [row] })
  return row.signal_id
}

async function alertFrom(signalId: string): Promise<string> {
  const { body } = await api.ask('POST', 'alerts', { token, body: { title: 'fused', severity: 'high' } })
  const fusion = JSON.stringify({ evidence: [{ signal_id: signalId, event_uids: [] }] })
  await withTenant(api.owner, acme, (tx) =>
    tx.run(
      'UPDATE alerts SET fusion = $2, fusion_version = 1, risk_score = 1, signal_count = 1, event_count = 1, rule_count = 1, updated_at = clock_timestamp() WHERE id = $1',
      [body.id, fusion],
    ),
  )
  return body.id
}

describe('the catalogue', () => {
  test('is listed with events, by technique and platform', async () => {
    const { body } = await ask('GET', 'atomic-tests?limit=500')
    expect(body.items).toHaveLength(ATOMIC_TESTS.length)
    for (const { events } of body.items) expect(events.length).toBeGreaterThan(0)
    const { body: some } = await ask('GET', 'atomic-tests?technique=T1562&platform=aws')
    expect(some.items.map(({ id }: { id: string }) => id)).toEqual(['aws-ingress-opened', 'aws-trail-stopped'])
  })

  test('needs the permission to read rules', async () => {
    expect((await ask('GET', 'atomic-tests', undefined, viewer)).status).toBe(403)
  })
})

describe('a live execution', () => {
  test('is detected by a rule of its technique, with the delay in seconds and the alert', async () => {
    const id = await begun()
    await step()
    const [{ source, events } = { source: null, events: [] }] = sentBy
    expect(source).toMatchObject({ tenant: 'acme', connectorId: 'purple-team', sourceFormat: 'aws-cloudtrail' })
    expect(JSON.stringify(events)).toContain(`exercise-${id.replaceAll('-', '').slice(0, 12)}`)
    await step()
    expect(await seen(id)).toMatchObject({ status: 'running', events: 1, events_stored: 0, outcome: null })
    const signal = await store('acme', events, { rule: 'r1', techniques: ['T1562.008'] })
    clock += 4_000
    await step()
    expect(await seen(id)).toMatchObject({ status: 'running', events_stored: 1, detected: null })
    const alert = await alertFrom(signal ?? '')
    clock += 6_000
    await step()
    const done = await seen(id)
    expect(done).toMatchObject({ status: 'success', outcome: 'detected', detected: true, alert_id: alert, error: null })
    expect(done.findings).toEqual([
      { rule_id: 'r1', title: 'Title r1', names_technique: true, seconds: done.detection_latency_seconds },
    ])
    expect(done.detection_latency_seconds).toBeGreaterThanOrEqual(3)
    expect(done.detection_latency_seconds).toBeLessThan(6)
    expect(await step()).toBe(false)
    expect(api.audited.filter(({ resourceId }) => resourceId === id).map(({ action }) => action)).toEqual([
      'purple_team:execution_requested',
      'purple_team:execution_ended',
    ])
  })

  test('is missed when its events are stored and no rule of its technique matches in time', async () => {
    const id = await begun('windows-copy-to-cloud', { wait_seconds: 10 })
    await step()
    await store('acme', sentBy[0]?.events ?? [], { rule: 'other', techniques: ['T1059'] })
    clock += 11_000
    await step()
    const done = await seen(id)
    expect(done).toMatchObject({
      status: 'success',
      outcome: 'missed',
      detected: false,
      detection_latency_seconds: null,
    })
    expect(done.findings).toMatchObject([{ rule_id: 'other', names_technique: false }])
  })

  test('is unknown when its events never arrive', async () => {
    const id = await begun('windows-copy-to-cloud', { wait_seconds: 10 })
    await step()
    clock += 11_000
    await step()
    expect(await seen(id)).toMatchObject({ status: 'failed', outcome: null, detected: null, events_stored: 0 })
    expect((await seen(id)).error).toBe('0 of 1 events were stored within 10 s')
  })

  test('sees nothing of another tenant', async () => {
    const id = await begun('aws-trail-stopped', { wait_seconds: 10 })
    await step()
    await store('globex', sentBy[0]?.events ?? [], { rule: 'r1', techniques: ['T1562.008'] })
    clock += 11_000
    await step()
    expect(await seen(id)).toMatchObject({ status: 'failed', events_stored: 0, findings: [] })
  })

  test('sends the same bytes after its process was killed, and continues', async () => {
    const id = await begun('okta-push-fatigue')
    const killed = new Error('killed')
    const dies: TakeEvents = async (source, events) => {
      await accept(source, events)
      throw killed
    }
    await expect(step({ pushEvents: dies })).rejects.toBe(killed)
    clock += 20_000
    await step()
    expect(sentBy).toHaveLength(2)
    expect(sentBy[1]?.events).toEqual(sentBy[0]?.events)
    expect((await seen(id)).status).toBe('running')
  })

  test('fails when ingest refuses, when no ingest is configured, and after five attempts', async () => {
    const refused: TakeEvents = () => Promise.reject(new AppError('bad_request', 'the door says no'))
    const id = await begun()
    await step({ pushEvents: refused })
    expect(await seen(id)).toMatchObject({ status: 'failed', outcome: null, error: 'the door says no' })
    const alone = await begun()
    await step({ pushEvents: null })
    expect((await seen(alone)).error).toBe('this service has no token of the ingest service')
    const away: TakeEvents = () => Promise.reject(new AppError('unavailable', 'the door is away'))
    const later = await begun()
    for (let n = 0; n < 4; n++) await expect(step({ pushEvents: away })).rejects.toThrow('away')
    expect((await seen(later)).status).toBe('running')
    await step({ pushEvents: away })
    expect(await seen(later)).toMatchObject({ status: 'failed', error: 'the door is away' })
  })

  test('stays cancelled, even when it is being sent', async () => {
    const id = await begun()
    const cancels: TakeEvents = async (source, events) => {
      await accept(source, events)
      expect((await ask('DELETE', `executions/${id}`)).body.status).toBe('cancelled')
    }
    await step({ pushEvents: cancels })
    expect(await step()).toBe(false)
    expect(await seen(id)).toMatchObject({ status: 'cancelled', outcome: null })
    expect((await ask('DELETE', `executions/${id}`)).status).toBe(409)
  })

  test('is refused for an unknown test, above the limit, and without permission', async () => {
    expect((await ask('POST', 'executions', { atomic_test_id: 'nothing' })).status).toBe(404)
    expect((await ask('POST', 'executions', { atomic_test_id: 'aws-trail-stopped' }, viewer)).status).toBe(403)
    expect((await ask('POST', 'executions', { atomic_test_id: 'aws-trail-stopped', wait_seconds: 5 })).status).toBe(422)
    for (let n = 0; n < 50; n++) await begun()
    const { status, headers } = await ask('POST', 'executions', { atomic_test_id: 'aws-trail-stopped' })
    expect([status, headers['retry-after']]).toEqual([429, '30'])
  })

  test('is invisible to other tenants', async () => {
    const id = await begun()
    expect((await ask('GET', `executions/${id}`, undefined, stranger)).status).toBe(404)
    expect((await ask('DELETE', `executions/${id}`, undefined, stranger)).status).toBe(404)
    expect((await ask('GET', 'executions', undefined, stranger)).body.items).toEqual([])
  })

  test('is listed, page by page', async () => {
    const { body } = await ask('GET', 'executions?limit=2&status=failed')
    const { body: rest } = await ask('GET', `executions?limit=500&status=failed&cursor=${body.next_cursor}`)
    const ids = [...body.items, ...rest.items].map(({ id }: { id: string }) => id)
    expect(ids.length).toBeGreaterThan(3)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('a dry execution', () => {
  test('tests the active rules of its technique, and sends nothing', async () => {
    const id = await begun('aws-trail-stopped', { mode: 'dry' })
    await step()
    const done = await seen(id)
    expect(done).toMatchObject({ status: 'success', outcome: 'detected', detection_latency_seconds: null })
    expect(done.findings.length).toBeGreaterThan(0)
    expect(sentBy).toEqual([])
  })

  test('is missed when the rule is disabled, and detected again by a rule of the tenant', async () => {
    const [rule] = (await seen(await ranDry('aws-trail-stopped'))).findings
    const off = { disabled: true, reason: 'for the test' }
    expect((await api.ask('PUT', `rules/${rule.rule_id}/overlay`, { token, body: off })).status).toBe(200)
    expect(await seen(await ranDry('aws-trail-stopped'))).toMatchObject({ outcome: 'missed', findings: [] })
    const text = `title: own\nid: ${crypto.randomUUID()}\ntags: [attack.t1562.008]\nlevel: high\nlogsource: { product: aws, service: cloudtrail }\ndetection: { a: { eventName: StopLogging }, condition: a }`
    expect((await api.ask('POST', 'rules', { token, body: { language: 'sigma', text } })).status).toBe(201)
    expect(await seen(await ranDry('aws-trail-stopped'))).toMatchObject({ outcome: 'detected' })
  })

  test('reports rules that it cannot evaluate as unknown, not as missed', async () => {
    const done = await seen(await ranDry('windows-password-spraying'))
    expect(done).toMatchObject({ status: 'failed', outcome: null })
    expect(done.undecided.length).toBeGreaterThan(0)
    expect(done.undecided[0].reason).toMatch(/several events/)
  })

  const ranDry = async (id: string) => {
    const made = await begun(id, { mode: 'dry' })
    await step()
    return made
  }
})

test('coverage lists detected, missed and untested techniques, and drift lists the changes', async () => {
  const { body: first } = await ask('POST', 'drift/snapshot', { note: 'before' })
  const before = (await ask('GET', 'coverage')).body
  const of = (body: typeof before, id: string) =>
    body.techniques.find(({ technique_id }: { technique_id: string }) => technique_id === id)
  expect(of(before, 'T1562.008')).toMatchObject({
    name: 'Impair Defenses: Disable or Modify Cloud Logs',
    status: 'detected',
    tests: 1,
    tested: 1,
  })
  expect(of(before, 'T1567.002')).toMatchObject({ status: 'missed', last_execution: { outcome: 'missed' } })
  expect(of(before, 'T1490')).toMatchObject({ status: 'untested', tested: 0, last_execution: null })
  expect(before.overall_coverage).toBeCloseTo(before.detected_techniques / before.tested_techniques)

  const text = `title: new\nid: ${crypto.randomUUID()}\ntags: [attack.t1205]\nlogsource: { category: test }\ndetection: { a: { a: b }, condition: a }`
  const { body: rule } = await api.ask('POST', 'rules', { token, body: { language: 'sigma', text } })
  const id = await begun('windows-copy-to-cloud', { wait_seconds: 10 })
  await step()
  await store('acme', sentBy[0]?.events ?? [], { rule: 'r2', techniques: ['T1567.002'] })
  clock = Date.now() + 11_000 // events were stored by the database's own clock
  await step()
  expect((await seen(id)).outcome).toBe('detected')
  const ofRule = ({ tested_rules: rules }: typeof before) =>
    rules.filter(({ rule_id: found }: { rule_id: string }) => found === 'r2')
  expect(ofRule(before)).toEqual([])
  expect(ofRule((await ask('GET', 'coverage')).body)).toMatchObject([{ rule_id: 'r2', tests: 1 }])
  const { body: second } = await ask('POST', 'drift/snapshot', {})
  const { body: diff } = await ask('GET', `drift/diff?from=${first.id}&to=${second.id}`)
  expect(diff).toMatchObject({ added: ['T1205'], dropped: [], from: { note: 'before' } })
  expect(diff.changed).toEqual([{ technique_id: 'T1567.002', from: 'missed', to: 'detected' }])
  await api.ask('DELETE', `rules/${rule.id}`, { token })
  const { body: third } = await ask('POST', 'drift/snapshot', {})
  const { body: after } = await ask('GET', `drift/diff?from=${second.id}&to=${third.id}`)
  expect([after.added, after.dropped, after.changed]).toEqual([[], ['T1205'], []])
  const { body: list } = await ask('GET', 'drift/snapshots')
  expect(list.items.map((one: { id: string }) => one.id)).toEqual([third.id, second.id, first.id])
  expect((await ask('GET', `drift/diff?from=${first.id}&to=${third.id}`, undefined, stranger)).status).toBe(404)
})

test('the coverage of a tenant without tests is unknown, not 0', async () => {
  const { body } = await ask('GET', 'coverage', undefined, stranger)
  const nothing = { tested_techniques: 0, detected_techniques: 0, overall_coverage: null, tested_rules: [] }
  expect(body).toMatchObject(nothing)
  expect(body.techniques_with_rules).toBeGreaterThan(50)
})

describe('a tabletop exercise', () => {
  const add = (id: string, body: object, as = token) => ask('POST', `tabletop/${id}/steps`, body, as)

  test('records its entries in order, and none after its end', async () => {
    const tabletop = { name: 'Ransom', scenario: 'Monday, 8:00: files cannot be opened.', technique_ids: ['T1486'] }
    const { status, body } = await ask('POST', 'tabletop', tabletop)
    expect([status, body.status, body.steps]).toEqual([201, 'open', []])
    const answers = [
      { kind: 'inject', speaker: 'facilitator', body: 'The backups do not answer.' },
      { kind: 'decision', speaker: 'head of IT', body: 'We switch the file servers off.' },
      { kind: 'finding', speaker: 'observer', body: 'Nobody had the number.', severity: 'high', owner: 'IT' },
      { kind: 'close', speaker: 'facilitator', body: 'End.' },
    ]
    for (const one of answers) expect((await add(body.id, one)).status).toBe(201)
    expect((await add(body.id, answers[0] ?? {})).status).toBe(409)
    const { items } = (await ask('GET', 'tabletop')).body
    expect(items[0]).toMatchObject({ id: body.id, status: 'closed', technique_ids: ['T1486'] })
    expect(items[0].steps.map(({ step, kind, speaker }: Record<string, unknown>) => [step, kind, speaker])).toEqual(
      answers.map(({ kind, speaker }, at) => [at + 1, kind, speaker]),
    )
  })

  test('is scored per inject, and its report lists late, unanswered and unscored ones', async () => {
    const { body } = await ask('POST', 'tabletop', { name: 'Scored', scenario: 's' })
    const inject = { kind: 'inject', speaker: 'facilitator', body: 'b' }
    await add(body.id, { ...inject, expected: 'they switch it off', points_max: 20, within_minutes: 5 })
    await add(body.id, { ...inject, within_minutes: 5 })
    await add(body.id, { kind: 'decision', speaker: 'it', body: 'off', answers: 1 })
    await add(body.id, { kind: 'finding', speaker: 'observer', body: 'f', severity: 'high' })
    expect((await add(body.id, { kind: 'response', speaker: 'a', body: 'b', answers: 3 })).status).toBe(422)
    expect((await add(body.id, { kind: 'response', speaker: 'a', body: 'b', points_max: 3 })).status).toBe(422)
    expect((await add(body.id, { ...inject, answers: 1 })).status).toBe(422)
    const score = (step: number, points: number, as = token) =>
      ask('PUT', `tabletop/${body.id}/steps/${step}/score`, { points, note: 'n' }, as)
    expect((await score(1, 21)).status).toBe(422)
    expect((await score(3, 1)).status).toBe(404)
    expect((await score(1, 1, stranger)).status).toBe(404)
    expect((await score(1, 5)).body).toMatchObject({ points: 5, points_max: 20, answers: [3], is_in_time: true })
    expect((await score(1, 15)).status).toBe(200)
    const report = async (as = token) => (await ask('GET', `tabletop/${body.id}/report`, undefined, as)).body
    expect(await report()).toMatchObject({
      ...{ points: 15, points_max: 30, score: null, unscored: 1, unanswered: 1, late: 0, findings: { high: 1 } },
      ...{ without_owner: 1, is_closed: false },
    })
    expect((await report()).injects[1]).toMatchObject({ is_in_time: null, points: null, points_max: 10 })
    await add(body.id, { kind: 'close', speaker: 'facilitator', body: 'End.' })
    expect((await score(2, 0)).status).toBe(200)
    expect(await report()).toMatchObject({ points: 15, score: 50, unscored: 0, unanswered: 1, late: 1 })
    expect(await report(stranger)).toMatchObject({ status: 404 })
  })

  test('is answered by analysts, who lead nothing in it and see the good answer at its end', async () => {
    await makeUser(api, acme, 'ana', 'soc_analyst')
    const analyst = await tokenOf(api, acme, 'ana')
    const { body } = await ask('POST', 'tabletop', { name: 'Played', scenario: 's' })
    const inject = { kind: 'inject', speaker: 'facilitator', body: 'b', expected: 'they call legal' }
    await add(body.id, inject)
    const answer = { kind: 'response', speaker: 'ana', body: 'We call legal.', answers: 1 }
    expect((await add(body.id, answer, analyst)).status).toBe(201)
    expect((await add(body.id, { kind: 'finding', speaker: 'ana', body: 'No number.' }, analyst)).status).toBe(201)
    for (const kind of ['inject', 'close'])
      expect((await add(body.id, { kind, speaker: 'ana', body: 'b' }, analyst)).status).toBe(403)
    expect((await add(body.id, answer, viewer)).status).toBe(403)
    expect((await ask('PUT', `tabletop/${body.id}/steps/1/score`, { points: 10 }, analyst)).status).toBe(403)
    const goodAnswers = async (as: string) => {
      const { items } = (await ask('GET', 'tabletop', undefined, as)).body
      const { steps } = items.find(({ id }: { id: string }) => id === body.id)
      const report = (await ask('GET', `tabletop/${body.id}/report`, undefined, as)).body
      return [steps[0].expected, report.injects[0].expected]
    }
    expect(await goodAnswers(analyst)).toEqual([null, null])
    expect(await goodAnswers(token)).toEqual([inject.expected, inject.expected])
    await add(body.id, { kind: 'close', speaker: 'facilitator', body: 'End.' })
    expect(await goodAnswers(analyst)).toEqual([inject.expected, inject.expected])
  })

  test('numbers concurrent entries without gaps', async () => {
    const { body } = await ask('POST', 'tabletop', { name: 'at once', scenario: 's' })
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => add(body.id, { kind: 'response', speaker: `p${n}`, body: 'b' })),
    )
    expect(made.map(({ body: { step } }) => step).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('refuses invalid entries and other tenants', async () => {
    const { body } = await ask('POST', 'tabletop', { name: 'refuses', scenario: 's' })
    expect((await add(body.id, { kind: 'inject', speaker: 'a', body: 'b', severity: 'high' })).status).toBe(422)
    expect((await add(body.id, { kind: 'shout', speaker: 'a', body: 'b' })).status).toBe(422)
    expect((await add(body.id, { kind: 'inject', speaker: 'a', body: 'b' }, stranger)).status).toBe(404)
    expect((await add(crypto.randomUUID(), { kind: 'inject', speaker: 'a', body: 'b' })).status).toBe(404)
    expect((await ask('GET', 'tabletop', undefined, stranger)).body.items).toEqual([])
  })
})
