/**
 * A large lake of events whose times lie over 90 days. A few tens of thousands go through the door and the pipeline;
 * the engine multiplies their rows, each with hosts, users, addresses, identifiers and times of its own, in the text as in
 * the columns. Parts are as large as an insert of intake, and nothing is merged that the product would not merge.
 */
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import type { ClickHouseClient } from '@clickhouse/client'
import { TEXT_INDEXES } from '../stores/clickhouse/field-indexes.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { openCorpus, piecesOf } from './corpus.ts'
import type { BenchInstance } from './instance.ts'
import { pushAll } from './pusher.ts'

export const DAYS = 90
export const DAY_MS = 86_400_000
/** Tenants of the events that went through the pipeline, and of the events that were made of them. */
const SEED_TENANT = 'seed'
export const TENANT = 'bench'
/** Number of rows of a full insert of intake. */
const PART_ROWS = 24_000
/**
 * The text index of the newest days is built by the product's worker, whose cost is measured on these days; for older
 * days it is built with the insert, with the same result, which saves the machine a second read.
 */
export const UNINDEXED_DAYS = 10
const FILE_LINES_MAX = 400
const FOLDERS =
  'windows windows-sample windows-xml zeek syslog cef-leef linux web vpcflow firewall aws azure gcp okta github gsuite k8s onepassword saas dns'
const BODY_BYTES = 1 << 20
const PARALLEL = 4

/** One event in this many contains the word, the phrase or the member for which `lake-questions.ts` searches. */
export const RARE = { oneIn: 1_000_003, word: 'kestrelmark', phrase: 'vssadmin delete shadows' } as const
export const TICKET = { oneIn: 100_003, member: 'ticket_code', value: 'AX-77-1931' } as const

/** Pushes the seed events and multiplies them. Resolves with the number of rows of the tenant. */
export async function fillLake(
  bench: BenchInstance,
  client: ClickHouseClient,
  rows: number,
  endMs: number,
): Promise<void> {
  const token = (await bench.svc('tokens', 'mint', '--tenant', SEED_TENANT)).trim()
  for (const { name, format, bodies } of seeds())
    await pushAll(bodies, { url: bench.instance.ingestUrl, token, connector: name, format }, PARALLEL)
  await bench.drain()
  const columns = await storedColumns(client)
  await client.command({ query: 'CREATE DATABASE IF NOT EXISTS bench' })
  await client.command({
    query: /* sql */ `
      CREATE OR REPLACE TABLE bench.seeds ENGINE = MergeTree ORDER BY seed_number AS
      SELECT rowNumberInAllBlocks() AS seed_number, ${columns.join(', ')}
      FROM (SELECT ${columns.join(', ')} FROM events WHERE tenant_id = '${SEED_TENANT}' ORDER BY event_uid)`,
  })
  const seedRows = Number(await one(client, 'SELECT count() FROM bench.seeds'))
  const parts = Math.ceil(rows / PART_ROWS)
  const slotMs = Math.floor((DAYS * DAY_MS) / parts)
  const startMs = endMs - DAYS * DAY_MS
  for (let part = 0; part < parts; part++) {
    const count = Math.min(PART_ROWS, rows - part * PART_ROWS)
    const fromMs = startMs + part * slotMs
    const isIndexed = fromMs < endMs - UNINDEXED_DAYS * DAY_MS
    await client.command({ query: insertSql(columns, { part, count, seedRows, fromMs, lengthMs: slotMs, isIndexed }) })
    if (part % 50 === 0) process.stderr.write(`${part} of ${parts} parts\n`)
  }
}

async function storedColumns(client: ClickHouseClient): Promise<readonly string[]> {
  const query = /* sql */ `
    SELECT name FROM system.columns
    WHERE database = currentDatabase() AND table = 'events' AND default_kind != 'ALIAS'
    ORDER BY position`
  const answer = await client.query({ query, format: 'JSONEachRow' })
  return (await answer.json<{ name: string }>()).map(({ name }) => name)
}

export async function one(client: ClickHouseClient, sql: string): Promise<string> {
  const answer = await client.query({ query: sql, format: 'JSONCompactEachRow' })
  const [row] = await answer.json<[string]>()
  return String(row?.[0] ?? '')
}

type Part = {
  readonly part: number
  readonly count: number
  readonly seedRows: number
  readonly fromMs: number
  readonly lengthMs: number
  readonly isIndexed: boolean
}

/** Rows of one slot of time within a day of receipt, from the seeds behind those that the part before it took. */
function insertSql(columns: readonly string[], { part, count, seedRows, fromMs, lengthMs, isIndexed }: Part): string {
  // All events of a part are received on the same day, because an insert of intake is split at the end of a day.
  const dayEndMs = Math.floor(fromMs / DAY_MS + 1) * DAY_MS
  const length = Math.min(lengthMs, dayEndMs - fromMs - 3000)
  const made: Record<string, string> = {
    tenant_id: `'${TENANT}'`,
    event_uid: 'generateUUIDv4(n)',
    time: 'at',
    ingest_time: 'at + toIntervalSecond(2)',
    host: 'new_host',
    user: 'new_user',
    src_ip: 'new_src_ip',
    raw: 'marked',
  }
  return /* sql */ `
INSERT INTO events (${columns.join(', ')})
WITH
  cityHash64(n, ${part}) AS h,
  fromUnixTimestamp64Milli(toInt64(${fromMs} + h % ${length})) AS at,
  if(host = '', '', concat(host, '-', toString(variant))) AS new_host,
  if(length(user) < 5 OR user ILIKE '%system%' OR user LIKE '%$', user, concat(user, toString(variant % 37))) AS new_user,
  isIPAddressInRange(toString(src_ip), '::ffff:0:0/96') AND src_ip != toIPv6('::ffff:127.0.0.1') AS has_v4,
  if(has_v4, toIPv6(concat(old_net, '.', toString(h % 13), '.', toString(variant % 251))), src_ip) AS new_src_ip,
  substring(toString(src_ip), 8) AS old_ip,
  concat(splitByChar('.', old_ip)[1], '.', splitByChar('.', old_ip)[2]) AS old_net,
  ${varied('raw')} AS changed,
  multiIf(
    NOT startsWith(changed, '{'), changed,
    h % ${RARE.oneIn} = 7, concat('{"note":"${RARE.word} ran ${RARE.phrase} /quiet",', substring(changed, 2)),
    h % ${TICKET.oneIn} = 11, concat('{"${TICKET.member}":"${TICKET.value}",', substring(changed, 2)),
    changed) AS marked
SELECT ${columns.map((name) => `${made[name] ?? name} AS ${name}_made`).join(', ')}
FROM
(
  SELECT n, intDiv(n, ${seedRows}) % 1009 AS variant, s.* FROM (SELECT number AS n FROM numbers(${part * PART_ROWS}, ${count})) AS numbered
  INNER JOIN bench.seeds AS s ON s.seed_number = n % ${seedRows}
)
SETTINGS insert_allow_materialized_columns = 1${isIndexed ? '' : `, exclude_materialize_skip_indexes_on_insert = '${TEXT_INDEXES.join(', ')}'`}, max_insert_block_size = 1000000, min_insert_block_size_rows = 1000000, min_insert_block_size_bytes = 0,
  max_block_size = 1000000, max_threads = 2`
}

/**
 * A text with the host and the address of the copy in the place of those of the seed. Further changes would not affect
 * the measurement: text, dictionaries and indexes belong to a part, and a part has no seed twice until days are merged.
 */
function varied(text: string): string {
  const hosts = `if(host = '', ${text}, replaceAll(${text}, host, new_host))`
  return `if(has_v4, replaceAll(${hosts}, old_ip, substring(toString(new_src_ip), 8)), ${hosts})`
}

type Seeds = { readonly name: string; readonly format: string; readonly bodies: AsyncGenerator<Buffer> }

function* seeds(): Generator<Seeds> {
  const dir = corporaDir()
  if (dir === null) {
    yield { name: 'sample', format: 'auto', bodies: openCorpus().bodies(BODY_BYTES) }
    return
  }
  for (const folder of FOLDERS.split(' ')) {
    const found = { auto: [] as Buffer[], text: [] as Buffer[] }
    for (const file of fs.readdirSync(path.join(dir, folder)).sort()) {
      if (/^index\.tsv$|\.labels\.tsv$|\.golden$|\.ya?ml$|\.csv$|^README|^traildiscover_events\.json$/.test(file))
        continue
      const bytes = fs.readFileSync(path.join(dir, folder, file))
      const text = (file.endsWith('.br') ? zlib.brotliDecompressSync(bytes) : bytes).toString()
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      const body = Buffer.from(`${lines.slice(0, FILE_LINES_MAX).join('\n')}\n`)
      found[text.trimStart().startsWith('{') ? 'auto' : 'text'].push(body)
    }
    for (const format of ['auto', 'text'] as const)
      if (found[format].length > 0)
        yield { name: `${folder}-${format}`, format, bodies: piecesOfAll(Buffer.concat(found[format])) }
  }
}

async function* piecesOfAll(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* piecesOf(bytes, BODY_BYTES)
}
