/**
 * Questions to a kept lake (`SVC_BENCH_LAKE`, which `lake` has filled) beside other ways to read the same rows: the engine without its
 * indexes, DuckDB over Parquet, and `zgrep -c` over the texts. Each is run once, right after what it reads was written.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import type { ClickHouseClient } from '@clickhouse/client'
import { openLog } from '../platform/log.ts'
import { openClickhouse } from '../stores/clickhouse/client.ts'
import { startEmbeddedClickhouse } from '../stores/clickhouse/embedded/start.ts'
import { quoteText } from '../stores/clickhouse/quote.ts'
import { sqlText, withDuckdb } from '../stores/iceberg/duckdb.ts'
import { benchConfig } from './config.ts'
import { DAY_MS, one, RARE, TENANT, TICKET } from './lake-events.ts'
import { usageOf } from './processes.ts'
import { round } from './round.ts'

const run = promisify(execFile)
const SPAN_DAYS = 10
const COLUMNS = 'time, host, user, event_code, raw'

type Question = { readonly name: string; readonly lake: string; readonly duck: string; readonly text: string }
type Figures = { readonly ms: number; readonly cpu_ms: number; readonly mb: number; readonly found: number }

export async function benchLakeBeside(): Promise<Record<string, unknown>> {
  const { lake } = benchConfig()
  if (lake === null) throw new Error('SVC_BENCH_LAKE names a lake that npm run bench -- lake has filled')
  const { endMs } = JSON.parse(fs.readFileSync(path.join(lake, 'lake-bench.json'), 'utf8')) as { endMs: number }
  const log = openLog('bench', 'warn')
  const engine = await startEmbeddedClickhouse({ dataDir: path.join(lake, 'clickhouse'), port: 0, log })
  const client = openClickhouse({ url: engine.url, timeoutMs: 3_600_000 })
  const folder = fs.mkdtempSync(path.join(lake, 'beside-'))
  try {
    const span = spanSql(endMs)
    const files = await written(client, span, folder)
    const rows: Record<string, unknown>[] = []
    for (const question of await questions(client, span)) {
      const put = { client, pid: engine.pid, span, question }
      rows.push({
        question: question.name,
        granules: await granules(put),
        indexed: await measure(put, {}),
        scanned: await measure(put, { use_skip_indexes: 0 }),
        duckdb: await byDuckdb(files.parquet, folder, question),
        zgrep: await byZgrep(files.text, question),
      })
      process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`)
    }
    const sizes = { parquet: fs.statSync(files.parquet).size, gzip: fs.statSync(files.text).size }
    return {
      load: os.loadavg().map(round),
      days: SPAN_DAYS,
      events: files.events,
      sizes,
      disk: await disk(client),
      rows,
    }
  } finally {
    fs.rmSync(folder, { recursive: true })
    await client.close()
    await engine.stop()
  }
}

/** The condition names the hours by which the lake is sorted, as the product's queries do. */
function spanSql(endMs: number): string {
  const ends = [endMs - SPAN_DAYS * DAY_MS, endMs].map((ms) => `fromUnixTimestamp64Milli(toInt64(${ms}))`)
  const [from, to] = ends
  return `tenant_id = '${TENANT}' AND time >= ${from} AND time < ${to}
    AND toStartOfHour(time) >= toStartOfHour(${from}) AND toStartOfHour(time) <= toStartOfHour(${to})`
}

async function questions(client: ClickHouseClient, span: string): Promise<readonly Question[]> {
  const host = await one(
    client,
    `SELECT host FROM events WHERE ${span} AND host != '' GROUP BY host ORDER BY abs(count() - 10), host LIMIT 1`,
  )
  const word = (name: string, text: string): Question => {
    return { name, lake: `lower(raw) LIKE '%${text.toLowerCase()}%'`, duck: `raw ILIKE '%${text}%'`, text }
  }
  return [
    word('a word of one event in a million', RARE.word),
    word('a word that no event has', 'qzxvabsent'),
    word('a value whose words are common', TICKET.value),
    {
      name: 'a host of some ten events',
      lake: `lowerUTF8(host) = ${quoteText(host.toLowerCase())}`,
      duck: `host = ${sqlText(host)}`,
      text: host,
    },
  ]
}

async function written(client: ClickHouseClient, span: string, folder: string) {
  const parquet = path.join(folder, 'events.parquet')
  const text = path.join(folder, 'events.gz')
  const settings = {
    output_format_parquet_compression_method: 'zstd',
    max_result_rows: '0',
    max_result_bytes: '0',
  } as const
  const stream = async (columns: string, format: string) => {
    const query = `SELECT ${columns} FROM events WHERE ${span} ORDER BY time FORMAT ${format}`
    return (await client.exec({ query, clickhouse_settings: { ...settings, max_memory_usage: '6000000000' } })).stream
  }
  await pipeline(await stream(COLUMNS, 'Parquet'), fs.createWriteStream(parquet))
  await pipeline(await stream('raw', 'TSVRaw'), createGzip({ level: 1 }), fs.createWriteStream(text))
  return { parquet, text, events: Number(await one(client, `SELECT count() FROM events WHERE ${span}`)) }
}

type LakeQuestion = {
  readonly client: ClickHouseClient
  readonly pid: number
  readonly span: string
  readonly question: Question
}

async function measure(
  { client, pid, span, question }: LakeQuestion,
  settings: Record<string, number>,
): Promise<Figures> {
  const read = async () =>
    Number(await one(client, `SELECT sum(value) FROM system.events WHERE event = 'ReadCompressedBytes'`))
  const before = await read()
  const measured = await measuredIn(pid, async () => {
    const query = `SELECT count() FROM events WHERE ${span} AND ${question.lake} SETTINGS use_query_condition_cache = 0`
    const answer = await client.query({ query, clickhouse_settings: settings, format: 'JSONCompactEachRow' })
    return Number((await answer.json<[string]>())[0]?.[0])
  })
  return { ...measured, mb: megabytes((await read()) - before) }
}

async function granules({ client, span, question }: LakeQuestion): Promise<string> {
  const query = `EXPLAIN indexes = 1 SELECT count() FROM events WHERE ${span} AND ${question.lake}`
  const answer = await client.query({ query, format: 'JSONEachRow' })
  const plan = (await answer.json<{ explain: string }>()).map(({ explain }) => explain.trim())
  return plan.filter((line) => /^(?:Name|Granules|Parts):/.test(line)).join(', ')
}

async function byDuckdb(file: string, folder: string, { duck }: Question): Promise<Figures> {
  const before = readSoFar()
  const measured = await measuredIn(process.pid, () =>
    withDuckdb({ memoryMb: 2000, tempFolder: path.join(folder, 'spill') }, async ({ rows }) => {
      const [row] = await rows<{ n: string }>(`SELECT count(*) AS n FROM read_parquet(${sqlText(file)}) WHERE ${duck}`)
      return Number(row?.n)
    }),
  )
  return { ...measured, mb: megabytes(readSoFar() - before) }
}

async function byZgrep(file: string, { text }: Question): Promise<Figures> {
  const measured = await measuredIn(process.pid, () =>
    // Status 1 means that no line contains the text.
    run('zgrep', ['-c', '-i', '-F', text, file]).then(
      ({ stdout }) => Number(stdout),
      ({ stdout }: { stdout: string }) => Number(stdout),
    ),
  )
  return { ...measured, mb: megabytes(fs.statSync(file).size) }
}

async function measuredIn(pid: number, work: () => Promise<number>): Promise<Omit<Figures, 'mb'>> {
  const cpu = usageOf(pid).cpuMs
  const startedAt = performance.now()
  const found = await work()
  return { found, ms: Math.round(performance.now() - startedAt), cpu_ms: usageOf(pid).cpuMs - cpu }
}

/** Bytes that this process has read from the kernel, cached or not. */
const readSoFar = () => Number(/rchar: (\d+)/.exec(fs.readFileSync('/proc/self/io', 'latin1'))?.[1])

async function disk(client: ClickHouseClient): Promise<Record<string, unknown>> {
  const rowsOf = async (query: string) => (await client.query({ query, format: 'JSONEachRow' })).json()
  const of = `database = currentDatabase() AND table = 'events'`
  return {
    parts: await rowsOf(
      `SELECT count() AS parts, sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts WHERE ${of} AND active`,
    ),
    indexes: await rowsOf(
      `SELECT name, data_compressed_bytes AS bytes, marks_bytes FROM system.data_skipping_indices WHERE ${of}`,
    ),
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 100_000) / 10
