/**
 * Reads from a real broker as the customer's Kafka, and pushes to a fake ingest that is busy, refuses, and records
 * bodies.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { IngestRefused, type PushBody } from '../../control/platform/connectors/index.ts'
import { type KafkaBroker, kafkaAvailable, startKafkaBroker } from '../../docker/kafka/broker.ts'
import { AppError } from '../../platform/errors.ts'
import { framesIn } from '../../schemas/frames.ts'
import { readSource } from './read-source.ts'
import { type KafkaSource, kafkaSources } from './source-spec.ts'

const dir = mkdtempSync(join(tmpdir(), 'svc-kafka-source-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function written(text: string): string {
  const file = join(dir, `sources-${Math.random()}.yaml`)
  writeFileSync(file, text)
  return file
}

describe('the file of sources', () => {
  const LEAST = 'tenant: acme\n  source: shop\n  brokers: [kafka:9092]\n  topics: [audit]\n  group: svc\n'

  test('lists the topics with their tenants and settings', () => {
    const password = written('secret\n')
    const sasl = `sasl: { mechanism: scram-sha-512, username: svc, password_file: ${password} }`
    const [one] = kafkaSources(written(`- ${LEAST}  from: beginning\n  tls: true\n  source_format: JSON\n  ${sasl}\n`))
    expect(one).toEqual({
      ...{ tenant: 'acme', source: 'shop', sourceFormat: 'json', brokers: ['kafka:9092'], topics: ['audit'] },
      ...{ group: 'svc', fromBeginning: true, tls: {} },
      sasl: { mechanism: 'scram-sha-512', username: 'svc', password: 'secret' },
    })
  })

  test.each([
    ['a member that is none', `- ${LEAST}  topic: x\n`, /topic|additional/],
    ['a tenant that cannot be', `- ${LEAST.replace('acme', '"../x"')}`, /0\/tenant/],
    ['a broker without a port', `- ${LEAST.replace(':9092', '')}`, /brokers/],
    ['a format that is none', `- ${LEAST}  source_format: nope\n`, /source_format/],
    ['the same twice', `- ${LEAST}- ${LEAST}`, /twice/],
    ['no list', 'a: b', /./],
    ['no YAML', '- [', /./],
    ['a file that is not there', `- ${LEAST}  tls: { ca_file: /none }\n`, /\/none cannot be read/],
    ['a billion laughs', 'a: &a [x]\nb: [*a, *a]', /./],
  ])('with %s is refused', (_, text, why) => {
    const load = () => kafkaSources(written(text))
    expect(load).toThrow(AppError)
    expect(load).toThrow(why)
  })
})

const missing = kafkaAvailable()
if (missing !== null) process.stderr.write(`SKIPPED: a customer's own Kafka is not tested here: ${missing}\n`)

describe.skipIf(missing !== null)('a topic', () => {
  let broker: KafkaBroker
  let admin: Admin
  let kafka: Kafka
  beforeAll(async () => {
    mkdirSync(join(dir, 'broker'))
    broker = await startKafkaBroker({ dir: join(dir, 'broker'), signIn: { username: 'svc', password: 'right' } })
    kafka = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.NOTHING })
    admin = kafka.admin()
    await admin.connect()
  }, 600_000)
  afterAll(async () => {
    await admin.disconnect()
    await broker.stop()
  }, 60_000)

  const sourceOf = (topic: string, over: Partial<KafkaSource> = {}) =>
    ({
      ...{ tenant: 'acme', source: 'shop', sourceFormat: 'auto', brokers: [broker.signInBrokers], topics: [topic] },
      ...{ group: `of-${topic}`, fromBeginning: true, tls: null },
      ...{ sasl: { mechanism: 'plain', username: 'svc', password: 'right' }, ...over },
    }) as KafkaSource

  async function filled(topic: string, values: readonly (string | null)[]): Promise<void> {
    await admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: true })
    const producer = kafka.producer()
    await producer.connect()
    await producer.send({ topic, messages: values.map((value, n) => ({ key: String(n), value })) })
    await producer.disconnect()
  }
  const counts = () => {
    const seen = { accepted: 0, refused: 0 }
    return {
      seen,
      accepted: (messages: number) => void (seen.accepted += messages),
      refused: (messages: number) => void (seen.refused += messages),
    }
  }
  const reading = (source: KafkaSource, push: PushBody, counted = counts(), log = pino({ level: 'silent' })) =>
    readSource(source, { push, counts: counted, log })
  /** A fake ingest that records lines in `lines`, each at most once. */
  const keeping = (lines: Set<string>): PushBody => {
    return async (_, __, body) => {
      for (const { body: message } of framesIn(Buffer.from(body)))
        for (const line of message.toString().split('\n')) if (line !== '') lines.add(line)
    }
  }
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 })
  const leftIn = async (topic: string) => {
    const [at] = await admin.fetchOffsets({ groupId: `of-${topic}`, topics: [topic] })
    const ends = await admin.fetchTopicOffsets(topic)
    return ends.reduce((sum, { partition, offset }) => {
      const own = at?.partitions.find((one) => one.partition === partition)?.offset ?? '-1'
      return sum + Number(offset) - Math.max(Number(own), 0)
    }, 0)
  }

  test('is read to its end after sign-in, as lines of one tenant and source', async () => {
    await filled('plain', ['{"a":\n 1}', '<13>Nov 22 10:00:00 h app: x', null, '[{"b":2},\r\n{"b":3}]'])
    const lines = new Set<string>()
    const sources = new Set<unknown>()
    const counted = counts()
    const push = keeping(lines)
    const end = reading(
      sourceOf('plain'),
      async (source, type, body) => {
        sources.add(JSON.stringify([source, type]))
        await push(source, type, body)
      },
      counted,
    )
    await until(async () => expect(await leftIn('plain')).toBe(0))
    await end()
    expect([...lines].sort()).toEqual(['<13>Nov 22 10:00:00 h app: x', '[{"b":2},  {"b":3}]', '{"a":  1}'])
    expect(counted.seen).toEqual({ accepted: 3, refused: 0 })
    expect([...sources]).toEqual([
      JSON.stringify([
        { tenant: 'acme', connectorId: 'shop', type: 'kafka', sourceFormat: 'auto' },
        'application/vnd.svc.bodies',
      ]),
    ])
  }, 120_000)

  test('loses nothing while ingest is down, a tenant is suspended for a while, and readers restart', async () => {
    const all = Array.from({ length: 300 }, (_, n) => `{"n":${n}}`)
    await filled('faults', all)
    const lines = new Set<string>()
    const accept = keeping(lines)
    let calls = 0
    const push: PushBody = async (source, type, body) => {
      calls++
      if (calls % 3 === 1) throw new AppError('unavailable', 'the ingest service answered 503')
      if (calls % 3 === 2) throw new IngestRefused(403, 'the ingest service answered 403')
      // The answer to some pushes is lost.
      await accept(source, type, body)
      if (calls === 3) throw new AppError('unavailable', 'the ingest service does not answer')
    }
    const first = reading(sourceOf('faults'), push)
    await until(() => expect(calls).toBeGreaterThanOrEqual(3))
    await first()
    const ends = [reading(sourceOf('faults'), push), reading(sourceOf('faults'), push)]
    await until(async () => expect(await leftIn('faults')).toBe(0))
    await Promise.all(ends.map((end) => end()))
    expect([...lines].sort()).toEqual([...all].sort())
  }, 180_000)

  test('continues after a message that ingest always refuses, and logs its position', async () => {
    await filled(
      'poison',
      Array.from({ length: 20 }, (_, n) => (n === 7 ? 'poison' : `{"n":${n}}`)),
    )
    const lines = new Set<string>()
    const push = keeping(lines)
    const counted = counts()
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    const end = reading(
      sourceOf('poison'),
      async (source, type, body) => {
        if (Buffer.from(body).includes('poison\n'))
          throw new IngestRefused(400, 'the ingest service answered 400: no event')
        await push(source, type, body)
      },
      counted,
      log,
    )
    await until(async () => expect(await leftIn('poison')).toBe(0))
    await end()
    expect([lines.size, counted.seen]).toEqual([19, { accepted: 19, refused: 1 }])
    expect(logged.filter((line) => line.includes('skipped'))).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ topic: 'poison', offset: expect.stringMatching(/^\d+$/) })
  }, 120_000)

  test('that may not be read is reported in the log, without the password, until it may', async () => {
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    const sasl = { mechanism: 'plain', username: 'svc', password: 'wrong-password' }
    const end = reading(sourceOf('plain', { sasl }), keeping(new Set()), counts(), log)
    await until(() => expect(logged.length).toBeGreaterThan(0))
    await end()
    expect(logged.join()).toMatch(/cannot read a customer topic, retrying/)
    expect(logged.join()).not.toContain('wrong-password')
  }, 120_000)
})
