import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PurpleDeps, sendNextEvidence, watchNextExpectation } from '../../../control/detect/purple-team/index.ts'
import type { TakeEvents } from '../../../control/platform/connectors/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
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

let clock = Date.now()
const sentBy: { source: Parameters<TakeEvents>[0]; events: readonly unknown[] }[] = []
const deps = (own: Partial<PurpleDeps> = {}): PurpleDeps => ({
  ...{ pool: api.owner, log: pino({ level: 'silent' }), nowMs: () => clock, audit: api.deps.audit },
  pushEvents: async (source, events) => void sentBy.push({ source, events }),
  lake: (tenant) => tenantReader(engine().client, tenant),
  ...own,
})
const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, `purple-team/${url}`, { token: as, ...(body === undefined ? {} : { body }) })

const textOf = (command: string, more: object = {}) =>
  JSON.stringify({
    attack_technique: 'T1003.008',
    atomic_tests: [
      {
        ...{ name: 'Read the hashes', supported_platforms: ['linux'], auto_generated_guid: crypto.randomUUID() },
        ...{ executor: { name: 'sh', command, cleanup_command: 'rm -f #{file}' } },
        ...{ input_arguments: { file: { description: 'copy', default: '/tmp/copy' } }, ...more },
      },
    ],
  })

async function imported(command: string, guid: string = crypto.randomUUID()) {
  const text = textOf(command, { auto_generated_guid: guid })
  const { body } = await ask('POST', 'atomics', { files: [{ name: 'T1003.008.yaml', text }] })
  const { body: all } = await ask('GET', 'atomics?technique=T1003&limit=500')
  return { counts: body, atomic: all.items.find((one: { guid: string }) => one.guid === guid) }
}

async function safeAtomic(command = 'cat /etc/shadow > #{file}') {
  const { atomic } = await imported(command)
  const { status } = await ask('PUT', `atomics/${atomic.id}/safe`, { is_safe: true, digest: atomic.digest })
  expect(status).toBe(200)
  return atomic
}

async function requestedRun(more: object = {}) {
  const { id } = await safeAtomic()
  const newRun = { atomic_id: id, host: 'web-1', consent: 'run on web-1', ...more }
  const { status, body } = await ask('POST', 'host-runs', newRun)
  expect([status, body.status]).toEqual([201, 'waiting'])
  return body
}

const REPORT = {
  ...{ error: null, cleanup: null, processes: [] },
  test: { exit_code: 0, timed_out: false, seconds: 1, output: 'x', output_cut: false },
}

/** Whatever waits is due now; all of it is looked at once. */
async function lookAtAll(own: Partial<PurpleDeps> = {}): Promise<void> {
  const waiting = await withOperator(api.owner, 'test', (tx) =>
    tx.run(`UPDATE purple_expectations SET next_at = '2020-01-01' WHERE state = 'waiting'`),
  )
  for (let n = 0; n < waiting; n++) await watchNextExpectation(deps(own))
}

const contractsOf = async (run: string) => (await ask('GET', `expectations?host_run=${run}`)).body.items

async function event(host: string, own: object = {}): Promise<string> {
  const event_uid = crypto.randomUUID()
  const row = {
    tenant_id: 'acme',
    event_uid,
    source: 'sysmon',
    raw: `of ${host}`,
    time: clock,
    ingest_time: clock,
    ...own,
  }
  await engine().client.insert({ table: 'events', format: 'JSONEachRow', values: [row] })
  return event_uid
}
async function signal(host: string, rule: string, own: object = {}): Promise<string> {
  const signal_id = crypto.randomUUID()
  const row = { tenant_id: 'acme', signal_id, rule_id: rule, rule_title: rule, host, time: clock, ingest_time: clock }
  const values = [{ ...row, source: 'sysmon', event_uids: [], techniques: [], ...own }]
  await engine().client.insert({ table: 'signals', format: 'JSONEachRow', values })
  return signal_id
}
async function alertFrom(signalId: string, status = 'new'): Promise<string> {
  const { body } = await api.ask('POST', 'alerts', { token, body: { title: 'fused', severity: 'high' } })
  const fusion = JSON.stringify({ evidence: [{ signal_id: signalId, event_uids: [] }] })
  await withTenant(api.owner, acme, (tx) =>
    tx.run(
      'UPDATE alerts SET fusion = $2, fusion_version = 1, risk_score = 1, signal_count = 1, event_count = 1, rule_count = 1, status = $3, updated_at = clock_timestamp() WHERE id = $1',
      [body.id, fusion, status],
    ),
  )
  return body.id
}

test('an import lists added, changed and refused tests, and keeps the valid ones', async () => {
  const files = [
    { name: 'good.yaml', text: textOf('id') },
    { name: 'bad.yaml', text: 'a: [' },
    { name: 'half.yaml', text: textOf('id #{nothing}') },
  ]
  const { status, body } = await ask('POST', 'atomics', { files })
  expect([status, body.added, body.changed]).toEqual([200, 1, 0])
  expect(body.refused.map(({ file }: { file: string }) => file)).toEqual(['bad.yaml', 'half.yaml'])
  expect((await ask('POST', 'atomics', { files: [files[0]] })).body).toMatchObject({ added: 0, unchanged: 1 })
  expect((await ask('GET', 'atomics', undefined, stranger)).body.items).toEqual([])
  expect((await ask('POST', 'atomics', { files }, viewer)).status).toBe(403)
})

test('only tests on the safe list run, and a test with changed commands leaves that list', async () => {
  const guid = crypto.randomUUID()
  const { atomic } = await imported('id', guid)
  const run = { atomic_id: atomic.id, host: 'web-1', consent: 'run on web-1' }
  expect((await ask('POST', 'host-runs', run)).body.detail).toMatch(/not on the safe list/)
  const mark = (digest: string) => ask('PUT', `atomics/${atomic.id}/safe`, { is_safe: true, digest })
  expect((await mark('0'.repeat(64))).status).toBe(409)
  expect((await mark(atomic.digest)).body.safe_by).not.toBeNull()
  expect((await imported('id', guid)).atomic.safe_by).not.toBeNull()
  expect((await imported('id; id', guid)).atomic).toMatchObject({ safe_by: null, safe_at: null })
  expect((await ask('POST', 'host-runs', run)).status).toBe(409)
})

test('a run needs consent with the host name, and arguments that contain no commands', async () => {
  const { id } = await safeAtomic()
  const run = (more: object) =>
    ask('POST', 'host-runs', { atomic_id: id, host: 'web-1', consent: 'run on web-1', ...more })
  expect((await run({ consent: 'yes' })).status).toBe(422)
  expect((await run({ host: 'web-2' })).status).toBe(422)
  expect((await run({ arguments: { file: '/tmp/a; id' } })).status).toBe(422)
  expect((await run({ expected: [{ rule_id: 'r', technique_id: 'T1003', within_seconds: 60 }] })).status).toBe(422)
  expect(
    (await ask('POST', 'host-runs', { atomic_id: id, host: 'web-1', consent: 'run on web-1' }, viewer)).status,
  ).toBe(403)
  const { body } = await run({ arguments: { file: '/tmp/other' } })
  expect(body.steps).toMatchObject({ command: 'cat /etc/shadow > /tmp/other', cleanup: 'rm -f /tmp/other' })
})

test('a run is started once, by its own machine, and reported once', async () => {
  const { id } = await requestedRun()
  const begin = (machine: string) => ask('POST', `host-runs/${id}/begin`, { machine })
  expect((await begin('db-1')).status).toBe(409)
  expect((await ask('POST', `host-runs/${id}/report`, REPORT)).status).toBe(409)
  const both = await Promise.all([begin('web-1.acme.example'), begin('web-1')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await ask('POST', `host-runs/${id}/cancel`)).status).toBe(409)
  expect((await ask('POST', `host-runs/${id}/report`, REPORT)).body).toMatchObject({ status: 'done', result: REPORT })
  expect((await ask('POST', `host-runs/${id}/report`, REPORT)).status).toBe(409)
  expect((await contractsOf(id)).length).toBe(1)
  expect((await ask('GET', `host-runs/${id}`, undefined, stranger)).status).toBe(404)
})

test('a run that waited too long expires, and one without a report is lost', async () => {
  const [late, lost] = [await requestedRun(), await requestedRun()]
  await ask('POST', `host-runs/${lost.id}/begin`, { machine: 'web-1' })
  await withTenant(api.owner, acme, async (tx) => {
    await tx.run(`UPDATE purple_host_runs SET expires_at = now() - interval '1 s' WHERE id = $1`, [late.id])
    await tx.run(`UPDATE purple_host_runs SET began_at = now() - interval '1 day' WHERE id = $1`, [lost.id])
  })
  expect((await ask('GET', `host-runs/${late.id}`)).body.status).toBe('expired')
  expect((await ask('POST', `host-runs/${late.id}/begin`, { machine: 'web-1' })).status).toBe(409)
  expect((await ask('GET', `host-runs/${lost.id}`)).body.status).toBe('lost')
})

test('an expectation records each stage that works, and is met by the alert', async () => {
  const host = `h-${crypto.randomUUID()}`
  const { id } = await requestedRun({
    ...{ host, consent: `run on ${host}` },
    expected: [{ rule_id: 'r1', within_seconds: 300 }, { within_seconds: 300 }, { rule_id: 'r2', within_seconds: 10 }],
  })
  clock = Date.now()
  await ask('POST', `host-runs/${id}/begin`, { machine: host })
  const states = async () => {
    await lookAtAll()
    const all = await contractsOf(id)
    const of = (wanted: string | null) => all.find((one: { rule_id: string | null }) => one.rule_id === wanted)
    return { first: of('r1'), any: of(null), second: of('r2') }
  }
  expect((await states()).first).toMatchObject({ status: 'waiting', last_link: null, missing_link: null })
  await event('', { raw: `a text with ${host} in it` })
  expect((await states()).first.last_link).toBe('arrived')
  await event(`${host}.acme.example`, { host: `${host}.acme.example`, class_uid: 1007 })
  expect((await states()).first.last_link).toBe('normalised')
  await event(host, { host: 'another', class_uid: 1007, source: 'purple-team' })
  const found = await signal(host, 'r1', { techniques: ['T1003.008'] })
  expect((await states()).first).toMatchObject({ last_link: 'matched', found_rules: ['r1'] })
  const alert = await alertFrom(found, 'closed')
  expect((await states()).first).toMatchObject({ status: 'waiting', last_link: 'fused', alert_id: alert })
  const shown = await alertFrom(found)
  const { first, any, second } = await states()
  expect(first).toMatchObject({ status: 'met', last_link: 'alerted', missing_link: null, alert_id: shown })
  expect(any).toMatchObject({ status: 'met', technique_id: 'T1003.008' })
  expect(second).toMatchObject({ status: 'waiting', last_link: 'normalised' })
  clock += 20_000
  expect((await states()).second).toMatchObject({ status: 'missed', last_link: 'normalised', missing_link: 'matched' })
  expect(api.audited.filter(({ resourceId }) => resourceId === first.id).map(({ action }) => action)).toEqual([
    'purple_team:expectation_decided',
  ])
})

test('a detection after the deadline, on another host, of another tenant or of an exercise meets no expectation', async () => {
  const host = `h-${crypto.randomUUID()}`
  clock = Date.now()
  const { body } = await ask('POST', 'expectations', { rule_id: 'r3', host, within_seconds: 10 })
  const began = clock
  clock = began + 60_000
  await signal(host, 'r3')
  clock = began
  await signal(`${host}0`, 'r3')
  await signal(host, 'r3', { tenant_id: 'globex' })
  await signal(host, 'r3', { source: 'purple-team' })
  clock = began + 20_000
  await lookAtAll()
  const read = await ask('GET', `expectations/${body.id}`)
  expect(read.body).toMatchObject({ status: 'missed', last_link: null, missing_link: 'arrived', found_rules: [] })
  expect((await ask('GET', `expectations/${body.id}`, undefined, stranger)).status).toBe(404)
  expect((await ask('POST', 'expectations', { host })).status).toBe(422)
  expect((await ask('POST', 'expectations', { host, rule_id: 'a', technique_id: 'T1003' })).status).toBe(422)
})

test('an expectation that could not be checked is unknown, and never missed', async () => {
  await withOperator(api.owner, 'test', (tx) =>
    tx.run(`UPDATE purple_expectations SET state = 'missed', decided_at = now() WHERE state = 'waiting'`),
  )
  clock = Date.now()
  const { body } = await ask('POST', 'expectations', { rule_id: 'r4', host: 'web-9', within_seconds: 10 })
  clock += 60_000
  const lake = () => {
    throw new Error('the lake is away')
  }
  for (let n = 0; n < 4; n++) await expect(lookAtAll({ lake })).rejects.toThrow('away')
  expect((await ask('GET', `expectations/${body.id}`)).body.status).toBe('waiting')
  await lookAtAll({ lake })
  expect((await ask('GET', `expectations/${body.id}`)).body).toMatchObject({
    status: 'unknown',
    decided_at: expect.any(String),
  })
})

test('the log of a runner is sent once as events of an exercise, with the host and its programs', async () => {
  const { id } = await requestedRun({ evidence: 'runner' })
  await ask('POST', `host-runs/${id}/begin`, { machine: 'web-1' })
  const process = { image: '/usr/bin/cat', command_line: 'cat /etc/shadow', parent_image: '/bin/sh', user: 'pat' }
  const processes = [{ ...process, pid: 17, at: new Date().toISOString() }]
  await ask('POST', `host-runs/${id}/report`, { ...REPORT, processes })
  sentBy.length = 0
  expect(await sendNextEvidence(deps())).toBe(true)
  expect(sentBy).toMatchObject([
    {
      source: { tenant: 'acme', connectorId: 'purple-team', sourceFormat: 'sysmon-linux' },
      events: [
        { Hostname: 'web-1', Image: '/usr/bin/cat', CommandLine: 'cat /etc/shadow', ProcessId: 17, User: 'pat' },
      ],
    },
  ])
  expect(await sendNextEvidence(deps())).toBe(false)
  expect((await ask('GET', `host-runs/${id}`)).body.evidence_at).not.toBeNull()
  const quiet = await requestedRun()
  await ask('POST', `host-runs/${quiet.id}/begin`, { machine: 'web-1' })
  await ask('POST', `host-runs/${quiet.id}/report`, { ...REPORT, processes })
  expect(await sendNextEvidence(deps())).toBe(false)
})
