import { expect, test } from 'vitest'
import { KafkaContext } from './context.ts'
import { CODE } from './errors.ts'
import { Membership } from './membership.ts'
import { resolveOptions } from './options.ts'
import type { NativeConsumer, NativeError, NativeOffset, Rdkafka, Settings } from './rdkafka.ts'

type Rebalance = (error: NativeError, partitions: readonly NativeOffset[]) => void

/** A client that gets a revocation after it has left, as happens when another member joins meanwhile. */
function LateConsumer(settings: Settings): NativeConsumer {
  const revoked = Object.assign(new Error('revoked'), { code: CODE.revokePartitions })
  const consumer = {
    on: () => consumer,
    connect: (_: unknown, done: (error: null, found: object) => void) => done(null, { topics: [] }),
    isConnected: () => true,
    setDefaultConsumeTimeout: () => undefined,
    unassign: () => {
      throw new Error('KafkaConsumer is disconnected')
    },
    disconnect: (done: (error: null) => void) => {
      ;(settings.rebalance_cb as Rebalance)(revoked, [])
      done(null)
    },
  }
  return consumer as unknown as NativeConsumer
}

test('a revocation that arrives after the client has left ends nothing', async () => {
  const rdkafka = { KafkaConsumer: LateConsumer } as unknown as Rdkafka
  const context = new KafkaContext(resolveOptions({ brokers: 'none:1' }), rdkafka)
  const spec = { group: 'g', topics: ['t'], stores: [] }
  const events = { assigned: () => undefined, revoked: () => undefined }
  const membership = await Membership.open(context, spec, events)
  await expect(membership.close()).resolves.toBeUndefined()
})
