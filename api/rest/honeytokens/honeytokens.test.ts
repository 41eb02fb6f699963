import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliverNext, openTouchBuffer, touchByEvents } from '../../../control/detect/honeytokens/index.ts'
import type { DecoyDocument } from '../../../pipeline/stages/intake/honeytoken/decoy-book.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import { openMetrics } from '../../../platform/metrics.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantId } from '../../../platform/tenant.ts'
import type { Signal } from '../../../schemas/signal.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let token: string
let stranger: string
let viewer: string
const clock = { ms: Date.now() }

beforeAll(async () => {
  server = await withTestPostgres()
  const sso = { publicUrl: 'https://soc.example' } as never
  api = await openTestApi(server, { deps: { tellsTouches: true, sso, nowMs: () => clock.ms } })
  const acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await makeUser(api, acme, 'vera')
  viewer = await tokenOf(api, acme, 'vera')
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})
beforeEach(() => {
  clock.ms = Date.now()
})

async function make(body: object) {
  const { status, body: made, text: answerText } = await api.ask('POST', 'honeytokens', { token, body })
  expect([status, answerText.slice(0, 300)]).toEqual([201, answerText.slice(0, 300)])
  return made
}
const get = async (path: string, as = token) => (await api.ask('GET', path, { token: as })).body
const BROWSER = 'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/140'
const touch = (id: string, agent = BROWSER, { isPost = false, path = '' } = {}) =>
  api.api.app.inject({
    url: `/api/v1/honeytokens/track/${id}${path}`,
    method: isPost ? 'POST' : 'GET',
    headers: { 'user-agent': agent, authorization: 'Bearer not-for-us', cookie: 'a=b', 'x-more': 'kept' },
  })
/** Waits for the events of touches, which are handled while they are answered. */
const eventsOf = async (id: string, count: number) => {
  let items: Record<string, unknown>[] = []
  await vi.waitFor(async () => {
    items = (await get(`honeytokens/${id}/events`)).items
    expect(items).toHaveLength(count)
  })
  return items
}

describe('a decoy', () => {
  test('becomes triggered by a touch, which raises an alert with the source', async () => {
    const made = await make({ name: 'Finance share', token_type: 'url', description: 'in the wiki', ttl_days: 30 })
    expect(made).toMatchObject({ status: 'active', touch_count: 0, last_touched: null, decoy: {} })
    expect(made.track_url).toBe(`https://soc.example/api/v1/honeytokens/track/${made.id}`)
    const answer = await touch(made.id)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/gif'])
    const [seen] = await eventsOf(made.id, 1)
    expect(seen).toMatchObject({
      ...{ honeytoken_id: made.id, classification: 'browser', threat_score: 70, method: 'GET', user_agent: BROWSER },
      ...{ alert_sent: true, webhook: 'pending', headers: { 'x-more': 'kept' } },
    })
    expect(JSON.stringify(seen)).not.toMatch(/not-for-us|a=b/)
    expect(await get(`honeytokens/${made.id}`)).toMatchObject({ status: 'triggered', touch_count: 1 })
    const alert = await get(`alerts/${seen?.alert_id}`)
    expect(alert).toMatchObject({
      title: 'Honeytoken was touched: Finance share',
      severity: 'high',
      category: 'deception',
    })
    expect(await get(`alerts/${seen?.alert_id}`, stranger)).toMatchObject({ status: 404 })
  })

  test('touched again by the same source belongs to the same alert for an hour', async () => {
    const { id } = await make({ name: 'again', token_type: 'url' })
    for (let n = 1; n <= 3; n++) {
      await touch(id, 'curl/8')
      await eventsOf(id, n)
    }
    clock.ms += 3_700_000
    await touch(id, 'curl/8')
    clock.ms -= 3_700_000 // the session of who asks would be over
    const events = await eventsOf(id, 4)
    expect(events.filter(({ alert_sent }) => alert_sent)).toHaveLength(2)
    expect(events.every(({ classification }) => classification === 'script')).toBe(true)
  })

  test('made as an AWS profile is touched by any AWS client', async () => {
    const made = await make({ name: 'ci', token_type: 'aws_key' })
    expect(made.decoy.access_key_id).toMatch(/^AKIA[A-Z2-7]{16}$/)
    expect(made.decoy.profile).toContain(`endpoint_url = ${made.track_url}\n`)
    await touch(made.id, 'aws-cli/2.17 botocore', { isPost: true, path: '/' })
    const [seen] = await eventsOf(made.id, 1)
    expect(seen).toMatchObject({ classification: 'cloud_client', method: 'POST' })
    expect((await get(`alerts/${seen?.alert_id}`)).severity).toBe('critical')
  })

  test('is searched for in events by its planted values until it is revoked', async () => {
    const file = await make({ name: 'file', token_type: 'file', metadata: { file_name: 'Salaries.html' } })
    expect(file.decoy.content).toContain(`<img src="${file.track_url}"`)
    const laidOut = { address: 'Ceo.Backup@Acme.example', user: 'ceo-backup', dns_name: 'Old-Vault.acme.example' }
    const mail = await make({
      ...{
        name: 'mail',
        token_type: 'email',
        metadata: { ...laidOut, url: 'https://wiki.acme.example/vpn/', note: 7 },
      },
    })
    const key = await make({ name: 'key', token_type: 'aws_key' })
    const known = (id: string) =>
      withTenant(api.owner, tenantId('acme'), (tx) =>
        tx.many(
          ({ document }) => document as DecoyDocument | null,
          `SELECT document FROM control_outbox WHERE kind = 'honeytoken' AND id = $1 ORDER BY position`,
          [id],
        ),
      )
    const lead = ({ id }: { id: string }) => ({ kind: 'track_path', value: `honeytokens/track/${id}` })
    expect(await known(file.id)).toEqual([
      { name: 'file', values: [lead(file), { kind: 'file_name', value: 'Salaries.html' }] },
    ])
    expect((await known(key.id))[0]?.values).toEqual([
      ...[lead(key), { kind: 'access_key_id', value: key.decoy.access_key_id }],
    ])
    expect((await known(mail.id))[0]?.values).toEqual([
      ...[lead(mail), { kind: 'address', value: 'ceo.backup@acme.example' }],
      ...[
        { kind: 'user', value: 'ceo-backup' },
        { kind: 'dns_name', value: 'old-vault.acme.example' },
      ],
      { kind: 'url', value: 'wiki.acme.example/vpn' },
    ])
    expect((await api.ask('DELETE', `honeytokens/${mail.id}`, { token })).body.status).toBe('revoked')
    expect((await known(mail.id)).at(-1)).toBeNull()
    for (const metadata of [{ user: 'x' }, { user: 7 }, { dns_name: 'one' }, { url: 'nothing at all' }]) {
      const { status } = await api.ask('POST', 'honeytokens', {
        token,
        body: { name: 'n', token_type: 'url', metadata },
      })
      expect([metadata, status]).toEqual([metadata, 422])
    }
  })

  test('found in an event is touched once per event, and the touches share one alert', async () => {
    const made = await make({ name: 'backup key', token_type: 'aws_key' })
    const signal = (n: number, more: Partial<Signal> = {}): Signal => ({
      ...{
        signal_id: randomUUID(),
        tenant_id: 'acme',
        rule_id: `honeytoken:${made.id}`,
        rule_title: 't',
        language: 'x',
      },
      ...{ severity_id: 5, time_ms: 0, received_ms: clock.ms - 5_000 + n, source: 'aws_cloudtrail', class_uid: 6003 },
      ...{ host: 'h1', user: 'eve', src_ip: '198.51.100.7', techniques: [], tactics: [] },
      ...{ event_uids: [`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`] },
      ...{ matched: [{ field: 'userIdentity.accessKeyId', value: 'access_key_id' }], ...more },
    })
    const write = (...signals: Signal[]) =>
      withTenant(api.deps.pool, tenantId('acme'), (tx) => touchByEvents(tx, signals, { isNotified: true }))
    expect(await write(signal(1), signal(1), signal(2))).toBe(2)
    expect(await write(signal(1), signal(2), signal(3))).toBe(1)
    const events = await eventsOf(made.id, 3)
    expect(events.map(({ triggered_at, webhook }) => [Date.parse(triggered_at as string), webhook])).toEqual(
      [3, 2, 1].map((n) => [clock.ms - 5_000 + n, 'pending']),
    )
    expect(events.at(-1)).toMatchObject({
      ...{ method: 'EVENT', source_ip: '198.51.100.7', user_agent: null, classification: 'event', threat_score: 85 },
      details: { event_uid: signal(1).event_uids[0], field: 'userIdentity.accessKeyId', host: 'h1', user: 'eve' },
    })
    expect(await get(`honeytokens/${made.id}`)).toMatchObject({ status: 'triggered', touch_count: 3 })
    const alerts = events.flatMap(({ alert_id }) => alert_id ?? [])
    expect(alerts).toHaveLength(1)
    const alert = await get(`alerts/${alerts[0]}`)
    expect(alert).toMatchObject({
      severity: 'high',
      category: 'deception',
      title: 'Honeytoken was touched: backup key',
    })
    expect(JSON.stringify(alert)).not.toContain(made.decoy.access_key_id)
    // A decoy of another tenant, or of nobody, is not touched; an event without an address has its host.
    const elsewhere = { rule_id: `honeytoken:${randomUUID()}` }
    expect(await write(signal(4, elsewhere), signal(5, { rule_id: 'honeytoken:no-uuid' }))).toBe(0)
    expect(await write(signal(6, { src_ip: '' }))).toBe(1)
    expect((await eventsOf(made.id, 4))[0]).toMatchObject({ source_ip: 'h1', alert_sent: true })
    const foreign = (tx: TenantTx) => touchByEvents(tx, [signal(7)], { isNotified: true })
    expect(await withTenant(api.deps.pool, tenantId('globex'), foreign)).toBe(0)
  })

  test('is touched when the request arrives, however slowly the body follows', async () => {
    const { id } = await make({ name: 'slow', token_type: 'url' })
    const body = new PassThrough()
    const answer = api.api.app.inject({
      ...{ method: 'POST', url: `/api/v1/honeytokens/track/${id}`, payload: body },
      headers: { 'content-type': 'application/octet-stream' },
    })
    const beforeMs = clock.ms
    body.write('x')
    await vi.waitFor(() => expect(body.readableLength).toBe(0))
    clock.ms += 60_000
    body.end('y')
    await answer
    const [seen] = await eventsOf(id, 1)
    expect(Date.parse(seen?.triggered_at as string)).toBe(beforeMs)
  })

  test('that is revoked or expired raises a low alert and keeps its state', async () => {
    const { id } = await make({ name: 'old', token_type: 'url' })
    for (let n = 0; n < 2; n++) await api.ask('DELETE', `honeytokens/${id}`, { token })
    const entries = api.audited.filter(({ action, resourceId }) => action === 'honeytoken:revoked' && resourceId === id)
    expect(entries, 'revoking again changes nothing').toHaveLength(1)
    await touch(id)
    const [seen] = await eventsOf(id, 1)
    expect((await get(`alerts/${seen?.alert_id}`)).severity).toBe('low')
    expect(await get(`honeytokens/${id}`)).toMatchObject({ status: 'revoked', touch_count: 1 })
    const late = await make({ name: 'late', token_type: 'url', ttl_days: 1 })
    await withTenant(api.owner, tenantId('acme'), (tx) =>
      tx.run(`UPDATE honeytokens SET expires_at = '2020-01-01' WHERE id = '${late.id}'`),
    )
    await touch(late.id)
    await eventsOf(late.id, 1)
    expect((await get(`honeytokens/${late.id}`)).status).toBe('expired')
    expect((await get('honeytokens?status=expired')).items.map(({ name }: { name: string }) => name)).toEqual(['late'])
  })

  test.each([
    ['no address for an email', { token_type: 'email' }],
    ['an address that is none', { token_type: 'email', metadata: { address: 'x' } }],
    ['a file name that leads away', { token_type: 'file', metadata: { file_name: '../x.html' } }],
    ['a type that is none', { token_type: 'dns' }],
    ['much metadata', { token_type: 'url', metadata: { a: 'x'.repeat(20_000) } }],
    ['a time that is past', { token_type: 'url', ttl_days: 0 }],
  ])('with %s is refused', async (_, body) => {
    expect((await api.ask('POST', 'honeytokens', { token, body: { name: 'x', ...body } })).status).toBe(422)
  })
})

describe('a flood of touches', () => {
  const TOUCHES = 1_500
  const flood = (to: TestApi, id: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        to.api.app.inject({
          url: `/api/v1/honeytokens/track/${n % 3 === 0 ? id : id.toUpperCase()}`,
          remoteAddress: `192.0.2.${n % 4}`,
          headers: { 'user-agent': 'curl/8' },
        }),
      ),
    )

  test('counts every touch, uses one connection and raises one alert per source', async () => {
    const { id } = await make({ name: 'flooded', token_type: 'url' })
    // Nobody listens to this one: 1,500 notifications would be sent below.
    const quiet = await openTestApi(server)
    let connections = 0
    quiet.deps.pool.on('acquire', () => {
      connections = Math.max(connections, quiet.deps.pool.totalCount - quiet.deps.pool.idleCount)
    })
    const answers = await flood(quiet, id, TOUCHES)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await vi.waitFor(async () => expect((await get(`honeytokens/${id}`)).touch_count).toBe(TOUCHES), 30_000)
    await quiet.close()
    expect(connections).toBe(1)
    const { items } = await get(`honeytokens/${id}/events?limit=500`)
    expect(items.length).toBeGreaterThan(0)
    const stats = await get('honeytokens/stats')
    expect(stats.touches_24h).toBeGreaterThanOrEqual(TOUCHES)
    const alerts = await withTenant(api.owner, tenantId('acme'), (tx) =>
      tx.many(
        (row) => Number(row.alerts),
        `SELECT count(alert_id)::int AS alerts FROM honeytoken_touches WHERE honeytoken_id = '${id}'`,
      ),
    )
    expect(alerts).toEqual([4])
  })

  test('ignores unknown ids, and still records touches of real decoys', async () => {
    const { id } = await make({ name: 'among many', token_type: 'url' })
    await Promise.all(Array.from({ length: 500 }, () => touch(crypto.randomUUID())))
    await touch(id)
    await eventsOf(id, 1)
  })

  test('is written when the process stops', async () => {
    const { id } = await make({ name: 'stopped', token_type: 'url' })
    const other = await openTestApi(server)
    await flood(other, id, 20)
    await other.close()
    expect((await get(`honeytokens/${id}`)).touch_count).toBe(20)
  })

  test('is written after the database is back', async () => {
    const { id } = await make({ name: 'away', token_type: 'url' })
    const away = { isAway: true }
    const connect = () => (away.isAway ? Promise.reject(new Error('away')) : api.deps.pool.connect())
    const metrics = openMetrics('api', { processMetrics: false })
    const log = pino({ level: 'silent' })
    const buffer = openTouchBuffer({ audit: api.deps.audit, pool: { connect } as unknown as Postgres, log, metrics })
    const seen = { sourceIp: '192.0.2.9', userAgent: null, method: 'GET', headers: {}, details: {}, isNotified: false }
    for (let n = 0; n < 5; n++) buffer.note(id, seen, Date.now())
    await vi.waitFor(async () => expect(await metrics.text()).toMatch(/svc_worker_failures_total{.*} 1/), 10_000)
    away.isAway = false
    buffer.note(id, seen, Date.now())
    await buffer.close()
    expect((await get(`honeytokens/${id}`)).touch_count).toBe(6)
  })
})

test('a toucher learns nothing from the answer', async () => {
  const { id } = await make({ name: 'same', token_type: 'url' })
  const all = await Promise.all(
    [id, crypto.randomUUID(), 'nothing', "' OR 1=1 --", 'x'.repeat(90)].map(async (one) => {
      const answer = await touch(encodeURIComponent(one))
      // Headers that differ with every request of anybody.
      const own = /^(date|traceparent|x-request-id|x-ratelimit-.*)$/
      const headers = Object.entries(answer.headers).filter(([name]) => !own.test(name))
      return [answer.statusCode, headers, answer.rawPayload.toString('base64')]
    }),
  )
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
  await eventsOf(id, 1) // or it would be told among those of a later test
})

test('decoys belong to one tenant, and are created and revoked with the permission for settings', async () => {
  const { id } = await make({ name: 'own', token_type: 'url' })
  expect((await api.ask('GET', `honeytokens/${id}`, { token: stranger })).status).toBe(404)
  expect((await api.ask('DELETE', `honeytokens/${id}`, { token: stranger })).status).toBe(404)
  expect((await get('honeytokens', stranger)).items).toEqual([])
  expect((await get('honeytokens/events', stranger)).items).toEqual([])
  expect((await api.ask('DELETE', `honeytokens/${id}`, { token: viewer })).status).toBe(403)
  expect((await api.ask('POST', 'honeytokens', { token: viewer, body: { name: 'x', token_type: 'url' } })).status).toBe(
    403,
  )
})

test('statistics count decoys and touches', async () => {
  const stats = await get('honeytokens/stats')
  const { items } = await get('honeytokens?limit=500')
  expect(Object.values(stats.by_status as Record<string, number>).reduce((a, b) => a + b)).toBe(items.length)
  const touched = items.reduce((sum: number, one: { touch_count: number }) => sum + one.touch_count, 0)
  expect([stats.touches, stats.touches_7d]).toEqual([touched, touched])
  expect(stats.top_sources[0]).toMatchObject({ source_ip: '192.0.2.0' }) // of the flood above
})

describe('the webhook', () => {
  const SECRET = 'shared'
  const got: { headers: IncomingHttpHeaders; body: string }[] = []
  let answer = 204
  let more: Record<string, string> = {}
  const listener = createServer(async (request, response) => {
    got.push({ headers: request.headers, body: await text(request) })
    response.writeHead(answer, more).end()
  })
  beforeAll(async () => {
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
  })
  afterAll(() => void listener.close())

  const log = pino({ level: 'silent' })
  const deps = () => ({
    ...{ pool: api.owner, log, nowMs: Date.now, secret: SECRET },
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`,
    egress: openEgress({ airGap: { enabled: false, allowlist: [] }, allowPrivate: true, log }),
  })
  const notifyAll = async () => {
    while (await deliverNext(deps()));
  }

  test('receives each touch signed, with retries until it accepts', async () => {
    await notifyAll()
    got.length = 0
    const { id, name } = await make({ name: 'told', token_type: 'url' })
    answer = 500
    await touch(id)
    await eventsOf(id, 1)
    await notifyAll()
    expect((await eventsOf(id, 1))[0]).toMatchObject({ webhook: 'pending', webhook_fault: 'it answered 500' })
    expect(got).toHaveLength(1)
    answer = 204
    await withOperator(api.owner, 'test', (tx) =>
      tx.run(`UPDATE honeytoken_touches SET webhook_next = '2020-01-01' WHERE webhook = 'pending'`),
    )
    await notifyAll()
    const [seen] = await eventsOf(id, 1)
    expect(seen).toMatchObject({ webhook: 'sent', webhook_fault: null })
    const last = got.at(-1)
    expect(JSON.parse(last?.body ?? '')).toEqual({
      ...{ event: 'honeytoken.triggered', honeytoken_id: id, tenant_id: 'acme', token_type: 'url', token_name: name },
      ...{ trigger_id: seen?.id, source_ip: '127.0.0.1', triggered_at: seen?.triggered_at },
    })
    const wanted = createHmac('sha256', SECRET)
      .update(last?.body ?? '')
      .digest('hex')
    expect(last?.headers['x-svc-signature']).toBe(`sha256=${wanted}`)
    expect(got).toHaveLength(2)
  })

  test.each([301, 401, 404, 410])('that refuses a touch with %i gets it once', async (status) => {
    answer = status
    got.length = 0
    const { id } = await make({ name: `refused ${status}`, token_type: 'url' })
    await touch(id)
    await eventsOf(id, 1)
    await notifyAll()
    expect((await eventsOf(id, 1))[0]).toMatchObject({ webhook: 'failed', webhook_fault: `it answered ${status}` })
    expect(got).toHaveLength(1)
  })

  test('that is too busy is left alone for the time that it names', async () => {
    answer = 429
    more = { 'retry-after': '900' }
    const { id } = await make({ name: 'busy', token_type: 'url' })
    await touch(id)
    await eventsOf(id, 1)
    const before = Date.now()
    await notifyAll()
    more = {}
    const sql = `SELECT webhook_next FROM honeytoken_touches WHERE honeytoken_id = $1`
    const next = await withOperator(api.owner, 'test', (tx) =>
      tx.maybeOne((row) => row.webhook_next as Date, sql, [id]),
    )
    expect((await eventsOf(id, 1))[0]).toMatchObject({ webhook: 'pending', webhook_fault: 'it answered 429' })
    expect(next?.getTime()).toBeGreaterThanOrEqual(before + 900_000)
  })

  test('that never answers is given up, and the touch is marked as failed', async () => {
    answer = 503
    const { id } = await make({ name: 'given up', token_type: 'url' })
    await touch(id)
    await eventsOf(id, 1)
    for (let n = 0; n < 12; n++) {
      await withOperator(api.owner, 'test', (tx) =>
        tx.run(`UPDATE honeytoken_touches SET webhook_next = '2020-01-01' WHERE webhook = 'pending'`),
      )
      await notifyAll()
    }
    expect((await eventsOf(id, 1))[0]).toMatchObject({ webhook: 'failed', webhook_fault: 'it answered 503' })
  })
})

describe('decoy files', () => {
  const PUBLIC_URL = 'https://soc.example'
  const fileOf = async (id: string, format: string) => {
    const url = `/api/v1/honeytokens/${id}/file?format=${format}`
    const { statusCode, rawPayload, headers } = await api.api.app.inject({
      ...{ method: 'GET', url, headers: { authorization: `Bearer ${token}` } },
    })
    return { status: statusCode, bytes: rawPayload, headers }
  }

  test.each(['docx', 'xlsx'])(
    'a %s is an archive that office programs open, and refers to the decoy',
    async (format) => {
      const { id } = await make({ name: 'Salaries <2026> & more', token_type: 'url' })
      const { status, bytes } = await fileOf(id, format)
      expect(status).toBe(200)
      const parts = unzipped(bytes)
      expect(parts['[Content_Types].xml']).toContain('<Types')
      const external = Object.values(parts).find((text) => text.includes('TargetMode="External"'))
      expect(external).toContain(`Target="${PUBLIC_URL}/api/v1/honeytokens/track/${id}"`)
      expect(Object.values(parts).join('')).toContain('Salaries &lt;2026&gt; &amp; more')
    },
  )

  test('a PDF requests the decoy when it is opened, and has a valid cross-reference table', async () => {
    const { id } = await make({ name: 'Plan (secret)', token_type: 'url' })
    const text = (await fileOf(id, 'pdf')).bytes.toString('latin1')
    expect(text).toContain(`/OpenAction << /S /URI /URI (${PUBLIC_URL}/api/v1/honeytokens/track/${id}) >>`)
    expect(text).toContain('(Plan \\(secret\\)) Tj')
    for (const [at, [, place]] of [...text.matchAll(/^(\d{10}) 00000 n $/gm)].entries())
      expect(text.slice(Number(place))).toMatch(new RegExp(`^${at + 1} 0 obj`))
    expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))).toMatch(/^xref/)
  })

  test('credentials and the site script need the names that they contain', async () => {
    const { id } = await make({ name: 'cluster', token_type: 'url' })
    expect((await fileOf(id, 'kubeconfig')).bytes.toString()).toContain(`/honeytokens/track/${id}" }`)
    expect((await fileOf(id, 'database')).status).toBe(422)
    expect((await fileOf(id, 'web_clone')).status).toBe(422)
    const named = await make({
      name: 'db',
      token_type: 'url',
      metadata: { user: 'svc_backup_x', site: 'acme.example' },
    })
    expect((await fileOf(named.id, 'database')).bytes.toString()).toContain('postgresql://svc_backup_x:')
    expect((await fileOf(named.id, 'web_clone')).bytes.toString()).toContain('"acme.example"')
    await touch(named.id, BROWSER, { path: '/login.evil.example' })
    const [seen] = await eventsOf(named.id, 1)
    expect(seen?.details, 'the host of the copy').toEqual({ resource: 'login.evil.example' })
    expect(seen).toMatchObject({
      ...{ classification: 'site_copy', threat_score: 90 },
      reasons: ['a copy of acme.example on login.evil.example loaded it'],
    })
    expect((await get(`alerts/${seen?.alert_id}`)).description).toContain('GET (login.evil.example) from')
  })

  test.each([
    ['kubectl/v1.29.0 (linux/amd64) kubernetes/3f7a50f', '/api'],
    ['Helm/3.14.0', '/version'],
    ['k9s/v0.32.4 (linux/amd64) kubernetes/$Format', '/apis/apps/v1/deployments'],
    ['OpenAPI-Generator/29.0.0/python', '/api/v1/namespaces/default/secrets'],
    ['curl/8.5.0', '/api/v1/secrets'],
  ])('%s that requests %s used the decoy as its cluster', async (agent, path) => {
    const { id } = await make({ name: `cluster ${agent.slice(0, 20)}`, token_type: 'url' })
    const answer = await touch(id, agent, { path })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      401,
      { kind: 'Status', reason: 'Unauthorized', code: 401 },
    ])
    const unknown = await touch(randomUUID(), agent, { path })
    expect([unknown.statusCode, unknown.body]).toEqual([answer.statusCode, answer.body])
    const [seen] = await eventsOf(id, 1)
    expect(seen).toMatchObject({
      ...{ classification: 'cluster_client', threat_score: 95, details: { resource: path.slice(1) } },
      reasons: ['a client of Kubernetes used the decoy as its cluster'],
    })
    expect((await get(`alerts/${seen?.alert_id}`)).severity).toBe('critical')
  })

  test('each asset has its own token, and a touch names the asset', async () => {
    const assets = [{ asset: 'fs01', place: 'D:/finance' }, { asset: 'fs02' }]
    const body = { name: 'Payroll', token_type: 'url', assets }
    const planted = await api.ask('POST', 'honeytokens/plantings', { token, body })
    expect(planted.status).toBe(201)
    const [first, second] = planted.body.items
    expect(first.id).not.toBe(second.id)
    await touch(first.id)
    const [seen] = await eventsOf(first.id, 1)
    const { body: alert } = await api.ask('GET', `alerts/${seen?.alert_id}`, { token })
    expect(alert).toMatchObject({ affected_hosts: ['fs01'], metadata: { asset: 'fs01', place: 'D:/finance' } })
    expect(alert.description).toContain('It was planted on fs01, at D:/finance.')
  })
})

/** Parts of an archive whose entries are stored, by its directory. */
function unzipped(bytes: Buffer): Record<string, string> {
  const parts: Record<string, string> = {}
  let at = bytes.readUInt32LE(bytes.length - 6)
  for (let left = bytes.readUInt16LE(bytes.length - 12); left > 0; left--) {
    const [size, nameLength, local] = [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString()
    const data = bytes.subarray(local + 30 + nameLength, local + 30 + nameLength + size)
    expect([name, bytes.readUInt32LE(local + 14)]).toEqual([name, crc32(data)])
    parts[name] = data.toString()
    at += 46 + nameLength
  }
  return parts
}

test.each([
  ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Word 16.0.17126; Pro)', 'browser', 'high'],
  ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'browser', 'high'],
  ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17126; Pro)', 'preview', 'low'],
])('%s is %s: opening a document differs from a link preview of a mail program', async (agent, seen, severity) => {
  const { id } = await make({ name: `opened ${agent.slice(0, 60)}`, token_type: 'file' })
  await api.api.app.inject({ url: `/api/v1/honeytokens/track/${id}`, headers: { 'user-agent': agent } })
  const [touch] = await eventsOf(id, 1)
  expect(touch?.classification).toBe(seen)
  expect((await get(`alerts/${touch?.alert_id}`)).severity).toBe(severity)
})

describe('ignored sources', () => {
  const ignore = (body: object, as = token) => api.ask('POST', 'honeytoken-ignores', { token: as, body })
  const touchFrom = (id: string, remoteAddress: string, agent = BROWSER) => {
    clock.ms += 1000 // the list is in the order of their times
    return api.api.app.inject({
      url: `/api/v1/honeytokens/track/${id}`,
      remoteAddress,
      headers: { 'user-agent': agent },
    })
  }

  test('are recorded with the reason, raise no alert, leave the decoy unchanged, and notify nobody', async () => {
    const { id } = await make({ name: 'scanned', token_type: 'url' })
    const { status, body } = await ignore({ addresses: '198.51.100.7/24', reason: 'our scanner', days: 30 })
    expect([status, body.addresses, body.is_in_force]).toEqual([201, '198.51.100.0/24', true])
    await touchFrom(id, '198.51.100.200')
    const [quiet] = await eventsOf(id, 1)
    expect(quiet).toMatchObject({ alert_id: null, webhook: 'off', ignored_by: body.id, classification: 'browser' })
    expect(quiet?.reasons).toEqual([
      'somebody opened it in a browser',
      'no alert: its source is on the ignore list (our scanner)',
    ])
    expect(await get(`honeytokens/${id}`)).toMatchObject({ status: 'active', touch_count: 0 })
    await touchFrom(id, '198.51.101.1')
    expect((await eventsOf(id, 2))[0]).toMatchObject({ alert_sent: true, ignored_by: null })
    expect(await get(`honeytokens/${id}`)).toMatchObject({ status: 'triggered', touch_count: 1 })
    expect((await api.ask('DELETE', `honeytoken-ignores/${body.id}`, { token })).status).toBe(204)
    await touchFrom(id, '198.51.100.200')
    expect((await eventsOf(id, 3))[0]).toMatchObject({ alert_sent: true })
  })

  test('match every field of the entry, while it is valid, in their own tenant', async () => {
    const both = await ignore({ addresses: '192.0.2.5', user_agent: 'AcmeScan/2', reason: 'both', days: 1 })
    const { id } = await make({ name: 'both', token_type: 'url' })
    await touchFrom(id, '192.0.2.5', 'curl/8')
    expect((await eventsOf(id, 1))[0]?.ignored_by).toBeNull()
    await touchFrom(id, '192.0.2.6', 'acmescan/2.1')
    expect((await eventsOf(id, 2))[0]?.ignored_by).toBeNull()
    await touchFrom(id, '192.0.2.5', 'acmescan/2.1')
    expect((await eventsOf(id, 3))[0]?.ignored_by).toBe(both.body.id)
    await withTenant(api.owner, 'acme' as TenantId, async (tx) => {
      await tx.run('DELETE FROM honeytoken_ignores')
      await tx.run(
        `INSERT INTO honeytoken_ignores (addresses, reason, expires_at, created_by) VALUES ('192.0.2.5', 'r', now(), 'a')`,
      )
    })
    await touchFrom(id, '192.0.2.5', 'acmescan/2.1')
    expect((await eventsOf(id, 4))[0]?.ignored_by).toBeNull()
    const [late] = (await get('honeytoken-ignores')).items
    expect(late.is_in_force).toBe(false)
    expect((await api.ask('DELETE', `honeytoken-ignores/${late.id}`, { token: stranger })).status).toBe(404)
    expect((await get('honeytoken-ignores', stranger)).items).toEqual([])
  })

  test.each([
    ['nobody', { reason: 'r', days: 1 }],
    ['everybody', { addresses: '0.0.0.0/0', reason: 'r', days: 1 }],
    ['half of the net', { addresses: '128.0.0.0/1', reason: 'r', days: 1 }],
    ['every address of IPv6', { addresses: '::/0', reason: 'r', days: 1 }],
    ['everybody in other clothes', { addresses: '::ffff:0.0.0.0/96', reason: 'r', days: 1 }],
    ['what is no address', { addresses: '10.0.0.1/24/3', reason: 'r', days: 1 }],
    ['nearly every program', { user_agent: 'cu', reason: 'r', days: 1 }],
    ['somebody for good', { addresses: '192.0.2.1', reason: 'r', days: 400 }],
    ['somebody without a reason', { addresses: '192.0.2.1', reason: '', days: 1 }],
  ])('cannot be %s', async (_, body) => expect((await ignore(body)).status).toBe(422))
})

describe('a self-test', () => {
  test('proves once that a touch arrives, and raises no alert', async () => {
    const { id } = await make({ name: 'tested', token_type: 'url' })
    const { status, body } = await api.ask('POST', `honeytokens/${id}/self-test`, { token })
    expect(status).toBe(200)
    const answer = await api.api.app.inject({ url: body.track_path })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/gif'])
    const [seen] = await eventsOf(id, 1)
    expect(seen).toMatchObject({ is_self_test: true, alert_id: null, webhook: 'off' })
    expect(seen?.reasons).toContain('no alert: it is a test that somebody here asked for')
    expect(await get(`honeytokens/${id}`)).toMatchObject({
      ...{ status: 'active', touch_count: 0, self_tested_at: expect.any(String) },
    })
    clock.ms += 1000
    await api.api.app.inject({ url: body.track_path })
    expect((await eventsOf(id, 2))[0]).toMatchObject({ is_self_test: false, alert_sent: true })
  })

  test('with a wrong, expired or foreign token counts as a real touch', async () => {
    const [one, other] = [
      await make({ name: 'one', token_type: 'url' }),
      await make({ name: 'two', token_type: 'url' }),
    ]
    const wordOf = async (id: string) =>
      (await api.ask('POST', `honeytokens/${id}/self-test`, { token })).body.track_path.split('=')[1]
    await touch(one.id, BROWSER, { path: `?self_test=${await wordOf(other.id)}` })
    expect((await eventsOf(one.id, 1))[0]).toMatchObject({ is_self_test: false, alert_sent: true })
    const word = await wordOf(other.id)
    clock.ms += 901_000
    await touch(other.id, BROWSER, { path: `?self_test=${word}` })
    expect((await eventsOf(other.id, 1))[0]).toMatchObject({ is_self_test: false, alert_sent: true })
    expect((await api.ask('POST', `honeytokens/${one.id}/self-test`, { token: stranger })).status).toBe(404)
  })
})

test('a touch records why it raised no alert of its own', async () => {
  const { id } = await make({ name: 'twice', token_type: 'url' })
  await touch(id, 'curl/8')
  expect((await eventsOf(id, 1))[0]?.reasons).toEqual(['a program and no person asked'])
  clock.ms += 1000
  await touch(id, 'curl/8')
  expect((await eventsOf(id, 2))[0]?.reasons).toEqual([
    'a program and no person asked',
    'no alert of its own: the same source raised one within the hour',
  ])
})
