import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type HuntLake, huntLake, runNext, scheduleDue } from '../../../control/detect/hunts/index.ts'
import { HUNT_TURNS } from '../../../control/detect/hunts/run-store.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { takeIn } from '../../../query/testing.ts'
import { type ReadLimits, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.now()
const never = new AbortController().signal
const log = pino({ level: 'silent' })
let server: TestPostgres
let api: TestApi
let acme: TenantId
let globex: TenantId
let token: string
let stranger: string
let viewer: string

/** As Windows writes them, an hour before now and a minute apart. */
const at = (minute: number) => new Date(NOW_MS - 3_600_000 + minute * 60_000).toISOString()
const ran = (minute: number, process: string, parent: string, line: string) => ({
  ...{ Channel: 'Security', EventID: 4688, Hostname: 'ws1', '@timestamp': at(minute), SubjectUserName: 'ann' },
  ...{ NewProcessName: process, ParentProcessName: parent, CommandLine: line },
})
const logon = (minute: number, user: string, ip: string, fails: boolean) => ({
  ...{ Channel: 'Security', EventID: fails ? 4625 : 4624, Hostname: 'dc1', '@timestamp': at(minute) },
  ...{ TargetUserName: user, IpAddress: ip, LogonType: 3 },
})
const SYSTEM32 = 'C:\\Windows\\System32'
const POWERSHELL = `${SYSTEM32}\\WindowsPowerShell\\v1.0\\powershell.exe`
const EVENTS = [
  ran(1, `${SYSTEM32}\\cmd.exe`, 'C:\\Office\\WINWORD.EXE', 'cmd /c whoami'),
  ran(2, `${SYSTEM32}\\cmd.exe`, 'C:\\Windows\\explorer.exe', 'cmd'),
  ran(3, POWERSHELL, 'C:\\Windows\\explorer.exe', 'powershell -nop -enc SQBFAFgA'),
  ran(4, 'C:\\Users\\ann\\AppData\\Local\\Temp\\drop.exe', 'C:\\Windows\\explorer.exe', 'drop.exe'),
  ran(5, `${SYSTEM32}\\wevtutil.exe`, `${SYSTEM32}\\cmd.exe`, 'wevtutil cl Security'),
  ran(6, `${SYSTEM32}\\schtasks.exe`, `${SYSTEM32}\\cmd.exe`, 'schtasks /create /tn x /tr y'),
  ran(7, `${SYSTEM32}\\rundll32.exe`, `${SYSTEM32}\\cmd.exe`, 'rundll32 comsvcs.dll MiniDump 4 x full'),
  ran(8, 'C:\\Tools\\AnyDesk.exe', 'C:\\Windows\\explorer.exe', 'AnyDesk.exe'),
  ran(9, `${SYSTEM32}\\net.exe`, `${SYSTEM32}\\cmd.exe`, `net ${'x'.repeat(1200)}`),
  ...Array.from({ length: 25 }, (_, i) => logon(10 + i / 60, 'bob', '203.0.113.9', true)),
  logon(12, 'bob', '203.0.113.9', false),
  ...Array.from({ length: 12 }, (_, i) => logon(13 + i / 60, `user${i}`, '203.0.113.10', true)),
  ...Array.from({ length: 21 }, (_, i) => logon(14 + i / 60, 'lee', '203.0.113.11', true)),
]

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(await server.database())
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  globex = await makeTenant(api, 'globex')
  stranger = await makeAdmin(api, globex)
  await makeUser(api, acme, 'vic', 'viewer')
  viewer = await tokenOf(api, acme, 'vic')
  const body = EVENTS.map((event) => JSON.stringify(event)).join('\n')
  await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: NOW_MS })
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})
beforeEach(async () => {
  for (const tenant of [acme, globex]) await withTenant(api.owner, tenant, (tx) => tx.run('DELETE FROM hunt_runs'))
})

const lake = (): HuntLake => huntLake(engine().client, lakeSources())
const deps = (own: Partial<HuntLake> = {}) => ({
  ...{ pool: api.owner, log, nowMs: Date.now },
  lake: { ...lake(), ...own },
})
const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })

async function finished(id: string) {
  const { status, body } = await ask('POST', `hunts/${id}/runs`) // every member has a default, so there need not be a body
  expect(status).toBe(202)
  while (await runNext(deps(), never));
  return (await ask('GET', `hunts/${id}/results?limit=500&run_id=${body.id}`)).body
}

const HUNT = { title: 'Failed logons', hypothesis: 'guessing', techniques: ['T1110'], query: 'status_id:2' }

describe('built-in hunts', () => {
  test.each([
    ['shell-from-office-or-browser', ['cmd /c whoami']],
    ['encoded-powershell', ['powershell -nop -enc SQBFAFgA']],
    ['programs-from-temporary-folders', ['drop.exe']],
    ['logs-cleared', ['wevtutil cl Security']],
    ['new-persistence', ['schtasks /create /tn x /tr y']],
    ['credential-stores-read', ['rundll32 comsvcs.dll MiniDump 4 x full']],
    ['remote-tools', ['AnyDesk.exe']],
  ])('%s matches its events and nothing else', async (id, lines) => {
    const { run, items } = await finished(id)
    expect(run).toMatchObject({ state: 'done', complete: true, error: null })
    const uids = items.map(({ event_uid }: { event_uid: string }) => event_uid)
    const { rows } = await lakeRows(
      `SELECT cmd_line FROM events WHERE event_uid IN (${uids.map((uid: string) => `'${uid}'`)})`,
    )
    expect(rows.flat()).toEqual(lines)
  })

  test.each([
    ['many-failed-then-one-success', [{ src_ip: '::ffff:203.0.113.9', failed: '25', accounts_open: "['bob']" }]],
    ['one-password-many-accounts', [{ src_ip: '::ffff:203.0.113.10', accounts: '12' }]],
    ['long-command-lines', [{ process_name: 'net.exe' }]],
    ['rare-programs', undefined],
    ['steady-connections', []],
    ['much-sent-out', []],
    ['logons-at-night-and-weekend', []],
  ])('%s matches its events', async (id, rows) => {
    const { run, items } = await finished(id)
    expect(run).toMatchObject({ state: 'done', complete: true, error: null })
    const documents = items.map(({ document }: { document: object }) => document)
    if (rows === undefined) expect(documents.length).toBeGreaterThan(3)
    else expect(documents).toMatchObject(rows)
  })

  test('are listed for every tenant, can be disabled, and cannot be changed', async () => {
    const { body } = await ask('GET', 'hunts?limit=500')
    expect(body.items.length).toBeGreaterThanOrEqual(14)
    const id = 'remote-tools'
    const off = await ask('PATCH', `hunts/${id}`, { enabled: false })
    expect(off.body).toMatchObject({ is_builtin: true, enabled: false, next_run_at: null })
    expect((await ask('GET', `hunts/${id}`, undefined, stranger)).body.enabled).toBe(true)
    expect((await ask('PATCH', `hunts/${id}`, { query: '*' })).status).toBe(409)
    expect((await ask('DELETE', `hunts/${id}`)).status).toBe(409)
    await ask('PATCH', `hunts/${id}`, { enabled: true })
  })
})

async function lakeRows(sql: string): Promise<{ rows: string[][] }> {
  const result = await engine().client.query({ query: sql, format: 'JSONCompactEachRow' })
  return { rows: await result.json() }
}

describe('a hunt of a tenant', () => {
  test('is created, run, read, marked and deleted, and is invisible to other tenants', async () => {
    const made = await ask('POST', 'hunts', HUNT)
    expect([made.status, made.body]).toMatchObject([201, { language: 'lucene', window_hours: 24, enabled: false }])
    const { id } = made.body
    const { run, items } = await finished(id)
    expect(run).toMatchObject({ hits: 58, has_more: false, complete: true, progress: 1 })
    expect(items.map(({ ordinal }: { ordinal: number }) => ordinal)).toEqual(Array.from({ length: 58 }, (_, i) => i))
    const marked = await ask('POST', `hunts/${id}/runs/${run.id}/marks`, { ordinals: [0, 3], mark: 'interesting' })
    expect(marked.body).toEqual({ marked: 2 })
    const page = await ask('GET', `hunts/${id}/results?mark=interesting&limit=1`)
    expect(page.body).toMatchObject({ items: [{ ordinal: 0, mark: 'interesting' }], next_cursor: '3' })
    for (const [method, url, body] of [
      ['GET', `hunts/${id}`],
      ['GET', `hunts/${id}/results`],
      ['GET', `hunts/${id}/runs/${run.id}`],
      ['POST', `hunts/${id}/runs`, {}],
      ['POST', `hunts/${id}/runs/${run.id}/marks`, { ordinals: [1], mark: 'benign' }],
    ] as const)
      expect([url, (await ask(method, url, body, stranger)).status]).toEqual([url, 404])
    expect((await ask('POST', 'hunts', HUNT, viewer)).status).toBe(403)
    expect((await ask('DELETE', `hunts/${id}`)).status).toBe(204)
    expect((await ask('GET', `hunts/${id}`)).status).toBe(404)
  })

  test('runs KQL by the plan of a detection, or SQL', async () => {
    const kql = {
      ...HUNT,
      language: 'kql',
      query: 'SecurityEvent | where EventID == 4625 and TargetUserName == "lee"',
    }
    const sql = {
      ...HUNT,
      language: 'sql',
      query: 'SELECT count() AS n FROM events WHERE time >= {from:DateTime64(3)} AND time < {to:DateTime64(3)}',
    }
    const [byKql, bySql] = [(await ask('POST', 'hunts', kql)).body.id, (await ask('POST', 'hunts', sql)).body.id]
    expect((await finished(byKql)).run).toMatchObject({ state: 'done', hits: 21 })
    const since = (ago: string) => ({
      ...kql,
      query: `SecurityEvent | where TimeGenerated > ago(${ago}) | ${kql.query.slice(16)}`,
    })
    for (const [ago, hits] of [
      ['5m', 0],
      ['30h', 21],
    ] as const) {
      const { body } = await ask('POST', 'hunts', since(ago))
      expect((await finished(body.id)).run).toMatchObject({ state: 'done', hits })
    }
    expect((await finished(bySql)).items).toMatchObject([{ document: { n: String(EVENTS.length) }, event_uid: null }])
  })

  test.each([
    [{ query: 'nofield:x' }, 422],
    [{ query: 'SecurityEvent | where (', language: 'kql' }, 422],
    [{ query: 'SecurityEvent | summarize count() by Computer', language: 'kql' }, 422],
    [{ techniques: ['mimikatz'] }, 422],
    [{ window_hours: 5000 }, 422],
    [{ every_minutes: 1 }, 422],
  ])('%o is refused', async (change, status) => {
    expect((await ask('POST', 'hunts', { ...HUNT, ...change })).status).toBe(status)
  })

  test('in SQL that can never run is refused with 422 and the message of the engine', async () => {
    const read = (of: TenantId, limits?: ReadLimits) => tenantReader(engine().client, of, limits)
    const withLake = await openTestApi(await server.database(), { deps: { lake: read } })
    const token = await makeAdmin(withLake, await makeTenant(withLake, 'sql'))
    const save = (query: string) => withLake.ask('POST', 'hunts', { token, body: { ...HUNT, language: 'sql', query } })
    for (const [query, reason] of [
      ['DROP TABLE events', /syntax/i],
      ['SELECT nothing FROM events', /nothing/],
      ["SELECT * FROM file('/etc/passwd')", /file/],
      ['SELECT 1) UNION ALL (SELECT 2', /syntax/i],
    ] as const) {
      const { status, text } = await save(query)
      expect([query, status, text]).toEqual([query, 422, expect.stringMatching(reason)])
    }
    const good = await save('WITH 1 AS x SELECT raw, x FROM events WHERE time >= {from:DateTime64(3)} LIMIT 3;')
    expect(good.status).toBe(201)
    const change = { language: 'sql', query: 'TRUNCATE events' }
    expect((await withLake.ask('PATCH', `hunts/${good.body.id}`, { token, body: change })).status).toBe(422)
    await withLake.close()
  })

  test.each([
    ["SELECT raw FROM events WHERE tenant_id = 'globex' UNION ALL SELECT name FROM system.users", /system/],
    ["SELECT * FROM file('/etc/passwd')", /file/],
    ['SELECT sleep(3)', /sleep/],
  ])('in SQL has the limits of SQL by users: %s', async (query, reason) => {
    const { body } = await ask('POST', 'hunts', { ...HUNT, language: 'sql', query })
    const { run } = await finished(body.id)
    expect(run).toMatchObject({ state: 'failed', hits: 0, error: expect.stringMatching(reason) })
  })
})

describe('runs', () => {
  test.each([
    ['lucene', HUNT.query],
    ['sql', 'SELECT count() FROM events'],
  ])('in %s list the archived time as missing, and are not complete', async (language, query) => {
    const [from, to] = [NOW_MS - 2 * 3_600_000, NOW_MS - 3_600_000].map((ms) => new Date(ms).toISOString())
    const insert = `INSERT INTO archive_moves (day, state, path, rows, bytes, checksum, from_time, to_time)
      VALUES (current_date, 'dropped', 'a.parquet', 1, 1, 'c', $1, $2)`
    await withTenant(api.owner, acme, (tx) => tx.run(insert, [from, to]))
    try {
      const { body } = await ask('POST', 'hunts', { ...HUNT, language, query })
      const { run } = await finished(body.id)
      expect(run).toMatchObject({ state: 'done', complete: false, missing: [{ from, reason: 'archived' }] })
    } finally {
      await withTenant(api.owner, acme, (tx) => tx.run(`UPDATE archive_moves SET state = 'restored'`))
    }
  })

  test('resume at once after their process stopped, find everything once, and do not count it as an attempt', async () => {
    const { id } = (await ask('POST', 'hunts', HUNT)).body
    const { body } = await ask('POST', `hunts/${id}/runs`, {})
    for (const hits of [20, 40]) {
      const stopped = new AbortController()
      let pages = 0
      const stopping = deps({
        search: (tenant, search, signal) => {
          if (++pages === 3) stopped.abort(new Error('stopped'))
          stopped.signal.throwIfAborted()
          return lake().search(tenant, { ...search, limit: 10 }, signal)
        },
      })
      await expect(runNext(stopping, stopped.signal)).rejects.toThrow('stopped')
      expect((await ask('GET', `hunts/${id}/runs/${body.id}`)).body).toMatchObject({ state: 'running', hits })
      const attempts = await withOperator(api.owner, 'test', (tx) =>
        tx.many((row) => row.attempts, `SELECT attempts FROM hunt_runs WHERE id = $1`, [body.id]),
      )
      expect(attempts).toEqual([0])
    }
    expect(await runNext(deps(), never)).toBe(true)
    const { run, items } = (await ask('GET', `hunts/${id}/results?limit=500`)).body
    expect(run).toMatchObject({ state: 'done', hits: 58 })
    expect(new Set(items.map(({ event_uid }: { event_uid: string }) => event_uid)).size).toBe(58)
  })

  test('are taken over after the lease of a killed process ends, and not before', async () => {
    const { id } = (await ask('POST', 'hunts', HUNT)).body
    const { body } = await ask('POST', `hunts/${id}/runs`, {})
    const held = await withOperator(api.owner, 'test', (tx) => HUNT_TURNS.claim(tx)) // its process does no more
    expect(held?.id).toBe(body.id)
    expect(await runNext(deps(), never)).toBe(false)
    await withOperator(api.owner, 'test', (tx) => tx.run(`UPDATE hunt_runs SET lease_until = '2020-01-01'`))
    expect(await runNext(deps(), never)).toBe(true)
    expect((await ask('GET', `hunts/${id}/results?limit=500`)).body.run).toMatchObject({ state: 'done', hits: 58 })
  })

  test('of tenants take turns, however many a tenant requests', async () => {
    const queued = [token, token, token, stranger]
    for (const who of queued) await ask('POST', 'hunts/logs-cleared/runs', {}, who)
    const order: string[] = []
    const seen = deps({
      search: (tenant, search, signal) => {
        order.push(tenant)
        return lake().search(tenant, search, signal)
      },
    })
    while (await runNext(seen, never));
    expect(order).toEqual(['acme', 'globex', 'acme', 'acme'])
  })

  test('end within a step when they are cancelled, and record what they left out', async () => {
    const { id } = (await ask('POST', 'hunts', HUNT)).body
    const waiting = (await ask('POST', `hunts/${id}/runs`, {})).body
    expect((await ask('POST', `hunts/${id}/runs/${waiting.id}/cancel`, {})).body.state).toBe('cancelled')
    expect((await ask('POST', `hunts/${id}/runs/${waiting.id}/cancel`, {})).status).toBe(409)
    const { body } = await ask('POST', `hunts/${id}/runs`, {})
    const slow = deps({
      async search(tenant, search, signal) {
        await ask('POST', `hunts/${id}/runs/${body.id}/cancel`, {})
        return lake().search(tenant, { ...search, limit: 1 }, signal)
      },
    })
    await runNext(slow, never)
    const { state, complete, hits } = (await ask('GET', `hunts/${id}/runs/${body.id}`)).body
    expect({ state, complete, hits }).toEqual({ state: 'cancelled', complete: null, hits: 1 })
    const again = (await ask('POST', `hunts/${id}/runs`, {})).body
    const missing = [{ fromMs: NOW_MS - 86_400_000, toMs: NOW_MS, reason: 'memory' as const }]
    await runNext(deps({ search: async () => ({ events: [], next: null, missing }) }), never)
    expect((await ask('GET', `hunts/${id}/runs/${again.id}`)).body).toMatchObject({
      ...{ state: 'done', complete: false, missing: [{ reason: 'memory' }] },
    })
  })

  test('that crash their process each time are given up', async () => {
    const { body } = await ask('POST', 'hunts/logs-cleared/runs', {})
    await withOperator(api.owner, 'test', (tx) => tx.run('UPDATE hunt_runs SET attempts = 5'))
    await runNext(deps(), never)
    expect((await ask('GET', `hunts/logs-cleared/runs/${body.id}`)).body).toMatchObject({
      ...{ state: 'failed', error: expect.stringContaining('given up') },
    })
  })

  test('that are due are queued once, with any number of replicas', async () => {
    await scheduleDue(deps())
    const due = `UPDATE hunt_schedules SET next_run_at = '2020-01-01' WHERE hunt_id = 'logs-cleared' AND enabled`
    for (const tenant of [acme, globex]) await withTenant(api.owner, tenant, (tx) => tx.run(due))
    await Promise.all([scheduleDue(deps()), scheduleDue(deps()), scheduleDue(deps())])
    const count = async (who: string) => (await ask('GET', 'hunts/logs-cleared/runs', undefined, who)).body.items
    for (const who of [token, stranger])
      expect(await count(who)).toMatchObject([{ state: 'queued', requested_by: null }])
    expect((await ask('GET', 'hunts/logs-cleared')).body.next_run_at).not.toBeNull()
  })
})
