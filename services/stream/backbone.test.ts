import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TOPICS } from '../../schemas/topics.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { config } from '../config.ts'
import { openBackbone } from './backbone.ts'

const EVENTS = { topic: TOPICS.securityEvents.name, partition: 0 }
const log = pino({ level: 'silent' })
let dataDir = ''
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-backbone-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const open = (...writes: ('ingest' | 'pipeline')[]) => openBackbone(config({ SVC_DATA_DIR: dataDir }), writes, log)

async function push(records: number): Promise<void> {
  const driver = await open('ingest')
  const record = { ...EVENTS, timestampMs: 0, key: 'acme', value: [Buffer.from('{}')] }
  await driver.append(Array.from({ length: records }, () => record))
  await driver.close()
}

/** Reads everything in the log, as intake does. */
async function read(): Promise<void> {
  const driver = await open('pipeline')
  const stop = new AbortController()
  await driver.join(
    { group: 'intake', topics: [EVENTS.topic], stores: [] },
    async (ownership) => {
      const { end } = await driver.bounds(EVENTS)
      await ownership.commit({ outputs: [], changes: [], positions: [{ ...EVENTS, offset: end }] })
    },
    stop.signal,
  )
  await driver.close()
}

const removeLog = (name: string) => {
  const folder = path.join(dataDir, 'log', name)
  for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file))
}
const forgetKnown = () => fs.rmSync(path.join(dataDir, 'known'), { recursive: true })

test('refuses a log of pushed batches that ends before the position read: it would lose acknowledged events', async () => {
  await push(3)
  await read()
  await push(1) // and continues while it is complete
  await read()
  removeLog('ingest')
  forgetKnown()
  const refused = { code: 'unavailable', message: expect.stringContaining('holds records 0 to 0') }
  await expect(push(1)).rejects.toMatchObject(refused)
  forgetKnown()
  await expect(push(1)).rejects.toMatchObject(refused) // the refused start did not keep the lock on the folder
  fs.rmSync(path.join(dataDir, 'log'), { recursive: true })
  forgetKnown()
  await push(1)
})

test.each(['ingest', 'pipeline'] as const)(
  '%s: a missing log is refused even if the other one is complete',
  async (name) => {
    await push(3)
    await read()
    removeLog(name)
    const refused = { code: 'unavailable', message: expect.stringContaining(`${name} was removed or is an older copy`) }
    await expect(open(name)).rejects.toMatchObject(refused)
    await expect(open(name)).rejects.toMatchObject(refused)
    fs.rmSync(path.join(dataDir, 'log'), { recursive: true })
    await expect(open(name)).rejects.toMatchObject(refused)
    forgetKnown()
    await (await open(name)).close()
  },
)

test('records that were removed before they were read are reported', async () => {
  await push(1)
  await read()
  const small = { segmentBytes: 200, frameBytes: 1 << 21, pendingBytesMax: 1 << 20 }
  const driver = await EmbeddedDriver.open({ dir: path.join(dataDir, 'log'), writes: ['ingest'], limits: small })
  const record = { ...EVENTS, timestampMs: 0, key: 'acme', value: [Buffer.alloc(300)] }
  for (let i = 0; i < 3; i++) await driver.append([record])
  await driver.close()
  const folder = path.join(dataDir, 'log', 'ingest')
  const [oldest] = fs.readdirSync(folder).sort()
  fs.rmSync(path.join(folder, oldest as string))
  await expect(open('ingest')).rejects.toThrow(/holds records 2 to 4 of .* intake has read 1/)
})
