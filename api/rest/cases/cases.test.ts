import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CASE_STATUSES, CASE_TRANSITIONS, OWN_EVENT_TYPES } from '../../../control/soc/cases/index.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { withOperator } from '../../../stores/postgres/pool.ts'
import { openTestCases, type TestCases } from './test-cases.ts'

let cases: TestCases
beforeAll(async () => {
  cases = await openTestCases()
}, 120_000)
afterAll(() => cases.close())

const ask: TestCases['ask'] = (...args) => cases.ask(...args)
const open: TestCases['open'] = (more) => cases.open(more)
const NOBODY = '00000000-0000-4000-8000-000000000000'
const items = async (url: string) => (await ask('vic', 'GET', url)).body.items
const patch = (id: string, body: object) => ask('ann', 'PATCH', `cases/${id}`, body)

describe('numbers', () => {
  test('have no gaps when fifty requests run at once and some fail', async () => {
    const first = Number((await open()).case_number.slice(4))
    const writes = Array.from({ length: 50 }, (_, i) =>
      ask('ann', 'POST', 'cases', {
        ...{ title: `number ${i}`, severity: 'low' },
        // Refused after the number was drawn: it is given back.
        ...(i % 5 === 0 ? { alert_ids: [NOBODY] } : {}),
      }),
    )
    const answers = await Promise.all(writes)
    const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => Number(body.case_number.slice(4)))
    expect(numbers).toHaveLength(40)
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => first + 1 + i))
  })

  test('are per tenant, and every path accepts one in place of the id', async () => {
    const theirs = await ask('bob', 'POST', 'cases', { title: 'Theirs', severity: 'low' })
    expect(theirs.body.case_number).toBe('INC-001')
    const made = await open({ title: 'By number' })
    for (const ref of [
      made.id,
      made.case_number,
      made.case_number.toLowerCase(),
      made.case_number.replace('INC-', 'INC-000'),
    ])
      expect((await ask('vic', 'GET', `cases/${ref}`)).body.id).toBe(made.id)
    expect((await ask('ann', 'POST', `cases/${made.case_number}/comments`, { body: 'by number' })).status).toBe(201)
    for (const none of ['INC-999999', 'INC-000', NOBODY])
      expect([none, (await ask('vic', 'GET', `cases/${none}`)).status]).toEqual([none, 404])
    expect((await ask('vic', 'GET', 'cases/7')).status).toBe(422)
    expect((await ask('bob', 'GET', `cases/${made.id}`)).status).toBe(404)
  })
})

describe('a case', () => {
  test('opened from alerts contains them and has their techniques', async () => {
    const ids = [
      await cases.alert({ mitre_techniques: ['T1059.001'], affected_hosts: ['web-7'], affected_users: ['olga'] }),
      await cases.alert({ mitre_techniques: ['T1566'], affected_hosts: ['web-7'] }),
    ]
    const connector = {
      name: 'Jira',
      type: 'rest',
      enabled: false,
      auth_config: { secret: 'Bearer x' },
      connector_config: { url: 'https://jira.example/' },
    }
    const jira = (await ask('tess', 'POST', 'connectors', connector)).body.id
    const made = await open({ alert_ids: ids, tags: ['phish', 'phish'], push_to_connector_ids: [jira] })
    expect(made).toMatchObject({
      ...{ status: 'open', tags: ['phish'], acknowledged_at: null, ack_due_at: null },
      fanout_results: [{ connector_id: jira, status: 'unsupported' }],
    })
    expect(made.sla.ack).toEqual({
      ...{ due_at: null, met_at: null, state: 'no_target', remaining_seconds: null },
      reason: 'no enabled SLA policy applied to a case of severity high when it was opened',
    })
    const detail = (await ask('vic', 'GET', `cases/${made.id}`)).body
    expect(detail.counts).toEqual({
      ...{ alerts: 2, comments: 0, tasks: 0, tasks_done: 0, attachments: 0, minutes_spent: 0 },
    })
    expect(new Set(detail.mitre_techniques)).toEqual(new Set(['T1059.001', 'T1566']))
    expect(detail.observable_graph.nodes.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['host:web-7', 'user:olga', ...ids.map((id) => `alert:${id}`)]),
    )
    expect(detail.observable_graph.edges).toHaveLength(3)
    expect((await items(`cases/${made.id}/alerts`)).map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort())
    expect((await ask('vic', 'GET', `alerts/${ids[0]}`)).body.case_id).toBe(made.id)
    const other = await ask('ann', 'POST', 'cases', { title: 'Another', severity: 'low', alert_ids: ids })
    expect([other.status, other.body.detail]).toEqual([409, expect.stringContaining(made.case_number)])
  })

  test('releases an alert through the alert or through the case', async () => {
    const ids = [await cases.alert(), await cases.alert(), await cases.alert()]
    const { id } = await open()
    await ask('ann', 'POST', `cases/${id}/alerts`, { alert_ids: ids })
    await ask('ann', 'PATCH', `alerts/${ids[0]}`, { case_id: null })
    await ask('ann', 'POST', `cases/${id}/alerts/unlink`, { alert_ids: [ids[1]] })
    expect((await items(`cases/${id}/alerts`)).map((alert: { id: string }) => alert.id)).toEqual([ids[2]])
    expect((await ask('ann', 'POST', `cases/${id}/alerts/unlink`, { alert_ids: [ids[1]] })).status).toBe(422)
    const types = (await items(`cases/${id}/timeline`)).map(({ type }: { type: string }) => type)
    expect(types.filter((type: string) => type.startsWith('alert_'))).toEqual([
      ...['alert_unlinked', 'alert_unlinked', 'alert_linked'],
    ])
  })

  test.each([
    [{ title: 'ab' }, 422],
    [{ title: 'abc', severity: 'none' }, 422],
    [{ title: 'abc', assignee_id: NOBODY }, 422],
    [{ title: 'abc', queue_id: NOBODY }, 422],
    [{ title: 'abc', alert_ids: [NOBODY] }, 422],
    [{ title: 'abc', status: 'closed' }, 422],
    [{ title: 'a\u0000c' }, 422],
    [{ title: 'abc', tags: ['x'.repeat(65)] }, 422],
  ])('%o is refused', async (body, status) => {
    expect((await ask('ann', 'POST', 'cases', body)).status).toBe(status)
  })

  test('is opened once for one idempotency key', async () => {
    const headers = { 'idempotency-key': 'open-once' }
    const body = { title: 'Once', severity: 'low' }
    const [a, b] = [
      await ask('ann', 'POST', 'cases', body, { headers }),
      await ask('ann', 'POST', 'cases', body, { headers }),
    ]
    expect(a.body.id).toBe(b.body.id)
  })
})

describe('the list', () => {
  test('pages through every case once, with facets over all matching cases', async () => {
    const severities = ['critical', 'high', 'low', 'low', 'info']
    const ids: string[] = []
    for (const [i, severity] of severities.entries()) {
      cases.clock.ms += 1000
      ids.unshift((await open({ severity, case_type: 'listed', title: `listed ${i}`, tags: ['x', `t${i}`] })).id)
    }
    const lastOpened = new Date(cases.clock.ms).toISOString()
    await patch(ids[0] ?? '', { status: 'resolved' })
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await ask('vic', 'GET', `cases?case_type=listed&limit=2${cursor}`)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      expect(body.facets).toEqual({
        ...{ total: 5, unresolved: 4, by_severity: { info: 1, low: 2, medium: 0, high: 1, critical: 1 } },
        by_status: { open: 4, in_progress: 0, resolved: 1, closed: 0 },
      })
      if (!body.next_cursor) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual(ids)
    const found = async (query: string) =>
      (await ask('ann', 'GET', `cases?case_type=listed&${query}`)).body.facets.total
    expect(await found('severity=low,info')).toBe(3)
    expect(await found('status=resolved')).toBe(1)
    expect(await found('tags=x,t4')).toBe(1)
    expect(await found('search=LISTED%203')).toBe(1)
    expect(await found('unassigned=true')).toBe(5)
    await ask('ann', 'POST', `cases/${ids[1]}/assign`, { assignee_id: cases.users.ann })
    expect(await found('assigned_to_me=true')).toBe(1)
    expect(await found(`assignee_id=${cases.users.ben}`)).toBe(0)
    expect(await found('sla_breached=true')).toBe(0)
    expect(await found(`from=${lastOpened}`)).toBe(1)
  })
})

describe('a change of status', () => {
  test('follows the table of transitions, and a refusal lists the allowed ones', async () => {
    for (const from of CASE_STATUSES)
      for (const to of CASE_STATUSES.filter((status) => status !== from)) {
        const { id } = await open()
        if (from !== 'open') await patch(id, { status: from })
        const { status, body } = await patch(id, { status: to })
        const isAllowed = CASE_TRANSITIONS[from].includes(to)
        expect([from, to, status]).toEqual([from, to, isAllowed ? 200 : 409])
        if (!isAllowed) for (const allowed of CASE_TRANSITIONS[from]) expect(body.detail).toContain(allowed)
      }
  })

  test('records the actor and the reason, and the end of a case adds a comment that links the summary', async () => {
    const { id } = await open()
    await patch(id, { status: 'in_progress' })
    const { key } = (await ask('tess', 'POST', 'api-keys', { name: 'bot', scopes: ['cases:write', 'cases:read'] })).body
    const byKey = await cases.api.ask('PATCH', `cases/${id}`, {
      key,
      body: { status: 'resolved', reason: 'false alarm' },
    })
    expect(byKey.body).toMatchObject({ status: 'resolved', resolved_at: new Date(cases.clock.ms).toISOString() })
    expect(await items(`cases/${id}/transitions`)).toMatchObject([
      { from_status: 'in_progress', to_status: 'resolved', actor_kind: 'automation', reason: 'false alarm' },
      { from_status: 'open', to_status: 'in_progress', actor_kind: 'human', actor: 'ann', reason: null },
    ])
    const [comment, ...rest] = await items(`cases/${id}/comments`)
    expect(rest).toEqual([])
    expect(comment).toMatchObject({
      is_system: true,
      author: 'system',
      body: expect.stringContaining(`/cases/${id}/summary`),
    })
    await ask('tess', 'DELETE', `cases/${id}`)
    expect((await items(`cases/${id}/comments`)).length).toBe(2)
    expect((await ask('tess', 'DELETE', `cases/${id}`)).body.status).toBe('closed')
    expect((await items(`cases/${id}/comments`)).length).toBe(2)
  })

  test('is reversed by reopening, with a reason', async () => {
    const { id } = await open()
    const reopen = (body: object) => ask('ann', 'POST', `cases/${id}/reopen`, body)
    expect((await reopen({ reason: 'it came back' })).status).toBe(409)
    await patch(id, { status: 'closed' })
    expect((await reopen({ reason: 'short' })).status).toBe(422)
    expect((await reopen({ reason: 'it came back' })).body).toMatchObject({
      ...{ status: 'in_progress', reopen_count: 1, resolved_at: null, closed_at: null },
    })
    expect((await items(`cases/${id}/transitions`))[0]).toMatchObject({ from_status: 'closed', reason: 'it came back' })
  })
})

describe('tasks', () => {
  test('wait for their predecessor, and a refusal names it', async () => {
    const { id } = await open()
    const task = async (title: string, more: object = {}) =>
      (await ask('ann', 'POST', `cases/${id}/tasks`, { title, ...more })).body
    const change = (taskId: string, body: object) => ask('ann', 'PATCH', `cases/${id}/tasks/${taskId}`, body)
    const first = await task('Isolate the host', { category: 'containment' })
    const second = await task('Reimage it', { depends_on_task_id: first.id })
    const third = await task('Give it back', { depends_on_task_id: second.id })
    expect(second.blocked_reason).toContain('Isolate the host')
    const refused = await change(second.id, { status: 'done' })
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Isolate the host')])
    expect(refused.body.detail).toContain(first.id)
    expect((await items(`cases/${id}/tasks`)).map(({ status }: { status: string }) => status)).toEqual([
      'todo',
      'todo',
      'todo',
    ])
    const cycle = await change(first.id, { depends_on_task_id: third.id })
    expect([cycle.status, cycle.body.detail]).toEqual([409, expect.stringContaining('comes after')])
    expect((await change(first.id, { depends_on_task_id: first.id })).status).toBe(409)
    expect((await change(first.id, { status: 'done' })).body).toMatchObject({ status: 'done', is_automated: false })
    expect((await change(second.id, { status: 'done' })).body.blocked_reason).toBeNull()
    expect((await ask('ann', 'DELETE', `cases/${id}/tasks/${first.id}`)).status).toBe(409)
    expect((await ask('ann', 'DELETE', `cases/${id}/tasks/${third.id}`)).status).toBe(204)
    const other = await open()
    expect(
      (await ask('ann', 'POST', `cases/${other.id}/tasks`, { title: 'x', depends_on_task_id: first.id })).status,
    ).toBe(422)
    expect((await ask('ann', 'PATCH', `cases/${other.id}/tasks/${first.id}`, { title: 'x' })).status).toBe(404)
  })
})

describe('comments', () => {
  test('notify mentioned users once, and nobody of another tenant', async () => {
    const { id } = await open()
    const body = 'Hey @ben and @BEN, see mail@vic.example or ask @bob or @nobody.'
    const comment = (await ask('ann', 'POST', `cases/${id}/comments`, { body })).body
    expect(comment).toMatchObject({ author: 'ann', is_system: false, body })
    const [mention, ...rest] = (await ask('ben', 'GET', 'cases/mentions')).body.items
    expect([mention.comment_id, mention.author, rest]).toEqual([comment.id, 'ann', []])
    expect((await ask('vic', 'GET', 'cases/mentions')).body.items).toEqual([])
    const { email } = (await ask('vic', 'GET', 'users/me')).body
    await ask('ann', 'POST', `cases/${id}/comments`, { body: `Ask @${email}.` })
    expect((await ask('vic', 'GET', 'cases/mentions')).body.items).toHaveLength(1)
    expect((await ask('bob', 'GET', 'cases/mentions')).body.items).toEqual([])
    expect((await ask('vic', 'POST', `cases/mentions/${mention.id}/seen`)).status).toBe(404)
    expect((await ask('ben', 'POST', `cases/mentions/${mention.id}/seen`)).status).toBe(204)
    expect((await ask('ben', 'GET', 'cases/mentions')).body.items[0].seen_at).not.toBeNull()
  })

  test('appear in the timeline with everything that people add, newest first', async () => {
    const { id } = await open()
    cases.clock.ms += 60_000
    await ask('ann', 'POST', `cases/${id}/comments`, { body: 'looked at it' })
    cases.clock.ms += 60_000
    const timestamp = new Date(cases.clock.ms - 90_000).toISOString()
    await ask('ann', 'POST', `cases/${id}/timeline`, { type: 'call', title: 'Called the owner', timestamp })
    const timeline = (await items(`cases/${id}/timeline`)).map((event: Record<string, unknown>) => [
      event.type,
      event.actor,
    ])
    expect(timeline).toEqual([
      ['comment', 'ann'],
      ['call', 'ann'],
      ['created', 'ann'],
    ])
    const ahead = new Date(cases.clock.ms + 1000).toISOString()
    expect((await ask('ann', 'POST', `cases/${id}/timeline`, { title: 'x', timestamp: ahead })).status).toBe(422)
    for (const type of [...OWN_EVENT_TYPES, 'chatops.verify.acknowledge', 'honeytoken.triggered']) {
      const forged = await ask('ann', 'POST', `cases/${id}/timeline`, { type, title: 'open to closed' })
      expect([type, forged.status, forged.body.detail?.[0]?.loc]).toEqual([type, 422, ['body', 'type']])
    }
  })
})

test('followers are notified of every change, and not of refused changes', async () => {
  const { id } = await open()
  await patch(id, { status: 'in_progress' })
  await patch(id, { status: 'open' })
  const sql = /* sql */ `SELECT kind FROM entity_changes WHERE entity_id = $1 ORDER BY position`
  const kinds = await withOperator(cases.api.owner, 'test', (tx) => tx.many((row) => text(row, 'kind'), sql, [id]))
  expect(kinds).toEqual(['case_created', 'case_updated'])
})

test('an observable that does not fit its type answers 422, and others are stored in the form that events have', async () => {
  const { id } = await open()
  const add = (kind: string, value: string) => ask('ann', 'POST', `cases/${id}/observables`, { kind, value })
  for (const [kind, value] of [
    ...[
      ['ip', 'not-an-ip'],
      ['ip', '10.0.0.0/8'],
      ['ip', '1.2.3.4.5'],
      ['domain', 'no spaces.example'],
    ],
    ...[
      ['domain', '203.0.113.7'],
      ['hash', 'abc'],
      ['hash', 'g'.repeat(64)],
    ],
  ] as [string, string][])
    expect([kind, value, (await add(kind, value)).status]).toEqual([kind, value, 422])
  for (const [kind, value, kept] of [
    ...[
      ['ip', '203.0.113[.]7', '203.0.113.7'],
      ['ip', '::ffff:203.0.113.8', '203.0.113.8'],
      ['ip', '127.0.0.1', '127.0.0.1'],
    ],
    ...[
      ['domain', 'Bad[.]Example', 'bad.example'],
      ['hash', 'A'.repeat(64), 'a'.repeat(64)],
      ['user', 'ana', 'ana'],
    ],
  ] as [string, string, string][])
    expect([kind, value, (await add(kind, value)).body.value]).toEqual([kind, value, kept])
})

test('observables are added once, and can be removed', async () => {
  const { id } = await open()
  const add = () => ask('ann', 'POST', `cases/${id}/observables`, { kind: 'domain', value: 'bad.example' })
  const [a, b] = [await add(), await add()]
  expect(a.body.id).toBe(b.body.id)
  expect((await ask('vic', 'GET', `cases/${id}`)).body.observable_graph.nodes).toEqual([
    { id: 'domain:bad.example', kind: 'domain', value: 'bad.example' },
  ])
  expect((await ask('ann', 'DELETE', `cases/${id}/observables/${a.body.id}`)).status).toBe(204)
  expect((await ask('ann', 'DELETE', `cases/${id}/observables/${a.body.id}`)).status).toBe(404)
})
