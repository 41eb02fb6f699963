import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KafkaBroker, kafkaAvailable, startKafkaBroker } from '../../docker/kafka/broker.ts'
import { readConfig } from '../../platform/config.ts'
import type { Driver } from '../driver.ts'
import { driverConformance, type Opened } from '../driver-conformance.ts'
import { KAFKA_SETTINGS, kafkaOptions } from './config.ts'
import { openKafkaDriver } from './driver.ts'
import { kafkaClientAvailable } from './rdkafka.ts'

const missing = kafkaAvailable() ?? kafkaClientAvailable()

if (missing === null) {
  const dir = mkdtempSync(join(tmpdir(), 'svc-kafka-'))
  let broker: KafkaBroker
  let opened = 0
  beforeAll(async () => {
    broker = await startKafkaBroker({ dir, signIn: { username: 'svc', password: 'right' } })
  }, 600_000)
  afterAll(async () => {
    await broker.stop()
    rmSync(dir, { recursive: true, force: true })
  }, 60_000)

  /** One broker for all tests; each test uses a separate namespace as an empty cluster. */
  driverConformance('kafka', async (): Promise<Opened> => {
    const namespace = `t${opened++}.`
    const drivers = new Set<Driver>()
    const open = async (): Promise<Driver> => {
      // Some cursors wait, the others look: the pool of these tests has four threads.
      const driver = await openKafkaDriver({ brokers: broker.brokers, namespace, waitsMax: 2 })
      drivers.add(driver)
      return driver
    }
    const closeAll = async (): Promise<void> => {
      for (const driver of drivers) await driver.close()
      drivers.clear()
    }
    const driver = await open()
    return { driver, reopen: () => closeAll().then(open), beside: open, cleanup: closeAll }
  })

  test('state for another number of partitions than its input has is refused with a remedy', {
    timeout: 60_000,
  }, async () => {
    const topics = [2, 3].map((partitions) => ({ name: `in${partitions}`, partitions, compacted: false }))
    const driver = await openKafkaDriver({ brokers: broker.brokers, namespace: 'grown.', topics })
    const join = (topic: string) => {
      const stop = new AbortController()
      const work = async () => stop.abort()
      return driver.join({ group: 'g', topics: [topic], stores: ['memory'] }, work, stop.signal)
    }
    await join('in2')
    await expect(join('in3')).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringMatching(
        /grown\.svc\.g\.memory\.changelog has 2 partitions, and what g reads \(grown\.in3\) 3/,
      ),
    })
    await driver.close()
  })

  const signedIn = (env: NodeJS.ProcessEnv) =>
    openKafkaDriver(kafkaOptions(readConfig(KAFKA_SETTINGS, env), broker.signInBrokers))

  test('signs in to brokers that require a password, and reports a wrong one', { timeout: 60_000 }, async () => {
    const env = { KAFKA_PREFIX: 'signed-in.', KAFKA_SASL_MECHANISM: 'PLAIN', KAFKA_USERNAME: 'svc' }
    const driver = await signedIn({ ...env, KAFKA_PASSWORD: 'right' })
    await driver.append([{ topic: 'svc.ledger', partition: 0, timestampMs: 0, key: 'k', value: [Buffer.from('v')] }])
    await driver.close()
    const prefixed = await openKafkaDriver({ brokers: broker.brokers, namespace: 'signed-in.' })
    expect((await prefixed.bounds({ topic: 'svc.ledger', partition: 0 })).end).toBe(1)
    await prefixed.close()
    await expect(signedIn({ ...env, KAFKA_PASSWORD: 'wrong' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/Authentication failed/),
    })
  })
} else {
  test.skip(`the Kafka driver is not tested here: ${missing}`)
  process.stderr.write(`SKIPPED: the Kafka driver is not tested here: ${missing}\n`)
}
