/**
 * Blocks of the lake through our client (client, file handed over, HTTP, engine process) beside the same bytes read by
 * the engine itself with INSERT FROM INFILE. Turn by turn in one run, merges stopped in both, CPU of whole processes.
 */
import fs from 'node:fs'
import path from 'node:path'
import { openLog } from '../platform/log.ts'
import { bodyFolder } from '../stores/clickhouse/body-folder.ts'
import { insertNative, openClickhouse } from '../stores/clickhouse/client.ts'
import { startEmbeddedClickhouse } from '../stores/clickhouse/embedded/start.ts'
import { migrateClickhouse } from '../stores/clickhouse/migrate.ts'
import { benchConfig } from './config.ts'
import { eventBlocks } from './event-blocks.ts'
import { usageOf } from './processes.ts'
import { startRawEngine } from './raw-engine.ts'
import { round } from './round.ts'

const BLOCKS = 8

export async function benchInsert(): Promise<Record<string, unknown>> {
  const dir = fs.mkdtempSync(path.join(benchConfig().dir, 'svc-insert-'))
  const dataDir = path.join(dir, 'face')
  fs.mkdirSync(dataDir)
  const engine = await startEmbeddedClickhouse({ dataDir, port: 0, log: openLog('bench', 'error') })
  const client = openClickhouse({ url: engine.url })
  const raw = await startRawEngine(path.join(dir, 'raw'))
  try {
    await migrateClickhouse(client)
    await client.command({ query: 'SYSTEM STOP MERGES events' })
    const folder = bodyFolder(dataDir)
    const sum = { face: 0, ours: 0, raw: 0, rawFile: 0, bytes: 0, rows: 0, stored: 0 }
    for await (const { nth, rows, block } of eventBlocks(BLOCKS + 1)) {
      const [engineBefore, oursBefore] = [usageOf(engine.pid).cpuMs, process.threadCpuUsage()]
      await insertNative(client, { table: 'events', token: `block-${nth}`, body: [block], folder })
      const ours = spentMs(oursBefore)
      const face = usageOf(engine.pid).cpuMs - engineBefore
      const fileBefore = process.threadCpuUsage()
      const file = path.join(folder, 'raw-block')
      fs.writeFileSync(file, block)
      const rawFile = spentMs(fileBefore)
      const rawMs = await raw.insert(file, `block-${nth}`)
      fs.rmSync(file)
      sum.stored += rows
      if (nth === 0) continue // the first warms both up
      sum.face += face
      sum.ours += ours
      sum.raw += rawMs
      sum.rawFile += rawFile
      sum.bytes += block.length
      sum.rows += rows
    }
    await assertStored(client, raw.rows, sum.stored)
    const us = (ms: number) => round((ms * 1000) / sum.rows)
    return {
      rows: sum.rows,
      block_rows: Math.round(sum.rows / BLOCKS),
      bytes_per_event: Math.round(sum.bytes / sum.rows),
      cpu_us_per_event: us(sum.face + sum.ours),
      face_engine_us: us(sum.face),
      face_client_us: us(sum.ours),
      raw_engine_us: us(sum.raw),
      raw_file_us: us(sum.rawFile),
      times_raw_engine: round(sum.face / sum.raw),
      times_raw_total: round((sum.face + sum.ours) / (sum.raw + sum.rawFile)),
      peak_rss_mb: Math.round(usageOf(engine.pid).peakRssMb),
    }
  } finally {
    await raw.stop()
    await client.close()
    await engine.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

/** CPU time of this thread, because the collector's other threads still work for the previous block. */
function spentMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

async function assertStored(
  client: ReturnType<typeof openClickhouse>,
  rawRows: () => Promise<number>,
  wanted: number,
): Promise<void> {
  const query = 'SELECT toUInt32(count()) AS rows FROM events'
  const [face] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ rows: number }>()
  const raw = await rawRows()
  if (face?.rows !== wanted || raw !== wanted) throw new Error(`stored ${face?.rows} and ${raw} rows, not ${wanted}`)
}
