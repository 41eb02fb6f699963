import { test } from 'vitest'
import { kafkaAvailable } from '../../docker/kafka/jars.ts'
import { kafkaClientAvailable } from '../../stream/kafka/rdkafka.ts'
import { SURVIVES_WITHIN_MS, survives } from './survives-kills.ts'

const hasKafka = (kafkaAvailable() ?? kafkaClientAvailable()) === null

test.skipIf(!hasKafka)(
  'acknowledged events are stored exactly once with Kafka, whichever process is killed',
  { timeout: SURVIVES_WITHIN_MS },
  () => survives(5, true),
)
