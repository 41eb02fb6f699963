/**
 * The same path with a real Kafka between the stages, and directly afterwards with the embedded log: at full speed, and
 * at the rate that Kafka reached. The broker's own CPU is not counted, because it would run on another machine; but
 * here it takes CPU from the instance, and a slower rate means smaller batches, which cost more for each event in both.
 */
import fs from 'node:fs'
import path from 'node:path'
import { kafkaAvailable, startKafkaBroker } from '../docker/kafka/broker.ts'
import { benchConfig } from './config.ts'
import { benchPipeline } from './pipeline.ts'
import { round } from './round.ts'

export async function benchKafka(): Promise<Record<string, unknown>> {
  const missing = kafkaAvailable()
  if (missing !== null) return { skipped: missing }
  const dir = fs.mkdtempSync(path.join(benchConfig().dir, 'svc-kafka-'))
  const kafka = await withBroker(dir, (brokers) => benchPipeline({ KAFKA_BROKERS: brokers, SVC_INSTANCE: 'bench' }))
  const embedded = await benchPipeline()
  const atSameRate = await benchPipeline({}, kafka.events_per_second)
  return {
    ...kafka,
    embedded,
    embedded_at_same_rate: atSameRate,
    times_embedded_at_same_rate: round(kafka.cpu_us_per_event / atSameRate.cpu_us_per_event),
    times_embedded: round(kafka.cpu_us_per_event / embedded.cpu_us_per_event),
    times_embedded_beside: round(kafka.times_json_parse_beside / embedded.times_json_parse_beside),
  }
}

async function withBroker<T>(dir: string, run: (brokers: string) => Promise<T>): Promise<T> {
  const broker = await startKafkaBroker({ dir })
  try {
    return await run(broker.brokers)
  } finally {
    await broker.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}
