import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { watchRiskOnce } from '../../control/soc/risk/index.ts'
import { cancelSearchJob, startSearchJob } from '../../control/soc/searches/index.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, newTenant, tokenOf } from '../test-api.ts'
import {
  type Client,
  connectWs,
  cut,
  openTestRealtime,
  type SeenFrame,
  statusOf,
  type TestRealtime,
} from './test-realtime.ts'

// A real server on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let server: TestPostgres
let test_: TestRealtime
let acme: TenantId
let analyst: string
let admin: string

beforeAll(async () => {
  server = await withTestPostgres()
  test_ = await openTestRealtime(await server.database())
  acme = await makeTenant(test_.api, 'acme')
  await makeUser(test_.api, acme, 'ana', 'soc_analyst')
  analyst = await tokenOf(test_.api, acme, 'ana')
  admin = await makeAdmin(test_.api, acme)
})
afterAll(async () => {
  await test_.close()
  await server.close()
})

/** A user of another tenant. */
async function stranger(name = 'bolt'): Promise<{ tenant: TenantId; token: string }> {
  const tenant = await newTenant(test_.api, name)
  await makeUser(test_.api, tenant, 'sam', 'soc_analyst')
  return { tenant, token: await tokenOf(test_.api, tenant, 'sam') }
}

const queryOf = (more: Record<string, string>) => new URLSearchParams(more).toString()

async function follow(token: string, path = '/ws/alerts', more: Record<string, string> = {}): Promise<Client> {
  const client = await connectWs(test_.url, `${path}?${queryOf({ token: await test_.ticket(token), ...more })}`)
  await expect.poll(() => client.frames[0]?.type).toBe('connected')
  return client
}

/** Status of the handshake of a connection that is refused. */
const refusal = (query: string, headers?: Record<string, string>) => statusOf(test_.url, query, headers)

/** Yields frames of an event stream as they arrive, and returns its unfinished rest. */
async function followSse(token: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  const query = queryOf({ token: await test_.ticket(token), channels: 'alerts', ...more })
  const answer = await fetch(`${test_.url}/sse?${query}`, { signal: stop.signal, headers })
  const frames: { id: string | undefined; data: SeenFrame }[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + chunk).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events)
        frames.push({ id: /^id: (.*)$/m.exec(event)?.[1], data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '') })
    }
  })().catch(() => undefined)
  const end = async () => {
    stop.abort()
    await reading
  }
  return { answer, frames, end }
}

describe('a new alert', () => {
  test('reaches a WebSocket and an event stream of its tenant only', async () => {
    const other = await stranger()
    const [ws, all, theirs] = [await follow(analyst), await follow(analyst, '/ws'), await follow(other.token, '/ws')]
    const sse = await followSse(analyst)
    const id = await test_.alert(analyst, 'seen')
    await test_.alert(other.token, 'theirs')
    await expect.poll(() => [ws.titles(), all.titles(), theirs.titles()]).toEqual([['seen'], ['seen'], ['theirs']])
    expect(ws.frames).toEqual([
      { type: 'connected', tenantId: acme, channel: 'alerts', cursor: expect.any(String) },
      {
        type: 'alert.fused',
        payload: expect.objectContaining({ id, title: 'seen', severity: 'high' }),
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        cursor: expect.any(String),
      },
    ])
    expect(all.frames[0]).toMatchObject({ channel: 'all' })
    await expect.poll(() => sse.frames.map(({ data }) => data.type)).toEqual(['connected', 'alert.fused'])
    expect(sse.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    for (const { id: eventId, data } of sse.frames) expect(eventId).toBe(data.cursor)
    await sse.end()
    for (const client of [ws, all, theirs]) await cut(client)
    await expect.poll(() => test_.realtime.hub.size).toBe(0)
  })

  test('is not sent on other channels', async () => {
    const [insights, alerts] = [await follow(analyst, '/ws/insights'), await follow(analyst)]
    await test_.alert(analyst, 'an alert')
    await expect.poll(() => alerts.titles()).toEqual(['an alert'])
    expect(insights.titles()).toEqual([])
    for (const client of [insights, alerts]) await cut(client)
  })
})

describe('the risk of an entity', () => {
  test('sends each change of its state, to its tenant only', async () => {
    const other = await stranger()
    const [ws, theirs, alerts] = [
      await follow(analyst, '/ws/risk'),
      await follow(other.token, '/ws/risk'),
      await follow(analyst),
    ]
    const make = (token: string, user: string) =>
      test_.api.ask('POST', 'alerts', { token, body: { title: user, severity: 'low', affected_users: [user] } })
    const judge = async () => {
      const { owner: pool, deps } = test_.api
      await watchRiskOnce({ pool, audit: deps.audit, log: deps.log, nowMs: Date.now })
      await test_.relay()
    }
    await make(analyst, 'eve')
    await judge()
    await make(analyst, 'eve')
    await make(other.token, 'theirs')
    await judge()
    await expect.poll(() => [ws.frames.length, theirs.frames.length]).toEqual([3, 2])
    const seen = ({ frames }: Client) =>
      frames.slice(1).map(({ type, payload }) => [type, payload.id, payload.alert_count])
    expect(seen(ws)).toEqual([
      ['risk.changed', 'user:eve', 1],
      ['risk.changed', 'user:eve', 2],
    ])
    expect(seen(theirs)).toEqual([['risk.changed', 'user:theirs', 1]])
    const shown = (await test_.api.ask('GET', 'entity-risk/eve', { token: analyst })).body
    expect(ws.frames.at(-1)?.payload).toMatchObject({ entity: 'eve', entity_type: 'user', band: shown.band })
    expect(ws.frames.at(-1)?.payload.risk_score).toBeCloseTo(shown.risk_score, 1)
    expect(alerts.titles()).toEqual(['eve', 'eve'])
    for (const client of [ws, theirs, alerts]) await cut(client)
  })
})

test('a background search sends its progress without the query, to its tenant only', async () => {
  const other = await stranger()
  const [own, theirs] = [await follow(analyst, '/ws/searches'), await follow(other.token, '/ws/searches')]
  const question = { query: 'secret', fields: ['host'], requestedMs: 2, fromMs: 0, toMs: 2, startedBy: 'ana' }
  const job = await withTenant(test_.api.owner, acme, (tx) => startSearchJob(tx, question))
  const id = job?.id ?? ''
  await withTenant(test_.api.owner, acme, (tx) => cancelSearchJob(tx, id))
  await test_.relay()
  await expect.poll(() => own.frames.map(({ type }) => type)).toEqual(['connected', 'search.job'])
  expect(own.frames[1]).toMatchObject({ payload: { id, state: 'cancelled', gives: 'events', found: 0, pages: 0 } })
  expect(JSON.stringify(own.frames)).not.toContain('secret')
  expect(theirs.frames.map(({ type }) => type)).toEqual(['connected'])
  for (const client of [own, theirs]) await cut(client)
})

describe('a change of an alert', () => {
  const change = async (method: string, path: string, body?: object) => {
    const answer = await test_.api.ask(method, `alerts/${path}`, { token: analyst, ...(body ? { body } : {}) })
    expect([path, answer.status < 300]).toEqual([path, true])
    await test_.relay()
  }
  const seen = ({ frames }: Client) =>
    frames.slice(1).map(({ type, payload }) => [type, payload.status, payload.priority, payload.assigned_to_id])

  test('sends the alert after the change, to its tenant only, and a resumed stream continues between changes', async () => {
    const other = await stranger()
    const [before, theirs] = [await follow(analyst), await follow(other.token)]
    const { body: me } = await test_.api.ask('GET', 'users/me', { token: analyst })
    const id = await test_.alert(analyst, 'handled')
    await change('PATCH', id, { status: 'triaged' })
    await expect.poll(() => before.frames).toHaveLength(3)
    await cut(before)
    await change('PATCH', id, { priority: 99 })
    await change('POST', `${id}/claim`)
    const after = await follow(analyst, '/ws/alerts', { cursor: before.cursor() })
    await test_.api.ask('DELETE', `alerts/${id}`, { token: admin })
    await test_.relay()
    await expect.poll(() => after.frames).toHaveLength(4)
    expect(seen(before)).toEqual([
      ['alert.fused', 'new', 75, null],
      ['alert.updated', 'triaged', 75, null],
    ])
    expect(seen(after)).toEqual([
      ['alert.updated', 'triaged', 99, null],
      ['alert.updated', 'triaged', 99, me.id],
      ['alert.deleted', undefined, undefined, undefined],
    ])
    expect(after.frames[3].payload).toEqual({ id })
    expect(after.frames[1].payload.updated_at > before.frames[2].payload.updated_at).toBe(true)
    await test_.alert(other.token, 'their own')
    await expect.poll(() => theirs.frames).toHaveLength(2)
    expect(theirs.titles()).toEqual(['their own'])
    for (const client of [after, theirs]) await cut(client)
  })
})

test('a tenant, user or permission in the address of a stream has no effect', async () => {
  const other = await stranger()
  const claims = { tenant: other.tenant, tenant_id: other.tenant, tenantId: other.tenant, user_id: crypto.randomUUID() }
  const client = await follow(analyst, '/ws/alerts', claims)
  const named = await connectWs(test_.url, `/ws/alerts?${queryOf({ token: await test_.ticket(analyst), ...claims })}`, {
    'x-tenant-id': other.tenant,
  })
  await test_.alert(other.token, 'theirs')
  await test_.alert(analyst, 'mine')
  for (const stream of [client, named]) {
    await expect.poll(() => stream.titles()).toEqual(['mine'])
    expect(stream.frames[0].tenantId).toBe(acme)
    await cut(stream)
  }
})

describe('after a disconnect', () => {
  test('a cursor resumes with exactly the missed changes, in order, and then new ones', async () => {
    const before = await follow(analyst)
    await test_.alert(analyst, 'one')
    await expect.poll(() => before.titles()).toEqual(['one'])
    const cursor = before.cursor()
    await cut(before)
    for (const title of ['two', 'three']) await test_.alert(analyst, title)
    const after = await follow(analyst, '/ws/alerts', { cursor })
    expect(after.frames[0].cursor).toBe(cursor)
    await test_.alert(analyst, 'four')
    await expect.poll(() => after.titles()).toEqual(['two', 'three', 'four'])
    const sse = await followSse(analyst, {}, { 'last-event-id': after.frames[1].cursor })
    await expect.poll(() => sse.frames.map(({ data }) => data.payload?.title)).toEqual([undefined, 'three', 'four'])
    await sse.end()
    await cut(after)
  })

  test('another process on the same topic resumes the stream', async () => {
    const before = await follow(analyst)
    await test_.alert(analyst, 'before')
    await expect.poll(() => before.titles()).toEqual(['before'])
    await test_.restart()
    expect(await before.closed).toMatchObject({ code: 1001 })
    await test_.alert(analyst, 'while away')
    const after = await follow(analyst, '/ws/alerts', { cursor: before.cursor() })
    await expect.poll(() => after.titles()).toEqual(['while away'])
    await cut(after)
  })

  test('a cursor of another tenant, or an invented one, causes a reset and no alert', async () => {
    const other = await stranger()
    const theirs = await follow(other.token)
    const cursors = [theirs.cursor(), 'AAAA', 'x'.repeat(5_000), 'ü&%00']
    for (const cursor of cursors) {
      const client = await follow(analyst, '/ws/alerts', { cursor })
      await expect.poll(() => client.frames.length).toBe(2)
      expect(client.frames[1]).toEqual({ type: 'reset', reason: 'unknown_cursor', cursor: client.frames[0].cursor })
      await cut(client)
    }
    await cut(theirs)
  })

  test('a cursor older than the kept changes causes a reset', async () => {
    const before = await follow(analyst)
    await cut(before)
    await test_.restart({ recentMax: 8 })
    const current = await follow(analyst)
    for (let n = 0; n < 12; n++) await test_.alert(analyst, `n${n}`)
    await expect.poll(() => current.titles().at(-1)).toBe('n11')
    await cut(current)
    const after = await follow(analyst, '/ws/alerts', { cursor: before.cursor() })
    await expect.poll(() => after.frames[1]).toMatchObject({ type: 'reset', reason: 'too_old' })
    expect(after.titles()).toEqual([])
    await test_.restart()
    const again = await follow(analyst, '/ws/alerts', { cursor: before.cursor() })
    await expect.poll(() => again.titles()).toHaveLength(12)
    await cut(again)
  })
})

describe('a ticket', () => {
  test('opens one stream, and contains its lifetime and its holder', async () => {
    const { body, headers } = await test_.api.ask('POST', 'realtime/ticket', { token: analyst })
    expect(body).toEqual({ token: expect.any(String), expires_in: 60, tenant_id: acme })
    expect(headers['cache-control']).toBe('no-store')
    expect(await refusal(`/ws/alerts?token=${body.token}`)).toBe('open')
    expect(await refusal(`/ws/alerts?token=${body.token}`)).toBe('401')
    expect((await fetch(`${test_.url}/sse?token=${body.token}`)).status).toBe(401)
  })

  test('used twice at the same moment lets one in', async () => {
    const token = await test_.ticket(analyst)
    const both = await Promise.all([refusal(`/ws?token=${token}`), refusal(`/ws?token=${token}`)])
    expect(both.sort()).toEqual(['401', 'open'])
  })

  test('that is expired, for another holder, of another kind or unsigned is refused in the same way', async () => {
    const { key } = await test_.api.deps.keys.current()
    const now = Math.floor(Date.now() / 1000)
    const session = crypto.randomUUID()
    const made = (claims: object, { age = 0, lives = 60, audience = 'svc-realtime', secret = key.secret } = {}) =>
      new SignJWT({ type: 'realtime_ticket', tenant: acme, kind: 'user', session, ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setSubject(crypto.randomUUID())
        .setJti(crypto.randomUUID())
        .setIssuedAt(now - age)
        .setExpirationTime(now - age + lives)
        .sign(secret)
    const bad = [
      made({}), // of an unknown session
      made({}, { age: 61 }),
      made({}, { age: 120, lives: 3600 }),
      made({}, { audience: 'svc' }),
      made({}, { secret: new Uint8Array(32) }),
      made({ type: 'access' }),
      made({ tenant: 'Not A Tenant' }),
      made({ kind: 'root' }),
      made({ session: undefined }),
      made({ kind: 'service', session: undefined, tenant: 'nowhere' }),
      Promise.resolve(analyst),
      Promise.resolve('guess'),
      Promise.resolve('x'.repeat(9_000)),
    ]
    for (const token of await Promise.all(bad)) {
      const status = Number(await refusal(`/ws/alerts?token=${encodeURIComponent(token)}`))
      expect([401, 403]).toContain(status)
      const answer = await fetch(`${test_.url}/sse?token=${encodeURIComponent(token)}`)
      expect(answer.status).toBe(status)
      expect(await answer.text()).not.toContain(acme)
    }
    expect(await refusal('/ws/alerts')).toBe('401')
    expect(await refusal('/ws/alerts?token=a&token=b')).toBe('401')
  })

  test('is no access token', async () => {
    const token = await test_.ticket(analyst)
    expect((await test_.api.ask('GET', 'users/me', { token })).status).toBe(401)
  })

  test('opens the channels that its holder may read, and no others', async () => {
    const { body } = await test_.api.ask('POST', 'api-keys', {
      token: admin,
      body: { name: 'reports only', scopes: ['reports:read'] },
    })
    const keyTicket = async () => (await test_.api.ask('POST', 'realtime/ticket', { key: body.key })).body.token
    expect(await refusal(`/ws/insights?token=${await keyTicket()}`)).toBe('open')
    expect(await refusal(`/ws/alerts?token=${await keyTicket()}`)).toBe('403')
    const all = await connectWs(test_.url, `/ws?token=${await keyTicket()}`)
    const seeing = await follow(analyst)
    await test_.alert(analyst, 'not for this key')
    await expect.poll(() => seeing.titles()).toEqual(['not for this key'])
    expect(all.titles()).toEqual([])
    expect(await refusal(`/ws/secrets?token=${await test_.ticket(analyst)}`)).toBe('404')
    await cut(all)
    await cut(seeing)
  })

  test('is refused to pages of other sites, except allowed ones', async () => {
    const token = await test_.ticket(analyst)
    expect(await refusal(`/ws?token=${token}`, { origin: 'https://evil.example' })).toBe('403')
    expect(await refusal(`/ws?token=${token}`, { origin: 'null' })).toBe('403')
    expect(await refusal(`/ws?token=${token}`, { origin: 'https://soc.example' })).toBe('open')
    expect(await refusal(`/ws?token=${await test_.ticket(analyst)}`, { origin: test_.url })).toBe('open')
    const sse = await followSse(analyst, {}, { origin: 'https://soc.example' })
    expect(sse.answer.headers.get('access-control-allow-origin')).toBe('https://soc.example')
    await sse.end()
  })
})

describe('a client that loses its permission', () => {
  test('is disconnected when its session ends or its permission is removed', async () => {
    await test_.restart({ recheckMs: 10 })
    await makeUser(test_.api, acme, 'leaving', 'soc_analyst')
    const leaving = await tokenOf(test_.api, acme, 'leaving')
    const [client, sse, staying] = [await follow(leaving), await followSse(leaving), await follow(analyst)]
    expect((await test_.api.ask('POST', 'auth/logout', { token: leaving })).status).toBe(204)
    expect(await client.closed).toMatchObject({ code: 1008 })
    await expect.poll(() => sse.frames.at(-1)?.data).toMatchObject({ type: 'close', code: 1008 })
    await sse.end()
    expect(staying.socket.readyState).toBe(staying.socket.OPEN)

    const { body } = await test_.api.ask('POST', 'api-keys', {
      token: admin,
      body: { name: 'revoked', scopes: ['alerts:read'] },
    })
    const ticket = (await test_.api.ask('POST', 'realtime/ticket', { key: body.key })).body.token
    const keyed = await connectWs(test_.url, `/ws/alerts?token=${ticket}`)
    expect((await test_.api.ask('DELETE', `api-keys/${body.id}`, { token: admin })).status).toBeLessThan(300)
    expect(await keyed.closed).toMatchObject({ code: 1008 })
    await cut(staying)
    await test_.restart()
  })
})

describe('limits', () => {
  test('a client that sends too large or too many frames is disconnected, and no other client is', async () => {
    await test_.restart({ framesPerMinute: 5 })
    const [large, many, pings, quiet] = await Promise.all([1, 2, 3, 4].map(() => follow(analyst)))
    if (!large || !many || !pings || !quiet) throw new Error('four clients')
    large.socket.send('x'.repeat(2_000))
    expect(await large.closed).toMatchObject({ code: 1009 })
    for (let n = 0; n < 10; n++) many.socket.send('{"type":"subscribe","tenant":"bolt"}')
    expect(await many.closed).toMatchObject({ code: 1008 })
    for (let n = 0; n < 10; n++) pings.socket.ping()
    expect(await pings.closed).toMatchObject({ code: 1008 })
    await test_.alert(analyst, 'still here')
    await expect.poll(() => quiet.titles()).toEqual(['still here'])
    await cut(quiet)
    await test_.restart()
  })

  test('frames that break the protocol end their connection only', async () => {
    const [broken, quiet] = [await follow(analyst), await follow(analyst)]
    // biome-ignore lint/complexity/useLiteralKeys: the socket under a WebSocket is nobody's business but this test's
    const raw = (broken.socket as unknown as Record<string, import('node:net').Socket>)['_socket']
    raw?.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))
    expect((await broken.closed).code).not.toBe(1000)
    await test_.alert(analyst, 'unmoved')
    await expect.poll(() => quiet.titles()).toEqual(['unmoved'])
    await cut(quiet)
  })

  test('an address that connects too often gets a close code, which a page can read', async () => {
    await test_.restart({ connectsPerMinute: 2 })
    const clients = [await follow(analyst), await follow(analyst)]
    const third = await connectWs(test_.url, `/ws?token=${await test_.ticket(analyst)}`)
    expect(await third.closed).toMatchObject({ code: 1008 })
    expect((await fetch(`${test_.url}/sse`)).status).toBe(429)
    for (const client of clients) await cut(client)
    await test_.restart()
  })

  test('a tenant and the process may have a limited number of streams', async () => {
    await test_.restart({ tenantStreamsMax: 1, streamsMax: 2 })
    const [b, c] = [await stranger('b'), await stranger('c')]
    const first = await follow(analyst)
    expect(await refusal(`/ws?token=${await test_.ticket(analyst)}`)).toBe('503')
    const second = await follow(b.token)
    expect(await refusal(`/ws?token=${await test_.ticket(c.token)}`)).toBe('503')
    await cut(second)
    await expect.poll(() => test_.realtime.hub.size).toBe(1)
    const third = await follow(c.token)
    for (const client of [first, third]) await cut(client)
    await test_.restart()
  })

  test('heartbeats carry a valid cursor, and a peer that never responds is dropped', async () => {
    await test_.restart({ heartbeatMs: 3_600_000 })
    const [client, silent] = [await follow(analyst, '/ws'), await follow(analyst)]
    silent.socket.pause()
    test_.realtime.hub.beat()
    await expect.poll(() => client.frames.some(({ type }) => type === 'heartbeat')).toBe(true)
    await test_.alert(analyst, 'after the beat')
    const { cursor } = client.frames.find(({ type }) => type === 'heartbeat')
    const resumed = await follow(analyst, '/ws', { cursor })
    await expect.poll(() => resumed.titles()).toEqual(['after the beat'])
    test_.realtime.hub.beat()
    await expect.poll(() => test_.realtime.hub.size, { timeout: 20_000 }).toBe(2)
    silent.socket.terminate()
    for (const one of [client, resumed]) await cut(one)
    await test_.restart()
  })
})

test('a handshake of any other shape is refused for every caller', async () => {
  const token = await test_.ticket(analyst)
  const shapes = [
    ...['/ws/__proto__', '/ws/alerts,,', '/ws/all,alerts', `/ws/${'x'.repeat(500)}`],
    ...['/ws/%ff', '/ws/%00', '/WS', '/health', '/sse'],
  ]
  for (const path of shapes) {
    const status = await refusal(`${path}?token=${token}`)
    expect([path, status]).toEqual([path, expect.stringMatching(/^4/)])
  }
  expect(await refusal(`/ws?token=${token}`)).toBe('open') // none of the attempts used the ticket up
})

test('when disabled every stream is refused with that reason', async () => {
  await test_.restart({}, { disabled: new Set(['realtime']) })
  expect(await refusal(`/ws?token=${await test_.ticket(analyst)}`)).toBe('503')
  expect((await fetch(`${test_.url}/sse?token=${await test_.ticket(analyst)}`)).status).toBe(503)
  expect(await (await fetch(`${test_.url}/health`)).json()).toMatchObject({ status: 'ok', disabled: ['realtime'] })
  await test_.restart()
})

test('a session that cannot be rechecked continues for a limited time', async () => {
  let isAway = false
  const { pool, keys, nowMs } = test_.api.deps
  const delegate = async () => null
  const connect = () => (isAway ? Promise.reject(new Error('no connection')) : pool.connect())
  const away = new Proxy(pool, { get: (of, name) => (name === 'connect' ? connect : Reflect.get(of, name)) })
  const identify = { pool: away, keys, nowMs, serviceTokens: [], delegate }
  let lateMs = 0
  await test_.restart({ recheckMs: 3_600_000 }, { identify, nowMs: () => nowMs() + lateMs })
  const client = await follow(analyst)
  isAway = true
  await test_.realtime.hub.recheck()
  await test_.alert(analyst, 'while nobody knows')
  await expect.poll(() => client.titles()).toEqual(['while nobody knows'])
  lateMs = 61_000
  await test_.realtime.hub.recheck()
  expect(await client.closed).toMatchObject({ code: 1013 })
  await test_.restart()
})

test('only the status is public', async () => {
  const ask = async (path: string) => {
    const answer = await fetch(`${test_.url}${path}`)
    return [answer.status, await answer.text()] as const
  }
  for (const path of ['/health', '/healthz'])
    expect(JSON.parse((await ask(path))[1])).toMatchObject({ status: 'ok', subsystems: { postgres: 'ok' } })
  expect((await ask('/metrics'))[1]).toContain('svc_realtime_streams')
  for (const path of ['/', '/internal/metrics', '/api/v1/users', '/ws/alerts/all'])
    expect([path, (await ask(path))[0]]).toEqual([path, 404])
  for (const path of ['/ws', '/ws/alerts', '/sse']) expect([path, (await ask(path))[0]]).toEqual([path, 401])
  for (const path of ['/sse', '/health']) {
    const { status, headers } = await fetch(`${test_.url}${path}`, { method: 'POST' })
    expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
  }
})

describe('a field rule', () => {
  const SECRET = 'marvelous.user'
  const TITLE = 'wexington'
  const TOOL = 'rawhide.exe'
  const RULES = [
    ['alert.title', TITLE],
    ['alert.affected_users', SECRET],
    ['alert.raw_event.tool', TOOL],
    ['event.user', SECRET],
    ['event.actor.user.name', SECRET],
  ] as const
  const rulesOf = () => test_.api.ask('GET', 'governance/field-rules', { token: admin })
  const hide = async (rule: string) => {
    for (const { id } of (await rulesOf()).body.items)
      await test_.api.ask('DELETE', `governance/field-rules/${id}`, { token: admin })
    const [resource = '', ...path] = rule.split('.')
    if (path.length > 0) {
      const body = { resource, field_path: path.join('.'), treatment: 'redact', visible_to_roles: ['admin'] }
      expect((await test_.api.ask('POST', 'governance/field-rules', { token: admin, body })).status).toBe(201)
    }
    test_.api.deps.principals.forget(() => true)
  }
  /** Everything that streams tell of an alert about the user, and of its case. */
  const happens = async () => {
    const body = {
      ...{ title: `Logon of ${SECRET} at ${TITLE} by ${TOOL}`, severity: 'high', affected_users: [SECRET] },
      raw_event: { tool: TOOL },
    }
    const alert = await test_.api.ask('POST', 'alerts', { token: admin, body })
    expect(alert.status).toBe(201)
    const opened = { title: `Logon of ${SECRET} at ${TITLE} by ${TOOL}`, severity: 'high', alert_ids: [alert.body.id] }
    const found = await test_.api.ask('POST', 'cases', { token: admin, body: opened })
    await test_.api.ask('PATCH', `cases/${found.body.id}`, { token: admin, body: { severity: 'critical' } })
    await test_.api.ask('PATCH', `alerts/${alert.body.id}`, { token: admin, body: { status: 'in_progress' } })
    const { owner: pool, deps } = test_.api
    await watchRiskOnce({ pool, audit: deps.audit, log: deps.log, nowMs: Date.now })
    await test_.relay()
    return found.body.id as string
  }
  const textOf = (frames: readonly SeenFrame[]) => JSON.stringify(frames)

  test.each(RULES)('%s: neither a socket nor an event stream contains the value', async (rule, value) => {
    await hide(rule)
    const [theirs, own, sse] = [
      await follow(analyst, '/ws'),
      await follow(admin, '/ws'),
      await followSse(analyst, { channels: 'all' }),
    ]
    const last = await happens()
    const hasLast = (frames: readonly SeenFrame[]) => textOf(frames).includes(`"${last}"`)
    await expect.poll(() => hasLast(theirs.frames) && hasLast(own.frames)).toBe(true)
    await expect.poll(() => hasLast(sse.frames.map(({ data }) => data))).toBe(true)
    expect(textOf(own.frames), 'whom the rule names sees it').toContain(value)
    const leaks = [...theirs.frames, ...sse.frames.map(({ data }) => data)].filter((frame) =>
      textOf([frame]).includes(value),
    )
    expect(leaks).toEqual([])
    await sse.end()
    for (const client of [theirs, own]) await cut(client)
    await hide('')
  })
})
