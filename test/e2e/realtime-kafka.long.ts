/** New alerts through a real Kafka, from Postgres over the relay to the followers, while the broker is away. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kafkaAvailable } from '../../docker/kafka/jars.ts'
import { kafkaClientAvailable } from '../../stream/kafka/rdkafka.ts'
import { RestartableBroker } from '../chaos/restartable-broker.ts'
import { Instance } from './instance.ts'
import { type Follower, openFollower } from './realtime-follower.ts'
import { until } from './until.ts'

const missing = kafkaAvailable() ?? kafkaClientAvailable()
if (missing !== null) process.stderr.write(`SKIPPED: alerts over Kafka: ${missing}\n`)
const TIMEOUT_MS = 240_000

let broker: RestartableBroker
let instance: Instance
let people: Follower

beforeAll(async () => {
  if (missing !== null) return
  broker = await RestartableBroker.start()
  const kafka = { KAFKA_BROKERS: broker.brokers, SVC_INSTANCE: 'alerts' }
  instance = await Instance.start({ ...kafka, SVC_REALTIME_CONNECTS: '1000' })
  people = await openFollower(instance, ['acme', 'globex'])
}, TIMEOUT_MS)
afterAll(async () => {
  if (missing !== null) return
  await instance.remove()
  await broker.remove()
}, TIMEOUT_MS)

test.skipIf(missing !== null)(
  'alerts and their changes are sent once and in order, also those made while the broker was down',
  { timeout: TIMEOUT_MS },
  async () => {
    const [mine, theirs] = [await people.follow('acme'), await people.follow('globex')]
    const { id } = await people.alert('acme', 'first')
    await people.post('acme', `/alerts/${id}/claim`, {})
    await until('the alert and its change', () => mine.frames.length === 3)
    expect(mine.frames.map(({ type }) => type)).toEqual(['connected', 'alert.fused', 'alert.updated'])

    const restarting = broker.killAndRestart()
    for (const title of ['second', 'third']) await people.alert('acme', title)
    await restarting
    await people.alert('globex', 'of another')
    await until('what waited', () => mine.titles().length === 3 && theirs.titles().length === 1)
    expect([mine.titles(), theirs.titles()]).toEqual([['first', 'second', 'third'], ['of another']])

    const resumed = await people.follow('acme', mine.frames[2].cursor)
    await until('the rest', () => resumed.titles().length === 2)
    expect(resumed.titles()).toEqual(['second', 'third'])
    for (const { socket } of [mine, theirs, resumed]) socket.terminate()
  },
)
