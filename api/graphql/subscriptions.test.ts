import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { createClient } from 'graphql-ws'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createAlert } from '../../control/soc/alerts/index.ts'
import { openCase } from '../../control/soc/cases/index.ts'
import { notifyAnomalies } from '../../control/soc/risk/index.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { Anomaly } from '../../schemas/anomaly.ts'
import { withOperator, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import type { ChangeFeed, FeedChange } from '../realtime/change-feed.ts'
import type { ApiApp } from '../rest/api-app.ts'
import { login, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../test-api.ts'
import type { GraphqlOptions } from './index.ts'
import { MESSAGES_MAX, SOCKET_SUBSCRIPTIONS_MAX } from './limits.ts'
import { openTestApp } from './test-graphql.ts'

/** A feed that the test publishes to. */
function testFeed() {
  const listeners = new Set<{ tenant: TenantId; kind: string; tell: (change: FeedChange) => void }>()
  const feed: ChangeFeed = {
    subscribe(tenant, kind, tell) {
      const listener = { tenant, kind, tell }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const emit = (change: FeedChange, what = 'alert_created') => {
    for (const { tenant, kind, tell } of listeners) if (tenant === change.tenantId && kind === what) tell(change)
  }
  return { feed, listeners, emit }
}

let server: TestPostgres
let api: TestApi
let acme: TenantId
let other: TenantId
const changes = testFeed()
const opened: ApiApp[] = []
const sockets: WebSocket[] = []

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(await server.database(), { deps: { changeFeed: changes.feed } })
  acme = await makeTenant(api, 'acme')
  other = await makeTenant(api, 'other')
  for (const [tenant, name, role] of [
    [acme, 'vic', 'viewer'],
    [acme, 'tina', 'tenant_admin'],
    [acme, 'out', 'viewer'],
    [acme, 'less', 'tenant_admin'],
    [other, 'olga', 'viewer'],
  ] as const)
    await makeUser(api, tenant, name, role)
}, 120_000)
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await listens(0)
})
afterAll(async () => {
  for (const app of opened) await app.close()
  await api.close()
  await server.close()
})

async function listening(options: GraphqlOptions['socket'] = {}): Promise<string> {
  const app = await openTestApp(api, { socket: options })
  opened.push(app)
  return `${(await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/graphql`
}

/** The whole API, which its options of HTTP belong to. */
let whole: Promise<number> | undefined
async function bareListening(): Promise<{ port: number }> {
  whole ??= api.api.listen(0, '127.0.0.1')
  return { port: await whole }
}

type Message = { type: string; id?: string; payload?: unknown }

/** A socket whose messages and close event can be awaited in any order. */
function talk(
  url: string,
  {
    headers = {},
    protocol = 'graphql-transport-ws',
  }: { headers?: Record<string, string>; protocol?: string | string[] } = {},
) {
  const socket = new WebSocket(url, protocol, { headers })
  sockets.push(socket)
  const received: Message[] = []
  const waiting: ((message: Message) => void)[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message
    const next = waiting.shift()
    if (next) next(message)
    else received.push(message)
  })
  const closed = once(socket, 'close').then(([code, reason]) => `${code} ${reason}`)
  return {
    socket,
    closed,
    open: once(socket, 'open'),
    received,
    send: (message: Message) => socket.send(JSON.stringify(message)),
    next: async () => received.shift() ?? new Promise<Message>((resolve) => waiting.push(resolve)),
  }
}

type Talk = ReturnType<typeof talk>

async function connect(url: string, payload: object, options?: Parameters<typeof talk>[1]): Promise<Talk> {
  const line = talk(url, options)
  await line.open
  line.send({ type: 'connection_init', payload })
  expect(await line.next()).toEqual({ type: 'connection_ack' })
  return line
}

const SUBSCRIBE = 'subscription { alertCreated { id title severity status riskScore tags tenantId } }'
const subscribe = (line: Talk, query = SUBSCRIBE, id = '1') =>
  line.send({ type: 'subscribe', id, payload: { query } } as Message)
const bearer = async (tenant: TenantId, name: string) => ({
  Authorization: `Bearer ${await tokenOf(api, tenant, name)}`,
})
/** Waits until as many listen: a change that is announced before that reaches nobody. */
async function listens(count: number): Promise<void> {
  await expect.poll(() => changes.listeners.size, { timeout: 30_000, interval: 5 }).toBe(count)
}

const ALERT = {
  title: 'new',
  severity: 'high',
  status: 'new',
  ai_score: 0.5,
  source: 'splunk',
  case_id: null,
  tags: ['t'],
}
const at = new Date(0).toISOString()
const fused = (tenantId: string, entityId: string, more: object = {}): FeedChange => ({
  ...{ tenantId, entityId, at },
  document: { id: entityId, ...ALERT, created_at: at, updated_at: at, ...more },
})

describe('alertCreated', () => {
  test('sends new alerts in order, to their tenant only', async () => {
    const url = await listening()
    const mine = await connect(url, await bearer(acme, 'vic'))
    const theirs = await connect(url, {}, { headers: await bearer(other, 'olga') })
    subscribe(mine)
    subscribe(theirs)
    await listens(2)
    changes.emit(fused(acme, 'a1'))
    changes.emit(fused(other, 'b1'))
    changes.emit(fused(acme, 'a2'))
    const shown = (id: string, tenantId: string) => ({
      ...{ type: 'next', id: '1' },
      payload: {
        data: {
          alertCreated: { id, title: 'new', severity: 'HIGH', status: 'NEW', riskScore: 0.5, tags: ['t'], tenantId },
        },
      },
    })
    expect([await mine.next(), await mine.next()]).toEqual([shown('a1', 'acme'), shown('a2', 'acme')])
    expect(await theirs.next()).toEqual(shown('b1', 'other'))
    mine.send({ type: 'complete', id: '1' })
    await listens(1)
    theirs.socket.terminate()
    await listens(0)
    mine.socket.close()
  })

  test('reads the announcements of the outbox, and the assignee from the alert', async () => {
    const url = await listening()
    const line = await connect(url, await bearer(acme, 'tina'))
    subscribe(line, 'subscription { alertCreated { id title source createdAt case { id } assignee { id } } }')
    await listens(1)
    const made = await withTenant(api.deps.pool, acme, (tx) =>
      createAlert(tx, { title: 'real', severity: 'low', connectorType: 'splunk' }, Date.now()),
    )
    const sql = /* sql */ `SELECT document FROM entity_changes WHERE entity_id = $1`
    const document = await withOperator(api.owner, 'test', (tx) => tx.maybeOne((row) => row.document, sql, [made.id]))
    changes.emit({ tenantId: acme, entityId: made.id, at, document: document as FeedChange['document'] })
    const alert = {
      id: made.id,
      title: 'real',
      source: 'splunk',
      createdAt: made.createdAt.toISOString(),
      case: null,
      assignee: null,
    }
    expect((await line.next()).payload).toEqual({ data: { alertCreated: alert } })
    line.socket.close()
    await line.closed
  })

  test('an invalid announcement is an error of that alert only, and the next is sent', async () => {
    const url = await listening()
    const line = await connect(url, await bearer(acme, 'vic'))
    subscribe(line, 'subscription { alertCreated { id } }')
    await listens(1)
    changes.emit(fused(acme, 'a1', { severity: 'purple' }))
    changes.emit(fused(acme, 'a2'))
    expect((await line.next()).payload).toMatchObject({ data: null, errors: [{ extensions: { code: 'INTERNAL' } }] })
    expect((await line.next()).payload).toEqual({ data: { alertCreated: { id: 'a2' } } })
    line.socket.close()
    await line.closed
  })

  test('follows the protocol of the usual client', async () => {
    const url = await listening()
    const client = createClient({
      url,
      webSocketImpl: WebSocket,
      connectionParams: await bearer(acme, 'vic'),
      retryAttempts: 0,
    })
    const results = client.iterate({ query: 'subscription { alertCreated { id } }' })
    const first = results.next()
    await listens(1)
    changes.emit(fused(acme, 'a1'))
    expect((await first).value).toEqual({ data: { alertCreated: { id: 'a1' } } })
    await results.return?.()
    await client.dispose()
    await listens(0)
  })
})

describe('a socket', () => {
  test('is closed without valid credentials, and when it stays silent', async () => {
    const url = await listening({ initMs: 50 })
    const good = await bearer(acme, 'vic')
    for (const payload of [
      {},
      { Authorization: 'Bearer guess' },
      { 'X-API-Key': 'guess' },
      { ...good, 'X-Tenant-ID': 'other' },
    ]) {
      const line = talk(url)
      await line.open
      line.send({ type: 'connection_init', payload } as Message)
      expect([payload, (await line.closed).slice(0, 4)]).toEqual([payload, '4401'])
    }
    expect((await talk(url).closed).slice(0, 4)).toBe('4408')
    const early = talk(url)
    await early.open
    subscribe(early)
    expect((await early.closed).slice(0, 4)).toBe('4401')
    expect((await talk(url, { protocol: [] }).closed).slice(0, 4)).toBe('4406')
  })

  test('keeps its first credentials, and takes neither credentials nor a tenant from its URL', async () => {
    const url = await listening()
    const named = `${url}?tenant=other&tenant_id=other&token=${(await bearer(other, 'olga')).Authorization.slice(7)}`
    const line = await connect(named, await bearer(other, 'olga'), { headers: await bearer(acme, 'vic') })
    subscribe(line)
    await listens(1)
    expect([...changes.listeners][0]?.tenant).toBe('acme')
    line.send({ type: 'connection_init', payload: await bearer(other, 'olga') })
    expect((await line.closed).slice(0, 4)).toBe('4429')
    await listens(0)
  })

  test('accepts an API key like REST, with its scopes', async () => {
    const url = await listening()
    const { Authorization } = await bearer(acme, 'tina')
    const key = async (scope: string) => {
      const made = await api.ask('POST', 'api-keys', {
        token: Authorization.slice(7),
        body: { name: scope, scopes: [scope] },
      })
      return { 'x-api-key': made.body.key as string }
    }
    const line = await connect(url, await key('alerts:read'))
    subscribe(line)
    await listens(1)
    line.socket.close()
    const closed = await connect(url, await key('cases:read'))
    subscribe(closed)
    expect((await closed.next()).payload).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    expect(await closed.next()).toEqual({ type: 'complete', id: '1' })
    closed.socket.close()
    await listens(0)
  })

  test('ends when its session ends', async () => {
    const url = await listening({ recheckMs: 20 })
    const { body } = await login(api, `out@${acme}.example`)
    const line = await connect(url, { Authorization: `Bearer ${body.access_token}` })
    subscribe(line)
    await listens(1)
    await api.ask('POST', 'auth/logout', { token: body.access_token, body: { refresh_token: body.refresh_token } })
    expect(await line.closed).toBe('4401 bad_credential')
    await listens(0)
  })

  test('ends when its permissions change', async () => {
    const url = await listening({ recheckMs: 20 })
    const me = await api.ask('GET', 'users/me', { token: (await bearer(acme, 'less')).Authorization.slice(7) })
    const line = await connect(url, await bearer(acme, 'less'))
    subscribe(line)
    await listens(1)
    const admin = (await bearer(acme, 'tina')).Authorization.slice(7)
    await api.ask('PATCH', `users/${me.body.id}`, { token: admin, body: { role: 'viewer' } })
    expect(await line.closed).toMatch(/^440[13]/)
    await listens(0)
  })

  test('hides what a field rule hides since it was opened', async () => {
    const url = await listening({ recheckMs: 20 })
    const line = await connect(url, await bearer(acme, 'vic'))
    subscribe(line)
    await listens(1)
    changes.emit(fused(acme, 'a', { title: 'Logon of rosalind' }))
    expect(JSON.stringify(await line.next())).toContain('rosalind')
    const token = (await bearer(acme, 'tina')).Authorization.slice(7)
    const body = { resource: 'alert', field_path: 'title', treatment: 'redact', visible_to_roles: ['tenant_admin'] }
    const rule = await api.ask('POST', 'governance/field-rules', { token, body })
    expect(rule.status).toBe(201)
    api.deps.principals.forget(() => true)
    await expect
      .poll(async () => {
        changes.emit(fused(acme, 'b', { title: 'Logon of rosalind' }))
        return JSON.stringify(await line.next())
      })
      .toContain('[redacted]')
    changes.emit(fused(acme, 'c', { title: 'Logon of rosalind' }))
    expect(JSON.stringify(await line.next())).not.toContain('rosalind')
    await api.ask('DELETE', `governance/field-rules/${rule.body.id}`, { token })
    api.deps.principals.forget(() => true)
  })

  test('ends when its token expires', async () => {
    const clock = { ms: Date.now() }
    const timed = await openTestApi(await server.database(), { clock, deps: { changeFeed: changes.feed } })
    const tenant = await makeTenant(timed, 'acme')
    await makeUser(timed, tenant, 'vic')
    const app = await openTestApp(timed, { socket: { recheckMs: 20 } })
    const url = `${(await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/graphql`
    const line = await connect(url, { Authorization: `Bearer ${await tokenOf(timed, tenant, 'vic')}` })
    clock.ms += 31 * 60_000
    expect((await line.closed).slice(0, 4)).toBe('4401')
    await app.close()
    await timed.close()
  })

  test('whose client does not read is closed before many messages wait', async () => {
    const url = await listening({ waitingMax: 8 })
    const line = await connect(url, await bearer(acme, 'vic'))
    subscribe(line)
    await listens(1)
    line.socket.pause()
    // Larger than what the machine buffers by itself.
    const tags = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000))
    const telling = setInterval(() => changes.emit(fused(acme, 'a', { tags })), 1)
    await listens(0)
    clearInterval(telling)
    line.socket.resume()
    expect(await line.closed).toBe('1013 reads too slowly')
  })

  test('that sends without reading is closed', async () => {
    const url = await listening({ bufferedBytesMax: 1_000 })
    const line = await connect(url, await bearer(acme, 'vic'))
    line.socket.pause()
    const payload = { x: 'x'.repeat(60_000) }
    const pinging = setInterval(() => line.send({ type: 'ping', payload } as Message), 1)
    line.socket.on('error', () => undefined)
    const cut = once(line.socket, 'close')
    await Promise.race([cut, once(line.socket, 'error')])
    clearInterval(pinging)
  }, 30_000)

  test('that sends too many messages is closed', async () => {
    const url = await listening()
    const line = await connect(url, await bearer(acme, 'vic'))
    for (let i = 0; i < MESSAGES_MAX; i++) line.send({ type: 'pong' })
    expect(await line.closed).toBe('1008 too many messages')
  })

  test('ends with the API', async () => {
    const app = await openTestApp(api, {})
    const url = `${(await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/graphql`
    const line = await connect(url, await bearer(acme, 'vic'))
    subscribe(line)
    await listens(1)
    await app.close()
    await line.closed
    await listens(0)
  })

  test('is only opened at /graphql: any other upgrade request is answered as plain HTTP', async () => {
    const { port } = await bareListening()
    for (const [path, upgrade, status] of [
      ['/health', 'websocket', 200],
      ['/api/v1/users', 'h2c', 401],
      ['/nothing', 'websocket', 404],
      ['/graphql', 'h2c', 405],
    ] as const) {
      const socket = connectTcp(port, '127.0.0.1')
      const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
      const close = path === '/nothing' ? 'Upgrade' : 'Upgrade, close'
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${close}\r\nUpgrade: ${upgrade}\r\n${key}\r\n\r\n`)
      const [head] = await once(socket, 'data')
      expect([path, String(head).slice(0, 12)]).toEqual([path, `HTTP/1.1 ${status}`])
      socket.destroy()
    }
  })

  test('above the limit of the process is refused', async () => {
    const url = await listening({ socketsMax: 1, initMs: 50 })
    const first = await connect(url, await bearer(acme, 'vic'))
    expect(await talk(url).closed).toBe('1013 too many sockets')
    first.socket.close()
    await first.closed
    await expect.poll(async () => (await talk(url).closed).slice(0, 4), { timeout: 10_000 }).toBe('4408')
  })
})

test('caseUpdated sends the current state of the requested case, and of no other', async () => {
  const url = await listening()
  const make = (title: string) =>
    withTenant(api.deps.pool, acme, (tx) => {
      const actor = { id: 'test', kind: 'automation', ownId: null } as const
      return openCase(tx, actor, { title, severity: 'low' }, Date.now())
    })
  const [one, two] = [await make('one'), await make('two')]
  const line = await connect(url, await bearer(acme, 'vic'))
  subscribe(line, 'subscription { caseUpdated(caseId: "INC-001") { id title status } }')
  await listens(2) // made and changed
  const tell = (id: string) => changes.emit({ tenantId: acme, entityId: id, at, document: { id } }, 'case_updated')
  tell(two.id)
  tell(one.id)
  const shown = { id: one.id, title: 'one', status: 'OPEN' }
  expect((await line.next()).payload).toEqual({ data: { caseUpdated: shown } })
  subscribe(line, 'subscription { caseUpdated(caseId: "INC-999") { id } }', '2')
  expect(await line.next()).toMatchObject({ id: '2', payload: { errors: [{ extensions: { code: 'NOT_FOUND' } }] } })
  line.socket.close()
  await line.closed
})

test('uebaAnomalyDetected sends each anomaly once, to its tenant only', async () => {
  const url = await listening()
  const line = await connect(url, await bearer(acme, 'vic'))
  const others = await connect(url, await bearer(other, 'olga'))
  for (const one of [line, others])
    subscribe(one, 'subscription { uebaAnomalyDetected { entityId entityType metricName zScore severity detectedAt } }')
  await listens(2)
  const found: Anomaly = {
    ...{ row_id: randomUUID(), anomaly_id: randomUUID(), tenant_id: acme, entity_type: 'user', entity: 'vic' },
    ...{ metric: 'logons', time_ms: Date.UTC(2026, 0, 1), received_ms: 0, observed: 40, mean: 2, stddev: 1 },
    ...{ z_score: 38, tail_probability: 1e-9, samples: 200, severity_id: 5, items: [], event_uid: randomUUID() },
  }
  const tell = () => withTenant(api.deps.pool, acme, (tx) => notifyAnomalies(tx, [found, found]))
  expect([await tell(), await tell()]).toEqual([1, 0])
  const waiting = await withOperator(api.owner, 'test', (tx) =>
    tx.many(({ document }) => document as Record<string, unknown>, WAITING, [found.anomaly_id]),
  )
  expect(waiting).toHaveLength(1)
  changes.emit({ tenantId: acme, entityId: found.anomaly_id, at, document: waiting[0] ?? {} }, 'anomaly_detected')
  const shown = { entityId: 'vic', entityType: 'USER', metricName: 'logons', zScore: 38, severity: 'CRITICAL' }
  expect((await line.next()).payload).toEqual({
    data: { uebaAnomalyDetected: { ...shown, detectedAt: '2026-01-01T00:00:00.000Z' } },
  })
  for (const one of [line, others]) {
    one.socket.close()
    await one.closed
  }
  expect(others.received).toEqual([])
})

const WAITING = /* sql */ `SELECT document FROM entity_changes WHERE entity_id = $1`

describe('a subscription', () => {
  test('must be valid; an error names its id, and the socket stays open', async () => {
    const url = await listening()
    const line = await connect(url, await bearer(acme, 'tina'))
    const cases: [string, string][] = [
      ['{ alerts { totalCount } }', 'BAD_USER_INPUT'],
      ['mutation { revokeHoneytoken(id: "x") { id } }', 'BAD_USER_INPUT'],
      ['subscription {', 'BAD_USER_INPUT'],
      ['subscription { nothing }', 'BAD_USER_INPUT'],
      ['subscription { alertCreated { id } caseUpdated { id } }', 'BAD_USER_INPUT'],
      [`subscription { alertCreated { ${'id '.repeat(2_000)} } }`, 'LIMIT_EXCEEDED'],
      [`subscription { alertCreated ${'{ a '.repeat(20)}${'}'.repeat(20)} }`, 'LIMIT_EXCEEDED'],
    ]
    for (const [i, [query, code]] of cases.entries()) {
      subscribe(line, query, String(i))
      const answer = { type: 'error', id: String(i), payload: [{ extensions: { code } }] }
      expect(await line.next()).toMatchObject(answer)
    }
    line.send({
      type: 'subscribe',
      id: 'v',
      payload: { query: 'subscription ($id: ID!) { investigationStep(investigationId: $id) { id } }' },
    })
    expect((await line.next()).payload).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
    expect(await line.next()).toEqual({ type: 'complete', id: 'v' })
    subscribe(line)
    await listens(1)
    line.send({ type: 'subscribe', id: '1', payload: { query: SUBSCRIBE } })
    expect((await line.closed).slice(0, 4)).toBe('4409')
    await listens(0)
  })

  test('counts towards a limit per socket', async () => {
    const url = await listening()
    const line = await connect(url, await bearer(acme, 'vic'))
    for (let i = 0; i < SOCKET_SUBSCRIPTIONS_MAX; i++) subscribe(line, SUBSCRIBE, `s${i}`)
    await listens(SOCKET_SUBSCRIPTIONS_MAX)
    subscribe(line, SUBSCRIBE, 'over')
    expect(await line.next()).toMatchObject({
      type: 'error',
      id: 'over',
      payload: [{ extensions: { code: 'RATE_LIMITED' } }],
    })
    line.send({ type: 'complete', id: 's0' })
    await listens(SOCKET_SUBSCRIPTIONS_MAX - 1)
    subscribe(line, SUBSCRIBE, 'again')
    await listens(SOCKET_SUBSCRIPTIONS_MAX)
    line.socket.close()
    await listens(0)
  })

  test('counts towards a limit per tenant, and so do sockets, without an effect on other tenants', async () => {
    const url = await listening({ tenantSubscriptionsMax: 1, tenantSocketsMax: 2 })
    const [first, second] = [
      await connect(url, await bearer(acme, 'vic')),
      await connect(url, await bearer(acme, 'vic')),
    ]
    subscribe(first)
    await listens(1)
    subscribe(second)
    expect((await second.next()).payload).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
    const third = talk(url)
    await third.open
    third.send({ type: 'connection_init', payload: await bearer(acme, 'vic') })
    expect(await third.closed).toBe('1013 unavailable')
    const theirs = await connect(url, await bearer(other, 'olga'))
    subscribe(theirs)
    await listens(2)
    first.socket.close()
    await listens(1)
    subscribe(second, SUBSCRIBE, 'again')
    await listens(2)
  })

  test('counts towards the caller’s rate limit', async () => {
    const limited = { ...api, deps: { ...api.deps, rateLimits: { key: 5, user: 3, address: 1_000 } } }
    const app = await openTestApp(limited, {})
    opened.push(app)
    const url = `${(await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/graphql`
    const fresh = await makeUser(api, acme, 'counted')
    expect(fresh).toBeTruthy()
    const line = await connect(url, await bearer(acme, 'counted'))
    for (const [id, code] of [
      ['1', 'BAD_USER_INPUT'],
      ['2', 'BAD_USER_INPUT'],
      ['3', 'RATE_LIMITED'],
    ] as const) {
      subscribe(line, '{ __typename }', id)
      expect(await line.next()).toMatchObject({ id, payload: [{ extensions: { code } }] })
    }
    line.socket.close()
    await line.closed
  })

  test('opens with valid credentials, however many requests without any its address sent', async () => {
    const limited = { ...api, deps: { ...api.deps, rateLimits: { key: 5, user: 5, address: 2 } } }
    const app = await openTestApp(limited, {})
    opened.push(app)
    await makeUser(api, acme, 'neighbour')
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await fetch(`${base}/graphql`, { method: 'POST', body: '{}' })).status)
    expect(statuses.slice(2)).toEqual([429, 429])
    for (let n = 0; n < 3; n++) {
      const line = await connect(`${base.replace('http', 'ws')}/graphql`, await bearer(acme, 'neighbour'))
      line.socket.close()
      await line.closed
    }
  })

  test('that is not a message of the protocol ends the socket', async () => {
    const url = await listening()
    for (const text of [
      'x',
      '[]',
      '{}',
      '{"type":"nothing"}',
      '{"type":"subscribe"}',
      '{"type":"subscribe","id":"1","payload":{"query":{"kind":"Document"}}}',
      'x'.repeat(70_000),
    ]) {
      const line = await connect(url, await bearer(acme, 'vic'))
      line.socket.send(text)
      expect([text.slice(0, 70), (await line.closed).slice(0, 4)]).toEqual([
        text.slice(0, 70),
        text.length > 1_000 ? '1009' : '4400',
      ])
    }
  })
})

describe('investigation steps', () => {
  const STEPS = 'subscription ($id: ID!) { investigationStep(investigationId: $id) { seq kind investigationId } }'
  const start = async (id: string) => {
    const { Authorization } = await bearer(acme, 'tina')
    const ask = (path: string, body?: object) =>
      api.ask('POST', path, { token: Authorization.slice(7), ...(body ? { body } : {}) })
    const opened = (await ask('cases', { title: 'followed', severity: 'low' })).body
    return ask(`cases/${opened.id}/investigations:start?run_id=${id}`)
  }
  const kinds = ['plan', 'alerts', 'entity_risk', 'intel', 'techniques', 'summary']
  const rest = async (line: Awaited<ReturnType<typeof connect>>, from: number) => {
    for (const [at, kind] of kinds.entries())
      if (at >= from)
        expect((await line.next()).payload).toMatchObject({ data: { investigationStep: { seq: at + 1, kind } } })
    expect(await line.next()).toEqual({ type: 'complete', id: 's' })
  }
  const follow = (line: Awaited<ReturnType<typeof connect>>, id: string) =>
    line.send({ type: 'subscribe', id: 's', payload: { query: STEPS, variables: { id } } })

  test('arrive once each for clients that join before the start or after the end, and then the stream completes', async () => {
    const url = await listening()
    const [early, late] = [await connect(url, await bearer(acme, 'vic')), await connect(url, await bearer(acme, 'vic'))]
    const id = randomUUID()
    follow(early, id)
    await listens(1)
    expect((await start(id)).body).toMatchObject({ id, status: 'completed' })
    expect((await start(id)).status).toBe(409)
    const document = { id: 'e', run_id: id, seq: 1, kind: 'plan', agent: 'x', summary: 's', model: null }
    const rest_of = { input_hash: 'a', output_hash: 'b', duration_ms: 1, created_at: 'now' }
    changes.emit({ ...fused(acme, 'e'), document: { ...document, ...rest_of } }, 'investigation_step')
    await rest(early, 0)
    follow(late, id)
    await rest(late, 0)
    await listens(0)
    for (const line of [early, late]) line.socket.close()
  })

  test('come from the own tenant, and stop when the client leaves', async () => {
    const url = await listening()
    const id = randomUUID()
    await start(id)
    const line = await connect(url, await bearer(other, 'olga'))
    follow(line, id)
    await listens(1)
    line.send({ type: 'complete', id: 's' })
    await listens(0)
    line.socket.close()
  })
})
