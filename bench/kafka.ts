/** The same path with a real Kafka between the stages. The broker's own CPU is not counted: it is another machine's. */
import fs from 'node:fs'
import path from 'node:path'
import { kafkaAvailable, startKafkaBroker } from '../docker/kafka/broker.ts'
import { benchConfig } from './config.ts'
import { benchPipeline } from './pipeline.ts'

export async function benchKafka(): Promise<Record<string, unknown>> {
  const missing = kafkaAvailable()
  if (missing !== null) return { skipped: missing }
  const dir = fs.mkdtempSync(path.join(benchConfig().dir, 'svc-kafka-'))
  const broker = await startKafkaBroker({ dir })
  try {
    return await benchPipeline({ KAFKA_BROKERS: broker.brokers, SVC_INSTANCE: 'bench' })
  } finally {
    await broker.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}
