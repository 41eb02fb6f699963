import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { afterAll, beforeAll, inject } from 'vitest'
import { openLog } from '../../platform/log.ts'
import { folderOf } from '../test-folders.ts'
import { openClickhouse } from './client.ts'
import { type EmbeddedClickhouse, startEmbeddedClickhouse } from './embedded/start.ts'
import { migrateClickhouse } from './migrate.ts'

export const START_MS = 60_000
const log = openLog('test', 'error')

export type TestEngine = {
  readonly dataDir: string
  readonly engine: EmbeddedClickhouse
  readonly client: ClickHouseClient
}

/** A real engine in a folder of its own for the tests of one file. */
export function useEngine(options: { migrated: boolean }): () => TestEngine {
  let started: TestEngine | undefined
  beforeAll(async () => {
    const dataDir = options.migrated ? await folderOf(inject('serversDir'), 'clickhouse', migrate) : newDataDir()
    const engine = await startEngine(dataDir)
    started = { dataDir, engine, client: openClickhouse({ url: engine.url }) }
  }, START_MS)
  afterAll(async () => {
    await started?.client.close()
    await started?.engine.stop()
    if (started) rmSync(started.dataDir, { recursive: true, force: true })
  }, START_MS)
  return () => {
    if (!started) throw new Error('the engine did not start')
    return started
  }
}

async function migrate(dataDir: string): Promise<void> {
  const engine = await startEngine(dataDir)
  const client = openClickhouse({ url: engine.url })
  await migrateClickhouse(client)
  await client.close()
  await engine.stop()
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'svc-clickhouse-'))
}

export function startEngine(dataDir: string): Promise<EmbeddedClickhouse> {
  return startEmbeddedClickhouse({ dataDir, port: 0, log, memoryMb: 2000, readLanes: 3, writeLanes: 1 })
}

export async function rows<T>(
  client: ClickHouseClient,
  query: string,
  params: Record<string, unknown> = {},
): Promise<T[]> {
  return (await client.query({ query, query_params: params, format: 'JSONEachRow' })).json<T>()
}
