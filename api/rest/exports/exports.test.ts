/** Signed exports: each kind is signed over what leaves, kept in `export_signatures`, and a changed byte is found. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordIn } from '../../../control/platform/acting/index.ts'
import { chainOnce, signHeads } from '../../../control/platform/audit/index.ts'
import { type DetachedSignature, openBundle, sha256, signatureFault } from '../../../control/platform/exports/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { takeIn } from '../../../query/testing.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
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
  api = await openTestApi(database, { deps: { lake, audit: recordIn(SEALER) } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await ask('POST', 'alerts', { title: 'one', severity: 'high', affected_users: ['ann'] })
  await ask('POST', 'alerts', { title: 'two', severity: 'low', affected_users: ['bob'] })
  await ask('POST', 'cases', { title: 'a case', severity: 'low' })
  const event = JSON.stringify({
    ...{ Channel: 'Security', EventID: 4625, TargetUserName: 'ann' },
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
  ['usage', `exports/usage?month=${MONTH}`, null],
  ['compliance', 'exports/compliance/nist-csf', null],
  ['audit', 'exports/audit?action=alert', 2],
])('%s leaves signed: %s', async (kind, url, rows) => {
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

test('a query has its digest, and another query another one', async () => {
  const all = await opened('exports/alerts')
  const again = await opened('exports/alerts')
  const high = await opened('exports/alerts?severity=high')
  expect(again.detached.statement.query_digest).toBe(all.detached.statement.query_digest)
  expect(high.detached.statement.query_digest).not.toBe(all.detached.statement.query_digest)
})

test('files that are no bundle are signed too: usage and audit, as csv, html and as the bundle of the log', async () => {
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

test('an export is in the audit log, and stays here where residency refuses it', async () => {
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

test('nobody exports records of which a field is hidden from them', async () => {
  await makeUser(api, acme, 'lea', 'soc_lead')
  const rule = { resource: 'alert', field_path: 'affected_users', visible_to_roles: ['admin'], treatment: 'redact' }
  expect((await ask('POST', 'governance/field-rules', rule)).status).toBe(201)
  const lea = await tokenOf(api, acme, 'lea')
  for (const url of ['exports/alerts', 'exports/cases', 'exports/events'])
    expect([url, (await download(url, lea)).status]).toEqual([url, 403])
  expect((await download('exports/alerts')).status).toBe(200)
})

test('the command line checks a bundle, and finds a changed byte', async () => {
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
