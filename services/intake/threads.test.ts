import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countsOf, groupOf } from '../../pipeline/contract/topology.ts'
import { INTAKE, TOPOLOGY } from '../../pipeline/topology.ts'
import { tenantId } from '../../platform/tenant.ts'
import { encodeEventBatch } from '../../schemas/event-batch.ts'
import { decodeNormalizedEvents } from '../../schemas/normalized-events.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { Pace } from '../../stream/sink-backpressure.ts'
import { FeedPositions } from '../../stream/time/feed-positions.ts'
import { config } from '../config.ts'
import { logDir } from '../stream/backbone.ts'
import { IntakeThreads } from './threads.ts'

const EVENTS = TOPICS.securityEvents.name
const ROWS = TOPICS.normalizedEvents.name
const PARTITIONS = TOPICS.securityEvents.partitions
const PATIENT = { timeout: 60_000 }

let dataDir = ''
let driver: EmbeddedDriver
let threads: IntakeThreads
let stop: AbortController

beforeEach(async () => {
  pushed = 0
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-threads-'))
  process.env.SVC_DATA_DIR = dataDir
  stop = new AbortController()
  const options = { writes: ['ingest', 'pipeline'] as const, partitions: countsOf(TOPOLOGY, 'embedded') }
  driver = await EmbeddedDriver.open({ dir: logDir(config()), ...options })
})

afterEach(async () => {
  delete process.env.SVC_DATA_DIR
  await threads.close()
  await driver.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

function start(count: number): Promise<void> {
  threads = new IntakeThreads(count, { pace: new Pace(), feeds: new FeedPositions() })
  return threads.run(driver, groupOf(INTAKE), stop.signal)
}

let pushed = 0

/** A batch of one event for each partition; never the same event twice. */
async function push(): Promise<void> {
  pushed++
  for (let partition = 0; partition < PARTITIONS; partition++) {
    const head = { tenantId: tenantId('acme'), connectorId: `c${partition}`, connectorType: '', sourceFormat: 'json' }
    const about = { requestId: 'r', receivedMs: Date.now(), framing: 'lines' as const, events: 1 }
    const value = encodeEventBatch({ ...head, ...about }, Buffer.from(`{"partition":${partition},"push":${pushed}}\n`))
    const key = `acme/c${partition}`
    await driver.append([{ topic: EVENTS, partition, timestampMs: 1, key, value: [value].flat() }])
  }
}

/** Metric of queued events of each partition, by thread. */
async function partitionsOfThreads(): Promise<string[][]> {
  const queued = (await threads.series()).map((series) => series.find(({ name }) => name === 'svc_stage_queued_bytes'))
  return queued.map((gauge) => (gauge as unknown as Gauge).values.map(({ labels }) => labels.partition).sort())
}

type Gauge = { readonly values: readonly { readonly labels: { readonly partition: string } }[] }

async function rowsOfAll(expected: number = PARTITIONS): Promise<number> {
  const cursor = await driver.reader({ topic: ROWS, partition: 0 }, 0)
  let rows = 0
  while (rows < expected)
    for (const { value } of await cursor.read(1 << 20, 1000)) rows += decodeNormalizedEvents(value).rows
  await cursor.close()
  return rows
}

test('threads share the partitions, commit through their owner, and count their work', async () => {
  const running = start(3)
  await push()
  expect(await rowsOfAll()).toBe(PARTITIONS)
  for (let partition = 0; partition < PARTITIONS; partition++)
    expect(await driver.groupPosition('intake', { topic: EVENTS, partition })).toBe(1)
  const series = await threads.series()
  expect(series).toHaveLength(3)
  stop.abort()
  await running
})

test('threads that come later take over a part of the partitions, and nothing is lost or done twice', async () => {
  const running = start(1)
  await push()
  expect(await rowsOfAll()).toBe(PARTITIONS)
  await expect.poll(partitionsOfThreads, PATIENT).toEqual([['0', '1', '2', '3']])
  threads.grow(2)
  const pushedToAll = async () => {
    await push()
    expect(await rowsOfAll(pushed * PARTITIONS)).toBe(pushed * PARTITIONS)
    return partitionsOfThreads()
  }
  await expect.poll(pushedToAll, PATIENT).toEqual([
    ['0', '2'],
    ['1', '3'],
  ])
  threads.grow(1)
  stop.abort()
  await running
})

test('a thread that cannot start makes the run fail, and so does one that ends', async () => {
  process.env.SVC_INTAKE_THREADS = 'many'
  try {
    await expect(start(2)).rejects.toThrow('SVC_INTAKE_THREADS')
  } finally {
    delete process.env.SVC_INTAKE_THREADS
  }
  const running = start(2)
  await Promise.all([threads.close(), expect(running).rejects.toThrow('the thread has ended')])
})
