import { expect, test } from 'vitest'
import { KafkaContext } from './context.ts'
import { resolveOptions } from './options.ts'
import type { NativeClient, Rdkafka } from './rdkafka.ts'

const refusedWith = (code: number) => {
  const admin = {
    createTopic: (_: unknown, __: number, done: (error: Error) => void) =>
      done(Object.assign(new Error('refused'), { code })),
    disconnect: () => undefined,
  }
  const context = new KafkaContext(resolveOptions({ brokers: 'none:1', namespace: 'eu.' }), {
    AdminClient: { create: () => admin },
  } as unknown as Rdkafka)
  const client = { getMetadata: (_: unknown, done: (error: null, found: object) => void) => done(null, { topics: [] }) }
  return context.ensureTopics(client as unknown as NativeClient, [{ name: 't', partitions: 1, compacted: false }])
}

test('a topic that the user may not create, or not even see, is reported with a remedy', async () => {
  await expect(refusedWith(29)).rejects.toThrow(/may neither describe nor create the topic eu\.t\. Make it before/)
  await expect(refusedWith(44)).rejects.toThrow(/creating topic eu\.t: refused/)
})
