/** The process behind `raw-engine.ts`: the same tables and settings as the lake's, the engine called directly. */
import fs from 'node:fs'
import { Session } from 'chdb'
import { EMBEDDED_DEFAULTS } from '../stores/clickhouse/embedded/config.ts'
import { engineArguments } from '../stores/clickhouse/embedded/engine-config.ts'
import { CREATE_RECORD, readMigrations } from '../stores/clickhouse/migrate.ts'
import { quoteText } from '../stores/clickhouse/quote.ts'
import { splitStatements } from '../stores/clickhouse/split-statements.ts'
import type { RawJob } from './raw-engine.ts'

const [dataDir = ''] = process.argv.slice(2)
fs.mkdirSync(dataDir, { recursive: true })
const session = new Session(`${dataDir}/engine`, {
  connectionArgs: engineArguments({ dataDir, port: 0, ...EMBEDDED_DEFAULTS }),
})
await session.queryAsync(CREATE_RECORD)
for (const { sql } of readMigrations())
  for (const statement of splitStatements(sql)) await session.queryAsync(statement)
await session.queryAsync('SYSTEM STOP MERGES events')
process.on('message', (job: RawJob) => void run(job))
process.send?.({ rows: 0 })

async function run(job: RawJob): Promise<void> {
  if ('stop' in job) {
    session.close()
    process.exit(0)
  }
  if ('insert' in job) await insert(job.insert.file, job.insert.token)
  process.send?.({ rows: 'rows' in job ? await count() : 0 })
}

async function count(): Promise<number> {
  const result = await session.queryAsync('SELECT count() FROM events', { format: 'TSV' })
  return Number(Buffer.from(result.bytes()).toString())
}

async function insert(file: string, token: string): Promise<void> {
  await session.queryAsync(
    `INSERT INTO events FROM INFILE ${quoteText(file)} SETTINGS insert_deduplication_token = ${quoteText(token)},
      max_insert_block_size = 1000000, min_insert_block_size_rows = 1000000, min_insert_block_size_bytes = 1000000000,
      materialize_skip_indexes_on_insert = 0
      FORMAT Native`,
  )
}
