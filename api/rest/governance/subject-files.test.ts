/** An erasure and its proof reach files: those of the archive and those of exports. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kqlSearchRule } from '../../../control/detect/detections/index.ts'
import { recordIn } from '../../../control/platform/acting/index.ts'
import { eraseArchive, lakeRows, runArchive } from '../../../control/platform/archive/index.ts'
import { canonicalJson, signText } from '../../../control/platform/audit/index.ts'
import {
  type ExportJobDeps,
  eraseExports,
  runExportOnce,
  subjectFiles,
} from '../../../control/platform/exports/index.ts'
import {
  type DeletionDeps,
  lakeSubject,
  patternsOf,
  runDeletionsOnce,
  type Subject,
  type SubjectFile,
} from '../../../control/platform/governance/index.ts'
import { searchFiles } from '../../../control/platform/governance/subject-deletions/subject-files.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { takeIn } from '../../../query/testing.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { localStore } from '../../../stores/iceberg/object-store.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, SEALER, startTestApi, type TestApi, VAULT } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const NEVER = new AbortController().signal
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS
const dir = mkdtempSync(join(tmpdir(), 'svc-subject-files-'))
const store = localStore(join(dir, 'archive'))
let api: TestApi
let acme: TenantId
let token: string
const recorded: string[] = []

const logon = (user: string, hour: number, ip = '198.51.100.7') =>
  JSON.stringify({
    ...{ Channel: 'Security', EventID: 4625, TargetUserName: user, IpAddress: ip, Note: 'a "quoted", text\nin lines' },
    '@timestamp': new Date(START_MS + hour * HOUR_MS).toISOString(),
  })

beforeAll(async () => {
  api = await startTestApi({
    deps: {
      lake: (tenant, limits = {}) => tenantReader(engine().client, tenant, limits),
      archive: { store, secretOf: () => '' },
      audit: recordIn(SEALER),
      subjectFiles: {
        list: (tenant) => subjectFiles({ pool: api.owner, store, tempFolder: join(dir, 'proofs') }).list(tenant),
      },
    },
  })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  const body = [logon('otto.kral', 1), logon('ann', 2), logon('bob', 30), logon('eve', 31, '2001:db8::7')].join('\n')
  await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: Date.now() })
}, 180_000)
afterAll(async () => {
  await api?.close()
  rmSync(dir, { recursive: true, force: true })
})

const ask = (method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token, ...(body === undefined ? {} : { body }) })
const archiveDeps = () => ({
  ...{ pool: api.owner, store, lake: { ...lakeRows(engine().client), freeDisk: async () => {} } },
  ...{ tempFolder: join(dir, 'moves'), record: async () => {}, report: () => {}, nowMs: Date.now },
})
const exportDeps = (): ExportJobDeps => ({
  ...{ pool: api.owner, store, vault: VAULT, kqlRule: kqlSearchRule, sources: lakeSources },
  read: (tenant, limits) => tenantReader(engine().client, tenant, limits),
  ...{ tempFolder: join(dir, 'temp'), record: async () => {}, log: pino({ level: 'silent' }), nowMs: Date.now },
})
const erasedExports = (subject: Subject) =>
  eraseExports(
    {
      ...{ pool: api.owner, store, tempFolder: join(dir, 'search') },
      record: async (_, action, { resourceId = '' }) => {
        recorded.push(`${action} ${resourceId}`)
      },
    },
    acme,
    subject,
  )
const deletionDeps = (): DeletionDeps => ({
  pool: api.owner,
  log: pino({ level: 'silent' }),
  lake: lakeSubject(engine().client),
  eraseFromAudit: async () => 0,
  eraseFromArchive: (tenant, { kind, value }, held) =>
    eraseArchive(archiveDeps(), tenant, {
      ...{ kind, value, text: patternsOf({ value }).inEvents },
      held: held.map((one) => patternsOf({ value: one }).inEvents).join('|'),
    }),
  eraseFromExports: (_, subject) => erasedExports(subject),
  forgetBaselines: async () => {},
  record: async () => {},
  async sign(statement) {
    const { keyId, signature } = await signText(api.owner, VAULT, canonicalJson(statement))
    return { key_id: keyId, signature }
  },
})

async function exported(body: object): Promise<string> {
  const from = new Date(START_MS).toISOString()
  const started = await ask('POST', 'exports/jobs', { from, ...body })
  expect([started.status, started.text]).toEqual([202, expect.anything()])
  while (await runExportOnce(exportDeps(), NEVER));
  return started.body.id
}
const job = async (id: string) => (await ask('GET', `exports/jobs/${id}`)).body
async function filesOf(id: string): Promise<string[]> {
  const found: string[] = []
  for await (const { path } of store.list(`exports/acme/${id}`)) found.push(path)
  return found
}
async function erase(subject_value: string, subject_kind = 'user') {
  const { body } = await ask('POST', 'governance/subject-deletions', { subject_kind, subject_value })
  while (await runDeletionsOnce(deletionDeps()));
  return (await ask('GET', `governance/subject-deletions/${body.id}`)).body
}
const proofOf = async (id: string, query = '') =>
  (await ask('GET', `governance/subject-deletions/${id}/proof${query}`)).body

test('an erasure withdraws exports whose files name the subject, says why, and leaves the others', async () => {
  const all: Record<string, string> = {}
  for (const format of ['csv', 'ndjson', 'parquet']) all[format] = await exported({ format })
  const others = await exported({ query: 'target_user:bob', format: 'csv' })
  const narrow = await exported({ format: 'ndjson', fields: ['time', 'target_user'] })
  const naming = await exported({ query: 'host:nothing OR user:otto.kral', format: 'csv' })
  const arrow = await exported({ query: 'target_user:bob', format: 'arrow' })
  const before = await subjectFiles({ pool: api.owner, store, tempFolder: join(dir, 'proofs') }).list(acme)
  expect(before.files.length).toBeGreaterThan(5)
  const deletion = await erase('Otto.Kral')
  expect(deletion).toMatchObject({ state: 'completed', affected_counts: { events: 1, exports: 6 } })
  for (const id of [...Object.values(all), narrow, naming, arrow]) {
    expect(await job(id)).toMatchObject({ state: 'withdrawn', files: [], fault: expect.stringContaining('erased') })
    expect(await filesOf(id)).toEqual([])
    expect((await ask('GET', `exports/jobs/${id}/file`)).status).toBe(409)
    expect((await ask('POST', `exports/jobs/${id}/cancel`)).status).toBe(409)
  }
  expect((await job(naming)).query, 'the query does not name the subject either').toBe('host:nothing OR user:[erased]')
  expect(await job(others)).toMatchObject({ state: 'done', rows: 1 })
  expect(await filesOf(others)).toHaveLength(1)
  expect(recorded.sort()).toEqual(
    [...Object.values(all), narrow, naming, arrow].map((id) => `export:withdrawn ${id}`).sort(),
  )
  const { body } = await ask('GET', `governance/subject-deletions/${deletion.id}/certificate`)
  expect(body.statement.searched).toContain('files of exports')
  expect(body.statement.remains.map(({ where }: { where: string }) => where)).not.toContain('export_jobs')
  expect(await proofOf(deletion.id)).toMatchObject({
    is_clean: true,
    found: {},
    searched: expect.arrayContaining(['files of exports']),
  })
}, 300_000)

test('an address is found in files however it is spelled', async () => {
  const id = await exported({ query: 'target_user:eve', format: 'csv', fields: ['time', 'src_ip'] })
  expect(await erase('2001:0DB8:0:0::7', 'ip')).toMatchObject({ affected_counts: { exports: 1 } })
  expect((await job(id)).state).toBe('withdrawn')
})

test('a slice that was being written when the erasure began is waited for, and its file is searched', async () => {
  const id = await exported({ query: 'target_user:bob', format: 'csv' })
  await withLease(id, `'running', clock_timestamp() + interval '1 hour', gen_random_uuid()`)
  const erasing = erasedExports({ kind: 'user', value: 'late.name' })
  await store.put(`exports/acme/${id}/events-late.csv`, Buffer.from('"time","target_user"\n"x","late.name"\n'))
  await withLease(id, `'running', '-infinity', NULL`)
  expect(await erasing).toBe(1)
  expect(await filesOf(id)).toEqual([])
})

async function withLease(id: string, values: string): Promise<void> {
  const sql = `UPDATE export_jobs SET (state, lease_until, lease) = (${values}) WHERE id = $1`
  expect(await withTenant(api.owner, acme, (tx) => tx.run(sql, [id]))).toBe(1)
}

test('the proof reads files of the archive, and finds a name that came later', async () => {
  const deletion = await erase('zoe.lind')
  await runArchive(archiveDeps(), acme, Date.now() + DAY_MS)
  expect(await proofOf(deletion.id)).toMatchObject({ is_clean: true, searched: expect.arrayContaining(['archive']) })
  await takeIn(engine().client, {
    tenant: 'acme',
    format: 'windows',
    body: logon('zoe.lind', 3),
    receivedMs: Date.now(),
  })
  expect(await proofOf(deletion.id)).toMatchObject({ is_clean: false, found: { events: 1 } })
  await runArchive(archiveDeps(), acme, Date.now() + DAY_MS)
  expect(await proofOf(deletion.id)).toMatchObject({ is_clean: false, found: { archive: 1 } })
  const again = await erase('zoe.lind')
  expect(again.affected_counts).toMatchObject({ archive: 1 })
  expect(await proofOf(deletion.id)).toMatchObject({ is_clean: true, found: {} })
  const beyond = await proofOf(deletion.id, '?after_file=zzz')
  expect([beyond.is_clean, beyond.searched], 'later pages are about files alone').toEqual([true, []])
}, 300_000)

test('a proof reads as many files as one request may, and goes on where it stopped', async () => {
  const read: string[] = []
  const file = (key: string, rows: number | null, more: Partial<SubjectFile> = {}): SubjectFile => {
    const count: SubjectFile['count'] = async (_, held) => {
      read.push(key)
      return held.length === 0 ? rows : 0
    }
    return { where: 'archive', key, bytes: 10, isHeld: false, count, ...more }
  }
  const files = [file('a', 0), file('b', 2), file('c', null), file('d', 3, { isHeld: true }), file('e', 1)]
  const subject = { kind: 'user', value: 'x' } as const
  const page = (after: string | null, held: readonly string[] = []) =>
    searchFiles({ files, lost: 1 }, { subject, held, after }, { files: 3, bytes: 25 })
  expect(await page(null)).toEqual({ searched: ['archive'], found: { archive: 2 }, remains: [], next: 'b' })
  const second = await page('b')
  expect([second.found, second.next]).toEqual([{}, 'd'])
  expect(second.remains).toEqual([
    { where: 'archive', rows: null, why: expect.stringContaining('cannot be searched') },
    { where: 'archive', rows: 3, why: expect.stringContaining('legal hold') },
  ])
  const last = await page('d')
  expect([last.found, last.next, last.remains]).toEqual([
    { archive: 1 },
    null,
    [{ where: 'archive', rows: null, why: expect.stringContaining('1 files are lost') }],
  ])
  expect(read).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect((await page('d', ['y'])).remains[0], 'rows beside those of a hold').toMatchObject({ rows: 1 })
})
