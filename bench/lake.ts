/**
 * A lake of `SVC_BENCH_EVENTS` events over 90 days, queried through the API: the first run of each query, compared with
 * the same query as a full scan (without the engine's indexes) in the same run.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { openClickhouse } from '../stores/clickhouse/client.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'
import { textIndexWorker, unindexedParts } from '../stores/clickhouse/text-index.ts'
import { benchConfig } from './config.ts'
import { type BenchInstance, startInstance } from './instance.ts'
import { DAY_MS, DAYS, fillLake, one, TENANT } from './lake-events.ts'
import { type Known, type Question, questions } from './lake-questions.ts'
import { usageOfTree } from './processes.ts'
import { round } from './round.ts'

const SCANNED_DAYS = 3

type Row = Readonly<Record<string, unknown>> & { readonly question: string }

export async function benchLake(): Promise<Record<string, unknown>> {
  const { events, lake, only } = benchConfig()
  if (lake !== null) fs.mkdirSync(lake, { recursive: true })
  const bench = await startInstance({}, lake ?? undefined)
  const client = openClickhouse({ url: bench.instance.clickhouseUrl, timeoutMs: 3_600_000 })
  try {
    return await measureAll(bench, client, await filledLake(bench, client, events), only)
  } finally {
    await client.close()
    await bench.stop()
  }
}

export async function measureAll(
  bench: BenchInstance,
  client: ClickHouseClient,
  filled: Filled,
  only: string | null,
): Promise<Record<string, unknown>> {
  const index = await indexed(bench, client)
  process.stderr.write(`${JSON.stringify({ ...filled, index })}\n`)
  const api = await signIn(bench)
  const known = await knownValues(client)
  const rows: Row[] = []
  for (const question of questions(filled.endMs, known)) {
    if (only !== null && !question.name.includes(only)) continue
    const row = {
      ...(await measureQuestion(bench, client, api, question)),
      ...(await scanned(bench, client, question, filled.endMs)),
    }
    rows.push(row)
    process.stderr.write(`${JSON.stringify(row)}\n`)
  }
  return { load: os.loadavg().map(round), ...filled, index, lake: await lakeSize(client), questions: rows }
}

type Filled = {
  readonly events: number
  readonly endMs: number
  readonly fill: { readonly seconds: number; readonly cpuSeconds: number }
}

/** The lake that is kept, or a new one. */
async function filledLake(bench: BenchInstance, client: ClickHouseClient, events: number): Promise<Filled> {
  const note = path.join(bench.dir, 'lake-bench.json')
  if (fs.existsSync(note)) return JSON.parse(fs.readFileSync(note, 'utf8')) as Filled
  const endMs = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const startedAt = performance.now()
  const cpuBefore = usageOfTree(bench.instance.pid).cpuMs
  await fillLake(bench, client, events, endMs)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const cpuSeconds = Math.round((usageOfTree(bench.instance.pid).cpuMs - cpuBefore) / 1000)
  const filled = { events, endMs, fill: { seconds, cpuSeconds } }
  fs.writeFileSync(note, JSON.stringify(filled))
  return filled
}

/**
 * Builds the text index of the remaining days with the product's worker, which would otherwise wait until these days
 * are quiet.
 */
async function indexed(bench: BenchInstance, client: ClickHouseClient): Promise<Record<string, number>> {
  const stop = new AbortController().signal
  const worker = textIndexWorker(client, 0)
  const rows = await rowsOf(client, await unindexedParts(client))
  const startedAt = performance.now()
  const before = usageOfTree(bench.instance.pid).cpuMs
  while (await worker.once({ stop, succeeded: () => {} }));
  const cpuMs = usageOfTree(bench.instance.pid).cpuMs - before
  return {
    rows,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    cpu_us_per_row: round((cpuMs * 1000) / rows),
  }
}

async function rowsOf(client: ClickHouseClient, parts: readonly string[]): Promise<number> {
  const query = /* sql */ `
    SELECT sum(rows) AS rows FROM system.parts
    WHERE database = currentDatabase() AND table = 'events' AND active AND name IN {parts:Array(String)}`
  const answer = await client.query({ query, query_params: { parts }, format: 'JSONEachRow' })
  const [row] = await answer.json<{ rows: string }>()
  return Number(row?.rows)
}

type Api = { post(path: string, body: unknown): Promise<{ status: number; answer: Record<string, unknown> }> }

async function signIn(bench: BenchInstance): Promise<Api> {
  const email = `lead-${Date.now()}@bench.example`
  const password = (await bench.svc('admin', 'bootstrap', '--email', email, '--tenant', TENANT)).trim()
  const send = async (at: string, body: unknown, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const url = `${bench.instance.apiUrl}/api/v1${at}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, answer: (await answer.json()) as Record<string, unknown> }
  }
  const login = async () => String((await send('/auth/login', { email, password, tenant: TENANT })).answer.access_token)
  let token = await login()
  return {
    async post(at, body) {
      const answered = await send(at, body, token)
      if (answered.status !== 401) return answered
      token = await login()
      return send(at, body, token)
    },
  }
}

/** Values that some events have: neither the most frequent ones nor unique. */
async function knownValues(client: ClickHouseClient): Promise<Known> {
  const day = `tenant_id = '${TENANT}' AND ingest_time > (SELECT max(ingest_time) FROM events WHERE tenant_id = '${TENANT}') - INTERVAL 1 DAY`
  const some = (value: string, is: string) =>
    one(
      client,
      `SELECT ${value} AS v FROM events WHERE ${day} AND ${is} GROUP BY v ORDER BY abs(count() - 10), v LIMIT 1`,
    )
  return {
    host: await some('host', "host != ''"),
    user: await some('user', "user != ''"),
    ip: await some(`replaceOne(toString(src_ip), '::ffff:', '')`, "src_ip != toIPv6('::')"),
    hash: await some('file_hash', "file_hash != ''"),
    code: await one(
      client,
      `SELECT event_code FROM events WHERE ${day} AND event_code != '' GROUP BY event_code ORDER BY count() DESC, event_code LIMIT 1 OFFSET 9`,
    ),
    domain: await some('domain', "domain != '' AND domain NOT LIKE '%\"%'"),
  }
}

type Counters = { readonly rows: number; readonly bytes: number; readonly disk: number }

/** Counters since the engine's start. They include everything in the engine, so nothing else is queried meanwhile. */
async function counters(client: ClickHouseClient): Promise<Counters> {
  const sum = (name: string) => one(client, `SELECT sum(value) FROM system.events WHERE event = '${name}'`)
  return {
    rows: Number(await sum('SelectedRows')),
    bytes: Number(await sum('SelectedBytes')),
    disk: Number(await sum('ReadCompressedBytes')),
  }
}

async function measured<T>(bench: BenchInstance, client: ClickHouseClient, work: () => Promise<T>) {
  const before = await counters(client)
  const cpu = usageOfTree(bench.instance.pid).cpuMs
  const startedAt = performance.now()
  const result = await work()
  const ms = Math.round(performance.now() - startedAt)
  const cpuMs = usageOfTree(bench.instance.pid).cpuMs - cpu
  const after = await counters(client)
  const mb = (bytes: number) => Math.round(bytes / 100_000) / 10
  return {
    result,
    figures: {
      ms,
      cpu_ms: cpuMs,
      rows: after.rows - before.rows,
      mb: mb(after.bytes - before.bytes),
      disk_mb: mb(after.disk - before.disk),
    },
  }
}

async function measureQuestion(
  bench: BenchInstance,
  client: ClickHouseClient,
  api: Api,
  question: Question,
): Promise<Row> {
  const { result, figures } = await measured(bench, client, () => api.post(question.path, question.body))
  const { status, answer } = result
  // The search would go on as a job beside the next question.
  if (typeof answer.job_id === 'string') await api.post(`/events/searches/${answer.job_id}/cancel`, {})
  if (status !== 200)
    return { question: question.name, ...figures, status, fault: JSON.stringify(answer).slice(0, 300) }
  return {
    question: question.name,
    ...figures,
    found: foundIn(answer),
    complete: answer.complete ?? true,
    job: answer.job_id !== undefined,
  }
}

function foundIn(answer: Record<string, unknown>): number {
  const { events, table, facets, rows } = answer as {
    events?: number | unknown[]
    table?: { rows_in_all: number }
    facets?: { distinct: number }[]
    rows?: unknown[]
  }
  if (table) return table.rows_in_all
  if (facets) return facets.reduce((sum, { distinct }) => sum + distinct, 0)
  if (typeof events === 'number') return events
  return (events ?? rows ?? []).length
}

/** A full scan takes minutes: it is measured over the newest days, and extrapolated by the number of rows. */
async function scanned(
  bench: BenchInstance,
  client: ClickHouseClient,
  { scan }: Question,
  endMs: number,
): Promise<Record<string, unknown>> {
  if (!scan) return {}
  const span = { fromMs: endMs - SCANNED_DAYS * DAY_MS, toMs: endMs }
  const { figures } = await measured(bench, client, () => scan(unindexed(client), span))
  const whole = Object.entries(figures).map(([name, figure]) => [name, Math.round((figure * DAYS) / SCANNED_DAYS)])
  return { scan: Object.fromEntries(whole) }
}

/** Reads the tenant's events without the engine's indexes and its condition cache. */
function unindexed(client: ClickHouseClient): Reader {
  const clickhouse_settings = {
    query_cache_tag: TENANT,
    use_skip_indexes: 0,
    use_query_condition_cache: 0,
    max_execution_time: 0,
  } as const
  return {
    async query<T>(query: string, query_params: Record<string, unknown> = {}) {
      const answer = await client.query({ query, query_params, clickhouse_settings, format: 'JSONEachRow' })
      return answer.json<T>()
    },
    stream: () => Promise.reject(new Error('not streamed')),
  }
}

async function lakeSize(client: ClickHouseClient): Promise<Record<string, unknown>> {
  const query = /* sql */ `
    SELECT count() AS parts, sum(rows) AS rows, sum(bytes_on_disk) AS bytes_on_disk,
      sum(secondary_indices_compressed_bytes) AS index_bytes, sum(data_uncompressed_bytes) AS bytes_of_data
    FROM system.parts WHERE database = currentDatabase() AND table = 'events' AND active`
  const answer = await client.query({ query, format: 'JSONEachRow' })
  const [row] = await answer.json<Record<string, string>>()
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]))
}
