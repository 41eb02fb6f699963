import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TOPICS } from '../../schemas/topics.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { config } from '../config.ts'
import { openBackbone } from './backbone.ts'
import { embeddedCounts } from './embedded-counts.ts'

const EVENTS = TOPICS.securityEvents.name
let dataDir = ''
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-counts-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const log = pino({ level: 'silent' })

async function countWith(wide: string | undefined, ...writes: ('ingest' | 'pipeline')[]): Promise<number> {
  const env = { SVC_DATA_DIR: dataDir, ...(wide === undefined ? {} : { SVC_PARTITIONS: wide }) }
  const driver = await openBackbone(config(env), writes, log)
  const count = driver.partitions(EVENTS)
  await driver.close()
  return count
}

test('an installation keeps its partition counts, whatever is set later', async () => {
  expect(await countWith('7', 'ingest')).toBe(7)
  expect(await countWith('9', 'pipeline')).toBe(7)
  expect(await countWith(undefined)).toBe(7)
})

test('a reader writes no note, and the default is four partitions', async () => {
  expect(await countWith('7')).toBe(7)
  expect(await countWith(undefined, 'ingest')).toBe(4)
  expect(await countWith('7')).toBe(4)
})

test('a log without a note keeps its counts', async () => {
  const dir = path.join(dataDir, 'log')
  const before = await EmbeddedDriver.open({ dir, writes: ['ingest'] })
  await before.append([{ topic: EVENTS, partition: 3, timestampMs: 0, key: 'acme/x', value: [Buffer.from('x')] }])
  await before.close()
  expect(await countWith('16', 'ingest')).toBe(4)
  expect(fs.readdirSync(dir)).toEqual(['ingest'])
})

test('processes that start together use the counts of one of them', () => {
  const dir = path.join(dataDir, 'log')
  expect([embeddedCounts(dir, 5, true)[EVENTS], embeddedCounts(dir, 6, true)[EVENTS]]).toEqual([5, 5])
  expect(fs.readdirSync(dir)).toEqual(['partitions.json'])
})

test.each(['', '[]x', '{"security.events":0}', '{"security.events":"4"}', 'null'])(
  'a note with %j is refused',
  (text) => {
    fs.mkdirSync(path.join(dataDir, 'log'))
    fs.writeFileSync(path.join(dataDir, 'log/partitions.json'), text)
    expect(() => embeddedCounts(path.join(dataDir, 'log'), 4, true)).toThrow('does not say how many partitions')
  },
)
