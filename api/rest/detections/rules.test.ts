import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { relayChangesOnce } from '../../../control/platform/acting/index.ts'
import { relayToNobody } from '../../../control/platform/broadcast/testing.ts'
import { upsertFusedAlerts } from '../../../control/soc/alerts/index.ts'
import { builtInRules, contentSources } from '../../../detections/content/load.ts'
import { lakeSink } from '../../../pipeline/sinks/lake/sink.ts'
import { fuseStage } from '../../../pipeline/stages/fuse/stage.ts'
import { recordStage } from '../../../pipeline/stages/record/stage.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { threadCpuMs } from '../../../platform/test-thread-cpu.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { retroHunt } from '../../../query/retro-hunt.ts'
import { takeIn } from '../../../query/testing.ts'
import { decodeAlertDrafts } from '../../../schemas/alert-draft.ts'
import { lakePort } from '../../../stores/clickhouse/lake-port.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import type { Output } from '../../../stream/driver.ts'
import type { ApiDeps } from '../../deps.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
let server: TestPostgres
let api: TestApi
let token: string
let stranger: string
let acme: TenantId
let owner: Postgres

beforeAll(async () => {
  server = await withTestPostgres()
  const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
  const backTest: ApiDeps['backTest'] = (tenant, hunt, signal) =>
    retroHunt(lake(tenant), lakeSources(), hunt, { signal })
  const database = await server.database()
  owner = openPostgres({ url: database.url, poolSize: 2 })
  api = await openTestApi(database, { deps: { lake, backTest } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(async () => {
  await owner.end()
  await api.close()
  await server.close()
})

/** One process of the pipeline each: with what they have committed, as long as the file runs. */
const record = recordStage({ signalPartitions: 1 }).open(0)
const fuse = fuseStage({ draftPartitions: 1, isStory: () => true }).open(0)

/** Sends the waiting outbox rows through the relay, `times` over, the stages and both sinks. */
async function throughPipeline(times = 1): Promise<void> {
  const relayed: Output[] = []
  const append = async (outputs: readonly Output[]) => void relayed.push(...outputs)
  while ((await relayChangesOnce({ pool: owner, driver: { partitions: () => 1, append } })) > 0);
  const recordOf = (output: Output, offset: number) => ({ ...output, offset, value: Buffer.concat(output.value) })
  for (let n = 0; n < times; n++) for (const one of relayed.map(recordOf)) record.step(one)
  const signals = record.flush().outputs.map(recordOf)
  if (signals.length > 0) await lakeSink(lakePort(engine().client)).write(signals, randomUUID(), false)
  for (const one of signals) fuse.step(one)
  const drafts = fuse.flush().outputs.flatMap((output) => decodeAlertDrafts(Buffer.concat(output.value)))
  await withTenant(api.deps.pool, acme, (tx) => upsertFusedAlerts(tx, drafts))
}

const ask = (method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token, ...(body === undefined ? {} : { body }) })
const rule = (id: string) =>
  `title: Tool\nid: ${id}\nlogsource: { category: process_creation }\ndetection:\n  a: { Image|endswith: \\tool.exe }\n  condition: a\n`
const started = (Image: string) => ({ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, Image })

describe('a rule', () => {
  test('is created, read, replaced, enabled, disabled and deleted, each time with an audit entry', async () => {
    api.audited.length = 0
    const { status, body: made } = await ask('POST', 'rules', { language: 'sigma', text: rule('t1'), file: 't.yml' })
    expect([status, made]).toMatchObject([201, { rule_ids: ['t1'], enabled: true, version: 1, file: 't.yml' }])
    expect((await ask('GET', `rules/${made.id}`)).body.text).toBe(rule('t1'))
    expect((await ask('PUT', 'rules/t1', { text: rule('t2') })).body).toMatchObject({ version: 2, rule_ids: ['t2'] })
    expect((await ask('GET', 'rules/t2/versions')).body.items).toMatchObject([{ version: 1, text: rule('t1') }])
    expect((await ask('POST', 'rules/t2/disable')).body).toEqual({ id: made.id, enabled: false })
    expect((await ask('GET', 'rules?is_builtin=false')).body.items).toMatchObject([{ id: made.id, enabled: false }])
    expect((await ask('DELETE', `rules/${made.id}`)).status).toBe(204)
    expect(api.audited.map(({ action, resourceId }) => [action, resourceId])).toEqual(
      [['rule:created'], ['rule:updated'], ['rule:disabled'], ['rule:deleted']].map(([action]) => [
        action,
        action === 'rule:disabled' ? 't2' : made.id,
      ]),
    )
  })

  test('that is invalid is refused with the place of each fault', async () => {
    const text = 'title: x\nid: x\nlogsource: { category: a }\ndetection:\n  a: { b|nothing: c }\n  condition: a\n'
    const { status, body } = await ask('POST', 'rules', { language: 'sigma', text, file: 'x.yml' })
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'text', 5, 0], type: 'rule' }]])
  })

  test('in YARA is checked by the YARA engine', async () => {
    const yara = (condition: string) => ({
      language: 'yara',
      text: `rule a { condition: ${condition} }`,
      file: 'a.yar',
    })
    expect((await ask('POST', 'rules', yara('nothing_of_that_name'))).status).toBe(422)
    expect((await ask('POST', 'rules', yara('filesize > 1'))).body).toMatchObject({ rule_ids: ['a.yar#a'] })
  })

  test('that is built in is listed, shown, tested, and disabled by an overlay, and cannot be changed otherwise', async () => {
    const all = (await ask('GET', 'rules?is_builtin=true&limit=500')).body.items
    expect(all.map((one: { id: string }) => one.id)).toEqual(builtInRules().map(({ id }) => id))
    const { id, file } = all[0]
    expect(all[0]).toMatchObject({ is_builtin: true, version: null, rule_ids: [id], enabled: true, changed_by: null })
    const { text, ...shown } = (await ask('GET', `rules/${id}`)).body
    expect([shown, text]).toEqual([all[0], contentSources().find((source) => source.file === file)?.text])
    expect((await ask('GET', `rules/${id}/versions`)).body).toEqual({ items: [] })
    expect((await ask('PUT', `rules/${id}`, { text: rule('own') })).status).toBe(403)
    expect((await ask('DELETE', `rules/${id}`)).status).toBe(403)
    expect((await ask('POST', `rules/${id}/disable`)).body).toEqual({ id, enabled: false })
    expect((await ask('GET', 'rules/overlays')).body.items).toMatchObject([{ rule_id: id, disabled: true }])
    expect((await ask('GET', `rules/${id}`)).body.enabled).toBe(false)
    expect((await ask('POST', `rules/${id}/test`, { events: [{}] })).body.results).toMatchObject([{ matches: [] }])
  })
})

test('the catalogue lists own rules, newest first, and then built-in rules, with filters', async () => {
  const umbrella = await makeAdmin(api, await makeTenant(api, 'umbrella'))
  const asUmbrella = (method: string, url: string, body?: unknown) =>
    api.ask(method, url, { token: umbrella, ...(body === undefined ? {} : { body }) })
  for (const name of ['u1', 'u2', 'u3'])
    await asUmbrella('POST', 'rules', { language: 'sigma', text: rule(name), file: `${name}.yml` })
  await asUmbrella('POST', 'rules', {
    language: 'yara',
    text: 'rule y { condition: true }',
    file: 'y.yar',
    enabled: false,
  })
  const shipped = builtInRules()
  const [off] = shipped
  await asUmbrella('POST', `rules/${off?.id}/disable`)
  type Item = {
    id: string
    rule_ids: string[]
    is_builtin: boolean
    language: string
    severity: string
    enabled: boolean
  }
  const walked = async (query: string, limit: number): Promise<Item[]> => {
    const items: Item[] = []
    let cursor = ''
    do {
      const { status, body } = await asUmbrella('GET', `rules?limit=${limit}${query}${cursor && `&cursor=${cursor}`}`)
      expect([status, body.items.length <= limit]).toEqual([200, true])
      items.push(...body.items)
      cursor = body.next_cursor ?? ''
    } while (cursor !== '')
    return items
  }
  const all = await walked('', 500)
  expect(all.map(({ rule_ids }) => rule_ids[0])).toEqual(['y.yar#y', 'u3', 'u2', 'u1', ...shipped.map(({ id }) => id)])
  expect(all.filter(({ is_builtin }) => !is_builtin)).toHaveLength(4)
  for (const limit of [3, 4, 7]) expect(await walked('', limit)).toEqual(all)
  const one = all.at(-1)
  for (const [query, keeps] of [
    ['&is_builtin=false', (item) => !item.is_builtin],
    ['&is_builtin=true', (item) => item.is_builtin],
    ['&language=eql', (item) => item.language === 'eql'],
    ['&language=yara', (item) => item.language === 'yara'],
    ['&severity=high', (item) => item.severity === 'high'],
    ['&enabled=false', (item) => !item.enabled],
    ['&enabled=true&is_builtin=true', (item) => item.enabled && item.is_builtin],
    ['&search=U2.yml', (item) => item.rule_ids.includes('u2')],
    [`&search=${one?.id.toUpperCase()}`, (item) => item.id === one?.id],
  ] satisfies [string, (item: Item) => boolean][]) {
    const kept = await walked(query, 5)
    expect([query, kept]).toEqual([query, all.filter(keeps)])
    expect(kept.length).toBeGreaterThan(0)
  }
  for (const query of ['language=cobol', 'severity=loud', 'enabled=maybe', 'cursor=x'])
    expect((await asUmbrella('GET', `rules?${query}`)).status).toBe(422)
})

test('an overlay is replaced as a whole, has limits, and needs an existing rule', async () => {
  await ask('POST', 'rules', { language: 'sigma', text: rule('o1'), file: 'o.yml' })
  const lists = { allowlists: { host: ['a'] }, min_severity: 'high', reason: 'tuned' }
  expect((await ask('PUT', 'rules/o1/overlay', lists)).body).toMatchObject({ ...lists, disabled: false, rule_id: 'o1' })
  expect((await ask('PUT', 'rules/o1/overlay', { reason: 'again' })).body).toMatchObject({ allowlists: {} })
  expect((await ask('PUT', 'rules/nobody/overlay', lists)).status).toBe(404)
  const wide = Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`f${n}`, ['x']]))
  expect((await ask('PUT', 'rules/o1/overlay', { reason: 'r', allowlists: wide })).status).toBe(422)
  expect((await ask('DELETE', 'rules/o1/overlay')).status).toBe(204)
  expect((await ask('GET', 'rules/o1/overlay')).status).toBe(404)
})

test('placeholders are replaced as a whole, audited by name, and take effect in rules at once', async () => {
  const text = "title: E\nid: e1\nlogsource: {}\ndetection:\n  a: { user|expand: '%Admins%' }\n  condition: a\n"
  const { body: imported } = await ask('POST', 'rules/import', { files: [{ language: 'sigma', text, file: 'e.yml' }] })
  expect(imported).toMatchObject({
    created: 1,
    faults: [],
    unresolved: [{ file: 'e.yml', line: 1, names: ['Admins'] }],
  })
  expect((await ask('GET', 'rules/placeholders')).body).toEqual({ placeholders: {} })
  api.audited.length = 0
  const placeholders = { Admins: ['root', 'adm*'], none: [] }
  expect(await ask('PUT', 'rules/placeholders', { placeholders })).toMatchObject({
    status: 200,
    body: { placeholders },
  })
  expect(api.audited.map(({ action, changes }) => [action, changes])).toEqual([
    ['rule:placeholders_set', { Admins: 2, none: 0 }],
  ])
  expect((await ask('GET', 'rules/placeholders')).body).toEqual({ placeholders })
  expect((await api.ask('GET', 'rules/placeholders', { token: stranger })).body).toEqual({ placeholders: {} })
  const tried = await ask('POST', 'rules/e1/test', { events: [{ user: 'admin' }, { user: 'bob' }], format: 'generic' })
  expect(tried.body.results.map(({ matches }: { matches: string[] }) => matches)).toEqual([['e1'], []])
  expect((await ask('PUT', 'rules/placeholders', { placeholders: { 'a b': ['x'] } })).status).toBe(422)
  expect((await ask('PUT', 'rules/placeholders', { placeholders: { a: [1] } })).status).toBe(422)
  expect((await ask('PUT', 'rules/placeholders', { placeholders: {} })).body).toEqual({ placeholders: {} })
})

test('a rule that the stream stopped shows the time and the reason until it is changed; other rules show nothing', async () => {
  const initech = await makeAdmin(api, await makeTenant(api, 'initech'))
  const asInitech = (method: string, url: string, body?: unknown) =>
    api.ask(method, url, { token: initech, ...(body === undefined ? {} : { body }) })
  const [{ id: builtIn }] = (await asInitech('GET', 'rules?is_builtin=true&limit=1')).body.items
  const { body: made } = await asInitech('POST', 'rules', { language: 'sigma', text: rule('dear'), file: 'dear.yml' })
  await asInitech('POST', `rules/${builtIn}/enable`)
  const sequenceOf = await relayToNobody(api.owner)
  const versions = new Map([
    ['dear', `${sequenceOf.get(made.id)}.0`],
    [builtIn, `0.${sequenceOf.get(builtIn)}`],
  ])
  const atMs = Date.parse(made.updated_at) - 60_000
  const stop = (id: string, more = {}) => ({
    ...{ tenant_id: 'initech', signal_id: crypto.randomUUID(), rule_id: `svc-rule-stopped:${id}`, language: 'sigma' },
    ...{ time: '2024-01-01 00:00:00.000', ingest_time: new Date(atMs).toISOString().slice(0, -1).replace('T', ' ') },
    ...{ 'matched.field': ['rule.id', 'rule.version', 'reason'] },
    ...{ 'matched.value': [id, versions.get(id) ?? '0.0', 'takes more time than it may'] },
    ...more,
  })
  const values = [stop('dear'), stop(builtIn), stop('other', { language: 'external' })]
  await engine().client.insert({ table: 'signals', values, format: 'JSONEachRow' })
  const statesOf = (id: string) => [
    { rule_id: id, time: new Date(atMs).toISOString(), reason: 'takes more time than it may' },
  ]
  const own = async () => (await asInitech('GET', 'rules/dear')).body.stopped
  const shared = async () => (await asInitech('GET', 'rules?is_builtin=true&limit=1')).body.items
  expect((await asInitech('GET', 'rules?is_builtin=false')).body.items).toMatchObject([
    { id: made.id, stopped: statesOf('dear') },
  ])
  expect(await own()).toEqual(statesOf('dear'))
  expect(await shared()).toMatchObject([{ enabled: true, stopped: statesOf(builtIn) }])
  expect((await ask('GET', 'rules?is_builtin=true&limit=1')).body.items, 'of another tenant').toMatchObject([
    { stopped: [] },
  ])
  await asInitech('POST', 'rules/dear/enable')
  await asInitech('POST', `rules/${builtIn}/enable`)
  expect([await own(), (await shared())[0].stopped]).toEqual([[], []])
  await relayToNobody(api.owner)
  expect([await own(), (await shared())[0].stopped], 'and so the stages know it').toEqual([[], []])
  await asInitech('POST', 'rules', { language: 'sigma', text: rule('other'), file: 'other.yml' })
  expect((await asInitech('GET', 'rules/other')).body.stopped, 'a detection that somebody recorded').toEqual([])
})

test('files are imported, and files with faults are listed', async () => {
  const files = ['i1', 'i2'].map((id) => ({ language: 'sigma', file: `${id}.yml`, text: rule(id) }))
  const bad = { language: 'sigma', file: 'bad.yml', text: 'title: bad' }
  const { status, body } = await ask('POST', 'rules/import', { files: [...files, bad] })
  expect([status, body]).toMatchObject([200, { created: 2, updated: 0, unchanged: 0, faults: [{ file: 'bad.yml' }] }])
})

test('YARA files are imported without the rules that do not compile', async () => {
  const yara = (file: string, text: string) => ({ language: 'yara', file, text })
  const worse = Array.from({ length: 22 }, (_, n) => `rule r${n} { condition: nope }`).join('\n')
  const files = [
    yara('i1.yar', 'rule a { condition: true }\nrule b { condition: nope }'),
    yara('i2.yar', 'rule a { condition: filesize > 1 }'),
    yara('i3.yar', worse),
  ]
  const { status, body } = await ask('POST', 'rules/import', { files })
  expect([status, body]).toMatchObject([200, { created: 2 }])
  expect(body.faults[0]).toMatchObject({ file: 'i1.yar', line: 2 })
  expect((await ask('GET', 'rules/i1.yar%23a')).body).toMatchObject({ rule_ids: ['i1.yar#a'] })
  expect(body.faults.length, 'the first of each file').toBe(1 + 21)
  expect(body.faults.at(-1)).toMatchObject({ file: 'i3.yar', reason: 'has 2 more faults' })
})

test('a test lists the events that the rule matches, and why', async () => {
  await ask('POST', 'rules', { language: 'sigma', text: rule('why'), file: 'why.yml' })
  const events = [started('C:\\tool.exe'), started('C:\\other.exe'), { Image: 'C:\\tool.exe' }]
  const { body } = await ask('POST', 'rules/why/test', { events, explain: true })
  const [yes, no, elsewhere] = body.results
  expect([yes.matches, no.matches, elsewhere.matches]).toEqual([['why'], [], []])
  expect(no.explanations[0]).toMatchObject({ is_for_log_source: true, matches: false, where: { held: false } })
  expect(JSON.stringify(no.explanations)).toContain('C:\\\\other.exe')
  expect(elsewhere.explanations[0]).toMatchObject({ is_for_log_source: false, where: { held: true } })
  expect(yes.suppressed).toEqual([])
  await ask('PUT', 'rules/why/overlay', { allowlists: { Image: ['c:\\tool.exe'] }, reason: 'ours' })
  const [known] = (await ask('POST', 'rules/why/test', { events: events.slice(0, 1) })).body.results
  expect(known).toMatchObject({ matches: ['why'], suppressed: [{ rule_id: 'why', reason: 'allowlist' }] })
  const text =
    'sequence with maxspan=1m [process where process.name == "tool.exe"] [process where process.name == "no"]'
  const { body: made } = await ask('POST', 'rules', { language: 'eql', text, file: 'seq.eql' })
  const steps = await ask('POST', `rules/${made.id}/test`, { events: events.slice(0, 1), explain: true })
  expect(steps.body.results[0]).toMatchObject({
    matches: [],
    explanations: [
      { step: 1, matches: true },
      { step: 2, matches: false },
    ],
  })
  expect((await ask('POST', `rules/${made.id}/test`, { events: events.slice(0, 1) })).status).toBe(400)
  const many = Array.from({ length: 21 }, () => ({}))
  expect((await ask('POST', 'rules/why/test', { events: many, explain: true })).status).toBe(422)
})

test('a draft rule is checked: its faults with their places, and its matches among events', async () => {
  const check = async (body: object) => (await ask('POST', 'rules/check', { language: 'sigma', ...body })).body
  const text = rule('not-saved')
  const events = [started('C:\\tool.exe'), started('C:\\other.exe')]
  const checked = await check({ text, events })
  expect(checked).toMatchObject({ ok: true, title: 'Tool', rule_ids: ['not-saved'], faults: [], unresolved: [] })
  expect(checked.results.map(({ matches }: { matches: string[] }) => matches)).toEqual([['not-saved'], []])
  expect(checked.results[1].explanations).toHaveLength(1)
  const unstorable = await ask('POST', 'rules/check', { language: 'sigma', text, file: 'a\u0000b' })
  expect(unstorable.status).toBe(422)
  const broken = await check({ text: text.replace('condition: a', 'condition: b') })
  expect(broken).toMatchObject({
    ok: false,
    results: null,
    faults: [{ line: expect.any(Number), reason: expect.any(String) }],
  })
  expect(await check({ language: 'kql', text: 'SecurityEvent | where (' })).toMatchObject({ ok: false })
  expect(await check({ language: 'yara', text: 'rule a { condition: true }' })).toMatchObject({ ok: true, title: 'a' })
  expect(await check({ language: 'yara', text: 'rule a { condition: what }' })).toMatchObject({ ok: false })
  expect((await ask('GET', 'rules/not-saved')).status).toBe(404)
  const saved = (await ask('POST', 'rules', { language: 'sigma', text })).body
  // Its own id is taken by itself alone.
  expect((await check({ text })).ok).toBe(false)
  expect((await check({ text, instead_of: saved.id })).ok).toBe(true)
  await ask('DELETE', `rules/${saved.id}`)
}, 60_000)

test('a pattern with very many parts is shown by its beginning, without blocking the process', async () => {
  const text = rule('many-parts').replace('Image|endswith: \\tool.exe', `Image: '${'*a'.repeat(250_000)}'`)
  expect(text).toContain('*a*a')
  const body = { language: 'sigma', text, events: Array.from({ length: 20 }, () => started('C:\\tool.exe')) }
  let found: { ok: boolean; results: { explanations: { where: object }[] }[] } = { ok: false, results: [] }
  const cpuMs = await threadCpuMs(async () => {
    found = (await ask('POST', 'rules/check', body)).body
  })
  expect([found.ok, found.results.length]).toEqual([true, 20])
  const shown = JSON.stringify(found.results[0]?.explanations[0]?.where)
  expect(shown).toMatch(/"(?:many|text)\b.*\.\.\./)
  expect(shown.length).toBeLessThan(4_000)
  expect(cpuMs).toBeLessThan(4_500)
}, 60_000)

test('a back-test runs a rule over the stored events of its own tenant only', async () => {
  await ask('POST', 'rules', { language: 'sigma', text: rule('back'), file: 'back.yml' })
  const body = ['C:\\tool.exe', 'C:\\other.exe'].map((image) => JSON.stringify(started(image))).join('\n')
  await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: Date.now() - 1000 })
  api.audited.length = 0
  const { status, body: found } = await ask('POST', 'rules/back/backtest', { window_days: 1 })
  expect([status, found]).toMatchObject([200, { events_scanned: 2, would_fire: 1, hit_rate: 0.5, unjudged: 0 }])
  expect(found.sample_matches).toMatchObject([{ rule_id: 'back', raw: JSON.stringify(started('C:\\tool.exe')) }])
  expect(api.audited).toMatchObject([{ action: 'rule:backtested', resourceId: 'back', changes: { window_days: 1 } }])
  expect(found).toMatchObject({ would_raise: 1, sample_matches: [{ suppressed: null }] })
  expect(found).toMatchObject({ complete: true, events_in_window: 2 })
  const newest = (await ask('POST', 'rules/back/backtest', { window_days: 1, limit: 1 })).body
  expect(newest).toMatchObject({ complete: false, events_scanned: 1, events_in_window: 2 })
  expect(newest.from > found.from && newest.to > newest.from).toBe(true)
  await ask('PUT', 'rules/back/overlay', { allowlists: { Image: ['c:\\TOOL.exe'] }, reason: 'ours' })
  const allowed = (await ask('POST', 'rules/back/backtest', { window_days: 1 })).body
  expect(allowed).toMatchObject({ would_fire: 1, would_raise: 0, sample_matches: [{ suppressed: 'allowlist' }] })
  const { id: builtIn } = (await ask('GET', 'rules?is_builtin=true&limit=1')).body.items[0]
  const theirs = await api.ask('POST', `rules/${builtIn}/backtest`, { token: stranger, body: {} })
  expect(theirs.body).toMatchObject({ events_scanned: 0, hit_rate: null, sample_matches: [] })
  expect((await api.ask('POST', 'rules/back/backtest', { token: stranger, body: {} })).status).toBe(404)
  expect((await ask('POST', 'rules/back/backtest', { window_days: 366 })).status).toBe(422)
})

describe('detections', () => {
  const EVENTS = 5
  const FIRST_MS = Date.UTC(2024, 4, 14)
  const stamp = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '')

  beforeAll(async () => {
    const values = Array.from({ length: EVENTS }, (_, n) => ({
      tenant_id: 'acme',
      signal_id: crypto.randomUUID(),
      time: stamp(FIRST_MS + n * 1000),
      ingest_time: stamp(Date.now()), // signals are kept for a time from there
      rule_id: n === 0 ? 'one' : 'more',
      rule_title: 'Title',
      language: 'sigma',
      severity_id: n === 0 ? 5 : 2,
      src_ip: '::ffff:192.0.2.7',
      event_uids: [crypto.randomUUID()],
      'matched.field': ['f'],
      'matched.value': ['v'],
    }))
    await engine().client.insert({ table: 'signals', values, format: 'JSONEachRow' })
  })

  test('are listed newest first, page by page, for the own tenant only', async () => {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await ask('GET', `detections?limit=2${cursor}`)
      seen.push(...body.items.map((one: { time: string }) => one.time))
      if (body.next_cursor === undefined) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual(Array.from({ length: EVENTS }, (_, n) => `2024-05-14T00:00:0${EVENTS - 1 - n}.000Z`))
    expect((await api.ask('GET', 'detections', { token: stranger })).body.items).toEqual([])
  })

  test('are filtered by rule, severity and time', async () => {
    const idsOf = async (query: string) =>
      (await ask('GET', `detections?${query}`)).body.items.map((one: { rule_id: string }) => one.rule_id)
    expect(await idsOf('rule_id=one')).toEqual(['one'])
    expect(await idsOf('severity_min=3')).toEqual(['one'])
    expect(await idsOf('since=2024-05-14T00:00:03Z')).toEqual(['more', 'more'])
    expect(await idsOf('until=2024-05-14T00:00:01Z')).toEqual(['one'])
    const [one] = (await ask('GET', 'detections?rule_id=one')).body.items
    expect(one).toMatchObject({ src_ip: '192.0.2.7', matched: [{ field: 'f', value: 'v' }], severity_id: 5 })
    expect((await ask('GET', 'detections?cursor=none')).status).toBe(422)
  })

  test('are counted by rule and severity, for the requested hours', async () => {
    const hours = Math.ceil((Date.now() - FIRST_MS) / 3_600_000)
    const { body } = await ask('GET', `detections/stats?hours=${Math.min(hours + 1, 100_000)}`)
    expect(body).toMatchObject({
      ...{
        total: 5,
        rules_total: 2,
        by_severity: [
          { severity_id: 2, hits: 4 },
          { severity_id: 5, hits: 1 },
        ],
      },
      by_rule: [
        { rule_id: 'more', hits: 4, last_hit: '2024-05-14T00:00:04.000Z' },
        { rule_id: 'one', hits: 1 },
      ],
    })
    expect((await ask('GET', 'detections/stats?hours=100000&rule_id=one')).body).toMatchObject({
      total: 1,
      rules_total: 1,
      by_severity: [{ severity_id: 5, hits: 1 }],
      by_rule: [{ rule_id: 'one', hits: 1 }],
    })
    expect((await ask('GET', 'detections/stats?hours=1')).body).toMatchObject({ total: 0, by_rule: [] })
  })

  test('from another product are recorded once, and listed with the others', async () => {
    const detection = {
      ...{ rule_id: 'edr-7', rule_title: 'Seen by the EDR', severity_id: 4, time: '2024-05-15T10:00:00.250Z' },
      ...{ host: 'h1', src_ip: '198.51.100.4', techniques: ['T1059'], matched: [{ field: 'path', value: 'x' }] },
    }
    const { status, body } = await ask('POST', 'detections', detection)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...detection, language: 'external', event_uids: [] })
    // Before the lake has it, with an append that the relay repeats, and when the lake has it.
    expect((await ask('POST', 'detections', detection)).body.id).toBe(body.id)
    await throughPipeline(2)
    expect((await ask('POST', 'detections', detection)).body).toEqual(body)
    await throughPipeline()
    expect((await ask('GET', 'detections?rule_id=edr-7')).body.items).toEqual([body])
    expect((await ask('POST', 'detections', { ...detection, time: '1990-01-01T00:00:00Z' })).status).toBe(422)
    expect((await ask('POST', 'detections', { ...detection, src_ip: 'nowhere' })).status).toBe(422)
    expect((await ask('POST', 'detections', { ...detection, tenant_id: 'globex' })).status).toBe(422)
    expect((await api.ask('GET', 'detections?rule_id=edr-7', { token: stranger })).body.items).toEqual([])
  })

  test.each(['honeytoken:1', 'svc-rule-stopped:x', 'finding:edr:x', 'intel:ip', 'ueba/logons'])(
    'from another product cannot use the reserved rule id %s',
    async (rule_id) => {
      const detection = { rule_id, rule_title: 'x', severity_id: 5, time: '2024-05-15T10:00:00Z' }
      expect((await ask('POST', 'detections', detection)).status).toBe(422)
    },
  )

  test('from another product are fused into their story, and pass to the consumers of alerts', async () => {
    const detection = {
      ...{ rule_id: 'edr-9', rule_title: 'Malware on a host', severity_id: 4, time: '2024-05-15T10:00:00Z' },
      ...{ host: 'ws-77', user: 'ann', src_ip: '198.51.100.9', techniques: ['T1059'], tactics: ['Execution'] },
    }
    const alerts = async (as = token) =>
      (await api.ask('GET', 'alerts?limit=500', { token: as })).body.items.filter(
        ({ affected_users: users }: { affected_users: string[] }) => users.includes('ann'),
      )
    await ask('POST', 'detections', { ...detection, severity_id: 1, host: 'quiet', user: 'quiet', src_ip: null })
    await ask('POST', 'detections', detection)
    await throughPipeline()
    const [alert] = await alerts()
    expect(alert).toMatchObject({
      ...{ title: 'Malware on a host on ws-77', severity: 'high', status: 'new', rule_id: 'edr-9' },
      ...{ mitre_techniques: ['T1059'], mitre_tactics: ['TA0002'], signal_count: 1 },
      ...{ affected_hosts: ['ws-77'], affected_users: ['ann'], affected_ips: ['198.51.100.9'] },
    })
    const later = { ...detection, rule_id: 'proxy-4', rule_title: 'Beaconing', time: '2024-05-15T10:20:00Z', host: '' }
    await ask('POST', 'detections', later)
    await throughPipeline()
    expect(await alerts()).toMatchObject([{ id: alert.id, signal_count: 2, rule_count: 2 }])
    await ask('POST', 'detections', { ...detection, host: 'ws-78', time: '2024-05-17T10:00:00Z' })
    await throughPipeline()
    expect(await alerts()).toHaveLength(2)
    expect(await alerts(stranger)).toEqual([])
    const quiet = await api.ask('GET', 'alerts?limit=500', { token })
    expect(JSON.stringify(quiet.body)).not.toContain('quiet')
    const query = (sql: string) =>
      withTenant(api.deps.pool, acme, (tx) => tx.many((row) => String(row.n), sql, [alert.id]))
    expect(await query('SELECT entity AS n FROM alert_entities WHERE alert_id = $1 ORDER BY 1')).toEqual([
      ...['198.51.100.9', 'ann', 'ws-77'],
    ])
    expect(await query('SELECT consumer AS n FROM alert_arrivals WHERE alert_id = $1 ORDER BY 1')).toEqual([
      ...['enrichment', 'playbooks', 'triage'],
    ])
  })
})

test.each([
  ['eql', 'process where process.name : "evil.exe"\n  and process.args : "-x"', 'mine.eql'],
  ['kql', 'SecurityEvent\n| where EventID == 4625', undefined],
  ['yara', 'rule one { strings: $a = "x{y" condition: $a }\nrule two { condition: true }', undefined],
] as const)('a bare %s query is created with its title, severity and techniques', async (language, text, file) => {
  const head = { title: 'It’s "mine": # 1', severity: 'high', techniques: ['T1059.001'] }
  const made = await ask('POST', 'rules', { language, text, ...head, ...(file ? { file } : {}) })
  expect([made.status, made.text]).toEqual([201, made.text])
  expect(made.body).toMatchObject({ title: head.title, severity: 'high', language })
  const whole = (await ask('GET', `rules/${made.body.id}`)).body
  expect(whole.text.toLowerCase()).toContain('t1059.001')
  const again = await ask('POST', 'rules', { language, text: whole.text, title: 'another' })
  expect([again.status, again.text]).toEqual([422, expect.stringContaining('already')])
})

test('a Sigma rule takes its title from its text', async () => {
  const text = 'title: x\nlogsource: { category: process_creation }\ndetection: { a: { Image: y }, condition: a }\n'
  expect((await ask('POST', 'rules', { language: 'sigma', text, title: 'another' })).status).toBe(422)
})

test('the coverage counts the detections of each rule, with the verdicts on its alerts', async () => {
  const at = new Date(Math.floor(Date.now() / 1000) * 1000)
  const row = { tenant_id: 'acme', rule_id: 'active', time: at.getTime(), ingest_time: at.getTime() }
  const older = { ...row, time: at.getTime() - 48 * 3_600_000 }
  await engine().client.insert({ table: 'signals', format: 'JSONEachRow', values: [row, older] })
  const cost = { tenant_id: 'acme', rule_id: 'active', hour: at.getTime() / 1000, evaluations: 4, timed: 2, cost_us: 6 }
  await engine().client.insert({ table: 'rule_costs', format: 'JSONEachRow', values: [cost] })
  const alert = (await ask('POST', 'alerts', { title: 'Noise', severity: 'low', rule_id: 'active' })).body
  const verdict = { corrected_verdict: 'false_positive', reason: 'the scanner', reason_code: 'known_scanner' }
  expect((await ask('POST', `alerts/${alert.id}/verdict-override`, verdict)).status).toBeLessThan(300)
  const { body } = await ask('GET', 'rules/activity?hours=24')
  const of = (list: { rule_id: string }[]) => list.filter(({ rule_id }) => rule_id === 'active')
  expect(of(body.hits)).toEqual([{ rule_id: 'active', hits: 1, last_hit: at.toISOString() }])
  expect(of(body.verdicts)).toMatchObject([{ alerts: 1, true_positive: 0, benign: 0, false_positive: 1 }])
  expect(of(body.costs)).toEqual([{ rule_id: 'active', evaluations: 4, mean_us: 3 }])
  expect([body.hits_complete, body.costs_complete, body.rules.builtin > 100]).toEqual([true, true, true])
  expect(of((await ask('GET', 'rules/activity')).body.hits)).toMatchObject([{ hits: 2 }])
  const theirs = (await api.ask('GET', 'rules/activity', { token: stranger })).body
  expect([of(theirs.hits), of(theirs.costs), of(theirs.verdicts)]).toEqual([[], [], []])
})

test('the ATT&CK matrix counts enabled rules and their detections', async () => {
  const of = (body: { tactics: { techniques: { technique: string }[] }[] }, id: string) =>
    body.tactics.flatMap(({ techniques }) => techniques).find(({ technique }) => technique === id)
  const before = (await ask('GET', 'rules/coverage')).body
  expect(before.tactics[0].techniques.length).toBeGreaterThan(0)
  expect(of(before, 'T1499.004')).toBeUndefined()
  const text = rule('covers').replace('logsource', 'tags: [attack.t1499.004, attack.impact]\nlogsource')
  const { id } = (await ask('POST', 'rules', { language: 'sigma', text })).body
  const row = {
    tenant_id: 'acme',
    rule_id: 'covers',
    time: Date.now(),
    ingest_time: Date.now(),
    techniques: ['T1499.004'],
  }
  await engine().client.insert({ table: 'signals', format: 'JSONEachRow', values: [row] })
  const after = (await ask('GET', 'rules/coverage?hours=24')).body
  const named = (await ask('GET', 'rules?search=T1499.004')).body.items
  expect(named.map(({ rule_ids }: { rule_ids: string[] }) => rule_ids)).toEqual([['covers']])
  expect(named[0].tags).toEqual(['attack.t1499.004', 'attack.impact'])
  const byTactic = (await ask('GET', 'rules?search=attack.impact&is_builtin=false')).body.items
  expect(byTactic.map(({ rule_ids }: { rule_ids: string[] }) => rule_ids)).toEqual([['covers']])
  expect((await ask('GET', 'rules?search=t1059')).body.items.length).toBeGreaterThan(0)
  expect(of(after, 'T1499.004')).toMatchObject({ technique: 'T1499.004', builtin_rules: 0, own_rules: 1, hits: 1 })
  const theirs = (await api.ask('GET', 'rules/coverage', { token: stranger })).body
  expect(of(theirs, 'T1499.004')).toBeUndefined()
  const gaps = (await api.ask('GET', 'rules/coverage?gaps=true', { token: stranger })).body
  expect(of(gaps, 'T1499.004')).toMatchObject({ builtin_rules: 0, own_rules: 0 })
  expect([gaps.techniques_covered, gaps.techniques_known > 600]).toEqual([theirs.techniques_covered, true])
  await ask('POST', `rules/${id}/disable`)
  expect(of((await ask('GET', 'rules/coverage')).body, 'T1499.004')).toMatchObject({ own_rules: 0, hits: 1 })
  await ask('DELETE', `rules/${id}`)
})
