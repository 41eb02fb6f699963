import { expect, test } from 'vitest'
import { restoreSlots } from './changelog.ts'
import { KafkaContext } from './context.ts'
import { resolveOptions } from './options.ts'
import type { Rdkafka } from './rdkafka.ts'

test('state from which retention removed a part is refused instead of restored incompletely', async () => {
  const ports = {
    context: new KafkaContext(resolveOptions({ brokers: 'none:1', namespace: 'eu.' }), {} as Rdkafka),
    bounds: async () => ({ first: 7, end: 9 }),
    openCursor: () => Promise.reject(new Error('nothing is read')),
  }
  const tp = { topic: 'svc.g.memory.changelog', partition: 1 }
  await expect(restoreSlots(ports, tp, new AbortController().signal)).rejects.toMatchObject({
    code: 'bad_config',
    message: expect.stringMatching(/eu\.svc\.g\.memory\.changelog\/1 has lost the records before 7/),
  })
})
