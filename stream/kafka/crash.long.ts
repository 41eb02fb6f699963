import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KafkaBroker, kafkaAvailable, startKafkaBroker } from '../../docker/kafka/broker.ts'
import type { Driver, Output } from '../driver.ts'
import { openKafkaDriver } from './driver.ts'
import { kafkaClientAvailable } from './rdkafka.ts'

const INPUT = 'security.events'
const OUTPUT = 'svc.normalized_events'
const NAMESPACE = 'crash.'
const KILLS = 5
const PER_ROUND = 500
/** A round for each kill of the member, one for the kill of the broker, one appended while it is away. */
const ROUNDS = KILLS + 2
const PER_PARTITION = ROUNDS * PER_ROUND
const WAIT_MS = 120_000

describe.skipIf((kafkaAvailable() ?? kafkaClientAvailable()) !== null)(
  'kafka under kill -9',
  { timeout: 600_000 },
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'svc-kafka-crash-'))
    const childLog = join(dir, 'child.log')
    const children: ChildProcess[] = []
    let broker: KafkaBroker
    let driver: Driver

    beforeAll(async () => {
      broker = await startKafkaBroker({ dir })
      driver = await openKafkaDriver({ brokers: broker.brokers, namespace: NAMESPACE })
    }, 600_000)

    afterAll(async () => {
      for (const child of children) child.kill('SIGKILL')
      await driver.close()
      await broker.stop()
      rmSync(dir, { recursive: true, force: true })
    }, 60_000)

    const start = (): ChildProcess => {
      const args = [join(import.meta.dirname, 'crash-child.ts'), broker.brokers, NAMESPACE]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', openSync(childLog, 'a')] })
      children.push(child)
      return child
    }

    const partitionsOf = (topic: string) =>
      Array.from({ length: driver.partitions(topic) }, (_, partition) => ({ topic, partition }))

    const written = async (): Promise<number> => {
      const bounds = await Promise.all(partitionsOf(OUTPUT).map((tp) => driver.bounds(tp)))
      return bounds.reduce((sum, { end }) => sum + end, 0)
    }

    const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
      const deadline = Date.now() + WAIT_MS
      // A broker that is starting may leave a request unanswered.
      const answer = () => holds().catch((error: unknown) => `${error}`)
      for (let now = await answer(); now !== true; now = await answer()) {
        if (Date.now() > deadline) {
          const { exitCode } = children.at(-1) ?? {}
          const tail = readFileSync(childLog, 'utf8').slice(-3_000)
          throw new Error(
            `${what} did not come true (${now}); the member ${exitCode === null ? 'runs' : 'ended'}:\n${tail}`,
          )
        }
        await pause(5)
      }
    }

    const outputs = (round: number): Output[] =>
      partitionsOf(INPUT).flatMap((tp) =>
        Array.from({ length: PER_ROUND }, (_, i) => ({
          ...tp,
          // Long past: retention by the time in the record would delete it within half a minute.
          timestampMs: 1_000_000_000_000,
          key: `${tp.partition}`,
          value: [Buffer.from(`record ${round * PER_ROUND + i} of ${tp.partition}`)],
        })),
      )

    test('every record has its effect once, whatever is killed in between, the broker included', async () => {
      const progress = async (round: number): Promise<void> => {
        const from = await written()
        await driver.append(outputs(round))
        const some = 1 + Math.floor(Math.random() * PER_ROUND * 3)
        await until(`progress in round ${round}`, async () => (await written()) >= from + some)
      }
      let child = start()
      for (let round = 0; round < KILLS; round++) {
        await progress(round)
        child.kill('SIGKILL')
        await once(child, 'exit')
        child = start()
      }
      await progress(KILLS)
      const port = Number(broker.brokers.split(':')[1])
      await broker.kill()
      const appended = driver.append(outputs(KILLS + 1))
      broker = await startKafkaBroker({ dir, port })
      await appended
      await until('every record consumed', async () => {
        const lags = partitionsOf(INPUT).map(
          async (tp) => (await driver.bounds(tp)).end - (await driver.groupPosition('crash', tp)),
        )
        return (await Promise.all(lags)).every((lag) => lag === 0)
      })
      expect(child.exitCode, 'the member outlived the broker').toBeNull()
      child.kill('SIGKILL')
      await once(child, 'exit')

      const expected = partitionsOf(INPUT).flatMap(({ partition }) =>
        Array.from({ length: PER_PARTITION }, (_, i) => `record ${i} of ${partition} is ${i + 1}`),
      )
      const copied = (await Promise.all(partitionsOf(OUTPUT).map(readAll))).flat()
      expect(copied.sort()).toEqual(expected.sort())

      const stop = new AbortController()
      const counts: string[] = []
      await driver.join(
        { group: 'crash', topics: [INPUT], stores: ['counts'] },
        async (ownership) => {
          for (const { partition } of ownership.partitions) {
            for await (const { slot, payload } of ownership.restore('counts', partition))
              counts.push(`${slot} ${payload}`)
          }
          stop.abort()
        },
        stop.signal,
      )
      expect(counts).toEqual(partitionsOf(INPUT).map(() => `n ${PER_PARTITION}`))
    })

    const readAll = async (tp: { topic: string; partition: number }): Promise<string[]> => {
      const { end } = await driver.bounds(tp)
      const cursor = await driver.reader(tp, 0)
      const values: string[] = []
      while (cursor.position() < end) {
        values.push(...(await cursor.read(1024 * 1024, 100)).map((record) => record.value.toString()))
      }
      await cursor.close()
      return values
    }
  },
)
