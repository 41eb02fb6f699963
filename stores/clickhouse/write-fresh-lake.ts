/**
 * `node bin/run.mjs stores/clickhouse/write-fresh-lake.ts`: writes `fresh-lake.sql` from the migrations, in an engine of
 * its own. To be run when a migration was added; `migrate.test.ts` fails until then.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '../../platform/log.ts'
import { openClickhouse } from './client.ts'
import { startEmbeddedClickhouse } from './embedded/start.ts'
import { FRESH_LAKE, tablesAsMade } from './fresh-lake.ts'
import { applyMigrations, readMigrations } from './migrate.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'svc-fresh-lake-'))
const engine = await startEmbeddedClickhouse({ dataDir, port: 0, log: openLog('fresh-lake', 'error') })
const client = openClickhouse({ url: engine.url })
try {
  await applyMigrations(client, readMigrations())
  writeFileSync(FRESH_LAKE, await tablesAsMade(client))
} finally {
  await client.close()
  await engine.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
