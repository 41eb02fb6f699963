/** Enrichment: every source at once, each with its time, its age and its reason. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  alertsProvider,
  assetsProvider,
  dnsProvider,
  enrichmentWorkers,
  geoProvider,
  identitiesProvider,
  indicatorsProvider,
  openEnrichment,
  type Provider,
  rdapProvider,
  sandboxProvider,
  sightingsProvider,
} from '../../../control/detect/enrichment/index.ts'
import { type Egress, openEgress } from '../../../platform/egress/client.ts'
import { openDns } from '../../../platform/egress/dns.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

vi.setConfig({ hookTimeout: 120_000 })
const log = pino({ level: 'silent' })
const gap = { enabled: true, allowlist: [] }
const egress = openEgress({ airGap: gap, allowPrivate: false, log })
const clock = { ms: Date.now() }

/** A source whose answer the test chooses. */
let answers: () => Promise<Record<string, unknown> | null> = async () => ({ owner: 'Example' })
let questions = 0
const registry: Provider = {
  ...{ name: 'registry', kinds: new Set(['ip'] as const), keepMs: 600_000, timeoutMs: 200 },
  ask: () => {
    questions++
    return answers()
  },
}
const enrichment = openEnrichment(
  [
    ...[indicatorsProvider, sightingsProvider(null), alertsProvider, assetsProvider, identitiesProvider, registry],
    ...[geoProvider([]), rdapProvider(egress, 'https://rdap.example'), dnsProvider(openDns(gap))],
    sandboxProvider({ local: null, hosted: null }, egress, gap),
  ],
  log,
)

let api: TestApi
let acme: TenantId
let token = ''
let stranger = ''
let viewer = ''

beforeAll(async () => {
  api = await startTestApi({ clock, deps: { enrichment } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await makeUser(api, acme, 'vera')
  viewer = await tokenOf(api, acme, 'vera')
})
afterAll(() => api?.close())

type Answer = {
  provider: string
  status: string
  reason: string | null
  data: Record<string, unknown>
  age_seconds: number
}
const ask = (method: string, path: string, body?: object, as = token) =>
  api.ask(method, path, { token: as, ...(body === undefined ? {} : { body }) })
async function enriched(kind: string, value: string, more: object = {}, as = token) {
  const { status, body } = await ask('POST', 'enrichment', { entities: [{ kind, value }], ...more }, as)
  expect([status, body]).toMatchObject([200, {}])
  const all: Answer[] = body.entities[0].answers
  return Object.fromEntries(all.map((one) => [one.provider, one]))
}

test('all sources are queried at once, and a source that could not check has its reason', async () => {
  await ask('POST', 'intel/iocs', { ioc_type: 'ip', value: '8.8.4.4', severity: 'high' })
  const found = await enriched('ip', '8.8.4.4')
  expect(found).toMatchObject({
    indicators: { status: 'found', data: { matches: [{ value: '8.8.4.4', severity: 'high' }] }, age_seconds: 0 },
    sightings: { status: 'could_not_check', reason: 'no lake is configured here', data: null, checked_at: null },
    alerts: { status: 'nothing', data: null },
    assets: { status: 'nothing' },
    registry: { status: 'found', data: { owner: 'Example' } },
    geoip: { status: 'could_not_check', reason: 'SVC_GEOIP_FILES names no file' },
    rdap: { status: 'could_not_check', reason: expect.stringContaining('rdap.example') },
    dns: { status: 'could_not_check', reason: expect.stringContaining('air gap') },
  })
  expect(await enriched('hash', 'a'.repeat(64))).toMatchObject({
    sandbox: { status: 'could_not_check', reason: expect.stringContaining('SVC_SANDBOX_LOCAL_URL') },
  })
  expect((await enriched('ip', '8.8.4.4', {}, stranger)).indicators).toMatchObject({ status: 'nothing' })
})

test('an answer is cached with its age, refreshed when it is too old, and kept with the reason when the refresh fails', async () => {
  questions = 0
  answers = async () => ({ owner: 'First' })
  await enriched('ip', '198.51.100.1')
  clock.ms += 300_000
  expect((await enriched('ip', '198.51.100.1')).registry).toMatchObject({ data: { owner: 'First' }, age_seconds: 300 })
  expect(questions).toBe(1)
  answers = async () => ({ owner: 'Second' })
  const fresh = await enriched('ip', '198.51.100.1', { max_age_seconds: 60 })
  expect([questions, fresh.registry]).toMatchObject([2, { data: { owner: 'Second' }, age_seconds: 0 }])
  clock.ms += 900_000
  answers = () => Promise.reject(new AppError('unavailable', 'it answered with status 502'))
  const stale = (await enriched('ip', '198.51.100.1')).registry
  expect(stale).toMatchObject({ status: 'found', data: { owner: 'Second' }, age_seconds: 900 })
  expect(stale?.reason).toBe('it answered with status 502')
  // Nothing is kept of another tenant, and a failure is not kept at all.
  const other = (await enriched('ip', '198.51.100.1', {}, stranger)).registry
  expect(other).toMatchObject({ status: 'could_not_check', data: null })
  answers = async () => null
  expect((await enriched('ip', '198.51.100.1', {}, stranger)).registry).toMatchObject({ status: 'nothing' })
})

test('a hanging source times out alone, and an internal failure shows no details', async () => {
  answers = () => new Promise(() => {})
  const hung = await enriched('ip', '198.51.100.2')
  expect(hung.registry).toMatchObject({ status: 'could_not_check', reason: 'no answer within 0.2 s' })
  expect(hung.indicators).toMatchObject({ status: 'nothing' })
  answers = async () => JSON.parse('{')
  expect((await enriched('ip', '198.51.100.2')).registry).toMatchObject({ reason: 'it failed, see the log' })
  answers = async () => ({ text: 'x'.repeat(70_000) })
  expect((await enriched('ip', '198.51.100.2')).registry?.reason).toContain('60000 bytes')
  answers = async () => ({ owner: 'Example' })
})

test('hosts and people of uploaded tables are found by any of their names', async () => {
  const put = (table: string, body: object, as = token) => ask('PUT', `enrichment/tables/${table}`, body, as)
  const host = { name: 'DC1.corp.example', aliases: ['10.0.0.5', 'dc1'], attributes: { owner: 'IT', tier: 0 } }
  expect((await put('assets', { records: [host, { name: 'ws-1' }] })).body).toEqual({
    written: 2,
    removed: 0,
    records: 2,
  })
  await put('identities', { records: [{ name: 'ann', aliases: ['ann@corp.example'], attributes: { team: 'HR' } }] })
  const tier = { status: 'found', data: { name: 'dc1.corp.example', attributes: { owner: 'IT', tier: 0 } } }
  for (const [kind, value] of [
    ['host', 'dc1'],
    ['host', 'DC1.corp.example'],
    ['host', 'dc1.other.example'],
    ['ip', '10.0.0.5'],
  ] as const)
    expect((await enriched(kind, value)).assets, value).toMatchObject(tier)
  const db = { name: 'db7.corp.example', aliases: ['10.0.0.7'], attributes: { owner: 'DBA' } }
  await put('assets', { records: [db, { name: 'db7.lab.example' }] })
  const short = (await enriched('host', 'DB7')).assets
  expect([short?.status, [short?.data?.name, ...((short?.data?.also_named ?? []) as string[])].toSorted()]).toEqual([
    'found',
    ['db7.corp.example', 'db7.lab.example'],
  ])
  for (const value of ['10', 'db', 'db7.other.example'])
    expect((await enriched('host', value)).assets?.status, value).toBe('nothing')
  for (const value of ['CORP\\Ann', 'ann@corp.example', 'ann'])
    expect((await enriched('user', value)).identities, value).toMatchObject({ data: { attributes: { team: 'HR' } } })
  expect((await enriched('host', 'dc1', {}, stranger)).assets).toMatchObject({ status: 'nothing' })
  expect((await put('assets', { records: [host], replace: true })).body).toEqual({ written: 1, removed: 3, records: 1 })
  expect((await put('assets', { records: [host, { name: 'dc1.CORP.example' }] })).status).toBe(422)
  expect((await put('assets', { records: [] }, viewer)).status).toBe(403)
  expect((await put('other', { records: [] })).status).toBe(404)
  const listed = await ask('GET', 'enrichment/tables/assets?limit=1')
  expect(listed.body.items).toMatchObject([
    { name: 'dc1.corp.example', names: ['dc1.corp.example', '10.0.0.5', 'dc1'] },
  ])
})

test('alerts of a host are found by its full name and by its short name, each alert once', async () => {
  const alert = (affected_hosts: string[]) =>
    ask('POST', 'alerts', { title: 'Dump', severity: 'low', affected_hosts }, stranger)
  await alert(['ws-7.corp.example', 'ws-7'])
  await alert(['ws-7.corp.example'])
  await alert(['ws-70.corp.example'])
  const alertsOf = async (host: string) => (await enriched('host', host, {}, stranger)).alerts?.data?.alerts
  expect([await alertsOf('WS-7'), await alertsOf('ws-7.corp.example'), await alertsOf('ws')]).toEqual([2, 2, undefined])
})

test('an alert is enriched when it arrives, and again on request', async () => {
  const { body: alert } = await ask('POST', 'alerts', {
    ...{ title: 'Spray', severity: 'high', affected_users: ['ann'], affected_hosts: ['dc1'] },
    affected_ips: ['198.51.100.3'],
  })
  const read = async () => (await ask('GET', `alerts/${alert.id}/enrichment`)).body
  expect(await read()).toEqual({ entities: [], left_out: 0, enriched_at: null })
  const [worker] = enrichmentWorkers({ pool: api.owner, enrichment, log, nowMs: () => clock.ms })
  while (await worker?.once({ stop: new AbortController().signal, succeeded: () => undefined }));
  const first = await read()
  expect(first.enriched_at).toBe(new Date(clock.ms).toISOString())
  const data = (entity: number, name: string) =>
    first.entities[entity].answers.find(({ provider }: Answer) => provider === name)
  expect(first.entities.map(({ kind, value }: { kind: string; value: string }) => `${kind} ${value}`)).toEqual([
    ...['ip 198.51.100.3', 'host dc1', 'user ann'],
  ])
  expect(data(1, 'assets')).toMatchObject({ data: { attributes: { tier: 0 } } })
  expect(data(2, 'identities')).toMatchObject({ data: { attributes: { team: 'HR' } } })
  expect(data(0, 'alerts')).toMatchObject({ data: { alerts: 1, open: 1 } })
  clock.ms += 1000
  const again = await ask('POST', `alerts/${alert.id}/enrichment`)
  expect([again.status, (await read()).enriched_at]).toEqual([200, new Date(clock.ms).toISOString()])
  expect(api.audited.filter(({ action }) => action === 'alert:enriched').length).toBe(1)
  expect((await ask('GET', `alerts/${alert.id}/enrichment`, undefined, stranger)).status).toBe(404)
  expect((await ask('POST', `alerts/${alert.id}/enrichment`, undefined, viewer)).status).toBe(403)
})

test('an invalid value is refused, and so are too many values', async () => {
  const body = (entities: object[]) => ({ entities })
  for (const entity of [
    { kind: 'ip', value: 'x' },
    { kind: 'hash', value: 'ab' },
    { kind: 'host', value: ' ' },
  ])
    expect((await ask('POST', 'enrichment', body([entity]))).status).toBe(422)
  expect((await ask('POST', 'enrichment', body([]))).status).toBe(422)
  const many = Array.from({ length: 51 }, (_, n) => ({ kind: 'host', value: `h${n}` }))
  expect((await ask('POST', 'enrichment', body(many))).status).toBe(422)
})

test('a sandbox outside the regions of the tenant is not queried', async () => {
  let calls = 0
  const outside: Egress = async ({ url }) => {
    calls++
    return { status: 404, headers: {}, body: Buffer.from('{}'), url }
  }
  const local = { url: 'https://sandbox.example', token: null }
  const provider = sandboxProvider({ local, hosted: null }, outside, { enabled: false, allowlist: [] })
  const call = {
    ...{ tenant: acme, nowMs: clock.ms },
    inTenant: <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(api.owner, acme, work),
  }
  const entity = { kind: 'hash', value: 'b'.repeat(64) } as const
  await provider.ask(call, entity)
  expect(calls).toBeGreaterThan(0)
  calls = 0
  const eu = { data_region: 'eu', residency_enforced: true, destinations: { 'sandbox.example': 'us' } }
  expect((await ask('PUT', 'governance/residency', eu)).status).toBe(200)
  await expect(provider.ask(call, entity)).rejects.toThrow('residency refuses')
  expect(calls).toBe(0)
  await ask('PUT', 'governance/residency', { data_region: null, residency_enforced: false, destinations: {} })
})

const callOf = () => ({
  ...{ tenant: acme, nowMs: clock.ms },
  inTenant: <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(api.owner, acme, work),
})

test('name servers outside of the tenant’s regions get no query', async () => {
  const residency = { data_region: 'eu', residency_enforced: true, destinations: { '192.0.2.53': 'eu' } }
  await ask('PUT', 'governance/residency', residency)
  const queried: string[] = []
  const namesOf = async (address: string) => {
    queried.push(address)
    return { names: ['a.example'], left_out: 0 }
  }
  const over = (servers: string[]) =>
    dnsProvider({ servers, namesOf, recordsOf: async () => null }).ask(callOf(), { kind: 'ip', value: '8.8.4.4' })
  await expect(over(['192.0.2.53', '198.51.100.53'])).rejects.toThrow('no region is declared for 198.51.100.53')
  expect(queried).toEqual([])
  expect(await over(['192.0.2.53'])).toMatchObject({ names: ['a.example'] })
  await ask('PUT', 'governance/residency', { ...residency, data_region: null, residency_enforced: false })
})

test('a repeated entity is queried once and answered at each place', async () => {
  questions = 0
  const entity = { kind: 'ip', value: '198.51.100.40' }
  const { status, body } = await ask('POST', 'enrichment', { entities: [entity, { kind: 'host', value: 'h' }, entity] })
  expect([status, questions, body.entities.length]).toEqual([200, 1, 3])
  expect(body.entities[2]).toEqual(body.entities[0])
})

test('limits follow the database, and characters that Postgres refuses are removed from an answer', async () => {
  // Postgres writes a blank behind each comma.
  const attributes = { list: new Array(7_000).fill(1) }
  const put = await ask('PUT', 'enrichment/tables/assets', { records: [{ name: 'wide', attributes }] })
  expect(put.status).toBe(422)
  answers = async () => ({ list: new Array(29_000).fill(1) })
  expect((await enriched('ip', '198.51.100.41')).registry?.reason).toContain('60000 bytes')
  answers = async () => ({ owner: 'a\0b \ud800' })
  expect((await enriched('ip', '198.51.100.42')).registry?.data).toEqual({ owner: 'ab \ufffd' })
  answers = async () => ({ owner: 'Example' })
})

test('a failed enrichment is retried, and an alert without entities is marked as enriched', async () => {
  const make = async (more: object) => (await ask('POST', 'alerts', { title: 'x', severity: 'low', ...more })).body.id
  const ids = [await make({ affected_hosts: ['dc9'] }), await make({})]
  const turn = async (by: typeof enrichment) => {
    const [worker] = enrichmentWorkers({ pool: api.owner, enrichment: by, log, nowMs: () => clock.ms })
    await worker?.once({ stop: new AbortController().signal, succeeded: () => undefined })
  }
  const read = async (id: string) => (await ask('GET', `alerts/${id}/enrichment`)).body
  await turn({ enrich: () => Promise.reject(new Error('the database went away')) })
  expect((await read(ids[0])).enriched_at).toBeNull()
  await turn(enrichment)
  expect((await read(ids[0])).entities).toHaveLength(1)
  expect(await read(ids[1])).toMatchObject({ entities: [], left_out: 0, enriched_at: expect.any(String) })
})

test('an alert that became part of another before or during its enrichment is enriched as the other', async () => {
  const make = async (host: string) =>
    (await ask('POST', 'alerts', { title: 'x', severity: 'low', affected_hosts: [host] })).body.id as string
  const merge = (id: string, into: string) =>
    withTenant(api.owner, acme, async (tx) => {
      await tx.run('DELETE FROM alerts WHERE id = $1', [id])
      await tx.run('INSERT INTO alert_successors (id, successor_id, version) VALUES ($1, $2, 1)', [id, into])
    })
  const errors: unknown[] = []
  const noting = { ...log, error: (...what: unknown[]) => errors.push(what) } as unknown as typeof log
  const turn = async (enrich: typeof enrichment.enrich) => {
    const deps = { pool: api.owner, enrichment: { enrich }, log: noting, nowMs: () => clock.ms }
    await enrichmentWorkers(deps)[0]?.once({ stop: new AbortController().signal, succeeded: () => undefined })
  }
  const hostsOf = async (id: string) => {
    const { entities } = (await ask('GET', `alerts/${id}/enrichment`)).body as { entities: { value: string }[] }
    return entities.map(({ value }) => value)
  }
  const whole = await make('dc21')
  await merge(await make('dc20'), whole)
  await turn(enrichment.enrich)
  expect(await hostsOf(whole)).toEqual(['dc21'])

  const later = await make('dc31')
  await turn(enrichment.enrich)
  await withTenant(api.owner, acme, (tx) => tx.run('DELETE FROM alert_enrichments WHERE alert_id = $1', [later]))
  const part = await make('dc30')
  await turn(async (call, entities) => {
    await merge(part, later)
    return enrichment.enrich(call, entities)
  })
  expect(await hostsOf(later)).toEqual([])
  await turn(enrichment.enrich)
  expect([await hostsOf(later), errors]).toEqual([['dc31'], []])
})

test('matches beyond the limit are counted', async () => {
  const records = Array.from({ length: 12 }, (_, n) => ({ name: `many-${n}`, aliases: ['shared'] }))
  await ask('PUT', 'enrichment/tables/assets', { records })
  const { assets } = await enriched('host', 'shared')
  expect(assets?.data).toMatchObject({ also_named: { length: 9 }, left_out: 2 })
  const entities = Array.from({ length: 12 }, () => ({ roles: ['abuse'] }))
  const answering: Egress = async ({ url }) => ({
    ...{ status: 200, headers: {}, url, body: Buffer.from(JSON.stringify({ entities })) },
  })
  const rdap = await rdapProvider(answering, 'https://rdap.example').ask(callOf(), { kind: 'ip', value: '8.8.4.4' })
  expect(rdap).toMatchObject({ left_out: 2 })
  const names = Array.from({ length: 50 }, (_, n) => `n${n}.example`)
  const dns = { servers: [], recordsOf: async () => null, namesOf: async () => ({ names, left_out: 3 }) }
  expect(await dnsProvider(dns).ask(callOf(), { kind: 'ip', value: '8.8.4.4' })).toEqual({ names, left_out: 3 })
})
