import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { type KafkaBroker, kafkaAvailable, startKafkaBroker } from '../../../docker/kafka/broker.ts'
import type { Driver } from '../driver.ts'
import { driverConformance, type Opened } from '../driver-conformance.ts'
import { openKafkaDriver } from './driver.ts'
import { kafkaClientAvailable } from './rdkafka.ts'

const missing = kafkaAvailable() ?? kafkaClientAvailable()

if (missing === null) {
  const dir = mkdtempSync(join(tmpdir(), 'svc-kafka-'))
  let broker: KafkaBroker
  let opened = 0
  beforeAll(async () => {
    broker = await startKafkaBroker({ dir })
  }, 600_000)
  afterAll(async () => {
    await broker.stop()
    rmSync(dir, { recursive: true, force: true })
  }, 60_000)

  /** One broker for all tests; a namespace of its own is an empty cluster for each. */
  driverConformance('kafka', async (): Promise<Opened> => {
    const namespace = `t${opened++}.`
    const drivers = new Set<Driver>()
    const open = async (): Promise<Driver> => {
      const driver = await openKafkaDriver({ brokers: broker.brokers, namespace })
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
} else {
  test.skip(`the Kafka driver is not tested here: ${missing}`)
  process.stderr.write(`SKIPPED: the Kafka driver is not tested here: ${missing}\n`)
}
