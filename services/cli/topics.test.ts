/** `svc topics` against a real broker, on which a user may do what is granted to it and nothing else. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type KafkaBroker, kafkaAvailable, startKafkaBroker } from '../../docker/kafka/broker.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { openKafkaDriver } from '../../stream/kafka/driver.ts'
import { kafkaClientAvailable } from '../../stream/kafka/rdkafka.ts'
import { config } from '../config.ts'
import { openBackbone } from '../stream/backbone.ts'
import { withAdmin } from '../topics/admin.ts'
import { wantedTopics } from '../topics/desired-topics.ts'
import { useCommand } from './testing.ts'
import { runTopicsCheck, runTopicsCreate, runTopicsDescribe } from './topics.ts'

const LOG = pino({ level: 'silent' })
const command = useCommand()
afterEach(() => void vi.unstubAllEnvs())

test('without brokers create and check are refused, and describe shows the embedded log', async () => {
  vi.stubEnv('SVC_DATA_DIR', command.dir)
  vi.stubEnv('SVC_PARTITIONS', '6')
  const driver = await openBackbone(config(), ['ingest', 'pipeline'], LOG)
  const record = { topic: TOPICS.securityEvents.name, timestampMs: 0, key: 'acme/x', value: [Buffer.from('x')] }
  await driver.append([0, 5, 5].map((partition) => ({ ...record, partition })))
  await expect(runTopicsCreate({})).rejects.toMatchObject({ code: 'bad_config' })
  await expect(runTopicsCheck({})).rejects.toThrow('KAFKA_BROKERS')
  await runTopicsDescribe({})
  expect(command.lines).toContain('security.events: 6 partitions, 3 offsets, intake 3 behind')
  await driver.close()
})

test('unreachable brokers are reported', async () => {
  vi.stubEnv('KAFKA_BROKERS', '127.0.0.1:1')
  await expect(runTopicsCheck({})).rejects.toMatchObject({ code: 'unavailable' })
})

const missing = kafkaAvailable()
if (missing !== null) process.stderr.write(`SKIPPED: svc topics on Kafka is not tested here: ${missing}\n`)

let broker: KafkaBroker | undefined
const dir = mkdtempSync(join(tmpdir(), 'svc-topics-'))
beforeAll(async () => {
  if (missing === null)
    broker = await startKafkaBroker({ dir, signIn: { username: 'svc', password: 'right' }, isGuarded: true })
}, 600_000)
afterAll(async () => {
  await broker?.stop()
  rmSync(dir, { recursive: true, force: true })
}, 60_000)

/** Connects as the administrator of the brokers, or as the user of the installation. */
function setUp(isUser: boolean, more: Readonly<Record<string, string>> = {}): void {
  vi.unstubAllEnvs()
  const user = { KAFKA_USERNAME: 'svc', KAFKA_PASSWORD: 'right', KAFKA_SASL_MECHANISM: 'PLAIN' }
  const brokers = isUser ? { KAFKA_BROKERS: broker?.signInBrokers, ...user } : { KAFKA_BROKERS: broker?.brokers }
  for (const [name, value] of Object.entries({ ...brokers, ...more })) vi.stubEnv(name, value)
}
const PREFIX = { KAFKA_PREFIX: 'a.' }
const WIDE = { ...PREFIX, SVC_PARTITIONS: '64' }
const checked = async (principal?: string) => {
  command.clear()
  await runTopicsCheck(principal === undefined ? {} : { principal })
  const status = process.exitCode ?? 0
  process.exitCode = 0
  return { status, lines: command.lines }
}

test.skipIf(missing !== null)(
  'missing topics are created with the wanted partition counts and then pass the check',
  async () => {
    setUp(false, WIDE)
    expect((await checked()).lines).toContain('security.events is missing: create it with svc topics create')
    await runTopicsCreate({ replicas: '1' })
    expect(command.lines).toContain('created a.svc.intake.dedupe.changelog')
    expect(await checked()).toEqual({ status: 0, lines: ['all topics are as they should be'] })
    command.clear()
    await runTopicsCreate({})
    expect(command.lines).toEqual(['all topics existed already'])
    command.clear()
    await runTopicsDescribe({ json: true })
    const { topics, groups } = JSON.parse(command.printed)
    const widthOf = (name: string) => topics.find((topic: { name: string }) => topic.name === name).partitions
    expect([widthOf('security.events'), widthOf('svc.signals'), widthOf('svc.ledger')]).toEqual([64, 32, 1])
    expect([widthOf('svc.intake.dedupe.changelog'), widthOf('svc.lake.claims.changelog')]).toEqual([64, 32])
    expect(groups).toContainEqual({ group: 'intake', topic: 'security.events', behind: 0 })
  },
)

test.skipIf(missing !== null)('a setting that would lose records is reported', async () => {
  setUp(false, WIDE)
  const configEntries = [{ name: 'retention.ms', value: '1000' }]
  await withAdmin(config(), (admin) =>
    admin.alterConfigs({ validateOnly: false, resources: [{ type: 2, name: 'a.svc.ledger', configEntries }] }),
  )
  expect(await checked()).toMatchObject({
    status: 1,
    lines: expect.arrayContaining(['svc.ledger: retention.ms is 1000, and must be -1']),
  })
})

test.skipIf(missing !== null)('a user has no rights before the grants, and those of the roles after them', async () => {
  setUp(false, WIDE)
  expect((await checked('User:svc')).lines).toContain('User:svc may not: Read topic a.security.events')
  await runTopicsCreate({ principal: 'User:svc' })
  expect(command.lines).toContain('granted Write transactional id a.svc.... to User:svc')
  expect((await checked('User:svc')).lines.filter((line) => line.includes('may not'))).toEqual([])
  command.clear()
  await runTopicsDescribe({})
  expect(command.lines).toContain('User:svc may: Read group a.intake')
  await expect(runTopicsCreate({ principal: 'svc' })).rejects.toThrow('--principal must look like User:svc')
})

test.skipIf((missing ?? kafkaClientAvailable()) !== null)(
  'the driver works with exactly these grants and the existing partition counts',
  { timeout: 120_000 },
  async () => {
    setUp(true, PREFIX)
    const settings = config()
    const driver = await openBackbone(settings, [], LOG)
    expect(driver.partitions('security.events')).toBe(64)
    const tp = { topic: 'security.events', partition: 63 }
    await driver.append([{ ...tp, timestampMs: 1, key: 'acme/x', value: [Buffer.from('x')] }])
    const stop = new AbortController()
    const group = { group: 'intake', topics: [tp.topic], stores: ['dedupe', 'schemas', 'feed'] }
    await driver.join(
      group,
      async (ownership) => {
        const change = { store: 'dedupe', partition: 63, slot: 's', payload: Buffer.from('state') }
        await ownership.commit({ outputs: [], changes: [change], positions: [{ ...tp, offset: 1 }] })
        stop.abort()
      },
      stop.signal,
    )
    expect(await driver.groupPosition('intake', tp)).toBe(1)
    await driver.close()
  },
)

test.skipIf((missing ?? kafkaClientAvailable()) !== null)(
  'topics created by the driver pass the check',
  { timeout: 120_000 },
  async () => {
    setUp(false, { KAFKA_PREFIX: 'b.' })
    await (await openBackbone(config(), [], LOG)).close()
    const state = wantedTopics().filter(({ asWideAs }) => asWideAs.length > 0)
    // Changelogs come with the groups.
    expect((await checked()).lines).toEqual(
      state.map(({ name }) => `${name} is missing: create it with svc topics create`),
    )
    const beside = await openKafkaDriver({ brokers: broker?.brokers ?? '', namespace: 'b.' })
    expect(beside.partitions('svc.signals')).toBe(2)
    await beside.close()
  },
)
