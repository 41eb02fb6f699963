/** The server of osquery hosts, asked by a client that does what osquery's TLS plugins are documented to do. */
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { upkeepOnce } from '../../control/detect/osquery/index.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { openPostgres, type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../test-api.ts'
import { OSQUERY_SERVER_LIMITS, type OsqueryServer, openOsqueryServer } from './server.ts'

vi.setConfig({ hookTimeout: 120_000 })
const IN_FLIGHT = 20 << 20
let server: TestPostgres
let api: TestApi
let pool: Postgres
let hosts: OsqueryServer
let base = ''
let token = ''
let stranger = ''
let viewer = ''
let secret = ''
let isIngestDown = false
/** Resolves when the ingest service accepts a batch. */
let taking: Promise<unknown> = Promise.resolve()
const metrics = openMetrics('osquery', { processMetrics: false })
const clock = { ms: Date.now() }
const received: { readonly tenant: string; readonly sourceFormat: string; readonly event: Record<string, unknown> }[] =
  []

beforeAll(async () => {
  server = await withTestPostgres()
  const database = await server.database()
  api = await openTestApi(database)
  const acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await makeUser(api, acme, 'vera')
  viewer = await tokenOf(api, acme, 'vera')
  pool = openPostgres({ url: database.appUrl, poolSize: 4 })
  hosts = openOsqueryServer({
    ...{ pool, log: pino({ level: 'silent' }), nowMs: () => clock.ms, metrics, bodyBytesInFlight: IN_FLIGHT },
    pushEvents: async ({ tenant, sourceFormat }, events) => {
      await taking
      if (isIngestDown) throw new AppError('unavailable', 'the ingest service does not answer')
      received.push(...events.map((event) => ({ tenant, sourceFormat, event: event as Record<string, unknown> })))
    },
    otherwise: (_, response) => response.writeHead(404).end(),
  })
  await new Promise<void>((resolve) => hosts.server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(hosts.server.address() as AddressInfo).port}/api/v1/osquery`
  secret = (await ask('POST', 'osquery/secrets', { label: 'fleet' })).body.secret
})
afterAll(async () => {
  await hosts?.close()
  await pool?.end()
  await api?.close()
  await server?.close()
})
beforeEach(() => {
  received.length = 0
  isIngestDown = false
})

const ask = (method: string, path: string, body?: object, as = token) =>
  api.ask(method, path, { token: as, ...(body === undefined ? {} : { body }) })

/** Posts as osquery does: JSON, gzip when the host's flags say so. */
async function post(path: string, body: unknown, { isPacked = false } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(`${base}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isPacked ? { 'content-encoding': 'gzip' } : {}) },
    body: isPacked ? new Uint8Array(gzipSync(text)) : text,
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
  return { status: answer.status, body: (await answer.json()) as any }
}

async function enrolled(host: string, as = secret): Promise<string> {
  const { status, body } = await post('enroll', {
    ...{ enroll_secret: as, host_identifier: host, platform_type: '9' },
    host_details: {
      os_version: { name: 'Debian GNU/Linux', platform: 'debian', version: '13' },
      ...{ osquery_info: { version: '5.19.0' }, system_info: { hostname: `${host}.corp`, uuid: 'u' } },
    },
  })
  expect([status, body.node_invalid]).toEqual([200, false])
  return body.node_key
}
const nodes = async (as = token) => (await ask('GET', 'osquery/nodes?limit=500', undefined, as)).body.items
const nodeOf = async (host: string) =>
  (await nodes()).find(({ host_identifier: name }: { host_identifier: string }) => name === host)
const result = (more: object) => ({
  ...{ name: 'users', hostIdentifier: 'somebody else', calendarTime: 'Sat Nov 28 10:00:00 2026 UTC' },
  ...{ unixTime: 1_795_860_000, epoch: 0, counter: 1, ...more },
})
/** Questions are seen by hosts a second later at the latest. */
const later = () => {
  clock.ms += Math.max(OSQUERY_SERVER_LIMITS.openMs, OSQUERY_SERVER_LIMITS.configMs)
}

test('a host enrols with a secret of its tenant, gets its configuration, and is listed', async () => {
  const key = await enrolled('ws-1')
  expect((await post('config', { node_key: key })).body).toMatchObject({
    ...{ node_invalid: false, schedule: { listening_ports: { interval: 600 } } },
  })
  expect(await nodeOf('ws-1')).toMatchObject({
    ...{ hostname: 'ws-1.corp', platform: 'debian', os_name: 'Debian GNU/Linux', osquery_version: '5.19.0' },
  })
  expect(await nodes(stranger)).toEqual([])
  const config = {
    schedule: { cron: { query: 'SELECT * FROM crontab', interval: 60, snapshot: true } },
    packs: { ir: { queries: { mounts: { query: 'SELECT * FROM mounts', interval: 600 } }, platform: 'linux' } },
  }
  expect((await ask('PUT', 'osquery/config', config)).status).toBe(200)
  later()
  expect((await post('config', { node_key: key })).body).toEqual({ ...config, node_invalid: false })
  expect((await ask('PUT', 'osquery/config', { options: { tls_hostname: 'evil.example' } })).status).toBe(422)
  expect((await ask('PUT', 'osquery/config', { schedule: { x: { query: 'SELECT 1', interval: 1 } } })).status).toBe(422)
  expect((await ask('PUT', 'osquery/config', config, viewer)).status).toBe(403)
})

test('a wrong or revoked secret enrols no host, and a wrong, old or revoked key is refused', async () => {
  for (const wrong of ['', 'x', `${secret}x`, null, 7]) {
    const refused = await post('enroll', { enroll_secret: wrong, host_identifier: 'h' })
    expect([refused.status, refused.body.node_invalid]).toEqual([401, true])
  }
  const { body: other } = await ask('POST', 'osquery/secrets', { label: 'short-lived' })
  const key = await enrolled('ws-2', other.secret)
  expect((await ask('DELETE', `osquery/secrets/${other.id}`)).body.revoked_at).not.toBeNull()
  expect((await post('enroll', { enroll_secret: other.secret, host_identifier: 'ws-3' })).status).toBe(401)
  expect((await post('config', { node_key: key })).body.node_invalid).toBe(false)
  const second = await enrolled('ws-2')
  clock.ms += OSQUERY_SERVER_LIMITS.keyMs
  expect((await post('config', { node_key: key })).body).toEqual({ node_invalid: true })
  const { id } = await nodeOf('ws-2')
  expect((await post('config', { node_key: second })).body.node_invalid).toBe(false)
  expect((await ask('DELETE', `osquery/nodes/${id}`, undefined, stranger)).status).toBe(404)
  expect((await ask('DELETE', `osquery/nodes/${id}`)).status).toBe(200)
  expect((await post('config', { node_key: second })).body.node_invalid, 'known for up to half a minute').toBe(false)
  clock.ms += OSQUERY_SERVER_LIMITS.keyMs
  for (const path of ['config', 'log', 'distributed/read', 'distributed/write'])
    expect((await post(path, { node_key: second, log_type: 'result', data: [] })).body).toEqual({ node_invalid: true })
  expect((await post('config', {})).body).toEqual({ node_invalid: true })
})

test('added rows, removed rows and snapshots each become an event, with the host name of the enrolment', async () => {
  const key = await enrolled('ws-4')
  const data = [
    result({ action: 'added', columns: { uid: '0', username: 'root' } }),
    result({ diffResults: { added: [{ username: 'eve' }], removed: [{ username: 'ann' }, { username: 'bob' }] } }),
    result({ name: 'cron', action: 'snapshot', snapshot: [{ command: 'a' }, { command: 'b' }] }),
  ]
  expect((await post('log', { node_key: key, log_type: 'result', data }, { isPacked: true })).body.node_invalid).toBe(
    false,
  )
  expect(received.map(({ event: { action, columns } }) => [action, columns])).toEqual([
    ...[
      ['added', { uid: '0', username: 'root' }],
      ['removed', { username: 'ann' }],
      ['removed', { username: 'bob' }],
    ],
    ...[
      ['added', { username: 'eve' }],
      ['snapshot', { command: 'a' }],
      ['snapshot', { command: 'b' }],
    ],
  ])
  for (const { tenant, sourceFormat, event } of received)
    expect([tenant, sourceFormat, event.hostIdentifier, event.unixTime]).toEqual([
      ...['acme', 'osquery', 'ws-4.corp', 1_795_860_000],
    ])
  received.length = 0
  const status = { severity: '2', filename: 'tls.cpp', line: '9', message: 'no answer', version: '5.19.0' }
  await post('log', { node_key: key, log_type: 'status', data: [status] })
  expect(received[0]?.event).toMatchObject({
    name: 'osquery_status',
    columns: { severity: 'ERROR', message: 'no answer' },
  })
})

test('results that ingest does not accept are not acknowledged, so that the host sends them again', async () => {
  const key = await enrolled('ws-5')
  isIngestDown = true
  const data = [result({ action: 'added', columns: { username: 'root' } })]
  expect((await post('log', { node_key: key, log_type: 'result', data })).status).toBe(503)
  isIngestDown = false
  expect((await post('log', { node_key: key, log_type: 'result', data })).status).toBe(200)
  expect(received.length).toBe(1)
})

test('a query is fetched once by each of its hosts, and its answers are counted', async () => {
  const keys = await Promise.all(['q-1', 'q-2', 'q-3', 'q-4'].map((host) => enrolled(host)))
  const sql = 'SELECT * FROM processes'
  const { body: query } = await ask('POST', 'osquery/queries', {
    sql,
    hosts: ['Q-1', 'q-2.corp', 'q-3'],
    deadline_seconds: 60,
  })
  expect(query).toMatchObject({ sql, targets: 3, counts: { asked: 0, answered: 0, failed: 0, late: 0 } })
  later()
  const fetched = await Promise.all(keys.map((node_key) => post('distributed/read', { node_key })))
  expect(fetched.map(({ body }) => body.queries)).toEqual([
    { [query.id]: sql },
    { [query.id]: sql },
    { [query.id]: sql },
    {},
  ])
  expect((await post('distributed/read', { node_key: keys[0] })).body.queries).toEqual({})
  const write = (n: number, rows: unknown, status: unknown, more: object = {}) =>
    post('distributed/write', {
      node_key: keys[n],
      queries: { [query.id]: rows },
      statuses: { [query.id]: status },
      ...more,
    })
  await write(
    0,
    [
      { pid: '1', name: 'init' },
      { pid: 2, name: null },
    ],
    0,
  )
  await write(1, [], '1', { messages: { [query.id]: 'no such table: processes' } })
  // A host that was not queried cannot answer, and no host answers twice.
  await write(3, [{ pid: '9' }], 0)
  await write(0, [{ pid: '9' }], 0)
  const read = async () => (await ask('GET', `osquery/queries/${query.id}`)).body.counts
  expect(await read()).toEqual({ asked: 3, answered: 1, failed: 1, late: 0, rows: 2 })
  await withTenant(api.owner, 'acme' as TenantId, (tx) =>
    tx.run(`UPDATE osquery_queries SET deadline = clock_timestamp() - interval '1 second' WHERE id = $1`, [query.id]),
  )
  expect(await read()).toMatchObject({ late: 1 })
  await write(2, [{ pid: '3', name: 'late' }], 0)
  expect(await read()).toEqual({ asked: 3, answered: 2, failed: 1, late: 1, rows: 3 })
  const answers = (await ask('GET', `osquery/queries/${query.id}/answers`)).body.items
  expect(answers.map(({ state }: { state: string }) => state).sort()).toEqual(['answered', 'answered', 'failed'])
  const one = answers.find(({ row_count: rows }: { row_count: number }) => rows === 2)
  expect(one).toMatchObject({
    rows: [
      { pid: '1', name: 'init' },
      { pid: '2', name: '' },
    ],
    left_out: 0,
    is_late: false,
  })
  expect(answers.find(({ state }: { state: string }) => state === 'failed').error).toBe('no such table: processes')
  for (const path of ['', '/answers'])
    expect((await ask('GET', `osquery/queries/${query.id}${path}`, undefined, stranger)).status).toBe(404)
  expect((await ask('POST', 'osquery/queries', { sql, hosts: ['nobody'] })).status).toBe(422)
  expect((await ask('POST', 'osquery/queries', { sql }, viewer)).status).toBe(403)
})

test('threat hunters, analysts and keys with actions:write query hosts; a key that only searches the lake does not', async () => {
  const acme = 'acme' as TenantId
  await enrolled('hunted')
  const body = { sql: 'SELECT 1', hosts: ['hunted'] }
  for (const [name, role] of [
    ['hana', 'threat_hunter'],
    ['ana', 'soc_analyst'],
  ] as const) {
    await makeUser(api, acme, name, role)
    const { status, body: query } = await ask('POST', 'osquery/queries', body, await tokenOf(api, acme, name))
    expect([name, status]).toEqual([name, 201])
    expect(
      (await ask('POST', `osquery/queries/${query.id}/end`, undefined, await tokenOf(api, acme, name))).status,
    ).toBe(200)
  }
  for (const [scope, status] of [
    ['actions:write', 201],
    ['hunts:write', 201],
    ['lake:query', 403],
    ['hunts:read', 403],
  ] as const) {
    const { key } = (await ask('POST', 'api-keys', { name: scope, scopes: [scope] })).body
    expect([scope, (await api.ask('POST', 'osquery/queries', { key, body })).status]).toEqual([scope, status])
  }
})

test('a host named in several ways is one target, queried and counted once', async () => {
  const key = await enrolled('named')
  const { id } = await nodeOf('named')
  const hosts = ['named', 'NAMED', 'named.corp', 'Named.Corp', id, id.toUpperCase()]
  const { status, body: query } = await ask('POST', 'osquery/queries', { sql: 'SELECT 4', hosts })
  expect([status, query.targets]).toEqual([201, 1])
  later()
  const fetched = await Promise.all([1, 2].map(() => post('distributed/read', { node_key: key })))
  expect(fetched.filter(({ body }) => query.id in body.queries)).toHaveLength(1)
  const write = () =>
    post('distributed/write', { node_key: key, queries: { [query.id]: [{ a: '1' }] }, statuses: { [query.id]: 0 } })
  await Promise.all([write(), write()])
  expect((await ask('GET', `osquery/queries/${query.id}`)).body.counts).toEqual({
    ...{ asked: 1, answered: 1, failed: 0, late: 0, rows: 1 },
  })
})

test('a query to every host ends when it is cancelled, and one of another tenant reaches none', async () => {
  const key = await enrolled('q-5')
  const { body: own } = await ask('POST', 'osquery/queries', { sql: 'SELECT 1' })
  await ask('POST', 'osquery/queries', { sql: 'SELECT 2' }, stranger)
  expect((await ask('POST', `osquery/queries/${own.id}/end`)).body.ended_at).not.toBeNull()
  later()
  expect((await post('distributed/read', { node_key: key })).body.queries).toEqual({})
  const { body: again } = await ask('POST', 'osquery/queries', { sql: 'SELECT 3' })
  later()
  expect((await post('distributed/read', { node_key: key })).body.queries).toEqual({ [again.id]: 'SELECT 3' })
  const rows = Array.from({ length: 5_001 }, (_, n) => ({ n: String(n) }))
  await post('distributed/write', { node_key: key, queries: { [again.id]: rows }, statuses: { [again.id]: 0 } })
  const [answer] = (await ask('GET', `osquery/queries/${again.id}/answers`)).body.items
  expect([answer.rows.length, answer.row_count, answer.left_out]).toEqual([5_000, 5_001, 1])
})

test('files of hosts are refused, and invalid bodies do no harm', async () => {
  for (const path of ['carve_init', 'carve_block', 'carve/start'])
    expect((await post(path, { node_key: 'x' })).status).toBe(403)
  expect((await post('enroll', 'no json')).status).toBe(400)
  expect((await post('config', '[]')).status).toBe(400)
  expect((await post('other', {})).status).toBe(404)
  expect((await fetch(`${base}/config`)).status).toBe(405)
  const bomb = await fetch(`${base}/config`, {
    ...{ method: 'POST', headers: { 'content-encoding': 'gzip' } },
    body: new Uint8Array(gzipSync(Buffer.alloc(OSQUERY_SERVER_LIMITS.bodyBytes + 1, ' '))),
  })
  expect(bomb.status).toBe(413)
  const key = await enrolled('ws-6')
  expect((await post('log', { node_key: key, log_type: 'other', data: [] })).status).toBe(400)
  await post('distributed/write', { node_key: key, queries: { 'not a uuid': [], __proto__: [] }, statuses: 7 })
  await post('log', { node_key: key, log_type: 'result', data: ['x', null, { name: 'x' }] })
  expect(received).toEqual([])
})

const asTenant = (sql: string, values: unknown[] = []) =>
  withTenant(api.owner, 'acme' as TenantId, (tx) => tx.many((row) => row, sql, values))

test('bodies count with their unpacked size until their request is answered', async () => {
  const key = await enrolled('ws-7')
  const line = result({ columns: { a: 'x'.repeat(12 << 20) } })
  const body = { node_key: key, log_type: 'result', data: [line] }
  let go = () => {}
  taking = new Promise<void>((resolve) => {
    go = resolve
  })
  const first = post('log', body, { isPacked: true })
  const second = post('log', body, { isPacked: true })
  const refused = await Promise.race([first, second])
  expect(refused.status).toBe(503)
  go()
  taking = Promise.resolve()
  expect((await Promise.all([first, second])).map(({ status }) => status).sort()).toEqual([200, 503])
  expect((await post('log', body, { isPacked: true })).status).toBe(200)
})

test('characters that Postgres cannot store are removed from names, answers and messages', async () => {
  const { body } = await post('enroll', {
    ...{ enroll_secret: secret, host_identifier: 'n\0ul', platform_type: '9' },
    host_details: { system_info: { hostname: 'half \ud800' } },
  })
  expect(await nodeOf('nul')).toMatchObject({ hostname: 'half \ufffd' })
  const { body: query } = await ask('POST', 'osquery/queries', {
    sql: 'SELECT 4',
    hosts: ['nul', 'NUL', 'half \ufffd'],
  })
  expect(query.targets).toBe(1)
  later()
  expect((await post('distributed/read', { node_key: body.node_key })).body.queries).toHaveProperty(query.id)
  const queries = { [query.id]: [{ 'a\0': 'x\0\udc00', b: null }, 7] }
  const sent = { node_key: body.node_key, queries, statuses: { [query.id]: 0 }, messages: { [query.id]: 'why\0' } }
  expect((await post('distributed/write', sent)).status).toBe(200)
  const [answer] = (await ask('GET', `osquery/queries/${query.id}/answers`)).body.items
  expect(answer).toMatchObject({ rows: [{ a: 'x\ufffd', b: '' }], row_count: 2, left_out: 1, error: 'why' })
})

test('accepted log rows are counted, and invalid ones are counted as left out', async () => {
  const key = await enrolled('ws-8')
  const counted = async (kind: string) => {
    const text = await metrics.text()
    return Number(new RegExp(`osquery_log_rows_total\\{[^}]*kind="${kind}"[^}]*\\} (\\d+)`).exec(text)?.[1] ?? 0)
  }
  const before = { result: await counted('result'), status: await counted('status'), left: await counted('left_out') }
  const data = [result({ snapshot: [{ a: '1' }, 7, null] }), result({ diffResults: { added: [{ a: '2' }, 'x'] } })]
  isIngestDown = true
  expect((await post('log', { node_key: key, log_type: 'result', data })).status).toBe(503)
  isIngestDown = false
  await post('log', { node_key: key, log_type: 'result', data })
  await post('log', { node_key: key, log_type: 'status', data: [{ severity: '0', message: 'm' }, 'dropped'] })
  await post('log', { node_key: key, log_type: 'result', data: 'no rows' })
  expect({ result: await counted('result'), status: await counted('status'), left: await counted('left_out') }).toEqual(
    {
      ...{ result: before.result + 2, status: before.status + 1, left: before.left + 5 },
    },
  )
})

test('a page of answers is limited in bytes, and the next page continues after it', async () => {
  const keys = await Promise.all(['p-1', 'p-2', 'p-3'].map((host) => enrolled(host)))
  const { body: query } = await ask('POST', 'osquery/queries', { sql: 'SELECT 5', hosts: ['p-1', 'p-2', 'p-3'] })
  later()
  for (const node_key of keys) {
    await post('distributed/read', { node_key })
    await post('distributed/write', { node_key, queries: { [query.id]: [{ a: 'x' }] }, statuses: { [query.id]: 0 } })
  }
  await asTenant(`UPDATE osquery_answers SET rows_bytes = 9 << 20 WHERE query_id = $1 RETURNING 1`, [query.id])
  const page = (cursor = '') => ask('GET', `osquery/queries/${query.id}/answers${cursor && `?cursor=${cursor}`}`)
  const seen: string[] = []
  let next: string | undefined = ''
  for (let pages = 0; next !== undefined; pages++) {
    const { body } = await page(next)
    expect([body.items.length, pages < 3]).toEqual([1, true])
    seen.push(body.items[0].node_id)
    next = body.next_cursor
  }
  expect(new Set(seen).size).toBe(3)
})

test('old queries and revoked enrolments are removed, unless a legal hold keeps them; revoked ones do not count towards the limit', async () => {
  const { body: old } = await ask('POST', 'osquery/secrets', { label: 'old' })
  await ask('DELETE', `osquery/secrets/${old.id}`)
  const key = await enrolled('gone-1')
  const { body: query } = await ask('POST', 'osquery/queries', { sql: 'SELECT 6', hosts: ['gone-1'] })
  later()
  await post('distributed/read', { node_key: key })
  await ask('DELETE', `osquery/nodes/${(await nodeOf('gone-1')).id}`)
  const { body: fresh } = await ask('POST', 'osquery/queries', { sql: 'SELECT 7' })
  const day = `clock_timestamp() - interval '31 days'`
  // The hosts of this query also answered others: a host stays while it has answers.
  await asTenant(`UPDATE osquery_queries SET deadline = ${day} WHERE id <> $1 RETURNING 1`, [fresh.id])
  await asTenant(`UPDATE osquery_secrets SET revoked_at = ${day} WHERE id = $1 RETURNING 1`, [old.id])
  await asTenant(`UPDATE osquery_nodes SET revoked_at = ${day} WHERE host_identifier = 'gone-1' RETURNING 1`)
  const hold = { name: 'May', matter_ref: 'M-1', subject_kind: 'tenant', subject_value: 'acme' }
  const { body: placed } = await ask('POST', 'governance/legal-holds', hold)
  const upkeep = async () => {
    while (await upkeepOnce({ pool: api.owner, log: pino({ level: 'silent' }), nowMs: Date.now }));
  }
  const left = async () => [
    (await ask('GET', `osquery/queries/${query.id}`)).status,
    (await ask('GET', 'osquery/secrets')).body.items.some(({ id }: { id: string }) => id === old.id),
    (await nodeOf('gone-1')) !== undefined,
  ]
  await upkeep()
  expect(await left()).toEqual([200, true, true])
  await ask('POST', `governance/legal-holds/${placed.id}/release`, { reason: 'settled' })
  await upkeep()
  expect(await left()).toEqual([404, false, false])
  expect((await ask('GET', `osquery/queries/${fresh.id}`)).status).toBe(200)
  await asTenant(
    `INSERT INTO osquery_secrets (label, digest, created_by, revoked_at)
    SELECT 'r', sha256(n::text::bytea), 'ann', now() FROM generate_series(1, 100) n RETURNING 1`,
  )
  expect((await ask('POST', 'osquery/secrets', { label: 'room' })).status).toBe(201)
})
