import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTenant } from '../../control/identity/tenants/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { takeIn } from '../../query/testing.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { type ExportOptions, runExport } from './export.ts'
import { verifyExport } from './exports-verify.ts'
import { CommandRun } from './testing.ts'

const engine = useEngine({ migrated: true })
const run = new CommandRun()
const SPAN = { from: '2026-03-01', to: '2026-03-04' }

let server: TestPostgres

beforeAll(async () => {
  server = await withTestPostgres()
  const pool = openPostgres({ url: server.appUrl, poolSize: 1 })
  for (const id of ['acme', 'globex']) await createTenant(pool, { id })
  await pool.end()
  vi.stubEnv('CLICKHOUSE_URL', engine().engine.url)
  vi.stubEnv('DATABASE_URL', server.appUrl)
  vi.stubEnv('SVC_CREDENTIAL_KEY', `${randomBytes(32).toString('base64url')}=`)
  const logon = (day: number, user: string) =>
    JSON.stringify({
      ...{ Channel: 'Security', EventID: 4625, TargetUserName: user, IpAddress: '203.0.113.9' },
      '@timestamp': `2026-03-0${day}T01:00:00Z`,
    })
  const body = [logon(1, 'ann'), logon(1, 'a "quote", and\na line'), logon(3, 'bob')].join('\n')
  const sent = { format: 'windows', receivedMs: Date.now() }
  await takeIn(engine().client, { ...sent, tenant: 'acme', body })
  await takeIn(engine().client, { ...sent, tenant: 'globex', body: logon(1, 'theirs') })
})
beforeEach(() => run.open())
afterEach(() => run.close())
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
})

const out = () => join(run.dir, 'out')
const exported = async (query = '', options: Partial<ExportOptions> = {}) => {
  await runExport(query, { tenant: 'acme', out: out(), format: 'ndjson', ...SPAN, ...options })
  return JSON.parse(fs.readFileSync(join(out(), 'manifest.json'), 'utf8'))
}
const linesOf = (file: string) => fs.readFileSync(join(out(), file), 'utf8').split('\n').filter(Boolean)

test('writes a file a day and a manifest that proves them', async () => {
  const manifest = await exported()
  expect(manifest).toMatchObject({ tenant: 'acme', complete: true, format: 'ndjson' })
  const { statement } = manifest.signature
  expect(statement).toMatchObject({ tenant_id: 'acme', export_kind: 'events', row_count: 3, is_whole: true })
  expect(manifest.files.map(({ file, rows }: { file: string; rows: number }) => [file, rows])).toEqual([
    ['events-2026-03-01.ndjson', 2],
    ['events-2026-03-02.ndjson', 0],
    ['events-2026-03-03.ndjson', 1],
  ])
  for (const { file, sha256, bytes } of manifest.files) {
    const content = fs.readFileSync(join(out(), file))
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256])
  }
  const events = linesOf('events-2026-03-01.ndjson').map((line) => JSON.parse(line))
  expect(events.map(({ target_user: user }) => user).sort()).toEqual(['a "quote", and\na line', 'ann'])
  expect(events[0]).toMatchObject({ src_ip: '203.0.113.9', dst_ip: '', class_uid: 3002, event_code: '4625' })
  expect(run.stderr).toContain('3 events in 3 files')
})

test('continues with the first missing day, and refuses the folder of another export', async () => {
  const whole = await exported('target_user:*')
  fs.rmSync(join(out(), 'events-2026-03-03.ndjson'))
  const cut = { ...whole, complete: false, files: whole.files.slice(0, 2) }
  fs.writeFileSync(join(out(), 'manifest.json'), JSON.stringify(cut))
  const kept = fs.statSync(join(out(), 'events-2026-03-01.ndjson')).mtimeMs
  const { signature: _, ...again } = await exported('target_user:*')
  const { signature, ...first } = whole
  expect(again).toEqual(first)
  expect(signature).not.toBeNull()
  expect(fs.statSync(join(out(), 'events-2026-03-01.ndjson')).mtimeMs).toBe(kept)
  await expect(exported('target_user:ann')).rejects.toThrow('holds a different export')
})

test.each(['parquet', 'arrow', 'csv'] as const)('as %s is read back as it was', async (format) => {
  await exported('', { format, fields: 'time,target_user,src_ip,class_uid,actor.user.name' })
  const table = `back_${format}`
  const columns =
    'time DateTime64(3, \'UTC\'), target_user String, src_ip String, class_uid UInt32, "actor.user.name" String'
  await engine().client.command({ query: `CREATE TABLE ${table} (${columns}) ENGINE = MergeTree ORDER BY time` })
  const form = { parquet: 'Parquet', arrow: 'ArrowStream', csv: 'CSVWithNames' }[format]
  for (const day of ['01', '03']) {
    const values = fs.createReadStream(join(out(), `events-2026-03-${day}.${format}`))
    await engine().client.exec({ query: `INSERT INTO ${table} FORMAT ${form}`, values })
  }
  const found = await engine().client.query({
    query: `SELECT * FROM ${table} ORDER BY time, target_user`,
    format: 'JSONEachRow',
  })
  expect(await found.json()).toMatchObject([
    { time: '2026-03-01 01:00:00.000', target_user: 'a "quote", and\na line', src_ip: '203.0.113.9', class_uid: 3002 },
    { target_user: 'ann' },
    { time: '2026-03-03 01:00:00.000', target_user: 'bob' },
  ])
})

test('the folder is checked offline: a changed file, a changed manifest and another key are found', async () => {
  await exported()
  const verify = async (key?: string[]) => {
    process.exitCode = 0
    const lines: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line))
    await verifyExport(out(), key === undefined ? {} : { key })
    log.mockRestore()
    const isRight = process.exitCode === 0
    process.exitCode = 0
    return [isRight, lines[0]]
  }
  expect(await verify()).toEqual([true, expect.stringMatching(/^verified: 3 rows of events of tenant acme/)])
  expect(await verify(['0'.repeat(32)])).toEqual([false, expect.stringContaining('not one you trust')])
  const file = join(out(), 'events-2026-03-03.ndjson')
  const content = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, content.replace('bob', 'bib'))
  expect(await verify()).toEqual([false, 'not verified: events-2026-03-03.ndjson is not the file that was exported'])
  fs.writeFileSync(file, content)
  const manifest = join(out(), 'manifest.json')
  fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace('"complete": true', '"complete": false'))
  expect(await verify()).toEqual([false, 'not verified: the content is not the one that was signed'])
})

test('KQL selects events too, and the manifest names the language', async () => {
  const manifest = await exported('SecurityEvent | where TargetUserName == "ann"', { language: 'kql' })
  expect(manifest).toMatchObject({ language: 'kql', complete: true, signature: { statement: { row_count: 1 } } })
  expect(manifest).not.toHaveProperty('unreadable')
  expect(linesOf('events-2026-03-01.ndjson')).toHaveLength(1)
  expect(linesOf('events-2026-03-01.ndjson')[0]).toContain('ann')
  await verifyExport(out(), {})
})

test('names the part of the span whose archive file is gone, and is not complete without it', async () => {
  const moved = { from: '2026-03-02T05:00:00.000Z', to: '2026-03-02T06:00:00.000Z' }
  const pool = openPostgres({ url: server.appUrl, poolSize: 1 })
  await withTenant(pool, tenantId('acme'), (tx) =>
    tx.run(
      `INSERT INTO archive_moves (day, state, path, rows, bytes, checksum, from_time, to_time)
       VALUES ('2026-03-02', 'dropped', 'acme/a.parquet', 1, 1, 'c', $1, $2)`,
      [moved.from, moved.to],
    ),
  )
  await pool.end()
  const manifest = await exported()
  expect([manifest.complete, manifest.archived]).toEqual([
    false,
    [{ from: moved.from, to: '2026-03-02T06:00:00.001Z', reason: 'lost' }],
  ])
  expect(run.stderr).toContain('lost: files of the archive')
  expect(process.exitCode).toBe(1)
  process.exitCode = 0
})

test('an invalid request is refused before anything is written', async () => {
  await expect(exported('', { format: 'xls' })).rejects.toThrow('formats are parquet, arrow, csv, ndjson')
  await expect(exported('user:(')).rejects.toThrow('a condition is missing')
  await expect(exported('', { fields: 'nothing' })).rejects.toThrow('no field nothing')
  expect(fs.existsSync(join(out(), 'manifest.json'))).toBe(false)
})

test.each([
  ['kql', 'SecurityEvent | summarize count()'],
  ['kql', 'SecurityEvent | where'],
  ['sql', 'SELECT 1'],
])('%s that chooses no events is refused: %s', async (language, query) => {
  await expect(exported(query, { language })).rejects.toMatchObject({ code: 'bad_request' })
})
