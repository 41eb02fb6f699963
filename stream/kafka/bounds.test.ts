import { expect, test } from 'vitest'
import { Bounds } from './bounds.ts'
import { KafkaContext } from './context.ts'
import { resolveOptions } from './options.ts'
import type { NativeClient, Rdkafka } from './rdkafka.ts'

const NOT_LEADER = Object.assign(new Error('Broker: Not leader for partition'), { code: 6 })
const UNKNOWN = Object.assign(new Error('Local: Unknown partition'), { code: -190 })
const context = new KafkaContext(resolveOptions({ brokers: 'none:1', namespace: 'eu.' }), {} as Rdkafka)

/**
 * A fake client that knows the leader of its last metadata request, as the native client does for topics that it does
 * not consume.
 */
function clientOf(cluster: { leader: number | null }) {
  let known = cluster.leader
  let learned = 0
  const client = {
    queryWatermarkOffsets: (
      topic: string,
      partition: number,
      _: number,
      done: (error: unknown, found?: object) => void,
    ) => {
      const isLed = known !== null && known === cluster.leader && topic === 'eu.t' && partition === 1
      setImmediate(() =>
        isLed ? done(null, { lowOffset: 3, highOffset: 9 }) : done(known === null ? UNKNOWN : NOT_LEADER),
      )
    },
    getMetadata: (_: unknown, done: (error: null, found: object) => void) => {
      known = cluster.leader
      learned++
      setImmediate(() => done(null, { topics: [] }))
    },
  }
  return { bounds: new Bounds(context, client as unknown as NativeClient), learned: () => learned }
}

test('a new leader is found at once, with one request for all waiting callers', async () => {
  const cluster = { leader: 1 }
  const { bounds, learned } = clientOf(cluster)
  expect(await bounds.of('t', 1)).toEqual({ first: 3, end: 9 })
  expect(learned()).toBe(0)
  cluster.leader = 2
  expect(await Promise.all([bounds.of('t', 1), bounds.of('t', 1)])).toEqual(Array(2).fill({ first: 3, end: 9 }))
  expect(learned()).toBe(1)
})

test('a partition without a leader is unavailable', async () => {
  const { bounds } = clientOf({ leader: null })
  await expect(bounds.of('t', 1)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/eu\.t: Local: Unknown partition/),
  })
})
