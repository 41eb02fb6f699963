/** Signed exports: each kind is signed over what leaves, kept in `export_signatures`, and a changed byte is found. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { kqlSearchRule } from '../../../control/detect/detections/index.ts'
import { recordIn } from '../../../control/platform/acting/index.ts'
import { chainOnce, signHeads } from '../../../control/platform/audit/index.ts'
import { measureNext } from '../../../control/platform/compliance/index.ts'
import {
  type DetachedSignature,
  type ExportJobDeps,
  openBundle,
  runExportOnce,
  sha256,
  signatureFault,
} from '../../../control/platform/exports/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { takeIn } from '../../../query/testing.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { localStore } from '../../../stores/iceberg/object-store.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, SEALER, type TestApi, tokenOf, VAULT } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
let server: TestPostgres
let api: TestApi
let acme: TenantId
let token: string
let stranger: string
const dir = mkdtempSync(join(tmpdir(), 'svc-exports-'))

beforeAll(async () => {
  server = await withTestPostgres()
  const database = await server.database()
  const lake = (tenant: TenantId, limits = {}) => tenantReader(engine().client, tenant, limits)
  const archive = { store: localStore(join(dir, 'archive')), secretOf: () => '' }
  api = await openTestApi(database, { deps: { lake, archive, audit: recordIn(SEALER) } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await ask('POST', 'alerts', { title: 'one', severity: 'high', affected_users: ['ann'] })
  await ask('POST', 'alerts', { title: 'two', severity: 'low', affected_users: ['bob'] })
  await ask('POST', 'cases', { title: 'a case', severity: 'low' })
  const event = JSON.stringify({
    ...{ Channel: 'Security', EventID: 4625, TargetUserName: 'ann', IpAddress: '198.51.100.7' },
    '@timestamp': new Date(Date.now() - 60_000).toISOString(),
  })
  await takeIn(engine().client, { tenant: 'acme', body: event, format: 'windows', receivedMs: Date.now() })
  while ((await chainOnce(api.owner)) > 0);
  await signHeads({ pool: api.owner, vault: VAULT }, Date.now(), 0)
}, 120_000)
afterAll(async () => {
  await api?.close()
  await server?.close()
  rmSync(dir, { recursive: true })
})

const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })

async function download(url: string, as = token) {
  const answer = await api.api.app.inject({ url: `/api/v1/${url}`, headers: { authorization: `Bearer ${as}` } })
  return { status: answer.statusCode, id: String(answer.headers['x-svc-export-signature']), bytes: answer.rawPayload }
}
async function opened(url: string) {
  const { status, id, bytes } = await download(url)
  expect([url, status, status === 200 ? '' : bytes.toString()]).toEqual([url, 200, ''])
  const bundle = openBundle(bytes)
  if (bundle === null) throw new Error(`${url} is no bundle`)
  const detached = JSON.parse(bundle.signature) as DetachedSignature
  return { id, detached, text: Buffer.from(bundle.content).toString(), content: bundle.content }
}

const MONTH = new Date().toISOString().slice(0, 7)
test.each([
  ['cases', 'exports/cases', 1],
  ['alerts', 'exports/alerts', 2],
  ['alerts', 'exports/alerts?severity=high', 1],
  ['events', 'exports/events?query=target_user:ann', 1],
  // The file has addresses as texts, and the condition compares addresses.
  ['events', 'exports/events?query=src_ip:198.51.100.0/24', 1],
  ['events', 'exports/events?language=kql&query=SecurityEvent|where EventID==4625', 1],
  ['usage', `exports/usage?month=${MONTH}`, null],
  ['compliance', 'exports/compliance/nist-csf', null],
  ['audit', 'exports/audit?action=alert', 2],
])('%s is exported with a signature: %s', async (kind, url, rows) => {
  const { id, detached, content, text } = await opened(url)
  const { statement } = detached
  expect(statement).toMatchObject({ tenant_id: 'acme', export_kind: kind, is_whole: true })
  if (rows !== null) expect([statement.row_count, text]).toEqual([rows, expect.any(String)])
  if (rows !== null && kind !== 'audit') expect(text.trim().split('\n')).toHaveLength(rows)
  expect(signatureFault(detached, sha256(content), null)).toBeNull()
  expect(signatureFault(detached, sha256(content), [statement.key_id])).toBeNull()
  expect(signatureFault(detached, sha256(content), ['0'.repeat(32)])).toContain('not one you trust')
  expect(signatureFault(detached, sha256(`${text} `), null)).toContain('not the one that was signed')
  const more = { ...detached, statement: { ...statement, row_count: statement.row_count + 1 } }
  expect(signatureFault(more, sha256(content), null)).toContain('not valid')
  const stored = await ask('GET', `governance/export-signatures/${id}`)
  expect(stored.body).toEqual(detached)
  expect((await ask('GET', `governance/export-signatures/${id}`, undefined, stranger)).status).toBe(404)
  const listed = (await ask('GET', 'governance/export-signatures?limit=1')).body.items
  expect(listed).toMatchObject([{ id, export_kind: kind, row_count: statement.row_count, algorithm: 'ed25519' }])
})

test('the export for an assessor has the controls, the daily points and all evidence of the period, with their hashes', async () => {
  const attached = await ask('POST', 'compliance/evidence', {
    ...{ framework: 'nist-csf', control_id: 'GV.PO-01', evidence_kind: 'policy', summary: 'Policy of 2026' },
    raw_payload: { version: 7 },
  })
  const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
  const log = pino({ level: 'silent' })
  while (await measureNext({ pool: api.owner, lake, retentionDays: 400, nowMs: Date.now, log }));
  const { detached, text } = await opened('exports/compliance/nist-csf?days=30')
  const bundle = JSON.parse(text)
  expect(bundle.evidence).toMatchObject([
    { id: attached.body.id, payload_hash: attached.body.payload_hash, raw_payload: { version: 7 }, status: 'pending' },
  ])
  expect(bundle.history).toMatchObject([{ framework: 'nist-csf', day: new Date().toISOString().slice(0, 10) }])
  expect([bundle.controls.length, bundle.period.days, bundle.evidence_contents_left_out]).toEqual([106, 30, false])
  expect(detached.statement).toMatchObject({ row_count: 108, is_whole: true })
  expect((await download('exports/compliance/nist-csf?days=0')).status).toBe(422)
})

test('an export records a digest of its query, and different queries have different digests', async () => {
  const all = await opened('exports/alerts')
  const again = await opened('exports/alerts')
  const high = await opened('exports/alerts?severity=high')
  expect(again.detached.statement.query_digest).toBe(all.detached.statement.query_digest)
  expect(high.detached.statement.query_digest).not.toBe(all.detached.statement.query_digest)
})

test('other files are signed too: usage and the audit log, as CSV, HTML and bundle', async () => {
  for (const url of [`usage/export.csv?month=${MONTH}`, 'audit/export?format=csv', 'audit/export?format=html']) {
    const { status, id, bytes } = await download(url)
    expect([url, status]).toEqual([url, 200])
    const detached = (await ask('GET', `governance/export-signatures/${id}`)).body as DetachedSignature
    expect(signatureFault(detached, sha256(bytes), null)).toBeNull()
  }
  const { bytes } = await download('audit/export')
  const [newest] = (await ask('GET', 'governance/export-signatures?limit=1')).body.items
  expect(newest).toMatchObject({ export_kind: 'audit', content_sha256: sha256(bytes) })
  expect(newest.row_count).toBe(bytes.toString().split('\n{"entry":').length - 1)
})

test('an export is audited, and residency can refuse it', async () => {
  await opened('exports/cases')
  const { items } = (await ask('GET', 'audit?action=export:made')).body
  expect(items[0]).toMatchObject({ resource: 'export', changes: { kind: 'cases', rows: 1, is_whole: true } })
  await ask('PUT', 'governance/residency', {
    ...{ data_region: 'eu', residency_enforced: true, destinations: { here: 'us' } },
  })
  const signatures = async () => (await ask('GET', 'governance/export-signatures')).body.items.length
  const before = await signatures()
  const urls = ['cases', 'alerts', 'events', `usage?month=${MONTH}`, 'compliance/nist-csf', 'audit']
  for (const url of [...urls.map((one) => `exports/${one}`), `usage/export.csv?month=${MONTH}`, 'audit/export'])
    expect([url, (await download(url)).status]).toEqual([url, 403])
  expect(await signatures()).toBe(before)
  const { items: violations } = (await ask('GET', 'governance/residency/violations')).body
  expect(violations.filter(({ operation }: { operation: string }) => operation === 'export')).toHaveLength(8)
  await ask('PUT', 'governance/residency', { data_region: null })
})

test('an export is refused to a user from whom a field is hidden', async () => {
  await makeUser(api, acme, 'lea', 'soc_lead')
  const rule = { resource: 'alert', field_path: 'affected_users', visible_to_roles: ['admin'], treatment: 'redact' }
  expect((await ask('POST', 'governance/field-rules', rule)).status).toBe(201)
  const lea = await tokenOf(api, acme, 'lea')
  for (const url of ['exports/alerts', 'exports/cases', 'exports/events'])
    expect([url, (await download(url, lea)).status]).toEqual([url, 403])
  expect((await download('exports/alerts')).status).toBe(200)
})

test('the command line verifies a bundle, and detects a changed byte', async () => {
  const { verifyExport } = await import('../../../services/cli/exports-verify.ts')
  const { bytes } = await download('exports/alerts')
  const file = join(dir, 'alerts.zip')
  writeFileSync(file, bytes)
  const lines: string[] = []
  const { log } = console
  console.log = (line: string) => lines.push(line)
  try {
    await verifyExport(file, {})
    expect(process.exitCode ?? 0).toBe(0)
    const { content, signature } = openBundle(bytes) ?? { content: new Uint8Array(), signature: '' }
    const plain = join(dir, 'alerts.ndjson')
    writeFileSync(plain, Buffer.from(content).toString().replace('one', 'two'))
    writeFileSync(join(dir, 'signature.json'), signature)
    await verifyExport(plain, { signature: join(dir, 'signature.json') })
    expect(process.exitCode).toBe(1)
    process.exitCode = 0
  } finally {
    console.log = log
  }
  expect(lines).toEqual([
    expect.stringMatching(/^verified: 2 rows of alerts of tenant acme, signed /),
    'not verified: the content is not the one that was signed',
  ])
})

describe('an export job', () => {
  const NEVER = new AbortController().signal
  const deps = (changed: Partial<ExportJobDeps> = {}): ExportJobDeps => ({
    pool: api.owner,
    read: (tenant, limits) => tenantReader(engine().client, tenant, limits),
    store: localStore(join(dir, 'archive')),
    vault: VAULT,
    ...{ kqlRule: kqlSearchRule, sources: lakeSources },
    tempFolder: join(dir, 'temp'),
    record: async () => {},
    log: pino({ level: 'silent' }),
    nowMs: Date.now,
    ...changed,
  })
  const start = (body: object = {}, as = token) => {
    const from = new Date(Date.now() - 10 * 3_600_000).toISOString()
    return ask('POST', 'exports/jobs', { query: 'target_user:ann', from, ...body }, as)
  }
  const stateOf = async (id: string) => (await ask('GET', `exports/jobs/${id}`)).body
  const cancelAll = async () => {
    for (const { id } of (await ask('GET', 'exports/jobs')).body.items) await ask('POST', `exports/jobs/${id}/cancel`)
  }

  test.each([
    ['csv', (text: string) => text.trim().split('\n').length - 1],
    ['ndjson', (text: string) => text.trim().split('\n').length],
    ['parquet', (text: string) => (text.startsWith('PAR1') ? 1 : 0)],
  ])(
    'returns all of its events as %s, with a signed manifest that the command line verifies',
    async (format, rowsIn) => {
      const started = await start({ format })
      expect([started.status, started.body.state]).toEqual([202, 'running'])
      const path = `exports/jobs/${started.body.id}`
      expect((await download(`${path}/file`)).status, 'nothing is there yet').toBe(409)
      while (await runExportOnce(deps(), NEVER));
      expect(await stateOf(started.body.id)).toMatchObject({ state: 'done', rows: 1, missing: [], format })
      const { status, bytes } = await download(`${path}/file`)
      expect(status).toBe(200)
      const folder = join(dir, `unpacked-${format}`)
      mkdirSync(folder)
      writeFileSync(join(folder, 'all.tar'), bytes)
      execFileSync('tar', ['-xf', 'all.tar'], { cwd: folder })
      const [file = ''] = readdirSync(folder).filter((name) => name.startsWith('events-'))
      expect(rowsIn(readFileSync(join(folder, file), 'latin1'))).toBe(1)
      const { verifyExport } = await import('../../../services/cli/exports-verify.ts')
      const log = vi.spyOn(console, 'log').mockReturnValue()
      await verifyExport(folder, {})
      appendFileSync(join(folder, file), ' ')
      await verifyExport(folder, {})
      process.exitCode = 0
      expect(log.mock.calls.flat()).toEqual([
        expect.stringContaining('verified: 1 rows'),
        expect.stringContaining('not verified'),
      ])
      log.mockRestore()
      expect((await download(`${path}/file`, stranger)).status).toBe(404)
      expect((await ask('GET', path, undefined, stranger)).status).toBe(404)
      expect((await ask('POST', `${path}/cancel`, undefined, stranger)).status).toBe(404)
      expect((await ask('POST', `${path}/cancel`)).status, 'it has ended').toBe(409)
    },
  )

  test('returns the events of a KQL condition, which its manifest contains', async () => {
    const kql = { language: 'kql', format: 'ndjson', from: new Date(Date.now() - 3_600_000).toISOString() }
    const { body } = await start({ ...kql, query: 'SecurityEvent | where TargetUserName =~ "ANN" and EventID == 4625' })
    const none = await start({ ...kql, query: 'SecurityEvent | where TargetUserName == "nobody"' })
    while (await runExportOnce(deps(), NEVER));
    expect(await stateOf(body.id)).toMatchObject({ state: 'done', language: 'kql', rows: 1, missing: [] })
    expect(await stateOf(none.body.id)).toMatchObject({ state: 'done', rows: 0, files: [] })
    for (const [query, fault] of [
      ['SecurityEvent | summarize count() by Account', /line 1, column 17/],
      ['SecurityEvent | where', /line 1/],
      ['Nothing | where a == 1', /begin with a known table/],
    ] as const) {
      const refused = await start({ ...kql, query })
      expect([query, refused.status]).toEqual([query, 422])
      expect(JSON.stringify(refused.body)).toMatch(fault)
    }
  })

  test('resumes with the file that a process had not finished', async () => {
    const { body } = await start()
    for (let at = 0; at < 2; at++) await runExportOnce(deps(), NEVER)
    const before = await stateOf(body.id)
    const dying = new AbortController()
    const read: ExportJobDeps['read'] = () => {
      dying.abort()
      return { query: () => Promise.reject(new Error('ends')), stream: () => Promise.reject(new Error('ends')) }
    }
    await expect(runExportOnce(deps({ read }), dying.signal)).rejects.toThrow()
    expect(await stateOf(body.id)).toMatchObject({ state: 'running', at_time: before.at_time })
    while (await runExportOnce(deps(), NEVER));
    expect(await stateOf(body.id)).toMatchObject({ state: 'done', rows: 1 })
  })

  test('waits while a run of the archive moves events of its time, and is complete then', async () => {
    const { body } = await start()
    const sql = (text: string) => withTenant(api.owner, acme, (tx) => tx.run(text))
    await sql(
      `INSERT INTO archive_moves (id, day, path) VALUES (gen_random_uuid(), '2026-03-01', 'acme/moving.parquet')`,
    )
    await sql(`UPDATE archive_moves SET state = 'dropping', rows = 1, bytes = 1, checksum = '1:1',
      from_time = now() - interval '1 day', to_time = now()`)
    await expect(runExportOnce(deps(), NEVER)).rejects.toMatchObject({ code: 'unavailable' })
    await sql(`UPDATE archive_moves SET state = 'abandoned'`)
    await sql(`UPDATE export_jobs SET lease_until = '-infinity'`)
    while (await runExportOnce(deps(), NEVER));
    expect(await stateOf(body.id)).toMatchObject({ state: 'done', rows: 1, missing: [] })
  })

  test('reads a shorter time span when the engine runs out of memory, and can be cancelled', async () => {
    const { body } = await start({ query: '' })
    const tooLarge = () => Promise.reject(Object.assign(new Error('too much'), { code: '241' }))
    const before = await sliceOf(body.id)
    await runExportOnce(deps({ read: () => ({ query: tooLarge, stream: tooLarge }) }), NEVER)
    expect(await sliceOf(body.id)).toBe(before / 4)
    expect((await ask('POST', `exports/jobs/${body.id}/cancel`)).body).toMatchObject({ state: 'cancelled' })
    expect(await runExportOnce(deps(), NEVER)).toBe(false)
  })
  const sliceOf = (id: string) =>
    withTenant(api.owner, acme, (tx) =>
      tx.maybeOne((row) => Number(row.slice_ms), 'SELECT slice_ms FROM export_jobs WHERE id = $1', [id]),
    ).then((ms) => ms ?? 0)

  test('is limited to two per tenant, and tenants take turns', async () => {
    const own = [await start(), await start()]
    expect((await start()).status).toBe(409)
    const theirs = await start({}, stranger)
    const order: string[] = []
    const read: ExportJobDeps['read'] = (tenant, limits) => {
      order.push(tenant)
      return tenantReader(engine().client, tenant, limits)
    }
    for (let at = 0; at < 6; at++) await runExportOnce(deps({ read }), NEVER)
    expect(order.filter((tenant) => tenant === 'globex')).toHaveLength(2)
    for (const { body } of own) await ask('POST', `exports/jobs/${body.id}/cancel`)
    await ask('POST', `exports/jobs/${theirs.body.id}/cancel`, undefined, stranger)
  })

  test('is refused with an invalid query, an unknown field or an unknown format', async () => {
    await cancelAll()
    for (const wrong of [{ query: 'a:(' }, { fields: ['nothing_like_it'] }, { format: 'xls' }, { from: 'yesterday' }])
      expect([wrong, (await start(wrong)).status]).toEqual([
        wrong,
        expect.toSatisfy((status) => status === 400 || status === 422),
      ])
  })
})
