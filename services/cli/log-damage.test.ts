/** Batches of senders in a real log, which the disk then changes. */
import fs from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countsOf } from '../../pipeline/contract/topology.ts'
import { intakeStage } from '../../pipeline/stages/intake/stage.ts'
import { TOPOLOGY } from '../../pipeline/topology.ts'
import { partitionOf } from '../../platform/hash.ts'
import { tenantId } from '../../platform/tenant.ts'
import { encodeEventBatch, type Framing } from '../../schemas/event-batch.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { takeDataDir } from '../supervisor/data-dir.ts'
import { runLogCheck, runLogSkip } from './log-damage.ts'
import { useCommand } from './testing.ts'

const command = useCommand()
beforeEach(() => vi.stubEnv('SVC_DATA_DIR', command.dir))
afterEach(() => void vi.unstubAllEnvs())

const TOPIC = TOPICS.securityEvents.name
const TENANT = tenantId('acme')
const segment = (log: string) => join(command.dir, 'log', log, '0000000000000000.log')

function open(writes: readonly ('ingest' | 'pipeline')[]): Promise<EmbeddedDriver> {
  const dirs = { dir: join(command.dir, 'log'), knownDir: join(command.dir, 'known') }
  return EmbeddedDriver.open({ ...dirs, writes, partitions: countsOf(TOPOLOGY, 'embedded') })
}

type Pushed = { readonly connector: string; readonly body: string; readonly events: number; readonly framing?: Framing }

/** Each in a frame of its own, as the door writes them. */
async function pushed(...batches: readonly Pushed[]): Promise<void> {
  const driver = await open(['ingest'])
  for (const { connector, body, events, framing = 'lines' } of batches) {
    const about = { tenantId: TENANT, connectorId: connector, connectorType: '', sourceFormat: 'json' }
    const header = { ...about, requestId: `request of ${connector}`, receivedMs: 1_750_000_000_000, framing, events }
    const key = `${TENANT}/${connector}`
    const partition = partitionOf(key, driver.partitions(TOPIC))
    await driver.append([
      { topic: TOPIC, partition, timestampMs: 1, key, value: encodeEventBatch(header, Buffer.from(body)) },
    ])
  }
  await driver.close()
}

/** Outcomes of intake over all that the log holds. */
async function outcomes(): Promise<Record<string, number>> {
  const driver = await open([])
  const task = intakeStage({ partitions: 1, eventBytesMax: 1 << 20 }).open({ partition: 0 } as never)
  for (let partition = 0; partition < driver.partitions(TOPIC); partition++) {
    const cursor = await driver.reader({ topic: TOPIC, partition }, 0)
    for (const record of await cursor.read(1 << 20, 0)) task.step(record)
    await cursor.close()
  }
  await driver.close()
  const sums: Record<string, number> = {}
  for (const { outcome, reason, events } of task.flush().figures.outcomes)
    sums[`${outcome} ${reason}`] = (sums[`${outcome} ${reason}`] ?? 0) + events
  return sums
}

/** The first byte of the last place where the text stands. */
function change(file: string, text: string, by = 1): void {
  const content = fs.readFileSync(file)
  const at = content.lastIndexOf(text)
  expect(at).toBeGreaterThan(0)
  content.writeUInt8(content.readUInt8(at) ^ by, at)
  fs.writeFileSync(file, content)
}

test('events of a batch that is damaged become dead letters, the others are stored, and the ledger has them all', async () => {
  await pushed(
    { connector: 'first', body: '{"a":1}\n{"a":2}\n', events: 2 },
    { connector: 'fw', body: '{"b":1}\n{"b":2}\n{"b":"x"}\n', events: 3 },
    { connector: 'tree', body: '{"events":[{"c":1},{"c":2}]}', events: 2, framing: 'envelope' },
  )
  change(segment('ingest'), '"x"')
  await expect(open(['ingest'])).rejects.toThrow(/is damaged at byte \d+/)
  await runLogCheck()
  expect(process.exitCode).toBe(1)
  const message =
    /^record 0 of security\.events\/\d, not read by intake: the 3 events of acme\/fw, request "request of.*", become dead letters/
  expect(command.lines.map((line) => line.trim())).toEqual(
    expect.arrayContaining([
      expect.stringMatching(message),
      expect.stringMatching(/^ingest: 1 segments, \d+ bytes, 1 damaged/),
    ]),
  )
  await expect(open(['ingest']), 'nothing is skipped by looking').rejects.toThrow(/is damaged/)

  process.exitCode = 0
  await runLogSkip()
  expect(process.exitCode).toBe(0)
  expect(fs.readdirSync(join(command.dir, 'damaged'))).toEqual([expect.stringMatching(/^ingest-0-\d+$/)])
  await (await open(['ingest'])).close()
  expect(await outcomes()).toEqual({ 'received ': 7, 'dead_lettered unknown_format': 3 })
  command.clear()
  await runLogCheck()
  expect(command.printed).toContain(' 0 damaged places')
})

test('when the damage hit separators between events, their count is still the acknowledged one', async () => {
  await pushed({ connector: 'fw', body: '{"b":1}\n{"b":2}\n{"b":3}', events: 3 })
  change(segment('ingest'), '\n{"b":2}', 0x20)
  await runLogSkip()
  expect(await outcomes()).toEqual({ 'received ': 3, 'dead_lettered unknown_format': 3 })
})

test('a batch that cannot be identified is left out, and reported as missing from every ledger', async () => {
  await pushed({ connector: 'ok', body: '{"c":1}', events: 1 }, { connector: 'fw', body: '{"b":1}', events: 1 })
  change(segment('ingest'), 'acme') // in the value; the directory has it before
  await runLogSkip()
  expect(command.printed).toMatch(
    /not read by intake: a batch of acme\/fw of \d+ bytes is lost and cannot be counted in the ledger/,
  )
  expect(await outcomes()).toEqual({ 'received ': 1 })
})

test('a frame whose directory is lost is reported with what its bytes look like', async () => {
  await pushed({ connector: 'fw', body: '{"b":1}', events: 1 }, { connector: 'ok', body: '{"c":1}', events: 1 })
  change(segment('ingest'), 'acme/fw')
  await runLogSkip()
  expect(command.printed).toContain('1 frames of')
  expect(command.printed).toContain('probably 1 events of acme "fw", request "request of fw"')
  expect(await outcomes()).toEqual({ 'received ': 1 })
})

test('state of the stages cannot be skipped, records that the lake has read can', async () => {
  const driver = await open(['pipeline'])
  const stop = new AbortController()
  const group = { group: 'lake', topics: [TOPICS.schemaDrift.name], stores: ['s'] }
  const work = driver.join(
    group,
    async (ownership) => {
      const output = {
        topic: TOPICS.schemaDrift.name,
        partition: 0,
        timestampMs: 1,
        key: 'acme',
        value: [Buffer.from('a finding')],
      }
      await ownership.commit({ outputs: [output], changes: [], positions: [] })
      const position = { topic: TOPICS.schemaDrift.name, partition: 0, offset: 1 }
      const slot = { store: 's', partition: 0, slot: 'one', payload: Buffer.from('payload') }
      await ownership.commit({ outputs: [], changes: [slot], positions: [position] })
      stop.abort()
    },
    stop.signal,
  )
  await work
  await driver.close()
  for (const text of ['a finding', 'payload']) change(segment('pipeline'), text)
  await runLogSkip()
  expect(process.exitCode).toBe(1)
  expect(command.printed).toContain('record 0 of svc.schema_drift/0: every consumer has read it, nothing is lost')
  expect(command.printed).toContain('state of the stages, lake.s/0 one')
  expect(command.printed).toContain('restore a backup of the data folder')
})

test('refuses a running instance, and does not create a log in a folder without one', async () => {
  await pushed({ connector: 'fw', body: '{"b":1}', events: 1 })
  const release = await takeDataDir(command.dir, pino({ enabled: false }))
  await expect(runLogSkip()).rejects.toMatchObject({ code: 'data_dir_in_use' })
  release()
  vi.stubEnv('SVC_DATA_DIR', join(command.dir, 'none'))
  await expect(runLogCheck()).rejects.toMatchObject({ code: 'not_found' })
  expect(fs.existsSync(join(command.dir, 'none'))).toBe(false)
})
