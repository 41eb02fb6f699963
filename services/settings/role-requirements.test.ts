import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { config } from '../config.ts'
import type { StartRole } from '../role.ts'
import { startIngest } from '../roles/ingest.ts'
import { startPipeline } from '../roles/pipeline.ts'
import { startRealtime } from '../roles/realtime.ts'
import { startRelay } from '../roles/relay.ts'

const ROLES: [string, StartRole][] = [
  ['ingest', startIngest],
  ['pipeline', startPipeline],
  ['realtime', startRealtime],
  ['relay', startRelay],
]

test.each(ROLES)('%s acknowledges and reads nothing on a log that it would have to itself', async (_name, start) => {
  const none = path.join(os.tmpdir(), `svc-alone-${process.pid}`)
  const servers = { DATABASE_URL: 'postgres://u@127.0.0.1:1/svc', CLICKHOUSE_URL: 'http://127.0.0.1:1' }
  const settings = config({ ...servers, SVC_DATA_DIR: none })
  await expect(start(settings, pino({ level: 'silent' }))).rejects.toThrow(/^KAFKA_BROKERS, or SVC_DATA_DIR/)
  expect(fs.existsSync(none)).toBe(false)
})
