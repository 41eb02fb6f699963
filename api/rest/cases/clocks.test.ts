/** Targets, queues, escalation and handoffs, as they are set and as they hold. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { escalateOnce } from '../../../control/soc/cases/index.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { MONDAY, openTestCases, type TestCases } from './test-cases.ts'

let cases: TestCases
beforeAll(async () => {
  cases = await openTestCases()
}, 120_000)
afterAll(() => cases.close())

const ask: TestCases['ask'] = (...args) => cases.ask(...args)
const open: TestCases['open'] = (more) => cases.open(more)
const admin = (method: string, url: string, body?: object) => ask('tess', method, url, body)
const later = (minutes: number) => new Date(cases.clock.ms + minutes * 60_000).toISOString()
const MINUTES = { ack_minutes: 60, resolve_minutes: 600, close_minutes: 1200 }
let names = 0
const policy = async (more: object) =>
  (await admin('POST', 'cases/sla-policies', { name: `policy ${names++}`, ...MINUTES, ...more })).body
const queue = async (more: object) => (await admin('POST', 'cases/queues', { name: `queue ${names++}`, ...more })).body
const shown = async (id: string) => (await ask('vic', 'GET', `cases/${id}`)).body

describe('clocks', () => {
  test('run from the opening of the case by the policy of its severity, and are computed from its row', async () => {
    const { id: policyId } = await policy({ severity: 'critical' })
    const made = await open({ severity: 'critical' })
    expect(made).toMatchObject({
      ...{ sla_policy_id: policyId, ack_due_at: later(60), resolve_due_at: later(600), close_due_at: later(1200) },
      sla: { ack: { state: 'running', remaining_seconds: 3600 }, resolve: { state: 'running' } },
    })
    cases.clock.ms += 61 * 60_000
    expect((await shown(made.id)).sla.ack).toMatchObject({ state: 'breached', remaining_seconds: -60 })
    expect((await ask('vic', 'GET', 'cases?sla_breached=true')).body.items.map(({ id }: { id: string }) => id)).toEqual(
      [made.id],
    )
    await ask('ann', 'POST', `cases/${made.id}/assign`, { assignee_id: cases.users.ann })
    const acknowledged = await shown(made.id)
    // Late, and late for good: it was met after its due time.
    expect(acknowledged.sla.ack).toMatchObject({ state: 'breached', met_at: new Date(cases.clock.ms).toISOString() })
    await ask('ann', 'PATCH', `cases/${made.id}`, { status: 'resolved' })
    expect((await shown(made.id)).sla.resolve).toMatchObject({ state: 'met', remaining_seconds: null })
  })

  test('a clock that jumps back changes no recorded time and no due time', async () => {
    const made = await open({ severity: 'critical' })
    const at = cases.clock.ms
    cases.clock.ms -= 3 * 3_600_000
    const before = await shown(made.id)
    expect([before.ack_due_at, before.sla.ack.state]).toEqual([made.ack_due_at, 'running'])
    cases.clock.ms = at
  })

  test('cases keep their targets when a policy changes or is disabled', async () => {
    const { id: policyId } = await policy({ severity: 'medium' })
    const before = await open({ severity: 'medium' })
    await admin('PATCH', `case-sla-policies/${policyId}`, { ack_minutes: 5, enabled: true })
    expect((await shown(before.id)).ack_due_at).toBe(before.ack_due_at)
    expect((await open({ severity: 'medium' })).ack_due_at).toBe(later(5))
    await admin('PATCH', `case-sla-policies/${policyId}`, { enabled: false })
    expect((await shown(before.id)).ack_due_at).toBe(before.ack_due_at)
    expect((await open({ severity: 'medium' })).sla.ack).toMatchObject({ state: 'no_target', due_at: null })
  })

  test('of a case that was opened before any policy start with the first one, and count from then', async () => {
    const [waiting, owned, done] = [
      await open({ severity: 'info' }),
      await open({ severity: 'info' }),
      await open({ severity: 'info' }),
    ]
    await ask('ann', 'POST', `cases/${owned.id}/assign`, { assignee_id: cases.users.ann })
    await ask('ann', 'PATCH', `cases/${done.id}`, { status: 'resolved' })
    cases.clock.ms += 2 * 24 * 3_600_000
    const { id: policyId } = await policy({ severity: 'info', name: 'Standard' })
    const startedAt = cases.clock.ms
    const due = { sla_policy_id: policyId, resolve_due_at: later(600), close_due_at: later(1200) }
    expect(await shown(waiting.id)).toMatchObject({ ...due, ack_due_at: later(60), sla: { ack: { state: 'running' } } })
    // It was acknowledged when there was no target to meet.
    expect(await shown(owned.id)).toMatchObject({ ...due, ack_due_at: null, sla: { ack: { state: 'no_target' } } })
    expect(await shown(done.id)).toMatchObject({ sla_policy_id: null, resolve_due_at: null })
    const [event] = (await ask('vic', 'GET', `cases/${waiting.id}/timeline`)).body.items
    expect(event).toMatchObject({ type: 'sla.started', title: 'SLA policy Standard applies from now on' })
    const before = await shown(waiting.id)
    cases.clock.ms += 60_000
    await policy({ severity: 'info', name: 'A second one', ack_minutes: 5 })
    await admin('PATCH', `case-sla-policies/${policyId}`, { ack_minutes: 10 })
    const { ack_due_at, resolve_due_at, close_due_at } = before
    expect(await shown(waiting.id)).toMatchObject({ ...due, ack_due_at, resolve_due_at, close_due_at })
    // Another severity counts from the same moment.
    await policy({ severity: 'high', ack_minutes: 30 })
    const { body: raised } = await ask('ann', 'PATCH', `cases/${waiting.id}`, { severity: 'high' })
    expect(raised.ack_due_at).toBe(new Date(startedAt + 30 * 60_000).toISOString())
  })

  test('a changed severity brings its targets, counted from the opening of the case', async () => {
    await policy({ severity: 'low', ack_minutes: 30 })
    const made = await open({ severity: 'critical' })
    const openedAt = Date.parse(made.opened_at)
    cases.clock.ms += 10 * 60_000
    const changed = (await ask('ann', 'PATCH', `cases/${made.id}`, { severity: 'low' })).body
    expect(changed.ack_due_at).toBe(new Date(openedAt + 30 * 60_000).toISOString())
    expect((await ask('ann', 'PATCH', `cases/${made.id}`, { severity: 'medium' })).body.ack_due_at).toBeNull()
  })

  test('count the business hours of a named time zone', async () => {
    const hours = {
      business_hours_only: true,
      timezone: 'America/New_York',
      business_start: '09:00',
      business_end: '17:00',
    }
    const { id } = await policy({ severity: 'info', ...hours })
    const own = await queue({ match_tags: ['office'], sla_policy_id: id, precedence: 1 })
    cases.clock.ms = MONDAY // 9:00 in UTC, before anybody in New York is at work
    const made = await open({ severity: 'high', tags: ['office'] })
    expect(made).toMatchObject({ queue_id: own.id, sla_policy_id: id })
    const offset = Number(
      new Date(MONDAY).toLocaleString('en-US', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' }),
    )
    const startsMs = MONDAY + (9 - offset) * 3_600_000
    expect(made.ack_due_at).toBe(new Date(startsMs + 3_600_000).toISOString())
    expect(made.resolve_due_at).toBe(new Date(startsMs + 24 * 3_600_000 + 2 * 3_600_000).toISOString())
  })

  test.each([
    { timezone: 'Mars/Olympus' },
    { business_start: '09:00', business_end: '09:30' },
    { ack_minutes: 700 },
    { holidays: ['2026-02-30'] },
    { business_days: [8] },
    { ack_minutes: 0 },
  ])('%o is refused', async (more) => {
    const body = { name: 'never', severity: 'high', ...MINUTES, ...more }
    expect((await admin('POST', 'cases/sla-policies', body)).status).toBe(422)
  })

  test('need the permission to change settings, and a name is unique per severity', async () => {
    const body = { name: 'twice', severity: 'high', enabled: false, ...MINUTES }
    expect((await ask('ann', 'POST', 'cases/sla-policies', body)).status).toBe(403)
    expect((await admin('POST', 'cases/sla-policies', body)).status).toBe(201)
    expect((await admin('POST', 'cases/sla-policies', body)).status).toBe(409)
  })
})

describe('queues', () => {
  test('take a case when all criteria match: lowest precedence first, then the name, then the catch-all queue', async () => {
    const rest = await queue({ name: 'zz everything', precedence: 99_000 })
    const high = await queue({ name: 'b high', match_severity: ['high', 'critical'], precedence: 50 })
    const both = await queue({
      name: 'c phish',
      match_severity: ['high'],
      match_tags: ['phish', 'mail'],
      precedence: 40,
    })
    const tie = await queue({ name: 'a high', match_severity: ['high'], precedence: 50 })
    const typed = await queue({ name: 'typed', match_case_type: 'fraud', precedence: 45 })
    const queueOf = async (more: object) => (await open(more)).queue_id
    expect(await queueOf({ severity: 'high' })).toBe(tie.id)
    expect(await queueOf({ severity: 'critical' })).toBe(high.id)
    expect(await queueOf({ severity: 'high', tags: ['phish'] })).toBe(tie.id)
    expect(await queueOf({ severity: 'high', tags: ['mail', 'x', 'phish'] })).toBe(both.id)
    expect(await queueOf({ severity: 'high', case_type: 'fraud' })).toBe(typed.id)
    expect(await queueOf({ severity: 'low' })).toBe(rest.id)
    expect(await queueOf({ severity: 'low', queue_id: high.id })).toBe(high.id)
    await admin('DELETE', `case-queues/${high.id}`)
    expect(await queueOf({ severity: 'critical' })).toBe(rest.id)
    expect((await admin('POST', 'cases/queues', { name: 'typed' })).status).toBe(409)
    expect((await admin('POST', 'cases/queues', { name: 'x', sla_policy_id: rest.id })).status).toBe(422)
  })
})

describe('escalation', () => {
  const log = pino({ level: 'silent' })
  const deps = () => ({ pool: cases.api.owner, audit: cases.api.deps.audit, log, nowMs: () => cases.clock.ms })
  const ladder = [
    { after_minutes: 0, notify: 'lead@acme.example' },
    { after_minutes: 30, notify: 'head@acme.example' },
  ]
  async function escalating(): Promise<{ queueId: string }> {
    const terms = await policy({ severity: 'info' })
    const { id: queueId } = await queue({ match_tags: [`t${names}`], sla_policy_id: terms.id, precedence: 2 })
    const body = { name: `ladder ${names++}`, queue_id: queueId, trigger_at_sla_fraction: 0.5, ladder }
    expect((await admin('POST', 'cases/escalation-policies', body)).status).toBe(201)
    return { queueId }
  }
  const steps = async (id: string) =>
    (await shown(id)).escalations.map(({ step, notify }: { step: number; notify: string }) => [step, notify])

  test('runs each step when it is due and the case is not acknowledged', async () => {
    const { id } = await open({ queue_id: (await escalating()).queueId })
    cases.clock.ms += 29 * 60_000
    await escalateOnce(deps())
    expect(await steps(id)).toEqual([])
    cases.clock.ms += 60_000 // half of the hour
    await escalateOnce(deps())
    expect(await steps(id)).toEqual([[1, 'lead@acme.example']])
    await escalateOnce(deps())
    cases.clock.ms += 29 * 60_000
    await escalateOnce(deps())
    expect(await steps(id)).toEqual([[1, 'lead@acme.example']])
    cases.api.audited.length = 0
    cases.clock.ms += 60_000
    await escalateOnce(deps())
    expect(await steps(id)).toHaveLength(2)
    expect((await shown(id)).escalation_level).toBe(2)
    expect(cases.api.audited).toMatchObject([{ action: 'case:escalated', actorKind: 'platform', resourceId: id }])
    const [last] = (await ask('vic', 'GET', `cases/${id}/timeline`)).body.items
    expect(last).toMatchObject({ type: 'escalation', actor_kind: 'escalation', title: 'escalated to level 2' })
  })

  test('ends when somebody acknowledges the case', async () => {
    const { id } = await open({ queue_id: (await escalating()).queueId })
    cases.clock.ms += 31 * 60_000
    await escalateOnce(deps())
    await ask('ann', 'POST', `cases/${id}/assign`, { assignee_id: cases.users.ann })
    cases.clock.ms += 600 * 60_000
    await escalateOnce(deps())
    expect(await steps(id)).toHaveLength(1)
  })

  test('catches up on steps after downtime, each once, also with several replicas', async () => {
    const { queueId } = await escalating()
    const opened = await Promise.all(Array.from({ length: 20 }, () => open({ queue_id: queueId })))
    cases.clock.ms += 24 * 60 * 60_000
    cases.api.audited.length = 0
    await Promise.all([1, 2, 3].flatMap(() => [escalateOnce(deps()), escalateOnce(deps())]))
    const sql = /* sql */ `SELECT case_id, step, count(*) AS taken FROM case_escalations WHERE case_id = ANY($1) GROUP BY 1, 2`
    const acknowledged = await withTenant(cases.api.deps.pool, cases.acme, (tx) =>
      tx.many((row) => [text(row, 'case_id'), int(row, 'step'), int(row, 'taken')], sql, [opened.map(({ id }) => id)]),
    )
    expect(acknowledged).toHaveLength(40)
    expect(acknowledged.every(([, , times]) => times === 1)).toBe(true)
    const ours = new Set(opened.map(({ id }) => id))
    expect(cases.api.audited.filter(({ resourceId }) => ours.has(resourceId ?? ''))).toHaveLength(40)
    const events = /* sql */ `SELECT count(*) AS told FROM case_events WHERE type = 'escalation' AND case_id = ANY($1)`
    const rows = await withTenant(cases.api.deps.pool, cases.acme, (tx) =>
      tx.maybeOne((row) => int(row, 'told'), events, [[...ours]]),
    )
    expect(rows).toBe(40)
  })

  test('rolls a step back when its audit entry fails, and the next pass runs it', async () => {
    const { id } = await open({ queue_id: (await escalating()).queueId })
    cases.clock.ms += 31 * 60_000
    const broken = { ...deps(), audit: () => Promise.reject(new Error('no room')) }
    await expect(escalateOnce(broken)).rejects.toThrow('no room')
    expect(await steps(id)).toEqual([])
    await escalateOnce(deps())
    expect(await steps(id)).toHaveLength(1)
  })
})

describe('a handoff', () => {
  test('records the open cases of a queue, and only its recipient acknowledges it', async () => {
    const { id: queueId } = await queue({ match_tags: ['shift'], precedence: 3 })
    const [first, second, done] = [
      await open({ tags: ['shift'] }),
      await open({ tags: ['shift'] }),
      await open({ tags: ['shift'] }),
    ]
    await ask('ann', 'PATCH', `cases/${done.id}`, { status: 'closed' })
    const body = { to_user_id: cases.users.ben, queue_id: queueId, notes: 'quiet night' }
    const made = (await ask('ann', 'POST', 'cases/handoffs', body)).body
    expect(made).toMatchObject({ from_user_id: cases.users.ann, acknowledged_at: null, moved_case_ids: null })
    expect(new Set(made.case_ids)).toEqual(new Set([first.id, second.id]))
    await ask('ann', 'PATCH', `cases/${first.id}`, { status: 'closed' })
    expect((await ask('ann', 'POST', `cases/handoffs/${made.id}/acknowledge`)).status).toBe(403)
    const read = (await ask('ben', 'POST', `cases/handoffs/${made.id}/acknowledge`)).body
    expect(read.acknowledged_at).toBe(new Date(cases.clock.ms).toISOString())
    expect(read.moved_case_ids).toEqual([second.id])
    expect((await shown(second.id)).assignee_id).toBe(cases.users.ben)
    const [event] = (await ask('vic', 'GET', `cases/${second.id}/timeline`)).body.items
    expect(event).toMatchObject({ type: 'handed_over', description: 'from ann to ben: quiet night' })
    expect((await shown(first.id)).assignee_id).toBeNull()
    // A repeated acknowledgement takes no case from its later assignee.
    await ask('ann', 'PATCH', `cases/${second.id}`, { assignee_id: cases.users.ann })
    cases.clock.ms += 60_000
    expect((await ask('ben', 'POST', `cases/handoffs/${made.id}/acknowledge`)).body).toEqual(read)
    const entries = cases.api.audited.filter(
      ({ action, resourceId }) => action === 'case_handoff:acknowledged' && resourceId === made.id,
    )
    expect(entries).toHaveLength(1)
    expect((await ask('vic', 'GET', 'cases/handoffs')).body.items[0]).toEqual(read)
  })

  test('without a queue contains the cases of its author', async () => {
    const mine = await open({ assignee_id: cases.users.ben })
    const made = (await ask('ben', 'POST', 'cases/handoffs', { to_user_id: cases.users.ann })).body
    expect(made.case_ids).toEqual([mine.id])
    expect((await ask('ben', 'POST', 'cases/handoffs', { to_user_id: cases.users.bob })).status).toBe(422)
    // A case that got another assignee since stays with them.
    const meanwhile = await open({ assignee_id: cases.users.ben })
    const other = (await ask('ben', 'POST', 'cases/handoffs', { to_user_id: cases.users.ann })).body
    await ask('tess', 'PATCH', `cases/${meanwhile.id}`, { assignee_id: cases.users.tess })
    const acknowledged = (await ask('ann', 'POST', `cases/handoffs/${other.id}/acknowledge`)).body
    expect(acknowledged.moved_case_ids).toEqual([mine.id])
    expect((await shown(meanwhile.id)).assignee_id).toBe(cases.users.tess)
  })

  test('goes to another user who may work on cases', async () => {
    for (const to of ['ben', 'vic'] as const) {
      const refused = await ask('ben', 'POST', 'cases/handoffs', { to_user_id: cases.users[to] })
      expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'to_user_id']])
    }
    const { id } = await open({})
    expect((await ask('ann', 'PATCH', `cases/${id}`, { assignee_id: cases.users.vic })).status).toBe(422)
    expect(
      (await ask('ann', 'POST', 'cases', { title: 'x', severity: 'low', assignee_id: cases.users.vic })).status,
    ).toBe(422)
  })
})

describe('targets of alerts', () => {
  test('exist once per severity, are unset at first, and give the queue of alerts its due times', async () => {
    const configs = (await ask('vic', 'GET', 'sla/configs')).body.items
    expect(configs.map(({ severity }: { severity: string }) => severity)).toEqual([
      'critical',
      'high',
      'medium',
      'low',
      'info',
    ])
    expect(configs[1]).toMatchObject({ mttd_target: null, mttr_target: null, mttc_target: null, updated_at: null })
    const alertId = await cases.alert()
    const inQueue = async () => {
      const { body } = await ask('ann', 'GET', 'alerts/queue?period=all')
      return { ...body, item: body.items.find(({ id }: { id: string }) => id === alertId) }
    }
    const before = await inQueue()
    expect(before.counts.breached).toBeNull()
    expect(before.item).toMatchObject({ bucket: 'no_sla', sla_due_at: null })
    expect((await ask('ann', 'PUT', `sla/configs/${configs[1].id}`, { mttr_target: 60 })).status).toBe(403)
    const set = await admin('PUT', `sla/configs/${configs[1].id}`, { mttr_target: 60, mttc_target: 90 })
    expect(set.body).toMatchObject({ id: configs[1].id, mttr_target: 60, mttd_target: null })
    const madeMs = Date.parse(before.item.created_at)
    cases.clock.ms = madeMs + 30 * 60_000
    expect((await inQueue()).item).toMatchObject({
      ...{ bucket: 'on_track', sla_due_at: new Date(madeMs + 3_600_000).toISOString() },
      ...{ sla_breached: false, sla_reason: null, sla_remaining_seconds: 1800 },
    })
    cases.clock.ms = madeMs + 50 * 60_000
    expect((await inQueue()).item.bucket).toBe('due_soon')
    cases.clock.ms = madeMs + 61 * 60_000
    const late = await inQueue()
    expect(late.item).toMatchObject({ bucket: 'breached', sla_breached: true })
    expect([late.counts.breached, late.not_measured]).toEqual([1, {}])
    const mine = async () =>
      (await ask('vic', 'GET', 'sla/events')).body.items.filter(
        (event: { alert_id: string }) => event.alert_id === alertId,
      )
    expect(await mine()).toMatchObject([
      { event_type: 'mttr_breached', case_id: null, metadata: { met_at: null }, severity: 'high' },
    ])
    cases.clock.ms = madeMs + 100 * 60_000
    expect((await mine()).map(({ event_type }: { event_type: string }) => event_type)).toEqual([
      ...['mttc_breached', 'mttr_breached'],
    ])
    expect((await admin('PUT', 'sla/configs/none', { mttr_target: 60 })).status).toBe(404)
  })

  test('are listed once each when they are missed, page by page', async () => {
    cases.clock.ms = MONDAY + 400 * 86_400_000
    const all = (await ask('vic', 'GET', 'sla/events?limit=500')).body.items.map(({ id }: { id: string }) => id)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(10)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await ask('vic', 'GET', `sla/events?limit=7${cursor}`)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      if (!body.next_cursor) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual(all)
    expect((await ask('bob', 'GET', 'sla/events')).body.items).toEqual([])
    expect((await ask('vic', 'GET', 'sla/events?cursor=x')).status).toBe(422)
  })
})
