import { randomUUID } from 'node:crypto'
import { getIntrospectionQuery } from 'graphql/index.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createAlert, getAlert } from '../../control/soc/alerts/index.ts'
import { openCase } from '../../control/soc/cases/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { text } from '../../stores/postgres/columns.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../test-api.ts'
import { RESOLVERS } from './resolvers.ts'
import { type Ask, askApp, asker, codes, openTestApp } from './test-graphql.ts'

let api: TestApi
let ask: Ask
let tenant: TenantId
let analyst: string
let lead: string
let admin: string
/** Users who have alerts. */
const owners: string[] = []
const pools: { end(): Promise<void> }[] = []

beforeAll(async () => {
  api = await startTestApi()
  ask = asker(api)
  tenant = await makeTenant(api, 'acme')
  await makeUser(api, tenant, 'ann', 'soc_analyst')
  await makeUser(api, tenant, 'lee', 'soc_lead')
  await makeUser(api, tenant, 'tina', 'tenant_admin')
  analyst = await tokenOf(api, tenant, 'ann')
  lead = await tokenOf(api, tenant, 'lee')
  admin = await tokenOf(api, tenant, 'tina')
  for (const name of ['o1', 'o2', 'o3']) owners.push(await makeUser(api, tenant, name, 'soc_analyst'))
  await fill(60)
}, 120_000)
afterAll(async () => {
  await api.close()
  for (const pool of pools) await pool.end()
})

/** Makes alerts whose severity rises in turns; each has an owner. */
async function fill(count: number): Promise<void> {
  const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
  await withTenant(api.deps.pool, tenant, async (tx) => {
    for (let i = 0; i < count; i++) {
      const severity = severities[i % 5] ?? 'info'
      const made = await createAlert(
        tx,
        { title: `alert ${i}`, severity, connectorType: 'splunk', tags: ['t'] },
        Date.now(),
      )
      await tx.run(/* sql */ `UPDATE alerts SET assigned_to_id = $2 WHERE id = $1`, [
        made.id,
        owners[i % owners.length],
      ])
    }
  })
}

const PAGE = `query ($limit: Int, $cursor: String, $severity: Severity) {
  alerts(limit: $limit, cursor: $cursor, severity: $severity) {
    totalCount pageInfo { hasNextPage endCursor } edges { cursor node { id title severity status } } } }`

describe('alerts', () => {
  test('are paged newest first, each once', async () => {
    const titles: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await ask(analyst, PAGE, { limit: 25, cursor })
      expect(body.errors).toBeUndefined()
      const { edges, pageInfo, totalCount } = body.data.alerts
      expect(totalCount).toBe(60)
      expect(pageInfo.endCursor).toBe(edges.at(-1).cursor)
      titles.push(...edges.map(({ node }: { node: { title: string } }) => node.title))
      cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (cursor !== null)
    // Made in one transaction, they share their moment: the order is that of their ids.
    expect(new Set(titles).size).toBe(60)
    expect(titles).toHaveLength(60)
  })

  test('are filtered and counted over the whole set, not the page', async () => {
    const { data } = (await ask(analyst, PAGE, { limit: 5, severity: 'CRITICAL' })).body
    expect([data.alerts.totalCount, data.alerts.edges.length, data.alerts.pageInfo.hasNextPage]).toEqual([12, 5, true])
    expect(data.alerts.edges.every(({ node }: { node: { severity: string } }) => node.severity === 'CRITICAL')).toBe(
      true,
    )
    const none = (
      await ask(
        analyst,
        '{ alerts(status: CLOSED) { totalCount edges { cursor } pageInfo { endCursor hasNextPage } } }',
      )
    ).body
    const empty = { totalCount: 0, edges: [], pageInfo: { endCursor: null, hasNextPage: false } }
    expect(none).toEqual({ data: { alerts: empty } })
  })

  test('are fifty by default and at most 500, and a limit out of bounds is refused', async () => {
    const fifty = await ask(analyst, '{ alerts { edges { cursor } } }')
    expect(fifty.body.data.alerts.edges).toHaveLength(50)
    const explicit = await ask(analyst, '{ alerts(limit: null) { edges { cursor } } }')
    expect(explicit.body.data.alerts.edges).toHaveLength(50)
    for (const limit of [0, -1, 501, 2_147_483_647]) {
      const { status, body } = await ask(analyst, `{ alerts(limit: ${limit}) { edges { cursor } } }`)
      expect([limit, status, body.data]).toEqual([limit, 200, null])
      expect(body.errors[0]).toMatchObject({ path: ['alerts'], extensions: { code: 'BAD_USER_INPUT', status: 422 } })
    }
    for (const cursor of ['', 'x', 'a'.repeat(500)]) {
      const { body } = await ask(analyst, PAGE, { cursor })
      expect([cursor, body.errors?.[0].extensions.code]).toEqual([cursor, 'BAD_USER_INPUT'])
    }
  })

  test('can be read by id; an unknown id is null, and an invalid one is refused', async () => {
    const { body } = await ask(analyst, '{ alerts(limit: 1, severity: HIGH) { edges { node { id } } } }')
    const { id } = body.data.alerts.edges[0].node
    const all = 'id title severity status riskScore source tenantId createdAt updatedAt tags case { id }'
    const found = await ask(analyst, `query ($id: ID!) { alert(id: $id) { ${all} } }`, { id })
    const stored = await withTenant(api.deps.pool, tenant, (tx) => getAlert(tx, id))
    expect(found.body).toEqual({
      data: {
        alert: {
          ...{ id, title: stored.title, severity: 'HIGH', status: 'NEW', riskScore: null, source: 'splunk' },
          ...{ tenantId: tenant, createdAt: stored.createdAt.toISOString(), updatedAt: stored.updatedAt.toISOString() },
          ...{ tags: ['t'], case: null },
        },
      },
    })
    expect((await ask(analyst, `{ alert(id: "${randomUUID()}") { id } }`)).body).toEqual({ data: { alert: null } })
    for (const wrong of ['"x"', '7', '"\'; DROP TABLE alerts"']) {
      const { body } = await ask(analyst, `{ alert(id: ${wrong}) { id } }`)
      expect([body.data, body.errors[0].extensions.code]).toEqual([{ alert: null }, 'BAD_USER_INPUT'])
    }
  })

  test('link to their case, and the case links back', async () => {
    const [alertId, caseId] = await withTenant(api.deps.pool, tenant, async (tx) => {
      const made = await createAlert(tx, { title: 'in a case', severity: 'low' }, Date.now())
      const actor = { id: 'test', kind: 'automation', ownId: null } as const
      const input = { title: 'of an alert', severity: 'low', alertIds: [made.id] } as const
      return [made.id, (await openCase(tx, actor, input, Date.now())).id]
    })
    const query = `{ alert(id: "${alertId}") { title case { id title status severity alerts { id } } } }`
    expect((await ask(analyst, query)).body.data.alert.case).toEqual({
      ...{ id: caseId, title: 'of an alert', status: 'OPEN', severity: 'LOW', alerts: [{ id: alertId }] },
    })
    await withTenant(api.deps.pool, tenant, (tx) => tx.run(/* sql */ `DELETE FROM alerts WHERE id = $1`, [alertId]))
  })
})

describe('a page of alerts', () => {
  /** Statements that name no setting of a transaction, as the pool runs them. */
  async function statements(work: () => Promise<unknown>): Promise<string[]> {
    const seen: string[] = []
    const clients = await Promise.all(Array.from({ length: 8 }, () => api.deps.pool.connect()))
    const spies = clients.map((client) => vi.spyOn(client, 'query').mockName('query'))
    for (const client of clients) client.release()
    await work()
    for (const spy of spies) {
      seen.push(...spy.mock.calls.map(([statement]) => textOf(statement)))
      spy.mockRestore()
    }
    return seen.filter((sql) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(sql) && !sql.includes('set_config'))
  }

  const textOf = (value: unknown) => (typeof value === 'string' ? value : String((value as { text: unknown }).text))

  test('needs one statement for fifty alerts, one for their owners and one for the count', async () => {
    const query = '{ alerts { totalCount edges { node { title assignee { id email } } } } }'
    await ask(lead, query) // the caller is cached from here on
    let edges: { node: { assignee: { id: string } } }[] = []
    const seen = await statements(async () => {
      edges = (await ask(lead, query)).body.data.alerts.edges
    })
    expect(edges).toHaveLength(50)
    expect(new Set(edges.map(({ node }) => node.assignee.id))).toEqual(new Set(owners))
    expect(seen.filter((sql) => sql.includes('FROM users'))).toHaveLength(1)
    expect(seen).toHaveLength(3)
  })

  test('reads only the requested fields', async () => {
    await ask(lead, '{ alerts { pageInfo { hasNextPage } } }')
    expect(await statements(() => ask(lead, '{ alerts { pageInfo { hasNextPage } } }'))).toHaveLength(1)
    expect(await statements(() => ask(lead, '{ __typename }'))).toHaveLength(0)
  })

  test('uses one connection at a time, however many fields are requested', async () => {
    let [held, most] = [0, 0]
    const { pool } = api.deps
    const connected = () => (most = Math.max(most, ++held))
    const isGranted = () => held--
    pool.on('acquire', connected).on('release', isGranted)
    const many = Array.from({ length: 9 }, (_, i) => `a${i}: alerts(limit: 1) { totalCount }`)
    const { body } = await ask(lead, `{ ${many.join(' ')} }`)
    pool.off('acquire', connected).off('release', isGranted)
    expect([body.errors, Object.keys(body.data).length, most]).toEqual([undefined, 9, 1])
  })
})

describe('permissions', () => {
  test('make a forbidden field null with an error, and the rest is answered', async () => {
    const { body } = await ask(analyst, '{ alerts(limit: 2) { edges { node { title assignee { email } } } } }')
    expect(body.data.alerts.edges.map(({ node }: { node: { assignee: unknown } }) => node.assignee)).toEqual([
      null,
      null,
    ])
    expect(codes({ status: 200, headers: {}, text: '', body })).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect(JSON.stringify(body)).not.toContain('@')
  })

  test('limit the refusals of a long list, and the answer has their number', async () => {
    const { body } = await ask(analyst, '{ alerts(limit: 60) { edges { node { assignee { email } } } } }')
    expect([body.errors.length, body.extensions]).toEqual([50, { errorsOmitted: 10 }])
  })

  test('allow introspection to signed-in callers only', async () => {
    const { status, body } = await ask(analyst, getIntrospectionQuery())
    expect([status, body.errors]).toEqual([200, undefined])
    expect(body.data.__schema.types.length).toBeGreaterThan(30)
    expect((await ask(undefined, getIntrospectionQuery())).status).toBe(401)
  })
})

describe('the audit log', () => {
  const query = `query ($limit: Int, $cursor: String) { auditLog(limit: $limit, cursor: $cursor) {
    totalCount pageInfo { hasNextPage endCursor } edges { cursor node { id action actorEmail actorIp tenantId } } } }`

  test('is read in pages, and each read is audited', async () => {
    for (let i = 0; i < 3; i++) await ask(admin, query, { limit: 1 })
    const first = (await ask(admin, query, { limit: 2 })).body.data.auditLog
    expect([first.totalCount, first.edges.length, first.pageInfo.hasNextPage]).toEqual([3, 2, true])
    expect(first.edges[0].node).toMatchObject({
      action: 'audit_log:read',
      actorEmail: 'tina@acme.example',
      tenantId: tenant,
    })
    const second = (await ask(admin, query, { limit: 2, cursor: first.edges[0].cursor })).body.data.auditLog
    expect(second.edges.map(({ node }: { node: { id: string } }) => node.id)[0]).toBe(first.edges[1].node.id)
  })

  test('is refused without permission, and so is a cursor of another list', async () => {
    const refused = await ask(lead, query)
    expect([refused.body.data, codes(refused)]).toEqual([null, ['FORBIDDEN']])
    expect(codes(await ask(admin, query, { cursor: 'x' }))).toEqual(['BAD_USER_INPUT'])
  })
})

describe('a failure', () => {
  test('shows no internal details, which are logged', async () => {
    const error = vi.spyOn(api.deps.log, 'error')
    const broken = {
      ...RESOLVERS,
      'Query.alert': async () => {
        throw Object.assign(new Error('relation "secrets" does not exist'), { code: '42P01' })
      },
      'Alert.severity': () => 'PURPLE',
    }
    const app = await openTestApp(api, { resolvers: broken })
    const answer = await askApp(app, analyst, `{ alert(id: "${randomUUID()}") { id } }`)
    expect([answer.status, codes(answer)]).toEqual([200, ['INTERNAL']])
    expect(answer.text).not.toMatch(/secrets|relation|42P01|\.ts/)
    const wrong = await askApp(app, analyst, '{ alerts(limit: 1) { edges { node { severity } } } }')
    expect(codes(wrong)).toEqual(['INTERNAL'])
    expect(wrong.text).not.toContain('PURPLE')
    expect(error.mock.calls.map(([seen]) => (seen as { err: Error }).err.message)).toContain(
      'relation "secrets" does not exist',
    )
    error.mockRestore()
    await app.close()
  })

  test('is not retried in the same request when the database is down', async () => {
    const pool = openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 })
    pools.push(pool)
    const connect = vi.spyOn(pool, 'connect')
    const gone = { ...api, deps: { ...api.deps, pool: api.deps.pool } }
    const app = await openTestApp(gone, {
      resolvers: {
        ...RESOLVERS,
        'Query.alerts': (_: unknown, __: unknown, { inTurn }) =>
          inTurn(() => withTenant(pool, tenant, async () => null)),
      },
    })
    const answer = await askApp(
      app,
      analyst,
      '{ a: alerts { totalCount } b: alerts { totalCount } c: alerts { totalCount } }',
    )
    expect(new Set(codes(answer))).toEqual(new Set(['UNAVAILABLE']))
    expect(connect).toHaveBeenCalledTimes(1)
    await app.close()
  })

  test('of a use case keeps its code', async () => {
    const app = await openTestApp(api, {
      resolvers: {
        ...RESOLVERS,
        'Query.alert': () => {
          throw new AppError('conflict', 'changed meanwhile')
        },
      },
    })
    const { body } = await askApp(app, analyst, `{ alert(id: "${randomUUID()}") { id } }`)
    expect(body.errors[0]).toMatchObject({
      message: 'changed meanwhile',
      extensions: { code: 'CONFLICT', status: 409 },
    })
    await app.close()
  })
})

describe('a mutation', () => {
  const query = 'mutation { createCase(input: { title: "T", severity: LOW }) { id title } }'
  const titled = (title: string) =>
    withTenant(api.deps.pool, tenant, (tx) =>
      tx.many((row) => text(row, 'id'), /* sql */ `SELECT id FROM alerts WHERE title = $1`, [title]),
    )

  test('that succeeds leaves its audit entry with the caller, in the same transaction', async () => {
    api.audited.length = 0
    const app = await openTestApp(api, {
      resolvers: {
        ...RESOLVERS,
        'Mutation.createCase': (_source: unknown, { input }: { input: { title: string } }, { change }, info) =>
          change(info, async (tx, note) => {
            const { id, title } = await createAlert(tx, { title: input.title, severity: 'low' }, Date.now())
            note({ resource: 'case', resourceId: id, changes: { title } })
            return { id, title }
          }),
      },
    })
    const { body } = await askApp(app, analyst, query)
    expect(api.audited).toMatchObject([
      {
        tenantId: tenant,
        action: 'case:created',
        resource: 'case',
        resourceId: body.data.createCase.id,
        actorKind: 'user',
      },
    ])
    expect(await titled('T')).toEqual([body.data.createCase.id])
    await app.close()
  })

  test('is rolled back when its audit entry or its work fails', async () => {
    const audit = () => Promise.reject(new Error('no room'))
    const resolvers = {
      ...RESOLVERS,
      'Mutation.createCase': (_source: unknown, __: unknown, { change }: never, info: never) =>
        (change as (info: never, work: (tx: never) => Promise<unknown>) => unknown)(info, (tx) =>
          createAlert(tx, { title: 'never', severity: 'low' }, Date.now()),
        ),
    }
    const app = await openTestApp({ ...api, deps: { ...api.deps, audit } }, { resolvers: resolvers as never })
    expect(codes(await askApp(app, analyst, query))).toEqual(['INTERNAL'])
    expect(await titled('never')).toEqual([])
    await app.close()
  })
})
