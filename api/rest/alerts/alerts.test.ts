import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DISPOSITIONS, STATUSES } from '../../../control/soc/alerts/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { type Ask, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
/** Tokens of acme's users by name, and one of another tenant's user. */
const tokens: Record<string, string> = {}
const users: Record<string, string> = {}
const clock = { ms: Date.now() }
const DAY = 86_400_000

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server, { clock })
  acme = await makeTenant(api, 'acme')
  const bolt = await makeTenant(api, 'bolt')
  const roles = { ann: 'soc_analyst', ben: 'soc_analyst', tess: 'tenant_admin', vic: 'viewer' }
  for (const [name, role] of Object.entries(roles)) {
    users[name] = await makeUser(api, acme, name, role)
    tokens[name] = await tokenOf(api, acme, name)
  }
  users.bob = await makeUser(api, bolt, 'bob', 'tenant_admin')
  tokens.bob = await tokenOf(api, bolt, 'bob')
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

const ask = (name: string, method: string, url: string, body?: object, more: Ask = {}) =>
  api.ask(method, url, { token: tokens[name] ?? '', ...(body ? { body } : {}), ...more })
const make = async (more: object = {}, name = 'ann') =>
  (await ask(name, 'POST', 'alerts', { title: 'An alert', severity: 'high', ...more })).body
const patch = (id: string, body: object) => ask('ann', 'PATCH', `alerts/${id}`, body)
const history = async (id: string) => (await ask('vic', 'GET', `alerts/${id}/history`)).body.items
const NOBODY = '00000000-0000-4000-8000-000000000000'

describe('the list', () => {
  const category = 'listed'
  const list = (query: string) => ask('vic', 'GET', `alerts?category=${category}&${query}`)
  const found = async (query: string) => (await list(query)).body.facets.total

  test('pages through every alert once, and its facets count all matching alerts', async () => {
    const severities = ['critical', 'high', 'high', 'low', 'info', 'medium', 'low']
    const ids: string[] = []
    for (const [i, severity] of severities.entries())
      ids.unshift(
        (await make({ category, severity, title: `number ${i}`, confidence: i * 15, tags: ['x', `t${i}`] })).id,
      )
    await patch(ids[0] ?? '', { status: 'resolved' })
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { status, body } = await list(`limit=3${cursor}`)
      expect(status).toBe(200)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      expect(body.facets).toEqual({
        ...{ total: 7, unresolved: 6, by_severity: { info: 1, low: 2, medium: 1, high: 2, critical: 1 } },
        by_status: { new: 6, triaged: 0, in_progress: 0, resolved: 1, closed: 0 },
      })
      if (!body.next_cursor) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual(ids)
  })

  test('each filter narrows it, and so do all filters together', async () => {
    expect(await found('severity=high,low')).toBe(4)
    expect(await found('status=resolved')).toBe(1)
    expect(await found('min_confidence=60')).toBe(3)
    expect(await found('confidence_label=low')).toBe(3)
    expect(await found('confidence_label=medium')).toBe(2)
    expect(await found('confidence_label=high&min_confidence=80')).toBe(1)
    expect(await found('search=NUMBER%203')).toBe(1)
    expect(await found('search=%25')).toBe(0)
    expect(await found('tags=x')).toBe(7)
    expect(await found('tags=x,t4')).toBe(1)
    expect(await found('disposition=benign')).toBe(0)
    expect(await found(`from=${new Date(Date.now() + DAY).toISOString()}`)).toBe(0)
    expect(await found(`until=${new Date(Date.now() + DAY).toISOString()}&severity=high&tags=t1`)).toBe(1)
    const [mine] = (await list('limit=1')).body.items
    await ask('ann', 'POST', `alerts/${mine.id}/claim`)
    expect((await ask('ann', 'GET', `alerts?category=${category}&assigned_to_me=true`)).body.facets.total).toBe(1)
    expect(await found('assigned_to_me=true')).toBe(0)
  })

  describe('filters by host, rule and technique', () => {
    const category = 'faceted'
    const of = async (query: string) => {
      const { status, body } = await ask('ann', 'GET', `alerts?category=${category}&${query}`)
      return status === 200 ? body.items.map(({ title }: { title: string }) => title).join('') : status
    }
    let a: { id: string }

    beforeAll(async () => {
      const common = { category, connector_type: 'edr' }
      a = await make({
        ...{ ...common, title: 'a', severity: 'low', event_time: '2026-01-03T00:00:00Z', rule_id: 'r-1' },
        ...{ affected_hosts: ['WS-1', 'CN=x,OU=y'], affected_users: ['Kim'], mitre_techniques: ['T1059.001'] },
      })
      await make({
        ...{ ...common, title: 'b', severity: 'critical', event_time: '2026-01-01T00:00:00Z', rule_id: 'r-2' },
        ...{ affected_hosts: ['ws-1'], affected_users: ['lee'], mitre_tactics: ['TA0002'] },
      })
      await make({ category, title: 'c', severity: 'medium', event_time: '2026-01-02T00:00:00Z', rule_id: 'r-1' })
      await make({ category: 'another', title: 'd', affected_hosts: ['ws-1'], rule_id: 'r-1' }, 'ann')
      await ask('ann', 'POST', `alerts/${a.id}/claim`)
    })

    test('each one narrows, values of one filter are ORed, and two filters are ANDed', async () => {
      expect(await of('host=ws-1')).toBe('ba')
      expect(await of('host=WS-1&user=kim')).toBe('a')
      expect(await of('user=kim,LEE')).toBe('ba')
      expect(await of('host=cn%3Dx%5C,ou%3Dy')).toBe('a')
      expect(await of('host=ws-2')).toBe('')
      expect(await of('rule=r-1')).toBe('ca')
      expect(await of('technique=T1059.001')).toBe('a')
      expect(await of('tactic=TA0002&host=ws-1')).toBe('b')
      expect(await of('source=edr&severity=low,medium')).toBe('a')
      expect(await of('assignee=me')).toBe('a')
      expect(await of('assignee=nobody')).toBe('cb')
      expect(await of(`assignee=nobody,${users.ann}`)).toBe('cba')
      expect(await of('has_verdict=true')).toBe('')
      expect(await of('event_from=2026-01-02T00:00:00Z')).toBe('ca')
      expect(await of('event_until=2026-01-02T00:00:00Z')).toBe('b')
      expect(await of('assignee=root')).toBe(422)
      expect(await of('host=%00')).toBe(422)
    })

    test('each sort order pages through every alert once, and refuses a cursor of another order', async () => {
      const orders = {
        ...{ newest: 'cba', oldest: 'abc', severity: 'bca', risk: 'cba', event_newest: 'acb', event_oldest: 'bca' },
        sla: 'abc',
      }
      expect((await ask('tess', 'PUT', 'sla/configs/low', { mttr_target: 1 })).status).toBe(200)
      for (const [sort, expected] of Object.entries(orders)) {
        for (const filter of ['', '&source=edr,'])
          for (let cursor = '', seen = ''; ; ) {
            const { status, body } = await ask(
              'vic',
              'GET',
              `alerts?category=${category}&sort=${sort}&limit=1${filter}${cursor}`,
            )
            expect([sort, status]).toEqual([sort, 200])
            seen += body.items.map(({ title }: { title: string }) => title).join('')
            if (body.next_cursor) {
              cursor = `&cursor=${body.next_cursor}`
              continue
            }
            expect([sort, seen]).toEqual([sort, filter === '' ? expected : expected.replace('c', '')])
            break
          }
      }
      expect((await ask('tess', 'PUT', 'sla/configs/low', { mttr_target: null })).status).toBe(200)
      const { next_cursor: cursor } = (await ask('vic', 'GET', 'alerts?sort=risk&limit=1')).body
      for (const sort of ['severity', 'newest', 'sla'])
        expect((await ask('vic', 'GET', `alerts?sort=${sort}&cursor=${cursor}`)).status).toBe(422)
      const forged = Buffer.from(`risk|1e99|2026-01-01 00:00:00+00|${NOBODY}`).toString('base64url')
      expect((await ask('vic', 'GET', `alerts?sort=risk&cursor=${forged}`)).status).toBe(422)
    })

    test('facets count the alerts of each value, and follow a change of an alert', async () => {
      const fusion = JSON.stringify({ evidence: [{ rule_id: 'r-1', title: 'First rule' }] })
      const tell = /* sql */ `UPDATE alerts SET fusion = $1, fusion_version = 1 WHERE category = $2 AND rule_id = 'r-1'`
      await withTenant(api.deps.pool, acme, (tx) => tx.run(tell, [fusion, category]))
      const { body } = await ask('vic', 'GET', `alerts/facets?category=${category}&fields=host,rule&limit=1`)
      expect(body).toEqual({
        facets: [
          { field: 'host', values: [{ value: 'ws-1', name: null, alerts: 2 }], distinct: 2 },
          { field: 'rule', values: [{ value: 'r-1', name: 'First rule', alerts: 2 }], distinct: 2 },
        ],
        assignees: [{ assigned_to_id: null, alerts: 2 }],
        ...{ alerts: 3, is_whole: true },
      })
      const change = /* sql */ `UPDATE alerts SET affected_hosts = '{WS-9}' WHERE id = $1`
      await withTenant(api.deps.pool, acme, (tx) => tx.run(change, [a.id]))
      expect([await of('host=ws-1'), await of('host=ws-9')]).toEqual(['b', 'a'])
      expect((await ask('bob', 'GET', `alerts/facets`)).body).toMatchObject({ alerts: 0, is_whole: true })
      expect((await ask('vic', 'GET', `alerts/facets?fields=password`)).status).toBe(422)
    })
  })

  test('only its owner sees a saved view of the queue, and a view with the same name replaces it', async () => {
    const view = { name: 'Mine', query: 'assignee=me&sort=sla', columns: ['title', 'owner'] }
    const put = async (name: string, body: object) => (await ask(name, 'PUT', 'alert-views', body)).status
    expect([await put('ann', view), await put('ann', { ...view, query: 'sort=risk' })]).toEqual([200, 200])
    const { items } = (await ask('ann', 'GET', 'alert-views')).body
    expect(items).toMatchObject([{ ...view, query: 'sort=risk' }])
    expect((await ask('ben', 'GET', 'alert-views')).body.items).toEqual([])
    const remove = (name: string) => ask(name, 'DELETE', `alert-views/${items[0].id}`)
    expect([(await remove('ben')).status, (await remove('bob')).status]).toEqual([404, 404])
    expect([(await remove('ann')).status, (await remove('ann')).status]).toEqual([204, 404])
  })

  test('shows owners as people of the tenant, by name', async () => {
    const first = (await ask('vic', 'GET', 'alerts/assignees?limit=2')).body
    expect(first.items).toHaveLength(2)
    const rest = (await ask('vic', 'GET', `alerts/assignees?cursor=${first.next_cursor}`)).body
    const items = [...first.items, ...rest.items]
    expect(rest.next_cursor).toBeUndefined()
    expect(items).toContainEqual({ id: users.ann, name: 'ann', organisation: null, is_active: true })
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(users.bob)
  })

  test('a search finds names and rules as well as titles', async () => {
    await make({ category: 'named', affected_hosts: ['WEB-7.example'], affected_users: ['Ödön'], rule_id: 'R-77' })
    for (const search of ['web-7', 'ödön', 'r-77'])
      expect(
        (await ask('vic', 'GET', `alerts?category=named&search=${encodeURIComponent(search)}`)).body.facets.total,
      ).toBe(1)
  })

  test('pages through the matches of a search once, with the same facets on every page, also past the end', async () => {
    const category = 'searched'
    for (let n = 0; n < 7; n++) {
      const severity = n % 2 === 0 ? 'low' : 'high'
      await make({ category, severity, title: `needle ${n}`, tags: [n < 5 ? 'hay' : 'straw'] })
    }
    const filter = `alerts?category=${category}&search=NEEDLE&tags=hay&limit=2`
    const seen: string[] = []
    let page = (await ask('vic', 'GET', filter)).body
    for (;;) {
      expect(page.facets).toMatchObject({ total: 5, unresolved: 5, by_severity: { low: 3, high: 2 } })
      seen.push(...page.items.map(({ title }: { title: string }) => title))
      if (page.next_cursor === undefined) break
      page = (await ask('vic', 'GET', `${filter}&cursor=${page.next_cursor}`)).body
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map((n) => `needle ${n}`))
    const past = Buffer.from(`2001-01-01 00:00:00+00|${NOBODY}`).toString('base64url')
    expect((await ask('vic', 'GET', `${filter}&cursor=${past}`)).body).toMatchObject({
      items: [],
      facets: { total: 5 },
    })
  })

  test('refuses unknown values: 400 for a label, 422 for everything else', async () => {
    expect((await list('confidence_label=certain')).status).toBe(400)
    for (const query of ['severity=worst', 'status=NEW', 'limit=501', 'cursor=x', 'from=yesterday', 'colour=red'])
      expect([query, (await list(query)).status]).toEqual([query, 422])
    expect((await list(`tags=${'x,'.repeat(40)}`)).status).toBe(422)
    expect((await list('search=%00')).status).toBe(422)
  })

  test('shows another tenant nothing, not even in counts', async () => {
    const { body } = await ask('bob', 'GET', 'alerts')
    expect(body).toMatchObject({ items: [], facets: { total: 0, unresolved: 0 } })
    expect((await ask('bob', 'GET', 'alerts/stats')).body.facets.total).toBe(0)
    expect((await ask('bob', 'GET', 'alerts/queue')).body.counts).toMatchObject({ all: 0, unassigned: 0 })
  })
})

test('the database constraints and the program have the same values, so that no count is of an unknown value', async () => {
  const sql = `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = 'alerts'::regclass AND contype = 'c'`
  const checks = await withTenant(api.deps.pool, acme, (tx) => tx.many((row) => text(row, 'definition'), sql))
  const wordsOf = (column: string) => {
    const check = checks.find((definition) => definition.includes(`(${column} = ANY`)) ?? ''
    return [...check.matchAll(/'(\w+)'::text/g)].map(([, word]) => word)
  }
  expect(wordsOf('status').sort()).toEqual([...STATUSES].sort())
  expect(wordsOf('disposition').sort()).toEqual([...DISPOSITIONS].sort())
})

test('a confidence that was not measured is null and has no label, unlike a measured 0', async () => {
  const category = 'measured'
  const [none, zero] = [await make({ category }), await make({ category, confidence: 0 })]
  expect([none.confidence, none.confidence_label, zero.confidence, zero.confidence_label]).toEqual([
    null,
    null,
    0,
    'low',
  ])
  for (const query of ['min_confidence=0', 'confidence_label=low']) {
    const { items } = (await ask('vic', 'GET', `alerts?category=${category}&${query}`)).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([zero.id])
  }
})

describe('an alert', () => {
  test('offers only pivots that lead somewhere', async () => {
    const { id } = await make({
      ...{
        affected_users: ['ada', 'a?b&c=d %#/'],
        affected_hosts: ['h'.repeat(255), 'i'.repeat(200)],
        connector_id: 'c',
      },
      ...{ affected_ips: ['2001:db8::1'], mitre_techniques: ['T1059.001'], rule_id: 'r'.repeat(200) },
    })
    const opened = await ask('ann', 'POST', 'cases', { title: 'of an alert', severity: 'low' })
    await patch(id, { assignee: users.tess, case_id: opened.body.id })
    // As something other than a route may have stored it.
    const more = `UPDATE alerts SET mitre_techniques = mitre_techniques || '{../x}' WHERE id = $1`
    await withTenant(api.deps.pool, acme, (tx) => tx.run(more, [id]))
    const { body } = await ask('tess', 'GET', `alerts/${id}`)
    const pivots: (string | null)[] = body.related_entities.map(({ pivot }: { pivot: string | null }) => pivot)
    expect(pivots.filter((pivot) => pivot === null)).toHaveLength(3)
    const ours = pivots.filter((pivot) => pivot?.startsWith('/api/'))
    for (const pivot of ours) {
      const { status } = await api.ask('GET', pivot ?? '', { token: tokens.tess ?? '' })
      expect([pivot, status]).toEqual([pivot, 200])
    }
    expect(ours).toHaveLength(8)
    expect(pivots.filter((pivot) => pivot?.startsWith('https:'))).toHaveLength(1)
  })

  test('has its narrative, entities, timeline, advice and event; the narrative is stored', async () => {
    const more = { affected_users: ['ada'], affected_ips: ['10.0.0.9'], mitre_techniques: ['T1059.001'], rule_id: 'r1' }
    const { id } = await make({ ...more, raw_event: { cmd: 'x', api_token: 'y', n: '\u0000' } })
    const { status, body } = await ask('vic', 'GET', `alerts/${id}`)
    expect(status).toBe(200)
    expect(body.narrative).toContain('It concerns user ada; address 10.0.0.9.')
    expect(body.raw_event).toEqual({ cmd: 'x', api_token: '[REDACTED]', n: '\u0000' })
    expect(body.recommended_actions.length).toBeGreaterThan(2)
    const groups = body.related_entities.map(
      (entity: { group: string; kind: string }) => `${entity.group} ${entity.kind}`,
    )
    expect(groups).toEqual(['principal user', 'network ip', 'workflow rule', 'workflow mitre', 'tenant tenant'])
    const pivot = body.related_entities[0].pivot
    const found = await api.ask('GET', pivot, { token: tokens.vic ?? '' })
    expect(found.body.items.map((item: { id: string }) => item.id)).toContain(id)
    const kept = await withTenant(api.deps.pool, acme, (tx) =>
      tx.maybeOne((row) => row.narrative, 'SELECT narrative FROM alerts WHERE id = $1', [id]),
    )
    expect(kept).toBe(body.narrative)
  })

  test('has a timeline of six entries; the history has all', async () => {
    const { id } = await make()
    for (let priority = 1; priority <= 7; priority++) await patch(id, { priority })
    const { mini_timeline } = (await ask('vic', 'GET', `alerts/${id}`)).body
    expect(mini_timeline.map((entry: { payload: object }) => entry.payload)).toEqual(
      [7, 6, 5, 4, 3, 2].map((priority) => ({ priority })),
    )
    expect(await history(id)).toHaveLength(7)
    const first = await ask('vic', 'GET', `alerts/${id}/history?limit=5`)
    const rest = await ask('vic', 'GET', `alerts/${id}/history?limit=5&cursor=${first.body.next_cursor}`)
    expect(rest.body.items).toHaveLength(2)
  })

  test('is deleted with everything that belongs to it, by users who may delete alerts', async () => {
    const { id } = await make()
    await patch(id, { priority: 3 })
    expect((await ask('ann', 'DELETE', `alerts/${id}`)).status).toBe(403)
    expect((await ask('tess', 'DELETE', `alerts/${id}`)).status).toBe(204)
    expect((await ask('tess', 'DELETE', `alerts/${id}`)).status).toBe(404)
    expect((await ask('vic', 'GET', `alerts/${id}`)).status).toBe(404)
    const sql = 'SELECT count(*) AS n FROM alert_history WHERE alert_id = $1'
    expect(await withTenant(api.deps.pool, acme, (tx) => tx.maybeOne((row) => int(row, 'n'), sql, [id]))).toBe(0)
  })

  test('is created once for one idempotency key, also after a restart', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { title: 'Once', severity: 'low' }
    const [a, b] = [
      await ask('ann', 'POST', 'alerts', body, { headers }),
      await ask('ann', 'POST', 'alerts', body, { headers }),
    ]
    expect(a.status).toBe(201)
    expect(b.body).toEqual(a.body)
    const restarted = await openTestApi(server, { clock, deps: { keys: api.deps.keys } })
    const again = { token: tokens.ann ?? '', body, headers }
    expect((await restarted.ask('POST', 'alerts', again)).body).toEqual(a.body)
    await restarted.close()
  })

  test.each([
    { severity: 'worst' },
    { title: '' },
    { title: ' \n' },
    { title: 'a\u0000b' },
    { mitre_techniques: ['1059'] },
    { affected_ips: ['10.0.0.256'] },
    { tags: ['\n'] },
    { tags: Array.from({ length: 30 }, (_, i) => `${i}${'ü'.repeat(40)}`) },
    { event_time: '0001-01-01T00:00:00Z' },
    { unknown: 1 },
    { raw_event: JSON.parse(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`) },
  ])('is refused when a value is out of bounds (%#)', async (more) => {
    // The nested event is text: a writer that recurses fails at it.
    const text = JSON.stringify({ title: 'T', severity: 'low', ...more, raw_event: undefined })
    const deep = 'raw_event' in more ? `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}` : '{}'
    const payload = `${text.slice(0, -1)},"raw_event":${deep}}`
    const headers = { authorization: `Bearer ${tokens.ann}`, 'content-type': 'application/json' }
    const { statusCode } = await api.api.app.inject({ method: 'POST', url: '/api/v1/alerts', headers, payload })
    expect(statusCode).toBe(422)
  })
})

describe('a change', () => {
  test('of a field with a route of its own is refused, the message names that route, and nothing changes', async () => {
    const { id } = await make()
    const { status, body } = await patch(id, {
      severity: 'low',
      disposition: 'benign',
      snoozed_until: null,
      priority: 1,
    })
    expect(status).toBe(422)
    expect(body.detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc[1], msg])).toEqual([
      ['severity', 'is raised by POST /alerts/{id}/escalate'],
      ['disposition', 'is changed by POST /alerts/{id}/verdict-override'],
      ['snoozed_until', 'is changed by POST /alerts/{id}/snooze'],
    ])
    expect((await patch(id, { titel: 'x' })).body.detail[0]).toMatchObject({ loc: ['body', 'titel'] })
    expect((await patch(id, {})).status).toBe(422)
    expect(await history(id)).toEqual([])
  })

  test('of status follows the table of transitions, and each change is recorded', async () => {
    const { id } = await make()
    expect((await patch(id, { status: 'resolved' })).body.resolved_at).not.toBeNull()
    const refused = await patch(id, { status: 'triaged' })
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'an alert that is resolved can become in_progress, closed, not triaged',
    ])
    expect((await patch(id, { status: 'in_progress' })).body.detail[0].loc).toEqual(['body', 'reason'])
    const reopened = await patch(id, { status: 'in_progress', reason: 'it came back' })
    expect(reopened.body).toMatchObject({ status: 'in_progress', resolved_at: null })
    expect((await patch(id, { status: 'in_progress' })).status).toBe(200)
    const moves = (await history(id)).map((entry: Record<string, unknown>) => [
      ...[entry.kind, entry.from_status, entry.to_status, entry.actor_id, entry.actor_kind, entry.reason],
    ])
    expect(moves).toEqual([
      ['status_change', 'resolved', 'in_progress', users.ann, 'human', 'it came back'],
      ['status_change', 'new', 'resolved', users.ann, 'human', null],
    ])
  })

  test('sets tags, priority, case and assignee under either of their names', async () => {
    const { id } = await make()
    const opened = await ask('ann', 'POST', 'cases', { title: 'of an alert', severity: 'low' })
    const body = { tags: [' a ', 'a', 'b'], priority: 7, case_id: opened.body.id, assignee: users.ben }
    expect((await patch(id, body)).body).toMatchObject({
      ...{ tags: ['a', 'b'], priority: 7, case_id: opened.body.id, assigned_to_id: users.ben },
    })
    expect((await patch(id, { case_id: NOBODY })).status).toBe(422)
    expect((await patch(id, { case_id: null })).body.case_id).toBeNull()
    expect((await patch(id, { assigned_to_id: null })).body.assigned_to_id).toBeNull()
    expect((await patch(id, { assigned_to_id: null, assignee: users.ann })).status).toBe(422)
    expect((await patch(id, { priority: 101 })).status).toBe(422)
  })

  test('assigns to active users of the tenant only, and answers the same for all others', async () => {
    const { id } = await make()
    const assign = (assigned_to_id: string | null) => ask('ann', 'POST', `alerts/${id}/assign`, { assigned_to_id })
    expect((await assign(users.ben ?? '')).body.assigned_to_id).toBe(users.ben)
    // A user who may only read is given nothing to work on.
    expect((await assign(users.vic ?? '')).status).toBe(422)
    const [stranger, nobody] = [await assign(users.bob ?? ''), await assign(NOBODY)]
    expect([stranger.status, stranger.body.detail]).toEqual([422, nobody.body.detail])
    expect((await assign(null)).body.assigned_to_id).toBeNull()
  })

  test('gives the alert to one user when several claim it at once', async () => {
    const { id } = await make()
    const claim = (name: string) => ask(name, 'POST', `alerts/${id}/claim`)
    const statuses = (await Promise.all(['ann', 'ben', 'tess'].map(claim))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409])
    expect((await history(id)).map(({ action }: { action: string }) => action)).toEqual(['claimed'])
    expect((await claim('vic')).status).toBe(403)
    for (const name of ['ann', 'ben', 'tess']) await claim(name)
    const entries = api.audited.filter(({ action, resourceId }) => action === 'alert:claimed' && resourceId === id)
    expect(entries, 'claiming again changes nothing').toHaveLength(1)
  })

  test('snoozes for a time within bounds, and the alert wakes up', async () => {
    const { id } = await make()
    const snooze = (body: object) => ask('ann', 'POST', `alerts/${id}/snooze`, body)
    const snoozed = (await snooze({ duration_minutes: 30 })).body
    expect(snoozed.snoozed_until).toBe(new Date(clock.ms + 30 * 60_000).toISOString())
    expect(snoozed.snoozed_by_id).toBe(users.ann)
    expect((await snooze({ until: new Date(clock.ms + DAY).toISOString() })).status).toBe(200)
    expect((await snooze({ until: null })).body).toMatchObject({ snoozed_until: null, snoozed_by_id: null })
    for (const body of [
      ...[{}, { duration_minutes: 0 }, { duration_minutes: 43_201 }, { duration_minutes: 5, until: null }],
      ...[{ until: new Date(clock.ms - 1).toISOString() }, { until: new Date(clock.ms + 31 * DAY).toISOString() }],
    ])
      expect([body, (await snooze(body)).status]).toEqual([body, 422])
  })

  test('escalates one step at a time up to the top, and the narrative follows', async () => {
    const { id } = await make({ severity: 'medium' })
    expect((await ask('vic', 'GET', `alerts/${id}`)).body.narrative).toContain('A medium alert')
    const escalate = () => ask('ann', 'POST', `alerts/${id}/escalate`, { reason: 'spreads' })
    expect((await escalate()).body).toMatchObject({ severity: 'high', priority: 75 })
    expect((await escalate()).body).toMatchObject({ severity: 'critical', priority: 95 })
    expect((await ask('ann', 'POST', `alerts/${id}/escalate`)).status).toBe(409)
    expect((await ask('vic', 'GET', `alerts/${id}`)).body.narrative).toContain('A critical alert')
  })
})

describe('a verdict', () => {
  const override = (id: string, name = 'ann') => {
    const body = { corrected_verdict: 'false_positive', reason: 'our scanner', reason_code: 'known_scanner' }
    return ask(name, 'POST', `alerts/${id}/verdict-override`, body)
  }
  const confirm = (id: string, confirmation_token: string, alert_ids: string[]) =>
    ask('ann', 'POST', `alerts/${id}/verdict-override/look-alikes`, { confirmation_token, alert_ids })

  test('takes only reasons that fit it, and the list says which ones fit', async () => {
    const { items } = (await ask('vic', 'GET', 'alerts/verdict-reasons')).body as {
      items: { verdict: string; reason_codes: string[] }[]
    }
    const all = [...new Set(items.flatMap(({ reason_codes: codes }) => codes))]
    expect([items.length, all.length]).toEqual([5, 8])
    const fitting = Object.fromEntries(items.map(({ verdict, reason_codes: codes }) => [verdict, codes]))
    expect(fitting.true_positive).toEqual(['missing_context', 'true_positive_confirmed'])
    for (const none of ['false_positive', 'benign', 'benign_true_positive'])
      expect(fitting[none]).not.toContain('true_positive_confirmed')
    expect(fitting.benign_true_positive).toContain('approved_pentest')
    const { id } = await make({ rule_id: 'pairs' })
    for (const { verdict, reason_codes: codes } of items)
      for (const code of all) {
        const body = { corrected_verdict: verdict, reason: 'seen', reason_code: code }
        const answer = await ask('ann', 'POST', `alerts/${id}/verdict-override`, body)
        expect([verdict, code, answer.status]).toEqual([verdict, code, codes.includes(code) ? 200 : 422])
        if (answer.status === 422) expect(answer.text).toContain(`${code} contradicts the verdict ${verdict}`)
      }
    const { body } = await ask('vic', 'GET', `alerts/${id}/history`)
    expect(body.items).toHaveLength(items.reduce((sum, { reason_codes: codes }) => sum + codes.length, 0))
  })

  test('records its provenance, and lists similar alerts without changing them', async () => {
    const [one, two] = [await make({ rule_id: 'v1' }), await make({ rule_id: 'v1' })]
    await make({ rule_id: 'v2' })
    const { status, body } = await override(one.id)
    expect(status).toBe(200)
    expect(body.verdict).toMatchObject({
      ...{ original_verdict: null, corrected_verdict: 'false_positive', reason: 'our scanner' },
      ...{ reason_code: 'known_scanner', decided_by_id: users.ann, decided_by_kind: 'human', copied_from_id: null },
    })
    expect(body.look_alikes.map(({ id }: { id: string }) => id)).toEqual([two.id])
    expect(body.look_alikes_total).toBe(1)
    expect((await ask('vic', 'GET', `alerts/${two.id}`)).body.disposition).toBeNull()
    expect((await ask('vic', 'GET', `alerts/${one.id}`)).body).toMatchObject({
      ...{ disposition: 'false_positive', verdict: { id: body.verdict.id } },
    })
    expect((await ask('vic', 'GET', 'alerts?disposition=false_positive')).body.facets.total).toBe(1)
  })

  test('is copied once, to exactly the similar alerts that were shown', async () => {
    const [one, two, three] = [
      await make({ title: 'bulk' }),
      await make({ title: 'bulk' }),
      await make({ title: 'bulk' }),
    ]
    const { body } = await override(one.id)
    const token: string = body.confirmation_token
    const late = await make({ title: 'bulk' })
    for (const ids of [[two.id], [two.id, late.id], [two.id, three.id, late.id], [two.id, two.id], [one.id, two.id]])
      expect((await confirm(one.id, token, ids)).status).toBe(409)
    expect((await confirm(two.id, token, [two.id, three.id])).status).toBe(422)
    expect((await confirm(one.id, 'guess', [two.id, three.id])).status).toBe(422)
    const done = await confirm(one.id, token, [three.id, two.id])
    expect(done.status).toBe(200)
    expect(done.body.verdicts.map((verdict: { copied_from_id: string }) => verdict.copied_from_id)).toEqual([
      ...[body.verdict.id, body.verdict.id],
    ])
    expect((await confirm(one.id, token, [three.id, two.id])).status).toBe(409)
    const dispositions = await Promise.all(
      [two, three, late].map(async ({ id }) => (await ask('vic', 'GET', `alerts/${id}`)).body.disposition),
    )
    expect(dispositions).toEqual(['false_positive', 'false_positive', null])
  })

  test('is undone with all its copies, except where somebody decided again', async () => {
    const alerts = [await make({ title: 'undo' }), await make({ title: 'undo' }), await make({ title: 'undo' })]
    const [one, two, three] = alerts as [{ id: string }, { id: string }, { id: string }]
    const first = (await override(one.id)).body
    const copies = (await confirm(one.id, first.confirmation_token, [two.id, three.id])).body.verdicts
    const undo = (id: string, verdict_id: string, name = 'ann') =>
      ask(name, 'POST', `alerts/${id}/verdict-override/undo`, { verdict_id })
    const again = { corrected_verdict: 'true_positive', reason: 'it was not', reason_code: 'true_positive_confirmed' }
    expect((await ask('ann', 'POST', `alerts/${three.id}/verdict-override`, again)).status).toBe(200)
    expect((await undo(one.id, first.verdict.id, 'vic')).status).toBe(403)
    expect((await undo(two.id, first.verdict.id)).status).toBe(404)
    expect((await undo(copies[0].alert_id, copies[0].id)).status).toBe(409)
    const undone = await undo(one.id, first.verdict.id)
    expect(undone.body).toEqual({ restored: [one.id, two.id].sort(), kept_later: [three.id] })
    expect((await undo(one.id, first.verdict.id)).status).toBe(409)
    const shown = await Promise.all(alerts.map(async ({ id }) => (await ask('vic', 'GET', `alerts/${id}`)).body))
    expect(shown.map(({ disposition }) => disposition)).toEqual([null, null, 'true_positive'])
    expect(shown.map(({ verdict }) => verdict?.corrected_verdict ?? null)).toEqual([null, null, 'true_positive'])
    expect(shown[0].mini_timeline.map(({ action }: { action: string }) => action)).toContain('verdict_undone')
  })

  test('is not copied when the confirmation has expired or one of the alerts is gone', async () => {
    const [one, two] = [await make({ title: 'gone' }), await make({ title: 'gone' })]
    const { confirmation_token: token } = (await override(one.id)).body
    clock.ms += 16 * 60_000
    expect((await confirm(one.id, token, [two.id])).status).toBe(410)
    const again = (await override(one.id)).body.confirmation_token
    await ask('tess', 'DELETE', `alerts/${two.id}`)
    expect((await confirm(one.id, again, [two.id])).status).toBe(409)
    expect((await override(one.id)).body).toMatchObject({ look_alikes_total: 0, confirmation_token: null })
  })
})

describe('the queue', () => {
  const queue = (name: string, query = '') => ask(name, 'GET', `alerts/queue?period=all&${query}`)

  test('is sorted by priority and then by age, leaves out resolved and snoozed alerts, and pages through each once', async () => {
    const { body } = await queue('ann', 'limit=500')
    const shown = body.items as { id: string; priority: number; created_at: string; status: string }[]
    const sorted = [...shown].sort((a, b) => b.priority - a.priority || a.created_at.localeCompare(b.created_at))
    expect(shown.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    expect(shown.every(({ status }) => !['resolved', 'closed'].includes(status))).toBe(true)
    expect(shown).toHaveLength(body.counts.all)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await queue('ann', `limit=7${cursor}`)).body
      seen.push(...page.items.map(({ id }: { id: string }) => id))
      if (!page.next_cursor) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(seen).toEqual(shown.map(({ id }) => id))
    const first = shown[0]?.id ?? ''
    await ask('ann', 'POST', `alerts/${first}/snooze`, { duration_minutes: 10 })
    expect((await queue('ann')).body.counts).toMatchObject({ all: shown.length - 1, snoozed: 1 })
    clock.ms += 11 * 60_000
    expect((await queue('ann')).body.counts).toMatchObject({ all: shown.length, snoozed: 0 })
  })

  test('filters by mine, unassigned or all, and says why a due time is unknown', async () => {
    const { id } = await make({ severity: 'critical' })
    await ask('ben', 'POST', `alerts/${id}/claim`)
    const mine = (await queue('ben', 'owner=me')).body
    expect(mine.items.map((item: { id: string }) => item.id)).toEqual([id])
    expect(mine.counts.me).toBe(1)
    expect(mine.items[0]).toMatchObject({
      ...{ sla_due_at: null, sla_remaining_seconds: null, sla_breached: null, bucket: 'no_sla' },
      sla_reason: 'no target to resolve is set for alerts of this severity',
    })
    expect([mine.counts.breached, mine.not_measured.breached]).toEqual([
      null,
      'no target to resolve is set for alerts of this severity',
    ])
    const others = (await queue('ben', 'owner=unassigned&limit=500')).body
    expect(others.items.map((item: { id: string }) => item.id)).not.toContain(id)
    expect(others.items).toHaveLength(others.counts.unassigned)
    for (const query of ['owner=boss', 'period=1y', 'cursor=x', 'limit=0'])
      expect((await ask('ann', 'GET', `alerts/queue?${query}`)).status).toBe(422)
  })
})

test('stats count the alerts of the period, and a mean over no alerts is null', async () => {
  const { body } = await ask('vic', 'GET', 'alerts/stats?period=all')
  expect(body.facets.total).toBe((await ask('vic', 'GET', 'alerts')).body.facets.total)
  const decided = Object.values<number>(body.by_disposition).reduce((sum, count) => sum + count, 0)
  expect(decided + body.undecided).toBe(body.facets.total)
  expect(body.resolved).toBeGreaterThan(0)
  expect(typeof body.mean_seconds_to_resolve).toBe('number')
  const none = (await ask('bob', 'GET', 'alerts/stats')).body
  expect(none.mean_seconds_to_resolve).toBeNull()
  expect(none.not_measured).toEqual({ mean_seconds_to_resolve: 'no alert made in the period is resolved' })
})
