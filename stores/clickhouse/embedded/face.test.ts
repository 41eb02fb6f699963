import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client'
import { beforeAll, expect, test } from 'vitest'
import { bodyFolder } from '../body-folder.ts'
import { insertNative, openClickhouse } from '../client.ts'
import { rows, START_MS, useEngine } from '../test-engine.ts'
import { STREAMED } from './query-handler.ts'

const engine = useEngine({ migrated: false })
const HOSTILE = '{"a":1,"s":"x"}\n\nDROP TABLE victim'

beforeAll(async () => {
  const window = 'SETTINGS non_replicated_deduplication_window = 100'
  await run(`CREATE TABLE victim (a UInt64, s String) ENGINE = MergeTree ORDER BY a ${window}`)
}, START_MS)

async function run(query: string, settings: Record<string, string> = {}): Promise<void> {
  await engine().client.command({ query, clickhouse_settings: settings })
}

/** Requests that the official client cannot make. */
async function raw(path: string, body: string | Buffer = '', headers: Record<string, string> = {}, method = 'POST') {
  const url = new URL(path, engine().engine.url)
  const { username, password } = new URL(engine().engine.url)
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const options = {
      method,
      auth: `${username}:${password}`,
      headers: { 'content-length': Buffer.byteLength(body), ...headers },
    }
    const sent = request(url, options, (answer) => {
      text(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
        reject,
      )
    })
    sent.on('error', reject).end(body)
  })
}

test('parameters arrive unchanged', async () => {
  const params = { s: `q'\\"\t\n\u0000é😀`, n: -5, list: [`a'b`, 'c\\'], nothing: null }
  const query =
    'SELECT {s:String} AS s, {n:Int32} AS n, {list:Array(String)} AS list, {nothing:Nullable(String)} AS nothing'
  expect(await rows(engine().client, query, params)).toEqual([params])
})

test('every format comes back complete, also in many chunks', async () => {
  const answer = await engine().client.query({ query: 'SELECT number FROM numbers(100000)', format: 'JSON' })
  const json = await answer.json<{ number: number }>()
  expect(json.data.length).toBe(100_000)
  const tsv = await engine().client.query({ query: 'SELECT number FROM numbers(100000)', format: 'TabSeparated' })
  expect((await tsv.text()).split('\n').length).toBe(100_001)
  const stream = await engine().client.query({ query: 'SELECT number FROM numbers(100000)', format: 'JSONEachRow' })
  let count = 0
  for await (const page of stream.stream()) count += page.length
  expect(count).toBe(100_000)
  expect((await raw('/?default_format=Parquet', 'SELECT 1')).body.startsWith('PAR1')).toBe(true)
})

test.each([...STREAMED].filter((format) => format !== 'Native'))(
  '%s is the same streamed and made whole',
  async (format) => {
    const query = `SELECT number, toString(number) AS s FROM numbers(50000) FORMAT ${format}`
    const streamed = await raw('/', query)
    const whole = await raw('/?extremes=0', query)
    expect(streamed.status).toBe(200)
    expect(streamed.body === whole.body).toBe(true)
  },
)

test('totals are part of the response', async () => {
  const query = 'SELECT number % 2 AS k, count() FROM numbers(100000) GROUP BY k WITH TOTALS ORDER BY k FORMAT TSV'
  expect((await raw('/', query)).body).toBe('0\t50000\n1\t50000\n\n0\t100000\n')
})

test('errors carry the engine code, its name and the status of a server', async () => {
  await expect(rows(engine().client, 'SELECT * FROM missing')).rejects.toMatchObject({
    code: '60',
    type: 'UNKNOWN_TABLE',
  })
  await expect(rows(engine().client, 'SELEC 1')).rejects.toMatchObject({ code: '62' })
  const answer = await raw('/', 'SELECT * FROM missing')
  expect(answer.status).toBe(404)
  expect(answer.headers['x-clickhouse-exception-code']).toBe('60')
})

test('an error after the first rows is an error for the client, never a short result', async () => {
  const query = `SELECT throwIf(number = 900000, 'too far') FROM numbers(1000000)`
  await expect(rows(engine().client, query)).rejects.toThrow(/too far/)
  const answer = await engine().client.query({ query, format: 'TabSeparated' })
  await expect(answer.text()).rejects.toThrow()
})

test('a buffered result reports its error in the status', async () => {
  const query = 'SELECT throwIf(number = 900000) FROM numbers(1000000)'
  expect((await raw('/?wait_end_of_query=1', query)).status).toBe(500)
  const large = await raw('/?wait_end_of_query=1', `SELECT repeat('x', 1000) FROM numbers(100000)`)
  expect([large.status, large.body]).toEqual([413, expect.stringContaining('is at most')])
})

test('settings of one request do not affect the next one', async () => {
  const query = `SELECT getSetting('max_threads') AS threads`
  await run('SELECT 1', { max_threads: '7', readonly: '1' })
  expect((await rows<{ threads: string }>(engine().client, query))[0]?.threads).not.toBe('7')
  await run('SET max_threads = 7')
  expect((await rows<{ threads: string }>(engine().client, query))[0]?.threads).not.toBe('7')
})

test('data is never run as SQL, in any format and place', async () => {
  const { client } = engine()
  await client.insert({ table: 'victim', values: [{ a: 1, s: '\n\n;DROP TABLE victim' }], format: 'JSONEachRow' })
  await raw('/?query=INSERT%20INTO%20victim%20FORMAT%20JSONEachRow', HOSTILE)
  await raw('/', `INSERT INTO victim FORMAT JSONEachRow\n${HOSTILE}`)
  await raw('/?query=INSERT%20INTO%20victim%20FORMAT%20LineAsString', HOSTILE)
  await raw('/?query=INSERT%20INTO%20victim%20FORMAT%20RowBinary', rowBinary(2n, '\n\nDROP TABLE victim'))
  await raw('/', `INSERT INTO victim VALUES (3, 'a'); DROP TABLE victim`)
  await raw('/', 'SELECT 1; DROP TABLE victim')
  await raw('/', `INSERT INTO victim FORMAT RowBinary\n`.concat(''))
  const stored = await rows<{ a: string; s: string }>(
    client,
    'SELECT DISTINCT toString(a) AS a, s FROM victim ORDER BY a, s',
  )
  expect(stored).toContainEqual({ a: '1', s: '\n\n;DROP TABLE victim' })
  expect(stored).toContainEqual({ a: '2', s: '\n\nDROP TABLE victim' })
})

function rowBinary(a: bigint, s: string): Buffer {
  const head = Buffer.alloc(9)
  head.writeBigUInt64LE(a)
  head.writeUInt8(Buffer.byteLength(s), 8)
  return Buffer.concat([head, Buffer.from(s)])
}

test('accepts a session id on a statement that needs no session', async () => {
  expect((await raw('/?session_id=a&session_timeout=60', 'SELECT 1')).body).toBe('1\n')
  for (const sql of [
    'SET max_threads = 1',
    'USE default',
    'CREATE TEMPORARY TABLE t (a UInt8)',
    '/**/ CREATE OR REPLACE TEMPORARY TABLE t (a UInt8)',
  ]) {
    const { status, body } = await raw('/?session_id=a', sql)
    expect([status, body]).toEqual([400, expect.stringContaining('keeps no session')])
  }
  expect((await raw('/?session_id=a&session_check=1', 'SELECT 1')).status).toBe(400)
})

test('a second statement and a file of the machine are refused', async () => {
  expect((await raw('/', 'SELECT 1; SELECT 2')).body).toMatch(/Multi-statements are not allowed/)
  expect((await raw('/', `SELECT 1 INTO /* x */ OUTFILE '/tmp/x'`)).body).toMatch(/INTO OUTFILE is not allowed/)
  expect((await raw('/', `INSERT INTO victim FROM INFILE '/etc/passwd' FORMAT TSV`)).body).toMatch(
    /FROM INFILE is not allowed/,
  )
})

test('without the password only ping answers', async () => {
  const { origin } = new URL(engine().engine.url)
  expect((await fetch(`${origin}/ping`)).status).toBe(200)
  expect((await fetch(`${origin}/?query=SELECT+1`)).status).toBe(401)
  const stranger = openClickhouse({ url: origin })
  await expect(rows(stranger, 'SELECT 1')).rejects.toBeInstanceOf(ClickHouseError)
  await stranger.close()
})

test('GET is read-only', async () => {
  const path = (sql: string) => `/?query=${encodeURIComponent(sql)}`
  expect((await raw(path('SELECT 1'), '', {}, 'GET')).body).toBe('1\n')
  expect((await raw(path('CREATE TABLE x (a UInt8) ENGINE = Memory'), '', {}, 'GET')).status).toBe(403)
})

test('compressed bodies and answers', async () => {
  const path = '/?query=INSERT%20INTO%20victim%20FORMAT%20TSV'
  expect((await raw(path, gzipSync('70\tgzip\n'), { 'content-encoding': 'gzip' })).status).toBe(200)
  expect((await raw(path, zstdCompressSync(Buffer.from('71\tzstd\n')), { 'content-encoding': 'zstd' })).status).toBe(
    200,
  )
  expect((await raw(path, 'x', { 'content-encoding': 'br' })).status).toBe(415)
  expect((await raw(path, 'not gzip', { 'content-encoding': 'gzip' })).status).toBe(400)
  const client = openClickhouse({ url: engine().engine.url, compress: true })
  expect(await rows(client, 'SELECT s FROM victim WHERE a IN (70, 71) ORDER BY a')).toEqual([
    { s: 'gzip' },
    { s: 'zstd' },
  ])
  await client.close()
})

test('Native blocks become one part, and a repeat with the same token changes nothing', async () => {
  const { client } = engine()
  await run('CREATE TABLE native AS victim')
  const block = async (from: number) => {
    const query = `SELECT number + ${from} AS a, '\n\nDROP TABLE native' AS s FROM numbers(1000)`
    const parts: Buffer[] = []
    for await (const part of (await client.exec({ query: `${query} FORMAT Native` })).stream) parts.push(part as Buffer)
    return Buffer.concat(parts)
  }
  const body = [await block(0), await block(1000), await block(2000)]
  await insertNative(client, { table: 'native', token: 'first', body })
  await insertNative(client, { table: 'native', token: 'first', body })
  const count = await rows<{ rows: string; parts: string }>(client, COUNT_PARTS)
  expect(count).toEqual([{ rows: '3000', parts: '1' }])
  await insertNative(client, { table: 'native', token: 'first', body, folder: bodyFolder(engine().dataDir) })
  expect(await rows(client, COUNT_PARTS)).toEqual(count)
  await insertNative(client, { table: 'native', token: 'second', body, folder: bodyFolder(engine().dataDir) })
  expect(await rows(client, COUNT_PARTS)).toEqual([{ rows: '6000', parts: '2' }])
})

const COUNT_PARTS = `SELECT toString(sum(rows)) AS rows, toString(count()) AS parts FROM system.parts WHERE table = 'native' AND active`

test('reads a named body only from the folder of the engine', async () => {
  const path = '/?query=INSERT%20INTO%20victim%20FORMAT%20LineAsString'
  for (const name of ['/etc/passwd', '../../etc/passwd', 'handover-0-0']) {
    const answer = await raw(path, '', { 'x-svc-body-file': name })
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('no body of that name')])
  }
})

test('a client that disconnects cancels its query', async () => {
  const { client } = engine()
  const gone = new AbortController()
  const marked = `SELECT count() FROM numbers(1000000000000) WHERE NOT ignore('the endless one')`
  const running = client.query({ query: marked, abort_signal: gone.signal, format: 'TabSeparated' })
  await until(async () => (await processes(client)) === 1)
  gone.abort()
  await expect(running).rejects.toThrow()
  await until(async () => (await processes(client)) === 0)
})

async function processes(client: ClickHouseClient): Promise<number> {
  const query = `SELECT toUInt32(count()) AS n FROM system.processes WHERE query LIKE '%endless one%' AND query NOT LIKE '%system.processes%'`
  return (await rows<{ n: number }>(client, query))[0]?.n ?? -1
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds()));
}

test('no body is left on disk', async () => {
  const inMemory = bodyFolder(engine().dataDir)
  expect(readdirSync(join(engine().dataDir, 'tmp'))).toEqual([])
  // The sender keeps one or two files that were read, to overwrite them.
  const left = existsSync(inMemory) ? readdirSync(inMemory) : []
  expect(left.filter((name) => !name.startsWith(`handover-${process.pid}-`))).toEqual([])
  expect(left.length).toBeLessThanOrEqual(2)
})
