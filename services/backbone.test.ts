import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TOPICS } from '../schemas/topics.ts'
import { openBackbone } from './backbone.ts'
import { config } from './config.ts'

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

/** As intake does, all that is there. */
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

test('a log of pushed batches that ends before what was read of it is refused: it would lose what it acknowledges', async () => {
  await push(3)
  await read()
  await push(1) // and goes on as long as it is whole
  await read()
  const folder = path.join(dataDir, 'log', 'ingest')
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name))
  const refused = { code: 'unavailable', message: expect.stringContaining('ends at record 0') }
  await expect(push(1)).rejects.toMatchObject(refused)
  await expect(push(1)).rejects.toMatchObject(refused) // what was refused did not keep the folder
  fs.rmSync(path.join(dataDir, 'log'), { recursive: true })
  await push(1)
})
