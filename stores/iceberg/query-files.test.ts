import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlText, withDuckdb } from './duckdb.ts'
import { type FileQuery, type FileView, queryFiles } from './query-files.ts'

const NEVER = new AbortController().signal
let folder: string
let own: string
let theirs: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-query-files-test-'))
  own = join(folder, 'own.parquet')
  theirs = join(folder, 'theirs.parquet')
  await withDuckdb({ memoryMb: 256, tempFolder: join(folder, 'temp') }, async (duck) => {
    for (const [file, who] of [
      [own, 'ann'],
      [theirs, 'secret'],
    ] as const)
      await duck.run(`COPY (SELECT '${who}-' || range % 3 AS who, range AS n, 9007199254740993 AS big,
        TIMESTAMPTZ '2026-03-01 00:00:00Z' AS time FROM range(3000)) TO ${sqlText(file)}`)
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const events = (): FileView => ({ name: 'events', kind: 'parquet', files: [own] })
const ask = (sql: string, more: Partial<FileQuery> = {}) =>
  queryFiles({ sql, views: [events()], rowsMax: 10, memoryMb: 256, threads: 1, diskMb: 64, signal: NEVER, ...more })

test('returns columns and JSON cells, and reports when there are more rows', async () => {
  expect(
    await ask('SELECT who, count(*) AS n, max(big) AS big, max(time) AS t FROM events GROUP BY who ORDER BY who'),
  ).toEqual({
    columns: [
      { name: 'who', type: 'VARCHAR' },
      { name: 'n', type: 'BIGINT' },
      { name: 'big', type: 'BIGINT' },
      { name: 't', type: 'TIMESTAMP WITH TIME ZONE' },
    ],
    rows: ['ann-0', 'ann-1', 'ann-2'].map((who) => [who, 1000, '9007199254740993', '2026-03-01 00:00:00+00']),
    hasMore: false,
  })
  const many = await ask('FROM events')
  expect([many.rows.length, many.hasMore]).toEqual([10, true])
})

test('reads the files of an export in each of their formats', async () => {
  const csv = join(folder, 'a.csv')
  const ndjson = join(folder, 'a.ndjson')
  writeFileSync(csv, 'who,n\nann,1\nbob,2\n')
  writeFileSync(ndjson, '{"who":"ann","n":1}\n{"who":"bob","n":2}\n')
  for (const [kind, file] of [
    ['csv', csv],
    ['ndjson', ndjson],
  ] as const) {
    const views = [{ name: 'exported', kind, files: [file] }]
    expect((await ask('SELECT who, sum(n) AS n FROM exported GROUP BY 1 ORDER BY 1', { views })).rows).toMatchObject([
      ['ann', expect.anything()],
      ['bob', expect.anything()],
    ])
  }
})

describe('a statement reaches nothing but its files', () => {
  const others = () => [
    `SELECT * FROM ${sqlText(theirs)}`,
    `SELECT * FROM read_parquet(${sqlText(join(folder, '*.parquet'))})`,
    `SELECT * FROM read_parquet(${sqlText(join(folder, 'x', '..', 'theirs.parquet'))})`,
    `SELECT * FROM events, ${sqlText(theirs)}`,
    `SELECT * FROM query('SELECT * FROM read_parquet(''${theirs}'')')`,
    `SELECT * FROM parquet_metadata(${sqlText(theirs)})`,
    `SELECT * FROM glob(${sqlText(join(folder, '*'))})`,
    `SELECT * FROM read_text('/etc/passwd')`,
    `SELECT * FROM read_blob('/proc/self/environ')`,
    `SELECT * FROM read_csv('https://example.com/x.csv')`,
    `SELECT * FROM sniff_csv('/etc/passwd')`,
    `SELECT getenv('PATH')`,
  ]

  test('not other users’ files, the machine’s files or the network', async () => {
    for (const sql of others()) {
      const refused = await ask(sql).then(
        (found) => JSON.stringify(found),
        (error: { code?: string }) => error.code,
      )
      expect([sql, refused]).toEqual([sql, 'bad_request'])
    }
  })

  test('and changes nothing: no file, no setting, no second statement', async () => {
    const before = readFileSync(own)
    for (const sql of [
      `COPY (SELECT 1) TO ${sqlText(own)}`,
      `EXPLAIN ANALYZE COPY (SELECT 1) TO ${sqlText(own)}`,
      `COPY (SELECT 1) TO ${sqlText(join(folder, 'new.csv'))}`,
      `EXPORT DATABASE ${sqlText(join(folder, 'dump'))}`,
      `ATTACH ${sqlText(join(folder, 'new.db'))}`,
      'SET enable_external_access = true',
      "SET allowed_paths = ['/etc/passwd']",
      'INSTALL httpfs',
      'LOAD httpfs',
      'CREATE TABLE t (n INTEGER)',
      'DROP VIEW events',
      'SELECT 1; SELECT 2',
      '',
    ])
      await expect(ask(sql), sql).rejects.toMatchObject({ code: expect.stringMatching(/^(?:forbidden|bad_request)$/) })
    expect(readFileSync(own).equals(before)).toBe(true)
    expect((await readdir(folder)).filter((name) => name.startsWith('new') || name === 'dump')).toEqual([])
  })
})

test('an endless statement is cancelled, and one that needs too much memory and disk is refused', async () => {
  const stop = new AbortController()
  const endless = ask('SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range = -1', {
    signal: stop.signal,
  })
  stop.abort(new Error('enough'))
  await expect(endless).rejects.toThrow('enough')
  const much = "SELECT length(string_agg(repeat('x', 1000), '')) FROM range(200000)"
  await expect(ask(much, { memoryMb: 64, diskMb: 1 })).rejects.toMatchObject({ code: 'bad_request' })
})
